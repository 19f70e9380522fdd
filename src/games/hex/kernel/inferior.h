/* Inferior cells by their rings: cells that cannot matter, cells that belong to a colour already, and moves
 * that another move makes needless. All of it is derived from one fact, the dead ring (layout.h):
 *
 *   dead        no colouring of the cell's empty neighbours lets the cell's own colour matter. It may be
 *               given to either colour; it is given to Black, so that equal positions look equal.
 *   captured    two empty neighbours a, b such that a stone of the colour on either makes the other dead: if
 *               the opponent enters, the colour answers and the intruder is dead. Both belong to the colour.
 *   vulnerable  a move of the player that one stone of the opponent, the killer, makes dead.
 *   dominated   a move that some other move of the player would make dead or captured.
 *
 * What may be left out (X a position, P to move). If P wins X, then P has a winning move that is neither dead
 * nor vulnerable: after a vulnerable m and its killer r, P wins X with r and m given to the opponent by some
 * y, so y wins X as well, and so on with fewer empty cells; a cell that is vulnerable in X is vulnerable or
 * dead in the smaller position. Hence all vulnerable moves are left out together. A dominated move is no
 * better than its dominator; it is left out when the dominator is not vulnerable and not left out itself. */
#ifndef CW_GAMES_HEX_KERNEL_INFERIOR_H
#define CW_GAMES_HEX_KERNEL_INFERIOR_H

#include "games/hex/kernel/layout.h"

CW_INLINE int opposite(int direction) {
    return direction < 3 ? direction + 3 : direction - 3;
}

/* What was filled for each colour, and which of it was dead. */
typedef struct filling {
    stones of;
    cells dead;
} filling;

CW_INLINE void fill_cell(const layout *board, stones *position, filling *filled, cells *changed, int cell,
                         int color) {
    cells_add(&position->of[color], cell);
    cells_add(&filled->of.of[color], cell);
    *changed = cells_or(*changed, board->neighbors[cell]);
}

/* Fills `cell` if it is dead, or `cell` and a neighbour if they are captured. */
CW_INLINE void fill_around(const layout *board, stones *position, filling *filled, cells *changed, int cell) {
    unsigned code = ring_code(board, position, cell);
    if (board->dead[code]) {
        cells_add(&filled->dead, cell);
        fill_cell(board, position, filled, changed, cell, BLACK);
        return;
    }
    for (int color = 0; color < 2; color++)
        for (unsigned kills = board->kills[color][code]; kills; kills &= kills - 1) {
            int d = __builtin_ctz(kills), other = board->ring[cell][d];
            unsigned other_code = ring_code(board, position, other);
            if (board->kills[color][other_code] >> opposite(d) & 1) {
                fill_cell(board, position, filled, changed, other, color);
                fill_cell(board, position, filled, changed, cell, color);
                return;
            }
        }
}

/* Gives dead and captured cells to their colours until none is left, looking only at `changed` cells and at
 * what changes because of them. The position stays equal in value. Returns what was filled. */
static filling fill_in(const layout *board, stones *position, cells changed) {
    filling filled = {.dead = cells_none()};
    for (;;) {
        changed = cells_and(changed, stones_empty(board, position));
        if (cells_is_empty(changed))
            return filled;
        fill_around(board, position, &filled, &changed, cells_pop(&changed));
    }
}

/* Moves of one colour that need not be looked at, and because of which cell. */
typedef struct inferior {
    cells vulnerable;
    cells dominated;
    int16_t reason[CELLS_MAX]; /* the killer of a vulnerable move, the dominator of a dominated one */
} inferior;

/* A cell whose stone of `color` would make `cell` dead or captured and which is not in `out`; or -1. */
CW_INLINE int find_dominator(const layout *board, const uint16_t *codes, cells out, int color, int cell) {
    unsigned code = codes[cell];
    for (unsigned kills = board->kills[color][code]; kills; kills &= kills - 1) {
        int other = board->ring[cell][__builtin_ctz(kills)];
        if (!cells_has(out, other))
            return other;
    }
    for (int d = 0; d < 6; d++) {
        if (code >> (2 * d) & 3)
            continue;
        int partner = board->ring[cell][d];
        unsigned with = ring_with(code, d, color);
        unsigned partner_with = ring_with(codes[partner], opposite(d), color);
        bool dead = board->dead[with], partner_dead = board->dead[partner_with];
        unsigned kills = board->kills[color][with], partner_kills = board->kills[color][partner_with];
        if (dead)
            for (unsigned bits = partner_kills; bits; bits &= bits - 1) {
                int other = board->ring[partner][__builtin_ctz(bits)];
                if (!cells_has(out, other))
                    return other;
            }
        for (unsigned bits = kills; bits; bits &= bits - 1) {
            int direction = __builtin_ctz(bits), other = board->ring[cell][direction];
            if (cells_has(out, other))
                continue;
            if (partner_dead)
                return other;
            for (unsigned more = partner_kills; more; more &= more - 1)
                if (board->ring[partner][__builtin_ctz(more)] == other)
                    return other;
        }
    }
    return -1;
}

/* Finds the moves of `color` among the empty cells that may be left out. No cell is dead or captured. */
static void find_inferior(const layout *board, const stones *position, int color, inferior *result) {
    uint16_t codes[CELLS_MAX];
    cells empty = stones_empty(board, position);
    result->vulnerable = cells_none();
    result->dominated = cells_none();
    for (cells rest = empty; !cells_is_empty(rest);) {
        int cell = cells_pop(&rest);
        codes[cell] = (uint16_t)ring_code(board, position, cell);
        unsigned killers = board->kills[!color][codes[cell]];
        if (killers) {
            cells_add(&result->vulnerable, cell);
            result->reason[cell] = board->ring[cell][__builtin_ctz(killers)];
        }
    }
    cells out = result->vulnerable;
    for (cells rest = cells_minus(empty, out); !cells_is_empty(rest);) {
        int cell = cells_pop(&rest);
        int dominator = find_dominator(board, codes, out, color, cell);
        if (dominator >= 0) {
            cells_add(&result->dominated, cell);
            cells_add(&out, cell);
            result->reason[cell] = (int16_t)dominator;
        }
    }
}

#endif
