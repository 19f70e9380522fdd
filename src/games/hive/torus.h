/* Hive's ground: a hexagonal torus that no hive can tell from the endless plane.
 *
 * The cell at axial q,r has the number (q + 48 r) mod 738. Two places of the plane that share a number are at
 * least 30 steps apart, while 28 connected pieces and all cells within two steps of any of them that a rule
 * asks for span at most 29, so nothing ever meets itself around the torus. 738 divides 2^61 - 2, which gives
 * the hash its translation invariance (hash.c). */
#ifndef CW_GAMES_HIVE_TORUS_H
#define CW_GAMES_HIVE_TORUS_H

#include <stdint.h>

#include "core/cpu.h"

enum {
    CW_HIVE_CELLS = 738,
    CW_HIVE_STRIDE = 48,       /* from a cell to the one south-east of it */
    CW_HIVE_NOWHERE = 0x3FF,   /* the "cell" of a piece in hand */
    CW_HIVE_CELLS_SPACE = 744, /* room for one byte a cell, in whole words */
};

/* The neighbours of each cell, clockwise from the north-east. */
extern const uint16_t cw_hive_neighbors[CW_HIVE_CELLS_SPACE][8];

/* What a ring of six neighbours, as one bit a direction, allows at the cell in its middle:
 *
 *     slides  the empty directions into which a piece on the ground can slide: exactly one of the two cells
 *             beside the way is taken, so that it fits through and stays in touch
 *     runs    the number of separate arcs of taken neighbours (0 for an empty and for a full ring)
 *     count   the number of taken neighbours */
extern const uint8_t cw_hive_slides[64];
extern const uint8_t cw_hive_arcs[64];
extern const uint8_t cw_hive_count[64];

/* The rings, as one bit each, out of which a piece can go while the hive has no holes: whatever climbs or
 * jumps, and what must slide. */
extern const uint64_t cw_hive_rings_to_leave;
extern const uint64_t cw_hive_rings_to_slide;

CW_INLINE int cw_hive_neighbor(int cell, int direction) {
    return cw_hive_neighbors[cell][direction];
}

/* The lowest direction of a set that is not empty. */
CW_INLINE int cw_hive_first(unsigned set) {
    return __builtin_ctz(set);
}

#endif
