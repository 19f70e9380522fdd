/* The shortest way through marked cells from one coloured side of the board to the opposite one. */
import { key } from './geometry';
import type { Place } from './geometry';
import type { Cell } from './protocol';

/* Which sides of a cell are the board's border in the colour of the stone on it. */
function ownSides(cell: Cell): number[] {
    return (cell.border ?? []).flatMap((color, side) => (color === cell.fill ? [side] : []));
}

function touch(one: Place, other: Place): boolean {
    const q = other.q - one.q;
    const r = other.r - one.r;
    return Math.abs(q) <= 1 && Math.abs(r) <= 1 && Math.abs(q + r) <= 1;
}

/* All pairs of cells that touch. */
export function neighbors<T extends Place>(cells: T[]): [T, T][] {
    return cells.flatMap((one, index) =>
        cells.slice(index + 1).flatMap((other): [T, T][] => (touch(one, other) ? [[one, other]] : [])),
    );
}

/* Its links in order; empty where the cells join no two sides. */
export function pathAcross(cells: Cell[]): [Cell, Cell][] {
    const near = cells.map(ownSides).find((sides) => sides.length > 0) ?? [];
    const isNear = (cell: Cell): boolean => ownSides(cell).some((side) => near.includes(side));
    const isFar = (cell: Cell): boolean => ownSides(cell).length > 0 && !isNear(cell);
    const before = new Map<string, Cell | null>();
    let front = cells.filter(isNear);
    for (const cell of front) before.set(key(cell), null);
    while (front.length > 0) {
        const end = front.find(isFar);
        if (end) return linksTo(end, before);
        const next: Cell[] = [];
        for (const from of front) {
            for (const to of cells) {
                if (before.has(key(to)) || !touch(from, to)) continue;
                before.set(key(to), from);
                next.push(to);
            }
        }
        front = next;
    }
    return [];
}

function linksTo(end: Cell, before: Map<string, Cell | null>): [Cell, Cell][] {
    const links: [Cell, Cell][] = [];
    let to = end;
    for (let from = before.get(key(to)); from; from = before.get(key(to))) {
        links.unshift([from, to]);
        to = from;
    }
    return links;
}
