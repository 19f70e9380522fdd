/* A first opinion about moves, for ordering: enclosing the enemy queen first, then coming beside her, leaving
 * the own queen's side, and bringing strong pieces into play; leaving the enemy queen's side last. */
#include "games/hive/hive.h"
#include "games/hive/state.h"

enum { NEAR_OWN = 1, NEAR_ENEMY = 2 };

/* Weights of moves, as rough odds. */
static const float fill_last = 1000.0f, fill_enemy = 8.0f, leave_enemy = 0.1f, leave_own = 4.0f,
                   fill_own = 0.2f, plain = 1.0f;

/* How much a bug is worth in play, in the order of cw_hive_bug. */
static const float bug_weights[CW_HIVE_BUGS] = {0.8f, 0.7f, 1.3f, 1.0f, 1.6f, 1.4f, 1.1f, 1.0f};

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

static void weigh(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                  float *weights) {
    (void)game;
    (void)context;
    uint8_t near[CW_HIVE_CELLS_SPACE] = {0};
    mark_rings(state, near);
    bool last_gap = ring_count(state, cw_hive_queen(!cw_hive_side(state))) == 5;
    for (int i = 0; i < count; i++) {
        int piece = cw_hive_move_piece(moves[i]);
        weights[i] = plain;
        if (piece == CW_HIVE_NO_PIECE)
            continue;
        int cell = cw_hive_move_cell(moves[i]);
        bool laid = cw_hive_on_board(state, piece), on_ground = laid && state->level[piece] == 0;
        unsigned from = on_ground ? near[state->cell[piece]] : 0;
        unsigned to = cw_hive_is_taken(state, cell) ? from : near[cell];
        float weight = bug_weights[cw_hive_bug_of[piece]];
        if (to & ~from & NEAR_ENEMY)
            weight *= last_gap ? fill_last : fill_enemy;
        if (from & ~to & NEAR_ENEMY)
            weight *= leave_enemy;
        if (from & ~to & NEAR_OWN)
            weight *= leave_own;
        if (to & ~from & NEAR_OWN)
            weight *= fill_own;
        weights[i] = weight;
    }
}

const cw_prior cw_hive_priors[] = {
    {.base = {.name = "hive", .help = "queens' rings first, strong pieces next"}, .weigh = weigh},
    {.base = {.name = NULL}},
};
