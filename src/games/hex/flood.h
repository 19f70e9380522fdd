/* Floods: which stones hang together with a seed, found for all cells at once by shifting whole sets.
 *
 * One step adds to a set all neighbours of its cells. With w and e the set moved one column to the west and
 * to the east, the row below gains (set | w) and the row above (set | e), each moved by one row, because the
 * lower neighbours of a cell are SW and SE, the upper ones NW and NE. */
#ifndef CW_GAMES_HEX_FLOOD_H
#define CW_GAMES_HEX_FLOOD_H

#include "games/hex/board.h"

/* All cells of the compact layout but those of its first or of its last (eleventh) column. */
#define CW_HEX_NOT_FIRST ((cw_uint128)0x1ffbff7feffdffb << 64 | 0xff7feffdffbff7fe)
#define CW_HEX_NOT_LAST ((cw_uint128)0xffdffbff7feffd << 64 | 0xffbff7feffdffbff)

/* A set and all neighbours of its cells, in the compact layout; bits off a smaller board may be set too. */
CW_INLINE cw_uint128 cw_hex_grow_compact(cw_uint128 set) {
    cw_uint128 west = (set >> 1) & CW_HEX_NOT_LAST;
    cw_uint128 east = (set << 1) & CW_HEX_NOT_FIRST;
    return set | west | east | (set | west) << CW_HEX_COMPACT_STRIDE | (set | east) >> CW_HEX_COMPACT_STRIDE;
}

/* All stones that hang together with a stone of the seed, in the compact layout. Stops early, with a part of
 * them, once it has met `goal`. */
CW_INLINE cw_uint128 cw_hex_flood_compact(cw_uint128 seed, cw_uint128 stones, cw_uint128 goal) {
    cw_uint128 reached = seed & stones, before;
    do {
        before = reached;
        reached = cw_hex_grow_compact(reached) & stones;
    } while (reached != before && (reached & goal) == 0);
    return reached;
}

/* The set moved to higher cell numbers by `distance` (1 to 63), or to lower ones. */
CW_INLINE cw_hex_set cw_hex_shift_up(cw_hex_set set, int distance) {
    cw_hex_set moved;
    moved.word[0] = set.word[0] << distance;
    for (int i = 1; i < CW_HEX_WIDE_WORDS; i++)
        moved.word[i] = set.word[i] << distance | set.word[i - 1] >> (64 - distance);
    return moved;
}

CW_INLINE cw_hex_set cw_hex_shift_down(cw_hex_set set, int distance) {
    cw_hex_set moved;
    for (int i = 0; i < CW_HEX_WIDE_WORDS - 1; i++)
        moved.word[i] = set.word[i] >> distance | set.word[i + 1] << (64 - distance);
    moved.word[CW_HEX_WIDE_WORDS - 1] = set.word[CW_HEX_WIDE_WORDS - 1] >> distance;
    return moved;
}

/* A set and all neighbours of its cells, in the wide layout; bits off the board may be set too. */
CW_INLINE cw_hex_set cw_hex_grow_wide(cw_hex_set set) {
    cw_hex_set west = cw_hex_shift_down(set, 1), east = cw_hex_shift_up(set, 1);
    cw_hex_set below, above;
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        below.word[i] = set.word[i] | west.word[i];
        above.word[i] = set.word[i] | east.word[i];
    }
    cw_hex_set lower = cw_hex_shift_up(below, CW_HEX_WIDE_STRIDE);
    cw_hex_set upper = cw_hex_shift_down(above, CW_HEX_WIDE_STRIDE);
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
        set.word[i] = below.word[i] | above.word[i] | lower.word[i] | upper.word[i];
    return set;
}

/* As cw_hex_flood_compact, in the wide layout. */
CW_INLINE cw_hex_set cw_hex_flood_wide(const cw_hex_set *seed, const cw_hex_set *stones,
                                       const cw_hex_set *goal) {
    cw_hex_set reached;
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
        reached.word[i] = seed->word[i] & stones->word[i];
    for (;;) {
        cw_hex_set grown = cw_hex_grow_wide(reached);
        uint64_t change = 0, met = 0;
        for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
            uint64_t next = grown.word[i] & stones->word[i];
            change |= next ^ reached.word[i];
            met |= next & goal->word[i];
            reached.word[i] = next;
        }
        if (change == 0 || met != 0)
            return reached;
    }
}

#endif
