/* Whether an experiment can be run at all, before any of it is. */
#include <stdlib.h>
#include <string.h>

#include "causeway/player.h"
#include "lab/experiment.h"

static cw_status fail_at(const cw_experiment *experiment, int line, cw_error *error, const char *message) {
    return cw_fail(error, CW_BAD_INPUT, "%s:%d: %.400s", experiment->file, line, message);
}

/* ---- Players ---- */

static bool has_point_before(const cw_experiment *experiment, int end, const char *name) {
    for (int i = 0; i < end; i++) {
        if (strcmp(experiment->points[i].name, name) == 0)
            return true;
    }
    return false;
}

static cw_status check_player(const cw_experiment *experiment, int index, int number, const cw_game *game,
                              cw_error *error) {
    const cw_point *point = &experiment->points[index];
    const char *spec = point->players[number];
    cw_error reason = {0};
    cw_player *player = NULL;
    if (spec[0] == '@') {
        if (has_point_before(experiment, index, spec + 1))
            return CW_OK;
        cw_fail(&reason, CW_BAD_INPUT, "there is no earlier point '%.100s'", spec + 1);
        return fail_at(experiment, point->player_lines[number], error, reason.message);
    }
    cw_status status = cw_player_create(spec, game, 0, &player, &reason);
    cw_player_destroy(player);
    return status == CW_OK ? CW_OK : fail_at(experiment, point->player_lines[number], error, reason.message);
}

static cw_status check_point(const cw_experiment *experiment, int index, cw_error *error) {
    const cw_point *point = &experiment->points[index];
    cw_game *game = NULL;
    cw_error reason = {0};
    if (point->player_count < point->seat_count) {
        cw_fail(&reason, CW_BAD_INPUT, "point %s has %d players, and the game %d seats", point->name,
                point->player_count, point->seat_count);
        return fail_at(experiment, point->player_lines[0], error, reason.message);
    }
    if (cw_game_create(point->game, &game, &reason) != CW_OK)
        return fail_at(experiment, point->line, error, reason.message);
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < point->player_count; i++)
        status = check_player(experiment, index, i, game, error);
    cw_game_destroy(game);
    return status;
}

/* ---- Variables ---- */

static bool is_variable(const cw_experiment *experiment, const char *name) {
    for (int i = 0; i < experiment->point_count; i++) {
        if (cw_point_variable(&experiment->points[i], name) != NULL)
            return true;
    }
    return false;
}

static bool is_used(const cw_experiment *experiment, const char *name) {
    for (int i = 0; i < experiment->point_count; i++) {
        const cw_point *point = &experiment->points[i];
        for (int k = 0; k < point->variable_count; k++) {
            if (point->variables[k].is_used && strcmp(point->variables[k].name, name) == 0)
                return true;
        }
    }
    return false;
}

static cw_status check_variables(const cw_experiment *experiment, cw_error *error) {
    const char *const shown[] = {experiment->x, experiment->curve};
    cw_error reason = {0};
    for (int i = 0; i < 2; i++) {
        if (shown[i] == NULL || is_variable(experiment, shown[i]))
            continue;
        cw_fail(&reason, CW_BAD_INPUT, "'plot' shows %.60s, and no point has a variable of that name",
                shown[i]);
        return fail_at(experiment, experiment->plot_line, error, reason.message);
    }
    const cw_point *first = &experiment->points[0];
    for (int i = 0; i < first->variable_count; i++) {
        if (!first->variables[i].is_swept || is_used(experiment, first->variables[i].name))
            continue;
        cw_fail(&reason, CW_BAD_INPUT,
                "the sweep of %.60s changes nothing, no game and no player has {%.60s} in it",
                first->variables[i].name, first->variables[i].name);
        return fail_at(experiment, experiment->sweep_line, error, reason.message);
    }
    return CW_OK;
}

/* ---- Bounds ---- */

static cw_status hold_player(const cw_experiment *experiment, cw_point *point, int number,
                             const cw_game *game, const cw_bounds *bounds, cw_error *error) {
    cw_error reason = {0};
    cw_plan plan;
    cw_text spec = {0};
    if (point->players[number][0] == '@')
        return CW_OK;
    if (cw_plan_read_within(bounds, &plan, point->players[number], game, &reason) != CW_OK)
        return fail_at(experiment, point->player_lines[number], error, reason.message);
    cw_plan_print(&plan, &spec);
    char *held = cw_text_take(&spec);
    if (held == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an experiment");
    free(point->players[number]);
    point->players[number] = held;
    return CW_OK;
}

cw_status cw_experiment_check_within(cw_experiment *experiment, const cw_bounds *bounds, cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < experiment->point_count; i++) {
        cw_point *point = &experiment->points[i];
        cw_game *game = NULL;
        cw_error reason = {0};
        if (cw_game_create(point->game, &game, &reason) != CW_OK)
            return fail_at(experiment, point->line, error, reason.message);
        for (int k = 0; status == CW_OK && k < point->player_count; k++)
            status = hold_player(experiment, point, k, game, bounds, error);
        cw_game_destroy(game);
    }
    return status == CW_OK ? cw_experiment_check(experiment, error) : status;
}

cw_status cw_experiment_check(const cw_experiment *experiment, cw_error *error) {
    cw_status status = check_variables(experiment, error);
    for (int i = 0; status == CW_OK && i < experiment->point_count; i++)
        status = check_point(experiment, i, error);
    return status;
}
