/* Setting up a position: pieces from a palette, put on cells and taken away. What may lie where, the engine says. */
import { Actions, icons } from './actions';
import { announce } from './announce';
import { Board, DARK, isPiece, picture, toPlace } from './board';
import { choiceFor, optionField, seatsOf } from './choices';
import { h, replace } from './dom';
import type { Engine } from './engine';
import { key } from './geometry';
import type { Place } from './geometry';
import { Gestures } from './gestures';
import { lookOf } from './looks';
import type { Look } from './looks';
import type { Arranged, Game, Setup, Table } from './protocol';
import { Room } from './room';
import { knock } from './sound';
import { titled } from './words';

const NOTHING = -1; // of the palette: what takes away

export interface SetupHost {
    open(table: Table, studied: boolean): void;
    /* The position has another spec: the address follows. */
    moved(spec: string): void;
}

export class SetupScreen {
    readonly element: HTMLElement;
    private board = new Board('board', true);
    private look: Look;
    private kind = 0;
    private past: Arranged[] = [];
    private future: Arranged[] = [];
    private shown: Arranged | null = null;
    private busy: Promise<void> = Promise.resolve();
    private palette = h('div', { class: 'palette', role: 'radiogroup', 'aria-label': 'what a touch puts on a cell' });
    private options = h('div', { class: 'fields' });
    private caption = h('span', { class: 'ask' });
    private trouble = h('span', { class: 'trouble', role: 'alert', hidden: true });
    private actions: Actions;
    private stage = h('div', { class: 'stage' }, this.board.element);
    private room: Room;

    constructor(private engine: Engine, private game: Game, private setup: Setup, spec: string, private host: SetupHost) {
        this.look = lookOf(game.name);
        this.actions = new Actions([
            { name: 'undo', label: 'Undo', key: 'u', icon: icons.undo, act: () => this.step(this.past, this.future) },
            { name: 'redo', label: 'Redo', key: 'r', icon: icons.redo, act: () => this.step(this.future, this.past) },
            { name: 'clear', label: 'Clear', key: 'c', icon: icons.close, act: () => this.change({ clear: 1 }) },
            { name: 'fit', label: 'Fit', key: 'f', icon: icons.fit, act: () => this.board.view.fit() },
        ]);
        this.element = h(
            'main',
            { class: 'table arranging' },
            this.stage,
            h(
                'section',
                { class: 'panel', 'aria-label': 'the position' },
                h('h1', {}, `Set up ${game.title}`),
                h('p', { class: 'about' }, 'Pick what to put down, then touch the board. Touching the same again takes it away.'),
                this.palette,
                this.options,
            ),
            this.actions.element,
            h('div', { class: 'prompt' }, this.trouble, this.caption),
            h(
                'div',
                { class: 'begin' },
                h('button', { type: 'button', class: 'main', click: () => void this.begin(false) }, 'Play from here'),
                h('button', { type: 'button', click: () => void this.begin(true) }, 'Study it'),
            ),
        );
        this.room = new Room(this.stage, () => this.turnBoard());
        this.listen();
        this.turnBoard();
        this.drawPalette();
        this.ask({ game: spec });
        document.title = `Set up ${game.title} · Causeway`;
    }

    leave(): void {
        this.room.leave();
    }

    key(event: KeyboardEvent): boolean {
        const keys: Record<string, () => void> = {
            u: () => this.step(this.past, this.future),
            r: () => this.step(this.future, this.past),
            c: () => this.change({ clear: 1 }),
            f: () => this.board.view.fit(),
            0: () => this.pick(NOTHING),
        };
        const kind = Number(event.key) - 1;
        if (/^[1-9]$/.test(event.key) && kind < this.setup.pieces.length) this.pick(kind);
        else if (keys[event.key]) keys[event.key]?.();
        else return false;
        return true;
    }

    private listen(): void {
        new Gestures(this.board, {
            tap: (place) => this.put(place),
            tapNothing: () => undefined,
            lift: () => false,
            carry: () => undefined,
            drop: () => undefined,
            wheel: () => false,
            mayPan: () => !this.look.bounded || this.board.view.isMoved,
        });
        this.board.element.addEventListener('keydown', (event) => {
            const name = (event.target as Element).getAttribute('data-place');
            if (!name || !['Enter', ' ', 'Delete', 'Backspace'].includes(event.key)) return;
            event.preventDefault();
            if (event.key === 'Enter' || event.key === ' ') this.put(toPlace(name));
            else this.change(only(toPlace(name)));
        });
    }

    private turnBoard(): void {
        this.board.turn(this.room.quarter(this.look));
        this.light();
    }

    /* ---- The palette ---- */

    private pick(kind: number): void {
        this.kind = kind;
        this.palette.querySelectorAll('input').forEach((input) => (input.checked = Number(input.value) === kind));
        this.light();
    }

    private drawPalette(): void {
        const choice = (kind: number, name: string, face: Element | null): HTMLElement =>
            h(
                'label',
                {},
                h('input', { type: 'radio', name: 'kind', value: kind, checked: kind === this.kind, change: () => this.pick(kind) }),
                h('span', { title: `key ${kind + 1}` }, face ?? h('span', { class: 'nothing' }), titled(name)),
            );
        replace(
            this.palette,
            ...this.setup.pieces.map(({ name, color }, kind) => choice(kind, name, picture({ fill: color }, this.look))),
            choice(NOTHING, 'take away', null),
        );
    }

    private drawOptions(): void {
        const known = this.setup.options.flatMap((name) => this.game.options.filter((option) => option.name === name));
        replace(
            this.options,
            ...known.map((option) =>
                optionField(option, this.shown?.options[option.name] ?? option.default, (value) => this.change({ option: option.name, value })),
            ),
        );
    }

    /* ---- Changes ---- */

    private put(place: Place): void {
        const lies = this.board.faceAt(place)?.fill;
        const same = this.kind !== NOTHING && lies === this.setup.pieces[this.kind]?.color;
        this.change(same || this.kind === NOTHING ? only(place) : { ...only(place), piece: this.kind });
    }

    /* One after the other: each is made to what the one before has left. */
    private change(fields: Record<string, string | number>): void {
        this.busy = this.busy.then(async () => {
            if (this.shown) await this.arrange({ game: this.shown.game, ...fields }, this.shown);
        });
    }

    private ask(fields: { game: string }): void {
        this.busy = this.busy.then(() => this.arrange(fields, null));
    }

    private async arrange(fields: { game: string } & Record<string, string | number>, before: Arranged | null): Promise<void> {
        try {
            const next = await this.engine.setUp(fields);
            if (before && before.game !== next.game) {
                this.past.push(before);
                this.future = [];
                knock();
            }
            this.show(next);
        } catch (reason) {
            this.drawOptions(); // as they were
            this.trouble.hidden = false;
            this.trouble.textContent = titled(reason instanceof Error ? reason.message : String(reason));
        }
    }

    private step(from: Arranged[], to: Arranged[]): void {
        const next = from.pop();
        if (!next) return;
        if (this.shown) to.push(this.shown);
        this.show(next);
    }

    private show(next: Arranged): void {
        const resized = next.scene.cells.length !== this.shown?.scene.cells.length;
        this.shown = next;
        this.trouble.hidden = true;
        this.board.show(next.scene, this.look, false);
        if (resized) this.board.view.fit(false);
        this.light();
        this.drawOptions();
        this.caption.textContent = titled(next.scene.caption.split('\n')[0] ?? '');
        this.actions.enable('undo', this.past.length > 0);
        this.actions.enable('redo', this.future.length > 0);
        this.actions.enable('clear', next.scene.cells.some(isPiece));
        this.host.moved(next.game);
        announce(this.caption.textContent);
    }

    private light(): void {
        const piece = this.setup.pieces[this.kind];
        const cells = this.shown?.scene.cells ?? [];
        const names = cells.map((cell) => [key(cell), piece && cell.fill !== piece.color ? `put a ${piece.name}` : 'take away'] as const);
        this.board.light({
            ...DARK,
            can: new Map(cells.map((cell) => [key(cell), only(cell)])),
            names: new Map(names),
            ghost: piece ? { fill: piece.color } : null,
        });
    }

    private async begin(studied: boolean): Promise<void> {
        await this.busy;
        if (!this.shown) return;
        try {
            const seats = studied ? this.game.seats.map(() => 'human') : seatsOf(choiceFor(this.game), this.game.seats.length);
            const { table } = await this.engine.begin({ game: this.shown.game, seats });
            this.host.open(table, studied);
        } catch (reason) {
            this.trouble.hidden = false;
            this.trouble.textContent = titled(reason instanceof Error ? reason.message : String(reason));
        }
    }
}

function only({ q, r }: Place): Place & Record<string, number> {
    return { q, r };
}
