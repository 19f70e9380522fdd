/* A board: draws a scene, lights what can be touched, and says what was touched. Knows no game. */
import { Motion } from './motion';
import { s, wantsStill } from './dom';
import { box, center, corner, at, hexagon, key, number, SIDE } from './geometry';
import type { Place, Point } from './geometry';
import { drawPiece } from './pieces';
import type { Face } from './pieces';
import type { Look } from './looks';
import { lookOf } from './looks';
import type { Cell, Scene } from './protocol';
import { describe, nameOf } from './words';
import { pathAcross } from './chain';
import type { Shown } from './settings';
import { drawBadges, drawThreats, shining } from './shapes';
import { View } from './view';
import { Walker } from './walk';

const LIFT = 7; // how much higher a piece stands on another

/* What can be touched now, by the keys of places. */
export interface Lights {
    can: Map<string, Place>;
    picked: Set<string>;
    falling: Set<string>; // what would be lost
    ready: Set<string>; // what fits as it is held
    hinted: Set<string>;
    names: Map<string, string>; // what touching would do
    ghost: Face | null; // what would lie there
}

export const DARK: Lights = {
    can: new Map(),
    picked: new Set(),
    falling: new Set(),
    ready: new Set(),
    hinted: new Set(),
    names: new Map(),
    ghost: null,
};

const LAYERS = ['borders', 'ground', 'labels', 'pieces', 'marks', 'shapes', 'study', 'ghost', 'spots', 'names', 'fan'] as const;
type Layer = (typeof LAYERS)[number];

export class Board {
    readonly element: SVGSVGElement;
    readonly view: View;
    onhover: (place: Place | null) => void = () => undefined;
    private layers = {} as Record<Layer, SVGGElement>;
    private spots = new Map<string, SVGPathElement>();
    private cells = new Map<string, Cell[]>();
    private motion: Motion;
    private scene: Scene | null = null;
    private look: Look = lookOf('');
    private lights: Lights = DARK;
    private pointed: Place | null = null;
    private resting: Face | null = null; // what lies on the ghost's place until it is confirmed
    private angle = 0;
    private studied: Place[] = [];
    private overlay = ''; // what the drawings of the analysis are
    private active = '';
    /* What is shown beside the pieces. */
    shown: Shown = { names: false, best: true, threats: false };
    /* Where a piece with this number comes from when it was not on the board: a hand's place on the screen. */
    origin: (piece: number) => Point | null = () => null;

    constructor(label: string, private touchable: boolean) {
        this.element = s('svg', {
            class: 'board',
            role: touchable ? 'group' : 'img',
            'aria-label': label,
            'aria-roledescription': touchable ? 'board' : null,
        });
        for (const layer of LAYERS) {
            this.layers[layer] = s('g', { class: layer, 'aria-hidden': layer === 'spots' ? null : 'true' });
            this.element.append(this.layers[layer]);
        }
        this.view = new View(this.element);
        this.motion = new Motion(this.element);
        if (touchable) this.listen();
    }

    /* The board seen from another side: a multiple of 90 degrees, clockwise. */
    turn(angle: number): void {
        if (angle === this.angle) return;
        this.angle = angle;
        this.motion.forget();
        if (this.scene) this.show(this.scene, this.look, false);
    }

    show(scene: Scene, look: Look, moving: boolean): void {
        this.scene = scene;
        this.look = look;
        this.element.setAttribute('class', `board look-${look.pieces}`);
        this.cells.clear();
        for (const cell of scene.cells) {
            const stack = this.cells.get(key(cell));
            if (stack) stack.push(cell);
            else this.cells.set(key(cell), [cell]);
        }
        this.drawGround(scene);
        this.drawPieces(scene);
        this.drawMarks(scene);
        this.drawShapes(scene);
        this.closeFan();
        this.light(DARK);
        this.motion.play(moving && !wantsStill(), (piece) => {
            const client = this.origin(piece);
            return client && this.view.toBoard(client);
        });
        this.frame(moving);
        const pointed = this.pointed;
        this.pointed = null;
        if (pointed) this.point(pointed);
    }

    light(lights: Lights): void {
        this.lights = lights;
        this.resting = null;
        this.element.classList.toggle('holding', lights.picked.size > 0);
        if (this.touchable) this.drawSpots();
        this.drawNames();
        this.drawGhost();
        if (this.scene) this.frame(true);
    }

    /* A piece that lies at a place but is not yet played. */
    rest(face: Face | null, place: Place | null): void {
        this.resting = face;
        if (place) this.pointed = place;
        this.drawGhost();
    }

    /* Drawings of an analysis, and the places that must be seen with them. */
    study(children: SVGElement[], places: Place[] = []): void {
        const drawn = children.map((child) => child.outerHTML).join('');
        if (drawn !== this.overlay) this.layers.study.replaceChildren(...children); // painting the board is what a frame costs
        this.overlay = drawn;
        const more = places.some((place) => !this.studied.some((known) => key(known) === key(place)));
        this.studied = more || places.length === 0 ? places : this.studied;
        if (more && this.scene) this.frame(true);
    }

    /* A piece as it would look at a place, for drawings of an analysis. */
    drawn(face: Face, place: Place, level = 0): SVGGElement {
        return this.group(place, level, drawPiece(face, this.look, this.angle));
    }

    /* Where a place is drawn, in the board's units. */
    where(place: Place, level = 0): Point {
        const point = this.rotate(center(place));
        return { x: point.x, y: point.y - LIFT * level };
    }

    /* The lit or drawn place nearest to a point of the screen, if the point is on it. */
    placeAt(client: Point): Place | null {
        const point = this.view.toBoard(client);
        let best: Place | null = null;
        let nearest = SIDE;
        for (const place of this.places()) {
            const { x, y } = this.where(place);
            const distance = Math.hypot(point.x - x, point.y - y);
            if (distance < nearest) {
                nearest = distance;
                best = place;
            }
        }
        return best;
    }

    canTouch(place: Place): boolean {
        return this.lights.can.has(key(place));
    }

    /* The face of the topmost piece at a place. */
    faceAt(place: Place): Face | null {
        const top = this.cells.get(key(place))?.at(-1);
        return top && isPiece(top) ? top : null;
    }

    point(place: Place | null): void {
        if (place && this.pointed && key(place) === key(this.pointed)) return;
        if (!place && !this.pointed) return;
        this.pointed = place;
        if (!this.resting) this.drawGhost();
        if (place && (this.cells.get(key(place))?.length ?? 0) > 1) this.openFan(place);
        else this.closeFan();
        this.onhover(place);
    }

    /* Points at a place; true if there is a stack to look into. */
    peek(place: Place): boolean {
        this.point(place);
        return this.layers.fan.hasChildNodes();
    }

    focus(place: Place): void {
        this.spots.get(key(place))?.focus();
    }

    /* ---- Drawing ---- */

    private rotate({ x, y }: Point): Point {
        const quarter = ((this.angle / 90) % 4 + 4) % 4;
        if (quarter === 1) return { x: -y, y: x };
        if (quarter === 2) return { x: -x, y: -y };
        return quarter === 3 ? { x: y, y: -x } : { x, y };
    }

    private group(place: Place, level: number, ...children: SVGElement[]): SVGGElement {
        return s('g', { transform: `translate(${at(this.where(place, level))})` }, ...children);
    }

    get turnedBy(): number {
        return this.angle;
    }

    /* How hexagons are turned when the board is. */
    get turned(): string | null {
        return this.angle === 0 ? null : `rotate(${this.angle})`;
    }

    private drawGround(scene: Scene): void {
        const isEmpty = !scene.cells.some(isPiece);
        const solid = scene.cells.filter((cell) => !cell.level && (cell.fill === 'board' || this.look.bounded || isEmpty));
        this.layers.ground.replaceChildren(
            ...solid.map((cell) =>
                this.group(cell, 0, s('path', { class: this.look.bounded ? 'cell' : 'cell first', d: hexagon(SIDE), transform: this.turned })),
            ),
        );
        const sides = scene.cells.flatMap((cell) => this.drawBorder(cell));
        this.layers.borders.replaceChildren(
            ...sides.map((side) => side.under),
            ...sides.map((side) => side.over),
        );
        this.layers.labels.replaceChildren(
            ...(this.look.bounded ? scene.labels : []).map((label) =>
                this.group(label, 0, s('text', { 'text-anchor': 'middle', dy: '0.35em' }, label.text)),
            ),
        );
    }

    /* Where a board has no edge, each place tells its name itself, or the name of the piece on it. */
    private drawNames(): void {
        const { scene } = this;
        const wanted = scene && this.shown.names && !this.look.bounded ? this.places() : [];
        this.layers.names.replaceChildren(
            ...wanted.map((place) => {
                const top = this.cells.get(key(place))?.filter(isPiece).at(-1);
                const text = top?.symbol && top.glyph ? top.glyph : nameOf(place, scene as Scene);
                return this.group(place, top?.level ?? 0, s('text', { 'text-anchor': 'middle', dy: '0.35em', y: top ? SIDE * 0.66 : 0 }, text));
            }),
        );
    }

    private drawBorder(cell: Cell): { under: SVGElement; over: SVGElement }[] {
        const parts: { under: SVGElement; over: SVGElement }[] = [];
        cell.border?.forEach((color, side) => {
            if (!color) return;
            const d = `M${at(corner(side))}L${at(corner(side + 1))}`;
            const path = (kind: string): SVGElement =>
                this.group(cell, 0, s('path', { class: `${kind} ${color}`, d, transform: this.turned }));
            parts.push({ under: path('border-rim'), over: path('border') });
        });
        return parts;
    }

    private drawPieces(scene: Scene): void {
        this.motion.begin();
        const drawn = scene.cells.filter((cell) => isPiece(cell));
        const bright = this.shown.best ? shining(scene) : new Map();
        const ordered = drawn.sort((one, other) => (one.level ?? 0) - (other.level ?? 0));
        this.layers.pieces.replaceChildren(
            ...ordered.map((cell) => {
                const piece = drawPiece({ ...cell, shining: bright.get(key(cell)) }, this.look, this.angle);
                if (isWinning(cell)) piece.classList.add('winning');
                if (cell.marks?.includes('blocked')) piece.classList.add('blocked');
                const stack = this.cells.get(key(cell)) as Cell[];
                if (stack.length > 1 && stack.at(-1) !== cell) piece.classList.add('under');
                this.motion.place(cell.piece, cell, this.where(cell, cell.level), piece);
                return this.group(cell, cell.level ?? 0, piece);
            }),
        );
    }

    private drawMarks(scene: Scene): void {
        const marks: SVGElement[] = [];
        const chain = this.look.pieces === 'stones' ? pathAcross(scene.cells.filter(isWinning)) : [];
        const links = new Set(chain.flat());
        marks.push(...this.drawChain(chain));
        for (const cell of scene.cells) {
            const level = cell.level ?? 0;
            for (const mark of cell.marks ?? []) {
                if (mark === 'winning' && links.size > 0 && !links.has(cell)) continue;
                const shape = this.markShape(cell, mark);
                if (shape) marks.push(this.group(cell, level, shape));
            }
        }
        this.layers.marks.replaceChildren(...marks);
    }

    private drawShapes(scene: Scene): void {
        const where = (place: Place): Point => this.where(place);
        this.layers.shapes.replaceChildren(
            ...(this.shown.threats ? drawThreats(scene, where) : []),
            ...(this.shown.best ? drawBadges(scene, where, (point) => this.rotate(point)) : []),
        );
    }

    private markShape(cell: Cell, mark: string): SVGElement | null {
        const piece = isPiece(cell);
        if (this.look.pieces === 'stones')
            return piece ? s('circle', { class: `mark ${mark}`, r: mark === 'last' ? 6 : SIDE * 0.72 }) : null;
        if (mark === 'blocked') return s('path', { class: 'mark blocked', d: 'M-9 -24L9 -24M0 -30L0 -18' });
        if (mark === 'last' && !piece) return s('circle', { class: 'mark origin', r: 5 });
        const d = hexagon(SIDE - (mark === 'winning' ? 3.2 : 2.4), 4);
        return s('path', { class: `mark ${mark}`, d, transform: this.turned });
    }

    /* The shortest way through the winning stones grows from one side to the other. */
    private drawChain(chain: [Cell, Cell][]): SVGElement[] {
        return chain.map(([from, to], step) => {
            const link = s('path', { class: 'chain', d: `M${at(this.where(from))}L${at(this.where(to))}` });
            link.style.animationDelay = `${step * 45}ms`;
            return link;
        });
    }

    private drawGhost(): void {
        const place = this.pointed;
        const face = this.resting ?? this.lights.ghost;
        const layer = this.layers.ghost;
        if (!place || !face || !this.lights.can.has(key(place))) {
            layer.replaceChildren();
            return;
        }
        const level = this.cells.get(key(place))?.filter((cell) => isPiece(cell)).length ?? 0;
        const piece = drawPiece(face, this.look, this.angle);
        piece.classList.add(this.resting ? 'resting' : 'ghostly');
        layer.replaceChildren(this.group(place, level, piece));
    }

    /* ---- What can be touched ---- */

    private places(): Place[] {
        const all = new Map<string, Place>();
        for (const [name, stack] of this.cells) {
            const cell = stack[0] as Cell;
            if (this.look.bounded || stack.some((one) => isPiece(one)) || cell.marks) all.set(name, cell);
        }
        for (const [name, place] of this.lights.can) all.set(name, place);
        return [...all.values()];
    }

    private drawSpots(): void {
        const wanted = new Map(this.places().map((place) => [key(place), place]));
        const focused = document.activeElement;
        let lost = false;
        for (const [name, spot] of this.spots) {
            if (wanted.has(name)) continue;
            lost ||= spot === focused;
            spot.remove();
            this.spots.delete(name);
        }
        for (const [name, place] of wanted) {
            const spot = this.spots.get(name) ?? this.addSpot(name);
            this.dress(spot, name, place);
        }
        if (!this.spots.has(this.active)) this.activate(this.firstSpot());
        if (lost) this.spots.get(this.active)?.focus();
    }

    private addSpot(name: string): SVGPathElement {
        const spot = s('path', { role: 'button', d: hexagon(SIDE), tabindex: -1, 'data-place': name });
        this.spots.set(name, spot);
        this.layers.spots.append(spot);
        return spot;
    }

    private dress(spot: SVGPathElement, name: string, place: Place): void {
        const { can, picked, falling, ready, hinted, names } = this.lights;
        const stack = this.cells.get(name) ?? [];
        const top = stack.at(-1);
        const pieces = stack.filter((cell) => isPiece(cell));
        const classes = ['spot'];
        if (can.has(name)) classes.push('can');
        if (picked.has(name)) classes.push('picked');
        if (falling.has(name)) classes.push('falling');
        if (ready.has(name)) classes.push('ready');
        if (hinted.has(name)) classes.push('hinted');
        if (pieces.length === 0) classes.push('empty');
        spot.setAttribute('class', classes.join(' '));
        const { x, y } = this.where(place, Math.max(0, pieces.length - 1));
        spot.setAttribute('transform', `translate(${at({ x, y })})${this.turned ?? ''}`);
        spot.setAttribute('aria-label', describe(place, top, pieces, this.scene as Scene, names.get(name)));
        spot.setAttribute('aria-disabled', String(!can.has(name)));
        if (picked.has(name)) spot.setAttribute('aria-pressed', 'true');
        else spot.removeAttribute('aria-pressed');
    }

    private firstSpot(): string {
        const [lit] = this.lights.can.keys();
        const [any] = this.spots.keys();
        return lit ?? any ?? '';
    }

    private activate(name: string): void {
        this.spots.get(this.active)?.setAttribute('tabindex', '-1');
        this.active = name;
        this.spots.get(name)?.setAttribute('tabindex', '0');
    }

    /* ---- Keys ---- */

    private listen(): void {
        this.element.addEventListener('focusin', (event) => {
            const name = (event.target as Element).getAttribute('data-place');
            if (!name) return;
            this.activate(name);
            this.point(toPlace(name));
        });
        const walker = new Walker({
            here: () => this.active,
            all: () => [...this.spots.keys()],
            lit: () => [...this.lights.can.keys()],
            where: (name) => this.where(toPlace(name)),
            go: (name) => this.spots.get(name)?.focus(),
        });
        this.element.addEventListener('keydown', (event) => walker.key(event));
    }

    /* ---- Stacks ---- */

    /* The pieces of a stack side by side, so that one can look into it. */
    private openFan(place: Place): void {
        const stack = (this.cells.get(key(place)) ?? []).filter((cell) => isPiece(cell));
        const step = SIDE * 1.5;
        const { x, y } = this.where(place, stack.length);
        const left = x - ((stack.length - 1) * step) / 2;
        const items = stack.map((cell, index) =>
            s(
                'g',
                { transform: `translate(${at({ x: left + index * step, y: y - SIDE * 1.6 })}) scale(0.8)` },
                drawPiece(cell, this.look),
            ),
        );
        const width = stack.length * step + 10;
        this.layers.fan.replaceChildren(
            s('rect', {
                class: 'plate',
                x: number(x - width / 2),
                y: number(y - SIDE * 2.6),
                width: number(width),
                height: SIDE * 2,
                rx: 8,
            }),
            ...items,
        );
    }

    private closeFan(): void {
        this.layers.fan.replaceChildren();
    }

    private frame(soft: boolean): void {
        const scene = this.scene as Scene;
        const seen: Place[] = this.look.bounded
            ? [...scene.cells]
            : [...scene.cells.filter((cell) => isPiece(cell)), ...this.lights.can.values(), ...this.studied];
        if (seen.length === 0) seen.push(...scene.cells);
        if (this.look.bounded) seen.push(...scene.labels);
        const upright = box(seen, this.look.bounded ? 2 : SIDE);
        const one = this.rotate({ x: upright.left, y: upright.top });
        const other = this.rotate({ x: upright.right, y: upright.bottom });
        this.view.hold(
            {
                left: Math.min(one.x, other.x),
                right: Math.max(one.x, other.x),
                top: Math.min(one.y, other.y),
                bottom: Math.max(one.y, other.y),
            },
            soft,
        );
    }
}

export function toPlace(name: string): Place {
    const [q, r] = name.split(',').map(Number);
    return { q: q ?? 0, r: r ?? 0 };
}

/* A cell of wood is no piece, and an outline is none. */
export function isPiece(cell: Cell): boolean {
    return cell.fill !== undefined && cell.fill !== 'board';
}

function isWinning(cell: Cell): boolean {
    return cell.marks?.includes('winning') ?? false;
}

/* A small picture of a piece, for hands. */
export function picture(face: Face, look: Look, turn = 0): SVGSVGElement {
    const size = SIDE + 1;
    return s(
        'svg',
        { class: `picture look-${look.pieces}`, viewBox: `${-size} ${-size} ${2 * size} ${2 * size}`, 'aria-hidden': 'true' },
        drawPiece(face, look, turn),
    );
}

