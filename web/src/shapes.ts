/* What cells form together, drawn over them: the length of a best line, and places where one piece is missing. */
import { s } from './dom';
import { at, key, middle, number } from './geometry';
import type { Place, Point } from './geometry';
import { neighbors } from './chain';
import type { Color, Line, Scene, Shape } from './protocol';

const BADGE_FROM = 2; // shorter lines need no number

/* What shines: the best of every seat; when one has won, only that. */
function best(scene: Scene): Shape[] {
    const won = new Set(scene.cells.filter((cell) => cell.marks?.includes('winning')).map(key));
    const isIn = ({ cells }: Shape): boolean => won.size === 0 || cells.every((cell) => won.has(key(cell)));
    return scene.shapes.filter((shape) => shape.kind === 'best' && isIn(shape));
}

/* The colours that shine at each place. */
export function shining(scene: Scene): Map<string, Set<Color>> {
    const result = new Map<string, Set<Color>>();
    for (const shape of best(scene)) {
        if (!shape.color) continue;
        for (const cell of shape.cells) {
            const colors = result.get(key(cell)) ?? new Set<Color>();
            result.set(key(cell), colors.add(shape.color));
        }
    }
    return result;
}

type Where = (place: Place) => Point;

/* The number of points of each best line, at its open end; of a loop, in its middle. */
export function drawBadges(scene: Scene, where: Where, turn: (point: Point) => Point): SVGElement[] {
    return best(scene)
        .filter(({ cells }) => cells.length >= BADGE_FROM)
        .map((shape) => {
            const { x, y } = shape.name === 'loop' ? centroid(shape, where) : openEnd(shape, scene, where, turn);
            return s(
                'g',
                { class: `tally ${shape.color ?? ''}`, transform: `translate(${at({ x, y })})` },
                s('circle', { r: 10.5 }),
                s('text', { 'text-anchor': 'middle', dy: '0.36em' }, String(shape.points ?? shape.cells.length)),
            );
        });
}

function centroid({ cells }: Shape, where: Where): Point {
    const points = cells.map(where);
    const sum = (pick: (point: Point) => number): number => points.reduce((total, point) => total + pick(point), 0);
    return { x: sum((point) => point.x) / points.length, y: sum((point) => point.y) / points.length };
}

/* Where the line leaves its last tile. */
function openEnd(shape: Shape, scene: Scene, where: Where, turn: (point: Point) => Point): Point {
    const last = shape.cells.at(-1) as Place;
    const before = shape.cells.at(-2) as Place;
    const cell = scene.cells.find((one) => key(one) === key(last));
    const line = cell?.lines?.find((one: Line) => one[2] === shape.color);
    const here = where(last);
    if (!line) return here;
    const back = where(before);
    const sides = [line[0], line[1]].map((side) => turn(middle(side)));
    const far = (side: Point): number => Math.hypot(here.x + side.x - back.x, here.y + side.y - back.y);
    const [one, other] = sides as [Point, Point];
    const end = far(one) > far(other) ? one : other;
    return { x: here.x + end.x, y: here.y + end.y };
}

/* Thin links from tile to tile, and a dashed ring where one is missing. */
export function drawThreats(scene: Scene, where: Where): SVGElement[] {
    const threats = scene.shapes.filter(({ kind }) => kind === 'threat');
    const links = new Map<string, SVGElement>();
    const rings = new Map<string, SVGElement>();
    for (const { cells, color, name } of threats) {
        for (const [one, other] of neighbors(cells)) {
            const d = `M${at(where(one))}L${at(where(other))}`;
            links.set(`${color} ${d}`, s('path', { class: `threat link ${color ?? ''}`, d }));
        }
        const missing = where(cells.at(-1) as Place);
        const radius = color === 'black' ? 15 : 10;
        rings.set(
            `${color} ${at(missing)}`,
            s(
                'circle',
                { class: `threat ring ${color ?? ''}`, cx: number(missing.x), cy: number(missing.y), r: radius },
                s('title', {}, `a ${color ?? ''} tile here completes a ${name}`),
            ),
        );
    }
    return [...links.values(), ...rings.values()];
}
