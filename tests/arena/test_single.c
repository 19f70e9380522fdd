/* One game between players. */
#include "harness.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

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
    assert_int_equal(cw_single_play(record, players, 1, &terms, &outcome, NULL), CW_OK);
    assert_int_equal(outcome.forfeiter, 0);
    assert_string_equal(outcome.reason, "out of time");
    assert_true(outcome.result.reward[0] == 0 && outcome.result.reward[1] == 1);
    assert_int_equal(outcome.moves, 1);

    cw_record_clear(record);
    cw_flag stop = {1};
    terms = (cw_game_terms){.stop = &stop};
    assert_int_equal(cw_single_play(record, players, 1, &terms, &outcome, NULL), CW_OK);
    assert_true(outcome.is_abandoned);
    cw_player_destroy(players[0]);
    cw_player_destroy(players[1]);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* In Six a lift and its lay are one move; chance is none. */
static void moves_are_counted_as_people_do(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=6,max_moves=30");
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    assert_int_equal(cw_player_create("random", game, 1, &player, NULL), CW_OK);
    cw_game_outcome outcome;
    int two_phase_games = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        cw_record_clear(record);
        assert_int_equal(cw_single_play(record, (cw_player *[]){player, player}, seed, &(cw_game_terms){0},
                                        &outcome, NULL),
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

static cw_flag is_stopped;

static void on_signal(int number) {
    (void)number;
    cw_flag_raise(&is_stopped);
}

static void *stop_soon(void *payload) {
    (void)payload;
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    cw_flag_raise(&is_stopped);
    return NULL;
}

static cw_game_outcome play_against(const char *engine) {
    cw_game *game = must_create_game("hex:size=5");
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    cw_game_outcome outcome;
    cw_error error = {0};
    cw_flag_lower(&is_stopped);
    assert_int_equal(cw_player_create(engine, game, 1, &player, &error), CW_OK);
    if (cw_single_play(record, (cw_player *[]){player, player}, 1, &(cw_game_terms){.stop = &is_stopped},
                       &outcome, &error) != CW_OK)
        fail_msg("%s", error.message);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return outcome;
}

/* Whoever ends a job sends the signal to an engine and to us, in any order. */
static void an_engine_that_ends_with_us_has_not_lost(void **state) {
    (void)state;
    signal(SIGTERM, on_signal);
    cw_game_outcome outcome = play_against("ext:gtp:read c; echo =; echo; kill -TERM $PPID");
    signal(SIGTERM, SIG_DFL);
    assert_true(outcome.is_abandoned && outcome.forfeiter < 0);

    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, NULL), 0);
    outcome = play_against("ext:gtp:read c; echo =; echo");
    pthread_join(thread, NULL);
    assert_true(outcome.is_abandoned && outcome.forfeiter < 0);

    outcome = play_against("ext:gtp:read c; echo =; echo");
    assert_true(!outcome.is_abandoned && outcome.forfeiter == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_out_of_time_loses),
        cmocka_unit_test(moves_are_counted_as_people_do),
        cmocka_unit_test(an_engine_that_ends_with_us_has_not_lost),
    };
    return RUN_TESTS(tests);
}
