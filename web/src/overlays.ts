/* What an analysis lays over the board: the heat of visits, and the best line as numbered ghosts. Drawings only; what
 * they mean is the engine's. */
import type { Board } from './board';
import { s } from './dom';
import { at, hexagon, key, SIDE } from './geometry';
import type { Place, Point } from './geometry';
import type { Candidate, InsightLayer, Pick, Sign, Step } from './protocol';

const DISCS = 12;
const GHOSTS = 6;
const LEAST_SHARE = 0.005;

/* What was proved of a move, short enough for the smallest disc. */
const PROVED = { win: '✓', draw: '=', loss: '×' };

export interface Overlay {
    drawings: SVGElement[];
    places: Place[]; // that must be seen
}

/* ---- Heat ---- */

/* Discs whose area is the share of visits, with the value in them where there is room and no ghost stands there. */
export function heat(board: Board, best: Candidate[], standing: Place[]): Overlay {
    const taken = new Set(standing.map(key));
    const places = byPlace(best);
    const most = Math.max(...places.map((one) => one.share), 0) || 1;
    const shown = places.slice(0, DISCS).filter((one) => one.proof || one.share >= LEAST_SHARE);
    return {
        drawings: shown.flatMap((candidate, order) => disc(board, candidate, order === 0, most, taken)),
        places: shown.flatMap((candidate) => lastCell(candidate.picks) ?? []),
    };
}

function disc(board: Board, candidate: Candidate, isBest: boolean, most: number, taken: Set<string>): SVGElement[] {
    const cell = lastCell(candidate.picks);
    if (!cell) return [];
    // In steps of half a unit, so that a frame in which nothing grew is the last one again.
    const radius = Math.round(SIDE * 1.6 * Math.sqrt(candidate.proof === 'win' ? 1 : candidate.share / most)) / 2;
    const text = taken.has(key(cell)) ? '' : candidate.proof ? PROVED[candidate.proof] : inHundred(candidate);
    return [
        s(
            'g',
            { class: `disc${isBest ? ' best' : ''}${candidate.proof ? ` ${candidate.proof}` : ''}`, transform: `translate(${at(board.where(cell))})` },
            s('circle', { r: Math.max(3, radius) }),
            radius > SIDE * (candidate.at_most ? 0.55 : 0.32) ? s('text', { 'text-anchor': 'middle', dy: '0.35em' }, text) : null,
        ),
    ];
}

function inHundred({ value, at_most }: Candidate): string {
    return value === undefined ? '' : `${at_most ? '≤' : ''}${Math.round(value * 100)}`;
}

/* Moves that end on the same cell share a disc: their visits together, the best one's value. */
function byPlace(best: Candidate[]): Candidate[] {
    const places = new Map<string, Candidate>();
    for (const candidate of best) {
        const cell = lastCell(candidate.picks);
        const name = cell ? key(cell) : '';
        const first = places.get(name);
        if (first) first.share += candidate.share;
        else places.set(name, { ...candidate });
    }
    return [...places.values()];
}

/* The cell that a move ends on. */
export function lastCell(picks: Pick[]): Place | undefined {
    for (const pick of [...picks].reverse()) if (pick.kind === 'cell') return { q: pick.q, r: pick.r };
    return undefined;
}

/* ---- The best line ---- */

/* The first steps of a line as pale pieces with numbers; a piece that moves has an arrow from where it stood. */
export function ghosts(board: Board, line: Step[]): Overlay {
    const under: SVGElement[] = [];
    const over: SVGElement[] = [];
    const places: Place[] = [];
    const taken = new Set<string>();
    let from: Place | undefined;
    let number = 0;
    for (const step of line) {
        const cells = step.picks.filter((pick) => pick.kind === 'cell');
        const start = cells.length > 1 ? cells[0] : from;
        from = step.cells.length === 0 && step.seat !== null ? cells[0] : undefined;
        const laid = step.cells.at(-1);
        if (!laid || number === GHOSTS) continue;
        number++;
        const level = laid.level ?? 0;
        const spot = board.where(laid, level);
        if (start && key(start) !== key(laid)) under.push(arrow(board.where(start), spot));
        if (!taken.has(key(laid))) under.push(ghost(board.drawn(laid, laid, level)));
        over.push(badge(spot, number, taken.has(key(laid))));
        taken.add(key(laid));
        places.push(laid);
    }
    return { drawings: [...under, ...over], places };
}

function ghost(piece: SVGGElement): SVGGElement {
    piece.classList.add('expected');
    return piece;
}

function badge({ x, y }: Point, number: number, isSecond: boolean): SVGElement {
    const shift = isSecond ? -SIDE * 0.5 : SIDE * 0.5;
    return s(
        'g',
        { class: 'badge', transform: `translate(${at({ x: x + shift, y: y - SIDE * 0.46 })})` },
        s('circle', { r: 10 }),
        s('text', { 'text-anchor': 'middle', dy: '0.35em' }, `${number}`),
    );
}

export function arrow(from: Point, to: Point, kind = 'arrow'): SVGElement {
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const along = (point: Point, distance: number, turn = 0): Point => ({
        x: point.x + distance * Math.cos(angle + turn),
        y: point.y + distance * Math.sin(angle + turn),
    });
    const tip = along(to, -SIDE * 0.55);
    const wings = [along(tip, -11, 0.45), along(tip, -11, -0.45)] as const;
    return s('path', { class: kind, d: `M${at(along(from, SIDE * 0.3))}L${at(tip)}M${at(wings[0])}L${at(tip)}L${at(wings[1])}` });
}

/* ---- What the game knows ---- */

/* Areas lie lowest, then links, then signs; their words where no ghost stands. */
export function insight(board: Board, layer: InsightLayer, standing: Place[]): Overlay {
    const taken = new Set(standing.map(key));
    const cells = layer.marks.filter((mark) => mark.cell);
    const draw = (mark: (typeof cells)[number]): SVGElement => {
        const { sign, cell, color, text, note } = mark;
        return s(
            'g',
            { class: `sign ${sign} of-${color ?? 'nobody'}`, transform: `translate(${at(board.where(cell as Place))})` },
            note ? s('title', {}, note) : null,
            signShape(sign, board.turned),
            sign === 'idle' && color ? s('circle', { r: 5 }) : null,
            text && !taken.has(key(cell as Place)) ? s('text', { 'text-anchor': 'middle', dy: '0.35em' }, text) : null,
        );
    };
    const links = layer.links.map(({ from, to, color }) => {
        const d = `M${at(board.where(from))}L${at(board.where(to))}`;
        return s('g', { class: `link of-${color ?? 'nobody'}` }, s('path', { class: 'rim', d }), s('path', { d }));
    });
    return {
        drawings: [
            ...cells.filter(({ sign }) => sign === 'area').map(draw),
            ...links,
            ...cells.filter(({ sign }) => sign !== 'area').map(draw),
        ],
        places: cells.map(({ cell }) => cell as Place),
    };
}

function signShape(sign: Sign, turned: string | null): SVGElement {
    if (sign === 'idle') return s('path', { d: 'M-8 -8L8 8M-8 8L8 -8' });
    if (sign === 'held') return s('path', { d: 'M-7 -3H7V8H-7ZM-4.5 -3V-7A4.5 4.5 0 0 1 4.5 -7V-3', transform: `translate(0 ${SIDE * 0.52})` });
    if (sign === 'win') return s('circle', { r: SIDE * 0.62 });
    if (sign === 'choice') return s('path', { d: hexagon(SIDE - 7, 3), transform: turned });
    const side = sign === 'area' ? SIDE - 2 : SIDE - 5;
    return s('path', { d: hexagon(side, 3), transform: turned });
}
