/* The evaluator and the prior: open windows, weighted by the tiles they hold. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/six/groups.h"
#include "games/six/windows.h"

/* ---- Evaluator ---- */

typedef struct weights {
    double window[SIX_SHAPE_TILES + 1];
    double tile;
} weights;

static const cw_option evaluator_options[] = {
    {.name = "one",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e6,
     .standard = "0",
     .help = "points for an open window with one tile",
     .place = CW_PLACE(weights, window[1])},
    {.name = "two",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e6,
     .standard = "1",
     .help = "points for an open window with two tiles",
     .place = CW_PLACE(weights, window[2])},
    {.name = "three",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e6,
     .standard = "6",
     .help = "points for an open window with three tiles",
     .place = CW_PLACE(weights, window[3])},
    {.name = "four",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e6,
     .standard = "30",
     .help = "points for an open window with four tiles",
     .place = CW_PLACE(weights, window[4])},
    {.name = "five",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e6,
     .standard = "150",
     .help = "points for an open window with five tiles",
     .place = CW_PLACE(weights, window[5])},
    {.name = "tile",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1e6,
     .standard = "5",
     .help = "points for a tile on the table in phase two, where tiles can be lost",
     .place = CW_PLACE(weights, tile)},
    {.name = NULL},
};

static cw_status create_evaluator(const cw_game *game, const cw_options *options, void **context,
                                  cw_error *error) {
    (void)game;
    weights *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the evaluator threats");
    cw_options_fill(options, evaluator_options, made);
    *context = made;
    return CW_OK;
}

static void evaluate(const cw_game *game, void *context, const cw_state *state, double *points) {
    const weights *weight = context;
    six_open_windows windows;
    cw_six_count_windows(state, &windows);
    double sums[SIX_COLORS] = {0, 0};
    for (int color = 0; color < SIX_COLORS; color++) {
        for (int number = 1; number < SIX_SHAPE_TILES; number++)
            sums[color] += weight->window[number] * windows.count[color][number];
        if (state->phase == 2)
            sums[color] += weight->tile * state->count[color];
    }
    for (int player = 0; player < game->player_count; player++)
        points[player] = sums[six_color_of(player)];
}

const cw_evaluator cw_six_evaluators[] = {
    {.base = {.name = "threats",
              .help = "open windows weighted by the tiles they hold",
              .options = evaluator_options,
              .create = create_evaluator,
              .destroy = free},
     /* Fitted to the results of 160,000 playouts from 20,000 positions. */
     .scale = 190,
     .evaluate = evaluate},
    {.base = {.name = NULL}},
};

/* ---- Prior ---- */

/* What a tile adds to a window that holds so many, and what it takes away from the opponent's. */
static const float attack[SIX_SHAPE_TILES] = {0.2f, 1, 4, 16, 100, 10000};
static const float defence[SIX_SHAPE_TILES] = {0.1f, 0.6f, 2.5f, 10, 60, 2000};

static float value_of_cell(const cw_state *state, int color, int cell) {
    six_window windows[SIX_WINDOWS_THROUGH];
    cw_six_windows_through(state->rows[color], state->rows[color ^ 1], cell, windows);
    float value = 0;
    for (int i = 0; i < SIX_WINDOWS_THROUGH; i++) {
        if (windows[i].other == 0)
            value += attack[windows[i].own];
        if (windows[i].own == 0)
            value += defence[windows[i].other];
    }
    return value;
}

/* How many more tiles the opponent loses than the mover, by a move that may capture. */
static int gain(const cw_game *game, const cw_state *state, int color, cw_move move) {
    cw_state after;
    memcpy(&after, state, sizeof after);
    cw_six_play(game, &after, move);
    int own = state->count[color] - after.count[color],
        other = state->count[color ^ 1] - after.count[color ^ 1];
    return other - own;
}

/* A tile that does little where it lies is good to lift, and one that captures better still. */
static float weigh_lift(const cw_game *game, const cw_state *state, int color, cw_move move) {
    int cell = six_move_cell(move);
    uint64_t occupied[SIX_SIDE];
    six_occupied(state, occupied);
    float weight = 10 / (10 + value_of_cell(state, color, cell));
    if (cw_six_arcs[six_neighbor_mask(occupied, cell)] > 1) {
        int won = gain(game, state, color, move) + 1; /* the lifted tile itself is not lost */
        weight = won >= 0 ? weight * (float)(1 + won) : weight / (float)(1 - won);
    }
    return weight;
}

static void weigh(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  float *move_weights) {
    (void)context;
    int color = six_color_of(state->player);
    for (int i = 0; i < count; i++) {
        switch (six_move_kind(moves[i])) {
        case SIX_LAY:
            move_weights[i] = sqrtf(value_of_cell(state, color, six_move_cell(moves[i])));
            break;
        case SIX_LIFT:
            move_weights[i] = weigh_lift(game, state, color, moves[i]);
            break;
        case SIX_KEEP:
            move_weights[i] = fmaxf(0, (float)(2 * SIX_TILES_MAX + gain(game, state, color, moves[i])));
            break;
        }
    }
}

const cw_prior cw_six_priors[] = {
    {.base = {.name = "threats", .help = "win, block, extend open windows; lift idle tiles and capture"},
     .weigh = weigh},
    {.base = {.name = NULL}},
};
