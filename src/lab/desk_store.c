/* The store's runs and games, to be looked at. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/stored.h"
#include "lab/desk_inner.h"

static cw_status open_store(const cw_desk *desk, cw_store **store, cw_error *error) {
    if (desk->store == NULL)
        return cw_fail(error, CW_UNSUPPORTED, "there is no store");
    return cw_store_open_to_read(desk->store, store, error);
}

/* ---- Runs ---- */

static bool view_run(const cw_stored_run *run, void *payload) {
    json_t *definition = json_loads(run->definition, 0, NULL);
    json_t *players = json_object_get(definition, "players");
    json_array_insert_new(payload, 0,
                          json_pack("{s:I, s:s, s:s, s:s, s:s, s:I, s:I, s:O}", "run", (json_int_t)run->id,
                                    "name", run->name, "game", run->game, "version", run->version, "created",
                                    run->created, "games", (json_int_t)run->games, "played",
                                    (json_int_t)run->played, "players",
                                    json_is_array(players) ? players : json_object_get(definition, "specs")));
    json_decref(definition);
    return true;
}

cw_status cw_desk_runs(cw_desk *desk, json_t *answer, cw_error *error) {
    cw_store *store = NULL;
    json_t *runs = json_array();
    cw_status status = open_store(desk, &store, error);
    if (status == CW_OK)
        status = cw_store_runs(store, 0, view_run, runs, error);
    if (store != NULL)
        cw_store_close(store, NULL);
    json_object_set_new(answer, "runs", runs);
    return status;
}

/* ---- Games ---- */

static json_t *list_numbers(const double *rewards, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        json_array_append_new(array, json_real(rewards[i]));
    return array;
}

static bool view_game(int64_t run, const cw_match_game *game, void *payload) {
    json_t *entrants = json_array();
    for (int i = 0; i < CW_PLAYERS_MAX; i++)
        json_array_append_new(entrants, json_integer(game->pairing.entrants[i]));
    json_array_append_new(payload,
                          json_pack("{s:I, s:I, s:o, s:o, s:i, s:b}", "run", (json_int_t)run, "number",
                                    (json_int_t)game->pairing.number, "entrants", entrants, "rewards",
                                    list_numbers(game->outcome.result.reward, CW_PLAYERS_MAX), "moves",
                                    game->outcome.moves, "kept", game->moves != NULL));
    return true;
}

cw_status cw_desk_games(cw_desk *desk, const cw_desk_filter *filter, json_t *answer, cw_error *error) {
    const cw_games_page page = {.run = filter->run,
                                .game = filter->game,
                                .winner = filter->winner,
                                .number = -1,
                                .offset = filter->offset,
                                .limit = filter->limit};
    cw_store *store = NULL;
    json_t *games = json_array();
    int64_t total = 0;
    cw_status status = open_store(desk, &store, error);
    if (status == CW_OK)
        status = cw_store_page(store, &page, view_game, games, filter->offset == 0 ? &total : NULL, error);
    if (store != NULL)
        cw_store_close(store, NULL);
    json_object_set_new(answer, "games", games);
    if (filter->offset == 0)
        json_object_set_new(answer, "total", json_integer(total));
    return status;
}

/* ---- One game ---- */

typedef struct record_reader {
    const cw_owned_match *match;
    json_t *record;
    cw_error error;
} record_reader;

static bool make_record(int64_t run, const cw_match_game *game, void *payload) {
    (void)run;
    record_reader *self = payload;
    cw_text spec = {0};
    cw_record *record = NULL;
    cw_status status = cw_stored_check_game(game, self->match->game,
                                            self->match->match.schedule.entrant_count, &self->error);
    if (status == CW_OK)
        status = cw_record_create(self->match->game, &record, &self->error);
    if (status == CW_OK && game->moves != NULL)
        status = cw_record_play_line(record, game->moves, &self->error);
    if (status == CW_OK && game->moves != NULL) {
        json_t *moves = json_array(), *players = json_array();
        for (int i = 0; i < cw_record_length(record); i++) {
            cw_text move = {0};
            cw_record_print_move(record, i, &move);
            json_array_append_new(moves, json_string(cw_text_string(&move)));
            cw_text_free(&move);
        }
        for (int i = 0; i < self->match->game->player_count; i++)
            json_array_append_new(players, json_string(self->match->specs[game->pairing.entrants[i]]));
        cw_game_print_spec(self->match->game, &spec);
        self->record =
            json_pack("{s:s, s:o, s:o}", "game", cw_text_string(&spec), "moves", moves, "players", players);
        cw_text_free(&spec);
    }
    cw_record_destroy(record);
    return false;
}

cw_status cw_desk_game(cw_desk *desk, int64_t run, int64_t number, json_t **record, cw_error *error) {
    const cw_games_page page = {.run = run, .winner = -1, .number = number, .limit = 1};
    cw_store *store = NULL;
    cw_owned_match match = {0};
    cw_status status = open_store(desk, &store, error);
    if (status != CW_OK)
        return status;
    status = cw_stored_match(store, run, &match, error);
    if (status == CW_OK) {
        record_reader self = {.match = &match};
        status = cw_store_page(store, &page, make_record, &self, NULL, error);
        *record = self.record;
        if (status == CW_OK && self.record == NULL)
            status = cw_fail(error, CW_BAD_INPUT, "%s",
                             self.error.message[0] != '\0' ? self.error.message
                                                           : "the moves of this game were not kept");
        cw_owned_match_free(&match);
    }
    cw_store_close(store, NULL);
    return status;
}
