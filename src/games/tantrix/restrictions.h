/* What may not be played while the bag is not empty.
 *
 * R1 and R2 together keep every straight line of tiles without gaps: by induction no line ever has one, so
 * that a new tile is allowed if on each of its three lines it touches a tile, or no tile lies on that line at
 * all. R3 forbids to leave an empty cell with three edges of one colour. */
#ifndef CW_GAMES_TANTRIX_RESTRICTIONS_H
#define CW_GAMES_TANTRIX_RESTRICTIONS_H

#include "games/tantrix/tantrix.h"

/* Would a tile on this empty frontier cell surround a space or lie along a controlled side (R1, R2)? */
CW_INLINE bool tantrix_leaves_gap(const tantrix_tiles *tiles, const tantrix_table *table, unsigned cell) {
    unsigned q = cell & (TANTRIX_TORUS - 1), r = cell >> 6;
    unsigned touched = tiles->glance[table->cells[cell] & TANTRIX_PATTERN] & TANTRIX_TOUCHED;
    unsigned in_use = (unsigned)(table->lines[0] >> ((q + r) & (TANTRIX_TORUS - 1)) & 1) |
                      (unsigned)(table->lines[1] >> r & 1) << 1 | (unsigned)(table->lines[2] >> q & 1) << 2;
    return (in_use & ~(touched | touched >> 3)) != 0;
}

/* Would this face on this empty cell leave a neighbour with three edges of one colour (R3)? */
CW_INLINE bool tantrix_leaves_three_alike(const tantrix_tiles *tiles, const tantrix_table *table,
                                          unsigned cell, unsigned face_number) {
    const tantrix_face *face = &tiles->faces[face_number];
    unsigned found = 0;
#pragma GCC unroll 6
    for (int side = 0; side < TANTRIX_SIDES; side++) {
        unsigned content = table->cells[tantrix_neighbor(cell, side)];
        if (!(content & TANTRIX_LAID))
            found |= tiles->glance[(content & TANTRIX_PATTERN) + face->digits[side]];
    }
    return (found & TANTRIX_THREE_ALIKE) != 0;
}

#endif
