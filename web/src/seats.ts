/* The people and engines at the table: name, colour, score, clock, hand, and whether they think. */
import { Clock } from './clock';
import { h, replace, s, wantsStill } from './dom';
import { drawHand } from './hand';
import type { HandActions, HandState } from './hand';
import { picture } from './board';
import type { Look } from './looks';
import type { Item, Progress, Seat, Table } from './protocol';
import { isPerson, playerName, titled } from './words';

export class SeatBar {
    readonly element: HTMLElement;
    private who = h('div', { class: 'who' });
    private state = h('span', { class: 'state' });
    private points = h('span', { class: 'points' });
    private made = h('span', { class: 'made' });
    private score = h('span', { class: 'score' }, this.made, this.points);
    private clock = new Clock();
    private hand = h('div', { class: 'hand-place' });

    constructor(private number: number) {
        this.element = h(
            'section',
            { class: 'seat' },
            h('div', { class: 'line' }, this.who, this.state, this.score, this.clock.element),
            this.hand,
        );
    }

    update(table: Table, look: Look, hand: HandState, actions: HandActions): void {
        const seat = table.seats[this.number] as Seat;
        const deciding = table.to_decide === this.number;
        const won = table.over?.winner === this.number;
        this.element.className = `seat look-${look.pieces}${isPerson(seat) ? ' person' : ''}${deciding ? ' deciding' : ''}${won ? ' won' : ''}`;
        this.element.setAttribute('aria-label', `${titled(seat.name)}, ${playerName(seat, table)}`);
        replace(
            this.who,
            swatch(seat, look),
            h('strong', {}, titled(seat.name)),
            h('span', { class: 'player' }, playerName(seat, table)),
        );
        this.state.textContent = stateOf(table, this.number);
        this.score.hidden = seat.score === undefined;
        this.made.textContent = table.scene.shapes.find((shape) => shape.kind === 'best' && shape.seat === this.number)?.name ?? '';
        if (seat.score !== undefined) this.countTo(seat.score);
        this.clock.set(seat.clock, table.running === this.number);
        const items = table.scene.hand.filter((item) => item.seat === this.number);
        this.drawHand(items, hand, actions);
    }

    /* Drawn anew, but whoever was on a piece with the keys stays there. */
    private drawHand(items: Item[], hand: HandState, actions: HandActions): void {
        const focused = this.hand.contains(document.activeElement) ? (document.activeElement as HTMLElement).dataset.item : undefined;
        replace(this.hand, items.length > 0 ? drawHand(items, hand, actions) : null);
        if (focused !== undefined) this.hand.querySelector<HTMLElement>(`[data-item="${focused}"]`)?.focus();
    }

    private counting = 0;

    /* A score that grew counts up, a step at a time. */
    private countTo(score: number): void {
        window.clearTimeout(this.counting);
        const shown = Number(this.points.textContent || score);
        const next = shown < score && !wantsStill() ? shown + 1 : score;
        this.points.textContent = String(next);
        if (next < score) this.counting = window.setTimeout(() => this.countTo(score), 60);
    }

    progress(progress: Progress): void {
        if (progress.place > 0) this.state.textContent = `waits, number ${progress.place} in the queue`;
        else if (progress.simulations > 0)
            this.state.textContent = `thinks · ${progress.simulations.toLocaleString('en')} playouts`;
    }

    stop(): void {
        this.clock.stop();
    }
}

function stateOf(table: Table, seat: number): string {
    if (table.over) {
        const reward = table.over.rewards[seat] ?? 0;
        return table.over.winner === seat ? 'won' : reward > 0 ? 'drew' : '';
    }
    if (table.to_decide !== seat) return '';
    if (isPerson(table.seats[seat]) || table.legal) return 'to move'; // an engine's moves are told only where one looks at a position
    if (table.paused) return 'paused';
    const place = table.thinking?.place ?? 0;
    return place > 0 ? `waits, number ${place} in the queue` : 'thinks';
}

/* The colour of a seat as the piece it plays with. */
function swatch(seat: Seat, look: Look): Element {
    const fill = seat.color ?? 'gray';
    if (look.pieces === 'lines')
        return s(
            'svg',
            { class: 'picture look-lines', viewBox: '-12 -12 24 24', 'aria-hidden': 'true' },
            s('path', { class: `line ${fill}`, d: 'M-11 6Q0 -10 11 6' }),
            s('path', { class: `thread ${fill}`, d: 'M-11 6Q0 -10 11 6' }),
        );
    return picture({ fill }, look.pieces === 'insects' ? { ...look, pieces: 'plain' } : look);
}
