/* Foresight against an obvious reference: on boards without stacks a move gains exactly what counting all
 * pieces before it and after it tells. */
#include "games/hive/foresight.h"

#include <math.h>

#include "games/hive/moves.h"
#include "harness.h"

enum { GAMES = 300, PLIES = 60 };

/* ---- The reference ---- */

static const double bug_values[CW_HIVE_BUGS] = {9, 5, 10, 6.4, 18.3, 16, 10, 8};
static const double ring_sums[7] = {0, 15, 39, 71, 112, 190, 1190};

static bool is_free(const cw_state *state, int piece) {
    int bug = cw_hive_bug_of[piece];
    unsigned ring = cw_hive_ring(state, state->cell[piece]);
    bool slides =
        bug == CW_HIVE_QUEEN || bug == CW_HIVE_SPIDER || bug == CW_HIVE_ANT || bug == CW_HIVE_PILLBUG;
    return cw_hive_arcs[ring] < 2 && (!slides || cw_hive_slides[ring] != 0);
}

static double count_side(const cw_state *state, int side) {
    double points = 0;
    for (int piece = side * CW_HIVE_SIDE_PIECES; piece < (side + 1) * CW_HIVE_SIDE_PIECES; piece++) {
        double value = state->available >> piece & 1u ? bug_values[cw_hive_bug_of[piece]] : 0;
        if (!cw_hive_on_board(state, piece))
            points += 0.6 * value;
        else if (is_free(state, piece))
            points += value;
    }
    int enemy = cw_hive_queen(!side);
    if (cw_hive_on_board(state, enemy))
        points += ring_sums[cw_hive_count[cw_hive_ring(state, state->cell[enemy])]];
    return points;
}

static double gain_of(const cw_state *state, cw_move move) {
    int side = cw_hive_side(state);
    cw_state after = *state;
    cw_hive_make(&after, move);
    return count_side(&after, side) - count_side(&after, !side) - count_side(state, side) +
           count_side(state, !side);
}

/* Can the reference tell this move? Not where the own queen goes, pieces are shut in though
 * they go, or the game ends. */
static bool is_plain(const cw_state *state, cw_move move) {
    int piece = cw_hive_move_piece(move);
    if (piece == CW_HIVE_NO_PIECE || piece == cw_hive_queen(cw_hive_side(state)) ||
        cw_hive_is_taken(state, cw_hive_move_cell(move)))
        return false;
    cw_state after = *state;
    cw_hive_make(&after, move);
    return !cw_hive_is_over(&after) && (!cw_hive_on_board(state, piece) || is_free(state, piece));
}

/* ---- Tests ---- */

static int compare_all(const cw_state *state, const cw_move *moves, int count) {
    float gains[CW_HIVE_MOVES_MAX];
    int compared = 0;
    cw_hive_foresee(state, moves, count, gains);
    for (int i = 0; i < count; i++) {
        if (!is_plain(state, moves[i]))
            continue;
        compared++;
        if (fabs((double)gains[i] - gain_of(state, moves[i])) > 0.01)
            fail_msg("ply %d, move %d: %f is not %f", state->ply, i, (double)gains[i],
                     gain_of(state, moves[i]));
    }
    return compared;
}

static void gains_are_what_counting_tells(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive:type=Base+MLP");
    cw_rng rng = cw_rng_make(5, 0);
    int compared = 0;
    for (int i = 0; i < GAMES; i++) {
        cw_state state;
        game->type->start(game, &state);
        for (int ply = 0; ply < PLIES && !cw_hive_is_over(&state) && state.covered == 0; ply++) {
            cw_move moves[CW_HIVE_MOVES_MAX];
            int count = cw_hive_list_moves(&state, moves);
            compared += compare_all(&state, moves, count);
            game->type->play(game, &state, moves[cw_rng_below(&rng, (uint32_t)count)]);
        }
    }
    assert_true(compared > 10000);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gains_are_what_counting_tells),
    };
    return RUN_TESTS(tests);
}
