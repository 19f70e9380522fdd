/* The solver against published openings, exhaustive play and its own limits. */
#include "exhaustive.h"
#include "games/hex/solver.h"

static cw_hex_board board;
static const cw_solver_budget no_limit = {0};
static const size_t megabyte = 1u << 20;

static cw_hex_solver *create(int size, size_t bytes) {
    cw_hex_solver *solver;
    cw_hex_board_make(&board, size, CW_HEX_SWAP_OFF);
    assert_int_equal(cw_hex_solver_create(&board, bytes, &solver, NULL), CW_OK);
    return solver;
}

/* Compares the map of one size with lines of '*' and '.' as in openings.txt. */
static void check_map(int size, char rows[][64]) {
    cw_hex_solver *solver = create(size, 64 * megabyte);
    const cw_hex_set none[2] = {{{0}}, {{0}}};
    int8_t values[CW_HEX_CELLS_MAX];
    cw_hex_solver_map(solver, none, CW_HEX_BLACK, &no_limit, values);
    for (int row = 0; row < size; row++) {
        int column = 0;
        for (const char *sign = rows[row]; *sign != '\0'; sign++) {
            if (*sign != '*' && *sign != '.')
                continue;
            assert_int_equal(values[cw_hex_cell(&board, column, row)], *sign == '*');
            column++;
        }
        assert_int_equal(column, size);
    }
    cw_hex_solver_destroy(solver);
}

/* All openings of 2x2 to 6x6, from a file that two other solvers agree on. */
static void winning_openings_are_the_published_ones(void **state) {
    (void)state;
    FILE *file = fopen("tests/games/hex/openings.txt", "r");
    assert_non_null(file);
    char rows[16][64], line[512];
    int size = 0, count = 0, maps = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "# Hex %dx", &size) == 1)
            count = 0;
        if (line[0] == '#' || strpbrk(line, "*.") == NULL)
            continue;
        snprintf(rows[count++], sizeof rows[0], "%.63s", line);
        if (count == size) {
            check_map(size, rows);
            maps++;
        }
    }
    fclose(file);
    assert_int_equal(maps, 5);
}

/* Values and carriers of proofs on random positions. */
static void check_random(int size, int positions, int empties_max, size_t bytes) {
    cw_hex_solver *solver = create(size, bytes);
    exhaustive *truth = exhaustive_create(&board);
    cw_rng rng = cw_rng_make(11, (uint64_t)size);
    for (int i = 0; i < positions; i++) {
        uint64_t laid[2] = {0, 0};
        int color, cell, turn = (int)cw_rng_below(&rng, 2);
        int stones = size * size - (int)cw_rng_below(&rng, (uint32_t)empties_max + 1);
        for (; stones > 0; stones--)
            add_random_stone(&board, &rng, laid, &color, &cell);
        const cw_hex_set sets[2] = {{{laid[0]}}, {{laid[1]}}};
        cw_hex_solution found;
        if (i % 64 == 0)
            cw_hex_solver_clear(solver);
        cw_hex_solver_solve(solver, sets, turn, &no_limit, &found);
        assert_true(found.winner >= 0);
        assert_true(exhaustive_wins(truth, laid, found.winner, turn));
        uint64_t outside = board.cells.word[0] & ~(laid[0] | laid[1] | found.proof.word[0]);
        laid[!found.winner] |= outside;
        assert_true(exhaustive_wins(truth, laid, found.winner, turn));
    }
    cw_hex_solver_destroy(solver);
    free(truth);
}

static void values_and_carriers_hold(void **state) {
    (void)state;
    check_random(1, 5, 1, megabyte);
    check_random(2, 50, 4, megabyte);
    check_random(3, 2000, 9, megabyte);
    check_random(4, 3000, 11, 2 * megabyte);
    check_random(5, 1500, 12, 8 * megabyte);
}

/* Maps of random positions, move by move. */
static void maps_hold(void **state) {
    (void)state;
    cw_hex_solver *solver = create(4, 4 * megabyte);
    exhaustive *truth = exhaustive_create(&board);
    cw_rng rng = cw_rng_make(12, 0);
    for (int i = 0; i < 150; i++) {
        uint64_t laid[2] = {0, 0};
        int color, place, turn = (int)cw_rng_below(&rng, 2);
        for (uint32_t stones = 4 + cw_rng_below(&rng, 6); stones > 0; stones--)
            add_random_stone(&board, &rng, laid, &color, &place);
        const cw_hex_set sets[2] = {{{laid[0]}}, {{laid[1]}}};
        int8_t values[CW_HEX_CELLS_MAX];
        cw_hex_solver_map(solver, sets, turn, &no_limit, values);
        for (int cell = 0; cell < board.cell_limit; cell++) {
            bool is_move = cw_hex_set_has(&board.cells, cell) && !((laid[0] | laid[1]) >> cell & 1);
            assert_int_equal(values[cell] >= 0, is_move);
            uint64_t after[2] = {laid[0], laid[1]};
            after[turn] |= UINT64_C(1) << cell;
            if (is_move)
                assert_int_equal(values[cell], exhaustive_wins(truth, after, turn, !turn));
        }
    }
    cw_hex_solver_destroy(solver);
    free(truth);
}

static bool below_two_thousand_positions(const cw_solver_progress *progress, void *payload) {
    (void)payload;
    return progress->nodes < 2000;
}

/* A budget that does not reach for all moves of the empty 7x7 board still finds one that wins. */
static void a_cut_map_tells_the_value(void **state) {
    (void)state;
    cw_hex_solver *solver = create(7, 64 * megabyte);
    const cw_hex_set none[2] = {{{0}}, {{0}}};
    const cw_solver_budget little = {.watch = {below_two_thousand_positions, NULL}};
    int8_t values[CW_HEX_CELLS_MAX];
    int count[3] = {0};
    cw_hex_solver_map(solver, none, CW_HEX_BLACK, &little, values);
    for (int cell = 0; cell < board.cell_limit; cell++)
        if (cw_hex_set_has(&board.cells, cell))
            count[values[cell] + 1]++;
    assert_true(count[0] > 0);
    assert_true(count[2] > 0);
    cw_hex_solver_destroy(solver);
}

/* The line of best play is legal, alternates, and the winner joins its edges with the last stone. */
static void the_line_ends_in_a_win(void **state) {
    (void)state;
    for (int size = 1; size <= 6; size++) {
        cw_hex_solver *solver = create(size, 64 * megabyte);
        cw_rng rng = cw_rng_make(5, (uint64_t)size);
        for (int i = 0; i < 20; i++) {
            cw_hex_set stones[2] = {{{0}}, {{0}}};
            if (i > 0) {
                int opening = cw_hex_cell(&board, (int)cw_rng_below(&rng, (uint32_t)size),
                                          (int)cw_rng_below(&rng, (uint32_t)size));
                cw_hex_set_add(&stones[0], opening);
            }
            int line[CW_HEX_LINE_MAX], turn = i > 0;
            cw_hex_solution found;
            cw_hex_solver_solve(solver, stones, turn, &no_limit, &found);
            int length = cw_hex_solver_line(solver, stones, turn, &no_limit, line);
            for (int move = 0; move < length; move++) {
                assert_true(cw_hex_set_has(&board.cells, line[move]));
                assert_false(cw_hex_set_has(&stones[0], line[move]) ||
                             cw_hex_set_has(&stones[1], line[move]));
                assert_false(cw_hex_joined(&board, stones[found.winner].word, found.winner, NULL));
                cw_hex_set_add(&stones[turn], line[move]);
                turn = !turn;
            }
            assert_true(cw_hex_joined(&board, stones[found.winner].word, found.winner, NULL));
        }
        cw_hex_solver_destroy(solver);
    }
}

/* With hardly any memory for the table positions are forgotten, but values stay right. */
static void a_small_table_changes_no_value(void **state) {
    (void)state;
    cw_hex_solver *solver = create(6, 9 * megabyte);
    cw_hex_set stones[2] = {{{0}}, {{0}}};
    cw_hex_solution found;
    cw_hex_set_add(&stones[0], cw_hex_cell(&board, 0, 2)); /* a3 wins */
    cw_hex_solver_solve(solver, stones, CW_HEX_WHITE, &no_limit, &found);
    assert_int_equal(found.winner, CW_HEX_BLACK);
    assert_true(found.progress.bytes <= 9 * megabyte);
    cw_hex_solver_destroy(solver);
}

/* ---- What a proof went through ---- */

typedef struct account {
    exhaustive *truth;    /* on boards small enough, or else */
    cw_hex_solver *other; /* a solver that knows nothing of the first one's proofs */
    int told, stones, wins, losses;
} account;

static bool wins(const account *seen, const uint64_t laid[2], int color, int turn) {
    const cw_hex_set sets[2] = {{{laid[0]}}, {{laid[1]}}};
    cw_hex_solution found;
    if (seen->truth != NULL)
        return exhaustive_wins(seen->truth, laid, color, turn);
    cw_hex_solver_solve(seen->other, sets, turn, &no_limit, &found);
    return found.winner == color;
}

/* No position has fewer stones than the one before, and the values of it and of its moves are true. */
static void check_decided(const cw_hex_decided *decided, void *payload) {
    account *seen = payload;
    const uint64_t laid[2] = {decided->stones[0].word[0], decided->stones[1].word[0]};
    const uint64_t won = decided->wins.word[0], lost = decided->losses.word[0];
    int stones = __builtin_popcountll(laid[0] | laid[1]);
    assert_true((laid[0] & laid[1]) == 0 && stones >= seen->stones);
    assert_true(wins(seen, laid, decided->winner, decided->turn));
    assert_true(((won | lost) & (laid[0] | laid[1])) == 0 && (won & lost) == 0);
    assert_true(won == 0 || decided->winner == decided->turn);
    for (uint64_t rest = won | lost; rest != 0; rest &= rest - 1) {
        uint64_t move = rest & -rest, after[2] = {laid[0], laid[1]};
        after[decided->turn] |= move;
        assert_int_equal(wins(seen, after, decided->turn, !decided->turn), (won & move) != 0);
    }
    seen->stones = stones;
    seen->told++;
    seen->wins += __builtin_popcountll(won);
    seen->losses += __builtin_popcountll(lost);
}

static void check_retrace(int size, int positions, int stones_min, int stones_max, account *seen) {
    cw_hex_solver *solver = create(size, 64 * megabyte);
    cw_rng rng = cw_rng_make(12, (uint64_t)size);
    if (size <= 4)
        seen->truth = exhaustive_create(&board);
    else
        seen->other = create(size, 64 * megabyte);
    for (int i = 0; i < positions; i++) {
        uint64_t laid[2] = {0, 0};
        int color, cell, turn = (int)cw_rng_below(&rng, 2), before = seen->told;
        int stones = stones_min + (int)cw_rng_below(&rng, (uint32_t)(stones_max - stones_min + 1));
        for (; stones > 0; stones--)
            add_random_stone(&board, &rng, laid, &color, &cell);
        const cw_hex_set sets[2] = {{{laid[0]}}, {{laid[1]}}};
        cw_hex_solution found;
        cw_hex_solver_clear(solver);
        seen->stones = 0;
        assert_true(cw_hex_solver_retrace(solver, sets, turn, check_decided, seen));
        assert_int_equal(seen->told, before); /* nothing is remembered yet */
        cw_hex_solver_solve(solver, sets, turn, &no_limit, &found);
        assert_true(cw_hex_solver_retrace(solver, sets, turn, check_decided, seen));
        assert_true(seen->told > before);
    }
    cw_hex_solver_destroy(solver);
    cw_hex_solver_destroy(seen->other);
    free(seen->truth);
}

static void what_a_proof_went_through_is_true(void **state) {
    (void)state;
    account small = {0}, large = {0};
    check_retrace(4, 40, 2, 5, &small);
    check_retrace(6, 40, 3, 7, &large);
    assert_true(small.told >= 40 && large.told > 100);
}

static bool never(const cw_solver_progress *progress, void *payload) {
    (void)payload;
    assert_true(progress->nodes > 0);
    return false;
}

static void limits_leave_the_value_unknown(void **state) {
    (void)state;
    const cw_hex_set none[2] = {{{0}}, {{0}}};
    cw_hex_solution found;
    cw_hex_solver *solver = create(9, 256 * megabyte);
    const cw_solver_budget short_time = {.seconds = 0.05};
    cw_hex_solver_solve(solver, none, CW_HEX_BLACK, &short_time, &found);
    assert_int_equal(found.winner, -1);
    assert_false(found.progress.out_of_memory);
    const cw_solver_budget stopped = {.watch = {never, NULL}};
    cw_hex_solver_solve(solver, none, CW_HEX_BLACK, &stopped, &found);
    assert_int_equal(found.winner, -1);
    cw_hex_solver_destroy(solver);
    solver = create(9, 8 * megabyte);
    cw_hex_solver_solve(solver, none, CW_HEX_BLACK, &no_limit, &found);
    assert_int_equal(found.winner, -1);
    assert_true(found.progress.out_of_memory && found.progress.bytes <= 8 * megabyte);
    cw_hex_solver_destroy(solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winning_openings_are_the_published_ones),
        cmocka_unit_test(values_and_carriers_hold),
        cmocka_unit_test(maps_hold),
        cmocka_unit_test(a_cut_map_tells_the_value),
        cmocka_unit_test(the_line_ends_in_a_win),
        cmocka_unit_test(a_small_table_changes_no_value),
        cmocka_unit_test(limits_leave_the_value_unknown),
        cmocka_unit_test(what_a_proof_went_through_is_true),
    };
    return RUN_TESTS(tests);
}
