/* Forced wins against other truths: the solver of Hex on whole games, and the search without its shortcuts. */
#include "harness.h"
#include "search/forced.h"

enum { ROUNDS = 60 };

/* Plays at random until `plies` decisions were made; false if the game ended before. */
static bool play_random(const cw_game *game, cw_record *record, cw_rng *rng, int plies) {
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    cw_record_clear(record);
    while (cw_record_length(record) < plies && cw_record_to_decide(record) != CW_NOBODY) {
        int count = game->type->moves(game, cw_record_state(record), moves);
        assert_int_equal(cw_record_play(record, moves[cw_rng_below(rng, (uint32_t)count)], NULL), CW_OK);
    }
    free(moves);
    return cw_record_to_decide(record) != CW_NOBODY;
}

static cw_forced_answer ask(cw_forced *forced, const cw_record *record, int player, int turns) {
    return cw_forced_wins(
        forced, &(cw_forced_question){.state = cw_record_state(record), .player = player, .turns = turns});
}

/* With turns enough for a whole game, whoever the solver says wins does, and nobody else. */
static void agrees_with_the_solver(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hex:size=4");
    cw_record *record = must_play(game, "");
    cw_forced *forced;
    void *solver;
    cw_rng rng = cw_rng_make(7, 1);
    assert_int_equal(cw_forced_create(game, 0, &forced, NULL), CW_OK);
    assert_int_equal(game->type->solver->create(game, 16 << 20, &solver, NULL), CW_OK);
    for (int round = 0; round < ROUNDS; round++) {
        cw_solver_progress progress;
        if (!play_random(game, record, &rng, 5 + round % 5))
            continue;
        int winner =
            game->type->solver->solve(solver, cw_record_state(record), &(cw_solver_budget){0}, &progress);
        for (int player = 0; player < 2; player++)
            assert_int_equal(ask(forced, record, player, 16),
                             player == winner ? CW_FORCED_YES : CW_FORCED_NO);
    }
    game->type->solver->destroy(solver);
    cw_forced_destroy(forced);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* A plain minimax, move by move, with nothing left out. */
static bool wins_plainly(const cw_game *game, const cw_state *state, int player, int turns, bool in_turn) {
    int decider = game->type->to_decide(game, state);
    if (decider == CW_NOBODY) {
        cw_result result;
        game->type->result(game, state, &result);
        return in_turn && result.reward[player] == 1;
    }
    bool is_own = decider == player, all = true, some = false;
    if ((is_own && !in_turn && turns == 0) || (!is_own && turns == 0))
        return false;
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    cw_state *next = cw_game_alloc_states(game, 1);
    int count = game->type->moves(game, state, moves);
    for (int i = 0; i < count && (is_own ? !some : all); i++) {
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        bool won = wins_plainly(game, next, player, turns - (is_own && !in_turn), is_own);
        some = some || won;
        all = all && won;
    }
    free(moves);
    free(next);
    return is_own ? some : all;
}

static int check_shortcuts(const char *spec, int plies, int turns, uint64_t seed) {
    cw_game *game = must_create_game(spec);
    cw_record *record = must_play(game, "");
    cw_forced *forced;
    cw_rng rng = cw_rng_make(seed, 1);
    int won = 0;
    assert_int_equal(cw_forced_create(game, 0, &forced, NULL), CW_OK);
    for (int round = 0; round < ROUNDS; round++) {
        if (!play_random(game, record, &rng, plies + round % 8))
            continue;
        int player = cw_record_to_decide(record);
        bool truth = wins_plainly(game, cw_record_state(record), player, turns, false);
        assert_int_equal(ask(forced, record, player, turns), truth ? CW_FORCED_YES : CW_FORCED_NO);
        won += truth;
    }
    cw_forced_destroy(forced);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return won;
}

static void leaves_nothing_out_in_six(void **unused) {
    (void)unused;
    assert_true(check_shortcuts("six", 14, 1, 1) > 0);
    assert_true(check_shortcuts("six:tiles=7", 8, 2, 2) > 0);
    check_shortcuts("six:tiles=7", 14, 1, 3); /* into phase two */
}

/* Chance seldom encloses a queen, so the positions are those of games that end, from the last move back. */
static void leaves_nothing_out_in_hive(void **unused) {
    (void)unused;
    static const char line[] =
        "wP;bS1 wP\\;wQ -wP;bQ /bS1;wA1 \\wQ;bQ /wP;wP bS1/;bG1 bS1\\;wA1 bG1\\;bS2 /bQ;wM wA1-;bS2 \\wQ;"
        "wM \\bS2;bP /bQ;wA2 \\wP;bA1 /bP;wA2 -bA1;bL bA1-;wA3 -wM;bA2 /bL;wA3 bA2\\;bM /bS1;wL \\wP;"
        "bM /wA1;wL /bS1;bP /wQ;wS1 wP-;bP /bS2;wB1 wS1\\;bA3 /bP;wM -bA3;bM -wP;bS1 \\wS1;bS2 \\wM;"
        "wA1 bS1/;bS2 /bA3;wA2 /bA1;bA1 \\wA2;wA2 /bA1;bG2 -bL;wQ bP/;bG3 \\bG2;wA1 bG1\\;wQ -bM;"
        "wA1 bS1/;wQ -bQ;wM -bP;bB1 bP/;bA3 \\wM;bS2 /wA2;wA1 bB1/;bA3 wA1/;wM /bP;bL /bG2;wM bA3/;"
        "bB2 -bB1;wS2 wB1/;bS1 wA1-;wS2 /wB1;wP -bM;wS1 bM-;bB2 /bP;bP /bS1;bS1 wM/;wB2 wS2\\;wS1 bM/;"
        "wG1 wB2/;bM wS1\\;bB1 /wS1;bM \\wB1;wS1 \\bG1;bB1 wS1;wG2 -wA1;bM wB1;wG2 bP/;wA1 -bP;wB2 wS2;"
        "bB2 wQ;wB2 bG1;wA1 bP-;wG1 /bQ;bA1 wA1-;wG3 /wS2;bS1 \\bA1;wG3 /wA1";
    cw_game *game = must_create_game("hive:type=Base+MLP");
    cw_record *record = must_play(game, line);
    cw_forced *forced;
    int won = 0;
    assert_int_equal(cw_forced_create(game, 0, &forced, NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    for (int back = 1; back <= 24; back++) {
        assert_int_equal(cw_record_undo(record, NULL), CW_OK);
        for (int player = 0, turns = back <= 3 ? 2 : 1; player < 2; player++) {
            bool truth = wins_plainly(game, cw_record_state(record), player, turns, false);
            assert_int_equal(ask(forced, record, player, turns), truth ? CW_FORCED_YES : CW_FORCED_NO);
            won += truth;
        }
    }
    assert_true(won > 0);
    cw_forced_destroy(forced);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void a_limit_is_told(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hex:size=5");
    cw_record *record = must_play(game, "c3");
    cw_forced *forced;
    assert_int_equal(cw_forced_create(game, 1000, &forced, NULL), CW_OK);
    assert_int_equal(ask(forced, record, 0, 25), CW_FORCED_UNKNOWN);
    assert_int_equal(ask(forced, record, 0, 1), CW_FORCED_NO); /* and does not spoil what follows */
    cw_forced_destroy(forced);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_solver),
        cmocka_unit_test(leaves_nothing_out_in_six),
        cmocka_unit_test(leaves_nothing_out_in_hive),
        cmocka_unit_test(a_limit_is_told),
    };
    return RUN_TESTS(tests);
}
