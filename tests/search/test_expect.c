/* What an evaluator's points promise, in one meaning for all searches. */
#include <math.h>

#include "harness.h"
#include "search/expect.h"

/* Black is three points ahead in any position, in a scale of two. */
static void three_ahead(const cw_game *game, void *context, const cw_state *state, double *points) {
    (void)game, (void)context, (void)state;
    points[0] = 5;
    points[1] = 2;
}

static const cw_evaluator evaluators[] = {
    {.base = {.name = "ahead", .help = "three points ahead"}, .scale = 2, .evaluate = three_ahead},
    {.base = {.name = NULL}},
};

static const double expected = 0.817574476193644; /* 1 / (1 + e^-1.5) */

static cw_game *make_game(void) {
    static cw_game_type type;
    cw_game *game = NULL;
    type = *cw_game_type_find("hex");
    type.evaluators = evaluators;
    assert_int_equal(cw_game_create_from(&type, "size=3", &game, NULL), CW_OK);
    return game;
}

static void one_scale_wins_73_percent(void **state) {
    (void)state;
    assert_true(fabs(cw_expect_reward(7, 7) - 0.731058578630005) < 1e-12);
    assert_true(fabs(cw_expect_reward(-7, 7) - 0.268941421369995) < 1e-12);
    assert_true(cw_expect_reward(0, 7) == 0.5);
    for (double lead = -50; lead <= 50; lead += 3.3)
        assert_true(fabs(cw_expect_lead(cw_expect_reward(lead, 5), 5) - lead) < 1e-6);
}

static void rewards_follow_the_difference(void **state) {
    (void)state;
    cw_game *game = make_game();
    cw_record *record = must_play(game, "");
    double rewards[CW_PLAYERS_MAX];
    cw_expect_rewards(game, &(cw_skill){.base = &evaluators[0].base}, cw_record_state(record), rewards);
    assert_true(fabs(rewards[0] - expected) < 1e-12 && fabs(rewards[1] - (1 - expected)) < 1e-12);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* A position that looks the same after every move is worth the same to each kind of search. */
static void searches_agree(void **state) {
    (void)state;
    static const char *const specs[] = {"alphabeta:depth=1,eval=ahead", "alphabeta:depth=2,eval=ahead",
                                        "turns:turns=1,eval=ahead,endgame=0"};
    cw_game *game = make_game();
    cw_record *record = must_play(game, "");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_analysis analysis = {0};
        cw_player *player = NULL;
        assert_int_equal(cw_player_create(specs[i], game, 1, &player, NULL), CW_OK);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        assert_true(fabs(analysis.value - expected) < 1e-6);
        cw_player_destroy(player);
        cw_analysis_free(&analysis);
    }
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_scale_wins_73_percent),
        cmocka_unit_test(rewards_follow_the_difference),
        cmocka_unit_test(searches_agree),
    };
    return RUN_TESTS(tests);
}
