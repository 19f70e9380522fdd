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
    proof?: Proof;
}

export interface Hint {
    event: 'hint';
    ply: number;
    seat: number;
    move: string;
    picks: Pick[];
    value?: number;
    proof?: Proof;
    line: string[];
}

export interface Analysis {
    event: 'analysis';
    ply: number;
    seat: number;
    player: string;
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
    line: string[];
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
    | { event: 'error'; error: string }
    | { event: 'bye'; error: string };
