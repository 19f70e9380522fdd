/* The games there are. A new game is one folder and its line here: NAME is the folder, whose game type is
 * called cw_NAME_game. */
#ifndef CW_GAMES_REGISTRY_H
#define CW_GAMES_REGISTRY_H

#include "causeway/game.h"

#define CW_GAMES(GAME)                                                                                       \
    GAME(hex)                                                                                                \
    GAME(hive)                                                                                               \
    GAME(six)                                                                                                \
    GAME(tantrix)

#define CW_DECLARE_GAME(name) extern const cw_game_type cw_##name##_game;
CW_GAMES(CW_DECLARE_GAME)

#endif
