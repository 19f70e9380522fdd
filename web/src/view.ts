/* The window through which a board is seen: it fits, follows, is dragged, pinched and wheeled. */
import { wantsStill } from './dom';
import type { Box, Point } from './geometry';
import { number } from './geometry';

const SOFT_MS = 180;
const CLOSEST = 8; // times nearer than fitting
const FARTHEST = 0.5;
const LARGE = 1000; // pixels of height from which pieces may grow with the window

interface Window {
    x: number; // the middle, in the board's units
    y: number;
    scale: number; // pixels a unit
}

export class View {
    private window: Window = { x: 0, y: 0, scale: 1 };
    private content: Box = { left: 0, top: 0, right: 1, bottom: 1 };
    private moved = false; // by hand: then it no longer follows
    private frame = 0;
    private size = { width: 0, height: 0 };
    /* The largest scale that fitting may choose, so that a lone tile does not fill the screen. */
    scaleMax = 2.4;

    constructor(private svg: SVGSVGElement) {
        new ResizeObserver(() => this.resized()).observe(svg);
    }

    /* What must be seen. A board that grew is followed softly unless the person chose another view. */
    hold(content: Box, soft: boolean): void {
        this.content = content;
        if (!this.moved) this.go(this.fitting(), soft);
    }

    fit(soft = true): void {
        this.moved = false;
        this.go(this.fitting(), soft);
    }

    /* All that must be seen, however it is looked at. */
    get whole(): Box {
        return this.content;
    }

    get isMoved(): boolean {
        return this.moved;
    }

    pan(dx: number, dy: number): void {
        this.moved = true;
        const { x, y, scale } = this.window;
        this.go({ x: x - dx / scale, y: y - dy / scale, scale }, false);
    }

    zoom(factor: number, about: Point): void {
        const fit = this.fitting().scale;
        const scale = Math.min(Math.max(this.window.scale * factor, fit * FARTHEST), fit * CLOSEST);
        const held = this.toBoard(about);
        this.moved = true;
        const rect = this.svg.getBoundingClientRect();
        this.go(
            {
                x: held.x - (about.x - rect.left - rect.width / 2) / scale,
                y: held.y - (about.y - rect.top - rect.height / 2) / scale,
                scale,
            },
            false,
        );
    }

    /* From a point of the screen to the board's units. */
    toBoard(client: Point): Point {
        const rect = this.svg.getBoundingClientRect();
        const { x, y, scale } = this.window;
        return {
            x: x + (client.x - rect.left - rect.width / 2) / scale,
            y: y + (client.y - rect.top - rect.height / 2) / scale,
        };
    }

    get scale(): number {
        return this.window.scale;
    }

    private fitting(): Window {
        const { left, top, right, bottom } = this.content;
        const width = this.size.width || 1;
        const height = this.size.height || 1;
        const most = this.scaleMax * Math.max(1, height / LARGE);
        const scale = Math.min(width / (right - left), height / (bottom - top), most);
        return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
    }

    private resized(): void {
        const { width, height } = this.svg.getBoundingClientRect();
        this.size = { width, height };
        this.go(this.moved ? this.window : this.fitting(), false);
    }

    private go(to: Window, soft: boolean): void {
        cancelAnimationFrame(this.frame);
        if (!soft || wantsStill()) {
            this.set(to);
            return;
        }
        const from = this.window;
        const begin = performance.now();
        const step = (now: number): void => {
            const part = Math.min(1, Math.max(0, (now - begin) / SOFT_MS));
            const eased = 1 - (1 - part) ** 3;
            const mix = (a: number, b: number): number => a + (b - a) * eased;
            this.set({ x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) });
            if (part < 1) this.frame = requestAnimationFrame(step);
        };
        this.frame = requestAnimationFrame(step);
    }

    private set(to: Window): void {
        this.window = to;
        const width = (this.size.width || 1) / to.scale;
        const height = (this.size.height || 1) / to.scale;
        this.svg.setAttribute(
            'viewBox',
            [to.x - width / 2, to.y - height / 2, width, height].map(number).join(' '),
        );
    }
}
