/* The search over whole turns, on Tantrix: it plays well, repeats itself, and is exact in the endgame. */
#include "harness.h"

static cw_game *game;
static cw_record *record;
static cw_rng rng;

static int set_up(void **state) {
    (void)state;
    game = must_create_game("tantrix");
    assert_int_equal(cw_record_create(game, &record, NULL), CW_OK);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    cw_record_destroy(record);
    cw_game_destroy(game);
    return 0;
}

static cw_player *must_create_player(const char *spec) {
    cw_player *player;
    cw_error error;
    if (cw_player_create(spec, game, 1, &player, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    return player;
}

static cw_move random_move(void) {
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    int count = game->type->moves(game, cw_record_state(record), moves);
    cw_move move = moves[cw_rng_below(&rng, (uint32_t)count)];
    free(moves);
    return move;
}

/* Plays at random until so many moves were made and a player is to decide; false if the game ended before. */
static bool play_until(int moves) {
    cw_record_clear(record);
    for (;;) {
        int decider = cw_record_to_decide(record);
        if (decider == CW_NOBODY)
            return false;
        if (decider >= 0 && game->type->move_number(game, cw_record_state(record)) >= moves)
            return true;
        assert_int_equal(cw_record_play(record, random_move(), NULL), CW_OK);
    }
}

static cw_move choose(cw_player *player) {
    cw_analysis analysis = {0};
    cw_error error;
    if (cw_player_choose(player, record, NULL, &analysis, &error) != CW_OK)
        fail_msg("%s", error.message);
    assert_true(cw_game_is_legal(game, cw_record_state(record), analysis.best));
    cw_move best = analysis.best;
    cw_analysis_free(&analysis);
    return best;
}

/* ---- Strength ---- */

static double play_random_opponent(cw_player *player, int seat) {
    cw_record_clear(record);
    while (cw_record_to_decide(record) != CW_NOBODY) {
        cw_move move = cw_record_to_decide(record) == seat ? choose(player) : random_move();
        assert_int_equal(cw_record_play(record, move, NULL), CW_OK);
    }
    cw_result result;
    cw_record_result(record, &result);
    return result.reward[seat];
}

static void lines_beat_random_play(void **state) {
    (void)state;
    rng = cw_rng_make(11, 0);
    cw_player *player = must_create_player("tantrix-lines:nodes=1000");
    double won = 0;
    for (int i = 0; i < 40; i++)
        won += play_random_opponent(player, i % 2);
    cw_player_destroy(player);
    assert_true(won >= 38);
}

/* ---- Repeating ---- */

static void a_seed_repeats_the_choice(void **state) {
    (void)state;
    rng = cw_rng_make(12, 0);
    cw_player *one = must_create_player("tantrix-lines2:nodes=1000");
    cw_player *other = must_create_player("tantrix-lines2:nodes=1000");
    for (int moves = 5; moves < 50; moves += 15) {
        assert_true(play_until(moves));
        assert_int_equal(choose(one), choose(other));
    }
    cw_player_destroy(one);
    cw_player_destroy(other);
}

/* ---- The endgame ---- */

/* The first player's reward under best play, by trying everything. */
static double solve(const cw_state *state) {
    int decider = game->type->to_decide(game, state);
    if (decider == CW_NOBODY) {
        cw_result result;
        game->type->result(game, state, &result);
        return result.reward[0];
    }
    assert_true(decider >= 0);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    cw_state *next = cw_game_alloc_states(game, 1);
    int count = game->type->moves(game, state, moves);
    double best = decider == 0 ? -1 : 2;
    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        double value = solve(next);
        if (decider == 0 ? value > best : value < best)
            best = value;
    }
    free(moves);
    free(next);
    return best;
}

static void the_last_moves_are_exact(void **state) {
    (void)state;
    rng = cw_rng_make(13, 0);
    cw_player *player = must_create_player("tantrix-lines");
    int sharp = 0; /* positions in which a random move can be wrong */
    for (int i = 0; i < 30; i++) {
        if (!play_until(53))
            continue;
        double value = solve(cw_record_state(record));
        assert_int_equal(cw_record_play(record, choose(player), NULL), CW_OK);
        assert_true(solve(cw_record_state(record)) == value);
        cw_record_undo(record, NULL);
        assert_int_equal(cw_record_play(record, random_move(), NULL), CW_OK);
        sharp += solve(cw_record_state(record)) != value;
    }
    cw_player_destroy(player);
    assert_true(sharp > 0);
}

/* ---- Options ---- */

static void an_evaluator_is_needed(void **state) {
    (void)state;
    cw_player *player;
    cw_error error;
    assert_int_equal(cw_player_create("turns:eval=none", game, 1, &player, &error), CW_BAD_INPUT);
    assert_int_equal(cw_player_create("turns:eval=lanes", game, 1, &player, &error), CW_BAD_INPUT);
    assert_int_equal(cw_player_create("turns:eval.growth=99", game, 1, &player, &error), CW_BAD_INPUT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_beat_random_play),
        cmocka_unit_test(a_seed_repeats_the_choice),
        cmocka_unit_test(the_last_moves_are_exact),
        cmocka_unit_test(an_evaluator_is_needed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
