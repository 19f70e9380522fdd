#include "flower.h"
#include "harness.h"

static cw_game *make(const char *settings) {
    cw_game *game = NULL;
    assert_int_equal(cw_game_create_from(&cw_flower_game, settings, &game, NULL), CW_OK);
    return game;
}

static void check_end(const char *settings, const char *moves, double red, const char *ending) {
    cw_game *game = make(settings);
    cw_record *record = must_play(game, moves);
    cw_result result;
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_record_result(record, &result);
    assert_true(result.reward[0] == red && result.reward[1] == 1 - red);
    assert_string_equal(game->type->endings[result.ending], ending);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void a_triangle_wins(void **state) {
    (void)state;
    check_end("", "0,0 1,0 -1,0 0,1 0,-1", 1, "triangle");
    check_end("misere=on", "0,0 1,0 -1,0 0,1 0,-1", 0, "triangle");
}

static void a_full_board_without_one_is_a_draw(void **state) {
    (void)state;
    check_end("", "1,-1 0,0 0,1 1,0 -1,1 -1,0 0,-1", 0.5, "full board");
}

/* Nobody can have three stones before the fifth move. */
static void the_first_moves_are_counted(void **state) {
    (void)state;
    cw_game *game = make("");
    cw_record *record = must_play(game, "");
    static const uint64_t expected[] = {1, 7, 42, 210, 840, 2520};
    for (int depth = 0; depth <= 5; depth++) {
        uint64_t leaves;
        assert_int_equal(cw_game_perft(game, cw_record_state(record), depth, NULL, &leaves, NULL), CW_OK);
        assert_int_equal(leaves, expected[depth]);
    }
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static double best_reward(const cw_game *game, const cw_state *state, int player) {
    int decides = game->type->to_decide(game, state);
    if (decides == CW_NOBODY) {
        cw_result result;
        game->type->result(game, state, &result);
        return result.reward[player];
    }
    cw_move moves[8];
    double best = decides == player ? 0 : 1;
    cw_state *next = cw_game_alloc_states(game, 1);
    for (int i = game->type->moves(game, state, moves) - 1; i >= 0; i--) {
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        double value = best_reward(game, next, player);
        best = (decides == player) == (value > best) ? value : best;
    }
    free(next);
    return best;
}

/* Red takes the middle, then a cell with free neighbours on both sides: two threats at once. */
static void red_wins_with_best_play(void **state) {
    (void)state;
    cw_game *game = make("");
    cw_record *record = must_play(game, "");
    assert_true(best_reward(game, cw_record_state(record), 0) == 1);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void wrong_moves_are_explained(void **state) {
    (void)state;
    cw_game *game = make("");
    cw_record *record = must_play(game, "0,0");
    cw_error error;
    assert_int_equal(cw_record_play_text(record, "0,0", &error), CW_ILLEGAL);
    assert_string_equal(error.message, "0,0 is taken");
    assert_int_equal(cw_record_play_text(record, "2,0", &error), CW_BAD_INPUT);
    assert_int_equal(cw_record_play_text(record, "middle", &error), CW_BAD_INPUT);
    assert_string_equal(error.message, "'middle' is not a cell, write q,r such as 1,-1");
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_triangle_wins),
        cmocka_unit_test(a_full_board_without_one_is_a_draw),
        cmocka_unit_test(the_first_moves_are_counted),
        cmocka_unit_test(red_wins_with_best_play),
        cmocka_unit_test(wrong_moves_are_explained),
    };
    return RUN_TESTS(tests);
}
