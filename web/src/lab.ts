/* The laboratory: experiments of papers and one's own, matches, and the store's games. Work goes on at the server whether
 * anybody watches or not; while this screen is open it is asked how far it is. */
import { h, redraw, replace } from './dom';
import type { Engine } from './engine';
import { Experiments } from './experiments';
import { Matches } from './matches';
import type { Game, Table, Work } from './protocol';
import { Stored } from './stored';
import { titled } from './words';

const POLL_MS = 1000;

/* One of the laboratory's tables. */
export interface Bench {
    readonly element: HTMLElement;
    worked(works: Work[]): void;
    leave?(): void;
}

const rooms: [string, string][] = [
    ['experiments', 'Experiments'],
    ['matches', 'Matches'],
    ['games', 'Games'],
];

export class LabScreen {
    readonly element: HTMLElement;
    private bench: Bench;
    private works = h('section', { class: 'works', 'aria-label': 'work in the background' });
    private timer = 0;

    constructor(private engine: Engine, games: Game[], room: string, what: string, go: (hash: string) => void, open: (table: Table) => void) {
        const here = rooms.some(([name]) => name === room) ? room : 'experiments';
        if (here === 'matches') this.bench = new Matches(engine, games, () => void this.poll());
        else if (here === 'games') this.bench = new Stored(engine, games, Number(what) || 0, open);
        else this.bench = new Experiments(engine, what, go, () => void this.poll());
        const tabs = rooms.map(([name, label]) => h('a', { href: `#lab/${name}`, 'aria-current': name === here ? 'page' : null }, label));
        this.element = h('main', { class: 'lab' }, h('h1', { class: 'unseen' }, 'Laboratory'), h('nav', { class: 'tabs', 'aria-label': 'laboratory' }, ...tabs), this.works, this.bench.element);
        document.title = 'Laboratory · Causeway';
        void this.poll();
    }

    leave(): void {
        window.clearTimeout(this.timer);
        this.timer = -1;
        this.bench.leave?.();
    }

    key(): boolean {
        return false;
    }

    private async poll(): Promise<void> {
        if (this.timer === -1) return;
        window.clearTimeout(this.timer);
        try {
            if (!document.hidden) {
                const { works } = await this.engine.works();
                this.bench.worked(works);
                this.draw(works);
            }
        } catch {
            /* the next time */
        }
        if ((this.timer as number) !== -1) this.timer = window.setTimeout(() => void this.poll(), POLL_MS);
    }

    /* A line for each piece of work, drawn again only where it changed. */
    private drawn = '';

    private draw(works: Work[]): void {
        const text = JSON.stringify(works.map(({ work, state, stopping, played, wanted, left }) => [work, state, stopping, played, wanted, left && Math.round(left / 5)]));
        if (text === this.drawn) return;
        this.drawn = text;
        redraw(this.works, () => replace(this.works, ...works.map((work) => this.row(work))));
    }

    private row(work: Work): HTMLElement {
        const name = nameOf(work);
        const act = (label: string, what: () => Promise<object>): HTMLElement =>
            h('button', { type: 'button', 'aria-label': `${label}: ${name}`, click: () => void what().then(() => this.poll(), () => undefined) }, label);
        const rests = work.state === 'stopped' || work.state === 'failed';
        return h(
            'div',
            { class: `work ${work.state}` },
            h('a', { href: work.experiment ? `#lab/experiments/${encodeURIComponent(work.experiment)}` : '#lab/matches' }, name),
            h('progress', { max: work.wanted || 1, value: work.played, 'aria-label': `games of ${name}` }),
            h('span', { class: 'how' }, progressText(work)),
            rests ? act('Go on', () => this.engine.proceed(work.work)) : null,
            work.state === 'runs' || work.state === 'waits' ? act('Stop', () => this.engine.halt(work.work)) : act('Remove', () => this.engine.halt(work.work)),
        );
    }
}

export function nameOf(work: Work): string {
    return work.experiment ?? `${work.match?.players.join(' v ') ?? 'a match'}`;
}

export function progressText(work: Work): string {
    const games = `${work.played.toLocaleString('en')} of ${work.wanted.toLocaleString('en')} games`;
    if (work.state === 'failed') return titled(work.error ?? 'failed');
    if (work.state === 'waits') return 'waits for its turn';
    if (work.state === 'done') return `done, ${work.played.toLocaleString('en')} games`;
    if (work.state === 'stopped') return `stopped at ${games}`;
    if (work.stopping) return `stopping at ${games}`;
    return `${games}${work.left === null ? '' : ` · ${duration(work.left)} left`}`;
}

export function duration(seconds: number): string {
    if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
    if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
    if (seconds < 172800) return `${(seconds / 3600).toFixed(1)} h`;
    return `${Math.round(seconds / 86400)} days`;
}
