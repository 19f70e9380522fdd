/* Random games.
 *
 *     uniform  every legal move is equally likely
 *     pieces   first a bug in hand or a piece on the board, then one of its moves: fast, and no piece is
 *              chosen more often for having more moves
 *     steps3   the three steps of the Leiden thesis: lay or move by a fair coin, then a piece (copies in hand
 *              count), then one of its places */
#ifndef CW_GAMES_HIVE_PLAYOUT_H
#define CW_GAMES_HIVE_PLAYOUT_H

#include "games/hive/state.h"

typedef enum cw_hive_policy { CW_HIVE_PIECES_FIRST, CW_HIVE_UNIFORM, CW_HIVE_STEPS3 } cw_hive_policy;

/* Plays random moves on the board alone (no hash) until the game is over or `plies_max` moves are made, and
 * returns their number. */
int cw_hive_play_out(cw_state *state, cw_hive_policy policy, int plies_max, cw_rng *rng);

#endif
