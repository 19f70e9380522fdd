/* The time budget of a player, as part of its spec. */
#ifndef CW_PLAYERS_TIME_H
#define CW_PLAYERS_TIME_H

#include "causeway/player.h"

/* Writes the spec of the same player with `factor` times the time for a move, at least a millisecond; the
 * time may come from the spec, from a preset or from the kind of player. A player whose budget is not in time
 * keeps its spec. */
cw_status cw_player_scale_time(const char *spec, const cw_game *game, double factor, cw_text *scaled,
                               cw_error *error);

#endif
