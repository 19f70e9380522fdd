/* Fingers and mouse on the board: touching, carrying pieces, dragging the view, pinching, the wheel. */
import type { Board } from './board';
import type { Place, Point } from './geometry';

const SLOP = 6; // pixels before a press becomes a drag
const LONG_MS = 450;

export interface Hands {
    tap(place: Place): void;
    tapNothing(): void;
    /* A piece is about to be dragged; false if it may not. */
    lift(place: Place, client: Point): boolean;
    carry(client: Point): void;
    drop(place: Place | null): void;
    /* The wheel turns what is held; false if nothing is. */
    wheel(step: number): boolean;
    mayPan(): boolean;
}

type State = 'idle' | 'pressed' | 'carrying' | 'panning' | 'pinching';

export class Gestures {
    private state: State = 'idle';
    private pointers = new Map<number, Point>();
    private from: Point = { x: 0, y: 0 };
    private pressed: Place | null = null;
    private dragged = false;
    private long = 0;

    constructor(private board: Board, private hands: Hands) {
        const element = board.element;
        element.addEventListener('pointerdown', (event) => this.down(event));
        element.addEventListener('pointermove', (event) => this.move(event));
        element.addEventListener('pointerup', (event) => this.up(event));
        element.addEventListener('pointercancel', (event) => this.up(event));
        element.addEventListener('pointerleave', (event) => {
            if (event.pointerType === 'mouse' && this.state === 'idle') board.point(null);
        });
        element.addEventListener('click', (event) => this.click(event));
        element.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
        element.addEventListener('contextmenu', (event) => event.preventDefault());
    }

    private down(event: PointerEvent): void {
        if (event.button !== 0) return;
        const point = { x: event.clientX, y: event.clientY };
        this.pointers.set(event.pointerId, point);
        if (this.pointers.size === 2) {
            this.state = 'pinching';
            this.dragged = true;
            return;
        }
        this.state = 'pressed';
        this.dragged = false;
        this.from = point;
        this.pressed = this.board.placeAt(point);
        window.clearTimeout(this.long);
        if (event.pointerType !== 'mouse')
            this.long = window.setTimeout(() => this.lookLong(), LONG_MS);
    }

    /* A long press looks at what lies there; a look into a stack is no touch. */
    private lookLong(): void {
        if (this.pressed && this.board.peek(this.pressed)) this.dragged = true;
    }

    private move(event: PointerEvent): void {
        const point = { x: event.clientX, y: event.clientY };
        const before = this.pointers.get(event.pointerId);
        if (!before) {
            if (event.pointerType === 'mouse') this.board.point(this.board.placeAt(point));
            return;
        }
        if (this.state === 'pinching') this.pinch(event.pointerId, point);
        this.pointers.set(event.pointerId, point);
        if (this.state === 'pressed' && Math.hypot(point.x - this.from.x, point.y - this.from.y) > SLOP)
            this.startDrag(event, point);
        if (this.state === 'panning') this.board.view.pan(point.x - before.x, point.y - before.y);
        if (this.state === 'carrying') {
            this.hands.carry(point);
            this.board.point(this.board.placeAt(point));
        }
    }

    private startDrag(event: PointerEvent, point: Point): void {
        window.clearTimeout(this.long);
        this.dragged = true;
        this.board.element.setPointerCapture(event.pointerId);
        const place = this.pressed;
        if (place && this.board.canTouch(place) && this.board.faceAt(place) && this.hands.lift(place, point))
            this.state = 'carrying';
        else this.state = this.hands.mayPan() ? 'panning' : 'idle';
    }

    private pinch(id: number, point: Point): void {
        const [other] = [...this.pointers].filter(([name]) => name !== id).map(([, where]) => where);
        const before = this.pointers.get(id);
        if (!other || !before) return;
        const was = Math.hypot(before.x - other.x, before.y - other.y);
        const is = Math.hypot(point.x - other.x, point.y - other.y);
        const middle = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
        if (was > 0) this.board.view.zoom(is / was, middle);
        this.board.view.pan((point.x - before.x) / 2, (point.y - before.y) / 2);
    }

    private up(event: PointerEvent): void {
        window.clearTimeout(this.long);
        if (!this.pointers.delete(event.pointerId)) return;
        if (this.state === 'carrying') {
            const cancelled = event.type === 'pointercancel';
            this.hands.drop(cancelled ? null : this.board.placeAt({ x: event.clientX, y: event.clientY }));
        }
        if (this.pointers.size === 0) this.state = 'idle';
        else if (this.state === 'pinching') this.state = 'panning';
    }

    private click(event: MouseEvent): void {
        if (this.dragged) {
            this.dragged = false;
            return;
        }
        const name = (event.target as Element).getAttribute('data-place');
        if (!name) {
            this.hands.tapNothing();
            return;
        }
        const [q, r] = name.split(',').map(Number);
        this.hands.tap({ q: q ?? 0, r: r ?? 0 });
    }

    private wheel(event: WheelEvent): void {
        event.preventDefault();
        if (!event.ctrlKey && this.hands.wheel(Math.sign(event.deltaY))) return;
        const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016));
        this.board.view.zoom(factor, { x: event.clientX, y: event.clientY });
    }
}
