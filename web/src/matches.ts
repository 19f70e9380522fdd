/* Matches between chosen players: a form, and for each match a table that grows, with Elo and a sequential test. */
import { h, replace } from './dom';
import type { Engine } from './engine';
import { messageOf } from './experiments';
import type { Bench } from './lab';
import { progressText } from './lab';
import { recall, remember } from './memory';
import type { Game, Standings, Tally, Work } from './protocol';
import { percent } from './words';

interface Wish {
    game: string;
    players: string[];
    games: number;
    test: boolean;
    elo0: number;
    elo1: number;
}

const FIRST: Wish = { game: 'hex:size=7', players: ['mcts:sims=400', 'mcts:sims=100'], games: 40, test: false, elo0: 0, elo1: 30 };

export class Matches implements Bench {
    readonly element: HTMLElement;
    private form = h('form', { class: 'wish', 'aria-label': 'a new match', submit: (event: Event) => this.submit(event) });
    private list = h('div', { class: 'matches' });
    private trouble = h('p', { class: 'trouble', role: 'alert' });
    private wish = recall<Wish>('lab.match', FIRST);
    private drawn = '';

    constructor(private engine: Engine, private games: Game[], private poll: () => void) {
        this.element = h('div', { class: 'bench matches-bench' }, this.form, this.list);
        this.drawForm();
    }

    worked(works: Work[]): void {
        const own = works.filter((work) => work.match).reverse();
        const text = JSON.stringify(own.map(({ left: _left, ...rest }) => rest));
        if (text === this.drawn) return;
        this.drawn = text;
        if (own.length === 0) replace(this.list, h('p', { class: 'empty' }, 'No matches yet. Choose players, and the table grows here game by game.'));
        else replace(this.list, ...own.map((work) => drawMatch(work)));
    }

    /* ---- The form ---- */

    private drawForm(): void {
        const { wish } = this;
        const field = (label: string, input: HTMLElement): HTMLElement => h('label', { class: 'field' }, h('span', {}, label), input);
        const number = (name: 'games' | 'elo0' | 'elo1', low: number, high: number): HTMLInputElement =>
            h('input', { type: 'number', name, min: low, max: high, value: wish[name], change: (event: Event) => this.set({ [name]: Number((event.target as HTMLInputElement).value) }) });
        replace(
            this.form,
            h('h2', {}, 'A new match'),
            field('Game', h('input', { type: 'text', name: 'game', list: 'lab-games', value: wish.game, autocomplete: 'off', spellcheck: 'false', change: (event: Event) => this.set({ game: (event.target as HTMLInputElement).value }) })),
            h('datalist', { id: 'lab-games' }, ...this.games.map((game) => h('option', { value: game.name }))),
            ...wish.players.map((player, index) => this.playerField(player, index)),
            h('button', { type: 'button', class: 'more', click: () => this.set({ players: [...wish.players, 'random'] }, true) }, 'Another player'),
            field('Games each', number('games', 2, 100000)),
            h(
                'label',
                { class: 'field check' },
                h('span', {}, 'Test'),
                h('input', { type: 'checkbox', name: 'test', checked: wish.test, disabled: wish.players.length !== 2, change: (event: Event) => this.set({ test: (event.target as HTMLInputElement).checked }, true) }),
                h('small', {}, 'end when it is decided (SPRT, two players)'),
            ),
            wish.test ? field('Elo, at most', number('elo0', -500, 500)) : null,
            wish.test ? field('or at least', number('elo1', -500, 500)) : null,
            h('button', { type: 'submit', class: 'main' }, 'Play the match'),
            this.trouble,
        );
    }

    private playerField(player: string, index: number): HTMLElement {
        const change = (value: string): void => this.set({ players: this.wish.players.map((one, place) => (place === index ? value : one)) });
        return h(
            'div',
            { class: 'field player' },
            h('label', {}, h('span', {}, `Player ${index + 1}`), h('input', { type: 'text', name: `player-${index}`, value: player, autocomplete: 'off', spellcheck: 'false', input: (event: Event) => change((event.target as HTMLInputElement).value) })),
            this.wish.players.length > 2
                ? h('button', { type: 'button', class: 'plain', title: 'Leave out', 'aria-label': `Leave out player ${index + 1}`, click: () => this.set({ players: this.wish.players.filter((_, place) => place !== index) }, true) }, '×')
                : null,
        );
    }

    private set(part: Partial<Wish>, redraw = false): void {
        this.wish = { ...this.wish, ...part };
        if (this.wish.players.length !== 2) this.wish.test = false;
        remember('lab.match', this.wish);
        if (redraw) this.drawForm();
    }

    private submit(event: Event): void {
        event.preventDefault();
        const { game, players, games, test, elo0, elo1 } = this.wish;
        this.trouble.textContent = '';
        void this.engine.match({ game, players: players.map((one) => one.trim()), games, ...(test ? { elo0, elo1 } : {}) }).then(
            () => this.poll(),
            (reason: unknown) => (this.trouble.textContent = messageOf(reason)),
        );
    }
}

/* ---- A match ---- */

function drawMatch(work: Work): HTMLElement {
    const { match, standings } = work;
    return h(
        'section',
        { class: 'match', 'aria-label': match?.players.join(' against ') ?? 'a match' },
        h('h2', {}, match?.game ?? ''),
        h('p', { class: 'how' }, progressText(work)),
        standings ? drawTable(standings) : null,
        standings?.test ? drawTest(standings.test) : null,
        standings ? h('p', { class: 'note' }, `Who moved first scored ${percent(standings.first.score)} (${percent(standings.first.low)} to ${percent(standings.first.high)}).`) : null,
    );
}

function elo(tally: Tally): string {
    const text = (value: number | null): string => (value === null ? '∞' : `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(Math.round(value))}`);
    if (tally.games === 0) return '';
    const low = tally.elo_low === null ? '−∞' : text(tally.elo_low);
    return `${tally.elo === null ? (tally.score > 0.5 ? '+∞' : '−∞') : text(tally.elo)} (${low} to ${tally.elo_high === null ? '+∞' : text(tally.elo_high)})`;
}

function drawTable(standings: Standings): HTMLElement {
    const order = standings.players.map((_, index) => index).sort((one, other) => (standings.players[other]?.score ?? 0) - (standings.players[one]?.score ?? 0));
    const many = standings.players.length > 2;
    return h(
        'div',
        { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'standings' },
        h(
            'table',
            {},
            h('thead', {}, h('tr', {}, ...['Player', 'Games', 'Won', 'Drawn', 'Lost', 'Score', '95 %', 'Elo', ...(many ? order.map((_, place) => `v ${place + 1}`) : [])].map((name) => h('th', { scope: 'col' }, name)))),
            h(
                'tbody',
                {},
                ...order.map((index, place) => {
                    const row = standings.players[index] as Tally & { player: string };
                    return h(
                        'tr',
                        {},
                        h('th', { scope: 'row' }, many ? `${place + 1}. ${row.player}` : row.player),
                        ...[row.games, row.wins, row.draws, row.losses].map((value) => h('td', {}, value.toLocaleString('en'))),
                        h('td', {}, percent(row.score)),
                        h('td', {}, `${percent(row.low)} to ${percent(row.high)}`),
                        h('td', {}, elo(row)),
                        ...(many ? order.map((other) => h('td', {}, versus(standings, index, other))) : []),
                    );
                }),
            ),
        ),
    );
}

function versus(standings: Standings, one: number, other: number): string {
    const score = standings.versus[one]?.[other];
    return score === null || score === undefined ? '' : percent(score);
}

function drawTest(test: NonNullable<Standings['test']>): HTMLElement {
    const ratio = test.ratio ?? 0;
    const words = {
        open: 'not decided yet',
        elo0: `decided: not more than ${test.elo0} Elo better`,
        elo1: `decided: at least ${test.elo1} Elo better`,
    };
    return h(
        'div',
        { class: `test ${test.decision}` },
        h('meter', { min: -test.bound, max: test.bound, value: Math.max(-test.bound, Math.min(test.bound, ratio)), 'aria-label': 'log-likelihood ratio' }),
        h('p', {}, `Sequential test of ${test.elo0} against ${test.elo1} Elo: ${words[test.decision]} (log-likelihood ratio ${ratio.toFixed(2)}, from −${test.bound.toFixed(2)} to ${test.bound.toFixed(2)}).`),
    );
}
