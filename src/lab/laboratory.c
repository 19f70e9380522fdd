#include "lab/laboratory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/time.h"

int64_t cw_lab_games(const cw_point *point, double scale) {
    int64_t games = (int64_t)ceil((double)point->games * scale);
    if (games > point->games)
        games = point->games;
    if (games < 2 && point->games >= 2)
        games = 2;
    int64_t rest = games % point->seat_count;
    if (point->sides != CW_SIDES_FIXED && games < point->games && rest > 0)
        games += point->seat_count - rest;
    return games < point->games ? games : point->games;
}

int64_t cw_lab_all_games(const cw_point *point, double scale) {
    cw_schedule schedule = {.seat_count = point->seat_count,
                            .entrant_count = point->player_count,
                            .gauntlet = point->gauntlet,
                            .games = cw_lab_games(point, scale)};
    return point->player_count >= point->seat_count ? cw_schedule_games(&schedule) : schedule.games;
}

/* ---- From a point to a match ---- */

/* The best scoring entrant of an earlier point. */
static const char *winner_of(const cw_lab *run, int before, const char *name) {
    for (int i = 0; i < before; i++) {
        const cw_point_result *result = &run->results[i];
        if (strcmp(run->experiment->points[i].name, name) != 0)
            continue;
        if (result->standings == NULL || result->standings->first.games == 0)
            return NULL;
        int best = 0;
        for (int k = 1; k < result->spec_count; k++) {
            if (cw_tally_score(&result->standings->entrants[k].tally) >
                cw_tally_score(&result->standings->entrants[best].tally))
                best = k;
        }
        return result->specs[best];
    }
    return NULL;
}

static cw_status fail_at(const cw_lab *run, const cw_point *point, cw_error *error, const char *message) {
    return cw_fail(error, CW_BAD_INPUT, "experiment %s, line %d, point %s: %.350s", run->experiment->name,
                   point->line, point->name, message);
}

/* Writes the spec of a player of a point. */
static cw_status resolve_player(const cw_lab *run, int index, int player, cw_text *spec, cw_error *error) {
    const char *written = run->experiment->points[index].players[player];
    if (written[0] != '@' && run->time_scale != 1)
        return cw_player_scale_time(written, run->results[index].game, run->time_scale, spec, error);
    const char *meant = written[0] == '@' ? winner_of(run, index, written + 1) : written;
    if (meant == NULL)
        run->results[index].is_open = true;
    cw_text_append(spec, meant != NULL ? meant : written);
    return CW_OK;
}

static cw_status resolve_players(cw_lab *run, int index, cw_error *error) {
    const cw_point *point = &run->experiment->points[index];
    cw_point_result *result = &run->results[index];
    result->specs = calloc((size_t)point->player_count, sizeof *result->specs);
    if (result->specs == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
    for (int i = 0; i < point->player_count; i++) {
        cw_text spec = {0};
        cw_error reason = {0};
        cw_status status = resolve_player(run, index, i, &spec, &reason);
        result->specs[i] = cw_text_take(&spec);
        result->spec_count++;
        if (status != CW_OK)
            return fail_at(run, point, error, reason.message);
        if (result->specs[i] == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
    }
    return CW_OK;
}

static cw_status prepare(cw_lab *run, int index, cw_run *match_run, cw_error *error) {
    const cw_point *point = &run->experiment->points[index];
    cw_point_result *result = &run->results[index];
    cw_error reason = {0};
    if (cw_game_create(point->game, &result->game, &reason) != CW_OK)
        return fail_at(run, point, error, reason.message);
    cw_status status = resolve_players(run, index, error);
    if (status != CW_OK)
        return status;
    int seats = result->game->player_count;
    if (result->spec_count < seats)
        return fail_at(run, point, error, "there are fewer players than seats");
    *match_run = (cw_run){
        .match = {.game = result->game,
                  .specs = (const char *const *)result->specs,
                  .schedule = {.seat_count = seats,
                               .entrant_count = result->spec_count,
                               .gauntlet = point->gauntlet,
                               .sides = point->sides,
                               .games = cw_lab_games(point, run->scale),
                               .seed = point->seed},
                  .loser_starts = point->loser_starts,
                  .random_plies = point->random_plies,
                  .terms = {.clock_seconds = point->clock_seconds * run->time_scale, .stop = run->stop}},
        .threads = run->threads,
        .store = run->store,
        .resume = true,
        .any_version = run->any_version,
    };
    cw_run_size(match_run, false);
    result->games_wanted = cw_schedule_games(&match_run->match.schedule);
    if (!result->is_open && cw_match_check(&match_run->match, &reason) != CW_OK)
        return fail_at(run, point, error, reason.message);
    return cw_standings_create(result->spec_count, &result->standings, error);
}

/* ---- Playing ---- */

/* The run and the point that is being played, for progress. */
typedef struct point_progress {
    cw_lab *run;
    int point;
} point_progress;

static void progress(const cw_standings *standings, void *payload) {
    const point_progress *self = payload;
    if (self->run->progress != NULL)
        self->run->progress(self->run, self->point, standings, self->run->payload);
}

static void note_other(cw_lab *run, const cw_run *match_run) {
    if (match_run->found.other <= match_run->found.id)
        return;
    run->other_runs++;
    run->other = match_run->found;
}

static void begun(const cw_run *match_run, void *payload) {
    const point_progress *self = payload;
    note_other(self->run, match_run);
    self->run->earlier_games += match_run->earlier_games;
    self->run->taken_over += match_run->is_taken_over ? match_run->earlier_games : 0;
}

static cw_status dispatch(const cw_match *match, const cw_match_listener *listener, void *payload,
                          cw_error *error) {
    const point_progress *self = payload;
    return self->run->dispatch(match, listener, self->run->payload, error);
}

static cw_status play_point(cw_lab *run, int index, cw_error *error) {
    const cw_experiment *experiment = run->experiment;
    cw_run match_run;
    point_progress self = {run, index};
    cw_text name = {0};
    cw_status status = prepare(run, index, &match_run, error);
    cw_text_printf(&name, "%s/%s", experiment->name, experiment->points[index].name);
    if (run->time_scale != 1)
        cw_text_printf(&name, " at %g of the time", run->time_scale);
    if (status == CW_OK && run->results[index].is_open)
        status = fail_at(run, &experiment->points[index], error,
                         "the point whose best player it takes has no games");
    if (status == CW_OK) {
        match_run.name = cw_text_string(&name);
        match_run.begun = begun;
        match_run.progress = progress;
        match_run.payload = &self;
        match_run.dispatch = run->dispatch != NULL ? dispatch : NULL;
        status = cw_run_play(&match_run, run->results[index].standings, error);
    }
    cw_text_free(&name);
    return status;
}

static cw_status begin(cw_lab *run, cw_error *error) {
    cw_status status = cw_experiment_check(run->experiment, error);
    if (status != CW_OK)
        return status;
    run->results = calloc((size_t)run->experiment->point_count, sizeof *run->results);
    return run->results != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
}

cw_status cw_lab_play(cw_lab *run, cw_error *error) {
    cw_status status = begin(run, error);
    for (int i = 0; status == CW_OK && i < run->experiment->point_count; i++) {
        if (cw_flag_is_up(run->stop))
            break;
        status = play_point(run, i, error);
    }
    return status;
}

/* ---- Loading ---- */

static cw_status load_point(cw_lab *run, int index, cw_error *error) {
    cw_run match_run;
    cw_status status = prepare(run, index, &match_run, error);
    if (status != CW_OK || run->results[index].is_open)
        return status;
    status = cw_run_load(&match_run, run->results[index].standings, error);
    if (status == CW_OK && match_run.found.id == 0)
        note_other(run, &match_run);
    if (status == CW_OK && run->loaded != NULL)
        status = run->loaded(run, index, &match_run, run->loaded_payload, error);
    return status;
}

cw_status cw_lab_load(cw_lab *run, cw_error *error) {
    cw_status status = begin(run, error);
    for (int i = 0; status == CW_OK && i < run->experiment->point_count; i++)
        status = load_point(run, i, error);
    return status;
}

void cw_lab_release(cw_lab *run) {
    for (int i = 0; run->results != NULL && i < run->experiment->point_count; i++) {
        cw_point_result *result = &run->results[i];
        for (int k = 0; k < result->spec_count; k++)
            free(result->specs[k]);
        free(result->specs);
        cw_standings_destroy(result->standings);
        cw_game_destroy(result->game);
    }
    free(run->results);
    run->results = NULL;
}
