/* The list of moves: a row a round, a column a seat; on a phone one line. A move shows its position when touched. */
import { h, replace } from './dom';
import type { Table } from './protocol';

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
    private empty = h('p', { class: 'empty' });

    constructor(private show: (ply: number) => void) {
        this.element = h('nav', { class: 'moves', 'aria-label': 'moves of the game', tabindex: 0 }, this.empty, this.list);
        this.element.addEventListener('keydown', (event) => this.keys(event));
    }

    /* `shown` is the number of decisions before the position on the board. */
    update(table: Table, shown: number, hint: string): void {
        const seats = table.seats.length;
        this.list.className = `rows seats-${seats}`;
        this.empty.textContent = hint;
        this.empty.hidden = table.moves.some((move) => move.seat !== null);
        const children: Node[] = [];
        let round = 0;
        let column = seats;
        for (const turn of turnsOf(table)) {
            if (turn.seat <= column || round === 0) {
                if (round > 0) for (let i = column + 1; i < seats; i++) children.push(h('span', { class: 'gap' }));
                round++;
                children.push(h('span', { class: 'round' }, `${round}`));
                for (let i = 0; i < turn.seat; i++) children.push(h('span', { class: 'gap' }));
            }
            column = turn.seat;
            children.push(this.turn(turn, shown));
        }
        replace(this.list, ...children);
        requestAnimationFrame(() => this.reveal());
    }

    private turn(turn: Turn, shown: number): HTMLElement {
        return h(
            'span',
            { class: 'turn' },
            ...turn.plies.map(({ text, after }) =>
                h(
                    'button',
                    {
                        type: 'button',
                        class: 'move',
                        'aria-current': after === shown ? 'true' : null,
                        tabindex: -1,
                        'data-ply': after,
                        click: () => this.show(after),
                    },
                    text,
                ),
            ),
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

    private keys(event: KeyboardEvent): void {
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
