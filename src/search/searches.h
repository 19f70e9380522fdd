/* The players that search any game. */
#ifndef CW_SEARCH_SEARCHES_H
#define CW_SEARCH_SEARCHES_H

#include "causeway/player_type.h"

extern const cw_player_type cw_alphabeta_player;
extern const cw_player_type cw_mcts_player;
extern const cw_player_type cw_flat_player;
extern const cw_player_type cw_turns_player;
extern const cw_player_type cw_net_player;

#endif
