/* Analysis of the position on the board: value, the share of visits as discs on the board, the best line. */
import type { Board } from './board';
import { h, replace, s } from './dom';
import type { Engine } from './engine';
import { at, key, SIDE } from './geometry';
import type { Place } from './geometry';
import type { Analysis, Candidate, Progress, Table } from './protocol';
import { Review } from './review';
import { percent, titled } from './words';

const SHOWN = 5;

export class Study {
    readonly element = h('section', { class: 'study', 'aria-label': 'analysis', tabindex: 0, hidden: true });
    private about = h('div', {});
    private review: Review;
    private table: Table | null = null;
    private ply = 0;

    constructor(private engine: Engine, private board: Board, show: (ply: number) => void) {
        this.review = new Review(engine, show, () => this.table && this.follow(this.table, this.ply));
        replace(this.element, this.about, this.review.element);
    }

    get isOpen(): boolean {
        return !this.element.hidden;
    }

    toggle(table: Table, ply: number): void {
        this.element.hidden = this.isOpen;
        if (this.isOpen) {
            this.follow(table, ply);
        } else {
            this.close();
        }
    }

    close(): void {
        this.element.hidden = true;
        this.review.stop();
        this.board.study([]);
        void this.engine.stop().catch(() => undefined);
    }

    /* The board shows another position: think about that one. */
    follow(table: Table, ply: number): void {
        this.table = table;
        this.ply = ply;
        this.review.follow(table, ply);
        if (!this.isOpen) return;
        this.board.study([]);
        if (this.review.isRunning) return;
        if (table.over && ply === table.ply) {
            replace(this.about, h('p', { class: 'empty' }, 'The game is over. Step back to study it.'));
            return;
        }
        replace(this.about, h('p', { class: 'empty' }, 'The engine begins to think about this position.'));
        void this.engine.think(ply).catch((reason: unknown) => {
            const text = reason instanceof Error ? reason.message : String(reason);
            replace(this.about, h('p', { class: 'empty' }, titled(text)));
        });
    }

    /* What an engine at the table thinks of its own position is a point of the graph too. */
    overhear(progress: Progress): void {
        this.review.hear(progress);
    }

    hear(analysis: Analysis, shown: number): void {
        this.review.hear(analysis);
        if (!this.isOpen || analysis.ply !== this.ply || analysis.ply !== shown) return;
        const seen = analysis.candidates.filter((one) => one.visits > 0 || one.proof);
        const best = seen.sort((one, other) => rank(other) - rank(one));
        const places = byPlace(best);
        const first = places.slice(0, 24);
        this.board.study(
            first.flatMap((candidate, order) => this.disc(candidate, order, places)),
            first.flatMap((candidate) => lastCell(candidate) ?? []),
        );
        this.list(analysis, best);
    }

    /* A disc whose area is the share of visits, with the value in it where there is room. */
    private disc(candidate: Candidate, order: number, all: Candidate[]): SVGElement[] {
        const cell = lastCell(candidate);
        if (!cell || (candidate.share < 0.005 && !candidate.proof)) return [];
        const most = Math.max(...all.map((one) => one.share)) || 1;
        const radius = SIDE * 0.8 * Math.sqrt(candidate.proof === 'win' ? 1 : candidate.share / most);
        const text = candidate.proof ?? (candidate.value === undefined ? '' : Math.round(candidate.value * 100).toString());
        return [
            s(
                'g',
                { class: `disc${order === 0 ? ' best' : ''}`, transform: `translate(${at(this.board.where(cell))})` },
                s('circle', { r: Math.max(3, radius) }),
                radius > SIDE * 0.32 ? s('text', { 'text-anchor': 'middle', dy: '0.35em' }, text) : null,
            ),
        ];
    }

    private list(analysis: Analysis, best: Candidate[]): void {
        const seat = titled(this.table?.seats[analysis.seat]?.name ?? '');
        const value = analysis.proof
            ? `${seat}: proved ${analysis.proof}`
            : analysis.value === undefined
              ? seat
              : `${seat} ${percent(analysis.value)}`;
        const queue = analysis.place > 0 && !analysis.done ? ` number ${analysis.place} in the queue` : '';
        const speed = analysis.seconds > 0 ? Math.round(analysis.simulations / analysis.seconds) : 0;
        replace(
            this.about,
            h(
                'p',
                { class: 'value' },
                h('strong', {}, value),
                h(
                    'span',
                    {},
                    analysis.simulations > 0
                        ? ` ${analysis.simulations.toLocaleString('en')} playouts, ${speed.toLocaleString('en')}/s, depth ${analysis.depth}`
                        : '',
                    queue,
                ),
            ),
            h(
                'ol',
                { class: 'candidates' },
                ...best.slice(0, SHOWN).map((candidate) =>
                    h(
                        'li',
                        {},
                        h('span', { class: 'name' }, candidate.move),
                        h('span', {}, candidate.proof ?? (candidate.value === undefined ? '' : percent(candidate.value))),
                        h('span', { class: 'share' }, percent(candidate.share)),
                    ),
                ),
            ),
            analysis.line.length > 0 ? h('p', { class: 'best-line' }, `Best line: ${analysis.line.slice(0, 8).join(' ')}`) : null,
        );
    }
}

/* A proved win is best, a proved loss worst; between them the visits decide. */
function rank(candidate: Candidate): number {
    if (candidate.proof === 'win') return Infinity;
    return candidate.proof === 'loss' ? -1 : candidate.visits;
}

/* The cell that a move ends on. */
function lastCell(candidate: Candidate): Place | undefined {
    for (const pick of [...candidate.picks].reverse()) if (pick.kind === 'cell') return { q: pick.q, r: pick.r };
    return undefined;
}

/* Moves that end on the same cell share a disc: their visits together, the best one's value. */
function byPlace(best: Candidate[]): Candidate[] {
    const places = new Map<string, Candidate>();
    for (const candidate of best) {
        const cell = lastCell(candidate);
        const name = cell ? key(cell) : '';
        const first = places.get(name);
        if (first) first.share += candidate.share;
        else places.set(name, { ...candidate });
    }
    return [...places.values()];
}
