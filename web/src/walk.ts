/* Walking along the cells with the arrow keys. */
import { SIDE } from './geometry';
import type { Point } from './geometry';

export interface Ground {
    here(): string;
    all(): string[];
    lit(): string[];
    where(name: string): Point;
    go(name: string): void;
}

const ways: Record<string, Point> = {
    ArrowLeft: { x: -1, y: 0 },
    ArrowRight: { x: 1, y: 0 },
    ArrowUp: { x: 0, y: -1 },
    ArrowDown: { x: 0, y: 1 },
};

/* Left and right along a row; up and down to the next row, staying as near as can be to the line one began on.
 * Brackets jump from one lit place to the next. */
export class Walker {
    private line: { upright: boolean; at: number; on: string } | null = null;

    constructor(private ground: Ground) {}

    key(event: KeyboardEvent): void {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const way = ways[event.key];
        let to: string | null;
        if (way) to = this.neighbour(way);
        else if (event.key === ']' || event.key === '[') to = this.nextLit(event.key === ']' ? 1 : -1);
        else return;
        event.preventDefault();
        event.stopPropagation();
        if (to !== null) this.ground.go(to);
    }

    private neighbour(way: Point): string | null {
        const name = this.ground.here();
        const here = this.ground.where(name);
        const upright = way.y !== 0;
        const kept = this.line?.upright === upright && this.line.on === name;
        const line = kept && this.line ? this.line.at : upright ? here.x : here.y;
        let best: string | null = null;
        let least = Infinity;
        for (const other of this.ground.all()) {
            const { x, y } = this.ground.where(other);
            const ahead = (x - here.x) * way.x + (y - here.y) * way.y;
            if (ahead < SIDE / 2) continue;
            const cost = ahead + 2.2 * Math.abs(upright ? x - line : y - line);
            if (cost < least) {
                least = cost;
                best = other;
            }
        }
        if (best !== null) this.line = { upright, at: line, on: best };
        return best;
    }

    /* The next lit place as one reads: row by row. */
    private nextLit(step: number): string | null {
        const lit = this.ground
            .lit()
            .map((name) => ({ name, at: this.ground.where(name) }))
            .sort((one, other) => one.at.y - other.at.y || one.at.x - other.at.x)
            .map(({ name }) => name);
        if (lit.length === 0) return null;
        const here = lit.indexOf(this.ground.here());
        return lit[(here + step + lit.length) % lit.length] ?? null;
    }
}
