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
    static const char *const cases[][2] = {{"c", "-1"}, {"nothing", "1"}, {"amaf", "1"}, {"eval", "lanes"}};
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

/* ---- What specs mean ---- */

static void spellings_of_one_player_are_the_same(void **state) {
    (void)state;
    static const struct {
        const char *game, *spec, *other;
        bool is_same;
    } cases[] = {
        {"hex", "mcts:sims=1000,c=0.5", "mcts:c=0.50,sims=1k", true},
        {"hex", "mcts:sims=9", "mcts:sims=9,reuse=on,memory=256", true},
        {"hex", "mcts:sims=9", "mcts:sims=9,reuse=off", false},
        {"hex", "mcts:time=1s", "mcts:time=1000ms", true},
        {"hex", "yopt-plain", "mcts:sims=16000,c=0,rave=0.00025,expand_at=1,policy=templates2", true},
        {"hex", "best", "best:level=10", true},
        {"hex", "best:level=3", "best:level=4", false},
        {"hex", "random", "mcts", false},
        {"hex", "nobody:here", "nobody:here", true},
        {"hex", "nobody:here", "random", false},
        /* Old names. */
        {"hex", "random:random_until=half", "random:random-until=half", true},
        {"six", "mcts:sims=9,eval=threats,mix=0.3", "mcts:sims=9,leaf=threats,mix=0.3", true},
        {"tantrix", "mcts:sims=9,eval=lines,eval.doubt=2", "mcts:sims=9,leaf.doubt=2,leaf=lines", true},
        {"tantrix", "mcts:sims=9,eval=lines,eval.doubt=2", "mcts:sims=9,leaf.doubt=3,leaf=lines", false},
        {"hex", "net:judge=default,judge.turned=on", "net:net=default,net.turned=on", true},
        /* A judge changes the defaults of other options. */
        {"hex", "mcts:sims=9,judge=network", "mcts:sims=9,judge=network,puct=0.6,c=0,fpu=parent-0.2", true},
        {"hex", "mcts:sims=9,judge=network", "mcts:sims=9,judge=network,puct=0", false},
        {"hex", "mcts:sims=9,judge=network", "mcts:sims=9,judge=network,c=0.35", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_game *game = must_create_game(cases[i].game);
        if (cw_plan_is_same(game, cases[i].spec, cases[i].other) != cases[i].is_same)
            fail_msg("%s and %s", cases[i].spec, cases[i].other);
        cw_game_destroy(game);
    }
}

static void must_renew(const cw_game *game, const char *meaning, const char *spec) {
    cw_plan plan = must_plan(spec, game);
    cw_text today = {0}, renewed = {0};
    cw_plan_print_meaning(&plan, &today);
    assert_true(cw_plan_renew_meaning(meaning, game, &renewed));
    assert_string_equal(cw_text_string(&renewed), cw_text_string(&today));
    cw_text_free(&today);
    cw_text_free(&renewed);
}

/* Meanings as they were printed before some options came, or had their names. */
static void old_meanings_are_read(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_text text = {0};
    must_renew(game, "mcts:sims=100,memory=256,c=0.35", "mcts:sims=100");
    must_renew(game, "random:random-until=off", "random");
    must_renew(game, "mcts:sims=100,c=0.4", "mcts:c=0.4,sims=100");
    must_renew(game, "ext:text=gtp:engine, with commas", "ext:gtp:engine, with commas");
    must_renew(game, "ext:text=gtp:if [ 1 = 1 ]; then engine; fi", "ext:gtp:if [ 1 = 1 ]; then engine; fi");
    assert_false(cw_plan_renew_meaning("mcts:sims=100,forgotten=7", game, &text));
    assert_false(cw_plan_renew_meaning("mcts:sims=100 [0.5 mcts:sims=1", game, &text));
    assert_false(cw_plan_renew_meaning("yopt-plain:", game, &text)); /* a preset is no meaning */
    assert_false(cw_plan_renew_meaning("", game, &text));
    cw_text_free(&text);
    cw_game_destroy(game);
}

/* Whatever a player is, its meaning is read as it was printed. */
static void todays_meanings_stay(void **state) {
    (void)state;
    static const char *const games[] = {"hex:size=5", "hive", "six", "tantrix"};
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        cw_game *game = must_create_game(games[g]);
        const cw_game_type *type;
        const cw_preset *preset;
        for (int i = 0; (preset = cw_preset_at(i, &type)) != NULL; i++) {
            cw_text meaning = {0};
            cw_plan plan;
            if (type != game->type || cw_plan_read(&plan, preset->name, game, NULL) != CW_OK)
                continue;
            cw_plan_print_meaning(&plan, &meaning);
            must_renew(game, cw_text_string(&meaning), preset->name);
            cw_text_free(&meaning);
        }
        for (int level = 1; level <= CW_LEVELS; level++) {
            char spec[32];
            snprintf(spec, sizeof spec, "best:level=%d", level);
            cw_plan plan = must_plan(spec, game);
            cw_text meaning = {0};
            cw_plan_print_meaning(&plan, &meaning);
            must_renew(game, cw_text_string(&meaning), spec);
            cw_text_free(&meaning);
        }
        cw_game_destroy(game);
    }
}

/* ---- Names ---- */

static void check_names(const char *owner, const cw_option *table) {
    for (const cw_option *option = table; option != NULL && option->name != NULL; option++) {
        if (option->name[strspn(option->name, "abcdefghijklmnopqrstuvwxyz0123456789_")] != '\0')
            fail_msg("%s: the option %s is not spelt in small letters with underscores", owner, option->name);
    }
}

/* One spelling in the whole house: of games, players and knowledge. */
static void names_are_words_with_underscores(void **state) {
    (void)state;
    check_names("every player", cw_player_common_options());
    for (int i = 0; i < cw_player_type_count(); i++)
        check_names(cw_player_type_at(i)->name, cw_player_type_at(i)->options);
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_game_type *type = cw_game_type_at(i);
        const cw_knowledge *entry;
        check_names(type->name, type->options);
        for (int kind = 0; kind < CW_KNOWLEDGE_KINDS; kind++) {
            for (int k = 0; (entry = cw_game_knowledge_at(type, (cw_knowledge_kind)kind, k)) != NULL; k++)
                check_names(entry->name, entry->options);
        }
    }
}

/* The evaluator is `eval` and the judge `judge` in every search: what they were called before names no option. */
static void roles_have_one_name(void **state) {
    (void)state;
    static const char *const old_names[] = {"leaf", "net", "evaluator"};
    for (int i = 0; i < cw_player_type_count(); i++) {
        const cw_option *option = cw_player_type_at(i)->options;
        for (; option != NULL && option->name != NULL; option++) {
            for (size_t k = 0; k < sizeof old_names / sizeof old_names[0]; k++)
                assert_string_not_equal(option->name, old_names[k]);
        }
    }
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
        cmocka_unit_test(spellings_of_one_player_are_the_same),
        cmocka_unit_test(old_meanings_are_read),
        cmocka_unit_test(todays_meanings_stay),
        cmocka_unit_test(names_are_words_with_underscores),
        cmocka_unit_test(roles_have_one_name),
        cmocka_unit_test(players_of_one_plan_play_alike),
    };
    return RUN_TESTS(tests);
}
