/* Who meets whom. */
#include "arena/schedule.h"
#include "harness.h"

static void two_players_alternate(void **state) {
    (void)state;
    cw_schedule schedule = {.seat_count = 2, .entrant_count = 2, .games = 4, .seed = 1};
    assert_int_equal(cw_schedule_games(&schedule), 4);
    for (int number = 0; number < 4; number++) {
        cw_pairing pairing = cw_schedule_pairing(&schedule, number);
        assert_int_equal(pairing.entrants[0], number % 2);
        assert_int_equal(pairing.entrants[1], 1 - number % 2);
    }
}

static void halves_change_half_way(void **state) {
    (void)state;
    cw_schedule schedule = {.seat_count = 2, .entrant_count = 2, .games = 50, .sides = CW_SIDES_HALVES};
    assert_int_equal(cw_schedule_pairing(&schedule, 24).entrants[0], 0);
    assert_int_equal(cw_schedule_pairing(&schedule, 25).entrants[0], 1);
    schedule.sides = CW_SIDES_FIXED;
    assert_int_equal(cw_schedule_pairing(&schedule, 25).entrants[0], 0);
}

static void a_round_robin_is_complete(void **state) {
    (void)state;
    cw_schedule schedule = {.seat_count = 2, .entrant_count = 5, .games = 2};
    int met[5][5] = {{0}};
    assert_int_equal(cw_schedule_games(&schedule), 20);
    for (int number = 0; number < 20; number++) {
        cw_pairing pairing = cw_schedule_pairing(&schedule, number);
        met[pairing.entrants[0]][pairing.entrants[1]]++;
    }
    for (int i = 0; i < 5; i++) {
        for (int j = 0; j < 5; j++)
            assert_int_equal(met[i][j], i != j);
    }
}

static void a_gauntlet_is_of_the_first(void **state) {
    (void)state;
    cw_schedule schedule = {.seat_count = 3, .entrant_count = 5, .games = 3, .gauntlet = true};
    assert_int_equal(cw_schedule_groups(&schedule), 6);
    for (int number = 0; number < cw_schedule_games(&schedule); number++) {
        cw_pairing pairing = cw_schedule_pairing(&schedule, number);
        int first_seen = 0;
        for (int seat = 0; seat < 3; seat++)
            first_seen += pairing.entrants[seat] == 0;
        assert_int_equal(first_seen, 1);
    }
}

static void openings_are_played_from_both_sides(void **state) {
    (void)state;
    cw_schedule schedule = {.seat_count = 2, .entrant_count = 2, .games = 6, .opening_count = 2};
    static const int expected[] = {0, 0, 1, 1, 0, 0};
    for (int number = 0; number < 6; number++)
        assert_int_equal(cw_schedule_pairing(&schedule, number).opening, expected[number]);
    assert_true(cw_schedule_pairing(&schedule, 0).opening_seed ==
                cw_schedule_pairing(&schedule, 1).opening_seed);
    assert_true(cw_schedule_pairing(&schedule, 0).opening_seed !=
                cw_schedule_pairing(&schedule, 2).opening_seed);
    assert_true(cw_schedule_pairing(&schedule, 0).seed != cw_schedule_pairing(&schedule, 1).seed);
}

static void halves_play_openings_from_all_sides(void **state) {
    (void)state;
    for (int seats = 2; seats <= 4; seats++) {
        cw_schedule schedule = {.seat_count = seats,
                                .entrant_count = seats,
                                .games = 6 * seats,
                                .sides = CW_SIDES_HALVES,
                                .opening_count = 6};
        int met[6][4] = {{0}};
        for (int number = 0; number < 6 * seats; number++) {
            cw_pairing pairing = cw_schedule_pairing(&schedule, number);
            met[pairing.opening][pairing.entrants[0]]++;
        }
        for (int opening = 0; opening < 6; opening++) {
            for (int first = 0; first < seats; first++)
                assert_int_equal(met[opening][first], 1);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_players_alternate),
        cmocka_unit_test(halves_change_half_way),
        cmocka_unit_test(a_round_robin_is_complete),
        cmocka_unit_test(a_gauntlet_is_of_the_first),
        cmocka_unit_test(openings_are_played_from_both_sides),
        cmocka_unit_test(halves_play_openings_from_all_sides),
    };
    return RUN_TESTS(tests);
}
