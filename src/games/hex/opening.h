/* Openings under the swap rule: what strong players hold to be fair, and what is clear about swapping.
 *
 * A search sees little of this: playouts from the first moves are won by either side about half the time,
 * whatever the opening, so that it opens in the middle and is swapped. */
#ifndef CW_GAMES_HEX_OPENING_H
#define CW_GAMES_HEX_OPENING_H

#include "games/hex/board.h"

/* The move to make where the swap rule decides: an opening that gives neither side much, drawn from a few, or
 * a swap of an opening on the third line or farther in, which wins on 7x7 and is held to win on larger
 * boards. CW_MOVE_NONE where nothing is clear, on smaller boards and later in the game. */
cw_move cw_hex_opening(const cw_game *game, const cw_state *state, cw_rng *rng);

#endif
