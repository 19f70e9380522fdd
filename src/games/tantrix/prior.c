/* The prior `lines`: how the expected scores look after each move. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/tantrix/outlook.h"
#include "games/tantrix/turn.h"

typedef struct lines_prior {
    tantrix_outlook outlook;
    double focus;
    cw_state *scratch;
} lines_prior;

static const cw_option own_options[] = {
    {.name = "focus",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "0.5",
     .help = "a move that is 1 / focus points worse than the best one weighs half as much"},
    {.name = NULL},
};

static void destroy(void *context) {
    lines_prior *prior = context;
    free(prior->scratch);
    free(prior);
}

static cw_status create(const cw_game *game, const cw_options *options, void **context, cw_error *error) {
    lines_prior *prior = calloc(1, sizeof *prior);
    if (prior != NULL)
        prior->scratch = cw_game_alloc_states(game, 1);
    if (prior == NULL || prior->scratch == NULL) {
        free(prior);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the prior lines");
    }
    cw_options defaults;
    cw_options_defaults(&defaults, cw_tantrix_outlook_options);
    cw_tantrix_outlook_set(&prior->outlook, &defaults);
    prior->focus = cw_options_real(options, "focus");
    *context = prior;
    return CW_OK;
}

/* Puts back what a lay changed: the tile's cell, the cells around it and everything behind the cells. */
static void take_back(cw_state *scratch, const cw_state *state, unsigned cell) {
    const size_t behind = sizeof scratch->table.cells;
    memcpy((char *)scratch + behind, (const char *)state + behind, sizeof *state - behind);
    scratch->table.cells[cell] = state->table.cells[cell];
    for (int side = 0; side < TANTRIX_SIDES; side++) {
        unsigned across = tantrix_neighbor(cell, side);
        scratch->table.cells[across] = state->table.cells[across];
    }
}

/* The player's expected lead over the best of the others. */
static double expected_lead(const tantrix_rules *rules, const tantrix_outlook *outlook, const cw_state *state,
                            int player) {
    double best_other = 0;
    for (int other = 0; other < rules->player_count; other++) {
        if (other != player)
            best_other = fmax(best_other, cw_tantrix_expected_score(rules, outlook, state, other));
    }
    return cw_tantrix_expected_score(rules, outlook, state, player) - best_other;
}

static void weigh(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  float *weights) {
    lines_prior *prior = context;
    const tantrix_rules *rules = tantrix_rules_of(game);
    if (count == 1 || tantrix_move_kind(moves[0]) != TANTRIX_KIND_LAY) {
        for (int i = 0; i < count; i++)
            weights[i] = 1;
        return;
    }
    memcpy(prior->scratch, state, sizeof *state);
    double best = -INFINITY;
    for (int i = 0; i < count; i++) {
        unsigned cell = tantrix_move_cell(moves[i]), face = tantrix_move_face(moves[i]);
        prior->scratch->hands[state->player] &= ~(UINT64_C(1) << face / TANTRIX_SIDES);
        tantrix_lay(&rules->tiles, &prior->scratch->table, cell, face);
        weights[i] = (float)expected_lead(rules, &prior->outlook, prior->scratch, state->player);
        best = fmax(best, weights[i]);
        take_back(prior->scratch, state, cell);
    }
    for (int i = 0; i < count; i++) {
        double behind = (best - weights[i]) * prior->focus;
        weights[i] = (float)(1 / (1 + behind * behind));
    }
}

const cw_prior cw_tantrix_priors[] = {
    {.base = {.name = "lines",
              .help = "by how long the players' best lines can be expected to become after a move",
              .options = own_options,
              .create = create,
              .destroy = destroy},
     .weigh = weigh},
    {.base = {.name = NULL}},
};
