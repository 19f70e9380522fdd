/* The store's games: filtered, scrolled through however many there are, opened and replayed. Only the rows in sight are
 * drawn, and only their pages asked for. */
import { h, replace } from './dom';
import type { Engine } from './engine';
import { messageOf } from './experiments';
import type { Bench } from './lab';
import type { Game, Run, StoredGame, Table } from './protocol';

const ROW = 36; // pixels
const PAGE = 100; // games asked for at once
const TALLEST = 8_000_000; // pixels that every browser can lay out
const REST_MS = 70;
const SPARE = 6; // rows above and below those in sight

export class Stored implements Bench {
    readonly element: HTMLElement;
    private runs = new Map<number, Run>();
    private pages = new Map<number, StoredGame[] | 'asked'>();
    private total = 0;
    private asked = 0;
    private game = '';
    private winner = '';
    private filters = h('form', { class: 'filters', 'aria-label': 'which games', submit: (event: Event) => event.preventDefault() });
    private count = h('p', { class: 'count', role: 'status' });
    private rows = h('div', { class: 'rows' });
    private tall = h('div', { class: 'tall' });
    private scroller = h('div', { class: 'scroller', tabindex: 0, role: 'region', 'aria-label': 'stored games', scroll: () => this.draw() });
    private trouble = h('p', { class: 'trouble', role: 'alert' });
    private frame = 0;
    private resting = 0;
    private resized = new ResizeObserver(() => this.draw());

    constructor(private engine: Engine, private games: Game[], private run: number, private open: (table: Table) => void) {
        this.tall.append(this.rows);
        this.scroller.append(this.tall);
        this.element = h('div', { class: 'bench stored' }, this.filters, this.count, this.trouble, this.scroller);
        this.resized.observe(this.scroller);
        void this.load();
    }

    worked(): void {
        /* what is being played appears when the list is asked for again */
    }

    leave(): void {
        this.resized.disconnect();
    }

    private async load(): Promise<void> {
        try {
            for (const run of (await this.engine.runs()).runs) this.runs.set(run.run, run);
            this.drawFilters();
            await this.restart();
        } catch (reason) {
            this.trouble.textContent = messageOf(reason);
        }
    }

    /* ---- Filters ---- */

    private drawFilters(): void {
        const choose = (label: string, name: string, options: [string, string][], value: string, set: (value: string) => void): HTMLElement =>
            h(
                'label',
                {},
                h('span', {}, label),
                h(
                    'select',
                    { name, change: (event: Event) => { set((event.target as HTMLSelectElement).value); void this.restart(); } },
                    ...options.map(([key, text]) => h('option', { value: key, selected: key === value }, text)),
                ),
            );
        const runs = [...this.runs.values()].filter((run) => !this.game || run.game.split(':')[0] === this.game);
        replace(
            this.filters,
            choose('Game', 'game', [['', 'all games'], ...this.games.map((game): [string, string] => [game.name, game.title])], this.game, (value) => {
                this.game = value;
                this.run = 0;
                this.drawFilters();
            }),
            choose('Run', 'run', [['0', 'all runs'], ...runs.map((run): [string, string] => [String(run.run), runText(run)])], String(this.run), (value) => (this.run = Number(value))),
            choose('Result', 'winner', [['', 'any result'], ['0', 'the first seat won'], ['1', 'the second seat won'], ['4', 'nobody won']], this.winner, (value) => (this.winner = value)),
        );
    }

    private async restart(): Promise<void> {
        this.pages.clear();
        this.asked++;
        this.scroller.scrollTop = 0;
        await this.ask(0);
    }

    /* ---- Pages ---- */

    private async ask(page: number): Promise<void> {
        if (this.pages.has(page)) return;
        this.pages.set(page, 'asked');
        const asked = this.asked;
        try {
            const answer = await this.engine.stored({
                offset: page * PAGE,
                limit: PAGE,
                ...(this.run ? { run: this.run } : {}),
                ...(this.game ? { game: this.game } : {}),
                ...(this.winner ? { winner: Number(this.winner) } : {}),
            });
            if (asked !== this.asked) return;
            this.pages.set(page, answer.games);
            this.total = answer.total ?? this.total;
            this.count.textContent = this.total === 0 ? 'No games: experiments and matches put theirs here.' : `${this.total.toLocaleString('en')} games`;
            this.tall.style.height = `${Math.min(this.total * ROW, TALLEST)}px`;
            this.draw();
        } catch (reason) {
            if (asked !== this.asked) return;
            this.pages.delete(page);
            this.trouble.textContent = messageOf(reason);
        }
    }

    /* ---- Rows ---- */

    private draw(): void {
        cancelAnimationFrame(this.frame);
        this.frame = requestAnimationFrame(() => this.drawRows());
    }

    private drawRows(): void {
        const seen = Math.ceil(this.scroller.clientHeight / ROW);
        const way = Math.max(1, this.tall.clientHeight - this.scroller.clientHeight);
        const part = Math.min(1, this.scroller.scrollTop / way);
        const squeezed = this.total * ROW > TALLEST;
        const top = squeezed ? Math.floor(part * Math.max(0, this.total - seen)) : Math.floor(this.scroller.scrollTop / ROW);
        const first = Math.max(0, top - SPARE);
        const last = Math.min(this.total, top + seen + SPARE);
        const offset = squeezed ? this.scroller.scrollTop - (top - first) * ROW : first * ROW;
        this.rows.style.transform = `translateY(${offset}px)`;
        const list: HTMLElement[] = [];
        for (let index = first; index < last; index++) list.push(this.row(index));
        replace(this.rows, ...list);
        window.clearTimeout(this.resting);
        this.resting = window.setTimeout(() => this.askFor(first, last), REST_MS);
    }

    /* Where scrolling rests, what is in sight is asked for; what was flown over is not. */
    private askFor(first: number, last: number): void {
        for (let page = Math.floor(first / PAGE); page * PAGE < last; page++) void this.ask(page);
    }

    private row(index: number): HTMLElement {
        const page = this.pages.get(Math.floor(index / PAGE));
        const game = Array.isArray(page) ? page[index % PAGE] : undefined;
        if (!game) return h('div', { class: 'row waiting', 'aria-hidden': 'true' }, '…');
        const run = this.runs.get(game.run);
        const seats = run ? seatCount(run) : 2;
        const players = game.entrants.slice(0, seats).map((entrant) => run?.players[entrant] ?? '?');
        const best = Math.max(...game.rewards.slice(0, seats));
        const winners = game.rewards.slice(0, seats).flatMap((reward, seat) => (reward === best ? [seat] : []));
        const result = winners.length === 1 ? `${players[winners[0] as number]} won` : 'drawn';
        return h(
            'button',
            { type: 'button', class: 'row', disabled: !game.kept, title: game.kept ? 'Open and replay' : 'Only sums were kept of this game', click: () => void this.replay(game) },
            h('span', { class: 'number' }, `${game.run}/${game.number + 1}`),
            h('span', { class: 'what' }, run?.game ?? ''),
            h('span', { class: 'who' }, players.join(' v ')),
            h('span', { class: 'result' }, result),
            h('span', { class: 'length' }, `${game.moves} moves`),
        );
    }

    private async replay(game: StoredGame): Promise<void> {
        try {
            this.open((await this.engine.replay(game.run, game.number)).table);
        } catch (reason) {
            this.trouble.textContent = messageOf(reason);
        }
    }
}

/* A match of more players than seats is a tournament; how many sit is told by what its games hold. */
function seatCount(run: Run): number {
    const players = /players=(\d)/.exec(run.game)?.[1];
    return players ? Number(players) : 2;
}

function runText(run: Run): string {
    return `${run.run} · ${run.name || run.players.join(' v ')} · ${run.played.toLocaleString('en')} games`;
}
