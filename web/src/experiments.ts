/* Experiments: those of papers and one's own, what they show, their verdict, and the figure as it grows. */
import { h, redraw, replace } from './dom';
import { Editor } from './editor';
import type { Engine } from './engine';
import { drawFigure, round } from './figure';
import type { Bench } from './lab';
import { progressText } from './lab';
import { recall, remember } from './memory';
import type { Experiment, ExperimentRow, Work } from './protocol';
import { titled } from './words';

const SHARES: [string, number][] = [
    ['1 % of the games', 0.01],
    ['10 % of the games', 0.1],
    ['all games', 1],
];
const NEW = 'new';
const OWN = 'Your own';

export class Experiments implements Bench {
    readonly element: HTMLElement;
    private list = h('nav', { class: 'experiment-list', 'aria-label': 'experiments' });
    private detail = h('section', { class: 'experiment', 'aria-live': 'off' });
    private rows: ExperimentRow[] = [];
    private shown: Experiment | null = null;
    private share = recall('lab.share', 0.1);
    private last = ''; // the state of the work on what is shown, so that only news is fetched

    constructor(private engine: Engine, private name: string, private go: (hash: string) => void, private poll: () => void) {
        this.element = h('div', { class: `bench experiments${name ? ' chosen' : ''}` }, this.list, this.detail);
        void this.load();
    }

    worked(works: Work[]): void {
        const own = works.find((work) => work.experiment === this.name);
        const now = own ? `${own.state} ${own.played} ${own.stopping}` : '';
        const unread = this.shown !== null && this.shown.read === false;
        if ((now !== this.last || unread) && this.name && this.name !== NEW && this.shown) void this.show();
        if (now !== this.last || this.rows.some((row) => row.read === false)) void this.refresh();
        this.last = now;
    }

    private async load(): Promise<void> {
        await this.refresh();
        if (this.name === NEW) this.edit('', '');
        else if (this.name) await this.show();
        else replace(this.detail, h('p', { class: 'empty' }, 'Choose an experiment to see what its paper says, what was found here, and to run it.'));
    }

    private async refresh(): Promise<void> {
        try {
            this.rows = (await this.engine.experiments()).experiments;
        } catch {
            return;
        }
        this.drawList();
    }

    /* ---- The list ---- */

    private drawnList = '';

    private drawList(): void {
        const text = JSON.stringify(this.rows.map((row) => [row.name, row.ruling, row.work?.state]));
        if (text === this.drawnList) return;
        this.drawnList = text;
        const papers = new Map<string, ExperimentRow[]>();
        for (const row of this.rows) {
            const paper = row.own ? OWN : (row.paper ?? 'Questions of our own');
            papers.set(paper, [...(papers.get(paper) ?? []), row]);
        }
        if (!papers.has(OWN)) papers.set(OWN, []);
        replace(
            this.list,
            ...[...papers].map(([paper, rows]) =>
                h(
                    'section',
                    {},
                    h('h2', {}, paper),
                    h('ul', {}, ...rows.map((row) => this.row(row))),
                    paper === OWN ? h('a', { class: 'add', href: `#lab/experiments/${NEW}` }, 'Write an experiment') : null,
                ),
            ),
        );
    }

    private row(row: ExperimentRow): HTMLElement {
        const state = row.work?.state === 'runs' ? 'running' : (row.ruling ?? '');
        return h(
            'li',
            {},
            h(
                'a',
                { href: `#lab/experiments/${encodeURIComponent(row.name)}`, 'aria-current': row.name === this.name ? 'page' : null },
                h('span', {}, row.title),
                h('small', { class: `verdict ${verdictClass(state, row.explained)}` }, row.error ? 'has an error' : state),
            ),
        );
    }

    /* ---- One of them ---- */

    private async show(): Promise<void> {
        try {
            this.shown = await this.engine.experiment(this.name);
            redraw(this.detail, () => this.shown && !this.detail.querySelector('.editor') && this.draw(this.shown));
        } catch (reason) {
            replace(this.detail, h('p', { class: 'trouble' }, messageOf(reason)));
        }
    }

    private draw(one: Experiment): void {
        const figure = one.points && one.plot ? drawFigure(one.points, one.plot) : null;
        replace(
            this.detail,
            h('a', { class: 'back', href: '#lab/experiments' }, '‹ All experiments'),
            h('h2', {}, one.title),
            h('p', { class: 'source' }, [one.paper, one.figure].filter(Boolean).join(', ')),
            one.error ? h('p', { class: 'trouble' }, titled(one.error)) : null,
            one.about ? h('p', {}, one.about) : null,
            one.expected ? h('p', {}, h('strong', {}, 'Expected: '), one.expected) : null,
            this.verdict(one),
            this.controls(one),
            figure ? h('figure', {}, figure, h('figcaption', {}, this.caption(one))) : h('p', { class: 'empty' }, one.read === false ? 'Reading the store…' : 'Nothing was played yet: run it to see the figure grow.'),
            one.rulings ? rulingTable(one) : null,
            ...(one.notes ?? []).map((note) => h('p', { class: 'note' }, note)),
            this.source(one),
        );
    }

    private caption(one: Experiment): string {
        const games = (one.points ?? []).reduce((sum, point) => sum + point.games, 0).toLocaleString('en');
        const from = one.table ? 'from the results that ship' : 'played here';
        return `Filled: ours, with 95 % intervals (${games} games, ${from}). Hollow: the paper’s.`;
    }

    private verdict(one: Experiment): HTMLElement | null {
        if (!one.rulings) return null;
        const { ruling } = one.rulings;
        const why = ruling === 'differs' ? ` · ${one.because ?? 'not known why'}` : '';
        return h('p', { class: `ruled verdict ${verdictClass(ruling, one.because !== undefined)}` }, h('strong', {}, titled(ruling)), why);
    }

    private controls(one: Experiment): HTMLElement {
        const { work } = one;
        const busy = work?.state === 'runs' || work?.state === 'waits';
        const act = (what: () => Promise<object>): void =>
            void what().then(
                () => {
                    this.poll();
                    void this.show();
                },
                (reason: unknown) => this.complain(messageOf(reason)),
            );
        const share = h(
            'select',
            { name: 'share', 'aria-label': 'how much of it to play', change: (event: Event) => this.choose(Number((event.target as HTMLSelectElement).value)) },
            ...SHARES.map(([label, value]) => h('option', { value, selected: value === this.share }, label)),
        );
        return h(
            'div',
            { class: 'controls' },
            busy && work
                ? h('button', { type: 'button', click: () => act(() => this.engine.halt(work.work)) }, 'Stop')
                : h('button', { type: 'button', class: 'main', disabled: Boolean(one.error), click: () => act(() => this.engine.run(one.name, this.share)) }, work?.state === 'stopped' ? 'Go on' : 'Run'),
            busy ? null : share,
            work ? h('span', { class: 'how' }, progressText(work)) : null,
            h('p', { class: 'trouble', role: 'alert' }, ''),
        );
    }

    private choose(share: number): void {
        this.share = share;
        remember('lab.share', share);
    }

    private complain(text: string): void {
        const place = this.detail.querySelector('.trouble');
        if (place) place.textContent = titled(text);
    }

    private source(one: Experiment): HTMLElement {
        const edit = (name: string): HTMLElement => h('button', { type: 'button', click: () => this.edit(name, one.text) }, one.own ? 'Edit' : 'Copy and change');
        const isOpen = this.detail.querySelector<HTMLDetailsElement>('details.source')?.open ?? false; // news must not close it
        return h(
            'details',
            { class: 'source', open: isOpen },
            h('summary', {}, 'The experiment as a file'),
            h('pre', { tabindex: 0 }, one.text),
            edit(one.own ? one.name : `my-${one.name}`),
            one.own ? h('button', { type: 'button', click: () => void this.erase(one.name) }, 'Delete') : null,
        );
    }

    private async erase(name: string): Promise<void> {
        try {
            await this.engine.erase(name);
            this.go('#lab/experiments');
        } catch (reason) {
            this.complain(messageOf(reason));
        }
    }

    private edit(name: string, text: string): void {
        const editor = new Editor(this.engine, name, text, {
            saved: (saved) => this.go(`#lab/experiments/${encodeURIComponent(saved)}`),
            cancelled: () => this.go(`#lab/experiments${this.shown ? `/${encodeURIComponent(this.shown.name)}` : ''}`),
        });
        replace(this.detail, h('a', { class: 'back', href: '#lab/experiments' }, '‹ All experiments'), editor.element);
    }
}

function rulingTable(one: Experiment): HTMLElement {
    return h(
        'div',
        { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'every figure, ours beside the paper’s' },
        h(
            'table',
            {},
            h('thead', {}, h('tr', {}, ...['Figure', 'Paper', 'Ours', '95 %', 'Games', 'Verdict'].map((name) => h('th', { scope: 'col' }, name)))),
            h(
                'tbody',
                {},
                ...(one.rulings?.figures ?? []).map((ruled) =>
                    h(
                        'tr',
                        {},
                        h('th', { scope: 'row' }, ruled.what),
                        h('td', {}, ruled.paper === null ? '' : String(ruled.paper)),
                        h('td', {}, ruled.games > 0 ? round(ruled.value) : ''),
                        h('td', {}, ruled.games > 0 && ruled.low !== null ? `${round(ruled.low)} to ${round(ruled.high)}` : ''),
                        h('td', {}, ruled.games.toLocaleString('en')),
                        h('td', { class: `verdict ${verdictClass(ruled.ruling, one.because !== undefined)}` }, ruled.ruling),
                    ),
                ),
            ),
        ),
    );
}

function verdictClass(ruling: string, explained = false): string {
    if (ruling === 'differs') return explained ? 'explained' : 'differs';
    return ruling.replace(' ', '-') || 'none';
}

export function messageOf(reason: unknown): string {
    return titled(reason instanceof Error ? reason.message : String(reason));
}
