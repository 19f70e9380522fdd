/* The games there are. A new game is one folder and one line in registry.c. */
#ifndef CW_GAMES_REGISTRY_H
#define CW_GAMES_REGISTRY_H

#include "causeway/game.h"

extern const cw_game_type cw_hex_game;
extern const cw_game_type cw_hive_game;
extern const cw_game_type cw_six_game;
extern const cw_game_type cw_tantrix_game;

#endif
