/* A panel that slides over the right side: the rules of a game, or the help. */
import { draw, icons } from './actions';
import { Board } from './board';
import { h } from './dom';
import type { Engine } from './engine';
import { pictures } from './examples';
import { lookOf } from './looks';
import type { Game } from './protocol';

export class Drawer {
    private panel: HTMLElement | null = null;
    private before: HTMLElement | null = null;

    get isOpen(): boolean {
        return this.panel !== null;
    }

    /* Opens, or closes if that is what is open. */
    toggle(title: string, make: () => Node[]): void {
        if (this.panel?.getAttribute('aria-label') === title) this.close();
        else this.open(title, ...make());
    }

    open(title: string, ...children: Node[]): void {
        this.close();
        this.before = document.activeElement as HTMLElement | null;
        const close = h(
            'button',
            { type: 'button', class: 'plain', title: 'Close (Escape)', click: () => this.close() },
            draw(icons.close),
            h('span', { class: 'unseen' }, 'Close'),
        );
        this.panel = h(
            'section',
            { class: 'drawer', role: 'dialog', 'aria-label': title },
            h('div', { class: 'title' }, h('h2', {}, title), close),
            h('div', { class: 'content', tabindex: 0 }, ...children),
        );
        document.body.append(this.panel);
        close.focus();
    }

    close(): void {
        if (!this.panel) return;
        this.panel.remove();
        this.panel = null;
        this.before?.focus();
    }
}

export function rulesOf(game: Game, engine: Engine): Node[] {
    const drawn = (pictures[game.name] ?? []).map(({ game: spec, moves, caption }) => {
        const board = new Board(caption, false);
        board.view.scaleMax = 1.1;
        void engine.draw(spec, moves).then(
            ({ scene }) => board.show(scene, lookOf(game.name), false),
            () => undefined,
        );
        return h('figure', {}, board.element, h('figcaption', {}, caption));
    });
    const [first, ...others] = game.rules;
    return [h('p', { class: 'lead' }, first ?? game.summary), ...drawn.slice(0, 1), ...others.map((text) => h('p', {}, text)), ...drawn.slice(1)];
}

const keys: [string, string][] = [
    ['← → ↑ ↓', 'walk along the cells: left and right in a row, up and down to the next row, as straight as can be'],
    ['[ ]', 'jump to the cell before or after that can be touched'],
    ['Enter', 'pick the cell, or lay the tile that rests there'],
    ['Escape', 'take the last pick back'],
    ['1 … 9', 'pick from the hand'],
    ['r', 'turn a held tile (Shift+r the other way); else redo'],
    ['u', 'undo'],
    ['h', 'hint'],
    ['a', 'study: what the engine thinks'],
    ['f', 'fit the board into the window'],
    ['c', 'names of places and pieces, on boards without an edge'],
    ['b', 'best lines shine, in Tantrix'],
    ['t', 'threats, in Six'],
    ['v', 'flip: see the board from the other side'],
    ['n', 'another game'],
    ['m', 'the list of moves: then ← and → step through the game'],
    ['?', 'this help'],
];

export function helpText(): Node[] {
    return [
        h('p', { class: 'lead' }, 'Touch what is lit: first the piece, then where it goes. Everything can be done with mouse, finger or keys.'),
        h('dl', { class: 'keys' }, ...keys.flatMap(([key, what]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, what)])),
        h('p', {}, 'Drag pieces in Hive and Six and tiles in Tantrix straight to their place. A Tantrix tile turns with the wheel, with r, or by touching it again where it lies.'),
        h('p', {}, 'Boards without an edge can be dragged, pinched and wheeled; Fit brings everything back. Point at a stack in Hive, or press it long, to look into it.'),
        h('p', {}, 'Games are kept: after a reload or a lost connection the page goes on where it was.'),
    ];
}
