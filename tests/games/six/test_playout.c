/* Playouts: their distribution is that of a player who picks every legal move with the same chance. */
#include <math.h>

#include "harness.h"

enum { BINS = 4096 };

/* A bin for how a game ended: the ending, the winner and the number of decisions. */
static int bin_of(const cw_result *result, int plies) {
    int winner = result->reward[0] > 0.9 ? 0 : result->reward[0] < 0.1 ? 1 : 2;
    int length = plies > 150 ? 150 : plies;
    return (result->ending * 3 + winner) * 151 + length;
}

static int slow_game(const cw_game *game, const cw_state *start, cw_state *state, cw_rng *rng) {
    cw_move moves[512];
    int plies = 0;
    memcpy(state, start, game->state_size);
    for (int decider; (decider = game->type->to_decide(game, state)) != CW_NOBODY;) {
        int count = game->type->moves(game, state, moves);
        game->type->play(game, state, moves[cw_rng_below(rng, (uint32_t)count)]);
        plies += decider != CW_CHANCE;
    }
    cw_result result;
    game->type->result(game, state, &result);
    return bin_of(&result, plies);
}

static int fast_game(const cw_game *game, const cw_state *start, cw_state *state, cw_rng *rng) {
    cw_playout playout = {0};
    memcpy(state, start, game->state_size);
    game->type->policies[0].playout(game, NULL, state, rng, &playout);
    assert_true(playout.finished);
    return bin_of(&playout.result, playout.plies);
}

/* Two samples of the same distribution: the chi-square statistic is about its degrees of freedom. */
static void expect_same_distribution(const char *spec, const char *line, int count) {
    static int fast[BINS], slow[BINS];
    memset(fast, 0, sizeof fast);
    memset(slow, 0, sizeof slow);
    cw_game *game = must_create_game(spec);
    cw_record *record = must_play(game, line);
    cw_state *state = cw_game_alloc_states(game, 1);
    cw_rng rng = cw_rng_make(7, 0);
    for (int i = 0; i < count; i++) {
        fast[fast_game(game, cw_record_state(record), state, &rng)]++;
        slow[slow_game(game, cw_record_state(record), state, &rng)]++;
    }
    double chi_square = 0;
    int freedom = -1, rest_fast = 0, rest_slow = 0;
    for (int i = 0; i <= BINS; i++) {
        /* Thin bins are judged together, at the end. */
        int a = i < BINS ? fast[i] : rest_fast, b = i < BINS ? slow[i] : rest_slow;
        if (i < BINS && a + b < 20) {
            rest_fast += a;
            rest_slow += b;
        } else if (a + b > 0) {
            chi_square += (double)(a - b) * (a - b) / (a + b);
            freedom++;
        }
    }
    double limit = freedom + 5 * sqrt(2.0 * freedom) + 10;
    if (chi_square > limit)
        fail_msg("%s after '%s': chi-square %.1f with %d degrees of freedom", spec, line, chi_square,
                 freedom);
    free(state);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void playouts_are_like_random_players(void **state) {
    (void)state;
    expect_same_distribution("six:tiles=6,max_moves=60", "", 20000);
    expect_same_distribution("six:tiles=7:8,same_cell=on,ties=random,max_moves=50", "", 20000);
    expect_same_distribution("six:tiles=8:6,start=pair,first_contact=off,players=4,max_moves=60", "", 20000);
    expect_same_distribution("six:tiles=19,phases=1", "", 20000);
    expect_same_distribution("six:tiles=7,reach=3,same_cell=on,max_moves=50", "", 20000);
    expect_same_distribution("six", "", 12000);
}

static void playouts_begin_anywhere(void **state) {
    (void)state;
    static const char chain[] = "0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 9,0 10,0 11,0 12,0";
    expect_same_distribution("six:tiles=7:6,max_moves=30", chain, 20000);
    expect_same_distribution("six:tiles=7:6,max_moves=30,same_cell=on",
                             "0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 9,0 10,0 "
                             "11,0 12,0 x1,0",
                             20000);
    /* Two groups of seven after the lift: a choice, or chance. */
    static const char halves[] = "0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 9,0 10,0 11,0 12,0 13,0 14,0 x7,0";
    expect_same_distribution("six:tiles=8:7,max_moves=30", halves, 20000);
    expect_same_distribution("six:tiles=8:7,max_moves=30,ties=random", halves, 20000);
}

static void random_play_ends_in_phase_one_as_often_as_known(void **state) {
    (void)state;
    enum { GAMES = 300000 };
    cw_game *game = must_create_game("six:phases=1");
    cw_state *position = cw_game_alloc_states(game, 1);
    cw_rng rng = cw_rng_make(19, 19);
    int first = 0, second = 0;
    for (int i = 0; i < GAMES; i++) {
        cw_playout playout = {0};
        game->type->start(game, position);
        game->type->policies[0].playout(game, NULL, position, &rng, &playout);
        first += playout.result.reward[0] > 0.9;
        second += playout.result.reward[0] < 0.1;
    }
    /* 11.1 % and 8.0 %; the standard error is 0.06 %. */
    assert_true(fabs(first / (double)GAMES - 0.1108) < 0.003);
    assert_true(fabs(second / (double)GAMES - 0.0801) < 0.003);
    free(position);
    cw_game_destroy(game);
}

static void a_playout_can_be_cut(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=4");
    cw_state *position = cw_game_alloc_states(game, 1);
    cw_rng rng = cw_rng_make(1, 2);
    cw_playout playout = {.horizon = 1};
    game->type->start(game, position);
    game->type->policies[0].playout(game, NULL, position, &rng, &playout);
    assert_false(playout.finished);
    assert_int_equal(playout.plies, 8);
    assert_true(playout.result.reward[0] == 0.5 && playout.result.reward[1] == 0.5);
    for (int plies = 1; plies < 14; plies++) {
        playout = (cw_playout){.plies_max = plies};
        game->type->start(game, position);
        game->type->policies[0].playout(game, NULL, position, &rng, &playout);
        assert_true(playout.finished || playout.plies == plies);
    }
    free(position);
    cw_game_destroy(game);
}

static void a_playout_that_is_over_tells_the_result(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=2,phases=1");
    cw_record *record = must_play(game, "0,0 1,0 2,0 3,0");
    cw_state *position = cw_game_alloc_states(game, 1);
    memcpy(position, cw_record_state(record), game->state_size);
    cw_rng rng = cw_rng_make(1, 2);
    cw_playout playout = {0};
    game->type->policies[0].playout(game, NULL, position, &rng, &playout);
    assert_true(playout.finished);
    assert_int_equal(playout.plies, 0);
    assert_true(playout.result.reward[0] == 0.5);
    free(position);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* The last decision of a short game is reported as one of the legal moves' keys. */
static void keys_are_those_of_the_moves_made(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=2,phases=1");
    cw_record *record = must_play(game, "0,0 1,0 2,0");
    cw_state *position = cw_game_alloc_states(game, 1);
    cw_rng rng = cw_rng_make(5, 5);
    cw_move moves[64];
    int count = game->type->moves(game, cw_record_state(record), moves);
    for (int round = 0; round < 50; round++) {
        uint64_t keys[2][64] = {{0}};
        cw_playout playout = {.keys = {keys[0], keys[1]}};
        memcpy(position, cw_record_state(record), game->state_size);
        game->type->policies[0].playout(game, NULL, position, &rng, &playout);
        int set = 0, matching = 0;
        for (int word = 0; word < (game->key_count + 63) / 64; word++) {
            assert_true(keys[0][word] == 0);
            set += __builtin_popcountll(keys[1][word]);
        }
        for (int i = 0; i < count; i++) {
            uint32_t key = game->type->key(game, cw_record_state(record), moves[i]);
            matching += (int)(keys[1][key / 64] >> key % 64 & 1);
        }
        assert_int_equal(set, 1);
        assert_int_equal(matching, 1);
    }
    free(position);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playouts_are_like_random_players),
        cmocka_unit_test(playouts_begin_anywhere),
        cmocka_unit_test(random_play_ends_in_phase_one_as_often_as_known),
        cmocka_unit_test(a_playout_can_be_cut),
        cmocka_unit_test(a_playout_that_is_over_tells_the_result),
        cmocka_unit_test(keys_are_those_of_the_moves_made),
    };
    return RUN_TESTS(tests);
}
