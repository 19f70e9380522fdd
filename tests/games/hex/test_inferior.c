/* Inferior cells against exhaustive play: every ring of neighbours, and random positions. */
#include "exhaustive.h"
#include "games/hex/inferior.h"

static cw_hex_board board;

/* Whether the colour of the middle of 5x5 can matter when its six neighbours are coloured by `ring` (bit d:
 * black) and the cells around them in any way: tried with every colouring of the 12 next cells. */
static bool middle_matters(exhaustive *truth, unsigned ring) {
    const int middle = cw_hex_cell(&board, 2, 2);
    uint64_t black = 0, near = UINT64_C(1) << middle, next = 0;
    for (int d = 0; d < 6; d++) {
        int neighbor = board.neighbor[middle][d];
        near |= UINT64_C(1) << neighbor;
        next |= board.neighbors[neighbor].word[0];
        black |= (uint64_t)(ring >> d & 1) << neighbor;
    }
    next &= ~near;
    uint64_t corners = board.cells.word[0] & ~near & ~next;
    truth->from = board.edge[CW_HEX_NORTH].word[0];
    truth->to = board.edge[CW_HEX_SOUTH].word[0];
    for (uint64_t part = next;; part = (part - 1) & next) {
        for (int filled = 0; filled < 2; filled++) {
            uint64_t all = black | part | (filled ? corners : 0);
            if (exhaustive_joined(truth, all) != exhaustive_joined(truth, all | UINT64_C(1) << middle))
                return true;
        }
        if (part == 0)
            return false;
    }
}

/* The 64 full colourings of a ring tell which rings with empty
 * cells are dead; the table must say the same. */
static void dead_rings_are_exactly_those_that_cannot_matter(void **state) {
    (void)state;
    cw_hex_board_make(&board, 5, CW_HEX_SWAP_OFF);
    exhaustive *truth = exhaustive_create(&board);
    bool matters[64];
    for (unsigned ring = 0; ring < 64; ring++)
        matters[ring] = middle_matters(truth, ring);
    const int middle = cw_hex_cell(&board, 2, 2);
    for (int code = 0; code < 729; code++) {
        unsigned black = 0, empty = 0;
        cw_hex_set stones[2] = {{{0}}, {{0}}};
        for (int d = 0, rest = code; d < 6; d++, rest /= 3) {
            black |= (unsigned)(rest % 3 == 1) << d;
            empty |= (unsigned)(rest % 3 == 0) << d;
            if (rest % 3 > 0)
                cw_hex_set_add(&stones[rest % 3 - 1], board.neighbor[middle][d]);
        }
        bool expected = true;
        for (unsigned part = empty;; part = (part - 1) & empty) {
            expected = expected && !matters[black | part];
            if (part == 0)
                break;
        }
        cw_hex_inferior inferior;
        cw_hex_find_inferior(&board, stones, 0, &inferior);
        /* Fill-in elsewhere may kill more, never less. */
        if (expected)
            assert_true(cw_hex_set_has(&inferior.dead, middle) ||
                        cw_hex_set_has(&inferior.filled[0], middle) ||
                        cw_hex_set_has(&inferior.filled[1], middle));
        if (cw_hex_set_has(&inferior.dead, middle) &&
            (inferior.filled[0].word[0] & board.neighbors[middle].word[0]) == 0 &&
            (inferior.filled[1].word[0] & board.neighbors[middle].word[0]) == 0)
            assert_true(expected);
    }
    free(truth);
}

typedef struct tally {
    int filled, vulnerable, dominated;
} tally;

/* Checks one position: fill-in keeps the value for either player to move; if the player to move wins, then
 * also by a move that is not left out; a dominated move never wins where its dominator loses. */
static void check_position(exhaustive *truth, const uint64_t laid[2], tally *seen) {
    cw_hex_set sets[2] = {{{laid[0]}}, {{laid[1]}}};
    for (int turn = 0; turn < 2; turn++) {
        cw_hex_inferior found;
        cw_hex_find_inferior(&board, sets, turn, &found);
        uint64_t full[2] = {laid[0] | found.filled[0].word[0], laid[1] | found.filled[1].word[0]};
        assert_true((full[0] & full[1]) == 0);
        bool wins = exhaustive_wins(truth, laid, turn, turn);
        assert_true(exhaustive_wins(truth, full, turn, turn) == wins);
        seen->filled += __builtin_popcountll(full[0] | full[1]) - __builtin_popcountll(laid[0] | laid[1]);
        seen->vulnerable += __builtin_popcountll(found.vulnerable.word[0]);
        seen->dominated += __builtin_popcountll(found.dominated.word[0]);
        uint64_t empty = board.cells.word[0] & ~(full[0] | full[1]), winning = 0;
        for (uint64_t rest = empty; rest != 0; rest &= rest - 1) {
            uint64_t after[2] = {full[0], full[1]};
            after[turn] |= rest & -rest;
            if (exhaustive_wins(truth, after, turn, !turn))
                winning |= rest & -rest;
        }
        for (uint64_t rest = found.dominated.word[0]; rest != 0; rest &= rest - 1) {
            int cell = __builtin_ctzll(rest);
            assert_true(!(winning >> cell & 1) || winning >> found.reason[cell] & 1);
        }
        truth->from = board.edge[2 * turn].word[0];
        truth->to = board.edge[2 * turn + 1].word[0];
        if (wins && !exhaustive_joined(truth, full[turn]))
            assert_true((winning & ~(found.vulnerable.word[0] | found.dominated.word[0])) != 0);
    }
}

static tally check_random(int size, int positions, uint64_t seed) {
    cw_hex_board_make(&board, size, CW_HEX_SWAP_OFF);
    exhaustive *truth = exhaustive_create(&board);
    cw_rng rng = cw_rng_make(seed, (uint64_t)size);
    tally seen = {0};
    for (int i = 0; i < positions; i++) {
        uint64_t laid[2] = {0, 0};
        int color, cell, empties = 1 + (int)cw_rng_below(&rng, 9);
        for (int stones = size * size - empties; stones > 0; stones--)
            add_random_stone(&board, &rng, laid, &color, &cell);
        check_position(truth, laid, &seen);
    }
    free(truth);
    return seen;
}

static void leaving_out_inferior_cells_keeps_the_value(void **state) {
    (void)state;
    tally small = check_random(3, 3000, 1), middle = check_random(4, 3000, 2),
          large = check_random(5, 2000, 3);
    assert_true(small.filled > 1000 && middle.filled > 1000 && large.filled > 1000);
    assert_true(middle.vulnerable > 300 && middle.dominated > 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dead_rings_are_exactly_those_that_cannot_matter),
        cmocka_unit_test(leaving_out_inferior_cells_keeps_the_value),
    };
    return RUN_TESTS(tests);
}
