/* All moves of a position: laying, moving and throwing, put together from bugs.h and pins.h. The inline parts
 * serve move lists, counting, perft and playouts alike; `state` is changed while they work and the same
 * afterwards. */
#ifndef CW_GAMES_HIVE_MOVES_H
#define CW_GAMES_HIVE_MOVES_H

#include "games/hive/bugs.h"
#include "games/hive/pins.h"

/* ---- Laying ---- */

/* Finds the cells where a side may lay a piece. */
CW_INLINE void cw_hive_find_places(const cw_state *state, int side, cw_hive_finder *finder) {
    cw_hive_finder_begin(finder);
    if (CW_UNLIKELY(state->ply < 2)) {
        if (state->ply == 0)
            cw_hive_add(finder, 0);
        else
            cw_hive_add_ring(finder, state->cell[__builtin_ctz(state->board)], CW_HIVE_RING);
        return;
    }
    uint32_t tops = state->board & ~state->covered;
    for (uint32_t enemies = tops & cw_hive_side_set(!side); enemies != 0;) {
        const uint16_t *around = cw_hive_neighbors[state->cell[cw_hive_pop(&enemies)]];
        for (int direction = 0; direction < 6; direction++)
            finder->mark[around[direction]] = finder->stamp;
    }
    for (uint32_t friends = tops & cw_hive_side_set(side); friends != 0;) {
        int cell = state->cell[cw_hive_pop(&friends)];
        cw_hive_add_ring(finder, cell, ~cw_hive_ring(state, cell) & CW_HIVE_RING);
    }
}

/* The pieces that a side may lay now, wherever there is a place for them. */
CW_INLINE uint32_t cw_hive_layable(const cw_state *state, int side) {
    uint32_t queen = cw_hive_set(cw_hive_queen(side)), hand = cw_hive_hand(state, side);
    if (!(hand & queen))
        return hand;
    if (state->ply < 2 && !state->queen_first)
        return hand & ~queen;
    return state->ply >= 6 ? queen : hand;
}

/* ---- Throwing ---- */

/* What pillbugs, and mosquitoes that touch one, can throw. */
typedef struct cw_hive_throws {
    int count; /* throwers, at most two */
    int cell[2];
    uint32_t thrown[2];  /* pieces beside each thrower that it can lift, pins left aside */
    unsigned landing[2]; /* directions to put them down */
} cw_hive_throws;

CW_INLINE bool cw_hive_can_throw(const cw_state *state, int piece) {
    uint32_t ready = state->board & ~state->covered & ~cw_hive_set(state->stunned);
    if (!(ready >> piece & 1u))
        return false;
    if (cw_hive_bug_of[piece] == CW_HIVE_PILLBUG)
        return true;
    return state->level[piece] == 0 &&
           (cw_hive_touching_bugs(state, state->cell[piece]) & 1u << CW_HIVE_PILLBUG);
}

CW_INLINE void cw_hive_add_thrower(const cw_state *state, int piece, cw_hive_throws *throws) {
    int cell = state->cell[piece], index = throws->count++;
    unsigned ring = cw_hive_ring(state, cell);
    unsigned lifting = 0;
    throws->cell[index] = cell;
    throws->landing[index] = cw_hive_climbs(state, cell, 1, ~ring & CW_HIVE_RING);
    throws->thrown[index] = 0;
    if (throws->landing[index] != 0)
        lifting = cw_hive_climbs(state, cell, 1, ring);
    for (; lifting != 0; lifting &= lifting - 1) {
        int victim = cw_hive_top(state, cw_hive_neighbor(cell, cw_hive_first(lifting)));
        if (state->level[victim] == 0 && victim != state->stunned)
            throws->thrown[index] |= cw_hive_set(victim);
    }
}

CW_INLINE void cw_hive_find_throws(const cw_state *state, int side, cw_hive_throws *throws) {
    int pillbug = side * CW_HIVE_SIDE_PIECES + 13, mosquito = side * CW_HIVE_SIDE_PIECES + 11;
    throws->count = 0;
    if (CW_LIKELY(!(state->available >> pillbug & 1u)))
        return;
    if (cw_hive_can_throw(state, pillbug))
        cw_hive_add_thrower(state, pillbug, throws);
    if (cw_hive_can_throw(state, mosquito))
        cw_hive_add_thrower(state, mosquito, throws);
}

/* ---- Moving ---- */

/* What may change place on the board. */
typedef struct cw_hive_movers {
    cw_hive_throws throws;
    uint32_t own;  /* pieces that may go by themselves */
    uint32_t free; /* these and those that can be thrown */
} cw_hive_movers;

CW_INLINE void cw_hive_find_movers(const cw_state *state, int side, cw_hive_movers *movers) {
    cw_hive_find_throws(state, side, &movers->throws);
    uint32_t own = state->board & ~state->covered & cw_hive_side_set(side) & ~cw_hive_set(state->stunned);
    uint32_t all = own;
    for (int i = 0; i < movers->throws.count; i++)
        all |= movers->throws.thrown[i];
    uint32_t pinned = cw_hive_pinned(state, all);
    movers->own = own & ~pinned;
    movers->free = all & ~pinned;
}

/* Finds where a free piece can go, by itself or thrown. */
CW_INLINE void cw_hive_find_targets(cw_state *state, const cw_hive_movers *movers, int piece,
                                    cw_hive_finder *finder) {
    cw_hive_finder_begin(finder);
    if (movers->own >> piece & 1u)
        cw_hive_add_own_moves(state, piece, finder);
    for (int i = 0; i < movers->throws.count; i++) {
        if (movers->throws.thrown[i] >> piece & 1u)
            cw_hive_add_ring(finder, movers->throws.cell[i], movers->throws.landing[i]);
    }
}

/* ---- Whole positions ---- */

/* The number of legal moves of a position that is not over; a pass is one. */
int cw_hive_count_moves(cw_state *state);

/* Writes all legal moves of a position that is not over, and returns their number. */
int cw_hive_list_moves(cw_state *state, cw_move *moves);

uint64_t cw_hive_perft(cw_state *state, int depth);

#endif
