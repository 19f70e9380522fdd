/* The seam between page and engine: everything the page knows comes through here. Today the engine is the server
 * behind a WebSocket; another carrier only has to answer the same requests and tell the same events. */
import { recall, remember } from './memory';
import type {
    Answered,
    Arranged,
    Event,
    Experiment,
    ExperimentRow,
    Hello,
    KeptGame,
    Legal,
    Players,
    Proofread,
    Puzzle,
    PuzzleShown,
    Run,
    Scene,
    StoredGame,
    Table,
    Work,
} from './protocol';

/* What the engine refused, in its own words. */
export class Refusal extends Error {}

/* The line broke before the answer came; whether the request was heard is not known. */
export class Broken extends Error {}

interface Waiting {
    resolve: (answer: never) => void;
    reject: (reason: Error) => void;
}

type Fields = Record<string, unknown>;

const TOKEN = 'session';
const RECORD_BYTES = 131072;
const RETRY_FIRST_MS = 250;
const RETRY_LAST_MS = 4000;

/* What a person's turn needs of the engine; puzzles answer in its place. */
export type Mover = Pick<Engine, 'move' | 'undo' | 'preview'>;

export interface Listener {
    /* After every `hello`: at the start, and each time the connection is back. */
    begun(hello: Hello): void;
    told(event: Event): void;
    connected(is: boolean): void;
    /* The engine will not have us now, and says why; another try follows. */
    refused(why: string): void;
}

/* A position of the game or of a variation, as it is looked at. */
export interface Seen {
    ply: number;
    scene: Scene;
    to_decide: number | null;
    legal?: Legal[];
}

function at(ply: number, variation: number): Fields {
    return variation > 0 ? { variation } : { ply };
}

export class Engine {
    private socket: WebSocket | null = null;
    private waiting = new Map<number, Waiting>();
    private next = 1;
    private retry = RETRY_FIRST_MS;

    constructor(private listener: Listener) {
        this.connect();
        window.addEventListener('online', () => this.hasten());
        document.addEventListener('visibilitychange', () => this.hasten());
    }

    draw(game: string, moves: string): Promise<{ scene: Scene; ply: number }> {
        return this.ask('draw', { game, moves });
    }
    check(game: string, seats?: string[]): Promise<{ game: string; title: string; seats: Table['seats'] }> {
        return this.ask('check', seats ? { game, seats } : { game });
    }
    players(game: string): Promise<Players> {
        return this.ask('players', { game });
    }
    setUp(fields: Fields): Promise<Arranged> {
        return this.ask('set_up', fields);
    }
    /* The position that is looked at, as one that is set up. */
    setUpFrom(ply: number, variation: number): Promise<Arranged> {
        return this.ask('set_up', at(ply, variation));
    }
    begin(fields: {
        game: string;
        seats: string[];
        clock?: number;
        increment?: number;
        pace?: number;
    }): Promise<{ table: Table }> {
        return this.ask('new', fields);
    }
    move(move: string, ply: number): Promise<{ table: Table }> {
        return this.ask('move', { move, ply });
    }
    preview(move: string, ply: number, variation = 0): Promise<{ scene: Scene }> {
        return this.ask('preview', { move, ...at(ply, variation) });
    }
    look(ply: number, variation = 0, legal = false): Promise<Seen> {
        return this.ask('look', { ...at(ply, variation), ...(legal ? { legal: 1 } : {}) });
    }
    vary(move: string, ply: number, variation: number): Promise<{ table: Table; ply: number; variation?: number }> {
        return this.ask('vary', { move, ...at(ply, variation) });
    }
    prune(variation: number): Promise<{ table: Table }> {
        return this.ask('prune', { variation });
    }
    comment(text: string, ply: number, variation: number): Promise<{ table: Table }> {
        return this.ask('comment', { text, ...at(ply, variation) });
    }
    undo(ply: number): Promise<{ table: Table }> {
        return this.ask('undo', { ply });
    }
    redo(ply: number): Promise<{ table: Table }> {
        return this.ask('redo', { ply });
    }
    resign(seat?: number): Promise<{ table: Table }> {
        return this.ask('resign', seat === undefined ? {} : { seat });
    }
    rematch(): Promise<{ table: Table }> {
        return this.ask('rematch', {});
    }
    hint(ply: number): Promise<object> {
        return this.ask('hint', { ply });
    }
    think(ply: number, analysts: { player?: string; rival?: string } = {}, variation = 0): Promise<object> {
        return this.ask('think', { ...at(ply, variation), ...analysts });
    }
    stop(): Promise<object> {
        return this.ask('stop', {});
    }
    hurry(): Promise<object> {
        return this.ask('hurry', {});
    }
    pause(): Promise<{ table: Table }> {
        return this.ask('pause', {});
    }
    resume(): Promise<{ table: Table }> {
        return this.ask('resume', {});
    }
    step(): Promise<{ table: Table }> {
        return this.ask('step', {});
    }
    pace(seconds: number): Promise<{ table: Table }> {
        return this.ask('pace', { seconds });
    }
    save(): Promise<{ record: object; texts: Record<string, string> }> {
        return this.ask('save', {});
    }
    /* What the engine could not even be asked is refused here. */
    async load(text: string, number = 1): Promise<{ table: Table; left_out?: number; games?: number }> {
        if (text.includes('\0')) throw new Error('this is no text, and so no record');
        if (new TextEncoder().encode(text).length > RECORD_BYTES) throw new Error(`a record has at most ${RECORD_BYTES.toLocaleString('en')} bytes`);
        return this.ask('load', { text, number });
    }
    games(before?: number): Promise<{ games: KeptGame[]; more: boolean }> {
        return this.ask('games', before === undefined ? { limit: 20 } : { limit: 20, before });
    }
    open(kept: number): Promise<{ table: Table }> {
        return this.ask('open', { kept });
    }
    forget(kept: number): Promise<object> {
        return this.ask('forget', { kept });
    }

    puzzles(game: string): Promise<{ puzzles: Puzzle[] }> {
        return this.ask('puzzles', { game });
    }
    puzzle(game: string, number: number, line: string[]): Promise<PuzzleShown> {
        return this.ask('puzzle', line.length > 0 ? { game, number, moves: line.join(';') } : { game, number });
    }
    answer(game: string, number: number, line: string[]): Promise<Answered> {
        return this.ask('answer', { game, number, moves: line.join(';') });
    }
    solution(game: string, number: number): Promise<{ moves: string[]; table: Table }> {
        return this.ask('solution', { game, number });
    }

    experiments(): Promise<{ experiments: ExperimentRow[] }> {
        return this.ask('experiments', {});
    }
    experiment(name: string): Promise<Experiment> {
        return this.ask('experiment', { name });
    }
    proofread(text: string): Promise<Proofread> {
        return this.ask('proofread', { text });
    }
    write(name: string, text: string): Promise<object> {
        return this.ask('write', { name, text });
    }
    erase(name: string): Promise<object> {
        return this.ask('erase', { name });
    }
    run(name: string, scale: number): Promise<{ work: number }> {
        return this.ask('run', { name, scale });
    }
    match(fields: { game: string; players: string[]; games: number; elo0?: number; elo1?: number }): Promise<{ work: number }> {
        return this.ask('match', fields);
    }
    works(): Promise<{ works: Work[] }> {
        return this.ask('works', {});
    }
    proceed(work: number): Promise<object> {
        return this.ask('proceed', { work });
    }
    halt(work: number): Promise<object> {
        return this.ask('halt', { work });
    }
    runs(): Promise<{ runs: Run[] }> {
        return this.ask('runs', {});
    }
    stored(fields: { run?: number; game?: string; winner?: number; offset: number; limit: number }): Promise<{ games: StoredGame[]; total?: number }> {
        return this.ask('stored', fields);
    }
    replay(run: number, number: number): Promise<{ table: Table }> {
        return this.ask('replay', { run, number });
    }

    private ask<Answer>(what: string, fields: Fields): Promise<Answer> {
        const socket = this.socket;
        if (!socket || socket.readyState !== WebSocket.OPEN)
            return Promise.reject(new Broken('there is no connection to the engine at the moment'));
        const id = this.next++;
        return new Promise<Answer>((resolve, reject) => {
            this.waiting.set(id, { resolve: resolve as (answer: never) => void, reject });
            socket.send(JSON.stringify({ id, do: what, ...fields }));
        });
    }

    private connect(): void {
        const address = new URL('session', location.href);
        address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
        address.hash = '';
        const socket = new WebSocket(address.href, 'causeway');
        this.socket = socket;
        socket.onopen = () => void this.greet();
        socket.onmessage = (message) => this.hear(String(message.data));
        socket.onclose = () => this.lost(socket);
    }

    private async greet(): Promise<void> {
        const token = recall<string | null>(TOKEN, null);
        try {
            const hello = await this.ask<Hello>('hello', token ? { session: token } : {});
            remember(TOKEN, hello.session);
            this.retry = RETRY_FIRST_MS;
            this.listener.connected(true);
            this.listener.begun(hello);
        } catch (reason) {
            if (!(reason instanceof Refusal)) return; // the line broke; it is tried again
            remember(TOKEN, null);
            if (token) void this.greet();
            else {
                this.listener.refused(reason.message);
                this.socket?.close();
            }
        }
    }

    private hear(text: string): void {
        const message = JSON.parse(text) as { id?: number; ok?: boolean; error?: string; event?: string };
        if (message.event !== undefined) {
            this.listener.told(message as Event);
            return;
        }
        const waiting = message.id === undefined ? undefined : this.waiting.get(message.id);
        if (!waiting) return;
        this.waiting.delete(message.id as number);
        if (message.ok) waiting.resolve(message as never);
        else waiting.reject(new Refusal(message.error ?? 'refused'));
    }

    private lost(socket: WebSocket): void {
        if (socket !== this.socket) return;
        this.socket = null;
        for (const waiting of this.waiting.values()) waiting.reject(new Broken('the connection was lost'));
        this.waiting.clear();
        this.listener.connected(false);
        window.setTimeout(() => this.hasten(), this.retry);
        this.retry = Math.min(this.retry * 2, RETRY_LAST_MS);
    }

    private hasten(): void {
        if (!this.socket && !document.hidden) this.connect();
    }
}
