/* Names of places and people in words, for screen readers, tooltips and the live region. */
import type { Place } from './geometry';
import type { Cell, Scene, Seat, Table } from './protocol';

/* "d4" where the board has names on its sides, else the axial coordinates. */
export function nameOf(place: Place, scene: Scene): string {
    const column = scene.labels.find((label) => label.q === place.q && label.r === -1);
    const row = scene.labels.find((label) => label.r === place.r && label.q === -1);
    return column && row ? column.text + row.text : `${place.q},${place.r}`;
}

function describePiece(cell: Cell): string {
    if (cell.symbol) return `${cell.fill} ${cell.symbol}${cell.glyph ? ` ${cell.glyph}` : ''}`;
    if (cell.lines) return `tile ${cell.glyph ?? ''}`.trim();
    return `${cell.fill}`;
}

/* What lies at a place, what it is marked as, and what touching it would do. */
export function describe(
    place: Place,
    top: Cell | undefined,
    pieces: Cell[],
    scene: Scene,
    action: string | undefined,
): string {
    const words = [nameOf(place, scene)];
    if (pieces.length === 0) words.push('empty');
    else words.push(...[...pieces].reverse().map(describePiece));
    const marks = top?.marks ?? [];
    if (marks.includes('last')) words.push(pieces.length > 0 ? 'last move' : 'left by the last move');
    if (marks.includes('winning')) words.push('winning');
    if (marks.includes('blocked')) words.push('may not move now');
    if (marks.includes('forced') && top?.note) words.push(top.note);
    if (action) words.push(action);
    return words.join(', ');
}

export function titled(text: string): string {
    return text.charAt(0).toUpperCase() + text.slice(1);
}

/* Ends with one full stop. */
export function sentence(text: string): string {
    return `${titled(text).replace(/\.+$/, '')}.`;
}

export function isPerson(seat: Seat | undefined): boolean {
    return seat?.player === 'human';
}

/* Who sits there, as one would say it: "You", "Person", "Level 4". */
export function playerName(seat: Seat, table: Table): string {
    if (!isPerson(seat)) return seat.level ? `Level ${seat.level}` : seat.title;
    const people = table.seats.filter(isPerson).length;
    return people === 1 ? 'You' : 'Person';
}

export function percent(value: number): string {
    return `${(value * 100).toFixed(1)} %`;
}
