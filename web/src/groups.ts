/* What would be lost by a move, told by the engine's own picture of the position after it. */
import { isPiece } from './board';
import type { Mover } from './engine';
import { key } from './geometry';
import type { Legal, Scene, Table } from './protocol';

export function piecesOf(scene: Scene): Set<string> {
    return new Set(scene.cells.filter(isPiece).map(key));
}

/* Asks once for each move of a position, and remembers. */
export class Previews {
    private scenes = new Map<string, Promise<Set<string> | null>>();

    constructor(private engine: Mover, private table: Table) {}

    /* The places of pieces that stay after a move, or null if that cannot be told now. */
    staying(move: string): Promise<Set<string> | null> {
        const known = this.scenes.get(move);
        if (known) return known;
        const asked = this.engine.preview(move, this.table.ply).then(
            ({ scene }) => piecesOf(scene),
            () => null,
        );
        this.scenes.set(move, asked);
        return asked;
    }

    /* The pieces that a move takes off the board, apart from those it touches itself. */
    async falling(legal: Legal): Promise<Set<string>> {
        const stay = await this.staying(legal.move);
        const touched = new Set(legal.picks.map((pick) => (pick.kind === 'cell' ? key(pick) : '')));
        const falling = new Set<string>();
        if (stay) for (const name of piecesOf(this.table.scene)) if (!stay.has(name) && !touched.has(name)) falling.add(name);
        return falling;
    }

    /* For a choice of which group stays: every piece of a group says the move that keeps it. */
    async groups(legal: Legal[]): Promise<Map<string, Legal>> {
        const result = new Map<string, Legal>();
        for (const one of legal) {
            const stay = await this.staying(one.move);
            for (const name of stay ?? []) result.set(name, one);
        }
        return result;
    }
}
