/* Flat Monte Carlo: what its modes choose in positions where the best move is known, and what its options
 * mean. */
#include "harness.h"

#include "search/flat.h"

static cw_move choose(const cw_game *game, const char *spec, const char *moves, uint64_t seed,
                      cw_analysis *analysis) {
    cw_player *player = NULL;
    cw_error error = {0};
    if (cw_player_create(spec, game, seed, &player, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    cw_record *record = must_play(game, moves);
    assert_int_equal(cw_player_choose(player, record, NULL, analysis, &error), CW_OK);
    assert_true(cw_game_is_legal(game, cw_record_state(record), analysis->best));
    cw_record_destroy(record);
    cw_player_destroy(player);
    return analysis->best;
}

static cw_move parse(const cw_game *game, const char *moves, const char *text) {
    cw_record *record = must_play(game, moves);
    cw_move move;
    assert_int_equal(game->type->parse(game, cw_record_state(record), text, &move, NULL), CW_OK);
    cw_record_destroy(record);
    return move;
}

/* Black has b1 and b2 on 3x3 and wins at once with a3 and with b3. */
static const char near_win[] = "b1 a1 b2 a2";

static void basic_finds_a_win_in_one(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_analysis analysis = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        cw_move move = choose(game, "flat:playouts=100", near_win, seed, &analysis);
        assert_true(move == parse(game, near_win, "a3") || analysis.value == 1);
        assert_int_equal(analysis.simulations, 5 * 100);
    }
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* How often two players choose another move, with different seeds. */
static int count_differences(const char *game_spec, const char *moves, const char *one, const char *other) {
    cw_game *game = must_create_game(game_spec);
    cw_analysis analysis = {0};
    int differences = 0;
    for (uint64_t seed = 0; seed < 6; seed++) {
        cw_move move = choose(game, one, moves, seed, &analysis);
        differences += move != choose(game, other, moves, seed, &analysis);
    }
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
    return differences;
}

/* Without draws a loss that counts more only stretches the values; between wins, draws and losses it shifts
 * them. */
static void the_weight_of_a_loss_matters_where_there_are_draws(void **state) {
    (void)state;
    static const char few[] = "flat:playouts=20,loss=0", many[] = "flat:playouts=20,loss=5";
    assert_int_equal(count_differences("hex:size=5", "b1", few, many), 0);
    assert_true(count_differences("six:phases=1", "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1", few, many) > 0);
}

static void the_number_of_threads_changes_nothing(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_analysis one = {0}, three = {0};
    for (uint64_t seed = 0; seed < 5; seed++) {
        choose(game, "flat:playouts=50,length=0.1,break=random", "c3", seed, &one);
        choose(game, "flat:playouts=50,length=0.1,break=random,threads=3", "c3", seed, &three);
        assert_int_equal(one.best, three.best);
        assert_int_equal(one.candidate_count, three.candidate_count);
        for (int i = 0; i < one.candidate_count; i++) {
            assert_int_equal(one.candidates[i].move, three.candidates[i].move);
            assert_true(one.candidates[i].value == three.candidates[i].value);
        }
    }
    cw_analysis_free(&one);
    cw_analysis_free(&three);
    cw_game_destroy(game);
}

static void weak_plays_the_first_cursor_that_won(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    cw_analysis analysis = {0};
    int won = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        choose(game, "flat:mode=weak,cursors=20", "", seed, &analysis);
        assert_int_equal(analysis.simulations, 20);
        won += analysis.value == 1;
    }
    assert_true(won >= 49); /* twenty lost playouts in a row happen about once in 100,000 */
    choose(game, "flat:mode=weak,cursors=1", "", 3, &analysis);
    assert_int_equal(analysis.candidate_count, 1);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* Two moves win at once: N wins of depth 1 score N - 1. */
static void depth_score_is_wins_less_mean_depth(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record = must_play(game, near_win);
    cw_options options;
    cw_options_defaults(&options, cw_flat_options);
    assert_int_equal(cw_options_parse(&options, "flat", "score=depth,playouts=40", NULL), CW_OK);
    cw_flat_settings settings;
    assert_int_equal(cw_flat_read(game, &options, &settings, NULL), CW_OK);
    assert_int_equal(settings.depth, 100);
    cw_flat *flat;
    assert_int_equal(cw_flat_create(game, &settings, &options, &flat, NULL), CW_OK);
    const cw_flat_entry *entries;
    int count;
    assert_int_equal(cw_flat_rank(flat, cw_record_state(record), 7, NULL, &entries, &count, NULL), CW_OK);
    assert_int_equal(count, 5);
    assert_int_equal(entries[0].move, parse(game, near_win, "a3"));
    assert_int_equal(entries[1].move, parse(game, near_win, "b3"));
    assert_true(entries[0].score == 40 - 1 && entries[1].score == 40 - 1);
    assert_true(entries[2].score < 40 - 1);
    for (int i = 1; i < count; i++)
        assert_true(entries[i].score <= entries[i - 1].score);
    cw_flat_destroy(flat);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void the_budget_schedule_is_the_thesis_one(void **state) {
    (void)state;
    int depth, playouts;
    cw_flat_schedule(100, 250, 0, &depth, &playouts);
    assert_int_equal(depth, 100);
    assert_int_equal(playouts, 250);
    cw_flat_schedule(100, 250, 30, &depth, &playouts);
    assert_int_equal(depth, 70);
    assert_int_equal(playouts, 357); /* 357.14 */
    cw_flat_schedule(100, 250, 99, &depth, &playouts);
    assert_int_equal(depth, 1);
    assert_int_equal(playouts, 25000);
    cw_flat_schedule(100, 250, 140, &depth, &playouts);
    assert_int_equal(depth, 1);
}

/* In Six, playouts begun in phase one that reach phase two count as draws: with few tiles nearly all do. */
static void the_horizon_turns_phase_two_into_draws(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=7");
    cw_analysis analysis = {0};
    choose(game, "flat:playouts=30,horizon=phase1", "0,0 1,0", 1, &analysis);
    double drawn = 0;
    for (int i = 0; i < analysis.candidate_count; i++)
        drawn += analysis.candidates[i].value == 0.5;
    assert_true(drawn >= 0.8 * analysis.candidate_count);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

static void random_breaking_spreads_over_equals(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=5"); /* too few tiles for any shape: all moves are equal */
    cw_analysis analysis = {0};
    cw_move first = choose(game, "flat:playouts=4,horizon=phase1", "0,0", 1, &analysis);
    int others = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        assert_int_equal(choose(game, "flat:playouts=4,horizon=phase1", "0,0", seed, &analysis), first);
        others +=
            choose(game, "flat:playouts=4,horizon=phase1,break=random", "0,0", seed, &analysis) != first;
    }
    assert_true(others >= 10);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

static void contradictions_are_named(void **state) {
    (void)state;
    static const char *const specs[][2] = {
        {"flat:mode=weak,playouts=5", "playouts"}, {"flat:cursors=5", "cursors"},
        {"flat:kind=nonsense:1", "endings"},       {"flat:mode=weak,schedule=budget", "schedule"},
        {"flat:policy=nonsense", "policy"},        {"flat:cursor=5", "cursors"},
    };
    cw_game *game = must_create_game("hex:size=3");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_player *player = NULL;
        cw_error error = {0};
        assert_int_equal(cw_player_create(specs[i][0], game, 1, &player, &error), CW_BAD_INPUT);
        if (strstr(error.message, specs[i][1]) == NULL)
            fail_msg("%s: %s", specs[i][0], error.message);
    }
    cw_game_destroy(game);
}

static void a_set_stop_flag_is_answered_at_once(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=11");
    cw_player *player;
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    cw_flag stop = {1};
    cw_limits limits = {.stop = &stop};
    assert_int_equal(cw_player_create("flat:playouts=1M", game, 1, &player, NULL), CW_OK);
    assert_int_equal(cw_player_choose(player, record, &limits, &analysis, NULL), CW_OK);
    assert_true(analysis.simulations <= 121);
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_player_destroy(player);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(basic_finds_a_win_in_one),
        cmocka_unit_test(the_weight_of_a_loss_matters_where_there_are_draws),
        cmocka_unit_test(the_number_of_threads_changes_nothing),
        cmocka_unit_test(weak_plays_the_first_cursor_that_won),
        cmocka_unit_test(depth_score_is_wins_less_mean_depth),
        cmocka_unit_test(the_budget_schedule_is_the_thesis_one),
        cmocka_unit_test(the_horizon_turns_phase_two_into_draws),
        cmocka_unit_test(random_breaking_spreads_over_equals),
        cmocka_unit_test(contradictions_are_named),
        cmocka_unit_test(a_set_stop_flag_is_answered_at_once),
    };
    return RUN_TESTS(tests);
}
