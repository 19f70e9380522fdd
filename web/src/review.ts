/* The game as a whole: a quiet graph of what the first seat could expect at each move, where most was lost, and what was
 * better there. Every analysis and every thought of an engine adds its point; a review asks for all that are missing. */
import { arrange, h, s } from './dom';
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

/* How a mistake is marked in the list of moves. */
export interface Slip {
    sign: string;
    words: string;
}

/* From so much lost on. */
const SIGNS: [number, string][] = [
    [0.5, '??'],
    [0.25, '?'],
    [MISTAKE, '?!'],
];

export class Review {
    readonly element = h('section', { class: 'review', 'aria-label': 'the game as a whole' });
    private points = new Map<number, Point>();
    private table: Table | null = null;
    private shown = 0;
    private heard: ((analysis: Analysis) => void) | null = null;
    private running = false;
    private asked = 0; // positions of the review that runs

    /* What is drawn ten times a second stays the same thing: it may be pressed or dragged meanwhile. */
    private graph = new Graph((ply) => this.show(ply));
    private list = h('div', { class: 'mistakes' });
    private buttons = new Map<number, ReturnType<Review['mistakeButton']>>();
    private begin = h('button', { type: 'button', click: () => void this.run() }, 'Review the whole game');
    private told = h('span', {});
    private bar = h('progress', { 'aria-label': 'the review' });
    private under = h('div', { class: 'under-way' }, this.told, this.bar, h('button', { type: 'button', click: () => this.stop() }, 'Stop'));

    constructor(
        private engine: Engine,
        private show: (ply: number) => void,
        private finished: () => void,
        private mark: (slips: Map<number, Slip>) => void,
    ) {}

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
        this.release?.();
    }

    /* Thinks a moment about every decision, one after the other. */
    async run(): Promise<void> {
        const table = this.table;
        if (!table || this.running) return;
        const plies = this.missing(table);
        this.running = true;
        this.asked = plies.length;
        this.draw();
        for (const ply of plies) {
            if (!this.running || !this.table || !isSameGame(this.table, table)) break;
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

    private release: (() => void) | null = null; // ends the wait for an opinion

    private async settled(ply: number): Promise<void> {
        let late = 0;
        await new Promise<void>((resolve) => {
            late = window.setTimeout(resolve, SECONDS_EACH * 20_000);
            this.release = resolve;
            this.heard = (analysis) => {
                if (analysis.ply === ply && (analysis.done || analysis.seconds >= SECONDS_EACH)) resolve();
            };
        });
        window.clearTimeout(late);
        this.heard = this.release = null;
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
        return mistakes.sort((one, other) => other.lost - one.lost);
    }

    private slips(table: Table, mistakes: Mistake[]): Map<number, Slip> {
        return new Map(
            mistakes.map(({ ply, lost }) => [
                ply + 1,
                { sign: SIGNS.find(([least]) => lost >= least)?.[1] ?? '', words: titled(this.words(table, { ply, lost })) },
            ]),
        );
    }

    /* ---- Drawing ---- */

    private draw(): void {
        const { table } = this;
        if (!table || table.seats.length !== 2) {
            arrange(this.element);
            return;
        }
        const mistakes = this.mistakes();
        const missing = this.missing(table).length;
        this.graph.draw(table, this.points, mistakes, this.shown);
        this.told.textContent = `Reviewing: ${missing} ${missing === 1 ? 'position' : 'positions'} left`;
        this.bar.max = this.asked;
        this.bar.value = this.asked - missing;
        arrange(this.list, ...mistakes.slice(0, SHOWN).map((mistake) => this.describe(table, mistake)));
        arrange(
            this.element,
            this.points.size > 2 ? this.graph.element : null,
            this.list,
            this.running ? this.under : missing > 1 ? this.begin : null,
        );
        this.mark(this.slips(table, mistakes));
    }

    private words(table: Table, { ply, lost }: Mistake): string {
        const better = this.points.get(ply)?.best;
        return `lost ${percent(lost)}${better && better !== table.moves[ply]?.move ? `; better was ${better}` : ''}`;
    }

    private mistakeButton(ply: number) {
        const name = h('strong', {});
        const words = h('span', {});
        const click = (): void => this.show(ply);
        return { name, words, element: h('button', { type: 'button', class: 'mistake', title: 'Show the position before this move, and what was better', click }, name, words) };
    }

    private describe(table: Table, mistake: Mistake): Element {
        const { ply } = mistake;
        const button = this.buttons.get(ply) ?? this.mistakeButton(ply);
        const move = table.moves[ply];
        this.buttons.set(ply, button);
        button.name.textContent = `${titled(table.seats[move?.seat ?? 0]?.name ?? '')} ${move?.move ?? ''}`;
        button.words.textContent = ` ${this.words(table, mistake)}`;
        return button.element;
    }
}

/* What the first seat could expect at each move, as an area; a touch or a drag shows the position there. */
class Graph {
    private area = s('path', { class: 'area' });
    private curve = s('path', { class: 'curve' });
    private slips = s('path', { class: 'slip' });
    private now = s('path', { class: 'now' });
    private svg = s(
        'svg',
        { class: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img' },
        this.area,
        s('path', { class: 'half', d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
        this.curve,
        this.slips,
        this.now,
    );
    private words = h('figcaption', {});
    readonly element = h('figure', {}, this.svg, this.words);
    private length = 1;
    private shown = 0;

    constructor(private show: (ply: number) => void) {
        this.svg.addEventListener('pointerdown', (event) => {
            this.svg.setPointerCapture(event.pointerId); // the graph may move while what stands above it changes
            this.choose(event);
        });
        this.svg.addEventListener('pointermove', (event) => event.buttons > 0 && this.choose(event));
    }

    draw(table: Table, points: Map<number, Point>, mistakes: Mistake[], shown: number): void {
        this.length = Math.max(1, table.ply);
        this.shown = shown;
        const across = (ply: number): string => number((ply / this.length) * WIDTH);
        const place = (ply: number, value: number): string => `${across(ply)} ${number(HEIGHT - value * HEIGHT)}`;
        const all = [...points].filter(([ply]) => ply <= this.length).sort(([one], [other]) => one - other);
        const stretches = stretchesOf(table, all);
        const lines = stretches.map((stretch) => stretch.map(([ply, { value }]) => place(ply, value)).join('L'));
        const ends = stretches.map((stretch) => [stretch[0]?.[0] ?? 0, stretch.at(-1)?.[0] ?? 0] as const);
        this.words.textContent = `What ${titled(table.seats[0]?.name ?? '')} could expect, move by move`;
        this.svg.setAttribute('aria-label', this.words.textContent);
        this.area.setAttribute('d', lines.map((line, i) => `M${place(ends[i]?.[0] ?? 0, 0)}L${line}L${place(ends[i]?.[1] ?? 0, 0)}Z`).join(''));
        this.curve.setAttribute('d', lines.map((line, i) => `M${line}${stretches[i]?.length === 1 ? 'h0.01' : ''}`).join(''));
        this.slips.setAttribute('d', mistakes.slice(0, SHOWN).map(({ ply }) => `M${across(ply + 1)} 0V${HEIGHT}`).join(''));
        this.now.setAttribute('d', `M${across(shown)} 0V${HEIGHT}`);
    }

    private choose(event: PointerEvent): void {
        const { left, width } = this.svg.getBoundingClientRect();
        const ply = Math.round(((event.clientX - left) / width) * this.length);
        const next = Math.min(this.length, Math.max(0, ply));
        if (next !== this.shown) this.show(next);
    }
}

/* The points in stretches without a decision of which nothing is known: between them there is no line. */
function stretchesOf(table: Table, all: [number, Point][]): [number, Point][][] {
    const known = new Set(all.map(([ply]) => ply));
    const stretches: [number, Point][][] = [];
    let before = -1;
    for (const point of all) {
        const isBroken = table.moves.slice(before + 1, point[0]).some(({ seat }, index) => seat !== null && !known.has(before + 1 + index));
        if (isBroken || stretches.length === 0) stretches.push([]);
        stretches.at(-1)?.push(point);
        before = point[0];
    }
    return stretches;
}

function isSameGame(one: Table, other: Table): boolean {
    return one.kept === other.kept && one.game === other.game && commonLength(one, other) === Math.max(one.moves.length, other.moves.length);
}

function commonLength(one: Table, other: Table): number {
    const most = Math.min(one.moves.length, other.moves.length);
    for (let ply = 0; ply < most; ply++) if (one.moves[ply]?.move !== other.moves[ply]?.move) return ply;
    return most;
}
