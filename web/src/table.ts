/* The table: a game being played or watched. */
import { Actions, icons } from './actions';
import { announce } from './announce';
import { Board } from './board';
import { h, replace } from './dom';
import { pictureOf, pngOf, replayOf } from './export';
import { Broken } from './engine';
import type { Engine, Mover, Seen } from './engine';
import type { Place } from './geometry';
import { Gestures } from './gestures';
import { lookOf } from './looks';
import type { Look } from './looks';
import { recall, recallHere, remember, rememberHere } from './memory';
import { Moves } from './moves';
import { Play } from './play';
import { Prompt } from './prompt';
import type { Pictures } from './records';
import type { Event, Scene, Table } from './protocol';
import { Room } from './room';
import { SeatBar } from './seats';
import { show, shown } from './settings';
import type { Shown } from './settings';
import { chord, knock } from './sound';
import { Study } from './study';
import { isPerson, percent, playerName, sentence, titled } from './words';

const AT_ONCE = 60; // questions that the engine takes without a pause

export interface TableHost {
    leave(): void; // to the start
    rules(game: string): void;
    canSetUp: boolean;
    setUp(spec: string): void; // with the position of a game, by its spec
}

export class TableScreen {
    readonly element: HTMLElement;
    private board = new Board('board', true);
    private play: Play;
    private prompt: Prompt;
    private moves: Moves;
    private actions: Actions;
    private study: Study;
    private above = h('div', { class: 'seats above' });
    private below = h('div', { class: 'seats below' });
    private bars: SeatBar[] = [];
    private table: Table;
    private look: Look;
    private looking: number | null = null; // the position shown when it is not the game's own
    private variation = 0; // of which it is, where it is beside the game
    private aside: Table | null = null; // that position as one could play on from it
    private next: { ply: number; variation: number } | null = null; // where a move beside the game leads
    private flipped = recall('flipped', false);
    private stage = h('div', { class: 'stage' }, this.board.element);
    private room: Room;

    constructor(private engine: Engine, table: Table, private host: TableHost) {
        this.table = table;
        this.look = lookOf(table.name);
        this.play = new Play(this.mover(), this.board, this.look, {
            changed: (next) => this.played(next),
            refresh: () => this.refresh(),
            failed: (reason) => this.failed(reason),
        });
        this.moves = new Moves((ply, variation) => void this.lookAt(ply, variation));
        this.prompt = new Prompt(this.promptActions());
        this.actions = this.makeActions();
        this.study = new Study(
            engine,
            this.board,
            (ply, variation) => void this.lookAt(ply, variation),
            (next) => this.update(next),
            (slips) => this.moves.mark(slips),
            host.canSetUp ? () => void this.setUp() : null,
        );
        this.element = h(
            'main',
            { class: 'table' },
            this.stage,
            this.above,
            this.moves.element,
            this.study.element,
            this.prompt.element,
            this.actions.element,
            this.below,
        );
        this.board.shown = shown();
        this.room = new Room(this.stage, () => this.resized());
        this.listen();
        this.turnBoard();
        this.update(table, false);
    }

    get game(): string {
        return this.table.name;
    }

    /* The board and the game as pictures to take away. */
    get pictures(): Pictures {
        return {
            svg: () => pictureOf(this.board),
            png: () => pngOf(pictureOf(this.board)),
            replay: async () => {
                const plies = [0, ...this.table.moves.flatMap(({ seat }, index) => (seat === null ? [] : [index + 1]))];
                const scenes: Scene[] = [];
                for (const ply of plies) {
                    scenes.push((await this.engine.look(ply)).scene);
                    if (scenes.length > AT_ONCE) await new Promise((resolve) => window.setTimeout(resolve, 30));
                }
                return replayOf(scenes, this.look, this.board.turnedBy);
            },
            ply: this.looking,
        };
    }

    leave(): void {
        this.bars.forEach((bar) => bar.stop());
        this.study.close();
        this.room.leave();
    }

    told(event: Event): void {
        if (event.event === 'table') this.update(event.table);
        else if (event.event === 'progress') {
            this.bars[event.seat]?.progress(event);
            this.study.overhear(event);
        }
        else if (event.event === 'hint' && event.ply === this.table.ply) {
            this.play.hint(event.picks);
            const value = event.value === undefined ? '' : `, worth ${percent(event.value)} to ${this.seatName(event.seat)}`;
            this.say(`Hint: ${event.move}${value}.`);
        } else if (event.event === 'analysis') this.study.hear(event, this.shownPly);
        else if (event.event === 'insight') this.study.learn(event, this.shownPly);
        else if (event.event === 'error') this.say(titled(event.error), true);
    }

    /* The connection is back: the engine may have forgotten that somebody studies. */
    resume(table: Table): void {
        this.update(table);
        this.study.follow(this.table, this.shownPly, this.variation);
    }

    /* The table as the engine tells it; everything follows from it. */
    update(table: Table, moving = true): void {
        const before = this.table;
        if (moving && isSamePosition(table, before)) {
            this.table = table;
            this.refresh();
            return;
        }
        const fresh = table.name !== before.name || table.game !== before.game || table.ply === 0;
        this.table = table;
        this.look = lookOf(table.name);
        this.looking = null;
        this.variation = 0;
        this.aside = null;
        if (table.ply > before.ply && moving) knock();
        if (table.over && !before.over && moving) chord();
        if (fresh) this.board.view.fit(false);
        this.rememberHands();
        this.seatPlayers();
        this.turnBoard();
        this.showScene(table.scene, moving);
        this.play.begin(table, this.look);
        this.study.follow(table, table.ply);
        this.announceTable(before);
        document.title = this.titleText();
    }

    key(event: KeyboardEvent): boolean {
        const keys: Record<string, () => void> = {
            u: () => void this.undo(),
            r: () => (this.play.isHolding ? this.play.turn(1) : void this.redo()),
            R: () => this.play.turn(-1),
            h: () => void this.hint(),
            a: () => this.toggleStudy(),
            f: () => this.board.view.fit(),
            c: () => this.switchShown('names'),
            b: () => this.switchShown('best'),
            t: () => this.switchShown('threats'),
            v: () => this.flip(),
            n: () => this.host.leave(),
            Escape: () => this.escape(),
        };
        const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
        if (digit) this.pickFromHand(digit - 1);
        else if (keys[event.key]) keys[event.key]?.();
        else return false;
        return true;
    }

    /* ---- Parts ---- */

    private listen(): void {
        const play = this.play;
        this.board.onhover = (place) => play.hover(place);
        new Gestures(this.board, {
            tap: (place) => this.touch(() => play.tap(place)),
            tapNothing: () => play.cancel(),
            lift: (place, client) => (this.looking === null || this.aside !== null) && play.lift(place, client),
            carry: (client) => play.carry(client),
            drop: (place) => play.drop(place),
            wheel: (step) => play.wheel(step),
            mayPan: () => !this.look.bounded || this.board.view.isMoved,
        });
        this.board.element.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            const name = (event.target as Element).getAttribute('data-place');
            if (!name) return;
            event.preventDefault();
            const [q, r] = name.split(',').map(Number) as [number, number];
            this.touch(() => play.enter({ q, r } as Place));
        });
    }

    private makeActions(): Actions {
        return new Actions([
            { name: 'undo', label: 'Undo', key: 'u', icon: icons.undo, act: () => void this.undo() },
            { name: 'redo', label: 'Redo', key: 'r', icon: icons.redo, act: () => void this.redo() },
            { name: 'hint', label: 'Hint', key: 'h', icon: icons.hint, act: () => void this.hint() },
            { name: 'study', label: 'Study', key: 'a', icon: icons.study, act: () => this.toggleStudy() },
            { name: 'flip', label: 'Flip', key: 'v', icon: icons.flip, act: () => this.flip() },
            { name: 'fit', label: 'Fit', key: 'f', icon: icons.fit, act: () => this.board.view.fit() },
            { name: 'resign', label: 'Resign', key: '', icon: icons.resign, act: () => void this.resign() },
            { name: 'new', label: 'New', key: 'n', icon: icons.fresh, act: () => this.host.leave() },
        ]);
    }

    private promptActions(): ConstructorParameters<typeof Prompt>[0] {
        const take = (work: Promise<{ table: Table }>): void =>
            void work.then(({ table }) => this.update(table), (reason: unknown) => this.failed(reason));
        return {
            back: () => void this.lookAt(this.table.ply),
            rematch: () => take(this.engine.rematch()),
            again: () => this.host.leave(),
            hurry: () => void this.engine.hurry().catch((reason: unknown) => this.failed(reason)),
            pause: (on) => take(on ? this.engine.pause() : this.engine.resume()),
            step: () => take(this.engine.step()),
            pace: (seconds) => take(this.engine.pace(seconds)),
        };
    }

    /* The person sits below; of two people or none, the first. The others sit above, the next to move lowest. */
    private seatPlayers(): void {
        const { seats } = this.table;
        if (this.bars.length !== seats.length) {
            this.bars.forEach((bar) => bar.stop());
            this.bars = seats.map((_, number) => new SeatBar(number));
        }
        const person = seats.findIndex(isPerson);
        const bottom = this.flipped && seats.length === 2 ? 1 - Math.max(0, person) : Math.max(0, person);
        const others = this.bars.filter((_, number) => number !== bottom);
        replace(this.above, ...others.map((bar) => bar.element));
        replace(this.below, this.bars[bottom]?.element);
        this.element?.classList.toggle('crowd', seats.length > 2);
    }

    /* Where the pieces in the hands are now, so that one that is laid can come from there. */
    private rememberHands(): void {
        const places = new Map<number, { x: number; y: number }>();
        for (const item of this.element.querySelectorAll<HTMLElement>('[data-piece]')) {
            const { x, y, width, height } = item.getBoundingClientRect();
            places.set(Number(item.dataset.piece), { x: x + width / 2, y: y + height / 2 });
        }
        this.board.origin = (piece) => places.get(piece) ?? null;
    }

    private turnBoard(): void {
        this.board.turn(this.room.quarter(this.look) + (this.flipped ? 180 : 0));
    }

    /* A board that was turned is lit again. */
    private resized(): void {
        const before = this.board.turnedBy;
        this.turnBoard();
        if (this.board.turnedBy === before) return;
        this.play.begin(this.looking === null ? this.table : this.aside, this.look);
        this.refresh();
    }

    private showScene(scene: Scene, moving: boolean): void {
        this.board.element.setAttribute('aria-label', `${this.table.title} board`);
        this.board.show(scene, this.look, moving);
    }

    /* What follows from picks and lights: hands, prompt, actions, moves. */
    private refresh(): void {
        const { table } = this;
        this.board.element.setAttribute('aria-busy', String(this.play.isBusy));
        this.bars.forEach((bar, seat) => bar.update(this.aside ?? table, this.look, this.play.hand(seat), this.play));
        this.prompt.update(table, this.play, this.look, this.looking, this.variation > 0);
        this.moves.update(table, this.shownPly, 'The moves of the game appear here.', this.variation);
        const { can } = table;
        this.actions.enable('undo', can.undo);
        this.actions.enable('redo', can.redo);
        this.actions.enable('hint', can.hint && this.looking === null);
        this.actions.enable('resign', can.resign);
        this.actions.press('study', this.study.isOpen);
        this.study.lay();
    }

    private get shownPly(): number {
        return this.looking ?? this.table.ply;
    }

    /* ---- Acts ---- */

    /* Touching the board while looking at the past comes back to the game first; in study one plays on from there. */
    private touch(act: () => void): void {
        if (this.looking !== null && !this.aside) void this.lookAt(this.table.ply);
        else act();
    }

    async lookAt(ply: number, variation = 0): Promise<void> {
        try {
            if (ply === this.table.ply && variation === 0) {
                this.looking = this.aside = null;
                this.variation = 0;
                this.showScene(this.table.scene, true);
                this.play.begin(this.table, this.look);
            } else {
                const seen = await this.engine.look(ply, variation, this.study.isOpen);
                this.looking = seen.ply;
                this.variation = variation;
                this.aside = seen.legal ? this.asTable(seen) : null;
                this.showScene(seen.scene, true);
                this.play.begin(this.aside, this.look);
                announce(seen.scene.caption);
            }
            this.study.follow(this.table, this.shownPly, this.variation);
            this.notePlace();
        } catch (reason) {
            this.failed(reason);
        }
    }

    /* ---- Beside the game ---- */

    /* A position that is looked at, as a table at which one could play on. */
    private asTable(seen: Seen): Table {
        const { over: _over, thinking: _thinking, legal: _legal, ...rest } = this.table;
        const moves = this.movesTo(seen.ply, this.variation);
        return { ...rest, ply: seen.ply, scene: seen.scene, to_decide: seen.to_decide, moves, ...(seen.legal ? { legal: seen.legal } : {}) };
    }

    /* All moves up to a position of the game or of a variation. */
    private movesTo(ply: number, variation: number): Table['moves'] {
        const note = this.table.variations?.find((one) => one.variation === variation);
        if (!note) return this.table.moves.slice(0, ply);
        return [...this.movesTo(note.ply - 1, note.after), { move: note.move, seat: note.seat }];
    }

    /* Moves go to the game, or where one looks at another position beside it. */
    private mover(): Mover {
        const engine = this.engine;
        return {
            preview: (move, ply) => engine.preview(move, ply, this.variation),
            undo: (ply) => (this.aside ? this.stepBack(ply) : engine.undo(ply)),
            move: async (move, ply) => {
                if (!this.aside) return engine.move(move, ply);
                const answer = await engine.vary(move, ply, this.variation);
                this.next = { ply: answer.ply, variation: answer.variation ?? 0 };
                return answer;
            },
        };
    }

    /* Back to the position before, of which a variation that goes no further is forgotten. */
    private async stepBack(ply: number): Promise<{ table: Table }> {
        const note = this.table.variations?.find((one) => one.variation === this.variation);
        const goesOn = this.table.variations?.some((one) => one.after === this.variation);
        this.next = { ply: ply - 1, variation: note?.after ?? 0 };
        return note && !goesOn ? this.engine.prune(note.variation) : { table: this.table };
    }

    private played(table: Table): void {
        const { next } = this;
        this.next = null;
        if (!next) {
            this.update(table);
            return;
        }
        this.table = table;
        knock();
        void this.lookAt(next.ply, next.variation);
    }

    private async attempt(work: () => Promise<{ table: Table }>): Promise<void> {
        try {
            this.update((await work()).table);
        } catch (reason) {
            this.failed(reason);
        }
    }

    private undo(): Promise<void> {
        return this.attempt(() => this.engine.undo(this.table.ply));
    }

    private redo(): Promise<void> {
        return this.attempt(() => this.engine.redo(this.table.ply));
    }

    private resigning = -Infinity; // when it was asked first

    /* Resigning is asked twice, in place. */
    private async resign(): Promise<void> {
        const sure = performance.now() - this.resigning < 4000;
        this.resigning = sure ? -Infinity : performance.now();
        this.actions.relabel('resign', sure ? 'Resign' : 'Really?');
        if (sure) await this.attempt(() => this.engine.resign());
        else window.setTimeout(() => this.actions.relabel('resign', 'Resign'), 4000);
    }

    private async hint(): Promise<void> {
        if (!this.table.can.hint) return;
        try {
            await this.engine.hint(this.table.ply);
            this.say('Looking for a good move…');
        } catch (reason) {
            this.failed(reason);
        }
    }

    /* The position that is shown becomes one that can be changed by hand. */
    private async setUp(): Promise<void> {
        try {
            this.host.setUp((await this.engine.setUpFrom(this.shownPly, this.variation)).game);
        } catch (reason) {
            this.failed(reason);
        }
    }

    toggleStudy(): void {
        this.study.toggle(this.table, this.shownPly, this.variation);
        if (this.looking !== null) void this.lookAt(this.looking, this.variation);
        this.refresh();
        this.notePlace();
    }

    /* After a reload study goes on where it was. */
    private notePlace(): void {
        const { kept } = this.table;
        rememberHere('studied', this.study.isOpen && kept ? { kept, ply: this.looking, variation: this.variation } : null);
    }

    restore(): void {
        const studied = recallHere<{ kept: number; ply: number | null; variation: number } | null>('studied', null);
        if (!studied || studied.kept !== this.table.kept || this.study.isOpen) return;
        this.toggleStudy();
        if (studied.ply !== null) void this.lookAt(studied.ply, studied.variation);
    }

    private switchShown(name: keyof Shown): void {
        show({ [name]: !shown()[name] });
        this.redraw();
    }

    /* What the board shows beside the pieces was changed. */
    redraw(): void {
        this.board.shown = shown();
        void this.lookAt(this.shownPly, this.variation);
    }

    private flip(): void {
        this.flipped = !this.flipped;
        remember('flipped', this.flipped);
        this.turnBoard();
        this.seatPlayers();
        if (this.looking === null) this.play.begin(this.table, this.look);
    }

    private escape(): void {
        if (!this.play.cancel() && this.looking !== null) void this.lookAt(this.table.ply);
    }

    private pickFromHand(place: number): void {
        const { scene, to_decide } = this.aside ?? this.table;
        const own = scene.hand.filter((item) => item.seat === to_decide);
        const item = own[place];
        if (item) this.play.pick(item.index);
    }

    /* ---- Words ---- */

    say(text: string, isTrouble = false): void {
        this.prompt.say(text, isTrouble);
        announce(text);
        this.prompt.update(this.table, this.play, this.look, this.looking, this.variation > 0);
    }

    private failed(reason: unknown): void {
        const text = reason instanceof Error ? reason.message : String(reason);
        this.say(reason instanceof Broken ? 'No connection: nothing was played.' : titled(text), true);
    }

    private seatName(seat: number): string {
        return titled(this.table.seats[seat]?.name ?? '');
    }

    private announceTable(before: Table): void {
        const { table } = this;
        const parts: string[] = [];
        const last = table.moves.filter((move) => move.seat !== null).at(-1);
        if (last && table.ply > before.ply) parts.push(`${this.seatName(last.seat as number)} played ${last.move}.`);
        else if (table.ply < before.ply && table.ply > 0) parts.push('A move was taken back.');
        if (table.over) parts.push(sentence(table.over.sentence));
        else if (table.legal) parts.push(`${this.seatName(table.to_decide as number)} to move.`);
        announce(parts.join(' '));
    }

    private titleText(): string {
        const { table } = this;
        if (table.over) return `${sentence(table.over.sentence)} · Causeway`;
        const seat = table.to_decide === null ? undefined : table.seats[table.to_decide];
        const yours = seat && isPerson(seat) && playerName(seat, table) === 'You';
        return `${yours ? 'Your move · ' : ''}${table.title} · Causeway`;
    }
}

/* Only what goes on beside the board changed: who thinks, who is paused. A person's picks stay. */
function isSamePosition(one: Table, other: Table): boolean {
    return (
        one.game === other.game &&
        one.kept === other.kept &&
        one.ply === other.ply &&
        one.length === other.length &&
        one.moves.at(-1)?.move === other.moves.at(-1)?.move &&
        one.to_decide === other.to_decide &&
        Boolean(one.over) === Boolean(other.over) &&
        Boolean(one.legal) === Boolean(other.legal) &&
        one.seats.every((seat, number) => seat.player === other.seats[number]?.player)
    );
}
