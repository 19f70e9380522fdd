/* What a player has in hand: pieces or tiles to pick, to drag onto the board, and to turn. */
import { picture } from './board';
import { h } from './dom';
import type { Point } from './geometry';
import type { Look } from './looks';
import type { Face } from './pieces';
import type { Item } from './protocol';

const SLOP = 6;

export interface HandState {
    look: Look;
    can: Set<number>; // items that may be picked now
    picked: number | null;
    turn: number; // sixths by which the picked tile is turned
}

export interface HandActions {
    pick(index: number): void;
    turn(step: number): void;
    lift(index: number, client: Point): boolean;
    carry(client: Point): void;
    drop(client: Point | null): void;
}

export function faceOf(item: Item, turn = 0): Face {
    const face: Face = { ...item };
    if (item.lines)
        face.lines = item.lines.map(([from, to, color]) => [(from + turn) % 6, (to + turn) % 6, color]);
    return face;
}

function label(item: Item, picked: boolean): string {
    const what = item.symbol ?? (item.lines ? `tile ${item.glyph ?? ''}` : `${item.fill ?? ''} tile`);
    const lines = item.lines ? `, ${item.lines.map((line) => line[2]).join(', ')}` : '';
    const many = item.lines ? '' : `, ${item.count} in hand`;
    return `${what}${lines}${many}${picked ? ', picked' : ''}`;
}

export function drawHand(items: Item[], state: HandState, actions: HandActions): HTMLElement {
    return h(
        'div',
        { class: `hand look-${state.look.pieces}${state.can.size > 0 ? ' active' : ''}`, role: 'group', 'aria-label': 'hand' },
        ...items.map((item, place) => drawItem(item, place, state, actions)),
    );
}

function drawItem(item: Item, place: number, state: HandState, actions: HandActions): HTMLElement {
    const picked = state.picked === item.index;
    const can = picked || state.can.has(item.index);
    const classes = ['item', can ? 'can' : '', picked ? 'picked' : ''].filter(Boolean).join(' ');
    const button = h(
        'button',
        {
            type: 'button',
            class: classes,
            'aria-label': label(item, picked),
            'aria-pressed': can ? String(picked) : null,
            'aria-disabled': can ? null : 'true',
            title: can ? `${label(item, false)} (key ${place + 1})` : label(item, false),
            'data-item': item.index,
            'data-piece': item.piece,
            tabindex: can ? 0 : -1,
        },
        picture(faceOf(item, picked ? state.turn : 0), state.look),
        item.count > 1 || state.look.pieces === 'inlaid' ? h('span', { class: 'count' }, String(item.count)) : null,
    );
    if (can) listen(button, item, actions);
    return button;
}

/* While a piece is carried the window listens: the hand may be drawn anew meanwhile. */
function carryOn(actions: HandActions): void {
    const move = (event: PointerEvent): void => actions.carry({ x: event.clientX, y: event.clientY });
    const end = (event: PointerEvent): void => {
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', end);
        window.removeEventListener('pointercancel', end);
        actions.drop(event.type === 'pointercancel' ? null : { x: event.clientX, y: event.clientY });
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
}

function listen(button: HTMLElement, item: Item, actions: HandActions): void {
    let from: Point | null = null;
    let dragged = false;
    button.addEventListener('click', () => {
        if (!dragged) actions.pick(item.index);
        dragged = false;
    });
    button.addEventListener('pointerdown', (event) => {
        from = { x: event.clientX, y: event.clientY };
        dragged = false;
    });
    button.addEventListener('pointerup', () => (from = null));
    button.addEventListener('pointermove', (event) => {
        const client = { x: event.clientX, y: event.clientY };
        if (!from || Math.hypot(client.x - from.x, client.y - from.y) <= SLOP) return;
        from = null;
        dragged = actions.lift(item.index, client);
        if (dragged) carryOn(actions);
    });
    button.addEventListener(
        'wheel',
        (event) => {
            if (!item.lines) return;
            event.preventDefault();
            actions.turn(Math.sign(event.deltaY));
        },
        { passive: false },
    );
}
