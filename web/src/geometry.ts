/* Where things are: pointy-top hexagons with sides of `SIDE` units at axial coordinates. */

export const SIDE = 32;
const INRADIUS = (SIDE * Math.sqrt(3)) / 2;

export interface Point {
    x: number;
    y: number;
}

export interface Place {
    q: number;
    r: number;
}

export function key(place: Place): string {
    return `${place.q},${place.r}`;
}

export function center(place: Place): Point {
    return { x: 2 * INRADIUS * (place.q + place.r / 2), y: 1.5 * SIDE * place.r };
}

/* Corner 0 is the northern one; corner k and k + 1 bound side k, clockwise from the north-east. */
export function corner(index: number, side: number = SIDE): Point {
    return polar(side, (index - 1.5) * 60);
}

function polar(radius: number, degrees: number): Point {
    const angle = (degrees * Math.PI) / 180;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

export function number(value: number): string {
    return String(Math.round(value * 100) / 100);
}

export function at(point: Point): string {
    return `${number(point.x)} ${number(point.y)}`;
}

/* A hexagon with its corners a little rounded. */
export function hexagon(side: number = SIDE, round = 0): string {
    const corners = [0, 1, 2, 3, 4, 5].map((index) => corner(index, side));
    if (round === 0) return `M${corners.map(at).join('L')}Z`;
    const part = round / side;
    return (
        corners
            .map((here, index) => {
                const before = between(here, corners[(index + 5) % 6] as Point, part);
                const after = between(here, corners[(index + 1) % 6] as Point, part);
                return `${index === 0 ? 'M' : 'L'}${at(before)}Q${at(here)} ${at(after)}`;
            })
            .join('') + 'Z'
    );
}

function between(from: Point, to: Point, part: number): Point {
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/* The middle of a side of a hexagon. */
export function middle(side: number, size: number = SIDE): Point {
    return polar((size * Math.sqrt(3)) / 2, (side - 1) * 60);
}

/* A line of a tile from one side to another: an arc round a corner, a wide arc, or straight. */
export function curve(from: number, to: number, size: number = SIDE): string {
    const start = middle(from, size);
    const end = middle(to, size);
    const turn = (to - from + 6) % 6;
    if (turn === 3) return `M${at(start)}L${at(end)}`;
    const radius = (turn === 1 || turn === 5 ? 0.5 : 1.5) * size;
    return `M${at(start)}A${number(radius)} ${number(radius)} 0 0 ${turn < 3 ? 0 : 1} ${at(end)}`;
}

export interface Box {
    left: number;
    top: number;
    right: number;
    bottom: number;
}

/* The box round the hexagons at these places, seen upright or upside down. */
export function box(places: Place[], margin: number): Box {
    const result = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const place of places) {
        const { x, y } = center(place);
        result.left = Math.min(result.left, x - INRADIUS);
        result.right = Math.max(result.right, x + INRADIUS);
        result.top = Math.min(result.top, y - SIDE);
        result.bottom = Math.max(result.bottom, y + SIDE);
    }
    if (places.length === 0) return { left: -100, top: -100, right: 100, bottom: 100 };
    return {
        left: result.left - margin,
        top: result.top - margin,
        right: result.right + margin,
        bottom: result.bottom + margin,
    };
}
