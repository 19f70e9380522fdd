/* Moves as text, and the details of the rules that stand in the texts. */
#include "games/hive/hash.h"
#include "harness.h"

static cw_record *at(cw_game *game, const char *moves) {
    return must_play(game, moves);
}

/* Parses in the record's position; the canonical text, or NULL when refused. */
static const char *reread(cw_record *record, const char *text, cw_text *out, cw_status *status) {
    const cw_game *game = cw_record_game(record);
    cw_move move;
    cw_error error = {0};
    cw_text_clear(out);
    *status = game->type->parse(game, cw_record_state(record), text, &move, &error);
    if (*status != CW_OK)
        return NULL;
    game->type->print(game, cw_record_state(record), move, out);
    return cw_text_string(out);
}

static void all_spellings_name_the_same_move(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive:type=Base+MLP");
    cw_record *record = at(game, "wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ");
    cw_text text = {0};
    cw_status status;
    /* wB2 lies on wQ; one step to the east of it, told by the
       stack's top, by the covered queen, by itself. */
    const char *canonical = "wB2 wQ-";
    static const char *const spellings[] = {"wB2 wQ-", "wB2 wB2-", "  wb2   WQ- ", "WB2\twQ-", "wB2 wQ1-"};
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        const char *read = reread(record, spellings[i], &text, &status);
        assert_non_null(read);
        assert_string_equal(read, canonical);
    }
    /* Climbing has no sign. */
    assert_string_equal(reread(record, "wB2 wB1", &text, &status), "wB2 wB1");
    assert_null(reread(record, "wB2 -wQ", &text, &status));
    assert_int_equal(status, CW_ILLEGAL);
    /* Single bugs may carry a number. */
    assert_string_equal(reread(record, "wM1 wB2-", &text, &status), "wM wB2-");
    cw_text_free(&text);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void nonsense_and_illegal_moves_are_told_apart(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive");
    cw_record *record = at(game, "wS1;bS1 wS1-");
    cw_text text = {0};
    static const char *const nonsense[] = {"",          "x",           "wX1 -wS1",  "wA4 -wS1",
                                           "wA -wS1",   "wA1",         "wA1 wZ9-",  "wA1 -",
                                           "wA1 --wS1", "wA1 wS1 bS1", "wA1 ?wS1-", "pass now"};
    static const char *const illegal[] = {"pass",     "wA1 bS1-", "wA2 -wS1", "bA1 bS1-",
                                          "wS1 wS1-", "wM -wS1",  "wA1 -wG1", "wA1 wS1"};
    cw_status status;
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        assert_null(reread(record, nonsense[i], &text, &status));
        assert_int_equal(status, CW_BAD_INPUT);
    }
    for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++) {
        assert_null(reread(record, illegal[i], &text, &status));
        assert_int_equal(status, CW_ILLEGAL);
    }
    cw_text_free(&text);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void the_queen_first_option_allows_it(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive:queen_first=on");
    cw_record *record = at(game, "wQ;bQ wQ-");
    assert_int_equal(cw_record_length(record), 2);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* Two queens step to and fro: the opening position of the dance occurs for the third time. */
static const char dance[] = "wG1;bG1 wG1-;wQ -wG1;bQ bG1-;"
                            "wQ \\wG1;bQ bG1\\;wQ -wG1;bQ bG1-;wQ \\wG1;bQ bG1\\;wQ -wG1;bQ bG1-";

static void the_third_occurrence_is_a_draw(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive");
    cw_record *record = at(game, dance);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_result result;
    cw_record_result(record, &result);
    assert_string_equal(game->type->endings[result.ending], "repetition");
    assert_true(result.reward[0] == 0.5 && result.reward[1] == 0.5);
    cw_record_destroy(record);
    cw_game_destroy(game);
    game = must_create_game("hive:repetition=off");
    record = at(game, dance);
    assert_int_equal(cw_record_to_decide(record), 0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void max_turns_end_the_game(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive:max_turns=3");
    cw_record *record = at(game, "wG1;bG1 wG1-;wQ -wG1");
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_result result;
    cw_record_result(record, &result);
    assert_string_equal(game->type->endings[result.ending], "limit");
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static uint64_t hash_after(cw_game *game, const char *moves) {
    cw_record *record = at(game, moves);
    uint64_t hash = cw_record_hashes(record)[cw_record_length(record)];
    cw_record_destroy(record);
    return hash;
}

/* The hash of the same pieces, each at `factor` times its cell plus `shift`, built from nothing. */
static uint64_t hash_elsewhere(const cw_hive_powers *powers, const cw_game *game, const cw_state *state,
                               int factor, int shift) {
    cw_state built;
    game->type->start(game, &built);
    for (int level = 0; level < 8; level++) {
        for (int piece = 0; piece < CW_HIVE_PIECES; piece++) {
            if (!cw_hive_on_board(state, piece) || state->level[piece] != level)
                continue;
            int cell =
                ((state->cell[piece] * factor + shift) % CW_HIVE_CELLS + CW_HIVE_CELLS) % CW_HIVE_CELLS;
            cw_hive_put(&built, piece, cell);
            cw_hive_hash_add(powers, &built, piece);
        }
    }
    built.ply = state->ply;
    built.stunned = state->stunned;
    return cw_hive_hash(powers, &built);
}

static void hashes_do_not_see_where_the_hive_lies(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive:type=Base+MLP,repetition=off");
    cw_hive_powers powers;
    cw_hive_fill_powers(&powers);
    for (uint64_t seed = 0; seed < 50; seed++) {
        cw_record *record = at(game, "");
        cw_rng rng = cw_rng_make(seed, 0);
        for (int ply = 0; ply < 60 && cw_record_to_decide(record) != CW_NOBODY; ply++) {
            cw_move moves[CW_HIVE_MOVES_MAX];
            int count = game->type->moves(game, cw_record_state(record), moves);
            cw_record_play(record, moves[cw_rng_below(&rng, (uint32_t)count)], NULL);
            uint64_t hash = cw_record_hashes(record)[cw_record_length(record)];
            int shift = (int)cw_rng_below(&rng, CW_HIVE_CELLS);
            assert_int_equal(hash, hash_elsewhere(&powers, game, cw_record_state(record), 1, shift));
            if (ply > 4) /* turned by half a circle */
                assert_int_not_equal(hash, hash_elsewhere(&powers, game, cw_record_state(record), -1, shift));
        }
        cw_record_destroy(record);
    }
    cw_game_destroy(game);
}

static void the_side_to_move_counts_in_the_hash(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive");
    /* White loses a move on the way: two steps against one. */
    uint64_t two = hash_after(game, "wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wQ \\wG1;bQ bG1/;wQ wG1/;bQ bG1-");
    uint64_t one = hash_after(game, "wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wQ \\wG1;bQ bG1/;wQ wG1/");
    assert_int_not_equal(two, one);
    cw_game_destroy(game);
}

static void a_thrown_piece_counts_in_the_hash(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive:type=Base+P");
    /* The same pieces in the same places; in one game the queen came there last, in the other the pillbug. */
    uint64_t queen = hash_after(game, "wS1;bS1 wS1-;wP -wS1;bQ bS1-;wQ -wP;bA1 bQ-;wQ \\wP;bA1 bQ/");
    uint64_t ant = hash_after(game, "wS1;bS1 wS1-;wP -wS1;bQ bS1-;wQ \\wP;bA1 bQ/");
    assert_int_not_equal(queen, ant);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_spellings_name_the_same_move),
        cmocka_unit_test(nonsense_and_illegal_moves_are_told_apart),
        cmocka_unit_test(the_queen_first_option_allows_it),
        cmocka_unit_test(the_third_occurrence_is_a_draw),
        cmocka_unit_test(max_turns_end_the_game),
        cmocka_unit_test(hashes_do_not_see_where_the_hive_lies),
        cmocka_unit_test(the_side_to_move_counts_in_the_hash),
        cmocka_unit_test(a_thrown_piece_counts_in_the_hash),
    };
    return RUN_TESTS(tests);
}
