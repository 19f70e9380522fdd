/* A first opinion about moves, for tree searches: what the move changes at first sight. */
#include <stdlib.h>

#include "games/hive/foresight.h"
#include "games/hive/hive.h"

static const cw_option options[] = {
    {.name = "strength",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.002",
     .help = "how far a point moves weights from 1; little leaves room for what a search learns by itself"},
    {.name = NULL},
};

static cw_status create(const cw_game *game, const cw_options *from, void **context, cw_error *error) {
    (void)game;
    float *strength = malloc(sizeof *strength);
    if (strength == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the prior hive");
    *strength = (float)cw_options_real(from, "strength");
    *context = strength;
    return CW_OK;
}

static void weigh(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  float *weights) {
    (void)game;
    const float strength = *(const float *)context;
    cw_hive_foresee(state, moves, count, weights);
    for (int i = 0; i < count; i++) {
        float weight = 1 + strength * weights[i];
        weights[i] = weight > 0 ? weight : 0;
    }
}

const cw_prior cw_hive_priors[] = {
    {.base = {.name = "hive",
              .help = "what a move changes for the queens' rings and the pieces around it",
              .options = options,
              .create = create,
              .destroy = free},
     .weigh = weigh},
    {.base = {.name = NULL}},
};
