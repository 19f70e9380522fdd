/* Random games: every move is legal, every legal move can be drawn,
 * and the chances are those of the policy. */
#include "games/hive/moves.h"
#include "games/hive/playout.h"
#include "harness.h"

static const cw_hive_policy policies[] = {CW_HIVE_PIECES_FIRST, CW_HIVE_UNIFORM, CW_HIVE_STEPS3};

/* Draws one move from a position. */
static cw_move draw(const cw_state *state, cw_hive_policy policy, cw_rng *rng) {
    cw_state after = *state;
    assert_int_equal(cw_hive_play_out(&after, policy, 1, rng), 1);
    return after.last;
}

static void drawn_moves_are_the_legal_ones(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive:type=Base+MLP");
    cw_rng rng = cw_rng_make(5, 0);
    for (int round = 0; round < 60; round++) {
        cw_state state;
        game->type->start(game, &state);
        cw_hive_play_out(&state, policies[round % 3], 4 + round, &rng);
        if (cw_hive_is_over(&state))
            continue;
        cw_move moves[CW_HIVE_MOVES_MAX];
        bool drawn[CW_HIVE_MOVES_MAX] = {false};
        int count = cw_hive_list_moves(&state, moves);
        for (int i = 0; i < 200 * count; i++) {
            cw_move move = draw(&state, policies[round % 3], &rng);
            int index = 0;
            while (index < count && moves[index] != move)
                index++;
            assert_true(index < count);
            drawn[index] = true;
        }
        for (int i = 0; i < count; i++)
            assert_true(drawn[i]);
    }
    cw_game_destroy(game);
}

/* How often moves of the pieces in `set` are drawn in a row wQ wG1 bG1 bQ, White to move. */
static double share(cw_hive_policy policy, uint32_t set) {
    cw_game *game = must_create_game("hive");
    cw_record *record = must_play(game, "wG1;bG1 wG1-;wQ -wG1;bQ bG1-");
    cw_rng rng = cw_rng_make(11, policy);
    int hits = 0, draws = 40000;
    for (int i = 0; i < draws; i++)
        hits += (set & cw_hive_set(cw_hive_move_piece(draw(cw_record_state(record), policy, &rng)))) != 0;
    cw_record_destroy(record);
    cw_game_destroy(game);
    return (double)hits / draws;
}

static void assert_near(double share, double chance) {
    if (share < chance - 0.012 || share > chance + 0.012)
        fail_msg("drawn with %.4f, should be %.4f", share, chance);
}

enum { QUEEN = 1 << 0, SPIDER = 1 << 1, ANT = 1 << 8 };

/* In hand are 2 spiders, 2 beetles, 2 grasshoppers and 3 ants, with 5 places; the queen has 2 moves; the
 * grasshopper on the board is pinned. */
static void chances_are_those_of_the_policies(void **unused) {
    (void)unused;
    assert_near(share(CW_HIVE_PIECES_FIRST, QUEEN), 1.0 / 5);
    assert_near(share(CW_HIVE_PIECES_FIRST, ANT), 1.0 / 5);
    assert_near(share(CW_HIVE_STEPS3, QUEEN), 1.0 / 2);
    assert_near(share(CW_HIVE_STEPS3, ANT), 1.0 / 2 * 3 / 9);
    assert_near(share(CW_HIVE_STEPS3, SPIDER), 1.0 / 2 * 2 / 9);
    assert_near(share(CW_HIVE_UNIFORM, QUEEN), 2.0 / (2 + 4 * 5));
    assert_near(share(CW_HIVE_UNIFORM, ANT), 5.0 / (2 + 4 * 5));
}

static void playouts_stop_at_their_limits(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive");
    cw_rng rng = cw_rng_make(3, 0);
    int finished = 0;
    for (int i = 0; i < 200; i++) {
        cw_state state;
        cw_playout playout = {.plies_max = i % 2 == 0 ? 0 : 30};
        game->type->start(game, &state);
        game->type->policies[i % 3].playout(game, NULL, &state, &rng, &playout);
        assert_true(playout.plies <= (i % 2 == 0 ? 200 : 30));
        assert_int_equal(playout.finished, game->type->to_decide(game, &state) == CW_NOBODY);
        double sum = playout.result.reward[0] + playout.result.reward[1];
        assert_true(sum == 1.0);
        if (!playout.finished)
            assert_true(playout.result.reward[0] == 0.5);
        finished += playout.finished;
    }
    assert_true(finished > 0);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_moves_are_the_legal_ones),
        cmocka_unit_test(chances_are_those_of_the_policies),
        cmocka_unit_test(playouts_stop_at_their_limits),
    };
    return RUN_TESTS(tests);
}
