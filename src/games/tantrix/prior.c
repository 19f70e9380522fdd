/* The priors: how the position looks after each move, by expected scores (`lines`) or by the forecast. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/tantrix/forecast.h"
#include "games/tantrix/turn.h"

typedef struct prior prior;

/* What each player has in a position. */
typedef void judge(const tantrix_rules *rules, const prior *self, const cw_state *state, double *points);

struct prior {
    judge *judge;
    tantrix_forecaster forecaster;
    double focus;
    cw_state *scratch;
};

static void destroy(void *context) {
    prior *self = context;
    cw_tantrix_forecaster_close(&self->forecaster);
    free(self->scratch);
    free(self);
}

static cw_status create(const cw_game *game, const cw_options *options, judge *by, void **context,
                        cw_error *error) {
    prior *self = calloc(1, sizeof *self);
    if (self != NULL)
        self->scratch = cw_game_alloc_states(game, 1);
    if (self == NULL || self->scratch == NULL) {
        free(self);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a prior");
    }
    cw_status status = cw_tantrix_forecaster_open(&self->forecaster, NULL, 0, error);
    if (status != CW_OK) {
        destroy(self);
        return status;
    }
    self->judge = by;
    self->focus = cw_options_real(options, "focus");
    *context = self;
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

/* The player's lead over the best of the others. */
static double lead(const tantrix_rules *rules, const prior *self, int player) {
    double points[CW_PLAYERS_MAX], best_other = -INFINITY;
    self->judge(rules, self, self->scratch, points);
    for (int other = 0; other < rules->player_count; other++) {
        if (other != player)
            best_other = fmax(best_other, points[other]);
    }
    return points[player] - best_other;
}

static void weigh(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  float *weights) {
    prior *self = context;
    const tantrix_rules *rules = tantrix_rules_of(game);
    if (count == 1 || tantrix_move_kind(moves[0]) != TANTRIX_KIND_LAY) {
        for (int i = 0; i < count; i++)
            weights[i] = 1;
        return;
    }
    memcpy(self->scratch, state, sizeof *state);
    double best = -INFINITY;
    for (int i = 0; i < count; i++) {
        unsigned cell = tantrix_move_cell(moves[i]), face = tantrix_move_face(moves[i]);
        self->scratch->hands[state->player] &= ~(UINT64_C(1) << face / TANTRIX_SIDES);
        self->scratch->free_done |= state->decision == TANTRIX_FREE;
        tantrix_lay(&rules->tiles, &self->scratch->table, cell, face);
        weights[i] = (float)lead(rules, self, state->player);
        best = fmax(best, weights[i]);
        take_back(self->scratch, state, cell);
    }
    for (int i = 0; i < count; i++) {
        double behind = (best - weights[i]) * self->focus;
        weights[i] = (float)(1 / (1 + behind * behind));
    }
}

/* ---- lines ---- */

static void judge_lines(const tantrix_rules *rules, const prior *self, const cw_state *state,
                        double *points) {
    for (int player = 0; player < rules->player_count; player++)
        points[player] = cw_tantrix_expected_score(rules, &self->forecaster.outlook, state, player);
}

static cw_status create_lines(const cw_game *game, const cw_options *options, void **context,
                              cw_error *error) {
    return create(game, options, judge_lines, context, error);
}

static const cw_option lines_options[] = {
    {.name = "focus",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "0.5",
     .help = "a move that is 1 / focus points worse than the best one weighs half as much"},
    {.name = NULL},
};

/* ---- forecast ---- */

static void judge_forecast(const tantrix_rules *rules, const prior *self, const cw_state *state,
                           double *points) {
    cw_tantrix_forecast(rules, &self->forecaster, state, points);
}

static cw_status create_forecast(const cw_game *game, const cw_options *options, void **context,
                                 cw_error *error) {
    return create(game, options, judge_forecast, context, error);
}

static const cw_option forecast_options[] = {
    {.name = "focus",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "5",
     .help = "a move with 1 / focus less in log odds than the best one weighs half as much"},
    {.name = NULL},
};

const cw_prior cw_tantrix_priors[] = {
    {.base = {.name = "lines",
              .help = "by how long the players' best lines can be expected to become after a move",
              .options = lines_options,
              .create = create_lines,
              .destroy = destroy},
     .weigh = weigh},
    {.base = {.name = "forecast",
              .help = "by who wins after a move, as a network that learnt from games sees it",
              .options = forecast_options,
              .create = create_forecast,
              .destroy = destroy},
     .weigh = weigh},
    {.base = {.name = NULL}},
};
