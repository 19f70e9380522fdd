/* The signs by which a player's chances are told: numbers of about the size of one, which the evaluator
 * `forecast` reads.
 *
 * Where two ends of a player's colour face the same empty cell, whatever tile fills it joins their lines. So
 * every line belongs to one chain of lines that tiles on such cells would join, and a chain may close to a
 * loop:
 *
 *     open end >--- line ---[ ]--- line ---[ ]--- line ---< open end        [ ] a cell that joins
 *
 * The signs are those of the most promising chains, one after the other, and those of the player as a
 * whole. */
#ifndef CW_GAMES_TANTRIX_SIGNS_H
#define CW_GAMES_TANTRIX_SIGNS_H

#include "games/tantrix/outlook.h"

enum {
    TANTRIX_SIGN_CHAINS = 4, /* chains that are looked at one by one */
    TANTRIX_END_SIGNS = 10,
    TANTRIX_CHAIN_SIGNS = 12 + 2 * TANTRIX_END_SIGNS,
    TANTRIX_WHOLE_SIGNS = 24,
    TANTRIX_SIGNS = TANTRIX_WHOLE_SIGNS + TANTRIX_SIGN_CHAINS * TANTRIX_CHAIN_SIGNS,
};

/* Writes the signs of one player. */
void cw_tantrix_signs(const tantrix_rules *rules, const tantrix_outlook *outlook, const cw_state *state,
                      int player, float *signs);

#endif
