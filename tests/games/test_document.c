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
    expect_read("Base;InProgress;Black[1];wQ", "hive:type=Base,repetition=off,queen_first=on", 1);
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

/* Plays a random game of at most this many decisions. */
static void play_at_random(cw_record *record, cw_rng *rng, int decisions) {
    const cw_game *game = cw_record_game(record);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    assert_non_null(moves);
    for (int i = 0; i < decisions && cw_record_to_decide(record) != CW_NOBODY; i++) {
        int count = game->type->moves(game, cw_record_state(record), moves);
        assert_int_equal(cw_record_play(record, moves[cw_rng_below(rng, (uint32_t)count)], NULL), CW_OK);
    }
    free(moves);
}

/* Writes a game in a format and reads it back, told by its content alone. */
static void check_round_trip(const cw_document *document, const cw_format *format) {
    const cw_game *game = document->game;
    cw_document again;
    cw_error error = {0};
    cw_text text = {0};
    format->write(document, &text);
    if (cw_document_read(cw_text_string(&text), text.length, &again, &error) != CW_OK)
        fail_msg("%s of %s: %s\n%s", format->name, game->type->name, error.message, cw_text_string(&text));
    assert_ptr_equal(again.game->type, game->type);
    assert_int_equal(cw_record_length(again.record), cw_record_length(document->record));
    if (game->type->hash(game, cw_record_state(document->record)) !=
        game->type->hash(again.game, cw_record_state(again.record)))
        fail_msg("%s of %s reads as another position:\n%s", format->name, game->type->name,
                 cw_text_string(&text));
    cw_text_free(&text);
    cw_document_clear(&again);
}

static void must_hold(const char *text, int count) {
    cw_document document;
    cw_error error = {0};
    if (cw_document_count(text, strlen(text)) != count)
        fail_msg("%d games in %s", cw_document_count(text, strlen(text)), text);
    assert_int_equal(cw_document_read_at(text, strlen(text), count + 1, &document, &error), CW_BAD_INPUT);
    assert_non_null(strstr(error.message, "there is no game"));
    assert_int_equal(cw_document_read_at(text, strlen(text), 0, &document, &error), CW_BAD_INPUT);
}

/* Each game of a text is told from the others: brackets and parentheses in values and comments do not. */
static void games_are_counted(void **state) {
    (void)state;
    must_hold("", 1);
    must_hold("hello\nworld", 1);
    must_hold("(;GM[11]SZ[5];B[c3])", 1);
    must_hold("(;GM[11]SZ[5]C[a) (b \\] (c];B[c3])\n(;GM[11]SZ[4])\n\n", 2);
    must_hold("(;GM[11]SZ[5];B[c3](;W[c4])(;W[c5]))(;GM[27])(;GM[11]SZ[6])", 3);
    must_hold("[GameType \"Base\"]\n[Event \"x\"]\n\n1. wS1\n{a\n[b}\n2. bS1 wS1-\n\n[GameType "
              "\"Base\"]\n\n1. wS1\n",
              2);
    must_hold("Base;InProgress;Black[1];wS1\nBase;NotStarted;White[1]\n", 2);
    must_hold("{\"game\": \"hex\", \"moves\": []}\n{\"game\": \"six\", \"moves\": []}", 2);
}

/* Random games written one after the other come back each. */
static void each_of_several_games_is_read(void **state) {
    (void)state;
    static const char *const specs[] = {"hex:size=5", "hive"};
    enum { GAMES = 4 };
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_game *game = must_create_game(specs[i]);
        for (const cw_format *format = game->type->formats; format->name != NULL; format++) {
            cw_text text = {0};
            uint64_t hashes[GAMES];
            for (int k = 0; k < GAMES; k++) {
                cw_rng rng = cw_rng_make((uint64_t)k, i);
                cw_document document = {.game = game, .record = must_play(game, "")};
                play_at_random(document.record, &rng, 5 + 3 * k);
                hashes[k] = game->type->hash(game, cw_record_state(document.record));
                format->write(&document, &text);
                cw_record_destroy(document.record);
            }
            must_hold(cw_text_string(&text), GAMES);
            for (int k = 0; k < GAMES; k++) {
                cw_document again;
                assert_int_equal(cw_document_read_at(cw_text_string(&text), text.length, k + 1, &again, NULL),
                                 CW_OK);
                assert_true(again.game->type->hash(again.game, cw_record_state(again.record)) == hashes[k]);
                cw_document_clear(&again);
            }
            cw_text_free(&text);
        }
        cw_game_destroy(game);
    }
}

static void random_games_come_back_in_every_format(void **state) {
    (void)state;
    static const char *const specs[] = {"hex:size=5",
                                        "hex:size=7,swap=pieces",
                                        "hex:size=4,swap=sides",
                                        "hex:size=6,black=a1f6,white=c3,turn=white",
                                        "hive",
                                        "hive:type=Base+MLP,queen_first=on"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_game *game = must_create_game(specs[i]);
        for (uint64_t seed = 1; seed <= 20; seed++) {
            cw_rng rng = cw_rng_make(seed, i);
            cw_document document = {.game = game, .record = must_play(game, "")};
            play_at_random(document.record, &rng, (int)cw_rng_below(&rng, 60));
            for (const cw_format *format = game->type->formats; format->name != NULL; format++)
                check_round_trip(&document, format);
            cw_record_destroy(document.record);
        }
        cw_game_destroy(game);
    }
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
        cmocka_unit_test(games_are_counted),
        cmocka_unit_test(each_of_several_games_is_read),
        cmocka_unit_test(random_games_come_back_in_every_format),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(formats_are_found_by_name_and_by_file),
    };
    return RUN_TESTS(tests);
}
