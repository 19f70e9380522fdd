#include "harness.h"

static const cw_option table[] = {
    {.name = "size",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 19,
     .standard = "11",
     .help = "cells a side"},
    {.name = "swap",
     .type = CW_OPTION_CHOICE,
     .choices = "off|pieces|sides|on=pieces",
     .standard = "off",
     .help = "swap"},
    {.name = "time", .type = CW_OPTION_DURATION, .low = 0, .high = 3600, .standard = "", .help = "time"},
    {.name = "tiles", .type = CW_OPTION_PAIR, .low = 1, .high = 30, .standard = "19", .help = "tiles"},
    {.name = "reuse", .type = CW_OPTION_SWITCH, .standard = "on", .help = "keep the tree"},
    {.name = "c", .type = CW_OPTION_REAL, .low = 0, .high = 10, .standard = "0.5", .help = "exploration"},
    {.name = NULL},
};

static cw_options options;

static int set_up(void **state) {
    (void)state;
    cw_options_defaults(&options, table);
    return 0;
}

static void defaults_hold(void **state) {
    (void)state;
    assert_int_equal(cw_options_integer(&options, "size"), 11);
    assert_int_equal(cw_options_choice(&options, "swap"), 0);
    assert_false(cw_options_is_set(&options, "time"));
    assert_true(cw_options_switch(&options, "reuse"));
}

static void settings_are_read(void **state) {
    (void)state;
    cw_error error;
    assert_int_equal(
        cw_options_parse(&options, "hex", "size=5, swap=on,time=250ms,tiles=18:19,c=1e-3", &error), CW_OK);
    assert_int_equal(cw_options_integer(&options, "size"), 5);
    assert_string_equal(cw_options_text(&options, "swap"), "pieces");
    assert_true(cw_options_real(&options, "time") == 0.25);
    assert_true(cw_options_value(&options, "tiles")->number == 18);
    assert_true(cw_options_value(&options, "tiles")->second == 19);
    assert_true(cw_options_real(&options, "c") == 1e-3);
}

static void what_is_printed_parses_again(void **state) {
    (void)state;
    cw_options again;
    cw_text text = {0};
    assert_int_equal(cw_options_parse(&options, "hex", "swap=on,size=7", NULL), CW_OK);
    cw_options_print(&options, &text);
    assert_string_equal(cw_text_string(&text), "size=7,swap=pieces");
    cw_options_defaults(&again, table);
    assert_int_equal(cw_options_parse(&again, "hex", cw_text_string(&text), NULL), CW_OK);
    assert_int_equal(cw_options_choice(&again, "swap"), 1);
    cw_text_free(&text);
}

static void bad_settings_are_named(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"size=20", "hex: size=20 is not valid, it takes a whole number from 1 to 19"},
        {"size=x", "hex: size=x is not valid, it takes a whole number from 1 to 19"},
        {"size=", "hex: size= is not valid, it takes a whole number from 1 to 19"},
        {"size=nan", "hex: size=nan is not valid, it takes a whole number from 1 to 19"},
        {"sice=3", "hex has no option 'sice', did you mean 'size'?"},
        {"swap=maybe", "hex: swap=maybe is not valid, it takes one of off, pieces, sides"},
        {"size=3,swap=on,size=4", "hex: the option size is set twice"},
        {"size", "hex: 'size' is not a setting, write name=value"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_error error;
        assert_int_equal(cw_options_parse(&options, "hex", cases[i][0], &error), CW_BAD_INPUT);
        assert_string_equal(error.message, cases[i][1]);
    }
}

static void prefixes_keep_tables_apart(void **state) {
    (void)state;
    static const cw_option cap[] = {
        {.name = "cap", .type = CW_OPTION_INTEGER, .low = 0, .high = 99, .standard = "5", .help = "cap"},
        {.name = NULL}};
    cw_options subset;
    cw_options_extend(&options, "eval.", cap);
    assert_int_equal(cw_options_parse(&options, "hex", "eval.cap=9", NULL), CW_OK);
    cw_options_subset(&options, "eval.", &subset);
    assert_int_equal(subset.count, 1);
    assert_int_equal(cw_options_integer(&subset, "cap"), 9);
}

static void peeking_finds_the_last_value(void **state) {
    (void)state;
    char value[CW_OPTION_TEXT_MAX];
    assert_true(cw_options_peek("eval=a,c=1,eval=b", "eval", value));
    assert_string_equal(value, "b");
    assert_false(cw_options_peek("evaluator=a", "eval", value));
}

static void one_setting_of_a_spec_is_changed(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"mcts", "mcts:c=1"},
        {"mcts:", "mcts:c=1"},
        {"mcts:rave=0,c=0.5,sims=10", "mcts:rave=0,c=1,sims=10"},
        {"mcts:sims=10, c =0.5", "mcts:sims=10,c=1"},
        {"mcts:cc=3,xc=2", "mcts:cc=3,xc=2,c=1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_text text = {0};
        cw_spec_set(cases[i][0], "c", "1", &text);
        assert_string_equal(cw_text_string(&text), cases[i][1]);
        cw_text_free(&text);
    }
}

static void only_slips_are_near(void **state) {
    (void)state;
    static const char *const words[] = {"yopt", "hive", "best", "c", "random", "alphabeta"};
    static const char *const cases[][2] = {
        {"hvie", "hive"},
        {"Hive", "hive"},
        {"bets", "best"},
        {"ramdon", "random"},
        {"alfabeta", "alphabeta"},
        {"nope", NULL},
        {"x", NULL},
        {"bash", NULL},
        {"", NULL},
        {"rng", NULL},
        {"completely else", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *nearest = cw_nearest_word(cases[i][0], words, 6);
        if (cases[i][1] == NULL)
            assert_null(nearest);
        else
            assert_string_equal(nearest != NULL ? nearest : "", cases[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(defaults_hold, set_up),
        cmocka_unit_test_setup(settings_are_read, set_up),
        cmocka_unit_test_setup(what_is_printed_parses_again, set_up),
        cmocka_unit_test_setup(bad_settings_are_named, set_up),
        cmocka_unit_test_setup(prefixes_keep_tables_apart, set_up),
        cmocka_unit_test(only_slips_are_near),
        cmocka_unit_test(one_setting_of_a_spec_is_changed),
        cmocka_unit_test_setup(peeking_finds_the_last_value, set_up),
    };
    return RUN_TESTS(tests);
}
