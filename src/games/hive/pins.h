/* Which pieces the One Hive rule holds in place. */
#ifndef CW_GAMES_HIVE_PINS_H
#define CW_GAMES_HIVE_PINS_H

#include "games/hive/state.h"

/* The cells that are articulation points of the hive, as marks: 1 at each of them. For hives with holes; one
 * depth-first walk. */
void cw_hive_mark_cuts(const cw_state *state, uint8_t cut[CW_HIVE_CELLS_SPACE]);

/* Would the hive fall apart without the single piece on this cell? For one piece alone. */
bool cw_hive_is_cut(const cw_state *state, int cell);

/* Those of a set of top pieces that are pinned: on the ground, at an articulation point. */
CW_INLINE uint32_t cw_hive_pinned(const cw_state *state, uint32_t pieces) {
    uint32_t pinned = 0;
    for (uint32_t rest = pieces; rest != 0;) {
        int piece = cw_hive_pop(&rest);
        if (cw_hive_arcs[cw_hive_ring(state, state->cell[piece])] >= 2 && state->level[piece] == 0)
            pinned |= cw_hive_set(piece);
    }
    if (CW_LIKELY(state->holes == 0) || pinned == 0)
        return pinned;
    uint8_t cut[CW_HIVE_CELLS_SPACE];
    cw_hive_mark_cuts(state, cut);
    for (uint32_t rest = pinned; rest != 0;) {
        int piece = cw_hive_pop(&rest);
        if (!cut[state->cell[piece]])
            pinned &= ~cw_hive_set(piece);
    }
    return pinned;
}

#endif
