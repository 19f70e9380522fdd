#include "core/clock.h"
#include "core/lattice.h"
#include "harness.h"

static void six_steps_round_a_cell_close_a_ring(void **state) {
    (void)state;
    cw_axial cell = {4, -7};
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        cw_axial neighbor = cw_neighbor(cell, direction), next = cw_neighbor(cell, (direction + 1) % 6);
        assert_int_equal(cw_distance(neighbor, next), 1); /* neighbours in order touch each other */
        assert_int_equal(cw_direction_between(cell, neighbor), direction);
        assert_int_equal(cw_direction_between(neighbor, cell), cw_opposite(direction));
    }
}

static void opposite_steps_cancel(void **state) {
    (void)state;
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        cw_axial back = cw_neighbor(cw_neighbor((cw_axial){3, 5}, direction), cw_opposite(direction));
        assert_true(back.q == 3 && back.r == 5);
    }
}

/* North-east is up and to the right: on pointy-top cells x is 2q + r in half widths, y is r downwards. */
static void directions_point_where_they_say(void **state) {
    (void)state;
    static const int expected[CW_DIRECTIONS][2] = {{1, -1}, {2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}};
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        cw_axial step = cw_offsets[direction];
        assert_int_equal(2 * step.q + step.r, expected[direction][0]);
        assert_int_equal(step.r, expected[direction][1]);
    }
}

/* Distances by breadth-first search from the middle of a small map. */
static void distance_counts_steps(void **state) {
    (void)state;
    enum { RADIUS = 6, SIDE = 2 * RADIUS + 1 };
    int distance[SIDE][SIDE];
    memset(distance, -1, sizeof distance);
    distance[RADIUS][RADIUS] = 0;
    for (int round = 0; round < 2 * RADIUS; round++) {
        for (int q = 0; q < SIDE; q++) {
            for (int r = 0; r < SIDE; r++) {
                for (int direction = 0; distance[q][r] == round && direction < CW_DIRECTIONS; direction++) {
                    cw_axial next = cw_neighbor((cw_axial){q, r}, direction);
                    if (next.q >= 0 && next.q < SIDE && next.r >= 0 && next.r < SIDE &&
                        distance[next.q][next.r] < 0)
                        distance[next.q][next.r] = round + 1;
                }
            }
        }
    }
    for (int q = 0; q < SIDE; q++) {
        for (int r = 0; r < SIDE; r++)
            assert_int_equal(cw_distance((cw_axial){q, r}, (cw_axial){RADIUS, RADIUS}), distance[q][r]);
    }
}

static void strangers_have_no_direction(void **state) {
    (void)state;
    assert_int_equal(cw_direction_between((cw_axial){0, 0}, (cw_axial){0, 0}), -1);
    assert_int_equal(cw_direction_between((cw_axial){0, 0}, (cw_axial){1, 1}), -1);
}

static void clocks_never_run_backwards(void **state) {
    (void)state;
    double now = cw_clock_now(), used = cw_clock_thread();
    for (int i = 0; i < 1000; i++) {
        double later = cw_clock_now(), more = cw_clock_thread();
        assert_true(later >= now && more >= used);
        now = later;
        used = more;
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(six_steps_round_a_cell_close_a_ring), cmocka_unit_test(opposite_steps_cancel),
        cmocka_unit_test(directions_point_where_they_say),     cmocka_unit_test(distance_counts_steps),
        cmocka_unit_test(strangers_have_no_direction),         cmocka_unit_test(clocks_never_run_backwards),
    };
    return RUN_TESTS(tests);
}
