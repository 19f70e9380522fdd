/* The choices for a new game: who plays, level, side, clock, and the game's own options from the engine's tables. */
import { h, replace } from './dom';
import type { Engine } from './engine';
import { recall, remember } from './memory';
import type { Game, Option, PlainSeat, Players } from './protocol';
import { titled } from './words';

type Mode = 'engine' | 'people' | 'watch';
type Side = 'first' | 'second' | 'random';

export interface Choice {
    mode: Mode;
    level: number;
    rival: number; // the other level when engines play each other
    side: Side;
    clock: number; // seconds each, 0: none
    increment: number;
    spec: string; // an engine in place of the level, as a player spec
    options: Record<string, string>;
}

/* What the page starts with where that is not the engine's own default: what people play online. */
const liked: Record<string, Record<string, string>> = { hex: { swap: 'pieces' } };

const CLOCKS = [
    { seconds: 0, increment: 0, label: 'none' },
    { seconds: 180, increment: 2, label: '3 min + 2 s' },
    { seconds: 300, increment: 5, label: '5 min + 5 s' },
    { seconds: 900, increment: 10, label: '15 min + 10 s' },
    { seconds: 1800, increment: 0, label: '30 min' },
];

export function choiceFor(game: Game): Choice {
    const standard: Choice = {
        mode: 'engine',
        level: 4,
        rival: 4,
        side: 'first',
        clock: 0,
        increment: 0,
        spec: '',
        options: { ...liked[game.name] },
    };
    return { ...standard, ...recall<Partial<Choice>>(`choice.${game.name}`, {}) };
}

export function specOf(game: Game, choice: Choice): string {
    const known = game.options.filter((option) => {
        const value = choice.options[option.name];
        return value !== undefined && value !== '' && value !== option.default;
    });
    const settings = known.map((option) => `${option.name}=${choice.options[option.name]}`);
    return settings.length > 0 ? `${game.name}:${settings.join(',')}` : game.name;
}

export function seatsOf(choice: Choice, count: number): string[] {
    const engine = choice.spec.trim() || `level:${choice.level}`;
    if (choice.mode === 'people') return Array<string>(count).fill('human');
    if (choice.mode === 'watch') return Array.from({ length: count }, (_, seat) => (seat === 0 ? engine : `level:${choice.rival}`));
    const side = choice.side === 'random' ? Math.floor(Math.random() * count) : choice.side === 'first' ? 0 : 1;
    return Array.from({ length: count }, (_, seat) => (seat === side ? 'human' : engine));
}

export class Choices {
    readonly element = h('form', { class: 'choices', submit: (event: SubmitEvent) => event.preventDefault() });
    private players: Players | null = null;
    private trouble = h('p', { class: 'trouble', role: 'alert' });
    private seats: PlainSeat[];
    choice: Choice;

    constructor(private engine: Engine, private game: Game, private levels: number, private start: () => void, private setUp: (spec: string) => void) {
        this.choice = choiceFor(game);
        this.seats = game.seats;
        this.draw();
        void this.checkSpec();
        void engine.players(specOf(game, this.choice)).then(
            (players) => {
                this.players = players;
                this.draw();
            },
            () => undefined,
        );
    }

    complain(text: string): void {
        this.trouble.textContent = text;
    }

    private set(change: Partial<Choice>, redraw = true): void {
        Object.assign(this.choice, change);
        remember(`choice.${this.game.name}`, this.choice);
        this.complain('');
        if (redraw) this.draw();
    }

    private setOption(name: string, value: string): void {
        this.set({ options: { ...this.choice.options, [name]: value } }, false);
        void this.checkSpec();
    }

    /* The engine says whether the options go together, and who sits at such a table. */
    private async checkSpec(): Promise<void> {
        try {
            const { seats } = await this.engine.check(specOf(this.game, this.choice));
            this.complain('');
            const changed = seats.length !== this.seats.length;
            this.seats = seats;
            if (changed) this.draw();
        } catch (reason) {
            this.complain(titled(reason instanceof Error ? reason.message : String(reason)));
        }
    }

    private draw(): void {
        const { choice, game } = this;
        const focused = (document.activeElement as HTMLElement | null)?.getAttribute('name');
        const value = (document.activeElement as HTMLInputElement | null)?.value;
        const shown = game.options.filter((option) => option.prominent);
        const more = game.options.filter((option) => !option.prominent);
        replace(
            this.element,
            this.segments('mode', 'Play against', choice.mode, [
                ['engine', 'An engine'],
                ['people', 'People here'],
                ['watch', 'Just watch'],
            ]),
            choice.mode === 'people' ? null : this.level('level', choice.mode === 'watch' ? this.seatName(0) : 'Level', choice.level),
            choice.mode === 'watch' ? this.level('rival', this.seatName(1), choice.rival) : null,
            choice.mode === 'engine'
                ? this.segments('side', 'You play', choice.side, [
                      ['first', this.seatName(0)],
                      ['second', this.seatName(1)],
                      ['random', 'By lot'],
                  ])
                : null,
            ...shown.map((option) => this.option(option)),
            this.clock(),
            h(
                'details',
                { class: 'more' },
                h('summary', {}, 'More options'),
                ...more.map((option) => this.option(option)),
                choice.mode === 'people' ? null : this.spec(),
            ),
            this.trouble,
            h('button', { type: 'button', class: 'main start', click: () => this.start() }, `Play ${game.title}`),
            game.setup ? h('button', { type: 'button', class: 'set-up', click: () => this.setUp(specOf(game, choice)) }, 'Set up a position') : null,
        );
        if (focused) {
            const again = this.element.querySelector<HTMLInputElement>(`[name="${focused}"]${value && /^(mode|side)$/.test(focused) ? `[value="${value}"]` : ''}`);
            again?.focus();
        }
    }

    private seatName(seat: number): string {
        return titled(this.seats[seat]?.name ?? (seat === 0 ? 'first' : 'second'));
    }

    private segments(name: 'mode' | 'side', title: string, now: string, all: [string, string][]): HTMLElement {
        return h(
            'fieldset',
            { class: 'segments' },
            h('legend', {}, title),
            ...all.map(([value, label]) =>
                h(
                    'label',
                    {},
                    h('input', {
                        type: 'radio',
                        name,
                        value,
                        checked: value === now,
                        change: () => this.set({ [name]: value } as Partial<Choice>),
                    }),
                    h('span', {}, label),
                ),
            ),
        );
    }

    private level(name: 'level' | 'rival', title: string, now: number): HTMLElement {
        const shown = h('output', {}, this.levelText(name, now));
        const slider = h('input', {
            type: 'range',
            name,
            min: 1,
            max: this.levels,
            step: 1,
            value: now,
            disabled: name === 'level' && this.choice.spec.trim() !== '',
            input: () => {
                shown.textContent = this.levelText(name, Number(slider.value));
                this.set({ [name]: Number(slider.value) } as Partial<Choice>, false);
            },
        });
        return h('label', { class: 'field' }, h('span', {}, title), slider, shown);
    }

    private levelText(name: string, level: number): string {
        if (name === 'level' && this.choice.spec.trim() !== '') return 'own';
        return `level ${level}`;
    }

    private clock(): HTMLElement {
        const now = CLOCKS.findIndex((clock) => clock.seconds === this.choice.clock && clock.increment === this.choice.increment);
        const select = h(
            'select',
            {
                name: 'clock',
                change: () => {
                    const clock = CLOCKS[Number(select.value)];
                    if (clock) this.set({ clock: clock.seconds, increment: clock.increment }, false);
                },
            },
            ...CLOCKS.map(({ label }, index) => h('option', { value: index, selected: index === Math.max(0, now) }, label)),
        );
        return h('label', { class: 'field' }, h('span', {}, 'Clock'), select);
    }

    private option(option: Option): HTMLElement {
        return optionField(option, this.choice.options[option.name] ?? option.default, (value) => this.setOption(option.name, value));
    }

    /* Any engine by its spec, with the presets of the game to choose from. */
    private spec(): HTMLElement {
        const list = h('datalist', { id: 'presets' }, ...(this.players?.presets ?? []).map(({ name, help }) => h('option', { value: name }, help)));
        const input = h('input', {
            type: 'text',
            name: 'spec',
            list: 'presets',
            placeholder: 'as the level',
            value: this.choice.spec,
            spellcheck: 'false',
            title: 'A player spec such as mcts:sims=2000, in place of a level',
            change: () => this.set({ spec: input.value }),
        });
        return h('label', { class: 'field' }, h('span', {}, 'Engine'), input, list);
    }
}

/* An option of a game with its value, to be changed. */
export function optionField(option: Option, now: string, changed: (value: string) => void): HTMLElement {
    const change = (event: Event): void => {
        const input = event.target as HTMLInputElement;
        changed(input.type === 'checkbox' ? (input.checked ? 'on' : 'off') : input.value);
    };
    const about = { name: `option-${option.name}`, title: `${titled(option.help)}; ${option.accepts}`, change };
    let control: HTMLElement;
    if (option.choices && option.choices.length > 0)
        control = h('select', about, ...option.choices.map((value) => h('option', { value, selected: value === now }, value)));
    else if (option.type === 'switch') control = h('input', { ...about, type: 'checkbox', checked: now === 'on' });
    else if (option.type === 'integer')
        control = h('input', { ...about, type: 'number', min: option.low, max: option.high, value: now });
    else control = h('input', { ...about, type: 'text', value: now, placeholder: option.help, spellcheck: 'false' });
    return h('label', { class: 'field', title: about.title }, h('span', {}, titled(option.name.replaceAll('_', ' '))), control);
}
