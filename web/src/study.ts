/* Analysis of the position on the board: value, the share of visits as discs on the board, the best line. */
import type { Board } from './board';
import { h, replace, s } from './dom';
import type { Engine } from './engine';
import { at, SIDE } from './geometry';
import type { Analysis, Candidate, Table } from './protocol';
import { percent, titled } from './words';

const SHOWN = 8;

export class Study {
    readonly element = h('section', { class: 'study', 'aria-label': 'analysis', hidden: true });
    private table: Table | null = null;
    private ply = 0;

    constructor(private engine: Engine, private board: Board, _show: (ply: number) => void) {}

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
        this.board.study();
        void this.engine.stop().catch(() => undefined);
    }

    /* The board shows another position: think about that one. */
    follow(table: Table, ply: number): void {
        this.table = table;
        this.ply = ply;
        if (!this.isOpen) return;
        this.board.study();
        replace(this.element, h('p', { class: 'empty' }, 'The engine begins to think about this position.'));
        void this.engine.think(ply).catch((reason: unknown) => {
            const text = reason instanceof Error ? reason.message : String(reason);
            replace(this.element, h('p', { class: 'empty' }, titled(text)));
        });
    }

    hear(analysis: Analysis, shown: number): void {
        if (!this.isOpen || analysis.ply !== this.ply || analysis.ply !== shown) return;
        const best = [...analysis.candidates].sort((one, other) => other.visits - one.visits);
        this.board.study(...best.slice(0, 24).flatMap((candidate, rank) => this.disc(candidate, rank, best)));
        this.list(analysis, best);
    }

    /* A disc whose area is the share of visits, with the value in it where there is room. */
    private disc(candidate: Candidate, rank: number, all: Candidate[]): SVGElement[] {
        const cell = candidate.picks.filter((pick) => pick.kind === 'cell').at(-1);
        if (!cell || cell.kind !== 'cell' || candidate.share < 0.005) return [];
        const most = all[0]?.share ?? 1;
        const radius = SIDE * 0.8 * Math.sqrt(candidate.share / most);
        const text = candidate.value === undefined ? '' : Math.round(candidate.value * 100).toString();
        return [
            s(
                'g',
                { class: `disc${rank === 0 ? ' best' : ''}`, transform: `translate(${at(this.board.where(cell))})` },
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
        const queue = analysis.place > 0 ? ` · number ${analysis.place} in the queue` : '';
        const speed = analysis.seconds > 0 ? Math.round(analysis.simulations / analysis.seconds) : 0;
        replace(
            this.element,
            h(
                'p',
                { class: 'value' },
                h('strong', {}, value),
                h(
                    'span',
                    {},
                    ` ${analysis.simulations.toLocaleString('en')} playouts, ${speed.toLocaleString('en')}/s, depth ${analysis.depth}${queue}`,
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
