/* What a move would change, seen before it is made, as far as the rings of the cells around it tell:
 *
 *     the rings of both queens, which the move fills or leaves;
 *     pieces beside the start and the goal that it frees, pins or shuts in, and a piece that it climbs on;
 *     whether the piece itself can move on from its goal.
 *
 * A piece is lifted once for all its moves, so that a move costs one walk around its goal. Pins are told by
 * the ring alone, as if the hive had no holes. */
#ifndef CW_GAMES_HIVE_FORESIGHT_H
#define CW_GAMES_HIVE_FORESIGHT_H

#include "games/hive/state.h"

/* Writes the points that each move gains for the side to move; the moves of a piece stand together. */
void cw_hive_foresee(const cw_state *state, const cw_move *moves, int count, float *gains);

#endif
