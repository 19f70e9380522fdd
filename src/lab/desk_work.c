/* Doing a piece of work: the games of an experiment or a match, into the store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "lab/desk_inner.h"

/* ---- Experiments ---- */

typedef struct progress {
    cw_desk *desk;
    cw_work *work;
    const cw_run *run; /* of a match */
    const cw_match *match;
} progress;

/* With the mutex held. */
static void note_point(cw_work *work, const cw_experiment *experiment, int point,
                       const cw_standings *standings) {
    cw_finding *finding = &work->findings[point];
    work->played += standings->first.games - finding->games;
    finding->games = standings->first.games;
    for (int k = 0; k < CW_MEASURES && finding->games > 0; k++)
        finding->measured[k] = cw_measure_at(k)->of(standings, experiment->points[point].subject);
}

static void point_grew(const cw_lab *run, int point, const cw_standings *standings, void *payload) {
    const progress *self = payload;
    pthread_mutex_lock(&self->desk->mutex);
    note_point(self->work, run->experiment, point, standings);
    self->work->earlier = run->earlier_games;
    pthread_mutex_unlock(&self->desk->mutex);
}

static cw_status make_room(cw_desk *desk, cw_work *work, const cw_experiment *experiment, cw_error *error) {
    pthread_mutex_lock(&desk->mutex);
    free(work->findings);
    work->findings = cw_findings_create(experiment->point_count);
    work->point_count = work->findings != NULL ? experiment->point_count : 0;
    work->played = work->wanted = work->earlier = 0;
    for (int i = 0; i < experiment->point_count; i++)
        work->wanted += cw_lab_all_games(&experiment->points[i], work->scale);
    pthread_mutex_unlock(&desk->mutex);
    return work->findings != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
}

/* What has been played of all points, also where nothing had to be. */
static void note_all(cw_desk *desk, cw_work *work, const cw_lab *run) {
    pthread_mutex_lock(&desk->mutex);
    for (int i = 0; run->results != NULL && i < work->point_count; i++) {
        if (run->results[i].standings != NULL)
            note_point(work, run->experiment, i, run->results[i].standings);
    }
    pthread_mutex_unlock(&desk->mutex);
}

static cw_status do_experiment(cw_desk *desk, cw_work *work, cw_store *store, cw_error *error) {
    cw_experiment *experiment = NULL;
    progress self = {.desk = desk, .work = work};
    pthread_mutex_lock(&desk->mutex);
    const cw_desk_entry *entry = cw_desk_find(desk, work->name);
    cw_status status = entry != NULL ? cw_desk_read(desk, entry, &experiment, error)
                                     : cw_fail(error, CW_BAD_INPUT, "the experiment %s is gone", work->name);
    pthread_mutex_unlock(&desk->mutex);
    if (status == CW_OK)
        status = make_room(desk, work, experiment, error);
    cw_lab run = {.experiment = experiment,
                  .scale = work->scale,
                  .time_scale = 1,
                  .threads = 1,
                  .store = store,
                  .stop = &work->stop,
                  .progress = point_grew,
                  .payload = &self};
    if (status == CW_OK) {
        status = cw_lab_play(&run, error);
        note_all(desk, work, &run);
        cw_lab_release(&run);
    }
    cw_experiment_destroy(experiment);
    return status;
}

/* ---- Matches ---- */

static void match_grew(const cw_standings *standings, void *payload) {
    const progress *self = payload;
    json_t *view = cw_desk_view_standings(self->match, standings, self->run->test ? &self->run->sprt : NULL);
    pthread_mutex_lock(&self->desk->mutex);
    json_decref(self->work->standings);
    self->work->standings = view;
    self->work->played = standings->first.games;
    pthread_mutex_unlock(&self->desk->mutex);
}

static void match_begun(const cw_run *run, void *payload) {
    const progress *self = payload;
    pthread_mutex_lock(&self->desk->mutex);
    self->work->earlier = run->earlier_games;
    pthread_mutex_unlock(&self->desk->mutex);
}

static cw_status play_match(progress *self, cw_run *run, cw_error *error) {
    cw_desk *desk = self->desk;
    cw_work *work = self->work;
    cw_standings *standings = NULL;
    cw_status status = cw_standings_create(run->match.schedule.entrant_count, &standings, error);
    if (status != CW_OK)
        return status;
    pthread_mutex_lock(&desk->mutex);
    work->wanted = cw_schedule_games(&run->match.schedule);
    pthread_mutex_unlock(&desk->mutex);
    run->begun = match_begun;
    run->progress = match_grew;
    run->payload = self;
    status = cw_run_play(run, standings, error);
    match_grew(standings, self);
    if (run->test && cw_sprt_decide(&run->sprt) != CW_SPRT_OPEN) {
        pthread_mutex_lock(&desk->mutex);
        work->wanted = work->played; /* decided: nothing is left to play */
        pthread_mutex_unlock(&desk->mutex);
    }
    cw_standings_destroy(standings);
    return status;
}

static cw_status do_match(cw_desk *desk, cw_work *work, cw_store *store, cw_error *error) {
    const json_t *asked = work->match, *players = json_object_get(asked, "players");
    const json_t *elo0 = json_object_get(asked, "elo0");
    const char *specs[CW_ENTRANTS_MAX], *spec = json_string_value(json_object_get(asked, "game"));
    int count = (int)json_array_size(players);
    cw_game *game = NULL;
    if (spec == NULL || count > CW_ENTRANTS_MAX)
        return cw_fail(error, CW_BAD_INPUT, "the match cannot be read");
    for (int i = 0; i < count; i++)
        specs[i] = json_string_value(json_array_get(players, (size_t)i));
    cw_status status = cw_game_create(spec, &game, error);
    if (status != CW_OK)
        return status;
    cw_run run = {
        .match = {.game = game,
                  .specs = specs,
                  .schedule = {.seat_count = game->player_count,
                               .entrant_count = count,
                               .games = json_integer_value(json_object_get(asked, "games")),
                               .seed = 1},
                  .terms = {.stop = &work->stop}},
        .name = "page",
        .threads = 1,
        .store = store,
        .resume = true,
        .test = elo0 != NULL,
        .sprt = {.elo0 = json_number_value(elo0), .elo1 = json_number_value(json_object_get(asked, "elo1"))}};
    progress self = {.desk = desk, .work = work, .run = &run, .match = &run.match};
    cw_run_size(&run, true);
    status = cw_match_check(&run.match, error);
    if (status == CW_OK)
        status = play_match(&self, &run, error);
    cw_game_destroy(game);
    return status;
}

cw_status cw_desk_do(cw_desk *desk, cw_work *work, cw_error *error) {
    cw_store *store = NULL;
    cw_error closing = {0};
    cw_status status = cw_store_open(desk->store, &store, error);
    if (status == CW_OK)
        status = work->match != NULL ? do_match(desk, work, store, error)
                                     : do_experiment(desk, work, store, error);
    cw_status closed = store != NULL ? cw_store_close(store, &closing) : CW_OK;
    if (status == CW_OK && closed != CW_OK)
        status = cw_fail(error, closed, "%s", closing.message);
    return status;
}
