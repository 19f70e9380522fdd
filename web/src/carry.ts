/* A piece in the hand of the person: it follows the pointer until it is let go. */
import { picture } from './board';
import { h } from './dom';
import type { Point } from './geometry';
import type { Look } from './looks';
import type { Face } from './pieces';

export class Carry {
    private element: HTMLElement | null = null;

    begin(face: Face, look: Look, size: number, client: Point): void {
        this.end();
        this.element = h('div', { class: 'carry', 'aria-hidden': 'true' }, picture(face, look));
        this.element.style.width = this.element.style.height = `${Math.round(size)}px`;
        document.body.append(this.element);
        this.move(client);
    }

    move({ x, y }: Point): void {
        if (this.element) this.element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    }

    end(): void {
        this.element?.remove();
        this.element = null;
    }
}
