/* The evaluators.
 *
 *     lines      the expected scores of the players, in units of the lead that is worth 73 % of games. That
 *                lead shrinks with the tiles to come: a fit over 600 games gave it as 11 points times their
 *                share.
 *     forecast   the odds that a network learnt from games sees */
#include <stdlib.h>

#include "games/tantrix/forecast.h"

static cw_status create_lines(const cw_game *game, const cw_options *options, void **context,
                              cw_error *error) {
    (void)game;
    tantrix_outlook *outlook = calloc(1, sizeof *outlook);
    if (outlook == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the evaluator lines");
    cw_tantrix_outlook_set(outlook, options);
    *context = outlook;
    return CW_OK;
}

static void evaluate_lines(const cw_game *game, void *context, const cw_state *state, double *points) {
    cw_tantrix_expected_points(tantrix_rules_of(game), context, state, points);
}

static cw_status create_forecast(const cw_game *game, const cw_options *options, void **context,
                                 cw_error *error) {
    (void)game;
    (void)options;
    tantrix_forecaster *forecaster = calloc(1, sizeof *forecaster);
    if (forecaster == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the evaluator forecast");
    cw_status status = cw_tantrix_forecaster_open(forecaster, NULL, 0, error);
    if (status != CW_OK) {
        free(forecaster);
        return status;
    }
    *context = forecaster;
    return CW_OK;
}

static void destroy_forecast(void *context) {
    cw_tantrix_forecaster_close(context);
    free(context);
}

static void evaluate_forecast(const cw_game *game, void *context, const cw_state *state, double *points) {
    cw_tantrix_forecast(tantrix_rules_of(game), context, state, points);
}

const cw_evaluator cw_tantrix_evaluators[] = {
    {.base = {.name = "lines",
              .help = "how long the players' best lines can be expected to become",
              .options = cw_tantrix_outlook_options,
              .create = create_lines,
              .destroy = free},
     .scale = 1,
     .evaluate = evaluate_lines},
    {.base = {.name = "forecast",
              .help = "who wins, by a network that learnt from games against itself",
              .create = create_forecast,
              .destroy = destroy_forecast},
     .scale = 1,
     .evaluate = evaluate_forecast},
    {.base = {.name = NULL}},
};
