/* Fits as files: what they hold, and the candidates that are drawn from it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/rng.h"
#include "lab/fit.h"
#include "lab/yaml.h"

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

static cw_status no_room(cw_error *error) {
    return cw_fail(error, CW_NO_MEMORY, "out of memory for a fit");
}

static bool copy_word(const char *word, char **copy) {
    *copy = strdup(word);
    return *copy != NULL;
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
        if (!copy_word(text, &list[(*count)++]))
            return no_room(error);
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
        if (cw_yaml_text(name) == NULL || cw_yaml_text(spec) == NULL)
            return cw_yaml_fail(yaml, name, error, "a player is one text such as alphabeta:depth={depth}");
        cw_fit_player *player = &fit->players[fit->player_count++];
        if (!copy_word(cw_yaml_text(name), &player->name) || !copy_word(cw_yaml_text(spec), &player->spec))
            return no_room(error);
    }
    return status;
}

static cw_status read_variables(cw_yaml *yaml, cw_fit *fit, cw_error *error) {
    yaml_node_t *draw, *name, *values;
    cw_status status = find_mapping(yaml, "draw", CW_VARIABLES_MAX, &draw, error);
    for (int i = 0; status == CW_OK && i < cw_yaml_count(draw); i++) {
        cw_yaml_pair(yaml, draw, i, &name, &values);
        if (cw_yaml_text(name) == NULL)
            return cw_yaml_fail(yaml, name, error, "a variable to draw has a name, such as depth: [2, 3]");
        cw_fit_variable *variable = &fit->variables[fit->variable_count++];
        if (!copy_word(cw_yaml_text(name), &variable->name))
            return no_room(error);
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
    if (status == CW_OK && !copy_word(title, &fit->title))
        status = no_room(error);
    if (status == CW_OK)
        status = read_number(yaml, root, "candidates", 32, &fit->candidates_wanted, error);
    if (status == CW_OK && fit->candidates_wanted > CW_FIT_CANDIDATES_MAX)
        status = cw_yaml_fail(yaml, cw_yaml_get(yaml, root, "candidates"), error,
                              "a fit has at most %d candidates", CW_FIT_CANDIDATES_MAX);
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
        return no_room(error);
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
