/* The messages between page and engine, as docs/session-protocol.md tells them. */

export type Color = 'board' | 'black' | 'white' | 'red' | 'yellow' | 'green' | 'blue' | 'gray';
export type Mark = 'last' | 'forced' | 'winning' | 'blocked';
export type Line = [from: number, to: number, color: Color];
export type Proof = 'win' | 'loss' | 'draw';

export interface Cell {
    q: number;
    r: number;
    level?: number;
    fill?: Color;
    ink?: Color;
    glyph?: string;
    symbol?: string;
    piece?: number;
    marks?: Mark[];
    border?: (Color | null)[];
    lines?: Line[];
    note?: string;
}

export interface Label {
    q: number;
    r: number;
    text: string;
}

/* What cells form together: the best of a seat, or what wants one piece more, at the last cell. */
export interface Shape {
    kind: 'best' | 'threat';
    seat: number;
    color?: Color;
    name: string;
    points?: number;
    cells: { q: number; r: number }[];
}

export interface Item {
    seat: number;
    index: number;
    count: number;
    fill?: Color;
    glyph?: string;
    symbol?: string;
    piece?: number;
    lines?: Line[];
}

export interface Scene {
    cells: Cell[];
    labels: Label[];
    shapes: Shape[];
    hand: Item[];
    hands: string[];
    caption: string;
}

export type Pick =
    | { kind: 'cell'; q: number; r: number }
    | { kind: 'hand'; index: number }
    | { kind: 'turn'; index: number }
    | { kind: 'button'; text: string };

export interface Legal {
    move: string;
    picks: Pick[];
}

export interface PlainSeat {
    name: string;
    letter: string;
    color?: Color;
}

export interface Seat extends PlainSeat {
    player: string;
    title: string;
    level?: number;
    clock?: number;
    reward?: number;
    score?: number;
}

export interface Over {
    ending: string;
    rewards: number[];
    scores?: number[];
    winner: number | null;
    sentence: string;
}

/* A move beside the game. */
export interface Variation {
    variation: number;
    after: number; // the one before it; 0: the game's own line
    ply: number;
    move: string;
    seat: number | null;
}

export interface Table {
    ply: number;
    length: number;
    name: string;
    title: string;
    game: string;
    kept?: number;
    move_number: number;
    seats: Seat[];
    to_decide: number | null;
    running: number | null;
    moves: { move: string; seat: number | null }[];
    legal?: Legal[];
    scene: Scene;
    over?: Over;
    thinking?: { what: 'move' | 'hint' | 'analysis'; seat?: number; place: number };
    can: { undo: boolean; redo: boolean; hint: boolean; resign: boolean; rematch: boolean };
    variations?: Variation[];
    comments?: { ply: number; variation?: number; text: string }[];
    paused: boolean;
    pace: number;
}

export interface Option {
    name: string;
    type: 'integer' | 'real' | 'switch' | 'choice' | 'pair' | 'duration' | 'text' | 'file';
    default: string;
    accepts: string;
    help: string;
    choices?: string[];
    low?: number;
    high?: number;
    prominent?: true; // what people choose first
}

export interface Game {
    name: string;
    title: string;
    summary: string;
    rules: string[];
    options: Option[];
    seats: PlainSeat[];
    setup?: Setup; // where positions can be set up by hand
}

export interface Setup {
    pieces: { name: string; color: Color }[];
    options: string[]; // of a position, such as who begins
}

/* A position that is set up: the spec of the game that begins so. */
export interface Arranged {
    game: string;
    options: Record<string, string>;
    scene: Scene;
    to_decide: number | null;
}

export interface Hello {
    session: string;
    resumed: boolean;
    version: string;
    games: Game[];
    levels: number;
    bounds: { seconds: number; threads: number; memory: number };
    table: Table | null;
}

export interface Players {
    standard: string;
    kinds: { name: string; summary: string; options: Option[] }[];
    presets: { name: string; spec: string; help: string }[];
}

export interface KeptGame {
    kept: number;
    game: string;
    name: string;
    title: string;
    seats: string[];
    plies: number;
    changed: string;
    sentence?: string;
}

export interface Candidate {
    move: string;
    picks: Pick[];
    visits: number;
    share: number;
    value?: number;
    at_most?: true; // the value is an upper bound
    proof?: Proof;
}

/* One decision of an expected line, with the pieces that lie anew after it. */
export interface Step {
    move: string;
    seat: number | null;
    picks: Pick[];
    cells: Cell[];
}

export interface Hint {
    event: 'hint';
    ply: number;
    seat: number;
    move: string;
    picks: Pick[];
    value?: number;
    proof?: Proof;
    line: Step[];
}

export interface Analysis {
    event: 'analysis';
    ply: number;
    variation?: number;
    seat: number;
    player: string;
    analyst: number; // 1: the rival
    place: number;
    done: boolean;
    seconds: number;
    simulations: number;
    nodes: number;
    depth: number;
    value?: number;
    proof?: Proof;
    note?: string;
    move?: string;
    candidates: Candidate[];
    line: Step[];
}

export type Sign = 'area' | 'choice' | 'win' | 'danger' | 'idle' | 'held';

/* What the game itself knows of a position, to be laid over the board. */
export interface InsightLayer {
    name: string;
    title: string;
    summary?: string;
    marks: { sign: Sign; cell?: { q: number; r: number }; hand?: number; color?: Color; text?: string; note?: string }[];
    links: { from: { q: number; r: number }; to: { q: number; r: number }; color?: Color }[];
}

export interface Insight {
    event: 'insight';
    ply: number;
    variation?: number;
    layers: InsightLayer[];
}

export interface Progress {
    event: 'progress';
    seat: number;
    ply: number;
    place: number;
    seconds: number;
    simulations: number;
    value?: number;
    move?: string;
}

export type Event =
    | { event: 'table'; table: Table }
    | Progress
    | Hint
    | Analysis
    | Insight
    | { event: 'error'; error: string }
    | { event: 'bye'; error: string };

/* ---- Puzzles ---- */

export interface Puzzle {
    number: number;
    grade: number;
    turns: number; // to win within; 0: the only move that does not lose
    game: string;
}

export interface PuzzleShown {
    number: number;
    grade: number;
    turns: number;
    task: string;
    start: number;
    table: Table;
}

export interface Answered {
    verdict: 'right' | 'solved' | 'wrong';
    replies: string[];
    table: Table;
}

/* ---- The laboratory ---- */

export interface Work {
    work: number;
    state: 'waits' | 'runs' | 'stopped' | 'done' | 'failed';
    stopping: boolean;
    scale: number;
    played: number;
    wanted: number;
    left: number | null; // seconds
    experiment?: string;
    match?: { game: string; players: string[]; games: number; elo0?: number; elo1?: number };
    standings?: Standings;
    error?: string;
}

export interface Tally {
    games: number;
    wins: number;
    draws: number;
    losses: number;
    score: number;
    low: number;
    high: number;
    elo: number | null;
    elo_low: number | null;
    elo_high: number | null;
}

export interface Standings {
    players: (Tally & { player: string })[];
    versus: (number | null)[][];
    first: Tally;
    test?: { elo0: number; elo1: number; ratio: number | null; bound: number; decision: 'open' | 'elo0' | 'elo1'; pairs: number[] };
}

export interface ExperimentRow {
    name: string;
    own: boolean;
    title: string;
    paper?: string;
    figure?: string;
    played?: number;
    read?: boolean; // what was found is known, if there is anything
    ruling?: string;
    explained?: boolean;
    work?: Work;
    error?: string;
}

export interface ExperimentPoint {
    name: string;
    x: string;
    curve?: string;
    games: number;
    wanted: number;
    value: number | null;
    low: number | null;
    high: number | null;
    paper: number | null;
    note?: string;
    players: string[];
    game: string;
}

export interface Ruled {
    what: string;
    ruling: string;
    games: number;
    value: number | null;
    low: number | null;
    high: number | null;
    paper: number | null;
}

export interface Experiment {
    name: string;
    own: boolean;
    title: string;
    text: string;
    paper?: string;
    figure?: string;
    about?: string;
    expected?: string;
    because?: string;
    notes?: string[];
    plot?: { label: string; log: boolean; x?: string; curve?: string };
    points?: ExperimentPoint[];
    read?: boolean;
    table?: boolean; // what ships, not what was played here
    rulings?: { ruling: string; correlation: number | null; figures: Ruled[] };
    work?: Work;
    error?: string;
}

export interface Proofread {
    right: boolean;
    line?: number;
    trouble?: string;
    points?: number;
    games?: number;
}

export interface Run {
    run: number;
    name: string;
    game: string;
    version: string;
    created: string;
    games: number;
    played: number;
    players: string[];
}

export interface StoredGame {
    run: number;
    number: number;
    entrants: number[];
    rewards: number[];
    moves: number;
    kept: boolean;
}
