/* Between the kernel's dense numbering of cells and the one of board.h. */
#ifndef CW_GAMES_HEX_KERNEL_OUTSIDE_H
#define CW_GAMES_HEX_KERNEL_OUTSIDE_H

#include "games/hex/board.h"
#include "games/hex/kernel/cells.h"

CW_INLINE int cell_inside(const cw_hex_board *outside, int cell) {
    return cw_hex_row(outside, cell) * outside->size + cw_hex_column(outside, cell);
}

CW_INLINE int cell_outside(const cw_hex_board *outside, int cell) {
    return cw_hex_cell(outside, cell % outside->size, cell / outside->size);
}

static cells set_inside(const cw_hex_board *outside, const cw_hex_set *set) {
    cells inside = cells_none();
    for (int i = 0; i < outside->words; i++)
        for (uint64_t word = set->word[i] & outside->cells.word[i]; word; word &= word - 1)
            cells_add(&inside, cell_inside(outside, 64 * i + __builtin_ctzll(word)));
    return inside;
}

static void set_outside(const cw_hex_board *outside, cells inside, cw_hex_set *set) {
    *set = (cw_hex_set){{0}};
    while (!cells_is_empty(inside))
        cw_hex_set_add(set, cell_outside(outside, cells_pop(&inside)));
}

#endif
