/* The kinds of players there are. A new kind is one file and one line in registry.c. */
#ifndef CW_PLAYERS_REGISTRY_H
#define CW_PLAYERS_REGISTRY_H

#include "causeway/player.h"

extern const cw_player_type cw_random_player;
extern const cw_player_type cw_best_player;

/* The kind of this name, or NULL. */
const cw_player_type *cw_player_type_find(const char *name);

/* The preset of this name for this game, or NULL. */
const cw_preset *cw_preset_find(const char *name, const cw_game *game);

#endif
