/* The table of Six: a torus of 64 x 64 cells that nobody can tell from an endless one.
 *
 * At most 60 tiles are connected, so they span at most 60 cells in q and in r, and the cells that touch them
 * at most 62: going round the torus, no cell ever meets another. The cell q,r of the endless table lies at
 * the index 64 * (r mod 64) + (q mod 64); a set of cells is 64 rows of 64 bits, bit q of row r.
 *
 *     row r-1     NW  NE           NE of q is q+1 in the row above, NW is q,
 *     row r      W  **  E
 *     row r+1     SW  SE           SE of q is q in the row below, SW is q-1. */
#ifndef CW_SIX_TORUS_H
#define CW_SIX_TORUS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cpu.h"
#include "core/lattice.h"

enum {
    SIX_SIDE = 64,
    SIX_WRAP = SIX_SIDE - 1,
    SIX_CELLS = SIX_SIDE * SIX_SIDE,
    SIX_NO_CELL = 0xFFFF,
};

CW_INLINE int six_cell(int q, int r) {
    return (r & SIX_WRAP) * SIX_SIDE + (q & SIX_WRAP);
}

CW_INLINE int six_q(int cell) {
    return cell & SIX_WRAP;
}

CW_INLINE int six_r(int cell) {
    return cell >> 6;
}

CW_INLINE int six_step(int cell, int direction) {
    return six_cell(six_q(cell) + cw_offsets[direction].q, six_r(cell) + cw_offsets[direction].r);
}

/* The six neighbours, in the order of directions. */
CW_INLINE void six_neighbors(int cell, int neighbors[CW_DIRECTIONS]) {
    int q = cell & SIX_WRAP, row = cell & ~SIX_WRAP;
    int east = (q + 1) & SIX_WRAP, west = (q - 1) & SIX_WRAP;
    int above = (row - SIX_SIDE) & (SIX_CELLS - 1), below = (row + SIX_SIDE) & (SIX_CELLS - 1);
    neighbors[CW_NE] = above | east;
    neighbors[CW_E] = row | east;
    neighbors[CW_SE] = below | q;
    neighbors[CW_SW] = below | west;
    neighbors[CW_W] = row | west;
    neighbors[CW_NW] = above | q;
}

/* Turning a row: bit q of the answer is bit q + count, or q - count, of the row. */
CW_INLINE uint64_t six_from_east(uint64_t row, int count) {
    count &= SIX_WRAP;
    return row >> count | row << (-count & SIX_WRAP);
}

CW_INLINE uint64_t six_from_west(uint64_t row, int count) {
    return six_from_east(row, -count);
}

CW_INLINE bool six_has(const uint64_t rows[SIX_SIDE], int cell) {
    return rows[six_r(cell)] >> six_q(cell) & 1;
}

CW_INLINE void six_add(uint64_t rows[SIX_SIDE], int cell) {
    rows[six_r(cell)] |= 1ULL << six_q(cell);
}

CW_INLINE void six_remove(uint64_t rows[SIX_SIDE], int cell) {
    rows[six_r(cell)] &= ~(1ULL << six_q(cell));
}

/* Which neighbours of a cell are in a set, as a bit for each direction. */
CW_INLINE unsigned six_neighbor_mask(const uint64_t rows[SIX_SIDE], int cell) {
    int neighbors[CW_DIRECTIONS];
    six_neighbors(cell, neighbors);
    unsigned mask = 0;
    for (int direction = 0; direction < CW_DIRECTIONS; direction++)
        mask |= (unsigned)six_has(rows, neighbors[direction]) << direction;
    return mask;
}

/* Row r of the cells that touch a set (some of them may be in it). */
CW_INLINE uint64_t six_touching_row(const uint64_t rows[SIX_SIDE], int r) {
    uint64_t above = rows[(r - 1) & SIX_WRAP], here = rows[r & SIX_WRAP], below = rows[(r + 1) & SIX_WRAP];
    return six_from_east(here, 1) | six_from_west(here, 1) | above | six_from_east(above, 1) | below |
           six_from_west(below, 1);
}

#endif
