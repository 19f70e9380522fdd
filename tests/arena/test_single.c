/* One game between players. */
#include "harness.h"

#include "arena/single.h"

static void who_is_out_of_time_loses(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_record *record = must_play(game, "");
    cw_player *players[2] = {NULL, NULL};
    for (int seat = 0; seat < 2; seat++)
        assert_int_equal(cw_player_create("random", game, 1, &players[seat], NULL), CW_OK);
    cw_game_outcome outcome;
    cw_game_terms terms = {.clock_seconds = 1e-12};
    assert_int_equal(cw_arena_play_game(record, players, 1, &terms, &outcome, NULL), CW_OK);
    assert_int_equal(outcome.forfeiter, 0);
    assert_string_equal(outcome.reason, "out of time");
    assert_true(outcome.result.reward[0] == 0 && outcome.result.reward[1] == 1);
    assert_int_equal(outcome.moves, 1);

    cw_record_clear(record);
    atomic_bool stop = true;
    terms = (cw_game_terms){.stop = &stop};
    assert_int_equal(cw_arena_play_game(record, players, 1, &terms, &outcome, NULL), CW_OK);
    assert_true(outcome.is_abandoned);
    cw_player_destroy(players[0]);
    cw_player_destroy(players[1]);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* In Six a lift and its lay are one move; chance is none. */
static void moves_are_counted_as_people_do(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=6,maxmoves=30");
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    assert_int_equal(cw_player_create("random", game, 1, &player, NULL), CW_OK);
    cw_game_outcome outcome;
    int two_phase_games = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        cw_record_clear(record);
        assert_int_equal(cw_arena_play_game(record, (cw_player *[]){player, player}, seed,
                                            &(cw_game_terms){0}, &outcome, NULL),
                         CW_OK);
        int turns = 0;
        for (int i = 0; i < cw_record_length(record); i++) {
            cw_text text = {0};
            cw_record_print_move(record, i, &text);
            char first = cw_text_string(&text)[0];
            bool is_last = i == cw_record_length(record) - 1;
            turns += (first != 'x' && first != 'k') || is_last;
            two_phase_games += first == 'x';
            cw_text_free(&text);
        }
        assert_int_equal(outcome.moves, turns);
    }
    assert_true(two_phase_games > 0);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_out_of_time_loses),
        cmocka_unit_test(moves_are_counted_as_people_do),
    };
    return RUN_TESTS(tests);
}
