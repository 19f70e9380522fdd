/* The start: four living boards, one click to a game, and the choices beside them. */
import { Choices, choiceFor, seatsOf, specOf } from './choices';
import type { Choice } from './choices';
import { h, replace } from './dom';
import type { Engine } from './engine';
import { Kept } from './kept';
import { Living } from './living';
import { recall, remember } from './memory';
import type { Game, Hello, Table } from './protocol';
import { sentence, titled } from './words';

export interface StartHost {
    open(table: Table): void;
    setUp(spec: string): void;
    openText(text: string): Promise<void>; // a record
    rules(game: string): void;
}

export class StartScreen {
    readonly element: HTMLElement;
    private living: Living[] = [];
    private cards = new Map<string, HTMLElement>();
    private side = h('aside', { class: 'side' });
    private choices: Choices | null = null;

    constructor(private engine: Engine, private hello: Hello, running: Table | null, private host: StartHost) {
        const boards = h('div', { class: 'boards' }, ...hello.games.map((game, index) => this.card(game, index)));
        this.element = h(
            'main',
            { class: 'start-screen' },
            h('h1', { class: 'unseen' }, 'Causeway: Hex, Hive, Six and Tantrix'),
            running && running.ply > 0 ? this.goOn(running) : null,
            boards,
            this.side,
        );
        const chosen = recall('chosen', hello.games[0]?.name ?? '');
        this.select(hello.games.find((game) => game.name === chosen) ?? (hello.games[0] as Game));
    }

    leave(): void {
        this.living.forEach((living) => living.stop());
    }

    private goOn(table: Table): HTMLElement {
        const what = table.over ? `Your last game of ${table.title}: ${sentence(table.over.sentence)}` : `A game of ${table.title} is waiting.`;
        return h(
            'p',
            { class: 'go-on' },
            h('span', {}, what),
            h('button', { type: 'button', class: 'main', click: () => this.host.open(table) }, table.over ? 'Look at it' : 'Go on'),
        );
    }

    private card(game: Game, index: number): HTMLElement {
        const living = new Living(this.engine, game.name, game.title, index * 450);
        this.living.push(living);
        const play = h(
            'button',
            { type: 'button', class: 'main', click: () => this.play(game) },
            'Play',
            h('span', { class: 'unseen' }, ` ${game.title}`),
        );
        const card = h(
            'article',
            { class: 'card', 'data-game': game.name },
            h(
                'button',
                { type: 'button', class: 'window', 'aria-label': `${game.title}: choose how to play`, click: () => this.select(game, true) },
                living.board.element,
            ),
            h(
                'div',
                { class: 'about' },
                h('h2', {}, game.title),
                h('p', {}, `${titled(game.summary)}.`),
                h(
                    'div',
                    { class: 'row' },
                    play,
                    h(
                        'button',
                        { type: 'button', class: 'choose', click: () => this.select(game, true) },
                        'Choose',
                        h('span', { class: 'unseen' }, ` how to play ${game.title}`),
                    ),
                    h(
                        'button',
                        { type: 'button', click: () => this.host.rules(game.name) },
                        'Rules',
                        h('span', { class: 'unseen' }, ` of ${game.title}`),
                    ),
                ),
            ),
        );
        this.cards.set(game.name, card);
        return card;
    }

    private select(game: Game, reveal = false): void {
        remember('chosen', game.name);
        for (const [name, card] of this.cards) {
            card.classList.toggle('chosen', name === game.name);
            card.querySelector('.window')?.setAttribute('aria-pressed', String(name === game.name));
        }
        this.choices = new Choices(this.engine, game, this.hello.levels, () => this.play(game), (spec) => this.host.setUp(spec));
        replace(
            this.side,
            h('section', { class: 'choose-panel', 'aria-label': `New game of ${game.title}` }, h('h2', {}, game.title), this.choices.element),
            new Kept(this.engine, this.host).element,
        );
        if (reveal) this.side.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
    }

    private play(game: Game): void {
        const choice = choiceFor(game);
        this.begin(game, choice).catch((reason: unknown) => {
            this.select(game);
            this.choices?.complain(titled(reason instanceof Error ? reason.message : String(reason)));
        });
    }

    private async begin(game: Game, choice: Choice): Promise<void> {
        const spec = specOf(game, choice);
        const { seats } = await this.engine.check(spec);
        const { table } = await this.engine.begin({
            game: spec,
            seats: seatsOf(choice, seats.length),
            ...(choice.clock > 0 ? { clock: choice.clock, increment: choice.increment } : {}),
            ...(choice.mode === 'watch' ? { pace: 0.5 } : {}),
        });
        this.host.open(table);
    }
}
