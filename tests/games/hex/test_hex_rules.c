/* Rules and notation of Hex. */
#include "games/hex/board.h"
#include "harness.h"

static cw_state *state_after(const cw_game *game, const char *moves, cw_record **record) {
    *record = must_play(game, moves);
    return (cw_state *)(uintptr_t)cw_record_state(*record);
}

static void black_joins_top_and_bottom(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record;
    cw_result result;
    state_after(game, "b1 a1 b2 a2 b3", &record);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_record_result(record, &result);
    assert_true(result.reward[0] == 1.0 && result.reward[1] == 0.0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void white_joins_left_and_right(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record;
    cw_result result;
    state_after(game, "a1 a2 b1 b2 c3 c1", &record);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_record_result(record, &result);
    assert_true(result.reward[1] == 1.0 && result.reward[0] == 0.0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* The two diagonals differ: along the short one stones touch, along the long one they do not. */
static void only_the_short_diagonal_joins(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record;
    state_after(game, "c1 a1 b2 b1 a3", &record);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_record_destroy(record);
    state_after(game, "a1 b1 b2 c1 c3", &record);
    assert_int_equal(cw_record_to_decide(record), 1);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void one_cell_is_one_move(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=1,swap=on");
    cw_record *record;
    cw_result result;
    state_after(game, "a1", &record);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_record_result(record, &result);
    assert_true(result.reward[0] == 1.0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void swap_pieces_mirrors_the_stone(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5,swap=pieces");
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_record *record;
    cw_state *position = state_after(game, "b4 swap-pieces", &record);
    assert_false(cw_hex_has_stone(board, position, CW_HEX_BLACK, cw_hex_cell(board, 1, 3)));
    assert_true(cw_hex_has_stone(board, position, CW_HEX_WHITE, cw_hex_cell(board, 3, 1)));
    assert_int_equal(cw_record_to_decide(record), 0);
    assert_int_equal(cw_game_seat(game, position, 0), 0);
    assert_int_equal(game->type->count_moves(game, position), 24);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void swap_sides_changes_colours(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=2,swap=sides");
    cw_record *record;
    cw_result result;
    cw_state *position = state_after(game, "b1 swap-sides", &record);
    assert_int_equal(cw_record_to_decide(record), 0);
    assert_int_equal(cw_game_seat(game, position, 0), 1);
    assert_int_equal(cw_record_play_line(record, "a1 a2", NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_record_result(record, &result);
    assert_true(result.reward[1] == 1.0); /* b1 and a2 join Black's sides, and Black is player 1 now */
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void swap_is_the_second_move_only(void **state) {
    (void)state;
    static const struct {
        const char *spec, *before, *move;
    } refused[] = {
        {"hex:size=5", "a1", "swap-pieces"},
        {"hex:size=5,swap=on", "", "swap-pieces"},
        {"hex:size=5,swap=on", "a1 b2", "swap-pieces"},
        {"hex:size=5,swap=on", "a1 swap-pieces", "swap-pieces"},
        {"hex:size=5,swap=on", "a1", "swap-sides"},
        {"hex:size=5,swap=sides", "a1", "swap-pieces"},
        {"hex:size=5,swap=sides", "a1 swap-sides", "swap-sides"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        cw_game *game = must_create_game(refused[i].spec);
        cw_record *record = must_play(game, refused[i].before);
        assert_int_equal(cw_record_play_text(record, refused[i].move, NULL), CW_ILLEGAL);
        cw_record_destroy(record);
        cw_game_destroy(game);
    }
}

static void bad_moves_are_named(void **state) {
    (void)state;
    static const struct {
        const char *move;
        cw_status status;
        const char *message;
    } cases[] = {
        {"b2", CW_ILLEGAL, "b2 is occupied"},
        {"f1", CW_BAD_INPUT, "f1 is off the board, which goes from a1 to e5"},
        {"a6", CW_BAD_INPUT, "a6 is off the board, which goes from a1 to e5"},
        {"a0", CW_BAD_INPUT, "'a0' is not a cell, write a letter and a number such as a1"},
        {"a01", CW_BAD_INPUT, "'a01' is not a cell, write a letter and a number such as a1"},
        {"a1x", CW_BAD_INPUT, "'a1x' is not a cell, write a letter and a number such as a1"},
        {"", CW_BAD_INPUT, "'' is not a cell, write a letter and a number such as a1"},
        {"3", CW_BAD_INPUT, "'3' is not a cell, write a letter and a number such as a1"},
    };
    cw_game *game = must_create_game("hex:size=5");
    cw_record *record = must_play(game, "b2");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_error error;
        assert_int_equal(cw_record_play_text(record, cases[i].move, &error), cases[i].status);
        assert_string_equal(error.message, cases[i].message);
    }
    assert_int_equal(cw_record_play_text(record, "C3", NULL), CW_OK);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* The order of moves does not matter to the hash, colours and the right to move do. */
static void hash_knows_the_position_alone(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=13,swap=on");
    cw_record *record;
    uint64_t hash[5];
    static const char *const lines[5] = {"a1 m13 c2 d4", "c2 d4 a1 m13", "a1 d4 c2 m13", "m13 a1 c2 d4",
                                         "a1"};
    for (int i = 0; i < 5; i++) {
        hash[i] = game->type->hash(game, state_after(game, lines[i], &record));
        cw_record_destroy(record);
    }
    assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
    assert_true(hash[0] != hash[3] && hash[0] != hash[4]);
    cw_state *position = state_after(game, "m13 swap-pieces", &record);
    cw_state *lone = cw_game_alloc_states(game, 1);
    cw_hex_clear(cw_hex_board_of(game), lone, CW_HEX_BLACK);
    cw_hex_put(cw_hex_board_of(game), lone, CW_HEX_WHITE, cw_hex_cell(cw_hex_board_of(game), 12, 12));
    assert_true(game->type->hash(game, position) == game->type->hash(game, lone));
    free(lone);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void every_cell_prints_and_parses(void **state) {
    (void)state;
    for (int size = 1; size <= 19; size++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hex:size=%d", size);
        cw_game *game = must_create_game(spec);
        cw_record *record = must_play(game, "");
        const cw_state *position = cw_record_state(record);
        cw_move moves[CW_HEX_CELLS_MAX];
        int count = game->type->moves(game, position, moves);
        assert_int_equal(count, size * size);
        for (int i = 0; i < count; i++) {
            cw_text text = {0};
            cw_move again;
            game->type->print(game, position, moves[i], &text);
            assert_int_equal(game->type->parse(game, position, cw_text_string(&text), &again, NULL), CW_OK);
            assert_int_equal(moves[i], again);
            cw_text_free(&text);
        }
        cw_record_destroy(record);
        cw_game_destroy(game);
    }
}

static void perft_counts_lines(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        int depth;
        uint64_t leaves;
    } cases[] = {
        {"hex:size=11", 2, 121 * 120},
        {"hex:size=19", 2, 361 * 360},
        {"hex:size=5", 3, 25 * 24 * 23},
        {"hex:size=5,swap=on", 2, 25 * 25},
        {"hex:size=5,swap=on", 3, 25 * (24 * 23 + 24)},
        {"hex:size=2", 3, 4 * 3 * 2}, /* no win before the third stone, and Black may have won with it */
        {"hex:size=2", 4, 3 * 2 * 2}, /* three of the six pairs of black cells do not join */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_game *game = must_create_game(cases[i].spec);
        cw_record *record = must_play(game, "");
        uint64_t leaves;
        assert_int_equal(cw_game_perft(game, cw_record_state(record), cases[i].depth, NULL, &leaves, NULL),
                         CW_OK);
        if (leaves != cases[i].leaves)
            fail_msg("%s depth %d: %llu", cases[i].spec, cases[i].depth, (unsigned long long)leaves);
        cw_record_destroy(record);
        cw_game_destroy(game);
    }
}

static void the_scene_shows_board_and_last_move(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    cw_record *record = must_play(game, "b3 c2");
    cw_scene scene = {0};
    game->type->draw(game, cw_record_state(record), &scene);
    assert_int_equal(scene.cell_count, 16);
    assert_int_equal(scene.label_count, 16);
    for (int i = 0; i < scene.cell_count; i++) {
        const cw_scene_cell *cell = &scene.cells[i];
        bool black = cell->q == 1 && cell->r == 2, white = cell->q == 2 && cell->r == 1;
        assert_int_equal(cell->fill, black ? CW_COLOR_BLACK : white ? CW_COLOR_WHITE : CW_COLOR_BOARD);
        assert_int_equal(cell->marks, white ? CW_MARK_LAST : 0);
    }
    assert_string_equal(cw_text_string(&scene.caption), "Black to move");
    cw_scene_free(&scene);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_joins_top_and_bottom),
        cmocka_unit_test(white_joins_left_and_right),
        cmocka_unit_test(only_the_short_diagonal_joins),
        cmocka_unit_test(one_cell_is_one_move),
        cmocka_unit_test(swap_pieces_mirrors_the_stone),
        cmocka_unit_test(swap_sides_changes_colours),
        cmocka_unit_test(swap_is_the_second_move_only),
        cmocka_unit_test(bad_moves_are_named),
        cmocka_unit_test(hash_knows_the_position_alone),
        cmocka_unit_test(every_cell_prints_and_parses),
        cmocka_unit_test(perft_counts_lines),
        cmocka_unit_test(the_scene_shows_board_and_last_move),
    };
    return RUN_TESTS(tests);
}
