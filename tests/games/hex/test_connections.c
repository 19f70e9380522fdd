/* Virtual connections against exhaustive play, and what is known about some of them. */
#include "connection_check.h"

static const cw_hex_limits narrow = {.full = 2, .semi = 3, .full_cells = 1, .semi_cells = 2, .or_depth = 2};

static void no_connection_is_false(void **state) {
    (void)state;
    for (int size = 2; size <= 4; size++)
        check_connections(&cw_hex_kernel_1, &cw_hex_limits_standard, size, 12, 20000, 1);
    check_connections(&cw_hex_kernel_1, &cw_hex_limits_standard, 5, 9, 20000, 2);
    check_connections(&cw_hex_kernel_1, &narrow, 4, 12, 10000, 3);
}

static void wide_kernels_claim_nothing_false(void **state) {
    (void)state;
    check_connections(&cw_hex_kernel_2, &cw_hex_limits_standard, 4, 12, 10000, 4);
    check_connections(&cw_hex_kernel_3, &cw_hex_limits_standard, 4, 12, 10000, 5);
    check_connections(&cw_hex_kernel_6, &cw_hex_limits_standard, 4, 12, 10000, 6);
}

static cw_hex_board board;

static int cell(const char *name) {
    int number = CW_HEX_NO_CELL;
    assert_int_equal(cw_hex_parse_cell(&board, name, &number, NULL), CW_OK);
    return number;
}

/* Connections of a position given by its black and white stones. */
static cw_hex_connections *connect(int size, const char *const *black, const char *const *white) {
    cw_hex_connections *connections;
    cw_hex_board_make(&board, size, CW_HEX_SWAP_OFF);
    cw_hex_set stones[2] = {{{0}}, {{0}}};
    for (; *black; black++)
        cw_hex_set_add(&stones[0], cell(*black));
    for (; *white; white++)
        cw_hex_set_add(&stones[1], cell(*white));
    assert_int_equal(cw_hex_connections_create(&board, &cw_hex_limits_standard, &connections, NULL), CW_OK);
    assert_true(cw_hex_connections_build(connections, stones, false));
    return connections;
}

static int count_cells(const cw_hex_set *set) {
    int count = 0;
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
        count += __builtin_popcountll(set->word[i]);
    return count;
}

static void a_bridge_is_full_with_two_cells(void **state) {
    (void)state;
    cw_hex_connections *connections = connect(11, (const char *[]){"e5", "d7", NULL}, (const char *[]){NULL});
    cw_hex_connection list[1];
    assert_int_equal(cw_hex_connections_between(connections, 0, cell("e5"), cell("d7"), CW_HEX_FULL, list, 1),
                     1);
    assert_int_equal(count_cells(&list[0].carrier), 2);
    assert_true(cw_hex_set_has(&list[0].carrier, cell("d6")) && cw_hex_set_has(&list[0].carrier, cell("e6")));
    cw_hex_set responses;
    cw_hex_connections_responses(connections, 0, cell("d6"), &responses);
    assert_true(cw_hex_set_has(&responses, cell("e6")));
    cw_hex_connections_destroy(connections);
}

static void the_ziggurat_reaches_the_edge(void **state) {
    (void)state;
    for (int size = 7; size <= 19; size += 4) {
        cw_hex_connections *connections = connect(size, (const char *[]){"d3", NULL}, (const char *[]){NULL});
        cw_hex_connection found;
        assert_int_equal(cw_hex_connections_between(connections, 0, cell("d3"),
                                                    CW_HEX_ENDPOINT_EDGE + CW_HEX_NORTH, CW_HEX_FULL, &found,
                                                    1),
                         1);
        assert_int_equal(count_cells(&found.carrier), 8); /* rows of 4, 3 and 2, less the stone */
        cw_hex_set linked;
        assert_true(cw_hex_connections_linked(connections, 0, cell("d3"), CW_HEX_FULL, &linked) &
                    1u << CW_HEX_NORTH);
        assert_true(cw_hex_set_has(&linked, cell("d4")));
        assert_int_equal(cw_hex_connections_endpoint(connections, 1, cell("d3")), CW_HEX_NO_CELL);
        cw_hex_connections_destroy(connections);
    }
}

/* The middle of 3x3 wins at once; White's must-play is then empty. */
static void the_middle_of_3x3_wins(void **state) {
    (void)state;
    cw_hex_connections *connections = connect(3, (const char *[]){"b2", NULL}, (const char *[]){NULL});
    cw_hex_set carrier, must;
    assert_int_equal(cw_hex_connections_winner(connections, CW_HEX_WHITE, &carrier, NULL), CW_HEX_BLACK);
    assert_int_equal(count_cells(&carrier), 4);
    cw_hex_connections_must_play(connections, CW_HEX_WHITE, &must);
    assert_int_equal(count_cells(&must), 0);
    cw_hex_connections_destroy(connections);
}

/* Who is said to win does win, and every move outside the must-play loses. */
static void verdicts_are_true(void **state) {
    (void)state;
    cw_hex_board_make(&board, 4, CW_HEX_SWAP_OFF);
    exhaustive *truth = exhaustive_create(&board);
    cw_hex_connections *connections;
    assert_int_equal(cw_hex_connections_create(&board, &cw_hex_limits_standard, &connections, NULL), CW_OK);
    cw_rng rng = cw_rng_make(7, 0);
    int decided = 0, narrowed = 0;
    for (int i = 0; i < 1500; i++) {
        uint64_t laid[2] = {0, 0};
        int color, place, turn = (int)cw_rng_below(&rng, 2);
        for (uint32_t stones = 3 + cw_rng_below(&rng, 8); stones > 0; stones--)
            add_random_stone(&board, &rng, laid, &color, &place);
        cw_hex_set sets[2] = {{{laid[0]}}, {{laid[1]}}}, must;
        cw_hex_connections_decide(connections, sets, i & 1, turn);
        int move, winner = cw_hex_connections_winner(connections, turn, NULL, &move);
        if (winner >= 0) {
            decided++;
            assert_true(exhaustive_wins(truth, laid, winner, turn));
            if (winner == turn && move != CW_HEX_NO_CELL) {
                uint64_t after[2] = {laid[0], laid[1]};
                after[turn] |= UINT64_C(1) << move;
                assert_true(exhaustive_wins(truth, after, winner, !turn));
            }
            continue;
        }
        cw_hex_connections_must_play(connections, turn, &must);
        uint64_t outside = board.cells.word[0] & ~(laid[0] | laid[1] | must.word[0]);
        for (; outside != 0 && !(i & 1); outside &= outside - 1) {
            uint64_t after[2] = {laid[0], laid[1]};
            after[turn] |= outside & -outside;
            narrowed++;
            assert_true(exhaustive_wins(truth, after, !turn, !turn));
        }
    }
    assert_true(decided > 500 && narrowed > 50);
    cw_hex_connections_destroy(connections);
    free(truth);
}

/* The position after a move and, unless it is CW_HEX_NO_CELL, an answer. */
static void follow_two(cw_hex_connections *connections, const cw_hex_set sets[2], int color, int move,
                       int answer) {
    cw_hex_connections_build(connections, sets, false);
    cw_hex_connections_play(connections, color, move);
    if (answer != CW_HEX_NO_CELL)
        cw_hex_connections_play(connections, !color, answer);
}

/* The answers to a move, counted by laying each of them: those left in the must-play that do not lose at once. */
static int count_answers_slowly(cw_hex_connections *connections, const cw_hex_set sets[2], int color,
                                int move) {
    cw_hex_set must;
    follow_two(connections, sets, color, move, CW_HEX_NO_CELL);
    if (cw_hex_connections_winner(connections, !color, NULL, NULL) == color)
        return 0;
    if (cw_hex_connections_winner(connections, color, NULL, NULL) != color)
        return CW_HEX_ANSWERS_ANY;
    cw_hex_connections_must_play(connections, !color, &must);
    int count = count_cells(&must);
    for (uint64_t rest = count > CW_HEX_ANSWERS_TRIED ? 0 : must.word[0]; rest != 0; rest &= rest - 1) {
        follow_two(connections, sets, color, move, __builtin_ctzll(rest));
        count -= cw_hex_connections_winner(connections, color, NULL, NULL) == color;
    }
    return count;
}

/* A move without an answer wins, and what is off the cells that all such moves need loses, as long as it is no cell
 * that fill-in gave away: playing there can be answered without leaving the threat. */
static void check_answers(cw_hex_connections *connections, exhaustive *truth, const cw_hex_set sets[2],
                          int color, bool fill, long counts[2]) {
    uint8_t answers[CW_HEX_CELLS_MAX];
    cw_hex_set must;
    cw_hex_connections_answers(connections, color, answers, &must);
    uint64_t empty = board.cells.word[0] & ~(sets[0].word[0] | sets[1].word[0]);
    for (; empty != 0; empty &= empty - 1) {
        uint64_t after[2] = {sets[0].word[0], sets[1].word[0]}, without[2] = {after[0], after[1]};
        after[color] |= empty & -empty;
        without[!color] |= empty & -empty;
        if (answers[__builtin_ctzll(empty)] == 0) {
            counts[0]++;
            assert_true(exhaustive_wins(truth, after, color, !color));
        }
        if (!fill && !cw_hex_set_has(&must, __builtin_ctzll(empty))) {
            counts[1]++;
            assert_true(exhaustive_wins(truth, without, color, color));
        }
    }
}

static void moves_without_an_answer_win(void **state) {
    (void)state;
    cw_hex_board_make(&board, 4, CW_HEX_SWAP_OFF);
    exhaustive *truth = exhaustive_create(&board);
    cw_hex_connections *connections, *slow;
    assert_int_equal(cw_hex_connections_create(&board, &cw_hex_limits_standard, &connections, NULL), CW_OK);
    assert_int_equal(cw_hex_connections_create(&board, &cw_hex_limits_standard, &slow, NULL), CW_OK);
    cw_rng rng = cw_rng_make(11, 0);
    long counts[2] = {0, 0}, same = 0;
    for (int i = 0; i < 1500; i++) {
        uint64_t laid[2] = {0, 0};
        int color, place, turn = i & 1;
        for (uint32_t stones = 2 + cw_rng_below(&rng, 8); stones > 0; stones--)
            add_random_stone(&board, &rng, laid, &color, &place);
        const cw_hex_set sets[2] = {{{laid[0]}}, {{laid[1]}}};
        bool fill = i & 2;
        cw_hex_connections_decide(connections, sets, fill, turn);
        if (cw_hex_connections_winner(connections, turn, NULL, NULL) >= 0)
            continue;
        cw_hex_connections_build(connections, sets, fill);
        check_answers(connections, truth, sets, turn, fill, counts);
        check_answers(connections, truth, sets, !turn, fill, counts);
        uint8_t answers[CW_HEX_CELLS_MAX];
        cw_hex_set must;
        cw_hex_connections_answers(connections, turn, answers, &must);
        for (uint64_t rest = fill ? 0 : board.cells.word[0] & ~(laid[0] | laid[1]); rest != 0;
             rest &= rest - 1) {
            int move = __builtin_ctzll(rest);
            assert_int_equal(answers[move], count_answers_slowly(slow, sets, turn, move));
            same++;
        }
    }
    print_message("%ld moves without an answer, %ld that ignore one, %ld counted twice\n", counts[0],
                  counts[1], same);
    assert_true(counts[0] > 300 && counts[1] > 150 && same > 150);
    cw_hex_connections_destroy(connections);
    cw_hex_connections_destroy(slow);
    free(truth);
}

/* Following a stone finds what building anew finds: who wins. */
static void following_agrees_with_building(void **state) {
    (void)state;
    cw_hex_board_make(&board, 5, CW_HEX_SWAP_OFF);
    cw_hex_connections *followed, *built;
    assert_int_equal(cw_hex_connections_create(&board, &cw_hex_limits_standard, &followed, NULL), CW_OK);
    assert_int_equal(cw_hex_connections_create(&board, &cw_hex_limits_standard, &built, NULL), CW_OK);
    cw_rng rng = cw_rng_make(8, 0);
    int differences = 0, positions = 0;
    for (int i = 0; i < 100; i++) {
        uint64_t laid[2] = {0, 0};
        cw_hex_set sets[2] = {{{0}}, {{0}}};
        int color, place;
        cw_hex_connections_build(followed, sets, false);
        while (add_random_stone(&board, &rng, laid, &color, &place)) {
            sets[0].word[0] = laid[0];
            sets[1].word[0] = laid[1];
            cw_hex_connections_play(followed, color, place);
            cw_hex_connections_build(built, sets, false);
            positions++;
            differences += cw_hex_connections_winner(followed, 0, NULL, NULL) !=
                           cw_hex_connections_winner(built, 0, NULL, NULL);
        }
    }
    assert_true(differences * 100 < positions); /* lists have a limit, so a few may differ */
    cw_hex_connections_destroy(followed);
    cw_hex_connections_destroy(built);
}

/* A limit of steps is kept and reported. */
static void limits_are_kept(void **state) {
    (void)state;
    cw_hex_board_make(&board, 11, CW_HEX_SWAP_OFF);
    cw_hex_limits limits = cw_hex_limits_standard;
    limits.pairs = 50;
    cw_hex_connections *connections;
    assert_int_equal(cw_hex_connections_create(&board, &limits, &connections, NULL), CW_OK);
    const cw_hex_set none[2] = {{{0}}, {{0}}};
    assert_false(cw_hex_connections_build(connections, none, true));
    cw_hex_connections_destroy(connections);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_connection_is_false),
        cmocka_unit_test(wide_kernels_claim_nothing_false),
        cmocka_unit_test(a_bridge_is_full_with_two_cells),
        cmocka_unit_test(the_ziggurat_reaches_the_edge),
        cmocka_unit_test(the_middle_of_3x3_wins),
        cmocka_unit_test(verdicts_are_true),
        cmocka_unit_test(moves_without_an_answer_win),
        cmocka_unit_test(following_agrees_with_building),
        cmocka_unit_test(limits_are_kept),
    };
    return RUN_TESTS(tests);
}
