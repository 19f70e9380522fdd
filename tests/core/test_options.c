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
    cw_options_extend(&options, &(cw_prefix){"eval.", "leaf."}, cap);
    assert_int_equal(cw_options_parse(&options, "hex", "eval.cap=9", NULL), CW_OK);
    cw_options_subset(&options, "eval.", &subset);
    assert_int_equal(subset.count, 1);
    assert_int_equal(cw_options_integer(&subset, "cap"), 9);
    assert_int_equal(cw_options_parse(&options, "hex", "leaf.cap=8", NULL), CW_OK);
    assert_int_equal(cw_options_integer(&options, "eval.cap"), 8);
    assert_int_equal(cw_options_parse(&options, "hex", "leaf.cap=8,eval.cap=7", NULL), CW_BAD_INPUT);
    assert_null(cw_options_find(&subset, "leaf.cap"));
}

/* ---- Places ---- */

typedef enum mood { CALM, MERRY, CROSS } mood;

typedef struct settings {
    bool reuse, timed;
    int size;
    uint64_t nodes;
    size_t bytes;
    uint8_t small;
    int64_t below;
    float c;
    double seconds;
    mood mood;
    int tiles[2];
    char name[4];
} settings;

static const cw_option placed[] = {
    {.name = "reuse", .type = CW_OPTION_SWITCH, .standard = "on", .place = CW_PLACE(settings, reuse)},
    {.name = "size",
     .type = CW_OPTION_INTEGER,
     .low = -5,
     .high = 99,
     .standard = "11",
     .place = CW_PLACE(settings, size)},
    {.name = "nodes",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1e15,
     .standard = "0",
     .place = CW_PLACE(settings, nodes)},
    {.name = "memory",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 65536,
     .standard = "2",
     .place = CW_PLACE(settings, bytes),
     .unit = 1 << 20},
    {.name = "small",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 255,
     .standard = "7",
     .place = CW_PLACE(settings, small)},
    {.name = "below",
     .type = CW_OPTION_INTEGER,
     .low = -1e12,
     .high = 0,
     .standard = "-5",
     .place = CW_PLACE(settings, below)},
    {.name = "c",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 10,
     .standard = "0.25",
     .place = CW_PLACE(settings, c)},
    {.name = "time",
     .type = CW_OPTION_DURATION,
     .low = 0,
     .high = 99,
     .standard = "",
     .place = CW_PLACE(settings, seconds),
     .is_set = CW_PLACE(settings, timed)},
    {.name = "mood",
     .type = CW_OPTION_CHOICE,
     .choices = "calm|merry|cross",
     .standard = "merry",
     .also = "temper|frame-of-mind",
     .place = CW_PLACE(settings, mood)},
    {.name = "tiles",
     .type = CW_OPTION_PAIR,
     .low = 1,
     .high = 30,
     .standard = "19",
     .place = CW_PLACE(settings, tiles)},
    {.name = "name", .type = CW_OPTION_TEXT, .standard = "x", .place = CW_PLACE(settings, name)},
    {.name = NULL},
};

static void defaults_go_to_their_places(void **state) {
    (void)state;
    settings read;
    memset(&read, 0xA5, sizeof read);
    cw_options_defaults(&options, placed);
    cw_options_fill(&options, placed, &read);
    assert_true(read.reuse && !read.timed && read.seconds == 0);
    assert_int_equal(read.size, 11);
    assert_int_equal(read.small, 7);
    assert_true(read.nodes == 0 && read.below == -5 && read.c == 0.25f && read.mood == MERRY);
    assert_true(read.bytes == 2 << 20);
    assert_true(read.tiles[0] == 19 && read.tiles[1] == 19);
    assert_string_equal(read.name, "x");
}

static void values_go_to_their_places(void **state) {
    (void)state;
    settings read;
    memset(&read, 0xA5, sizeof read);
    cw_options_defaults(&options, placed);
    cw_options_extend(&options, NULL, table); /* another table's values go nowhere */
    assert_int_equal(cw_options_parse(&options, "it",
                                      "reuse=off,size=-3,nodes=1000000M,small=255,below=-1000M,c=2,"
                                      "time=1500ms,temper=cross,tiles=3:4,name=longer",
                                      NULL),
                     CW_OK);
    cw_options_fill(&options, placed, &read);
    assert_true(!read.reuse && read.timed && read.seconds == 1.5);
    assert_int_equal(read.size, -3);
    assert_int_equal(read.small, 255);
    assert_true(read.nodes == UINT64_C(1000000000000) && read.below == -1000000000 && read.c == 2);
    assert_int_equal(read.mood, CROSS);
    assert_true(read.tiles[0] == 3 && read.tiles[1] == 4);
    assert_string_equal(read.name, "lon");
}

static void older_names_are_the_same_option(void **state) {
    (void)state;
    cw_text text = {0};
    cw_error error;
    cw_options_defaults(&options, placed);
    assert_int_equal(cw_options_parse(&options, "it", "frame-of-mind=calm", NULL), CW_OK);
    cw_options_print(&options, &text);
    assert_string_equal(cw_text_string(&text), "mood=calm");
    assert_int_equal(cw_options_parse(&options, "it", "mood=calm,temper=calm", &error), CW_BAD_INPUT);
    assert_string_equal(error.message, "it: the option temper is set twice");
    assert_int_equal(cw_options_parse(&options, "it", "frame=calm", NULL), CW_BAD_INPUT);
    cw_text_free(&text);
}

/* ---- Texts ---- */

static void texts_give_way_to_each_other(void **state) {
    (void)state;
    assert_true(sizeof(cw_options) < 6500);
    cw_options_defaults(&options, placed);
    char value[16];
    for (int i = 0; i < 1000; i++) {
        snprintf(value, sizeof value, "text%d", i);
        assert_int_equal(cw_options_set(&options, "it", "name", value, NULL), CW_OK);
        assert_int_equal(cw_options_set(&options, "it", "tiles", i % 2 ? "3:4" : "19", NULL), CW_OK);
        cw_options copy = options;
        assert_string_equal(cw_options_text(&copy, "name"), value);
        assert_string_equal(cw_options_text(&copy, "tiles"), i % 2 ? "3:4" : "19");
    }
}

static void too_many_texts_are_refused(void **state) {
    (void)state;
    static const cw_option many[] = {{.name = "a", .type = CW_OPTION_TEXT, .standard = ""},
                                     {.name = "b", .type = CW_OPTION_TEXT, .standard = ""},
                                     {.name = "c", .type = CW_OPTION_TEXT, .standard = ""},
                                     {.name = "d", .type = CW_OPTION_TEXT, .standard = ""},
                                     {.name = "e", .type = CW_OPTION_TEXT, .standard = ""},
                                     {.name = NULL}};
    char value[CW_OPTION_TEXT_MAX];
    cw_error error;
    memset(value, 'x', sizeof value);
    value[sizeof value - 1] = '\0';
    cw_options_defaults(&options, many);
    for (int i = 0; i < 3; i++)
        assert_int_equal(cw_options_set(&options, "it", many[i].name, value, NULL), CW_OK);
    assert_int_equal(cw_options_set(&options, "it", "d", "short", NULL), CW_OK);
    assert_int_equal(cw_options_set(&options, "it", "e", value, &error), CW_BAD_INPUT);
    assert_string_equal(error.message, "it: the settings are longer than 2047 characters");
    assert_int_equal(cw_options_set(&options, "it", "a", value, NULL), CW_OK);
    assert_string_equal(cw_options_text(&options, "d"), "short");
    assert_false(cw_options_is_set(&options, "e"));
}

static void peeking_finds_the_last_value(void **state) {
    (void)state;
    static const cw_option named[] = {
        {.name = "eval", .type = CW_OPTION_TEXT, .standard = "", .also = "leaf", .help = "evaluator"},
        {.name = NULL},
    };
    char value[CW_OPTION_TEXT_MAX];
    cw_options_defaults(&options, named);
    const cw_option_value *eval = cw_options_value(&options, "eval");
    assert_true(cw_options_peek_at(eval, "eval=a,c=1,eval=b", value));
    assert_string_equal(value, "b");
    assert_true(cw_options_peek_at(eval, "c=1,leaf=old", value));
    assert_string_equal(value, "old");
    assert_false(cw_options_peek_at(eval, "evaluator=a", value));
    assert_true(cw_options_peek("eval=a,c=1,eval=b", "eval", value));
    assert_string_equal(value, "b");
    assert_false(cw_options_peek("leaf=a", "eval", value));
}

static void values_are_printed_in_one_way(void **state) {
    (void)state;
    static const char *const spellings[] = {"tiles=19:19,size=7,time=2s,c=0.50,reuse=yes",
                                            "time=2000ms,c=5e-1,size=7,swap=off", "size=7,time=2"};
    for (int i = 0; i < 3; i++) {
        cw_text text = {0};
        cw_options_defaults(&options, table);
        assert_int_equal(cw_options_parse(&options, "it", spellings[i], NULL), CW_OK);
        cw_options_print_all(&options, &text);
        assert_string_equal(cw_text_string(&text), "size=7,swap=off,time=2,tiles=19:19,reuse=on,c=0.5");
        cw_text_free(&text);
    }
}

static void a_suggestion_gives_way_to_what_is_given(void **state) {
    (void)state;
    assert_int_equal(cw_options_parse(&options, "it", "size=7", NULL), CW_OK);
    cw_options_suggest(&options, "size", "5");
    cw_options_suggest(&options, "c", "2");
    assert_int_equal(cw_options_integer(&options, "size"), 7);
    assert_true(cw_options_real(&options, "c") == 2);
    assert_false(cw_options_value(&options, "c")->given);
    assert_int_equal(cw_options_parse(&options, "it", "c=0.5", NULL), CW_OK);
    assert_true(cw_options_real(&options, "c") == 0.5);
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
        cmocka_unit_test(defaults_go_to_their_places),
        cmocka_unit_test(values_go_to_their_places),
        cmocka_unit_test(older_names_are_the_same_option),
        cmocka_unit_test(texts_give_way_to_each_other),
        cmocka_unit_test(too_many_texts_are_refused),
        cmocka_unit_test(only_slips_are_near),
        cmocka_unit_test(one_setting_of_a_spec_is_changed),
        cmocka_unit_test_setup(peeking_finds_the_last_value, set_up),
        cmocka_unit_test_setup(values_are_printed_in_one_way, set_up),
        cmocka_unit_test_setup(a_suggestion_gives_way_to_what_is_given, set_up),
    };
    return RUN_TESTS(tests);
}
