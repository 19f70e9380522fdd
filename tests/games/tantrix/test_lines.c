/* Lines, loops, and what the evaluator expects of them. Positions
 * are made by playing, with draws as needed. */
#include "games/tantrix/outlook.h"
#include "games/tantrix/table.h"
#include "harness.h"

static tantrix_rules rules;
static cw_state state;
static tantrix_outlook outlook;

static int set_up(void **unused) {
    (void)unused;
    memset(&state, 0, sizeof state);
    cw_tantrix_build_tiles(&rules.tiles);
    rules.player_count = 2;
    rules.colors[0] = TANTRIX_RED;
    rules.colors[1] = TANTRIX_YELLOW;
    rules.line_colors = 1u << TANTRIX_RED | 1u << TANTRIX_YELLOW;
    cw_tantrix_table_start(&state.table, rules.line_colors);
    cw_options options;
    cw_options_defaults(&options, cw_tantrix_outlook_options);
    cw_tantrix_outlook_set(&outlook, &options);
    return 0;
}

/* Lays the first tile, from `first` on, that fits at q,r and shows red at both sides, whatever the rules of
 * turns say; returns its index. */
static int lay_red(int first, int q, int r, int from, int to) {
    unsigned cell = tantrix_cell(q, r);
    uint32_t wanted = 1u << (4 * from + TANTRIX_RED) | 1u << (4 * to + TANTRIX_RED);
    wanted |= rules.tiles.fits[state.table.cells[cell] & TANTRIX_PATTERN].edges;
    for (unsigned face = (unsigned)first * TANTRIX_SIDES; face < TANTRIX_FACES; face++) {
        if ((rules.tiles.faces[face].edges & wanted) == wanted) {
            tantrix_lay(&rules.tiles, &state.table, cell, face);
            return (int)face / TANTRIX_SIDES;
        }
    }
    fail_msg("no tile fits %d,%d", q, r);
    return -1;
}

static void a_line_counts_its_tiles(void **unused) {
    (void)unused;
    for (int q = 0; q < 5; q++) {
        lay_red(0, q, 0, CW_W, CW_E);
        assert_int_equal(state.table.best[TANTRIX_RED], q + 1);
    }
    /* Its ends know each other. */
    unsigned west = 0 * TANTRIX_SIDES + CW_W, east = 4 * TANTRIX_SIDES + CW_E;
    assert_int_equal(state.table.other_end[west], east);
    assert_int_equal(state.table.other_end[east], west);
    assert_int_equal(state.table.length[east], 5);
}

static void two_lines_are_joined(void **unused) {
    (void)unused;
    lay_red(0, 0, 0, CW_W, CW_E);
    lay_red(0, 1, 0, CW_W, CW_E);
    state.table.frontier[state.table.frontier_count++] = (uint16_t)tantrix_cell(3, 0);
    lay_red(0, 3, 0, CW_W, CW_E);
    assert_int_equal(state.table.best[TANTRIX_RED], 2);
    lay_red(0, 2, 0, CW_W, CW_E);
    assert_int_equal(state.table.best[TANTRIX_RED], 4);
}

/* Three tight corners round one point make the smallest loop. */
static void a_loop_counts_twice(void **unused) {
    (void)unused;
    lay_red(0, 0, 0, CW_E, CW_SE);
    lay_red(0, 1, 0, CW_W, CW_SW);
    assert_int_equal(state.table.best[TANTRIX_RED], 2);
    lay_red(0, 0, 1, CW_NW, CW_NE);
    assert_int_equal(state.table.best[TANTRIX_RED], 6);
}

static double expected_red(void) {
    return cw_tantrix_expected_score(&rules, &outlook, &state, 0);
}

static void longer_lines_are_expected_to_become_longer(void **unused) {
    (void)unused;
    state.bag = TANTRIX_ALL_TILES;
    double before = 0;
    for (int q = 0; q < 5; q++) {
        lay_red(0, q, 0, CW_W, CW_E);
        assert_true(expected_red() > before);
        before = expected_red();
        assert_true(before > q + 1);
    }
}

static void without_fitting_tiles_nothing_is_expected(void **unused) {
    (void)unused;
    lay_red(0, 0, 0, CW_W, CW_E);
    lay_red(0, 1, 0, CW_W, CW_E);
    outlook.second = 0;
    assert_true(expected_red() == 2);
    state.hands[1] = TANTRIX_ALL_TILES & ~rules.tiles.with_color[TANTRIX_RED];
    assert_true(expected_red() == 2);
    state.hands[1] = rules.tiles.with_color[TANTRIX_RED] & (TANTRIX_ALL_TILES >> 50);
    double in_other_hand = expected_red();
    assert_true(in_other_hand > 2);
    state.hands[0] = state.hands[1];
    state.hands[1] = 0;
    assert_true(expected_red() > in_other_hand);
}

/* A cell that would close a loop is worth more than one that goes on into the open. */
static void a_loop_in_reach_is_worth_more(void **unused) {
    (void)unused;
    state.bag = TANTRIX_ALL_TILES;
    outlook.growth = 0;
    lay_red(0, 0, 0, CW_E, CW_SE);
    lay_red(0, 1, 0, CW_W, CW_SW);
    double loop = expected_red();
    set_up(NULL);
    outlook.growth = 0;
    state.bag = TANTRIX_ALL_TILES;
    lay_red(0, 0, 0, CW_W, CW_E);
    lay_red(0, 1, 0, CW_W, CW_E);
    assert_true(loop > expected_red());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_line_counts_its_tiles, set_up),
        cmocka_unit_test_setup(two_lines_are_joined, set_up),
        cmocka_unit_test_setup(a_loop_counts_twice, set_up),
        cmocka_unit_test_setup(longer_lines_are_expected_to_become_longer, set_up),
        cmocka_unit_test_setup(without_fitting_tiles_nothing_is_expected, set_up),
        cmocka_unit_test_setup(a_loop_in_reach_is_worth_more, set_up),
    };
    return RUN_TESTS(tests);
}
