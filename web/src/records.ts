/* The game as texts to take away: the house's own record, and the formats that other programs read. */
import { h } from './dom';
import { linkTo } from './link';

export function recordsOf(saved: { record: object; texts: Record<string, string> }): Node[] {
    const texts = { ...saved.texts, causeway: `${JSON.stringify(saved.record)}\n` };
    return [
        h('p', { class: 'lead' }, 'The game is kept by itself; these are copies for other programs, or to open again by pasting at the start.'),
        ...Object.entries(texts).map(([format, text]) => record(format, text)),
    ];
}

/* Of a record with several games one is shown; the others can be chosen. */
export function gamesOf(count: number, shown: number, choose: (number: number) => void): Node[] {
    const field = h('input', { type: 'number', min: 1, max: count, value: shown, 'aria-label': 'number of the game' });
    const step = (label: string, number: number): HTMLElement =>
        h('button', { type: 'button', disabled: number < 1 || number > count, click: () => choose(number) }, label);
    field.addEventListener('change', () => {
        const number = Math.round(Number(field.value));
        if (number >= 1 && number <= count) choose(number);
        else field.value = String(shown);
    });
    return [
        h('p', {}, `This record holds ${count.toLocaleString('en')} games.`),
        h('div', { class: 'row' }, step('Previous', shown - 1), h('label', {}, 'Game ', field), step('Next', shown + 1)),
    ];
}

/* What a table offers as pictures. */
export interface Pictures {
    svg(): string;
    png(): Promise<Blob>;
    replay(): Promise<string>;
    ply: number | null; // the position shown, where it is not the last
}

/* The game as a link, and as pictures. */
export function sharesOf(record: object, pictures: Pictures): Node[] {
    const trouble = h('p', { class: 'trouble', role: 'alert', hidden: true });
    const button = (label: string, name: string, make: () => Promise<Blob | string> | string): HTMLElement =>
        h(
            'button',
            {
                type: 'button',
                click: () =>
                    void (async () => download(name, await make()))().catch((reason: unknown) => {
                        trouble.hidden = false;
                        trouble.textContent = reason instanceof Error ? reason.message : String(reason);
                    }),
            },
            label,
        );
    const address = h('input', { type: 'text', readonly: true, 'aria-label': 'the game as a link' });
    void linkTo(record, pictures.ply).then((link) => (address.value = link));
    return [
        h(
            'section',
            { class: 'record' },
            h('h3', {}, 'Link'),
            h('p', { class: 'lead' }, 'The whole game is in the address: keep it or send it, no server stores it.'),
            address,
            h('div', { class: 'row' }, copyButton(address, () => address.value)),
        ),
        h(
            'section',
            { class: 'record' },
            h('h3', {}, 'Pictures'),
            h(
                'div',
                { class: 'row' },
                button('Board as SVG', 'board.svg', () => pictures.svg()),
                button('Board as PNG', 'board.png', () => pictures.png()),
                button('Replay as SVG', 'game.svg', () => pictures.replay()),
            ),
            trouble,
        ),
    ];
}

function copyButton(area: HTMLInputElement | HTMLTextAreaElement, text: () => string): HTMLElement {
    const copy = h(
        'button',
        {
            type: 'button',
            click: () => {
                area.select();
                void navigator.clipboard?.writeText(text()).then(() => (copy.textContent = 'Copied'));
            },
        },
        'Copy',
    );
    return copy;
}

function record(format: string, text: string): HTMLElement {
    const name = format === 'causeway' ? 'Causeway' : format.toUpperCase();
    const area = h('textarea', { rows: 5, readonly: true, 'aria-label': `the game as ${name}` });
    area.value = text;
    const copy = copyButton(area, () => text);
    const ending = format === 'causeway' ? 'json' : format;
    const file = h('button', { type: 'button', click: () => download(`game.${ending}`, text) }, 'Save as a file');
    return h('section', { class: 'record' }, h('h3', {}, name), area, h('div', { class: 'row' }, copy, file));
}

function download(name: string, content: string | Blob): void {
    const blob = typeof content === 'string' ? new Blob([content], { type: name.endsWith('.svg') ? 'image/svg+xml' : 'text/plain' }) : content;
    const address = URL.createObjectURL(blob);
    h('a', { href: address, download: name }).click();
    window.setTimeout(() => URL.revokeObjectURL(address), 1000);
}
