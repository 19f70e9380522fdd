/* Pictures to take away: the board as it is shown, as SVG or PNG, and a whole game as an SVG that plays by itself. */
import { Board } from './board';
import { h, s } from './dom';
import { number } from './geometry';
import type { Box } from './geometry';
import type { Look } from './looks';
import type { Scene } from './protocol';

const PROPERTIES = [
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-width',
    'stroke-dasharray',
    'stroke-linecap',
    'stroke-linejoin',
    'stroke-opacity',
    'opacity',
    'paint-order',
    'font-size',
    'font-weight',
    'font-family',
];
const TAKEN = ['.spots', '.ghost', '.fan'];
const FRAME_SECONDS = 0.8;
const REST_SECONDS = 3; // on the last position
const PNG_WIDTH = 1600;

/* What the page's styles say of an element, as attributes of a copy that stands alone. */
function dress(copy: Element, original: Element): void {
    const style = getComputedStyle(original);
    for (const name of PROPERTIES) {
        const value = style.getPropertyValue(name);
        if (value && value !== 'normal') copy.setAttribute(name, value);
    }
    copy.removeAttribute('class');
    [...copy.children].forEach((child, index) => dress(child, original.children[index] as Element));
}

/* A copy of the board that needs no page. */
function alone(board: SVGSVGElement, { left, top, right, bottom }: Box): SVGSVGElement {
    const copy = board.cloneNode(true) as SVGSVGElement;
    dress(copy, board);
    [...board.children].forEach((layer, index) => {
        if (TAKEN.some((name) => layer.matches(name))) copy.children[index]?.setAttribute('data-away', '');
    });
    copy.querySelectorAll('[data-away]').forEach((layer) => layer.remove());
    const [x, y, width, height] = [left, top, right - left, bottom - top].map(number);
    for (const name of ['role', 'aria-label', 'aria-roledescription', 'data-moving']) copy.removeAttribute(name);
    copy.setAttribute('viewBox', [x, y, width, height].join(' '));
    copy.setAttribute('width', width as string);
    copy.setAttribute('height', height as string);
    const table = getComputedStyle(document.documentElement).getPropertyValue('--table').trim();
    copy.prepend(s('rect', { x, y, width, height, fill: table }));
    return copy;
}

function textOf(svg: SVGSVGElement): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
}

export function pictureOf(board: Board): string {
    return textOf(alone(board.element, board.view.whole));
}

export async function pngOf(svg: string): Promise<Blob> {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = h('canvas', { width: PNG_WIDTH, height: Math.round((PNG_WIDTH * image.height) / image.width) });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve, reject) =>
        canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture'))), 'image/png'),
    );
}

/* ---- Replay ---- */

interface Part {
    element: Element; // dressed
    order: number;
    frames: number[]; // in which it is seen
}

/* The scenes one after the other, for ever. What stays through several of them is in the file once. */
export function replayOf(scenes: Scene[], look: Look, angle: number): string {
    const stage = new Board('replay', false);
    const place = h('div', { class: 'offstage', 'aria-hidden': 'true' }, stage.element);
    document.body.append(place);
    stage.turn(angle);
    const parts = new Map<string, Part>();
    let seen: Box | null = null;
    scenes.forEach((scene, frame) => {
        stage.show(scene, look, false);
        seen = union(seen, stage.view.whole);
        let order = 0;
        for (const layer of stage.element.children)
            for (const element of layer.children) note(parts, layer, element, order++, frame);
    });
    const last = alone(stage.element, seen ?? stage.view.whole);
    place.remove();
    const total = (scenes.length - 1) * FRAME_SECONDS + REST_SECONDS;
    const ground = last.firstElementChild as Element;
    const moving = [...parts.values()].sort((one, other) => one.order - other.order);
    last.replaceChildren(ground, ...moving.map((part) => animate(part, scenes.length, total)));
    return textOf(last);
}

function union(one: Box | null, other: Box): Box {
    if (!one) return other;
    return {
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
    };
}

function note(parts: Map<string, Part>, layer: Element, element: Element, order: number, frame: number): void {
    const name = layer.getAttribute('class') + element.outerHTML;
    const known = parts.get(name);
    if (known) {
        known.frames.push(frame);
        return;
    }
    const copy = element.cloneNode(true) as Element;
    dress(copy, element);
    const group = s('g', {}, copy);
    const style = getComputedStyle(layer);
    for (const property of ['fill', 'font-size', 'font-family']) group.setAttribute(property, style.getPropertyValue(property));
    const depth = [...(layer.parentElement?.children ?? [])].indexOf(layer);
    parts.set(name, { element: group, order: depth * 100_000 + order, frames: [frame] });
}

function animate({ element, frames }: Part, count: number, total: number): Element {
    if (frames.length === count) return element;
    const seen = new Set(frames);
    const values: string[] = [];
    const times: string[] = [];
    for (let frame = 0; frame < count; frame++) {
        const value = seen.has(frame) ? 'visible' : 'hidden';
        if (value === values.at(-1)) continue;
        values.push(value);
        times.push(String(Math.round(((frame * FRAME_SECONDS) / total) * 1e5) / 1e5));
    }
    element.setAttribute('visibility', seen.has(count - 1) ? 'visible' : 'hidden');
    element.append(
        s('animate', {
            attributeName: 'visibility',
            values: values.join(';'),
            keyTimes: times.join(';'),
            dur: `${number(total)}s`,
            calcMode: 'discrete',
            repeatCount: 'indefinite',
        }),
    );
    return element;
}
