/* The playout policy that takes a win and blocks one. */
#ifndef CW_SIX_LINES_H
#define CW_SIX_LINES_H

#include "games/six/six.h"

void cw_six_play_lines(const cw_game *game, void *context, cw_state *state, cw_rng *rng, cw_playout *playout);

#endif
