/* Plans: what specs mean, before any player is made. */
#include "harness.h"

static const char *printed(const cw_plan *plan) {
    static char spec[1024];
    cw_text text = {0};
    cw_plan_print(plan, &text);
    snprintf(spec, sizeof spec, "%s", cw_text_string(&text));
    cw_text_free(&text);
    return spec;
}

static cw_plan must_plan(const char *spec, const cw_game *game) {
    cw_plan plan;
    cw_error error = {0};
    if (cw_plan_read(&plan, spec, game, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    return plan;
}

static void specs_of_one_meaning_have_one_spec(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"mcts", "mcts"},
        {"mcts:", "mcts"},
        {"mcts:c=0.6, time = 1s", "mcts:time=1s,c=0.6"},
        {"mcts:time=1s,c=0.6", "mcts:time=1s,c=0.6"},
        {"yopt-plain", "mcts:sims=16000,c=0,rave=0.00025,expand_at=1,policy=templates2"},
        {"yopt-plain:c=1", "mcts:sims=16000,c=1,rave=0.00025,expand_at=1,policy=templates2"},
        {"alphabeta:eval.oil=3,eval=queen", NULL},
        {"ext:gtp,time=4s:engine --time=4", "ext:gtp,time=4s:engine --time=4"},
        {"random", "random"},
    };
    cw_game *game = must_create_game("hex");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_plan plan;
        if (cases[i][1] == NULL) {
            assert_int_equal(cw_plan_read(&plan, cases[i][0], game, NULL), CW_BAD_INPUT);
            continue;
        }
        plan = must_plan(cases[i][0], game);
        assert_string_equal(printed(&plan), cases[i][1]);
        cw_plan again = must_plan(cases[i][1], game);
        assert_string_equal(printed(&again), cases[i][1]);
    }
    cw_game_destroy(game);
}

static void times_are_told_without_a_player(void **state) {
    (void)state;
    static const struct {
        const char *game, *spec;
        double seconds;
    } cases[] = {
        {"hex", "mcts", 1},         {"hex", "mcts:sims=9", 0},
        {"tantrix", "otago", 4},    {"hex", "best", 5},
        {"hex", "best:level=3", 0}, {"hex", "best:time=2s", 2},
        {"hex", "alphabeta", 0},    {"hex", "alphabeta:time=40ms", 0.04},
        {"hex", "random", 0},       {"hex", "ext:gtp,time=4s:engine", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_game *game = must_create_game(cases[i].game);
        cw_plan plan = must_plan(cases[i].spec, game);
        assert_true(cw_plan_seconds(&plan) == cases[i].seconds);
        cw_game_destroy(game);
    }
}

static void an_option_is_changed_and_taken_back(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex");
    cw_plan plan = must_plan("mcts:rave=0.001,sims=10", game);
    assert_int_equal(cw_plan_set(&plan, "c", "2", NULL), CW_OK);
    assert_string_equal(printed(&plan), "mcts:sims=10,c=2,rave=0.001");
    assert_int_equal(cw_plan_set(&plan, "rave", NULL, NULL), CW_OK);
    assert_string_equal(printed(&plan), "mcts:sims=10,c=2");
    assert_false(cw_options_is_set(&plan.options, "rave"));
    cw_game_destroy(game);
}

/* Another evaluator, prior or reasoner has other options: those of the old one go. */
static void knowledge_brings_its_options(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex");
    cw_plan plan = must_plan("mcts:sims=10", game);
    assert_null(cw_options_find(&plan.options, "reason.full"));
    assert_int_equal(cw_plan_set(&plan, "reason", "vc", NULL), CW_OK);
    assert_non_null(cw_options_find(&plan.options, "reason.full"));
    assert_int_equal(cw_plan_set(&plan, "reason.full", "5", NULL), CW_OK);
    assert_string_equal(printed(&plan), "mcts:sims=10,reason=vc,reason.full=5");
    assert_int_equal(cw_plan_set(&plan, "reason", NULL, NULL), CW_OK);
    assert_string_equal(printed(&plan), "mcts:sims=10");
    cw_game_destroy(game);
}

static void a_refused_change_changes_nothing(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"c", "-1"}, {"nothing", "1"}, {"amaf", "1"}, {"leaf", "lanes"}};
    cw_game *game = must_create_game("hex");
    cw_plan plan = must_plan("mcts:sims=10,rave=0", game);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_error error = {0};
        assert_int_equal(cw_plan_set(&plan, cases[i][0], cases[i][1], &error), CW_BAD_INPUT);
        assert_true(error.message[0] != '\0');
        assert_string_equal(printed(&plan), "mcts:sims=10,rave=0");
    }
    cw_game_destroy(game);
}

static void contradictions_are_refused_without_a_player(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:rave=0,amaf=0",
                                        "flat:mode=weak,playouts=3",
                                        "alphabeta:deepen=off,nodes=9",
                                        "ext:gtp",
                                        "ext:uhp:engine",
                                        "best:level=11"};
    cw_game *game = must_create_game("hex");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_plan plan;
        cw_error error = {0};
        assert_int_equal(cw_plan_read(&plan, specs[i], game, &error), CW_BAD_INPUT);
        assert_true(error.message[0] != '\0');
    }
    cw_game_destroy(game);
}

/* A plan makes any number of players, and they play alike. */
static void players_of_one_plan_play_alike(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_record *record = must_play(game, "a1");
    cw_plan plan = must_plan("mcts:sims=200", game);
    cw_analysis analysis = {0};
    cw_move first = CW_MOVE_NONE;
    for (int i = 0; i < 3; i++) {
        cw_player *player = NULL;
        assert_int_equal(cw_player_make(&plan, 7, &player, NULL), CW_OK);
        assert_string_equal(printed(cw_player_plan(player)), "mcts:sims=200");
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        first = i == 0 ? analysis.best : first;
        assert_int_equal(analysis.best, first);
        cw_player_destroy(player);
    }
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(specs_of_one_meaning_have_one_spec),
        cmocka_unit_test(times_are_told_without_a_player),
        cmocka_unit_test(an_option_is_changed_and_taken_back),
        cmocka_unit_test(knowledge_brings_its_options),
        cmocka_unit_test(a_refused_change_changes_nothing),
        cmocka_unit_test(contradictions_are_refused_without_a_player),
        cmocka_unit_test(players_of_one_plan_play_alike),
    };
    return RUN_TESTS(tests);
}
