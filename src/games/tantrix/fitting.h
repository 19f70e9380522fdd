/* The faces of a hand that fit one cell: the step that legal moves, playouts and evaluation share. */
#ifndef CW_GAMES_TANTRIX_FITTING_H
#define CW_GAMES_TANTRIX_FITTING_H

#include "games/tantrix/restrictions.h"

/* Where a tile is laid against first: one touched side of an empty cell and its colour. */
typedef struct tantrix_hold {
    unsigned side, color;
    uint32_t edges; /* all that must match, four bits a side */
} tantrix_hold;

CW_INLINE tantrix_hold tantrix_hold_of(const tantrix_fit *fit) {
    unsigned bit = (unsigned)__builtin_ctz(fit->edges);
    return (tantrix_hold){.side = bit / 4, .color = bit % 4, .edges = fit->edges};
}

/* The way number `which` (0 or 1) to lay a tile against the hold; false if it does not match all edges. The
 * tile must have the hold's colour. */
CW_INLINE bool tantrix_fits(const tantrix_tiles *tiles, const tantrix_hold *hold, unsigned tile,
                            unsigned which, unsigned *face) {
    *face = tantrix_face_with(tiles, tile, hold->color, which, hold->side);
    return (tiles->faces[*face].edges & hold->edges) == hold->edges;
}

/* Writes the plays of a hand on one empty cell that touches tiles. With `restricted`, R3 is obeyed; R1 and R2
 * do not depend on the tile and are the caller's. */
CW_INLINE int tantrix_plays_at(const tantrix_tiles *tiles, const tantrix_table *table, unsigned cell,
                               tantrix_set hand, bool restricted, cw_move *moves) {
    const tantrix_fit *fit = &tiles->fits[table->cells[cell] & TANTRIX_PATTERN];
    tantrix_set fitting = fit->once & hand;
    if (fitting == 0)
        return 0;
    tantrix_hold hold = tantrix_hold_of(fit);
    int count = 0;
    for (; fitting != 0; fitting &= fitting - 1) {
        for (unsigned which = 0; which < 2; which++) {
            unsigned face;
            if (tantrix_fits(tiles, &hold, tantrix_first_tile(fitting), which, &face) &&
                !(restricted && tantrix_leaves_three_alike(tiles, table, cell, face)))
                moves[count++] = tantrix_lay_move(cell, face);
        }
    }
    return count;
}

/* Must this cell be filled if it can? It is a forced space unless tiles cut it off from the outside. */
CW_INLINE bool tantrix_is_forced_space(const tantrix_tiles *tiles, const tantrix_table *table,
                                       unsigned cell) {
    unsigned content = table->cells[cell];
    return !(content & (TANTRIX_LAID | TANTRIX_ENCLOSED)) && (tiles->glance[content] & TANTRIX_THREE_SIDES);
}

#endif
