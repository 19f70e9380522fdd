/* A first opinion about moves, for ordering: enclosing the enemy queen first, then coming beside her, leaving
 * the own queen's side, and bringing strong pieces into play; leaving the enemy queen's side last. */
#include <stdlib.h>

#include "games/hive/hive.h"
#include "games/hive/state.h"

enum { NEAR_OWN = 1, NEAR_ENEMY = 2 };

/* What speaks for a move and against it, added up: logarithms of rough odds. */
static const float fill_enemy = 2.1f, leave_enemy = -2.3f, leave_own = 1.4f, fill_own = -1.6f;
static const float bug_merits[CW_HIVE_BUGS] = {-0.2f, -0.4f, 0.3f, 0.0f, 0.5f, 0.3f, 0.1f, 0.0f};

static const float fill_last_gap = 1000.0f;

static const cw_option options[] = {
    {.name = "strength",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.02",
     .help = "how far weights may lie from 1; little leaves room for what a search learns by itself"},
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

static void mark_rings(const cw_state *state, uint8_t near[CW_HIVE_CELLS_SPACE]) {
    int side = cw_hive_side(state);
    for (int other = 0; other < 2; other++) {
        int queen = cw_hive_queen(other);
        for (int direction = 0; direction < 6 && cw_hive_on_board(state, queen); direction++)
            near[cw_hive_neighbor(state->cell[queen], direction)] |= other == side ? NEAR_OWN : NEAR_ENEMY;
    }
}

static int ring_count(const cw_state *state, int queen) {
    return cw_hive_on_board(state, queen) ? cw_hive_count[cw_hive_ring(state, state->cell[queen])] : 0;
}

static float weigh_move(const cw_state *state, const uint8_t *near, cw_move move, float strength,
                        bool last_gap) {
    int piece = cw_hive_move_piece(move), cell = cw_hive_move_cell(move);
    if (piece == CW_HIVE_NO_PIECE)
        return 1;
    bool on_ground = cw_hive_on_board(state, piece) && state->level[piece] == 0;
    unsigned from = on_ground ? near[state->cell[piece]] : 0;
    unsigned to = cw_hive_is_taken(state, cell) ? from : near[cell];
    if (last_gap && (to & ~from & NEAR_ENEMY))
        return fill_last_gap;
    float merit = bug_merits[cw_hive_bug_of[piece]];
    merit += to & ~from & NEAR_ENEMY ? fill_enemy : 0;
    merit += from & ~to & NEAR_ENEMY ? leave_enemy : 0;
    merit += from & ~to & NEAR_OWN ? leave_own : 0;
    merit += to & ~from & NEAR_OWN ? fill_own : 0;
    float weight = 1 + strength * merit;
    return weight > 0 ? weight : 0;
}

static void weigh(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  float *weights) {
    (void)game;
    const float *strength = context;
    uint8_t near[CW_HIVE_CELLS_SPACE] = {0};
    mark_rings(state, near);
    bool last_gap = ring_count(state, cw_hive_queen(!cw_hive_side(state))) == 5;
    for (int i = 0; i < count; i++)
        weights[i] = weigh_move(state, near, moves[i], *strength, last_gap);
}

const cw_prior cw_hive_priors[] = {
    {.base = {.name = "hive",
              .help = "queens' rings first, strong pieces next",
              .options = options,
              .create = create,
              .destroy = free},
     .weigh = weigh},
    {.base = {.name = NULL}},
};
