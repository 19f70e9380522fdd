#include "lab/experiment.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/options.h"
#include "core/numbers.h"
#include "lab/claim.h"
#include "lab/measure.h"
#include "lab/yaml.h"

/* Settings that a point may have, either of its own or from the experiment. */
static const char *const point_keys[] = {"name",     "game",     "players",     "games", "sides",    "series",
                                         "gauntlet", "openings", "clock",       "seed",  "reported", "note",
                                         "with",     "subject",  "paper_games", NULL};

static const char *const experiment_keys[] = {
    "title", "paper",   "figure",   "about",    "expected",    "notes", "game",  "players", "games",
    "sides", "series",  "gauntlet", "openings", "clock",       "seed",  "sweep", "points",  "reported",
    "plot",  "subject", "claims",   "because",  "paper_games", "read",  "pool",  NULL};

/* Where the settings of a point are looked up, in this order. */
typedef struct reader {
    cw_yaml *yaml;
    cw_experiment *experiment;
    yaml_node_t *root;
    yaml_node_t *own; /* the point's own mapping, or NULL */
    cw_point *point;  /* being made */
} reader;

/* ---- Putting variables in ---- */

const char *cw_point_variable(const cw_point *point, const char *name) {
    for (int i = 0; i < point->variable_count; i++) {
        if (strcmp(point->variables[i].name, name) == 0)
            return point->variables[i].value;
    }
    return NULL;
}

static void mark_used(cw_point *point, const char *name) {
    for (int i = 0; i < point->variable_count; i++)
        point->variables[i].is_used |= strcmp(point->variables[i].name, name) == 0;
}

/* A copy of `text` with the variables of the point put in. */
static cw_status fill_in(const reader *self, const yaml_node_t *node, const char *text, char **filled,
                         cw_error *error) {
    cw_text result = {0};
    for (const char *rest = text; *rest != '\0';) {
        if (*rest != '{') {
            cw_text_append_char(&result, *rest++);
            continue;
        }
        char name[64];
        size_t length = strcspn(rest + 1, "}");
        snprintf(name, sizeof name, "%.*s", (int)(length < 63 ? length : 63), rest + 1);
        const char *value = cw_point_variable(self->point, name);
        if (rest[1 + length] != '}' || value == NULL) {
            cw_text_free(&result);
            return cw_yaml_fail(self->yaml, node, error, "'%s' has no variable {%s}", text, name);
        }
        cw_text_append(&result, value);
        mark_used(self->point, name);
        rest += length + 2;
    }
    *filled = cw_text_take(&result);
    return *filled != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
}

/* A setting of the point: its own, or else the experiment's. NULL: neither has it. */
static yaml_node_t *setting(const reader *self, const char *key) {
    yaml_node_t *node = self->own != NULL ? cw_yaml_get(self->yaml, self->own, key) : NULL;
    return node != NULL ? node : cw_yaml_get(self->yaml, self->root, key);
}

/* The text of a setting with variables put in; *text stays NULL where it is not set. */
static cw_status read_text(const reader *self, const char *key, char **text, cw_error *error) {
    yaml_node_t *node = setting(self, key);
    if (node == NULL)
        return CW_OK;
    if (cw_yaml_text(node) == NULL)
        return cw_yaml_fail(self->yaml, node, error, "'%s' takes one value", key);
    return fill_in(self, node, cw_yaml_text(node), text, error);
}

/* ---- Points ---- */

static cw_status read_players(const reader *self, cw_error *error) {
    yaml_node_t *node = setting(self, "players");
    if (node == NULL || node->type != YAML_SEQUENCE_NODE || cw_yaml_count(node) == 0)
        return cw_yaml_fail(self->yaml, node != NULL ? node : self->root, error,
                            "'players' takes a list of players");
    int count = cw_yaml_count(node);
    self->point->players = calloc((size_t)count, sizeof *self->point->players);
    self->point->player_lines = calloc((size_t)count, sizeof *self->point->player_lines);
    if (self->point->players == NULL || self->point->player_lines == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < count; i++) {
        yaml_node_t *player = cw_yaml_item(self->yaml, node, i);
        if (cw_yaml_text(player) == NULL)
            return cw_yaml_fail(self->yaml, player, error, "a player is one text such as mcts:sims=1000");
        self->point->player_lines[i] = cw_yaml_line(player);
        status = fill_in(self, player, cw_yaml_text(player), &self->point->players[i], error);
        self->point->player_count += status == CW_OK;
    }
    return status;
}

static const cw_option schedule_options[] = {
    {.name = "games",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e9,
     .standard = "100",
     .place = CW_PLACE(cw_point, games)},
    {.name = "seed",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 9e15,
     .standard = "1",
     .place = CW_PLACE(cw_point, seed)},
    {.name = "sides",
     .type = CW_OPTION_CHOICE,
     .choices = "alternate|halves|fixed",
     .standard = "alternate",
     .place = CW_PLACE(cw_point, sides)},
    {.name = "series",
     .type = CW_OPTION_CHOICE,
     .choices = "off|loser-starts",
     .standard = "off",
     .place = CW_PLACE(cw_point, loser_starts)},
    {.name = "gauntlet", .type = CW_OPTION_SWITCH, .standard = "off", .place = CW_PLACE(cw_point, gauntlet)},
    {.name = "openings",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1000,
     .standard = "0",
     .place = CW_PLACE(cw_point, random_plies)},
    {.name = "clock",
     .type = CW_OPTION_DURATION,
     .low = 0,
     .high = 1e6,
     .standard = "0",
     .place = CW_PLACE(cw_point, clock_seconds)},
    {.name = "subject",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = CW_ENTRANTS_MAX,
     .standard = "1",
     .place = CW_PLACE(cw_point, subject)},
    {.name = "paper_games",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1e9,
     .standard = "0",
     .place = CW_PLACE(cw_point, paper_games)},
    {.name = NULL},
};

static cw_status read_setting(const reader *self, const char *name, cw_options *options, cw_error *error) {
    char *text = NULL;
    cw_status status = read_text(self, name, &text, error);
    cw_error reason = {0};
    if (status == CW_OK && text != NULL &&
        cw_options_set(options, "experiment", name, text, &reason) != CW_OK)
        status = cw_yaml_fail(self->yaml, setting(self, name), error, "%s", reason.message);
    free(text);
    return status;
}

/* Reads the settings of a table into their places. */
static cw_status read_settings(const reader *self, const cw_option *table, void *settings, cw_error *error) {
    cw_options options;
    cw_options_defaults(&options, table);
    cw_status status = CW_OK;
    for (const cw_option *option = table; status == CW_OK && option->name != NULL; option++)
        status = read_setting(self, option->name, &options, error);
    cw_options_fill(&options, table, settings);
    return status;
}

static cw_status read_schedule(const reader *self, cw_error *error) {
    cw_point *point = self->point;
    cw_status status = read_settings(self, schedule_options, point, error);
    if (status != CW_OK)
        return status;
    point->subject--; /* people count from 1 */
    if (point->subject >= point->player_count)
        return cw_yaml_fail(self->yaml, setting(self, "subject"), error,
                            "'subject' is more than there are players");
    return CW_OK;
}

static cw_status add_reported(const reader *self, const yaml_node_t *key, const yaml_node_t *value,
                              cw_error *error) {
    const char *measure = cw_yaml_text(key), *text = cw_yaml_text(value);
    double number;
    if (measure == NULL || cw_measure_find(measure) == NULL)
        return cw_yaml_fail(self->yaml, key, error, "there is no measure '%s', the measures are %s",
                            measure != NULL ? measure : "(not a word)", cw_measure_names());
    if (text == NULL || !cw_number_read(text, -HUGE_VAL, HUGE_VAL, &number))
        return cw_yaml_fail(self->yaml, value, error, "the value of '%s' is not a number", measure);
    if (self->point->reported_count == CW_REPORTED_MAX)
        return cw_yaml_fail(self->yaml, key, error, "a point has at most %d reported measures",
                            CW_REPORTED_MAX);
    cw_reported *reported = &self->point->reported[self->point->reported_count];
    reported->measure = strdup(measure);
    reported->value = number;
    if (reported->measure == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
    self->point->reported_count++;
    return CW_OK;
}

/* Does a row of `reported` belong to the point: do the variables that it names agree? */
static bool row_fits(const reader *self, const yaml_node_t *row) {
    for (int i = 0; i < cw_yaml_count(row); i++) {
        yaml_node_t *key, *value;
        cw_yaml_pair(self->yaml, row, i, &key, &value);
        const char *name = cw_yaml_text(key), *text = cw_yaml_text(value);
        const char *own = name != NULL ? cw_point_variable(self->point, name) : NULL;
        if (own != NULL && (text == NULL || strcmp(own, text) != 0))
            return false;
    }
    return true;
}

static cw_status read_row(const reader *self, const yaml_node_t *row, cw_error *error) {
    if (row->type != YAML_MAPPING_NODE)
        return cw_yaml_fail(self->yaml, row, error,
                            "a row of 'reported' is a mapping such as {c: 0.4, wins: 61}");
    cw_status status = CW_OK;
    bool fits = row_fits(self, row);
    for (int i = 0; fits && status == CW_OK && i < cw_yaml_count(row); i++) {
        yaml_node_t *key, *value;
        cw_yaml_pair(self->yaml, row, i, &key, &value);
        if (cw_yaml_text(key) == NULL || cw_point_variable(self->point, cw_yaml_text(key)) == NULL)
            status = add_reported(self, key, value, error);
    }
    return status;
}

/* The paper's figures: one mapping, or rows that name the variables they are for. */
static cw_status read_reported(const reader *self, cw_error *error) {
    yaml_node_t *node = setting(self, "reported");
    if (node == NULL)
        return CW_OK;
    if (node->type == YAML_MAPPING_NODE)
        return read_row(self, node, error);
    if (node->type != YAML_SEQUENCE_NODE)
        return cw_yaml_fail(self->yaml, node, error, "'reported' takes a mapping or a list of mappings");
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < cw_yaml_count(node); i++)
        status = read_row(self, cw_yaml_item(self->yaml, node, i), error);
    return status;
}

/* A point without a name is called by its variables. */
static cw_status name_point(const reader *self, cw_error *error) {
    cw_point *point = self->point;
    yaml_node_t *node = self->own != NULL ? cw_yaml_get(self->yaml, self->own, "name") : NULL;
    if (cw_yaml_text(node) != NULL)
        return fill_in(self, node, cw_yaml_text(node), &point->name, error);
    cw_text name = {0};
    for (int i = 0; i < point->variable_count; i++)
        cw_text_printf(&name, "%s%s=%s", i > 0 ? "," : "", point->variables[i].name,
                       point->variables[i].value);
    if (name.length == 0)
        cw_text_printf(&name, "%d", self->experiment->point_count + 1);
    point->name = cw_text_take(&name);
    return point->name != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
}

/* Makes the point's game once, to know its seats. */
static cw_status read_seats(const reader *self, cw_error *error) {
    cw_game *game = NULL;
    cw_error reason = {0};
    if (cw_game_create(self->point->game, &game, &reason) != CW_OK)
        return cw_yaml_fail(self->yaml, setting(self, "game"), error, "%s", reason.message);
    self->point->seat_count = game->player_count;
    cw_game_destroy(game);
    return CW_OK;
}

static cw_status copy_variables(cw_point *point, const cw_variable *variables, int count, cw_error *error) {
    for (int i = 0; i < count; i++) {
        cw_variable *copy = &point->variables[point->variable_count++];
        *copy = (cw_variable){.name = strdup(variables[i].name),
                              .value = strdup(variables[i].value),
                              .is_swept = variables[i].is_swept};
        if (copy->name == NULL || copy->value == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
    }
    return CW_OK;
}

static cw_status make_point(reader *self, const cw_variable *variables, int count, cw_error *error) {
    cw_experiment *experiment = self->experiment;
    if (experiment->point_count == CW_POINTS_MAX)
        return cw_yaml_fail(self->yaml, self->own != NULL ? self->own : self->root, error,
                            "an experiment has at most %d points", CW_POINTS_MAX);
    cw_point *points = realloc(experiment->points, sizeof *points * ((size_t)experiment->point_count + 1));
    if (points == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
    experiment->points = points;
    cw_point *point = &points[experiment->point_count];
    *point = (cw_point){.line = cw_yaml_line(self->own != NULL ? self->own : self->root)};
    self->point = point;
    cw_status status = copy_variables(point, variables, count, error);
    if (status == CW_OK)
        status = name_point(self, error);
    for (int i = 0; i < count; i++)
        point->variables[i].is_used = false; /* a name makes no difference to the match */
    experiment->point_count++;
    if (status == CW_OK)
        status = read_text(self, "game", &point->game, error);
    if (status == CW_OK && point->game == NULL)
        status = cw_yaml_fail(self->yaml, self->root, error, "the experiment names no game");
    if (status == CW_OK)
        status = read_seats(self, error);
    if (status == CW_OK)
        status = read_players(self, error);
    if (status == CW_OK)
        status = read_schedule(self, error);
    if (status == CW_OK)
        status = read_reported(self, error);
    if (status == CW_OK && self->own != NULL && cw_yaml_get(self->yaml, self->own, "note") != NULL)
        status = read_text(self, "note", &point->note, error);
    return status;
}

/* ---- Sweeps ---- */

/* Makes a point for every combination of the sweep's values from variable `index` on. */
static cw_status sweep(reader *self, yaml_node_t *variables, int index, cw_variable *chosen, int fixed,
                       cw_error *error) {
    if (variables == NULL || index == cw_yaml_count(variables))
        return make_point(self, chosen, fixed + index, error);
    yaml_node_t *key, *values;
    cw_yaml_pair(self->yaml, variables, index, &key, &values);
    if (cw_yaml_text(key) == NULL || values->type != YAML_SEQUENCE_NODE || cw_yaml_count(values) == 0)
        return cw_yaml_fail(self->yaml, key, error, "a sweep variable takes a list of values");
    if (fixed + index >= CW_VARIABLES_MAX)
        return cw_yaml_fail(self->yaml, key, error, "an experiment has at most %d variables",
                            CW_VARIABLES_MAX);
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < cw_yaml_count(values); i++) {
        yaml_node_t *value = cw_yaml_item(self->yaml, values, i);
        if (cw_yaml_text(value) == NULL)
            return cw_yaml_fail(self->yaml, value, error,
                                "a value of a sweep variable is one word or number");
        chosen[fixed + index] = (cw_variable){
            .name = (char *)cw_yaml_text(key), .value = (char *)cw_yaml_text(value), .is_swept = true};
        status = sweep(self, variables, index + 1, chosen, fixed, error);
    }
    return status;
}

/* The variables that a point itself fixes, under `with`. */
static cw_status read_with(const reader *self, cw_variable *chosen, int *count, cw_error *error) {
    yaml_node_t *with = self->own != NULL ? cw_yaml_get(self->yaml, self->own, "with") : NULL;
    *count = 0;
    if (with != NULL && (with->type != YAML_MAPPING_NODE || cw_yaml_count(with) > CW_VARIABLES_MAX))
        return cw_yaml_fail(self->yaml, with, error, "'with' takes at most %d variables with their values",
                            CW_VARIABLES_MAX);
    for (int i = 0; with != NULL && i < cw_yaml_count(with); i++) {
        yaml_node_t *key, *value;
        cw_yaml_pair(self->yaml, with, i, &key, &value);
        if (cw_yaml_text(key) == NULL || cw_yaml_text(value) == NULL)
            return cw_yaml_fail(self->yaml, with, error, "'with' takes variables with one value each");
        chosen[(*count)++] =
            (cw_variable){.name = (char *)cw_yaml_text(key), .value = (char *)cw_yaml_text(value)};
    }
    return CW_OK;
}

static cw_status read_points(reader *self, cw_error *error) {
    yaml_node_t *variables = cw_yaml_get(self->yaml, self->root, "sweep");
    yaml_node_t *points = cw_yaml_get(self->yaml, self->root, "points");
    cw_variable chosen[CW_VARIABLES_MAX];
    self->experiment->sweep_line = variables != NULL ? cw_yaml_line(variables) : 0;
    if (variables != NULL && variables->type != YAML_MAPPING_NODE)
        return cw_yaml_fail(self->yaml, variables, error, "'sweep' takes variables with lists of values");
    if (points == NULL)
        return sweep(self, variables, 0, chosen, 0, error);
    if (points->type != YAML_SEQUENCE_NODE || cw_yaml_count(points) == 0)
        return cw_yaml_fail(self->yaml, points, error, "'points' takes a list of mappings");
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < cw_yaml_count(points); i++) {
        int fixed = 0;
        self->own = cw_yaml_item(self->yaml, points, i);
        if (self->own->type != YAML_MAPPING_NODE)
            return cw_yaml_fail(self->yaml, self->own, error, "a point is a mapping of settings");
        status = cw_yaml_check_keys(self->yaml, self->own, point_keys, error);
        if (status == CW_OK)
            status = read_with(self, chosen, &fixed, error);
        if (status == CW_OK)
            status = sweep(self, variables, 0, chosen, fixed, error);
    }
    return status;
}

/* ---- The whole ---- */

static cw_status copy_text(cw_yaml *yaml, const yaml_node_t *mapping, const char *key, char **copy,
                           cw_error *error) {
    yaml_node_t *node = cw_yaml_get(yaml, mapping, key);
    if (node == NULL)
        return CW_OK;
    if (cw_yaml_text(node) == NULL)
        return cw_yaml_fail(yaml, node, error, "'%s' takes a text", key);
    *copy = strdup(cw_yaml_text(node));
    return *copy != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
}

static cw_status read_notes(const reader *self, cw_error *error) {
    yaml_node_t *notes = cw_yaml_get(self->yaml, self->root, "notes");
    if (notes == NULL)
        return CW_OK;
    if (notes->type != YAML_SEQUENCE_NODE)
        return cw_yaml_fail(self->yaml, notes, error, "'notes' takes a list of texts");
    self->experiment->notes = calloc((size_t)cw_yaml_count(notes) + 1, sizeof *self->experiment->notes);
    for (int i = 0; self->experiment->notes != NULL && i < cw_yaml_count(notes); i++) {
        const char *text = cw_yaml_text(cw_yaml_item(self->yaml, notes, i));
        if (text == NULL)
            return cw_yaml_fail(self->yaml, notes, error, "a note is one text");
        char *note = strdup(text);
        if (note == NULL)
            break;
        self->experiment->notes[self->experiment->note_count++] = note;
    }
    return self->experiment->note_count == cw_yaml_count(notes)
               ? CW_OK
               : cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
}

static cw_status read_plot(const reader *self, cw_error *error) {
    static const char *const keys[] = {"x", "y", "curve", "also", "log", "unit", NULL};
    yaml_node_t *plot = cw_yaml_get(self->yaml, self->root, "plot");
    cw_experiment *experiment = self->experiment;
    if (plot == NULL)
        return CW_OK;
    if (plot->type != YAML_MAPPING_NODE)
        return cw_yaml_fail(self->yaml, plot, error, "'plot' takes a mapping with x and y");
    experiment->plot_line = cw_yaml_line(plot);
    cw_status status = cw_yaml_check_keys(self->yaml, plot, keys, error);
    if (status == CW_OK)
        status = copy_text(self->yaml, plot, "x", &experiment->x, error);
    if (status == CW_OK)
        status = copy_text(self->yaml, plot, "y", &experiment->y, error);
    if (status == CW_OK)
        status = copy_text(self->yaml, plot, "curve", &experiment->curve, error);
    if (status == CW_OK)
        status = copy_text(self->yaml, plot, "also", &experiment->also, error);
    if (status == CW_OK)
        status = copy_text(self->yaml, plot, "unit", &experiment->unit, error);
    const char *scale = cw_yaml_text(cw_yaml_get(self->yaml, plot, "log"));
    experiment->log_x = scale != NULL && strcmp(scale, "x") == 0;
    const char *const measures[] = {experiment->y, experiment->also};
    for (int i = 0; status == CW_OK && i < 2; i++) {
        if (measures[i] != NULL && cw_measure_find(measures[i]) == NULL)
            status = cw_yaml_fail(self->yaml, plot, error, "there is no measure '%s', the measures are %s",
                                  measures[i], cw_measure_names());
    }
    return status;
}

/* A claim is told for people and as a comparison; it can be understood only when all points are there. */
static cw_status read_claim(const reader *self, yaml_node_t *node, cw_claim *claim, cw_error *error) {
    static const char *const keys[] = {"says", "holds", NULL};
    if (node->type != YAML_MAPPING_NODE)
        return cw_yaml_fail(self->yaml, node, error, "a claim is a mapping with 'says' and 'holds'");
    cw_status status = cw_yaml_check_keys(self->yaml, node, keys, error);
    if (status == CW_OK)
        status = copy_text(self->yaml, node, "says", &claim->says, error);
    if (status == CW_OK)
        status = copy_text(self->yaml, node, "holds", &claim->holds, error);
    if (status == CW_OK && (claim->says == NULL || claim->holds == NULL))
        status = cw_yaml_fail(self->yaml, node, error, "a claim has 'says' and 'holds'");
    cw_comparison comparison;
    cw_error reason = {0};
    if (status == CW_OK && cw_claim_parse(self->experiment, claim->holds, &comparison, &reason) != CW_OK)
        status = cw_yaml_fail(self->yaml, node, error, "%s", reason.message);
    return status;
}

static cw_status read_claims(const reader *self, cw_error *error) {
    yaml_node_t *claims = cw_yaml_get(self->yaml, self->root, "claims");
    if (claims == NULL)
        return CW_OK;
    if (claims->type != YAML_SEQUENCE_NODE)
        return cw_yaml_fail(self->yaml, claims, error, "'claims' takes a list of mappings");
    int count = cw_yaml_count(claims);
    self->experiment->claims = calloc((size_t)count + 1, sizeof *self->experiment->claims);
    if (self->experiment->claims == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
    self->experiment->claim_count = count;
    cw_status status = CW_OK;
    for (int i = 0; i < count && status == CW_OK; i++)
        status = read_claim(self, cw_yaml_item(self->yaml, claims, i), &self->experiment->claims[i], error);
    return status;
}

/* How the paper came to its figures. */
static const cw_option source_options[] = {
    {.name = "read",
     .type = CW_OPTION_CHOICE,
     .choices = "text|chart",
     .standard = "text",
     .place = CW_PLACE(cw_experiment, is_chart)},
    {.name = "pool",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .place = CW_PLACE(cw_experiment, is_pooled)},
    {.name = NULL},
};

static cw_status read_document(cw_yaml *yaml, cw_experiment *experiment, cw_error *error) {
    reader self = {.yaml = yaml, .experiment = experiment, .root = cw_yaml_root(yaml)};
    static const char *const keys[] = {"title", "paper", "figure", "about", "expected", "because"};
    char **texts[] = {&experiment->title, &experiment->paper,    &experiment->figure,
                      &experiment->about, &experiment->expected, &experiment->because};
    cw_status status = cw_yaml_check_keys(yaml, self.root, experiment_keys, error);
    for (int i = 0; status == CW_OK && i < 6; i++)
        status = copy_text(yaml, self.root, keys[i], texts[i], error);
    if (status == CW_OK && experiment->title == NULL)
        status = cw_yaml_fail(yaml, self.root, error, "the experiment has no title");
    if (status == CW_OK)
        status = read_notes(&self, error);
    if (status == CW_OK)
        status = read_plot(&self, error);
    if (status == CW_OK)
        status = read_points(&self, error);
    self.own = NULL;
    if (status == CW_OK)
        status = read_settings(&self, source_options, experiment, error);
    if (status == CW_OK)
        status = read_claims(&self, error);
    return status;
}

/* The name of a file without folder and ending. */
static char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    const char *start = slash != NULL ? slash + 1 : path;
    const char *ending = strrchr(start, '.');
    return ending != NULL ? strndup(start, (size_t)(ending - start)) : strdup(start);
}

/* Makes an experiment of a document, which is freed. */
static cw_status make(const char *path, cw_yaml *yaml, cw_experiment **experiment, cw_error *error) {
    cw_status status;
    cw_experiment *made = calloc(1, sizeof *made);
    if (made == NULL)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the experiment %s", path);
    else
        status = read_document(yaml, made, error);
    cw_yaml_free(yaml);
    if (status != CW_OK) {
        cw_experiment_destroy(made);
        return status;
    }
    made->name = base_name(path);
    made->file = strdup(path);
    *experiment = made;
    return CW_OK;
}

cw_status cw_experiment_read(const char *path, cw_experiment **experiment, cw_error *error) {
    cw_yaml yaml;
    cw_status status = cw_yaml_read(path, &yaml, error);
    return status == CW_OK ? make(path, &yaml, experiment, error) : status;
}

cw_status cw_experiment_parse(const char *path, const char *text, cw_experiment **experiment,
                              cw_error *error) {
    cw_yaml yaml;
    cw_status status = cw_yaml_parse(path, text, &yaml, error);
    return status == CW_OK ? make(path, &yaml, experiment, error) : status;
}

static void free_point(cw_point *point) {
    for (int i = 0; i < point->variable_count; i++) {
        free(point->variables[i].name);
        free(point->variables[i].value);
    }
    for (int i = 0; i < point->player_count; i++)
        free(point->players[i]);
    for (int i = 0; i < point->reported_count; i++)
        free(point->reported[i].measure);
    free(point->players);
    free(point->player_lines);
    free(point->name);
    free(point->game);
    free(point->note);
}

void cw_experiment_destroy(cw_experiment *experiment) {
    if (experiment == NULL)
        return;
    for (int i = 0; i < experiment->point_count; i++)
        free_point(&experiment->points[i]);
    for (int i = 0; i < experiment->note_count; i++)
        free(experiment->notes[i]);
    char *texts[] = {experiment->name,  experiment->title,    experiment->paper,   experiment->figure,
                     experiment->about, experiment->expected, experiment->x,       experiment->y,
                     experiment->curve, experiment->file,     experiment->because, experiment->also,
                     experiment->unit};
    for (int i = 0; i < experiment->claim_count; i++) {
        free(experiment->claims[i].says);
        free(experiment->claims[i].holds);
    }
    free(experiment->claims);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        free(texts[i]);
    free(experiment->notes);
    free(experiment->points);
    free(experiment);
}
