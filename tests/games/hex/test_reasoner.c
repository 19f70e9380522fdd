/* The reasoner vc through the game interface, against the solver. */
#include "games/hex/board.h"
#include "games/hex/solver.h"
#include "harness.h"

static const cw_solver_budget no_limit = {0};

typedef struct fixture {
    cw_game *game;
    const cw_reasoner *vc;
    void *context;
    cw_hex_solver *solver;
    cw_state *state;
    cw_move *moves;
} fixture;

static fixture open_fixture(const char *spec) {
    fixture made = {.game = must_create_game(spec)};
    cw_options options;
    made.vc = cw_game_reasoner(made.game, "vc");
    assert_non_null(made.vc);
    cw_options_defaults(&options, made.vc->base.options);
    assert_int_equal(made.vc->base.create(made.game, &options, &made.context, NULL), CW_OK);
    assert_int_equal(cw_hex_solver_create(cw_hex_board_of(made.game), 64u << 20, &made.solver, NULL), CW_OK);
    made.state = cw_game_alloc_states(made.game, 1);
    made.moves = malloc(sizeof *made.moves * (size_t)made.game->moves_max);
    return made;
}

static void close_fixture(fixture *used) {
    used->vc->base.destroy(used->context);
    cw_hex_solver_destroy(used->solver);
    free(used->state);
    free(used->moves);
    cw_game_destroy(used->game);
}

/* Who wins if the colour to move plays `cell` (or, with CW_HEX_NO_CELL, nothing yet)? */
static int winner_after(const fixture *used, int cell) {
    const cw_hex_board *board = cw_hex_board_of(used->game);
    cw_hex_set stones[2];
    cw_hex_solution found;
    int turn = used->state->turn;
    cw_hex_stones_set(board, used->state, 0, &stones[0]);
    cw_hex_stones_set(board, used->state, 1, &stones[1]);
    if (cell != CW_HEX_NO_CELL) {
        cw_hex_set_add(&stones[turn], cell);
        turn = !turn;
    }
    cw_hex_solver_solve(used->solver, stones, turn, &no_limit, &found);
    return found.winner;
}

/* Checks one position; returns whether it was proven. */
static bool check_position(const fixture *used) {
    cw_verdict verdict = {.moves = used->moves};
    int turn = used->state->turn, winner = winner_after(used, CW_HEX_NO_CELL);
    used->vc->reason(used->game, used->context, used->state, &verdict);
    if (verdict.proven) {
        assert_true(verdict.reward[winner ^ used->state->crossed] == 1.0);
        assert_true(verdict.reward[!winner ^ used->state->crossed] == 0.0);
        if (verdict.best != CW_MOVE_NONE) {
            assert_true(cw_game_is_legal(used->game, used->state, verdict.best));
            assert_int_equal(winner_after(used, (int)verdict.best), winner);
        }
        return true;
    }
    assert_true(verdict.move_count > 0);
    bool found = false;
    for (int i = 0; i < verdict.move_count; i++) {
        assert_true(cw_game_is_legal(used->game, used->state, verdict.moves[i]));
        found = found || winner_after(used, (int)verdict.moves[i]) == turn;
    }
    assert_true(found == (winner == turn));
    return false;
}

static void verdicts_agree_with_the_solver(const char *spec, bool swap, int lines) {
    fixture used = open_fixture(spec);
    cw_rng rng = cw_rng_make(9, 0);
    int proven = 0, open = 0;
    for (int i = 0; i < lines; i++) {
        used.game->type->start(used.game, used.state);
        for (int ply = 0; used.game->type->to_decide(used.game, used.state) != CW_NOBODY; ply++) {
            int count = used.game->type->moves(used.game, used.state, used.moves);
            bool take = swap && ply == 1;
            cw_move move = take ? used.moves[count - 1] : used.moves[cw_rng_below(&rng, (uint32_t)count)];
            used.game->type->play(used.game, used.state, move);
            if (ply < 2 || used.game->type->to_decide(used.game, used.state) == CW_NOBODY)
                continue;
            if (check_position(&used))
                proven++;
            else
                open++;
        }
    }
    assert_true(proven > 50 && open > 5);
    close_fixture(&used);
}

static void proofs_and_moves_are_right(void **state) {
    (void)state;
    verdicts_agree_with_the_solver("hex:size=5", false, 25);
    verdicts_agree_with_the_solver("hex:size=6", false, 8);
}

static void rewards_go_to_the_player_who_has_the_colour(void **state) {
    (void)state;
    verdicts_agree_with_the_solver("hex:size=5,swap=sides", true, 10);
    verdicts_agree_with_the_solver("hex:size=5,swap=pieces", true, 10);
}

/* Before the opening and while White may swap nothing is said, though c3 wins without swapping. */
static void nothing_is_proven_while_one_may_swap(void **state) {
    (void)state;
    fixture used = open_fixture("hex:size=5,swap=on");
    cw_verdict verdict = {.moves = used.moves};
    used.game->type->start(used.game, used.state);
    for (int ply = 0; ply < 2; ply++) {
        used.vc->reason(used.game, used.context, used.state, &verdict);
        assert_false(verdict.proven);
        assert_int_equal(verdict.move_count, -1);
        used.game->type->play(used.game, used.state,
                              (cw_move)cw_hex_cell(cw_hex_board_of(used.game), 2 - ply, 2));
    }
    assert_true(check_position(&used));
    close_fixture(&used);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_and_moves_are_right),
        cmocka_unit_test(rewards_go_to_the_player_who_has_the_colour),
        cmocka_unit_test(nothing_is_proven_while_one_may_swap),
    };
    return RUN_TESTS(tests);
}
