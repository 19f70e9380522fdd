#include "lab/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/rng.h"
#include "lab/ruling.h"
#include "lab/yaml.h"

/* ---- Reading ---- */

static const char *const fit_keys[] = {"title",  "about",      "notes", "players", "draw",
                                       "stages", "candidates", "seed",  NULL};
static const char *const stage_keys[] = {"experiments", "games", "points", "keep", NULL};

static cw_status read_number(cw_yaml *yaml, const yaml_node_t *mapping, const char *key, int64_t standard,
                             int64_t *number, cw_error *error) {
    const yaml_node_t *node = cw_yaml_get(yaml, mapping, key);
    const char *text = cw_yaml_text(node);
    char rest;
    long long value = standard;
    if (node != NULL && (text == NULL || sscanf(text, "%lld%c", &value, &rest) != 1 || value < 0))
        return cw_yaml_fail(yaml, node, error, "'%s' takes a number", key);
    *number = value;
    return CW_OK;
}

/* Copies a list of texts. */
static cw_status read_list(cw_yaml *yaml, const yaml_node_t *node, const char *key, char **list, int room,
                           int *count, cw_error *error) {
    int wanted = node != NULL && node->type == YAML_SEQUENCE_NODE ? cw_yaml_count(node) : 0;
    if (wanted == 0 || wanted > room)
        return cw_yaml_fail(yaml, node != NULL ? node : cw_yaml_root(yaml), error,
                            "'%s' takes a list of 1 to %d values", key, room);
    for (int i = 0; i < wanted; i++) {
        const char *text = cw_yaml_text(cw_yaml_item(yaml, node, i));
        if (text == NULL)
            return cw_yaml_fail(yaml, node, error, "'%s' takes a list of single values", key);
        list[(*count)++] = strdup(text);
    }
    return CW_OK;
}

/* The mapping of a key that must be there, with at most `room` entries. */
static cw_status find_mapping(cw_yaml *yaml, const char *key, int room, yaml_node_t **node, cw_error *error) {
    *node = cw_yaml_get(yaml, cw_yaml_root(yaml), key);
    if (*node != NULL && (*node)->type == YAML_MAPPING_NODE && cw_yaml_count(*node) > 0 &&
        cw_yaml_count(*node) <= room)
        return CW_OK;
    return cw_yaml_fail(yaml, *node != NULL ? *node : cw_yaml_root(yaml), error,
                        "'%s' takes 1 to %d names with their values", key, room);
}

static cw_status read_players(cw_yaml *yaml, cw_fit *fit, cw_error *error) {
    yaml_node_t *players, *name, *spec;
    cw_status status = find_mapping(yaml, "players", CW_FIT_PLAYERS_MAX, &players, error);
    for (int i = 0; status == CW_OK && i < cw_yaml_count(players); i++) {
        cw_yaml_pair(yaml, players, i, &name, &spec);
        if (cw_yaml_text(spec) == NULL)
            return cw_yaml_fail(yaml, name, error, "a player is one text such as alphabeta:depth={depth}");
        fit->players[fit->player_count++] =
            (cw_fit_player){strdup(cw_yaml_text(name)), strdup(cw_yaml_text(spec))};
    }
    return status;
}

static cw_status read_variables(cw_yaml *yaml, cw_fit *fit, cw_error *error) {
    yaml_node_t *draw, *name, *values;
    cw_status status = find_mapping(yaml, "draw", CW_VARIABLES_MAX, &draw, error);
    for (int i = 0; status == CW_OK && i < cw_yaml_count(draw); i++) {
        cw_yaml_pair(yaml, draw, i, &name, &values);
        cw_fit_variable *variable = &fit->variables[fit->variable_count++];
        variable->name = strdup(cw_yaml_text(name));
        status = read_list(yaml, values, cw_yaml_text(name), variable->values, CW_FIT_VALUES_MAX,
                           &variable->value_count, error);
    }
    return status;
}

static cw_status read_stage(cw_yaml *yaml, yaml_node_t *node, cw_fit_stage *stage, cw_error *error) {
    cw_status status = cw_yaml_check_keys(yaml, node, stage_keys, error);
    if (status == CW_OK)
        status = read_list(yaml, cw_yaml_get(yaml, node, "experiments"), "experiments", stage->experiments,
                           CW_FIT_EXPERIMENTS_MAX, &stage->experiment_count, error);
    if (status == CW_OK)
        status = read_number(yaml, node, "games", 10, &stage->games, error);
    if (status == CW_OK)
        status = read_number(yaml, node, "points", 0, &stage->points, error);
    if (status == CW_OK)
        status = read_number(yaml, node, "keep", 1, &stage->keep, error);
    if (status == CW_OK && (stage->games < 1 || stage->keep < 1))
        status = cw_yaml_fail(yaml, node, error, "a stage plays games and keeps candidates");
    return status;
}

static cw_status read_stages(cw_yaml *yaml, cw_fit *fit, cw_error *error) {
    yaml_node_t *stages = cw_yaml_get(yaml, cw_yaml_root(yaml), "stages");
    int count = stages != NULL && stages->type == YAML_SEQUENCE_NODE ? cw_yaml_count(stages) : 0;
    if (count == 0 || count > CW_FIT_STAGES_MAX)
        return cw_yaml_fail(yaml, stages != NULL ? stages : cw_yaml_root(yaml), error,
                            "'stages' takes a list of 1 to %d stages", CW_FIT_STAGES_MAX);
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < count; i++)
        status = read_stage(yaml, cw_yaml_item(yaml, stages, i), &fit->stages[fit->stage_count++], error);
    return status;
}

static cw_status read_document(cw_yaml *yaml, cw_fit *fit, cw_error *error) {
    const yaml_node_t *root = cw_yaml_root(yaml);
    int64_t seed = 1;
    cw_status status = cw_yaml_check_keys(yaml, root, fit_keys, error);
    const char *title = status == CW_OK ? cw_yaml_text(cw_yaml_get(yaml, root, "title")) : NULL;
    if (status == CW_OK && title == NULL)
        status = cw_yaml_fail(yaml, root, error, "the fit has no title");
    if (status == CW_OK)
        fit->title = strdup(title);
    if (status == CW_OK)
        status = read_number(yaml, root, "candidates", 32, &fit->candidates_wanted, error);
    if (status == CW_OK)
        status = read_number(yaml, root, "seed", 1, &seed, error);
    fit->seed = (uint64_t)seed;
    if (status == CW_OK)
        status = read_players(yaml, fit, error);
    if (status == CW_OK)
        status = read_variables(yaml, fit, error);
    if (status == CW_OK)
        status = read_stages(yaml, fit, error);
    return status;
}

/* ---- Candidates ---- */

static bool is_new(const cw_fit *fit, const cw_fit_candidate *candidate) {
    for (int i = 0; i < fit->candidate_count; i++) {
        if (memcmp(fit->candidates[i].choice, candidate->choice, sizeof candidate->choice) == 0)
            return false;
    }
    return true;
}

/* The first candidate has every variable's first value; the rest are drawn, none twice. */
static cw_status draw_candidates(cw_fit *fit, cw_error *error) {
    cw_rng rng = cw_rng_make(fit->seed, 0);
    double combinations = 1;
    for (int k = 0; k < fit->variable_count; k++)
        combinations *= fit->variables[k].value_count;
    int64_t wanted =
        combinations < (double)fit->candidates_wanted ? (int64_t)combinations : fit->candidates_wanted;
    fit->candidates = calloc((size_t)wanted + 1, sizeof *fit->candidates);
    if (fit->candidates == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a fit");
    fit->candidate_count = 1;
    while (fit->candidate_count < wanted) {
        cw_fit_candidate *next = &fit->candidates[fit->candidate_count];
        for (int k = 0; k < fit->variable_count; k++)
            next->choice[k] = (int)cw_rng_below(&rng, (uint32_t)fit->variables[k].value_count);
        fit->candidate_count += is_new(fit, next);
    }
    return CW_OK;
}

cw_status cw_fit_read(const char *path, cw_fit **fit, cw_error *error) {
    cw_yaml yaml;
    cw_status status = cw_yaml_read(path, &yaml, error);
    if (status != CW_OK)
        return status;
    cw_fit *made = calloc(1, sizeof *made);
    if (made == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the fit %s", path);
    else
        status = read_document(&yaml, made, error);
    cw_yaml_free(&yaml);
    if (status == CW_OK)
        status = draw_candidates(made, error);
    if (status != CW_OK) {
        cw_fit_destroy(made);
        return status;
    }
    *fit = made;
    return CW_OK;
}

void cw_fit_destroy(cw_fit *fit) {
    if (fit == NULL)
        return;
    for (int i = 0; i < fit->player_count; i++) {
        free(fit->players[i].name);
        free(fit->players[i].spec);
    }
    for (int i = 0; i < fit->variable_count; i++) {
        free(fit->variables[i].name);
        for (int k = 0; k < fit->variables[i].value_count; k++)
            free(fit->variables[i].values[k]);
    }
    for (int i = 0; i < fit->stage_count; i++) {
        for (int k = 0; k < fit->stages[i].experiment_count; k++)
            free(fit->stages[i].experiments[k]);
    }
    free(fit->title);
    free(fit->candidates);
    free(fit);
}

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
        char *made = strdup(cw_text_string(&spec));
        cw_text_free(&spec);
        free(*player);
        *player = made;
        return status;
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
