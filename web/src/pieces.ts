/* Draws one piece round the origin: stone, insect, tile with an inlay, tile with lines. */
import { s } from './dom';
import { curve, hexagon, SIDE } from './geometry';
import { insect, knowsInsect } from './insects';
import type { Look } from './looks';
import type { Color, Line } from './protocol';

const TILE = SIDE - 1.2;
const ROUND = 4.5;

export interface Face {
    fill?: Color;
    symbol?: string;
    glyph?: string;
    lines?: Line[];
    shining?: ReadonlySet<Color>; // the colours of its lines that belong to somebody's best
}

/* `angle` is how far the board is turned: lines turn with it, insects and letters stay upright. */
export function drawPiece(face: Face, look: Look, angle = 0): SVGGElement {
    const group = s('g', { class: `piece ${face.fill ?? 'none'}` });
    if (look.pieces === 'stones') group.append(...stone());
    else if (face.lines) group.append(tile(angle), drawLines(face.lines, angle, face.shining));
    else if (knowsInsect(face.symbol)) group.append(tile(angle), insect(face.symbol));
    else if (look.pieces === 'inlaid') group.append(tile(angle), inlay(face.fill));
    else group.append(tile(angle), letters(face.glyph ?? ''));
    return group;
}

function stone(): SVGElement[] {
    return [
        s('circle', { class: 'body', r: SIDE * 0.72 }),
        s('path', { class: 'shine', d: 'M-14 -9A16.6 16.6 0 0 1 4 -16.2' }),
    ];
}

function tile(angle: number): SVGElement {
    return s('path', { class: 'body', d: hexagon(TILE, ROUND), transform: turned(angle) });
}

/* The inlay tells the colours apart by shape: a ring on the one, a three-pointed star on the other. */
function inlay(fill: Color | undefined): SVGElement {
    if (fill === 'red' || fill === 'white') return s('circle', { class: 'inlay', r: SIDE * 0.3 });
    return s('path', { class: 'inlay', d: 'M0 -11L3.2 -1.9L9.5 5.5L0 3.7L-9.5 5.5L-3.2 -1.9Z' });
}

function letters(text: string): SVGElement {
    return s('text', { class: 'letters', 'text-anchor': 'middle', dy: '0.35em' }, text);
}

/* Each line has a dark rim, so that crossings can be followed, and a thread in its middle whose pattern tells the
 * colour without colour. Lines that bend most are drawn last: they lie on top, as on the real tiles. */
export function drawLines(lines: Line[], angle: number, shining?: ReadonlySet<Color>): SVGGElement {
    const group = s('g', { class: 'lines', transform: turned(angle) });
    const straightFirst = [...lines].sort((one, other) => bend(one) - bend(other));
    for (const [from, to, color] of straightFirst) {
        const d = curve(from, to, TILE);
        if (shining?.has(color)) group.append(s('path', { class: `shine ${color}`, d: curve(from, to) }));
        group.append(
            s('path', { class: shining?.has(color) ? `rim shining ${color}` : 'rim', d }),
            s('path', { class: `line ${color}`, d }),
            s('path', { class: `thread ${color}`, d }),
        );
    }
    return group;
}

function bend([from, to]: Line): number {
    return 3 - Math.min((to - from + 6) % 6, (from - to + 6) % 6);
}

function turned(angle: number): string | null {
    return angle === 0 ? null : `rotate(${angle})`;
}
