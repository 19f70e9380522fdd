/* The list of moves: a row a round, a column a seat; on a phone one line. A move shows its position when touched. */
import { h, replace } from './dom';
import { commentAt } from './notes';
import type { Table, Variation } from './protocol';
import type { Slip } from './review';

interface Turn {
    seat: number;
    plies: { text: string; after: number }[];
}

/* Decisions in a row by the same seat are one turn; chance is left out. */
function turnsOf(table: Table): Turn[] {
    const turns: Turn[] = [];
    table.moves.forEach(({ move, seat }, index) => {
        if (seat === null) return;
        const last = turns.at(-1);
        const ply = { text: move, after: index + 1 };
        if (last && last.seat === seat) last.plies.push(ply);
        else turns.push({ seat, plies: [ply] });
    });
    return turns;
}

export class Moves {
    readonly element: HTMLElement;
    private list = h('div', { class: 'rows' });
    private table: Table | null = null;
    private empty = h('p', { class: 'empty' });
    private slips = new Map<number, Slip>(); // by the ply after the move

    constructor(private show: (ply: number, variation?: number) => void) {
        this.element = h('nav', { class: 'moves', 'aria-label': 'moves of the game', tabindex: 0 }, this.empty, this.list);
        this.element.addEventListener('keydown', (event) => this.keys(event));
        new ResizeObserver(() => this.reveal()).observe(this.element); // what opens beside it takes its room
    }

    /* `shown` is the number of decisions before the position on the board; `variation` where it is one of those. */
    update(table: Table, shown: number, hint: string, variation = 0): void {
        const seats = table.seats.length;
        this.table = table;
        this.list.className = `rows seats-${seats}`;
        this.empty.textContent = hint;
        this.empty.hidden = table.moves.some((move) => move.seat !== null) || this.asides(table, 0, variation).length > 0;
        const children: Node[] = [...this.asides(table, 0, variation)];
        let round = 0;
        let column = seats;
        let waiting: Node[] = [];
        const turns = turnsOf(table);
        const current = Math.max(0, ...turns.flatMap((turn) => turn.plies.map((ply) => ply.after)).filter((after) => after <= shown));
        for (const turn of turns) {
            if (turn.seat <= column || round === 0) {
                if (round > 0) for (let i = column + 1; i < seats; i++) children.push(h('span', { class: 'gap' }));
                children.push(...waiting);
                waiting = [];
                round++;
                children.push(h('span', { class: 'round' }, `${round}`));
                for (let i = 0; i < turn.seat; i++) children.push(h('span', { class: 'gap' }));
            }
            column = turn.seat;
            children.push(this.turn(turn, variation > 0 ? -1 : current));
            for (const { after } of turn.plies) waiting.push(...this.asides(table, after, variation));
        }
        if (waiting.length > 0) for (let i = column + 1; i < seats; i++) children.push(h('span', { class: 'gap' }));
        replace(this.list, ...children, ...waiting);
        requestAnimationFrame(() => this.reveal());
    }

    /* Mistakes have a sign behind them. */
    mark(slips: Map<number, Slip>): void {
        this.slips = slips;
        for (const button of this.list.querySelectorAll<HTMLElement>('[data-ply]')) this.sign(button);
    }

    private sign(button: HTMLElement): void {
        const slip = this.slips.get(Number(button.dataset.ply));
        if (slip) {
            button.dataset.slip = slip.sign;
            button.title = slip.words;
        } else if (button.dataset.slip) {
            delete button.dataset.slip;
            button.removeAttribute('title');
        }
    }

    /* ---- Beside the game ---- */

    /* What is said of a position of the game, and the variations that leave it: a row of its own for each. */
    private asides(table: Table, ply: number, variation: number): Node[] {
        const said = commentAt(table, ply, 0);
        const branches = (table.variations ?? []).filter((one) => one.after === 0 && one.ply === ply + 1);
        return [
            ...(said ? [h('p', { class: 'comment' }, said)] : []),
            ...branches.map((one) => h('div', { class: 'aside' }, ...this.branch(table, one, variation))),
        ];
    }

    /* A variation as one line; what could be played in a move's place stands in brackets behind it. */
    private branch(table: Table, first: Variation, shown: number): (Node | string)[] {
        const parts: (Node | string)[] = [];
        let others: Variation[] = [];
        for (let note: Variation | undefined = first; note; ) {
            const { variation, ply, move, seat } = note;
            const said = commentAt(table, ply, variation);
            if (seat !== null) parts.push(this.button(move, ply, variation, variation === shown));
            if (said) parts.push(h('span', { class: 'comment' }, said));
            for (const other of others) parts.push(h('span', { class: 'aside' }, '(', ...this.branch(table, other, shown), ')'));
            [note, ...others] = this.after(table, variation);
        }
        return parts;
    }

    private after(table: Table, variation: number): Variation[] {
        return (table.variations ?? []).filter((one) => one.after === variation);
    }

    private button(text: string, ply: number, variation: number, isShown: boolean): HTMLElement {
        const button = h(
            'button',
            {
                type: 'button',
                class: 'move',
                'aria-current': isShown ? 'true' : null,
                tabindex: -1,
                [variation > 0 ? 'data-variation' : 'data-ply']: variation > 0 ? variation : ply,
                click: () => this.show(ply, variation),
            },
            text,
        );
        this.sign(button);
        return button;
    }

    private turn(turn: Turn, current: number): HTMLElement {
        return h(
            'span',
            { class: 'turn' },
            ...turn.plies.map(({ text, after }) => this.button(text, after, 0, after === current)),
        );
    }

    /* Scrolls only the list, never the page. */
    private reveal(): void {
        const current = this.list.querySelector<HTMLElement>('[aria-current]');
        if (!current) {
            this.element.scrollTop = this.element.scrollLeft = 0;
            return;
        }
        const outer = this.element.getBoundingClientRect();
        const inner = current.getBoundingClientRect();
        if (inner.bottom > outer.bottom) this.element.scrollTop += inner.bottom - outer.bottom + 8;
        if (inner.top < outer.top) this.element.scrollTop += inner.top - outer.top - 8;
        if (inner.right > outer.right) this.element.scrollLeft += inner.right - outer.right + 24;
        if (inner.left < outer.left) this.element.scrollLeft += inner.left - outer.left - 24;
    }

    /* Along a variation: back to where it came from, on by its first move. */
    private stepAside(number: number, key: string): boolean {
        const { table } = this;
        const note = table?.variations?.find((one) => one.variation === number);
        if (!table || !note) return false;
        const isBack = key === 'ArrowLeft' || key === 'ArrowUp';
        const next = this.after(table, number)[0];
        if (isBack) this.show(note.ply - 1, note.after);
        else if (next && key.startsWith('Arrow')) this.show(next.ply, next.variation);
        return key.startsWith('Arrow');
    }

    private keys(event: KeyboardEvent): void {
        const aside = this.list.querySelector<HTMLElement>('[aria-current][data-variation]');
        if (aside && this.stepAside(Number(aside.dataset.variation), event.key)) {
            event.preventDefault();
            event.stopPropagation();
            return;
        }
        const plies = [...this.list.querySelectorAll<HTMLElement>('[data-ply]')].map((move) => Number(move.dataset.ply));
        const current = Number(this.list.querySelector<HTMLElement>('[aria-current]')?.dataset.ply ?? 0);
        const later = plies.filter((ply) => ply > current);
        const earlier = plies.filter((ply) => ply < current);
        let to: number | undefined;
        if (event.key === 'ArrowRight' || event.key === 'ArrowDown') to = later[0];
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') to = earlier.at(-1) ?? 0;
        else if (event.key === 'Home') to = 0;
        else if (event.key === 'End') to = plies.at(-1);
        else return;
        event.preventDefault();
        event.stopPropagation();
        if (to !== undefined) this.show(to);
    }
}
