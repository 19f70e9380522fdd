/* The rules against the slow reference; tests/long/test_tantrix_reference.c plays more of the same. */
#include "games/tantrix/compare.h"

static void random_games_agree(void **state) {
    (void)state;
    assert_true(compare_games(60, COMPARE_RANDOM, 1) > 0);
}

static void games_across_the_torus_agree(void **state) {
    (void)state;
    compare_games(6, COMPARE_FAR, 2);
}

/* Deadlocks are rare: about 3 in 100,000 random games of two. These were found by playing many. */
static void a_game_in_deadlock_agrees(void **state) {
    (void)state;
    cw_game *game = must_create_game(compare_kinds[0].spec);
    compare_outcome outcome = compare_game(game, &compare_kinds[0], COMPARE_RANDOM, 0, cw_rng_make(99, 4757));
    assert_true(outcome.deadlock);
    cw_game_destroy(game);
}

/* In the same game with deadlock=pass the turn passes instead. */
static void a_game_with_passes_agrees(void **state) {
    (void)state;
    const compare_kind kind = {"tantrix:deadlock=pass", 2, "RYGB", true};
    cw_game *game = must_create_game(kind.spec);
    compare_outcome outcome = compare_game(game, &kind, COMPARE_RANDOM, 0, cw_rng_make(99, 4757));
    assert_true(outcome.passes > 0);
    cw_game_destroy(game);
}

/* ---- The course of a game ---- */

static const char opening[] = "+1;+2;+3;+4;+5;+6;+7;+8;+9;+10;+11;+12";

static void hands_are_dealt_in_turn_order(void **state) {
    (void)state;
    cw_game *game = must_create_game("tantrix");
    cw_record *record = must_play(game, "+1;+2;+3;+4;+5;+6;+7");
    assert_int_equal(cw_record_to_decide(record), CW_CHANCE);
    cw_error error;
    assert_int_equal(cw_record_play_text(record, "+7", &error), CW_ILLEGAL);
    assert_int_equal(cw_record_play_text(record, "+57", &error), CW_BAD_INPUT);
    assert_int_equal(cw_record_play_text(record, "8@0,0/0", &error), CW_ILLEGAL);
    assert_int_equal(cw_record_play_line(record, "+8;+9;+10;+11;+12", &error), CW_OK);
    assert_int_equal(cw_record_to_decide(record), 0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void the_first_tile_lies_at_the_origin_any_way_round(void **state) {
    (void)state;
    cw_game *game = must_create_game("tantrix");
    cw_record *record = must_play(game, opening);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    assert_int_equal(game->type->moves(game, cw_record_state(record), moves), 36);
    cw_error error;
    assert_int_equal(cw_record_play_text(record, "1@1,0/0", &error), CW_ILLEGAL);
    assert_int_equal(cw_record_play_text(record, "7@0,0/0", &error), CW_ILLEGAL);
    assert_int_equal(cw_record_play_text(record, "pass", &error), CW_ILLEGAL);
    assert_int_equal(cw_record_play_text(record, "1@0,0", &error), CW_BAD_INPUT);
    assert_int_equal(cw_record_play_text(record, "1@0,0/5", &error), CW_OK);
    assert_int_equal(cw_record_to_decide(record), CW_CHANCE);
    free(moves);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void colors_must_be_different_letters(void **state) {
    (void)state;
    static const char *const bad[] = {"colors=RR", "colors=R", "players=3,colors=RY", "colors=RX",
                                      "players=5"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char spec[64];
        cw_game *game;
        cw_error error;
        snprintf(spec, sizeof spec, "tantrix:%s", bad[i]);
        assert_int_equal(cw_game_create(spec, &game, &error), CW_BAD_INPUT);
    }
    cw_game *game = must_create_game("tantrix:players=3,colors=bgr");
    assert_string_equal(game->seats[0].name, "blue");
    assert_string_equal(game->seats[2].letter, "r");
    cw_game_destroy(game);
}

/* The order in which a hand was drawn does not matter to what follows. */
static void equal_positions_have_equal_hashes(void **state) {
    (void)state;
    cw_game *game = must_create_game("tantrix");
    cw_record *one = must_play(game, "+1;+2;+3;+4;+5;+6"), *other = must_play(game, "+6;+5;+4;+3;+2;+1");
    assert_true(cw_record_hashes(one)[6] == cw_record_hashes(other)[6]);
    assert_true(cw_record_hashes(one)[5] != cw_record_hashes(other)[5]);
    cw_record_destroy(one);
    cw_record_destroy(other);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree),
        cmocka_unit_test(games_across_the_torus_agree),
        cmocka_unit_test(a_game_in_deadlock_agrees),
        cmocka_unit_test(a_game_with_passes_agrees),
        cmocka_unit_test(hands_are_dealt_in_turn_order),
        cmocka_unit_test(the_first_tile_lies_at_the_origin_any_way_round),
        cmocka_unit_test(colors_must_be_different_letters),
        cmocka_unit_test(equal_positions_have_equal_hashes),
    };
    return RUN_TESTS(tests);
}
