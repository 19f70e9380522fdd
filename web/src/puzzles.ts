/* Puzzles: a position with one winning move, found by touching the board; right or wrong is told at once. */
import { Actions, icons } from './actions';
import { announce } from './announce';
import { Board } from './board';
import { h, replace, wantsStill } from './dom';
import type { Engine } from './engine';
import type { Place } from './geometry';
import { Gestures } from './gestures';
import { lookOf } from './looks';
import type { Look } from './looks';
import { recall, remember } from './memory';
import { Play } from './play';
import type { Answered, Game, Puzzle, PuzzleShown, Table } from './protocol';
import { Room } from './room';
import { SeatBar } from './seats';
import { chord, knock } from './sound';
import { titled } from './words';

const REPLY_MS = 550; // between the person's move and the answer to it
const GRADES = [1, 2, 3, 4, 5];

type Outcome = 'solved' | 'tried';

export class PuzzleScreen {
    readonly element: HTMLElement;
    private board = new Board('board', true);
    private play: Play;
    private look: Look;
    private puzzles: Puzzle[] = [];
    private number = 0;
    private shown: PuzzleShown | null = null;
    private table: Table | null = null;
    private line: string[] = []; // moves made from the position, the answers to them included
    private state: 'open' | 'solved' | 'wrong' | 'told' = 'open';
    private bars: SeatBar[] = [];
    private above = h('div', { class: 'seats above' });
    private below = h('div', { class: 'seats below' });
    private task = h('div', { class: 'task' });
    private word = h('div', { class: 'prompt', role: 'status' });
    private list = h('ol', { class: 'numbers' });
    private grades = h('div', { class: 'grades', role: 'group', 'aria-label': 'grades shown' });
    private actions: Actions;
    private grade = recall('puzzles.grade', 0);
    private later = 0;
    private stage = h('div', { class: 'stage' }, this.board.element);
    private room: Room;

    constructor(private engine: Engine, games: Game[], readonly game: string, wanted: number, private go: (hash: string) => void) {
        this.look = lookOf(game);
        this.play = new Play(
            {
                move: (move) => this.answer(move),
                undo: () => this.position(this.line.slice(0, -1)),
                preview: async (move) => ({ scene: (await this.position([...this.line, move])).table.scene }),
            },
            this.board,
            this.look,
            { changed: (table) => this.update(table, true), refresh: () => this.refresh(), failed: (reason) => this.fail(reason) },
        );
        this.actions = this.makeActions();
        const tabs = games.map((one) =>
            h('a', { href: `#puzzles/${one.name}`, 'aria-current': one.name === game ? 'page' : null }, one.title),
        );
        this.element = h(
            'main',
            { class: 'table puzzle' },
            h('h1', { class: 'unseen' }, `Puzzles of ${games.find((one) => one.name === game)?.title ?? game}`),
            this.stage,
            h('nav', { class: 'tabs', 'aria-label': 'games' }, ...tabs),
            this.task,
            this.above,
            h('section', { class: 'choose-puzzle', 'aria-label': 'all puzzles' }, this.grades, this.list),
            this.actions.element,
            this.word,
            this.below,
        );
        this.room = new Room(this.stage, () => this.turnBoard());
        this.listen();
        this.turnBoard();
        void this.load(wanted);
    }

    leave(): void {
        window.clearTimeout(this.later);
        this.bars.forEach((bar) => bar.stop());
        this.room.leave();
    }

    key(event: KeyboardEvent): boolean {
        const keys: Record<string, () => void> = {
            n: () => this.step(1),
            p: () => this.step(-1),
            u: () => void this.again(),
            s: () => void this.tell(),
            f: () => this.board.view.fit(),
            r: () => this.play.turn(1),
            R: () => this.play.turn(-1),
            Escape: () => void this.play.cancel(),
        };
        const act = keys[event.key];
        act?.();
        return act !== undefined;
    }

    private makeActions(): Actions {
        return new Actions([
            { name: 'before', label: 'Before', key: 'p', icon: icons.undo, act: () => this.step(-1) },
            { name: 'again', label: 'Again', key: 'u', icon: icons.fresh, act: () => void this.again() },
            { name: 'tell', label: 'Solution', key: 's', icon: icons.hint, act: () => void this.tell() },
            { name: 'fit', label: 'Fit', key: 'f', icon: icons.fit, act: () => this.board.view.fit() },
            { name: 'next', label: 'Next', key: 'n', icon: icons.redo, act: () => this.step(1) },
        ]);
    }

    private listen(): void {
        const { play, board } = this;
        board.onhover = (place) => play.hover(place);
        new Gestures(board, {
            tap: (place) => play.tap(place),
            tapNothing: () => play.cancel(),
            lift: (place, client) => play.lift(place, client),
            carry: (client) => play.carry(client),
            drop: (place) => play.drop(place),
            wheel: (step) => play.wheel(step),
            mayPan: () => !this.look.bounded || board.view.isMoved,
        });
        board.element.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            const name = (event.target as Element).getAttribute('data-place');
            if (!name) return;
            event.preventDefault();
            const [q, r] = name.split(',').map(Number) as [number, number];
            play.enter({ q, r } as Place);
        });
    }

    /* A board that was turned is lit again. */
    private turnBoard(): void {
        const before = this.board.turnedBy;
        this.board.turn(this.room.quarter(this.look));
        if (this.board.turnedBy !== before && this.table) this.offer(this.table);
    }

    /* ---- Which puzzle ---- */

    private async load(wanted: number): Promise<void> {
        try {
            this.puzzles = (await this.engine.puzzles(this.game)).puzzles;
        } catch (reason) {
            this.fail(reason);
            return;
        }
        if (this.puzzles.length === 0) {
            replace(this.task, h('p', { class: 'empty' }, 'There are no puzzles of this game yet.'));
            return;
        }
        const open = this.puzzles.find((one) => this.outcomes[one.number] !== 'solved');
        const known = this.puzzles.some((one) => one.number === wanted);
        await this.show(known ? wanted : (open?.number ?? 1));
    }

    private get outcomes(): Record<number, Outcome> {
        return recall<Record<number, Outcome>>(`puzzles.${this.game}`, {});
    }

    private note(outcome: Outcome): void {
        const all = this.outcomes;
        if (all[this.number] === 'solved') return;
        remember(`puzzles.${this.game}`, { ...all, [this.number]: outcome });
        this.drawList();
    }

    private get listed(): Puzzle[] {
        return this.puzzles.filter((one) => this.grade === 0 || one.grade === this.grade);
    }

    private step(by: number): void {
        const list = this.listed;
        const place = list.findIndex((one) => one.number >= this.number);
        const here = place < 0 ? list.length - 1 : place;
        const next = list[(here + by + list.length) % list.length];
        if (next) this.go(`#puzzles/${this.game}/${next.number}`);
    }

    async show(number: number): Promise<void> {
        window.clearTimeout(this.later);
        this.number = number;
        this.line = [];
        try {
            const shown = await this.engine.puzzle(this.game, number, []);
            this.shown = shown;
            this.state = 'open';
            this.board.view.fit(false);
            this.seatPlayers(shown.table);
            this.update(shown.table, false);
            this.drawTask();
            this.drawList();
            this.say(null, '');
            document.title = `Puzzle ${number} · Causeway`;
            announce(`Puzzle ${number}. ${shown.task}.`);
        } catch (reason) {
            this.fail(reason);
        }
    }

    private drawTask(): void {
        const { shown } = this;
        if (!shown) return;
        replace(
            this.task,
            h('h2', {}, shown.task),
            h(
                'p',
                {},
                `Puzzle ${shown.number} of ${this.puzzles.length} · `,
                h('span', { class: 'stars', title: `grade ${shown.grade} of 5` }, '●'.repeat(shown.grade) + '○'.repeat(5 - shown.grade)),
                h('span', { class: 'unseen' }, `grade ${shown.grade} of 5`),
            ),
        );
    }

    private drawList(): void {
        const outcomes = this.outcomes;
        const solved = this.puzzles.filter((one) => outcomes[one.number] === 'solved').length;
        replace(
            this.grades,
            ...[0, ...GRADES].map((grade) =>
                h(
                    'button',
                    {
                        type: 'button',
                        'aria-pressed': String(grade === this.grade),
                        title: grade ? `only grade ${grade}` : 'all grades',
                        click: () => this.filter(grade),
                    },
                    grade ? String(grade) : 'All',
                ),
            ),
            h('span', { class: 'count' }, `${solved} of ${this.puzzles.length} solved`),
        );
        replace(
            this.list,
            ...this.listed.map((one) => {
                const outcome = outcomes[one.number] ?? 'new';
                const words = outcome === 'solved' ? ', solved' : outcome === 'tried' ? ', tried' : '';
                return h(
                    'li',
                    {},
                    h(
                        'a',
                        {
                            href: `#puzzles/${this.game}/${one.number}`,
                            class: outcome,
                            'aria-current': one.number === this.number ? 'true' : null,
                            'aria-label': `puzzle ${one.number}${words}`,
                        },
                        String(one.number),
                    ),
                );
            }),
        );
        const current = this.list.querySelector<HTMLElement>('[aria-current]');
        if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    }

    private filter(grade: number): void {
        this.grade = grade;
        remember('puzzles.grade', grade);
        this.drawList();
    }

    /* ---- Trying ---- */

    private position(line: string[]): Promise<{ table: Table }> {
        return this.engine.puzzle(this.game, this.number, line).then((shown) => {
            if (line.length < this.line.length) this.line = line;
            return shown;
        });
    }

    /* The person's move is shown first, what comes of it a moment later. */
    private async answer(move: string): Promise<{ table: Table }> {
        const line = [...this.line, move];
        const answered = await this.engine.answer(this.game, this.number, line);
        const after = answered.replies.length > 0 ? await this.engine.puzzle(this.game, this.number, line) : answered;
        this.line = [...line, ...answered.replies];
        if (answered.verdict === 'wrong') this.state = 'wrong';
        if (answered.verdict === 'solved') this.state = 'solved';
        if (answered.replies.length > 0)
            this.later = window.setTimeout(() => this.reply(answered), wantsStill() ? 0 : REPLY_MS);
        this.judge(answered, move);
        const table = { ...after.table };
        if (answered.replies.length > 0) delete table.legal; // until the answer lies there
        return { table };
    }

    private reply(answered: Answered): void {
        this.update(answered.table, true);
        if (this.state === 'open') this.say(null, `Right. ${answered.replies.join(', ')} is the best defence; go on.`);
    }

    private judge(answered: Answered, move: string): void {
        const { verdict, replies } = answered;
        if (verdict === 'wrong') {
            this.note('tried');
            this.say('wrong', `${move} does not do it${replies.length > 0 ? `: ${replies.join(', ')} refutes it` : ''}.`);
        } else if (verdict === 'solved') {
            this.note('solved');
            this.say('right', `Solved: ${move} wins.`);
            chord();
        } else this.say('right', 'Right.');
    }

    private async again(): Promise<void> {
        await this.show(this.number);
    }

    /* The solution walks over the board, a move at a time. */
    private async tell(): Promise<void> {
        try {
            const { moves } = await this.engine.solution(this.game, this.number);
            await this.show(this.number);
            this.state = 'told';
            this.note('tried');
            this.say(null, `The solution is ${moves.join(', ')}.`);
            this.walk(moves, 1);
        } catch (reason) {
            this.fail(reason);
        }
    }

    private walk(moves: string[], count: number): void {
        const number = this.number;
        void this.position(moves.slice(0, count)).then(({ table }) => {
            if (number !== this.number || this.state !== 'told') return;
            this.update(table, true);
            if (count < moves.length) this.later = window.setTimeout(() => this.walk(moves, count + 1), wantsStill() ? 0 : 2 * REPLY_MS);
        });
    }

    /* ---- Showing ---- */

    private seatPlayers(table: Table): void {
        this.bars.forEach((bar) => bar.stop());
        this.bars = table.seats.map((_, number) => new SeatBar(number));
        const own = table.to_decide ?? 0;
        replace(this.above, ...this.bars.filter((_, number) => number !== own).map((bar) => bar.element));
        replace(this.below, this.bars[own]?.element);
    }

    /* One side is the person's; the other has nobody's name. */
    private seats(table: Table): Table['seats'] {
        const own = this.shown?.table.to_decide;
        return table.seats.map((seat, number) => (number === own ? seat : { ...seat, player: '', title: '' }));
    }

    private update(table: Table, moving: boolean): void {
        if (moving && this.table && table.ply > this.table.ply) knock();
        this.table = table;
        this.board.element.setAttribute('aria-label', `${table.title} board`);
        this.board.show(table.scene, this.look, moving);
        this.offer(table);
    }

    private offer(table: Table): void {
        this.play.begin(this.state === 'open' && table.legal ? table : null, this.look);
    }

    private refresh(): void {
        const { table } = this;
        if (!table) return;
        const calm: Table = { ...table, seats: this.seats(table), to_decide: this.state === 'open' ? table.to_decide : null };
        this.bars.forEach((bar, seat) => bar.update(calm, this.look, this.play.hand(seat), this.play));
        this.drawWord();
    }

    private spoken: { kind: 'right' | 'wrong' | null; text: string } = { kind: null, text: '' };

    private say(kind: 'right' | 'wrong' | null, text: string): void {
        this.spoken = { kind, text };
        if (text) announce(text);
        this.drawWord();
    }

    private drawWord(): void {
        const { kind, text } = this.spoken;
        const sign = kind === 'right' ? '✓ ' : kind === 'wrong' ? '✗ ' : '';
        const open = this.state === 'open';
        const main = (label: string, act: () => void): HTMLElement => h('button', { type: 'button', class: 'main', click: act }, label);
        replace(
            this.word,
            h('p', { class: kind ?? 'plain-word' }, text ? sign + text : open ? 'Your move.' : ''),
            ...(open ? this.play.buttons.map((label) => main(titled(label), () => this.play.press(label))) : []),
            open && this.play.isResting ? main('Lay it', () => this.play.confirm()) : null,
            this.state === 'wrong' ? main('Try again', () => void this.again()) : null,
            this.state === 'solved' || this.state === 'told' ? main('Next', () => this.step(1)) : null,
        );
    }

    private fail(reason: unknown): void {
        this.say('wrong', titled(reason instanceof Error ? reason.message : String(reason)));
    }
}
