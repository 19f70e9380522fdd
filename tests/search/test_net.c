/* The player `net` and the judge of Hex behind it, with a small network that has learnt little. */
#include "harness.h"

#include <math.h>

#define NETWORK "tests/network/pytorch.cwn"

static cw_player *must_create_player(const char *spec, const cw_game *game) {
    cw_player *player = NULL;
    cw_error error = {0};
    if (cw_player_create(spec, game, 1, &player, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    return player;
}

static cw_move must_choose(cw_player *player, const cw_record *record, double *value) {
    cw_analysis analysis = {0};
    cw_error error = {0};
    if (cw_player_choose(player, record, NULL, &analysis, &error) != CW_OK)
        fail_msg("%s", error.message);
    *value = analysis.value;
    assert_true(cw_analysis_has_value(&analysis));
    cw_move best = analysis.best;
    cw_analysis_free(&analysis);
    return best;
}

static void must_refuse(const char *spec, const cw_game *game, const char *why) {
    cw_player *player = NULL;
    cw_error error = {0};
    assert_int_not_equal(cw_player_create(spec, game, 1, &player, &error), CW_OK);
    if (strstr(error.message, why) == NULL)
        fail_msg("%s: '%s' does not say '%s'", spec, error.message, why);
}

static void play_a_game(const char *spec, const char *setting) {
    cw_game *game = must_create_game(setting);
    cw_player *player = must_create_player(spec, game);
    cw_record *record = must_play(game, "");
    while (cw_record_to_decide(record) != CW_NOBODY) {
        double value;
        assert_int_equal(cw_record_play(record, must_choose(player, record, &value), NULL), CW_OK);
        assert_true(value > 0 && value < 1);
    }
    cw_record_destroy(record);
    cw_player_destroy(player);
    cw_game_destroy(game);
}

static void plays_games(void **state) {
    (void)state;
    play_a_game("net:judge=" NETWORK, "hex:size=6");
    play_a_game("net", "hex:size=5"); /* the network that ships, on any board */
    play_a_game("net:judge.turned=on", "hex:size=19");
    play_a_game("net:temperature=0.5,drawn=4", "hex:size=11,swap=on");
}

/* The judgement of a position by the network, in the order of the game's moves. */
static double judge(const cw_game *game, const char *moves, bool turned, float *priors) {
    const cw_judge *judge = cw_game_judge(game, "network");
    cw_options options;
    void *context = NULL;
    cw_options_defaults(&options, judge->base.options);
    assert_int_equal(
        cw_options_parse(&options, "judge", turned ? "file=" NETWORK ",turned=on" : "file=" NETWORK, NULL),
        CW_OK);
    assert_int_equal(judge->base.create(game, &options, &context, NULL), CW_OK);
    cw_record *record = must_play(game, moves);
    cw_move *list = malloc(sizeof *list * (size_t)game->moves_max);
    int count = game->type->moves(game, cw_record_state(record), list);
    double rewards[CW_PLAYERS_MAX];
    judge->judge(game, context, cw_record_state(record), list, count, rewards, priors);
    assert_true(fabs(rewards[0] + rewards[1] - 1) < 1e-9);
    double value = rewards[cw_record_to_decide(record)];
    judge->base.destroy(context);
    cw_record_destroy(record);
    free(list);
    return value;
}

/* After a swap of pieces Black is where White is without it, mirrored: both must be judged alike. */
static void sees_with_the_eyes_of_who_moves(void **state) {
    (void)state;
    cw_game *plain = must_create_game("hex:size=5"), *swap = must_create_game("hex:size=5,swap=on");
    float white[25], black[25], other[25], by_cell[25] = {0};
    double value = judge(plain, "b4 c3 e4", false, white);
    assert_true(value == judge(swap, "b4 swap c3 d5", false, black));
    assert_true(value != judge(plain, "b4 c3 d5", false, other));
    /* Row by row, a prior belongs to the cell with row and column changed. */
    const int taken_plain[] = {16, 12, 19}, taken_swapped[] = {8, 12, 23};
    for (int cell = 0, next = 0; cell < 25; cell++) {
        if (cell != taken_plain[0] && cell != taken_plain[1] && cell != taken_plain[2])
            by_cell[cell % 5 * 5 + cell / 5] = white[next++];
    }
    for (int cell = 0, next = 0; cell < 25; cell++) {
        if (cell != taken_swapped[0] && cell != taken_swapped[1] && cell != taken_swapped[2])
            assert_true(black[next++] == by_cell[cell]);
    }
    cw_game_destroy(plain);
    cw_game_destroy(swap);
}

static void a_turned_board_is_judged_alike(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    float priors[25], turned[25];
    double value = judge(game, "b3 d4 a5", true, priors), other = judge(game, "d3 b2 e1", true, turned);
    assert_true(fabs(value - other) < 1e-6);
    for (int i = 0; i < 22; i++) /* the list of moves, row by row, is the other one backwards */
        assert_true(fabs(priors[i] - turned[21 - i]) < 1e-6);
    assert_true(fabs(judge(game, "b3 d4 a5", false, priors) - judge(game, "d3 b2 e1", false, turned)) > 1e-6);
    cw_game_destroy(game);
}

/* With a swap at hand the better side is taken, and the swap is likelier the worse the position. */
static void knows_the_swap(void **state) {
    (void)state;
    cw_game *plain = must_create_game("hex:size=5"), *swap = must_create_game("hex:size=5,swap=on");
    const char *const openings[] = {"a1", "c3", "b4", "e5"};
    for (int i = 0; i < 4; i++) {
        float priors[26];
        double value = judge(plain, openings[i], false, priors);
        double best = judge(swap, openings[i], false, priors), sum = 0;
        for (int j = 0; j < 25; j++)
            sum += priors[j];
        assert_true(fabs(best - fmax(value, 1 - value)) < 1e-9);
        assert_true(fabs(sum - 1) < 1e-5);
    }
    cw_game_destroy(plain);
    cw_game_destroy(swap);
}

static void draws_by_seed(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=7");
    cw_player *player = must_create_player("net:judge=" NETWORK ",temperature=1", game);
    cw_record *record = must_play(game, "");
    cw_move first[20];
    double value;
    int different = 0;
    for (int round = 0; round < 2; round++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            cw_player_reset(player, seed);
            cw_move move = must_choose(player, record, &value);
            if (round == 0)
                first[seed] = move;
            assert_int_equal(move, first[seed]);
            different += move != first[0];
        }
    }
    assert_true(different > 4);
    cw_record_destroy(record);
    cw_player_destroy(player);
    cw_game_destroy(game);
}

static void refuses_what_does_not_fit(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex"), *six = must_create_game("six");
    must_refuse("net:judge=none", game, "leaves nothing");
    must_refuse("net:judge=nowhere/at-all.cwn", game, "nowhere/at-all.cwn");
    must_refuse("net:judge=README.md/", game, "README.md");
    must_refuse("net:judge=./README.md", game, "no network file");
    must_refuse("net", six, "six has no judge");
    cw_game_destroy(six);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plays_games),
        cmocka_unit_test(sees_with_the_eyes_of_who_moves),
        cmocka_unit_test(a_turned_board_is_judged_alike),
        cmocka_unit_test(knows_the_swap),
        cmocka_unit_test(draws_by_seed),
        cmocka_unit_test(refuses_what_does_not_fit),
    };
    return RUN_TESTS(tests);
}
