#include "arena/stored.h"

#include <inttypes.h>

/* ---- The match ---- */

static bool read_definition(const cw_stored_run *run, void *payload) {
    json_t **definition = payload;
    *definition = json_loads(run->definition, 0, NULL);
    return false;
}

cw_status cw_stored_match(cw_store *store, int64_t run, cw_owned_match *owned, cw_error *error) {
    json_t *definition = NULL;
    *owned = (cw_owned_match){0};
    cw_status status = cw_store_runs(store, run, read_definition, &definition, error);
    if (status == CW_OK && definition == NULL)
        status = cw_fail(error, CW_BAD_INPUT,
                         "there is no run %" PRId64 " in the store, see 'causeway db list'", run);
    if (status == CW_OK)
        status = cw_match_from_json(definition, owned, error);
    json_decref(definition);
    return status;
}

/* ---- The standings ---- */

/* Standings on their way from the store. */
typedef struct loading {
    const cw_game *game;
    cw_standings *standings, *unit;
    cw_status status;
    cw_error error;
} loading;

cw_status cw_stored_check_game(const cw_match_game *game, const cw_game *type, int entrant_count,
                               cw_error *error) {
    for (int seat = 0; seat < type->player_count; seat++) {
        int entrant = game->pairing.entrants[seat];
        if (entrant < 0 || entrant >= entrant_count)
            return cw_fail(error, CW_BAD_INPUT, "game %" PRId64 " of the run is damaged",
                           game->pairing.number);
    }
    return CW_OK;
}

static bool load_game(const cw_match_game *game, void *payload) {
    loading *self = payload;
    self->status = cw_stored_check_game(game, self->game, self->standings->entrant_count, &self->error);
    if (self->status == CW_OK)
        cw_standings_add(self->standings, self->game, game);
    return self->status == CW_OK;
}

cw_status cw_stored_add_sums(const char *sums, cw_standings *unit, cw_standings *standings, cw_error *error) {
    json_t *json = json_loads(sums, 0, NULL);
    cw_status status = cw_standings_from_json(json, unit, error);
    if (status == CW_OK)
        cw_standings_merge(standings, unit);
    json_decref(json);
    return status;
}

static bool load_sums(int64_t unit, const char *sums, void *payload) {
    (void)unit;
    loading *self = payload;
    self->status = cw_stored_add_sums(sums, self->unit, self->standings, &self->error);
    return self->status == CW_OK;
}

cw_status cw_stored_standings(cw_store *store, int64_t run, const cw_game *game, cw_standings *standings,
                              cw_error *error) {
    loading self = {.game = game, .standings = standings};
    cw_standings_clear(standings);
    cw_status status = cw_standings_create(standings->entrant_count, &self.unit, error);
    if (status == CW_OK)
        status = cw_store_games(store, run, load_game, &self, error);
    if (status == CW_OK)
        status = cw_store_sums(store, run, load_sums, &self, error);
    if (status == CW_OK && self.status != CW_OK)
        status = cw_fail(error, self.status, "%s", self.error.message);
    cw_standings_destroy(self.unit);
    return status;
}
