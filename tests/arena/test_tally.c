#include "harness.h"

#include <math.h>

#include "arena/statistics.h"

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.6f is not %.6f", value, expected);
}

/* Figures of the textbook formula, worked out apart from this program. */
static void wilson_gives_the_known_intervals(void **state) {
    (void)state;
    cw_interval half = cw_wilson(0.5, 100);
    assert_near(half.low, 0.403832, 1e-6);
    assert_near(half.high, 0.596168, 1e-6);
    cw_interval none = cw_wilson(0, 10);
    assert_near(none.low, 0, 0);
    assert_near(none.high, 0.277533, 1e-6);
    cw_interval all = cw_wilson(1, 10);
    assert_near(all.low, 0.722467, 1e-6);
    assert_near(all.high, 1, 0);
    cw_interval nothing = cw_wilson(0, 0);
    assert_true(nothing.low == 0 && nothing.high == 1);
}

static void elo_gives_the_known_differences(void **state) {
    (void)state;
    assert_near(cw_elo(0.5), 0, 1e-12);
    assert_near(cw_elo(0.75), 190.848, 1e-3);
    assert_near(cw_elo(10.0 / 11), 400, 1e-9);
    assert_true(cw_elo(0) == -INFINITY && cw_elo(1) == INFINITY);
}

static void wins_draws_and_losses_are_told_apart(void **state) {
    (void)state;
    cw_game *two = must_create_game("hex"), *three = must_create_game("tantrix:players=3");
    cw_tally tally = {0};
    cw_tally_add(&tally, two, (double[]){1, 0}, 0);
    cw_tally_add(&tally, two, (double[]){0.5, 0.5}, 0);
    cw_tally_add(&tally, two, (double[]){0, 1}, 0);
    cw_tally_add(&tally, three, (double[]){0.5, 0.5, 0}, 0);
    cw_tally_add(&tally, three, (double[]){0.5, 0.5, 0}, 2);
    assert_int_equal(tally.games, 5);
    assert_int_equal(tally.wins, 1);
    assert_int_equal(tally.draws, 2);
    assert_int_equal(tally.losses, 2);
    assert_near(cw_tally_score(&tally), 0.4, 1e-12);
    cw_game_destroy(two);
    cw_game_destroy(three);
}

static cw_interval interval_of(int wins, int draws, int losses) {
    cw_game *two = must_create_game("hex:size=1");
    cw_tally tally = {0};
    for (int i = 0; i < wins; i++)
        cw_tally_add(&tally, two, (double[]){1, 0}, 0);
    for (int i = 0; i < draws; i++)
        cw_tally_add(&tally, two, (double[]){0.5, 0.5}, 0);
    for (int i = 0; i < losses; i++)
        cw_tally_add(&tally, two, (double[]){0, 1}, 0);
    cw_game_destroy(two);
    return cw_tally_interval(&tally);
}

static void without_draws_the_interval_is_wilsons(void **state) {
    (void)state;
    cw_interval interval = interval_of(60, 0, 40), wilson = cw_wilson(0.6, 100);
    assert_near(interval.low, wilson.low, 1e-12);
    assert_near(interval.high, wilson.high, 1e-12);
}

static void draws_narrow_the_interval(void **state) {
    (void)state;
    cw_interval without = interval_of(50, 0, 50), with = interval_of(25, 50, 25),
                only = interval_of(0, 100, 0);
    assert_near((with.high - with.low) / (without.high - without.low), sqrt(0.5), 0.02);
    assert_true(only.high - only.low > 0 && only.high - only.low < 0.03);
}

/* The interval holds the truth in about 95 of 100 experiments. */
static void the_interval_covers_the_truth(void **state) {
    (void)state;
    cw_rng rng = cw_rng_make(5, 0);
    int covered = 0, experiments = 4000;
    double truth = 0.3 + 0.5 * 0.2;
    for (int i = 0; i < experiments; i++) {
        int outcomes[3] = {0};
        for (int game = 0; game < 150; game++) {
            double draw = cw_rng_unit(&rng);
            outcomes[draw < 0.3 ? 0 : draw < 0.5 ? 1 : 2]++;
        }
        cw_interval interval = interval_of(outcomes[0], outcomes[1], outcomes[2]);
        covered += interval.low <= truth && truth <= interval.high;
    }
    assert_near((double)covered / experiments, 0.95, 0.012);
}

static void the_mean_has_its_interval(void **state) {
    (void)state;
    /* 2, 4, 4, 4, 5, 5, 7, 9: mean 5, sample variance 32 / 7. */
    cw_interval interval = cw_mean_interval(40, 232, 8);
    assert_near(interval.high - 5, 1.959964 * sqrt(32.0 / 7 / 8), 1e-5);
    assert_near(5 - interval.low, 1.959964 * sqrt(32.0 / 7 / 8), 1e-5);
    assert_true(cw_mean_interval(1, 1, 1).high == INFINITY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_gives_the_known_intervals),
        cmocka_unit_test(elo_gives_the_known_differences),
        cmocka_unit_test(wins_draws_and_losses_are_told_apart),
        cmocka_unit_test(without_draws_the_interval_is_wilsons),
        cmocka_unit_test(draws_narrow_the_interval),
        cmocka_unit_test(the_interval_covers_the_truth),
        cmocka_unit_test(the_mean_has_its_interval),
    };
    return RUN_TESTS(tests);
}
