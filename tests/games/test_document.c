/* Records are told apart by what they hold. */
#include "harness.h"

static void expect_read(const char *text, const char *spec, int moves) {
    cw_document document;
    cw_error error = {0};
    if (cw_document_read(text, strlen(text), &document, &error) != CW_OK)
        fail_msg("%s: %s", text, error.message);
    cw_text print = {0};
    cw_game_print_spec(document.game, &print);
    assert_string_equal(cw_text_string(&print), spec);
    assert_int_equal(cw_record_length(document.record), moves);
    cw_text_free(&print);
    cw_document_clear(&document);
}

static void every_kind_of_record_is_known(void **state) {
    (void)state;
    expect_read("(;GM[11]SZ[5];B[c3];W[a1])", "hex:size=5", 2);
    expect_read("(;FF[4];B[c3];W[a1])", "hex:size=11", 2);
    expect_read("(;GM[27]SU[hive]; P0[1 move W wS1 N 13 .]; P0[2 done])", "hive:type=Base,repetition=off", 1);
    expect_read("[GameType \"Base+M\"]\n\n1. wS1\n2. bS1 wS1-\n", "hive:type=Base+M,repetition=off", 2);
    expect_read("Base+MLP;InProgress;White[2];wS1;bS1 wS1-\n", "hive:type=Base+MLP,repetition=off", 2);
    expect_read("Base;InProgress;Black[1];wQ", "hive:type=Base,repetition=off,queenfirst=on", 1);
    expect_read(" {\"game\": \"six:tiles=5\", \"moves\": [\"0,0\", \"1,0\"]}", "six:tiles=5", 2);
    expect_read("\xEF\xBB\xBF\n(;GM[11]SZ[5];B[c3])", "hex:size=5", 1);
}

/* Of several games in one text the first is read. */
static void the_first_of_several_games_is_read(void **state) {
    (void)state;
    expect_read("(;GM[11]SZ[5];B[c3])\n(;GM[11]SZ[7];B[a1];W[b2])", "hex:size=5", 1);
    expect_read("[GameType \"Base\"]\n1. wS1\n\nDraw\n\n[GameType \"Base+M\"]\n1. wG1\n2. bG1 wG1-\n",
                "hive:type=Base,repetition=off", 1);
}

static void other_texts_are_refused(void **state) {
    (void)state;
    static const char *const others[] = {"",
                                         "\n",
                                         "hello",
                                         "(;GM[1]SZ[9];B[aa])",
                                         "(;GM[11]SZ[5];B[c3];W[c3])",
                                         "[Event \"chess\"]\n1. e4 e5",
                                         "{\"game\": \"hex\"}",
                                         "{\"game\": \"hex\", \"moves\": [\"a1\", 7]}",
                                         "{\"game\": \"chess\", \"moves\": []}",
                                         "Base;InProgress;White[2];wS1;wS1"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cw_document document;
        cw_error error = {0};
        assert_int_not_equal(cw_document_read(others[i], strlen(others[i]), &document, &error), CW_OK);
        assert_true(error.message[0] != '\0');
        assert_null(document.game);
    }
}

static void formats_are_found_by_name_and_by_file(void **state) {
    (void)state;
    const cw_game_type *hive = cw_game_type_find("hive"), *six = cw_game_type_find("six");
    assert_string_equal(cw_format_find(hive, "pgn")->name, "pgn");
    assert_string_equal(cw_format_of_file(hive, "a.b/game.PGN")->name, "pgn");
    assert_null(cw_format_of_file(hive, "pgn"));
    assert_null(cw_format_find(hive, "csv"));
    assert_null(cw_format_find(six, "sgf"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_record_is_known),
        cmocka_unit_test(the_first_of_several_games_is_read),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(formats_are_found_by_name_and_by_file),
    };
    return RUN_TESTS(tests);
}
