/* The settings: colours, sounds, and what the board shows beside the pieces. Each is kept as soon as it is changed. */
import { h } from './dom';
import { recall, remember } from './memory';
import { setSound, soundOn } from './sound';

export type Theme = 'auto' | 'light' | 'dark';

export interface Shown {
    names: boolean; // of places and pieces, where a board has no edge
    best: boolean; // best lines shine
    threats: boolean; // places where one piece is missing
}

const FIRST: Shown = { names: false, best: true, threats: false };

export function shown(): Shown {
    return { ...FIRST, ...recall<Partial<Shown>>('shown', {}) };
}

export function show(change: Partial<Shown>): void {
    remember('shown', { ...shown(), ...change });
}

export function theme(): Theme {
    return recall<Theme>('theme', 'auto');
}

export function applyTheme(): void {
    if (theme() === 'auto') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.setAttribute('data-theme', theme());
}

const themes: [Theme, string][] = [
    ['auto', 'As the system'],
    ['light', 'Light'],
    ['dark', 'Dark'],
];

const switches: [keyof Shown, string, string][] = [
    ['names', 'Names', 'of places and pieces as the moves tell them, on boards without an edge (key c)'],
    ['best', 'Best lines shine', 'in Tantrix, with their lengths (key b)'],
    ['threats', 'Threats', 'in Six: where one more tile completes a shape (key t)'],
];

/* `changed` is told after each change. */
export function settingsOf(changed: () => void): Node[] {
    const now = shown();
    return [
        h('fieldset', { class: 'setting themes' }, h('legend', {}, 'Colours'), ...themes.map(([value, label]) => themeChoice(value, label))),
        check('Sounds', 'a knock for a move, a chord for the end', soundOn(), setSound),
        ...switches.map(([name, label, about]) =>
            check(label, about, now[name], (on) => {
                show({ [name]: on });
                changed();
            }),
        ),
    ];
}

function themeChoice(value: Theme, label: string): HTMLElement {
    const choose = (): void => {
        remember('theme', value);
        applyTheme();
    };
    return h('label', {}, h('input', { type: 'radio', name: 'theme', value, checked: theme() === value, change: choose }), label);
}

function check(label: string, about: string, on: boolean, act: (on: boolean) => void): HTMLElement {
    const box = h('input', { type: 'checkbox', checked: on, change: () => act(box.checked) });
    return h('label', { class: 'setting' }, box, h('span', {}, h('strong', {}, label), h('small', {}, about)));
}
