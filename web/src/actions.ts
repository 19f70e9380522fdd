/* The row of actions: undo, redo, hint, analysis, flip, fit, resign, new. */
import { h } from './dom';

export interface Action {
    name: string;
    label: string;
    key: string;
    icon: string; // a path in a box of 24 by 24
    act: () => void;
}

export class Actions {
    readonly element: HTMLElement;
    private buttons = new Map<string, HTMLButtonElement>();

    constructor(actions: Action[]) {
        this.element = h('div', { class: 'actions', role: 'toolbar', 'aria-label': 'actions' });
        for (const { name, label, key, icon, act } of actions) {
            const button = h(
                'button',
                { type: 'button', title: `${label} (${key})`, 'aria-keyshortcuts': key, click: act },
                draw(icon),
                h('span', {}, label),
            );
            this.buttons.set(name, button);
            this.element.append(button);
        }
    }

    enable(name: string, on: boolean): void {
        const button = this.buttons.get(name);
        if (button) button.disabled = !on;
    }

    press(name: string, on: boolean): void {
        this.buttons.get(name)?.setAttribute('aria-pressed', String(on));
    }

    relabel(name: string, label: string): void {
        const text = this.buttons.get(name)?.querySelector('span');
        if (text) text.textContent = label;
    }
}

const SVG = 'http://www.w3.org/2000/svg';

export function draw(path: string): SVGSVGElement {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('class', 'icon');
    svg.setAttribute('aria-hidden', 'true');
    const shape = document.createElementNS(SVG, 'path');
    shape.setAttribute('d', path);
    svg.append(shape);
    return svg;
}

export const icons = {
    undo: 'M9 6L4 11L9 16M4 11H14A5.5 5.5 0 0 1 14 20H11',
    redo: 'M15 6L20 11L15 16M20 11H10A5.5 5.5 0 0 0 10 20H13',
    hint: 'M9 18H15M10 21H14M8.5 15C6.5 13.6 5.5 11.6 5.5 9.5A6.5 6.5 0 0 1 18.5 9.5C18.5 11.6 17.5 13.6 15.5 15Z',
    study: 'M4 20V13M9.3 20V6M14.6 20V10M20 20V4',
    flip: 'M7 4V17M7 17L3.5 13.5M7 17L10.5 13.5M17 20V7M17 7L13.5 10.5M17 7L20.5 10.5',
    fit: 'M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15',
    resign: 'M6 21V4M6 5H18L15 9L18 13H6',
    fresh: 'M12 5V19M5 12H19',
    settings: 'M4 7H11M17 7H20M4 12H6M12 12H20M4 17H13M19 17H20M14 4.5V9.5M9 9.5V14.5M16 14.5V19.5',
    help: 'M9 9A3 3 0 1 1 13.5 11.6C12.4 12.3 12 13 12 14.2M12 17.6V17.8',
    rules: 'M5 4H15A4 4 0 0 1 19 8V20H9A4 4 0 0 1 5 16ZM9 9H15M9 13H15',
    close: 'M6 6L18 18M18 6L6 18',
    save: 'M12 4V15M12 15L8 11M12 15L16 11M5 19H19',
};
