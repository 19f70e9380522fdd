/* Files of Hex as documents: swaps of both kinds, positions that were set up, odd turns, resignations. */
#include "games/hex/sgf.h"
#include "harness.h"

/* Reads a text and compares the game and the moves with what a spec and a line say. */
static void expect_game(const char *text, const char *spec, const char *moves) {
    cw_document document;
    cw_error error = {0};
    if (cw_document_read(text, strlen(text), &document, &error) != CW_OK)
        fail_msg("%s: %s", text, error.message);
    cw_text print = {0};
    cw_game_print_spec(document.game, &print);
    assert_string_equal(cw_text_string(&print), spec);
    cw_text_clear(&print);
    for (int i = 0; i < cw_record_length(document.record); i++) {
        cw_text_append(&print, i > 0 ? " " : "");
        cw_record_print_move(document.record, i, &print);
    }
    assert_string_equal(cw_text_string(&print), moves);
    cw_text_free(&print);
    cw_document_clear(&document);
}

static void whose_move_follows_tells_the_swap(void **state) {
    (void)state;
    expect_game("(;GM[11]SZ[5];B[a4];W[swap-pieces];B[c3];W[b2])", "hex:size=5,swap=pieces",
                "a4 swap-pieces c3 b2");
    expect_game("(;GM[11]SZ[5];B[a4];W[swap-pieces];W[c3];B[b2])", "hex:size=5,swap=sides",
                "a4 swap-sides c3 b2");
    expect_game("(;GM[11]SZ[5];B[a4];W[swap-sides];W[c3])", "hex:size=5,swap=sides", "a4 swap-sides c3");
    expect_game("(;GM[11]SZ[5];B[a4];W[swap];B[c3])", "hex:size=5,swap=pieces", "a4 swap-pieces c3");
    expect_game("(;GM[11]SZ[5];B[a4];W[swap-pieces])", "hex:size=5,swap=pieces", "a4 swap-pieces");
}

static void stones_are_set_up(void **state) {
    (void)state;
    expect_game("(;GM[11]SZ[4]AB[a1][b2]AW[c3]PL[W];W[d4];B[a4])",
                "hex:size=4,black=a1b2,white=c3,turn=white", "d4 a4");
    expect_game("(;GM[11]SZ[4]AB[a1][b2];AE[a1];B[d4])", "hex:size=4,black=b2", "d4");
    expect_game("(;GM[11]SZ[3]AB[a1];W[b2];B[c3])", "hex:size=3,black=a1,turn=white", "b2 c3");
}

/* What comes before a move out of turn becomes the position that the game begins with. */
static void odd_turns_are_set_up(void **state) {
    (void)state;
    expect_game("(;GM[11]SZ[5];B[a1];B[a2];W[b3];B[c3])", "hex:size=5,black=a1", "a2 b3 c3");
    expect_game("(;GM[11]SZ[5];W[bc];B[aa])", "hex:size=5,turn=white", "b3 a1");
}

static void a_game_written_reads_back(void **state) {
    (void)state;
    static const char *const specs[][2] = {{"hex:size=6", "a1 b2 c3"},
                                           {"hex:size=4,swap=sides", "b2 swap-sides c3 a1"},
                                           {"hex:size=4,swap=pieces", "b3 swap-pieces d4"},
                                           {"hex:size=19,black=s19a1,white=b10,turn=white", "c3 d4"}};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_game *game = must_create_game(specs[i][0]);
        cw_document document = {.game = game, .record = must_play(game, specs[i][1])}, again;
        cw_text text = {0};
        cw_error error = {0};
        snprintf(document.how, sizeof document.how, "resign");
        document.loser = 1;
        cw_hex_write_sgf(&document, &text);
        if (cw_document_read(cw_text_string(&text), text.length, &again, &error) != CW_OK)
            fail_msg("%s: %s", cw_text_string(&text), error.message);
        assert_true(game->type->hash(game, cw_record_state(document.record)) ==
                    game->type->hash(again.game, cw_record_state(again.record)));
        assert_string_equal(again.how, "resign");
        assert_int_equal(again.loser, 1);
        cw_text_free(&text);
        cw_document_clear(&again);
        cw_document_clear(&document);
    }
}

static void swaps_out_of_place_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"(;GM[11]SZ[5];B[swap];W[a1])",
                                      "(;GM[11]SZ[5];B[a1];W[b2];B[swap-pieces])",
                                      "(;GM[11]SZ[5]AB[a1][b1];W[swap-sides];W[c3])"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cw_document document;
        cw_error error = {0};
        assert_int_equal(cw_document_read(bad[i], strlen(bad[i]), &document, &error), CW_ILLEGAL);
        assert_non_null(strstr(error.message, "a swap is only allowed"));
    }
}

static void bad_set_ups_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"black=a1a1",          "black=a1,white=a1",  "black=z9", "white=11",
                                      "black=a1,swap=sides", "turn=white,swap=on", "black=a"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cw_game *game = NULL;
        cw_error error = {0};
        char spec[64];
        snprintf(spec, sizeof spec, "hex:size=5,%s", bad[i]);
        if (cw_game_create(spec, &game, &error) == CW_OK)
            fail_msg("%s is taken", spec);
        assert_true(error.message[0] != '\0');
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whose_move_follows_tells_the_swap),
        cmocka_unit_test(stones_are_set_up),
        cmocka_unit_test(odd_turns_are_set_up),
        cmocka_unit_test(a_game_written_reads_back),
        cmocka_unit_test(bad_set_ups_are_refused),
        cmocka_unit_test(swaps_out_of_place_are_refused),
    };
    return RUN_TESTS(tests);
}
