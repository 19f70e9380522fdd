/* Runs read back from a store. */
#ifndef CW_ARENA_STORED_H
#define CW_ARENA_STORED_H

#include "arena/definition.h"
#include "arena/standings.h"
#include "arena/store.h"

/* Makes the match of a run from its definition. Fails where there is no such run. */
cw_status cw_stored_match(cw_store *store, int64_t run, cw_owned_match *owned, cw_error *error);

/* Refuses a game of a damaged store, whose entrants are not those of its match. */
cw_status cw_stored_check_game(const cw_match_game *game, const cw_game *type, int entrant_count,
                               cw_error *error);

/* Adds the sums of a unit, as the store keeps them, to standings; `unit` is room for them. */
cw_status cw_stored_add_sums(const char *sums, cw_standings *unit, cw_standings *standings, cw_error *error);

/* Fills the standings with all games and sums of a run. */
cw_status cw_stored_standings(cw_store *store, int64_t run, const cw_game *game, cw_standings *standings,
                              cw_error *error);

#endif
