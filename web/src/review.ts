/* The game as a whole: a quiet graph of what the first seat could expect at each move, where most was lost, and what was
 * better there. Every analysis and every thought of an engine adds its point; a review asks for all that are missing. */
import { h, replace, s } from './dom';
import type { Engine } from './engine';
import { number } from './geometry';
import type { Analysis, Progress, Table } from './protocol';
import { percent, titled } from './words';

const SECONDS_EACH = 0.4;
const MISTAKE = 0.12; // of the reward
const SHOWN = 5;
const WIDTH = 320;
const HEIGHT = 70;

interface Point {
    value: number; // of the first seat
    best: string | null;
    sure: boolean; // by an analysis or the result; else only the opinion of a player at the table
}

interface Mistake {
    ply: number; // before the move
    lost: number;
}

export class Review {
    readonly element = h('section', { class: 'review', 'aria-label': 'the game as a whole' });
    private points = new Map<number, Point>();
    private table: Table | null = null;
    private shown = 0;
    private heard: ((analysis: Analysis) => void) | null = null;
    private running = false;

    constructor(private engine: Engine, private show: (ply: number) => void, private finished: () => void) {}

    get isRunning(): boolean {
        return this.running;
    }

    /* Another position is shown. A game that went another way forgets what no longer holds. */
    follow(table: Table, shown: number): void {
        const before = this.table;
        const alike = before && before.kept === table.kept && before.game === table.game;
        const common = alike ? commonLength(before, table) : 0;
        for (const ply of this.points.keys()) if (ply > common || !alike) this.points.delete(ply);
        this.table = table;
        this.shown = shown;
        const reward = table.over?.rewards[0];
        if (reward !== undefined) this.points.set(table.ply, { value: reward, best: null, sure: true });
        this.draw();
    }

    hear(event: Analysis | Progress): void {
        if (event.value !== undefined && this.table?.seats.length === 2) {
            const value = event.seat === 0 ? event.value : 1 - event.value;
            const sure = event.event === 'analysis';
            if (sure || !this.points.get(event.ply)?.sure) this.points.set(event.ply, { value, best: event.move ?? null, sure });
            this.draw();
        }
        if (event.event === 'analysis') this.heard?.(event);
    }

    stop(): void {
        this.running = false;
    }

    /* Thinks a moment about every decision, one after the other. */
    async run(): Promise<void> {
        const table = this.table;
        if (!table || this.running) return;
        this.running = true;
        this.draw();
        for (const ply of this.missing(table)) {
            if (!this.running || this.table !== table) break;
            try {
                await this.engine.think(ply);
                await this.settled(ply);
            } catch {
                break;
            }
        }
        this.running = false;
        this.draw();
        this.finished();
    }

    /* Decisions that no analysis has seen. */
    private missing(table: Table): number[] {
        return table.moves.flatMap(({ seat }, ply) => (seat === null || this.points.get(ply)?.sure ? [] : [ply]));
    }

    private settled(ply: number): Promise<void> {
        return new Promise((resolve) => {
            const late = window.setTimeout(done, SECONDS_EACH * 20_000);
            const self = this;
            function done(): void {
                window.clearTimeout(late);
                self.heard = null;
                resolve();
            }
            this.heard = (analysis) => {
                if (analysis.ply === ply && (analysis.done || analysis.seconds >= SECONDS_EACH || !this.running)) done();
            };
        });
    }

    /* ---- Mistakes ---- */

    /* How much the one who moved could expect less after the move than before it. */
    private mistakes(): Mistake[] {
        const mistakes: Mistake[] = [];
        this.table?.moves.forEach(({ seat }, ply) => {
            const before = this.points.get(ply);
            const after = this.points.get(ply + 1);
            if (seat === null || !before?.sure || !after?.sure) return;
            const lost = (before.value - after.value) * (seat === 0 ? 1 : -1);
            if (lost >= MISTAKE) mistakes.push({ ply, lost });
        });
        return mistakes.sort((one, other) => other.lost - one.lost).slice(0, SHOWN);
    }

    /* ---- Drawing ---- */

    private draw(): void {
        const { table } = this;
        if (!table || table.seats.length !== 2) {
            replace(this.element);
            return;
        }
        const mistakes = this.mistakes();
        const missing = this.missing(table).length;
        replace(
            this.element,
            this.points.size > 1 ? this.graph(table, mistakes) : null,
            ...mistakes.map((mistake) => this.describe(table, mistake)),
            this.running
                ? h('p', { class: 'empty' }, `Reviewing: ${missing} positions left…`)
                : missing > 1
                  ? h('button', { type: 'button', click: () => void this.run() }, 'Review the whole game')
                  : null,
        );
    }

    private graph(table: Table, mistakes: Mistake[]): Element {
        const length = Math.max(1, table.ply);
        const place = (ply: number, value: number): string =>
            `${number((ply / length) * WIDTH)} ${number(HEIGHT - value * HEIGHT)}`;
        const all = [...this.points].filter(([ply]) => ply <= length).sort(([one], [other]) => one - other);
        const line = all.map(([ply, { value }]) => place(ply, value)).join('L');
        const first = all[0]?.[0] ?? 0;
        const last = all.at(-1)?.[0] ?? 0;
        const x = number((this.shown / length) * WIDTH);
        const svg = s(
            'svg',
            {
                class: 'graph',
                viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
                preserveAspectRatio: 'none',
                role: 'img',
                'aria-label': `What ${titled(table.seats[0]?.name ?? '')} could expect at each move`,
            },
            s('path', { class: 'area', d: `M${place(first, 0)}L${line}L${place(last, 0)}Z` }),
            s('path', { class: 'half', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
            s('path', { class: 'curve', d: `M${line}` }),
            ...mistakes.map(({ ply }) => s('path', { class: 'slip', d: `M${number(((ply + 1) / length) * WIDTH)} 0V${HEIGHT}` })),
            s('path', { class: 'now', d: `M${x} 0V${HEIGHT}` }),
        );
        const choose = (event: PointerEvent): void => {
            if (event.buttons === 0 && event.type !== 'pointerdown') return;
            const { left, width } = svg.getBoundingClientRect();
            const ply = Math.round(((event.clientX - left) / width) * length);
            if (ply !== this.shown) this.show(Math.min(length, Math.max(0, ply)));
        };
        svg.addEventListener('pointerdown', choose);
        svg.addEventListener('pointermove', choose);
        return svg;
    }

    private describe(table: Table, { ply, lost }: Mistake): Element {
        const move = table.moves[ply];
        const better = this.points.get(ply)?.best;
        const who = titled(table.seats[move?.seat ?? 0]?.name ?? '');
        const what = better && better !== move?.move ? `; better was ${better}` : '';
        return h(
            'button',
            { type: 'button', class: 'mistake', title: 'Show the position before this move', click: () => this.show(ply) },
            h('strong', {}, `${who} ${move?.move ?? ''}`),
            ` lost ${percent(lost)}${what}`,
        );
    }
}

function commonLength(one: Table, other: Table): number {
    const most = Math.min(one.moves.length, other.moves.length);
    for (let ply = 0; ply < most; ply++) if (one.moves[ply]?.move !== other.moves[ply]?.move) return ply;
    return most;
}
