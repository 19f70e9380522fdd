#include "lab/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/ruling.h"

/* ---- Players ---- */

static const char *value_of(const cw_fit *fit, const cw_fit_candidate *candidate, const char *name,
                            size_t length) {
    for (int k = 0; k < fit->variable_count; k++) {
        const cw_fit_variable *variable = &fit->variables[k];
        if (strlen(variable->name) == length && strncmp(variable->name, name, length) == 0)
            return variable->values[candidate->choice[k]];
    }
    return NULL;
}

cw_status cw_fit_spec(const cw_fit *fit, const cw_fit_candidate *candidate, int player, cw_text *spec,
                      cw_error *error) {
    for (const char *rest = fit->players[player].spec; *rest != '\0';) {
        if (*rest != '{') {
            cw_text_append_char(spec, *rest++);
            continue;
        }
        size_t length = strcspn(rest + 1, "}");
        const char *value = value_of(fit, candidate, rest + 1, length);
        if (rest[1 + length] != '}' || value == NULL)
            return cw_fail(error, CW_BAD_INPUT, "'%s' has a variable that 'draw' does not name",
                           fit->players[player].spec);
        cw_text_append(spec, value);
        rest += length + 2;
    }
    return CW_OK;
}

/* Sets what a player of an experiment sets itself, such as "eval.pin=2,depth=3", over the fit's spec. */
static void keep_settings(const char *settings, cw_text *spec) {
    char name[128], value[256];
    for (int used = 0; sscanf(settings, "%127[^=]=%255[^,]%n", name, value, &used) == 2;) {
        cw_text next = {0};
        cw_spec_set(cw_text_string(spec), name, value, &next);
        cw_text_free(spec);
        *spec = next;
        settings += used;
        settings += *settings == ',';
    }
}

/* Puts the fit's players in the place of an experiment's. */
static cw_status put_in(const cw_fit *fit, const cw_fit_candidate *candidate, char **player,
                        cw_error *error) {
    size_t length = strcspn(*player, ":");
    for (int i = 0; i < fit->player_count; i++) {
        if (strlen(fit->players[i].name) != length || strncmp(fit->players[i].name, *player, length) != 0)
            continue;
        cw_text spec = {0};
        cw_status status = cw_fit_spec(fit, candidate, i, &spec, error);
        if (status == CW_OK && (*player)[length] == ':')
            keep_settings(*player + length + 1, &spec);
        char *made = cw_text_take(&spec);
        if (status == CW_OK && made == NULL)
            status = cw_fail(error, CW_NO_MEMORY, "out of memory for a fit");
        if (status != CW_OK) {
            free(made);
            return status;
        }
        free(*player);
        *player = made;
        return CW_OK;
    }
    return CW_OK;
}

static cw_status adapt(const cw_fit *fit, const cw_fit_stage *stage, const cw_fit_candidate *candidate,
                       cw_experiment *experiment, cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; i < experiment->point_count; i++) {
        cw_point *point = &experiment->points[i];
        point->games = stage->games < point->games ? stage->games : point->games;
        for (int k = 0; status == CW_OK && k < point->player_count; k++)
            status = put_in(fit, candidate, &point->players[k], error);
    }
    return status;
}

/* ---- Playing ---- */

/* How far a run is from the paper: the mean difference of the shares that are reported. */
static cw_status measure_distance(const cw_lab *run, double *distance, cw_error *error) {
    cw_findings findings = {0};
    cw_rulings rulings = {0};
    cw_status status = cw_findings_from_run(run, &findings, error);
    if (status == CW_OK)
        status = cw_rulings_make(&findings, &rulings, error);
    double sum = 0;
    int count = 0;
    for (int i = 0; status == CW_OK && i < rulings.count; i++) {
        const cw_ruled *ruled = &rulings.list[i];
        if (ruled->measure < 0 || strchr(cw_measure_at(ruled->measure)->label, '%') == NULL)
            continue;
        sum += fabs(ruled->ours.value - ruled->paper);
        count++;
    }
    if (status == CW_OK && count == 0)
        status = cw_fail(error, CW_BAD_INPUT, "the paper reports no shares of %s to fit to",
                         run->experiment->name);
    *distance = count > 0 ? sum / count : 0;
    cw_rulings_free(&rulings);
    cw_findings_free(&findings);
    return status;
}

static cw_status play_experiment(const cw_fit *fit, const cw_fit_stage *stage,
                                 const cw_fit_candidate *candidate, const char *name, double *distance,
                                 cw_error *error) {
    char path[1024];
    cw_experiment *experiment = NULL;
    snprintf(path, sizeof path, "%s/%s.yaml", fit->folder, name);
    cw_status status = cw_experiment_read(path, &experiment, error);
    if (status != CW_OK)
        return status;
    status = adapt(fit, stage, candidate, experiment, error);
    int all = experiment->point_count;
    if (stage->points > 0 && stage->points < all)
        experiment->point_count = (int)stage->points;
    cw_lab run = {.experiment = experiment,
                  .scale = 1,
                  .time_scale = 1,
                  .threads = fit->threads,
                  .store = fit->store,
                  .any_version = fit->any_version,
                  .stop = fit->stop};
    if (status == CW_OK)
        status = cw_lab_play(&run, error);
    bool stopped = cw_flag_is_up(fit->stop);
    if (status == CW_OK && stopped)
        status = cw_fail(error, CW_STOPPED, "%s", "");
    if (status == CW_OK)
        status = measure_distance(&run, distance, error);
    cw_lab_release(&run);
    experiment->point_count = all;
    cw_experiment_destroy(experiment);
    return status;
}

static cw_status play_candidate(cw_fit *fit, int stage_index, cw_fit_candidate *candidate, cw_error *error) {
    const cw_fit_stage *stage = &fit->stages[stage_index];
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < stage->experiment_count; i++) {
        double *distance = &candidate->of[stage_index][i];
        status = play_experiment(fit, stage, candidate, stage->experiments[i], distance, error);
        candidate->sum += status == CW_OK ? *distance : 0;
        candidate->experiments += status == CW_OK;
    }
    candidate->stage = stage_index;
    candidate->distance = candidate->experiments > 0 ? candidate->sum / candidate->experiments : 0;
    return status;
}

static int compare_candidates(const void *left, const void *right) {
    const cw_fit_candidate *a = left, *b = right;
    return a->distance < b->distance ? -1 : a->distance > b->distance;
}

cw_status cw_fit_play(cw_fit *fit, cw_error *error) {
    cw_status status = CW_OK;
    int alive = fit->candidate_count;
    for (int stage = 0; status == CW_OK && stage < fit->stage_count; stage++) {
        for (int i = 0; status == CW_OK && i < alive; i++) {
            status = play_candidate(fit, stage, &fit->candidates[i], error);
            if (status == CW_OK && fit->progress != NULL)
                fit->progress(fit, stage, i, fit->payload);
        }
        if (status == CW_OK)
            qsort(fit->candidates, (size_t)alive, sizeof *fit->candidates, compare_candidates);
        alive = alive < fit->stages[stage].keep ? alive : (int)fit->stages[stage].keep;
    }
    return status;
}

/* ---- Telling ---- */

static void print_candidate(const cw_fit *fit, const cw_fit_candidate *candidate, cw_text *text) {
    cw_text_printf(text, "%6.1f ", candidate->distance);
    for (int k = 0; k < fit->variable_count; k++)
        cw_text_printf(text, " %s=%s", fit->variables[k].name,
                       fit->variables[k].values[candidate->choice[k]]);
    cw_text_append(text, "\n       ");
    for (int stage = 0; stage <= candidate->stage; stage++) {
        for (int i = 0; i < fit->stages[stage].experiment_count; i++)
            cw_text_printf(text, " %s %.1f%s", fit->stages[stage].experiments[i], candidate->of[stage][i],
                           i + 1 < fit->stages[stage].experiment_count ? "," : ";");
    }
    cw_text_append_char(text, '\n');
}

cw_status cw_fit_print(const cw_fit *fit, cw_text *text, cw_error *error) {
    cw_text_printf(text, "%s\nmean distance from the paper in points of a hundred, the best first:\n",
                   fit->title);
    for (int stage = fit->stage_count - 1; stage >= 0; stage--) {
        cw_text_printf(text, "reached stage %d\n", stage + 1);
        for (int i = 0; i < fit->candidate_count; i++) {
            if (fit->candidates[i].stage == stage)
                print_candidate(fit, &fit->candidates[i], text);
        }
    }
    cw_status status = CW_OK;
    cw_text_append(text, "the best:\n");
    for (int i = 0; status == CW_OK && i < fit->player_count; i++) {
        cw_text spec = {0};
        status = cw_fit_spec(fit, &fit->candidates[0], i, &spec, error);
        cw_text_printf(text, "  %s  %s\n", fit->players[i].name, cw_text_string(&spec));
        cw_text_free(&spec);
    }
    return status;
}
