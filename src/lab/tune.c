#include "lab/tune.h"

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "arena/match.h"

/* The usual exponents of SPSA: how steps and moves shrink, and the steps after which they begin to. */
static const double step_decay = 0.602, width_decay = 0.101, stability_share = 0.1;

/* ---- Parameters ---- */

static cw_status find_option(cw_tuning *tuning, cw_tune_parameter *parameter, cw_error *error) {
    cw_plan plan;
    cw_status status = cw_plan_read(&plan, tuning->spec, tuning->game, error);
    if (status != CW_OK)
        return status;
    const cw_option_value *value = cw_options_find(&plan.options, parameter->name);
    if (value == NULL) {
        status = cw_fail(error, CW_BAD_INPUT, "player %s has no option '%s' to tune, see 'causeway players'",
                         tuning->spec, parameter->name);
    } else if (value->option->type != CW_OPTION_INTEGER && value->option->type != CW_OPTION_REAL) {
        status = cw_fail(error, CW_BAD_INPUT, "the option %s is not a number, so it cannot be tuned",
                         parameter->name);
    } else if (parameter->low < value->option->low || parameter->high > value->option->high) {
        status = cw_fail(error, CW_BAD_INPUT, "--param %s: its values go from %.15g to %.15g",
                         parameter->name, value->option->low, value->option->high);
    } else {
        bool given = value->set || value->option->standard[0] != '\0';
        bool inside = given && value->number >= parameter->low && value->number <= parameter->high;
        parameter->is_whole = value->option->type == CW_OPTION_INTEGER;
        parameter->start = parameter->value = inside ? value->number : (parameter->low + parameter->high) / 2;
    }
    return status;
}

cw_status cw_tune_add(cw_tuning *tuning, const char *text, cw_error *error) {
    cw_tune_parameter parameter = {0};
    char rest;
    if (sscanf(text, "%63[^=]=%lf:%lf%c", parameter.name, &parameter.low, &parameter.high, &rest) != 3 ||
        !(parameter.low < parameter.high))
        return cw_fail(error, CW_BAD_INPUT, "--param %s is not valid, it takes NAME=LOW:HIGH such as c=0:2",
                       text);
    if (tuning->parameter_count == CW_TUNE_PARAMETERS_MAX)
        return cw_fail(error, CW_BAD_INPUT, "at most %d parameters can be tuned at once",
                       CW_TUNE_PARAMETERS_MAX);
    cw_status status = find_option(tuning, &parameter, error);
    if (status == CW_OK)
        tuning->parameters[tuning->parameter_count++] = parameter;
    return status;
}

void cw_tune_print_spec(const cw_tuning *tuning, const double *values, cw_text *text) {
    cw_text spec = {0}, next = {0};
    cw_text_append(&spec, tuning->spec);
    for (int i = 0; i < tuning->parameter_count; i++) {
        const cw_tune_parameter *parameter = &tuning->parameters[i];
        char value[32];
        snprintf(value, sizeof value, "%.6g", parameter->is_whole ? round(values[i]) : values[i]);
        cw_text_clear(&next);
        cw_spec_set(cw_text_string(&spec), parameter->name, value, &next);
        cw_text swapped = spec;
        spec = next;
        next = swapped;
    }
    cw_text_append(text, cw_text_string(&spec));
    cw_text_free(&spec);
    cw_text_free(&next);
}

/* ---- One step ---- */

/* A pair of games along one direction. */
typedef struct step_pair {
    int direction[CW_TUNE_PARAMETERS_MAX]; /* 1 or -1 */
    double score;                          /* of the side that was moved along it, from 0 to 1 */
} step_pair;

static double clamp(double value, const cw_tune_parameter *parameter) {
    return fmin(fmax(value, parameter->low), parameter->high);
}

/* How far from the middle a side stands in this step, for a parameter. At least half a unit of an integer. */
static double side_width(const cw_tuning *tuning, const cw_tune_parameter *parameter, int64_t step) {
    double width =
        tuning->width * (parameter->high - parameter->low) / 2 / pow((double)step + 1, width_decay);
    return parameter->is_whole ? fmax(width, 0.5) : width;
}

static bool add_score(void *payload, int64_t unit, const cw_match_part *part) {
    (void)unit;
    double *sum = payload;
    const cw_match_game *game = &part->games[0];
    *sum += game->outcome.result.reward[game->pairing.entrants[0] == 0 ? 0 : 1];
    return true;
}

/* Plays both games of a pair. */
static cw_status play_pair(const cw_tuning *tuning, int64_t step, int number, step_pair *pair,
                           cw_error *error) {
    cw_text specs[2] = {{0}, {0}};
    const char *strings[2];
    for (int side = 0; side < 2; side++) {
        double values[CW_TUNE_PARAMETERS_MAX];
        for (int i = 0; i < tuning->parameter_count; i++) {
            const cw_tune_parameter *parameter = &tuning->parameters[i];
            double way = side_width(tuning, parameter, step) * pair->direction[i];
            values[i] = clamp(parameter->value + (side == 0 ? way : -way), parameter);
        }
        cw_tune_print_spec(tuning, values, &specs[side]);
        strings[side] = cw_text_string(&specs[side]);
    }
    cw_match match = {
        .game = tuning->game,
        .specs = strings,
        .random_plies = tuning->random_plies,
        .schedule = {.seat_count = 2,
                     .entrant_count = 2,
                     .games = 2,
                     .seed = cw_mix(tuning->seed ^ cw_mix((uint64_t)step * 1000 + (uint64_t)number))},
        .terms = {.stop = tuning->stop},
    };
    double sum = 0;
    cw_match_listener listener = {.payload = &sum, .deliver = add_score};
    cw_status status = cw_match_play(&match, tuning->threads < 2 ? 1 : 2, &listener, error);
    pair->score = sum / 2;
    cw_text_free(&specs[0]);
    cw_text_free(&specs[1]);
    return status;
}

static bool is_stopped(const cw_tuning *tuning) {
    return cw_flag_is_up(tuning->stop);
}

/* Moves the parameters by what the pairs of a step say. */
static void pull(cw_tuning *tuning, const step_pair *pairs, int64_t step) {
    double calm = stability_share * (double)tuning->steps_planned;
    double gain = tuning->strength * pow(calm + 1, step_decay) / pow(calm + (double)step + 1, step_decay);
    for (int i = 0; i < tuning->parameter_count; i++) {
        cw_tune_parameter *parameter = &tuning->parameters[i];
        double sum = 0;
        for (int k = 0; k < tuning->pairs; k++)
            sum += (2 * pairs[k].score - 1) * pairs[k].direction[i];
        double range = parameter->high - parameter->low;
        parameter->value = clamp(parameter->value + gain * range * sum / tuning->pairs, parameter);
    }
    double mean = 0;
    for (int k = 0; k < tuning->pairs; k++)
        mean += pairs[k].score / tuning->pairs;
    tuning->score = mean;
}

static cw_status make_step(cw_tuning *tuning, int64_t step, cw_error *error) {
    step_pair *pairs = calloc((size_t)tuning->pairs, sizeof *pairs);
    if (pairs == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for tuning");
    cw_rng rng = cw_rng_make(tuning->seed, (uint64_t)step);
    cw_status status = CW_OK;
    for (int k = 0; status == CW_OK && k < tuning->pairs; k++) {
        for (int i = 0; i < tuning->parameter_count; i++)
            pairs[k].direction[i] = cw_rng_below(&rng, 2) == 0 ? 1 : -1;
        status = play_pair(tuning, step, k, &pairs[k], error);
    }
    if (status == CW_OK && !is_stopped(tuning))
        pull(tuning, pairs, step);
    free(pairs);
    return status;
}

/* ---- The file ---- */

/* What must agree for a file to be of this tuning. */
static json_t *head_json(const cw_tuning *tuning) {
    cw_text game = {0};
    cw_game_print_spec(tuning->game, &game);
    json_t *parameters = json_array();
    for (int i = 0; i < tuning->parameter_count; i++)
        json_array_append_new(parameters,
                              json_pack("[s, f, f, f]", tuning->parameters[i].name, tuning->parameters[i].low,
                                        tuning->parameters[i].high, tuning->parameters[i].start));
    json_t *head =
        json_pack("{s:s, s:s, s:o, s:I, s:i, s:f, s:f, s:i, s:I}", "game", cw_text_string(&game), "spec",
                  tuning->spec, "parameters", parameters, "steps", (json_int_t)tuning->steps, "pairs",
                  tuning->pairs, "strength", tuning->strength, "width", tuning->width, "random-plies",
                  tuning->random_plies, "seed", (json_int_t)tuning->seed);
    cw_text_free(&game);
    return head;
}

/* Writes game and player of a file as this tuning spells them, where they are the same. */
static void respell(const cw_tuning *tuning, json_t *json, json_t *head) {
    const char *game = json_string_value(json_object_get(json, "game"));
    const char *spec = json_string_value(json_object_get(json, "spec"));
    if (game != NULL && cw_game_is_same(tuning->game, game))
        json_object_set(json, "game", json_object_get(head, "game"));
    if (spec != NULL && cw_plan_is_same(tuning->game, spec, tuning->spec))
        json_object_set(json, "spec", json_object_get(head, "spec"));
}

/* Whether the first line of a file is of this tuning. It may have been planned with fewer steps. */
static cw_status check_head(cw_tuning *tuning, json_t *json, cw_error *error) {
    json_t *head = head_json(tuning);
    json_int_t planned = json_integer_value(json_object_get(json, "steps"));
    json_object_del(head, "steps");
    json_object_del(json, "steps");
    respell(tuning, json, head);
    bool is_same = json_equal(json, head);
    json_decref(head);
    if (!is_same)
        return cw_fail(error, CW_BAD_INPUT,
                       "%s is of another tuning; name another file with --output, or remove it",
                       tuning->path);
    if (planned < 1 || planned > tuning->steps)
        return cw_fail(error, CW_BAD_INPUT,
                       "%s is of a tuning of %lld steps, which can be made more and not fewer", tuning->path,
                       (long long)planned);
    tuning->steps_planned = planned;
    return CW_OK;
}

static bool take_step(cw_tuning *tuning, const json_t *json) {
    const json_t *values = json_object_get(json, "values");
    if (json_array_size(values) != (size_t)tuning->parameter_count)
        return false;
    for (int i = 0; i < tuning->parameter_count; i++)
        tuning->parameters[i].value = json_number_value(json_array_get(values, (size_t)i));
    tuning->steps_done++;
    return true;
}

/* Reads the steps that were made. A last line that was cut off does not count and is written anew. */
static cw_status read_steps(cw_tuning *tuning, FILE *file, cw_error *error) {
    char *line = NULL;
    size_t room = 0;
    long end = 0;
    cw_status status = CW_OK;
    for (int number = 0; status == CW_OK && getline(&line, &room, file) > 0; number++) {
        json_t *json = strchr(line, '\n') != NULL ? json_loads(line, 0, NULL) : NULL;
        if (number == 0)
            status = check_head(tuning, json, error);
        bool taken = json != NULL && (number == 0 || take_step(tuning, json));
        json_decref(json);
        if (!taken)
            break;
        end = ftell(file);
    }
    free(line);
    if (status == CW_OK && (fseek(file, end, SEEK_SET) != 0 || ftruncate(fileno(file), end) != 0))
        status = cw_fail(error, CW_IO, "cannot go on with %s: %s", tuning->path, strerror(errno));
    return status;
}

static cw_status write_line(const cw_tuning *tuning, FILE *file, json_t *json, cw_error *error) {
    char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    bool written = text != NULL && fprintf(file, "%s\n", text) > 0 && fflush(file) == 0;
    free(text);
    json_decref(json);
    return written ? CW_OK : cw_fail(error, CW_IO, "cannot write %s: %s", tuning->path, strerror(errno));
}

static json_t *step_json(const cw_tuning *tuning) {
    json_t *values = json_array();
    for (int i = 0; i < tuning->parameter_count; i++)
        json_array_append_new(values, json_real(tuning->parameters[i].value));
    return json_pack("{s:I, s:o, s:f}", "step", (json_int_t)tuning->steps_done, "values", values, "score",
                     tuning->score);
}

static cw_status make_missing_steps(cw_tuning *tuning, FILE *file, cw_error *error) {
    cw_status status = CW_OK;
    while (status == CW_OK && tuning->steps_done < tuning->steps) {
        status = make_step(tuning, tuning->steps_done, error);
        if (status != CW_OK || is_stopped(tuning))
            break;
        tuning->steps_done++;
        status = write_line(tuning, file, step_json(tuning), error);
        if (tuning->progress != NULL)
            tuning->progress(tuning, tuning->payload);
    }
    return status;
}

cw_status cw_tune_run(cw_tuning *tuning, cw_error *error) {
    if (tuning->game->player_count != 2)
        return cw_fail(error, CW_UNSUPPORTED, "only games of two players can be tuned");
    FILE *file = fopen(tuning->path, "a+");
    if (file == NULL)
        return cw_fail(error, CW_IO, "cannot write %s: %s", tuning->path, strerror(errno));
    if (flock(fileno(file), LOCK_EX | LOCK_NB) != 0) {
        fclose(file);
        return cw_fail(error, CW_IO, "%s is being written by another tuning; name another file with --output",
                       tuning->path);
    }
    fseek(file, 0, SEEK_SET);
    tuning->steps_planned = tuning->steps;
    cw_status status = read_steps(tuning, file, error);
    tuning->steps_found = tuning->steps_done;
    if (status == CW_OK && ftell(file) == 0)
        status = write_line(tuning, file, head_json(tuning), error);
    if (status == CW_OK)
        status = make_missing_steps(tuning, file, error);
    if (fclose(file) != 0 && status == CW_OK)
        status = cw_fail(error, CW_IO, "cannot write %s: %s", tuning->path, strerror(errno));
    return status;
}

/* ---- The figure ---- */

bool cw_tune_draw(const cw_tuning *tuning, const char *path) {
    FILE *steps = fopen(tuning->path, "r");
    FILE *pipe = steps != NULL ? popen("gnuplot 2>/dev/null", "w") : NULL;
    if (pipe == NULL) {
        if (steps != NULL)
            fclose(steps);
        return false;
    }
    fprintf(
        pipe,
        "set terminal svg size 800,500 background rgb 'white'\nset output '%s'\nset grid\nset key outside "
        "noenhanced\nset xlabel 'step'\nset ylabel 'share of the range'\nset yrange [0:1]\n$steps << EOD\n",
        path);
    char *line = NULL;
    size_t room = 0;
    for (int number = 0; getline(&line, &room, steps) > 0; number++) {
        json_t *json = number > 0 ? json_loads(line, 0, NULL) : NULL;
        const json_t *values = json_object_get(json, "values");
        if (values != NULL)
            fprintf(pipe, "%d", number);
        for (int i = 0; values != NULL && i < tuning->parameter_count; i++) {
            const cw_tune_parameter *parameter = &tuning->parameters[i];
            double value = json_number_value(json_array_get(values, (size_t)i));
            fprintf(pipe, " %.6f", (value - parameter->low) / (parameter->high - parameter->low));
        }
        if (values != NULL)
            fprintf(pipe, "\n");
        json_decref(json);
    }
    fprintf(pipe, "EOD\nplot ");
    for (int i = 0; i < tuning->parameter_count; i++)
        fprintf(pipe, "%s$steps using 1:%d with lines lw 2 title '%s'", i > 0 ? ", " : "", i + 2,
                tuning->parameters[i].name);
    fprintf(pipe, "\n");
    free(line);
    fclose(steps);
    return pclose(pipe) == 0;
}
