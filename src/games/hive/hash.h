/* A hash of positions that does not see where on the endless table the hive lies.
 *
 * Each piece has a random weight by its colour, bug and level, and each cell c the number x^c, where x has
 * the order 738 (the number of cells) modulo the prime 2^61 - 1. Moving the whole hive by t multiplies the
 * polynomial "here", the sum of weight * x^cell over all pieces, by x^t, and a second one, "there", with
 * other weights and x^-cell, by x^-t: their product stays. Both sums are kept up to date with two
 * multiplications a piece. */
#ifndef CW_GAMES_HIVE_HASH_H
#define CW_GAMES_HIVE_HASH_H

#include "games/hive/state.h"

/* The powers of x, filled once for a game. */
typedef struct cw_hive_powers {
    uint64_t power[CW_HIVE_CELLS];
} cw_hive_powers;

void cw_hive_fill_powers(cw_hive_powers *powers);

/* Adds a piece that lies on the board to the sums, or takes it out before it is taken off. */
void cw_hive_hash_add(const cw_hive_powers *powers, cw_state *state, int piece);
void cw_hive_hash_remove(const cw_hive_powers *powers, cw_state *state, int piece);

/* The hash with the side to move and, where there are pillbugs, the piece that may not move. */
uint64_t cw_hive_hash(const cw_hive_powers *powers, const cw_state *state);

#endif
