/* Analysis of the position on the board: value, the share of visits as discs on the board, the best line. */
import { Analysts } from './analysts';
import type { Board } from './board';
import { arrange, h, replace } from './dom';
import type { Engine } from './engine';
import { recall, remember } from './memory';
import { Notes } from './notes';
import { ghosts, heat, insight } from './overlays';
import type { Analysis, Candidate, Insight, InsightLayer, Progress, Table } from './protocol';
import { Review } from './review';
import type { Slip } from './review';
import { percent, sentence, titled } from './words';

const SHOWN = 5;
const LATE_MS = 2000; // what still comes of the position before

const OWN_LAYERS = [
    { name: 'heat', title: 'Heat', help: 'How often each move was tried, as area, with its value' },
    { name: 'line', title: 'Best line', help: 'What the engine expects, as numbered ghosts' },
];

export class Study {
    readonly element = h('section', { class: 'study', 'aria-label': 'analysis', tabindex: 0, hidden: true });
    private about = h('div', {});
    private review: Review;
    private table: Table | null = null;
    private ply = 0;
    private variation = 0;
    private notes: Notes;
    private knowledge: InsightLayer[] = [];
    private summaries = h('div', { class: 'summaries' });
    private latest: ({ analysis: Analysis; best: Candidate[] } | null)[] = [null, null];
    private drawn = 0; // whose opinion lies on the board
    private followed = 0; // when this position was asked about
    private opinions = [0, 1].map((number) => {
        const name = this.nameButton(number);
        const words = h('div', {});
        return { name, words, element: h('div', { class: 'opinion' }, name, words) };
    });
    private analysts: Analysts;
    private layers = recall<Record<string, boolean>>('layers', { heat: true, line: true });
    private switches = h('div', { class: 'switches', role: 'group', 'aria-label': 'what is shown on the board' });

    constructor(
        private engine: Engine,
        private board: Board,
        show: (ply: number, variation?: number) => void,
        changed: (table: Table) => void,
        mark: (slips: Map<number, Slip>) => void,
        setUp: (() => void) | null,
    ) {
        this.review = new Review(engine, show, () => this.table && this.follow(this.table, this.ply, this.variation), mark);
        this.analysts = new Analysts(engine, () => this.table && this.follow(this.table, this.ply, this.variation));
        this.notes = new Notes(engine, show, changed, setUp);
        this.drawSwitches();
        replace(this.element, this.about, this.switches, this.summaries, this.review.element, this.notes.element, this.analysts.element);
    }

    get isOpen(): boolean {
        return !this.element.hidden;
    }

    toggle(table: Table, ply: number, variation: number): void {
        this.element.hidden = this.isOpen;
        if (this.isOpen) {
            this.follow(table, ply, variation);
        } else {
            this.close();
        }
    }

    close(): void {
        this.element.hidden = true;
        this.review.stop();
        this.latest = [null, null];
        this.knowledge = [];
        this.lay();
        void this.engine.stop().catch(() => undefined);
    }

    /* The board shows another position: think about that one. */
    follow(table: Table, ply: number, variation = 0): void {
        this.table = table;
        this.ply = ply;
        this.variation = variation;
        this.notes.follow(table, ply, variation);
        this.review.follow(table, ply);
        if (!this.isOpen) return;
        this.latest = [null, null];
        this.drawn = 0;
        this.analysts.follow(table.name, table.game);
        this.followed = performance.now();
        this.knowledge = [];
        this.board.study([]);
        if (this.review.isRunning) return;
        if (table.over && ply === table.ply && variation === 0) {
            replace(this.about, h('p', { class: 'empty' }, 'The game is over. Step back to study it.'));
            return;
        }
        this.about.style.minHeight = `${this.about.offsetHeight}px`; // what stands below does not jump at every step
        replace(this.about, h('p', { class: 'empty' }, 'The engine begins to think about this position.'));
        void this.engine.think(ply, this.analysts.current, variation).then(
            () => this.analysts.complain(''),
            (reason: unknown) => {
                replace(this.about, h('p', { class: 'empty' }, 'No analysis.'));
                this.analysts.complain(reason instanceof Error ? reason.message : String(reason));
            },
        );
    }

    /* What an engine at the table thinks of its own position is a point of the graph too. */
    overhear(progress: Progress): void {
        this.review.hear(progress);
    }

    hear(analysis: Analysis, shown: number): void {
        const aside = analysis.variation ?? 0;
        if (analysis.analyst === 0 && aside === 0) this.review.hear(analysis);
        if (!this.isOpen) return;
        if (analysis.ply !== this.ply || analysis.ply !== shown || aside !== this.variation) {
            this.suspect();
            return;
        }
        const seen = analysis.candidates.filter((one) => one.visits > 0 || one.proof);
        const best = seen.sort((one, other) => Number(other.move === analysis.move) - Number(one.move === analysis.move));
        this.latest[analysis.analyst] = { analysis, best };
        this.lay();
        this.list();
    }

    /* One position is thought about at a table: another tab may have chosen another one. */
    private suspect(): void {
        if (this.review.isRunning || performance.now() - this.followed < LATE_MS) return;
        this.followed = Infinity; // said once
        this.latest = [null, null];
        this.lay();
        const again = (): unknown => this.table && this.follow(this.table, this.ply, this.variation);
        replace(
            this.about,
            h('p', { class: 'empty' }, 'Another tab studies another position of this game.'),
            h('button', { type: 'button', click: again }, 'Study this one'),
        );
    }

    /* ---- Layers ---- */

    /* Everything that is switched on, over the board and the hand. */
    lay(): void {
        const { analysis, best } = this.latest[this.drawn] ?? {};
        const shown = this.knowledge.filter(({ name }) => this.isOn(name));
        const line = ghosts(this.board, analysis && this.isOn('line') ? analysis.line : []);
        const overlays = shown.map((layer) => insight(this.board, layer, line.places));
        if (best && this.isOn('heat')) overlays.push(heat(this.board, best, line.places));
        overlays.push(line);
        this.board.study(
            overlays.flatMap((one) => one.drawings),
            overlays.flatMap((one) => one.places),
        );
        this.layOverHand(shown);
    }

    /* What the things in the hand of whoever decides would bring. */
    private layOverHand(shown: InsightLayer[]): void {
        const brings = new Map(shown.flatMap(({ marks }) => marks.map(({ hand, text }) => [hand, text] as const)));
        for (const item of this.element.parentElement?.querySelectorAll<HTMLElement>('.item') ?? []) {
            const text = item.closest('.seat.deciding') ? brings.get(Number(item.dataset.item)) : undefined;
            if (text) item.dataset.brings = text;
            else delete item.dataset.brings;
        }
    }

    /* What the game itself knows of the position. */
    learn(told: Insight, shown: number): void {
        if (!this.isOpen || told.ply !== this.ply || told.ply !== shown || (told.variation ?? 0) !== this.variation) return;
        this.knowledge = told.layers;
        this.drawSwitches();
        this.lay();
    }

    private isOn(layer: string): boolean {
        return this.layers[layer] ?? false;
    }

    private switchLayer(layer: string): void {
        this.layers[layer] = !this.isOn(layer);
        remember('layers', this.layers);
        this.drawSwitches();
        this.lay();
    }

    private drawSwitches(): void {
        const known = this.knowledge.map(({ name, title, summary }) => ({ name, title, help: summary ?? title }));
        replace(
            this.switches,
            ...[...OWN_LAYERS, ...known].map(({ name, title, help }) =>
                h(
                    'button',
                    { type: 'button', class: 'switch', title: help, 'aria-pressed': String(this.isOn(name)), click: () => this.switchLayer(name) },
                    title,
                ),
            ),
        );
        const told = this.knowledge.filter(({ name, summary }) => summary && this.isOn(name));
        replace(this.summaries, ...told.map(({ summary }) => h('p', {}, summary as string)));
    }

    private list(): void {
        const opinions = this.latest.filter((one) => one !== null);
        const compared = this.analysts.current.rival !== undefined;
        if (opinions.length > 0) this.about.style.minHeight = '';
        this.about.className = compared ? 'opinions compared' : 'opinions';
        arrange(this.about, ...opinions.map(({ analysis, best }) => this.opinion(analysis, best, compared)));
    }

    /* The name of an analyst. Of two, a touch on it lays its opinion over the board. */
    private nameButton(number: number): HTMLButtonElement {
        const draw = (): void => {
            this.drawn = number;
            this.lay();
            this.list();
        };
        return h('button', { type: 'button', class: 'analyst', title: 'Show this opinion on the board', click: draw });
    }

    /* What one analyst thinks. Its name stays the same button: it may be pressed between two of ten a second. */
    private opinion(analysis: Analysis, best: Candidate[], compared: boolean): Element {
        const { element, name, words } = this.opinions[analysis.analyst] as (typeof this.opinions)[number];
        name.textContent = analysis.player;
        name.hidden = !compared;
        name.setAttribute('aria-pressed', String(this.drawn === analysis.analyst));
        replace(
            words,
            h('p', { class: 'value' }, h('strong', {}, this.value(analysis)), h('span', {}, state(analysis))),
            h(
                'ol',
                { class: 'candidates' },
                ...best.slice(0, SHOWN).map((candidate) =>
                    h(
                        'li',
                        {},
                        h('span', { class: 'name' }, candidate.move),
                        h('span', { title: candidate.at_most ? 'No better than this: it was left at that' : null }, worth(candidate)),
                        h('span', { class: 'share' }, percent(candidate.share)),
                    ),
                ),
            ),
            analysis.note ? h('p', { class: 'best-line' }, sentence(analysis.note)) : null,
            analysis.line.length > 0 ? h('p', { class: 'best-line' }, `Best line: ${analysis.line.slice(0, 8).map((step) => step.move).join(' ')}`) : null,
        );
        return element;
    }

    private value(analysis: Analysis): string {
        const seat = titled(this.table?.seats[analysis.seat]?.name ?? '');
        if (analysis.proof) return `${seat}: proved ${analysis.proof}`;
        return analysis.value === undefined ? `${seat} to move` : `${seat} ${percent(analysis.value)}`;
    }
}

function state(analysis: Analysis): string {
    return analysis.place > 0 && !analysis.done ? `number ${analysis.place} in the queue` : effort(analysis);
}

/* What a move is worth, as far as is known. */
function worth({ proof, value, at_most }: Candidate): string {
    if (proof) return proof;
    return value === undefined ? '' : `${at_most ? '≤ ' : ''}${percent(value)}`;
}

/* How much was thought, how fast and how deep. */
function effort({ simulations, nodes, seconds, depth }: Analysis): string {
    const [work, unit] = simulations > 0 ? [simulations, 'playout'] : [nodes, 'position'];
    if (work === 0) return '';
    const speed = seconds > 0.05 ? `, ${short(work / seconds)} a second` : '';
    return `${work.toLocaleString('en')} ${unit}${work === 1 ? '' : 's'}${speed}${depth > 0 ? `, depth ${depth}` : ''}`;
}

function short(amount: number): string {
    return Number(amount.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 0 });
}
