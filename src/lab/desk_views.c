/* What the desk shows, as JSON. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/files.h"
#include "lab/desk_inner.h"

json_t *cw_desk_number(double number) {
    return isfinite(number) ? json_real(number) : json_null();
}

static void set_text(json_t *object, const char *name, const char *text) {
    if (text != NULL)
        json_object_set_new(object, name, json_string(text));
}

/* ---- Work ---- */

static const char *const state_names[] = {"waits", "runs", "stopped", "done", "failed"};

/* Seconds until it is done, from the games of this go; NAN: nobody can tell yet. */
static double seconds_left(const cw_work *work) {
    int64_t played = work->played - work->earlier;
    if (work->state != CW_WORK_RUNS || played <= 0)
        return NAN;
    return (double)(work->wanted - work->played) * (cw_clock_now() - work->began) / (double)played;
}

json_t *cw_desk_view_work(const cw_work *work) {
    json_t *json = json_pack("{s:I, s:s, s:b, s:f, s:I, s:I, s:o}", "work", (json_int_t)work->id, "state",
                             state_names[work->state], "stopping",
                             work->state == CW_WORK_RUNS && cw_flag_is_up(&work->stop), "scale", work->scale,
                             "played", (json_int_t)work->played, "wanted", (json_int_t)work->wanted, "left",
                             cw_desk_number(seconds_left(work)));
    if (work->name[0] != '\0')
        json_object_set_new(json, "experiment", json_string(work->name));
    /* Copies: who reads them holds no mutex, and would count references that the desk's threads count as well. */
    if (work->match != NULL)
        json_object_set_new(json, "match", json_deep_copy(work->match));
    if (work->standings != NULL)
        json_object_set_new(json, "standings", json_deep_copy(work->standings));
    if (work->state == CW_WORK_FAILED)
        json_object_set_new(json, "error", json_string(work->error.message));
    return json;
}

/* ---- Matches ---- */

static json_t *view_tally(const cw_tally *tally) {
    cw_interval interval = cw_tally_interval(tally);
    json_t *json = json_pack("{s:I, s:I, s:I, s:I, s:f, s:f, s:f}", "games", (json_int_t)tally->games, "wins",
                             (json_int_t)tally->wins, "draws", (json_int_t)tally->draws, "losses",
                             (json_int_t)tally->losses, "score", cw_tally_score(tally), "low", interval.low,
                             "high", interval.high);
    json_object_set_new(json, "elo", cw_desk_number(cw_elo(cw_tally_score(tally))));
    json_object_set_new(json, "elo_low", cw_desk_number(cw_elo(interval.low)));
    json_object_set_new(json, "elo_high", cw_desk_number(cw_elo(interval.high)));
    return json;
}

static json_t *view_test(const cw_sprt *sprt) {
    static const char *const decisions[] = {
        [CW_SPRT_OPEN] = "open", [CW_SPRT_ELO0] = "elo0", [CW_SPRT_ELO1] = "elo1"};
    static const double error = 0.05;
    json_t *pairs = json_array();
    for (int i = 0; i < CW_SPRT_KINDS; i++)
        json_array_append_new(pairs, json_integer(sprt->pairs[i]));
    return json_pack("{s:f, s:f, s:o, s:f, s:s, s:o}", "elo0", sprt->elo0, "elo1", sprt->elo1, "ratio",
                     cw_desk_number(cw_sprt_log_likelihood_ratio(sprt)), "bound", log((1 - error) / error),
                     "decision", decisions[cw_sprt_decide(sprt)], "pairs", pairs);
}

json_t *cw_desk_view_standings(const cw_match *match, const cw_standings *standings, const cw_sprt *sprt) {
    json_t *rows = json_array(), *versus = json_array();
    int count = standings->entrant_count;
    for (int i = 0; i < count; i++) {
        json_t *row = view_tally(&standings->entrants[i].tally), *scores = json_array();
        json_object_set_new(row, "player", json_string(match->specs[i]));
        json_array_append_new(rows, row);
        for (int k = 0; k < count; k++) {
            const cw_tally *tally = &standings->versus[i * count + k];
            json_array_append_new(scores, i != k && tally->games > 0 ? json_real(cw_tally_score(tally))
                                                                     : json_null());
        }
        json_array_append_new(versus, scores);
    }
    json_t *json = json_pack("{s:o, s:o, s:o}", "players", rows, "versus", versus, "first",
                             view_tally(&standings->first));
    if (sprt != NULL)
        json_object_set_new(json, "test", view_test(sprt));
    return json;
}

/* ---- Experiments ---- */

/* What is known of an experiment: from the work on it, or what was read. With the mutex held. */
static const cw_finding *known_findings(const cw_desk *desk, const cw_desk_entry *entry,
                                        const cw_work **work) {
    *work = NULL;
    for (int i = 0; i < desk->work_count; i++) {
        if (strcmp(desk->works[i]->name, entry->name) == 0)
            *work = desk->works[i];
    }
    bool is_fresh = *work != NULL && (*work)->findings != NULL && entry->experiment != NULL &&
                    (*work)->point_count == entry->experiment->point_count;
    return is_fresh ? (*work)->findings : entry->findings;
}

static bool make_rulings(const cw_desk_entry *entry, const cw_finding *known, cw_rulings *rulings) {
    cw_findings findings = {.experiment = entry->experiment, .points = (cw_finding *)known};
    *rulings = (cw_rulings){0};
    return entry->experiment != NULL && known != NULL && cw_rulings_make(&findings, rulings, NULL) == CW_OK;
}

static json_t *view_entry(const cw_desk *desk, const cw_desk_entry *entry) {
    const cw_experiment *experiment = entry->experiment;
    const cw_work *work;
    const cw_finding *known = known_findings(desk, entry, &work);
    cw_rulings rulings;
    int64_t played = 0;
    json_t *json = json_pack("{s:s, s:b, s:s}", "name", entry->name, "own", entry->is_own, "title",
                             experiment != NULL ? experiment->title : entry->name);
    if (experiment == NULL) {
        json_object_set_new(json, "error", json_string(entry->error.message));
        return json;
    }
    for (int i = 0; known != NULL && i < experiment->point_count; i++)
        played += known[i].games;
    set_text(json, "paper", experiment->paper);
    set_text(json, "figure", experiment->figure);
    json_object_set_new(json, "played", json_integer(played));
    json_object_set_new(json, "read", json_boolean(entry->is_read));
    if (make_rulings(entry, known, &rulings)) {
        json_object_set_new(json, "ruling", json_string(cw_ruling_name(rulings.whole)));
        json_object_set_new(json, "explained", json_boolean(experiment->because != NULL));
        cw_rulings_free(&rulings);
    }
    if (work != NULL)
        json_object_set_new(json, "work", cw_desk_view_work(work));
    return json;
}

json_t *cw_desk_experiments(cw_desk *desk) {
    json_t *array = json_array();
    pthread_mutex_lock(&desk->mutex);
    for (int i = 0; i < desk->entry_count; i++)
        json_array_append_new(array, view_entry(desk, desk->entries[i]));
    pthread_mutex_unlock(&desk->mutex);
    return array;
}

/* The measure that the figure shows: the one that the file names, or the first that the paper reports. */
static const cw_measure *shown_measure(const cw_experiment *experiment) {
    const cw_measure *measure = experiment->y != NULL ? cw_measure_find(experiment->y) : NULL;
    for (int i = 0; measure == NULL && i < experiment->point_count; i++) {
        if (experiment->points[i].reported_count > 0)
            measure = cw_measure_find(experiment->points[i].reported[0].measure);
    }
    return measure != NULL ? measure : cw_measure_at(0);
}

static double reported_value(const cw_point *point, const cw_measure *measure) {
    for (int i = 0; i < point->reported_count; i++) {
        if (strcmp(point->reported[i].measure, measure->name) == 0)
            return point->reported[i].value;
    }
    return NAN;
}

static json_t *view_point(const cw_experiment *experiment, int index, const cw_finding *finding,
                          const cw_measure *measure, double scale) {
    const cw_point *point = &experiment->points[index];
    const char *x = experiment->x != NULL ? cw_point_variable(point, experiment->x) : point->name;
    const char *curve = experiment->curve != NULL ? cw_point_variable(point, experiment->curve) : NULL;
    const cw_measured none = {NAN, NAN, NAN};
    cw_measured ours =
        finding != NULL && finding->games > 0 ? finding->measured[cw_measure_index(measure)] : none;
    json_t *json =
        json_pack("{s:s, s:s, s:I, s:I, s:o, s:o, s:o, s:o}", "name", point->name, "x",
                  x != NULL ? x : point->name, "games", (json_int_t)(finding != NULL ? finding->games : 0),
                  "wanted", (json_int_t)cw_lab_all_games(point, scale), "value", cw_desk_number(ours.value),
                  "low", cw_desk_number(ours.low), "high", cw_desk_number(ours.high), "paper",
                  cw_desk_number(reported_value(point, measure)));
    set_text(json, "curve", curve);
    set_text(json, "note", point->note);
    json_t *players = json_array();
    for (int i = 0; i < point->player_count; i++)
        json_array_append_new(players, json_string(point->players[i]));
    json_object_set_new(json, "players", players);
    json_object_set_new(json, "game", json_string(point->game));
    return json;
}

static void tell_words(const cw_experiment *experiment, json_t *answer) {
    json_t *notes = json_array();
    for (int i = 0; i < experiment->note_count; i++)
        json_array_append_new(notes, json_string(experiment->notes[i]));
    json_object_set_new(answer, "notes", notes);
    set_text(answer, "paper", experiment->paper);
    set_text(answer, "figure", experiment->figure);
    set_text(answer, "about", experiment->about);
    set_text(answer, "expected", experiment->expected);
    set_text(answer, "because", experiment->because);
}

static void tell_figure(const cw_experiment *experiment, const cw_finding *known, double scale,
                        json_t *answer) {
    const cw_measure *measure = shown_measure(experiment);
    json_t *points = json_array(),
           *plot = json_pack("{s:s, s:b}", "label", measure->label, "log", experiment->log_x);
    set_text(plot, "x", experiment->x);
    set_text(plot, "curve", experiment->curve);
    json_object_set_new(answer, "plot", plot);
    for (int i = 0; i < experiment->point_count; i++)
        json_array_append_new(points,
                              view_point(experiment, i, known != NULL ? &known[i] : NULL, measure, scale));
    json_object_set_new(answer, "points", points);
}

static void tell_found(const cw_desk *desk, const cw_desk_entry *entry, json_t *answer) {
    const cw_work *work;
    const cw_finding *known = known_findings(desk, entry, &work);
    cw_rulings rulings;
    tell_figure(entry->experiment, known, work != NULL ? work->scale : 1, answer);
    json_object_set_new(answer, "read", json_boolean(entry->is_read || known != NULL));
    json_object_set_new(answer, "table", json_boolean(known == entry->findings && entry->is_from_table));
    if (make_rulings(entry, known, &rulings)) {
        json_object_set_new(answer, "rulings", cw_rulings_json(entry->experiment, &rulings));
        cw_rulings_free(&rulings);
    }
    if (work != NULL)
        json_object_set_new(answer, "work", cw_desk_view_work(work));
}

cw_status cw_desk_experiment(cw_desk *desk, const char *name, json_t *answer, cw_error *error) {
    cw_desk_entry *entry = cw_desk_find(desk, name);
    cw_text text = {0};
    if (entry == NULL)
        return cw_fail(error, CW_BAD_INPUT, "there is no experiment '%.40s'", name);
    cw_status status = cw_file_read(entry->path, CW_DESK_TEXT_MAX, &text, error);
    if (status == CW_OK) {
        json_object_set_new(answer, "name", json_string(entry->name));
        json_object_set_new(answer, "own", json_boolean(entry->is_own));
        json_object_set_new(answer, "text", json_string(cw_text_string(&text)));
        pthread_mutex_lock(&desk->mutex);
        entry->is_looked_at = true;
        json_object_set_new(answer, "title",
                            json_string(entry->experiment != NULL ? entry->experiment->title : entry->name));
        if (entry->experiment != NULL) {
            tell_words(entry->experiment, answer);
            tell_found(desk, entry, answer);
        } else {
            json_object_set_new(answer, "error", json_string(entry->error.message));
        }
        pthread_mutex_unlock(&desk->mutex);
    }
    cw_text_free(&text);
    return status;
}
