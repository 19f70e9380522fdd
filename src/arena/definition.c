#include "arena/definition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Matches ---- */

/* NULL when memory is out, or a string is no UTF-8. */
static json_t *strings_to_json(const char *const *strings, int count) {
    json_t *array = json_array();
    for (int i = 0; array != NULL && i < count; i++) {
        if (json_array_append_new(array, json_string(strings[i])) != 0) {
            json_decref(array);
            return NULL;
        }
    }
    return array;
}

json_t *cw_match_to_json(const cw_match *match) {
    const cw_schedule *schedule = &match->schedule;
    const cw_openings none = {0}, *openings = match->openings != NULL ? match->openings : &none;
    cw_text spec = {0};
    cw_game_print_spec(match->game, &spec);
    json_t *json = json_pack(
        "{s:s, s:o, s:I, s:i, s:b, s:I, s:b, s:o, s:i, s:f, s:f, s:b, s:i}", "game", cw_text_string(&spec),
        "players", strings_to_json(match->specs, schedule->entrant_count), "games",
        (json_int_t)schedule->games, "sides", (int)schedule->sides, "gauntlet", schedule->gauntlet, "seed",
        (json_int_t)schedule->seed, "loser_starts", match->loser_starts, "openings",
        strings_to_json((const char *const *)openings->lines, openings->count), "random_plies",
        match->random_plies, "clock", match->terms.clock_seconds, "move_time", match->terms.move_seconds,
        "keep_moves", match->keep_moves, "games_per_unit", match->games_per_unit);
    cw_text_free(&spec);
    return json;
}

/* Copies of the strings of an array; NULL when something is not a string. */
static char **strings_from_json(const json_t *array, int *count) {
    size_t size = json_array_size(array);
    char **strings = json_is_array(array) ? calloc(size + 1, sizeof *strings) : NULL;
    *count = 0;
    for (size_t i = 0; strings != NULL && i < size; i++) {
        const char *string = json_string_value(json_array_get(array, i));
        strings[i] = string != NULL ? strdup(string) : NULL;
        if (strings[i] == NULL) {
            while (i > 0)
                free(strings[--i]);
            free(strings);
            *count = 0;
            return NULL;
        }
        *count = (int)i + 1;
    }
    return strings;
}

static cw_status damaged(cw_error *error) {
    return cw_fail(error, CW_BAD_INPUT, "the definition of a match is damaged");
}

cw_status cw_match_from_json(const json_t *json, cw_owned_match *owned, cw_error *error) {
    *owned = (cw_owned_match){0};
    cw_match *match = &owned->match;
    cw_schedule *schedule = &match->schedule;
    const char *spec;
    json_t *players, *openings;
    json_int_t games, seed;
    int sides, gauntlet, loser_starts, keep_moves;
    if (json_unpack((json_t *)json, "{s:s, s:o, s:I, s:i, s:b, s:I, s:b, s:o, s:i, s:F, s:F, s:b, s:i}",
                    "game", &spec, "players", &players, "games", &games, "sides", &sides, "gauntlet",
                    &gauntlet, "seed", &seed, "loser_starts", &loser_starts, "openings", &openings,
                    "random_plies", &match->random_plies, "clock", &match->terms.clock_seconds, "move_time",
                    &match->terms.move_seconds, "keep_moves", &keep_moves, "games_per_unit",
                    &match->games_per_unit) != 0)
        return damaged(error);
    owned->specs = strings_from_json(players, &schedule->entrant_count);
    owned->openings.lines = strings_from_json(openings, &owned->openings.count);
    if (owned->specs == NULL || owned->openings.lines == NULL)
        return damaged(error);
    cw_status status = cw_game_create(spec, &owned->game, error);
    if (status != CW_OK)
        return status;
    if (schedule->entrant_count < owned->game->player_count || schedule->entrant_count > CW_ENTRANTS_MAX ||
        games < 1)
        return damaged(error);
    match->game = owned->game;
    match->specs = (const char *const *)owned->specs;
    match->openings = &owned->openings;
    match->loser_starts = loser_starts != 0;
    match->keep_moves = keep_moves != 0;
    schedule->seat_count = owned->game->player_count;
    schedule->games = games;
    schedule->seed = (uint64_t)seed;
    schedule->sides = (cw_sides)sides;
    schedule->gauntlet = gauntlet != 0;
    schedule->opening_count = owned->openings.count;
    return CW_OK;
}

void cw_owned_match_free(cw_owned_match *owned) {
    for (int i = 0; owned->specs != NULL && i < owned->match.schedule.entrant_count; i++)
        free(owned->specs[i]);
    free(owned->specs);
    cw_openings_free(&owned->openings);
    cw_game_destroy(owned->game);
    *owned = (cw_owned_match){0};
}

/* ---- Games ---- */

static json_t *game_to_json(const cw_match_game *game) {
    const cw_pairing *pairing = &game->pairing;
    const cw_game_outcome *outcome = &game->outcome;
    json_t *seats = json_array();
    for (int i = 0; i < CW_PLAYERS_MAX; i++) {
        json_t *seat = json_pack("[i, f, i, i, f, I]", pairing->entrants[i], outcome->result.reward[i],
                                 outcome->result.score[i], outcome->decisions[i], outcome->seconds[i],
                                 (json_int_t)outcome->simulations[i]);
        if (json_array_append_new(seats, seat) != 0) {
            json_decref(seats);
            return NULL;
        }
    }
    return json_pack("{s:I, s:i, s:I, s:o, s:i, s:i, s:i, s:s, s:s?}", "number", (json_int_t)pairing->number,
                     "group", pairing->group, "seed", (json_int_t)pairing->seed, "seats", seats, "ending",
                     outcome->result.ending, "moves", outcome->moves, "forfeiter", outcome->forfeiter,
                     "reason", outcome->reason, "line", game->moves);
}

static bool seat_from_json(const json_t *json, int seat, cw_match_game *game) {
    json_int_t simulations;
    if (json_unpack((json_t *)json, "[i, F, i, i, F, I]", &game->pairing.entrants[seat],
                    &game->outcome.result.reward[seat], &game->outcome.result.score[seat],
                    &game->outcome.decisions[seat], &game->outcome.seconds[seat], &simulations) != 0)
        return false;
    game->outcome.simulations[seat] = (uint64_t)simulations;
    return true;
}

static bool game_from_json(const json_t *json, cw_match_game *game) {
    json_int_t number, seed;
    json_t *seats, *line = NULL;
    const char *reason;
    if (json_unpack((json_t *)json, "{s:I, s:i, s:I, s:o, s:i, s:i, s:i, s:s, s?:o}", "number", &number,
                    "group", &game->pairing.group, "seed", &seed, "seats", &seats, "ending",
                    &game->outcome.result.ending, "moves", &game->outcome.moves, "forfeiter",
                    &game->outcome.forfeiter, "reason", &reason, "line", &line) != 0)
        return false;
    const char *moves = json_string_value(line);
    game->pairing.number = number;
    game->pairing.seed = (uint64_t)seed;
    game->pairing.opening = -1;
    snprintf(game->outcome.reason, sizeof game->outcome.reason, "%.159s", reason);
    game->moves = moves != NULL ? strdup(moves) : NULL;
    bool has_moves = line != NULL && !json_is_null(line);
    bool valid = json_array_size(seats) == CW_PLAYERS_MAX && (game->moves != NULL) == has_moves;
    for (int i = 0; valid && i < CW_PLAYERS_MAX; i++)
        valid = seat_from_json(json_array_get(seats, (size_t)i), i, game);
    return valid;
}

json_t *cw_match_part_to_json(const cw_match_part *part) {
    json_t *games = json_array();
    for (int i = 0; i < part->game_count; i++) {
        if (json_array_append_new(games, game_to_json(&part->games[i])) != 0) {
            json_decref(games);
            return NULL;
        }
    }
    return json_pack("{s:I, s:b, s:o}", "unit", (json_int_t)part->unit, "abandoned", part->is_abandoned,
                     "games", games);
}

cw_status cw_match_part_from_json(const json_t *json, cw_match_part **part, cw_error *error) {
    const json_t *games = json_object_get(json, "games");
    size_t count = json_array_size(games);
    cw_match_part *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->games = calloc(count + 1, sizeof *made->games);
    if (made == NULL || made->games == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for %zu games", count);
    }
    made->unit = json_integer_value(json_object_get(json, "unit"));
    made->is_abandoned = json_is_true(json_object_get(json, "abandoned"));
    for (size_t i = 0; i < count; i++) {
        made->game_count = (int)i + 1;
        if (!game_from_json(json_array_get(games, i), &made->games[i])) {
            cw_match_part_free(made);
            return cw_fail(error, CW_BAD_INPUT, "a game from another machine is damaged");
        }
    }
    *part = made;
    return CW_OK;
}
