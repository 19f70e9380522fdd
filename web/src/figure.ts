/* The figure of an experiment, drawn by the page: ours with intervals, the paper's as hollow diamonds beside it. */
import { s } from './dom';
import type { ExperimentPoint } from './protocol';

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 54;
const RIGHT = 16;
const TOP = 30;
const BOTTOM = 46;
const SHAPES = ['circle', 'square', 'up', 'down'] as const;

interface Plot {
    label: string;
    log: boolean;
    x?: string;
    curve?: string;
}

/* Round steps for an axis: 1, 2 or 5 times a power of ten. */
export function ticks(low: number, high: number, wanted = 5): number[] {
    const rough = (high - low) / wanted || 1;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power;
    const list: number[] = [];
    for (let value = Math.ceil(low / step) * step; value <= high + step * 1e-9; value += step) list.push(Number(value.toPrecision(12)));
    return list;
}

interface Scale {
    (value: number): number;
}

function extent(values: number[], isShare: boolean): [number, number] {
    const low = Math.min(...values);
    const high = Math.max(...values);
    const room = (high - low || Math.abs(high) || 1) * 0.08;
    if (isShare) return [Math.max(0, low - room), Math.min(100, high + room)];
    return [low >= 0 ? Math.max(0, low - room) : low - room, high + room];
}

const known = (value: number | null): value is number => value !== null;

export function drawFigure(points: ExperimentPoint[], plot: Plot): SVGSVGElement | null {
    const drawn = points.filter((point) => known(point.value) || known(point.paper));
    if (drawn.length === 0) return null;
    // The axis has room for all points from the first one on, so that it stands still while the figure grows.
    const numeric = plot.x !== undefined && points.every((point) => Number.isFinite(Number(point.x)));
    const names = [...new Set(points.map((point) => point.x))];
    const position = (point: ExperimentPoint): number => {
        const x = numeric ? Number(point.x) : names.indexOf(point.x);
        return numeric && plot.log ? Math.log10(x) : x;
    };
    const xs = points.map(position);
    const spread = Math.max(...xs) - Math.min(...xs) || 1;
    const left = Math.min(...xs) - spread * (numeric ? 0.04 : 0.08);
    const right = Math.max(...xs) + spread * (numeric ? 0.04 : 0.08);
    const across: Scale = (value) => LEFT + ((value - left) / (right - left)) * (WIDTH - LEFT - RIGHT);
    const values = drawn.flatMap((point) => [point.value, point.low, point.high, point.paper].filter(known));
    const [low, high] = extent(values, plot.label.includes('%'));
    const up: Scale = (value) => HEIGHT - BOTTOM - ((value - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
    const curves = [...new Set(drawn.map((point) => point.curve ?? ''))];
    const svg = s('svg', { class: 'figure', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': summary(drawn, plot) });
    svg.append(drawAxes(plot, numeric, names, across, up, [left, right], [low, high]));
    curves.forEach((curve, index) => {
        const own = drawn.filter((point) => (point.curve ?? '') === curve);
        svg.append(drawCurve(own, index, numeric, (point) => across(position(point)), up, curves.length));
    });
    if (curves.length > 1) svg.append(drawLegend(curves));
    return svg;
}

function summary(points: ExperimentPoint[], plot: Plot): string {
    const done = points.filter((point) => known(point.value)).length;
    return `${plot.label}, ${done} of ${points.length} points with results; the table below has every figure`;
}

function drawAxes(plot: Plot, numeric: boolean, names: string[], across: Scale, up: Scale, x: [number, number], y: [number, number]): SVGGElement {
    const group = s('g', { class: 'axes' });
    for (const value of ticks(y[0], y[1])) {
        group.append(
            s('path', { class: 'grid', d: `M${LEFT} ${up(value)}H${WIDTH - RIGHT}` }),
            s('text', { x: LEFT - 8, y: up(value) + 4, 'text-anchor': 'end' }, String(value)),
        );
    }
    const marks: [number, string][] = numeric
        ? plot.log
            ? names.map((name): [number, string] => [Math.log10(Number(name)), name])
            : ticks(x[0], x[1], 7).map((value): [number, string] => [value, String(value)])
        : names.map((name, index): [number, string] => [index, name]);
    const every = Math.ceil(marks.length / 9);
    marks.forEach(([value, name], index) => {
        if (index % every === 0)
            group.append(s('text', { x: across(value), y: HEIGHT - BOTTOM + 18, 'text-anchor': 'middle' }, name.length > 14 ? `${name.slice(0, 13)}…` : name));
    });
    group.append(
        s('path', { class: 'axis', d: `M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}` }),
        s('text', { class: 'title', x: LEFT, y: 16 }, plot.label),
        s('text', { class: 'title', x: WIDTH - RIGHT, y: HEIGHT - 8, 'text-anchor': 'end' }, plot.x ?? ''),
    );
    return group;
}

function drawCurve(points: ExperimentPoint[], index: number, numeric: boolean, across: (point: ExperimentPoint) => number, up: Scale, curves: number): SVGGElement {
    const group = s('g', { class: `curve curve-${index % 4}` });
    const shift = curves > 1 ? (index - (curves - 1) / 2) * 3 : 0;
    const ours = points.filter((point) => known(point.value));
    const paper = points.filter((point) => known(point.paper));
    const line = (list: ExperimentPoint[], of: (point: ExperimentPoint) => number): string =>
        list.map((point, place) => `${place ? 'L' : 'M'}${across(point) + shift} ${up(of(point))}`).join('');
    if (numeric && paper.length > 1) group.append(s('path', { class: 'line paper', d: line(paper, (point) => point.paper as number) }));
    if (numeric && ours.length > 1) group.append(s('path', { class: 'line ours', d: line(ours, (point) => point.value as number) }));
    for (const point of paper) group.append(s('path', { class: 'diamond', d: 'M0 -5.5L5.5 0L0 5.5L-5.5 0Z', transform: `translate(${across(point) + shift} ${up(point.paper as number)})` }));
    for (const point of ours) {
        const x = across(point) + shift;
        if (known(point.low) && known(point.high))
            group.append(s('path', { class: 'interval', d: `M${x} ${up(point.low)}V${up(point.high)}M${x - 4} ${up(point.low)}h8M${x - 4} ${up(point.high)}h8` }));
        group.append(s('g', { class: 'dot', transform: `translate(${x} ${up(point.value as number)})` }, shape(index), title(point)));
    }
    return group;
}

function title(point: ExperimentPoint): SVGElement {
    const range = known(point.low) && known(point.high) ? ` (${round(point.low)} to ${round(point.high)})` : '';
    const paper = known(point.paper) ? `, paper ${point.paper}` : '';
    return s('title', {}, `${point.name}: ${round(point.value)}${range}${paper}, ${point.games} games`);
}

/* Curves differ by shape as well as by colour. */
function shape(index: number): SVGElement {
    const kind = SHAPES[index % SHAPES.length];
    if (kind === 'circle') return s('circle', { r: 4.5 });
    if (kind === 'square') return s('path', { d: 'M-4 -4H4V4H-4Z' });
    return s('path', { d: kind === 'up' ? 'M0 -5L5 4H-5Z' : 'M0 5L5 -4H-5Z' });
}

function drawLegend(curves: string[]): SVGGElement {
    const group = s('g', { class: 'legend' });
    curves.forEach((curve, index) => {
        const x = LEFT + 90 + index * 110;
        group.append(
            s('g', { class: `curve curve-${index % 4}` }, s('g', { class: 'dot', transform: `translate(${x} 12)` }, shape(index))),
            s('text', { x: x + 9, y: 16 }, curve),
        );
    });
    return group;
}

export function round(value: number | null): string {
    return value === null ? '' : value.toFixed(1);
}
