#include "games/hive/evaluators.h"

#include <stdlib.h>

#include "games/hive/hive.h"

/* Makes an array of the values of a table, in its order. */
static cw_status create_weights(const cw_option *table, const cw_options *options, void **context,
                                cw_error *error) {
    size_t count = 0;
    while (table[count].name != NULL)
        count++;
    double *weights = calloc(count, sizeof *weights);
    if (weights == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the weights of an evaluator");
    for (size_t i = 0; i < count; i++)
        weights[i] = cw_options_real(options, table[i].name);
    *context = weights;
    return CW_OK;
}

static cw_status create(const cw_game *game, const cw_options *options, void **context, cw_error *error) {
    (void)game;
    return create_weights(cw_hive_options, options, context, error);
}

static cw_status create_offensive(const cw_game *game, const cw_options *options, void **context,
                                  cw_error *error) {
    (void)game;
    return create_weights(cw_hive_offensive_options, options, context, error);
}

static cw_status create_defensive(const cw_game *game, const cw_options *options, void **context,
                                  cw_error *error) {
    (void)game;
    return create_weights(cw_hive_defensive_options, options, context, error);
}

const cw_evaluator cw_hive_evaluators[] = {
    {
        .base = {.name = "hive",
                 .help = "mobility, pins, queen rings, attackers, room to lay and expansion pieces",
                 .options = cw_hive_options,
                 .create = create,
                 .destroy = free},
        .scale = 40,
        .evaluate = cw_hive_evaluate,
        .unquiet_moves = cw_hive_unquiet_moves,
        .gains = cw_hive_gains,
        .pass = cw_hive_pass,
    },
    {
        .base = {.name = "defensive",
                 .help = "Brytting and Nygren's defence: room and circles around the own queen, then attack",
                 .options = cw_hive_defensive_options,
                 .create = create_defensive,
                 .destroy = free},
        .scale = 30,
        .evaluate = cw_hive_evaluate_defensive,
    },
    {
        .base = {.name = "offensive",
                 .help =
                     "Brytting and Nygren's attack: mobility, pins, blocks, pieces beside the enemy queen",
                 .options = cw_hive_offensive_options,
                 .create = create_offensive,
                 .destroy = free},
        .scale = 30,
        .evaluate = cw_hive_evaluate_offensive,
    },
    {.base = {.name = NULL}},
};
