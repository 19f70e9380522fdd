/* Intervals, Elo and the sequential test, with numbers from outside. */
#include <math.h>

#include "arena/statistics.h"
#include "harness.h"

static void assert_near(double actual, double expected, double tolerance) {
    if (fabs(actual - expected) > tolerance)
        fail_msg("%.6f is not %.6f", actual, expected);
}

/* Wilson's interval of 8 successes in 10 trials, a textbook case. */
static void wilson_by_the_book(void **state) {
    (void)state;
    cw_interval interval = cw_wilson(0.8, 10);
    assert_near(interval.low, 0.4902, 0.0001);
    assert_near(interval.high, 0.9433, 0.0001);
    assert_near(cw_wilson(1, 20).high, 1, 0);
    assert_near(cw_wilson(0, 20).low, 0, 0);
}

/* Rows of the Tantrix report: wins, losses, draws, and the half width in per cent that it prints. */
static void the_report_s_interval(void **state) {
    (void)state;
    static const double rows[][4] = {
        {234, 77, 22, 4.6}, {208, 358, 45, 3.8}, {74, 47, 13, 8.3}, {175, 90, 36, 5.4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cw_tally tally = {
            .wins = (int64_t)rows[i][0], .losses = (int64_t)rows[i][1], .draws = (int64_t)rows[i][2]};
        tally.games = tally.wins + tally.losses + tally.draws;
        cw_interval interval = cw_report_interval(&tally);
        assert_near(50 * (interval.high - interval.low), rows[i][3], 0.06);
    }
}

static void elo_and_back(void **state) {
    (void)state;
    assert_near(cw_elo(0.5), 0, 1e-9);
    assert_near(cw_elo(0.75), 190.85, 0.01);
    assert_near(cw_elo_score(cw_elo(0.64)), 0.64, 1e-12);
    assert_true(isinf(cw_elo(1)));
}

static void the_test_decides_for_the_truth(void **state) {
    (void)state;
    cw_rng rng = cw_rng_make(3, 0);
    int right = 0;
    for (int run = 0; run < 200; run++) {
        cw_sprt sprt = {.elo0 = 0, .elo1 = 60};
        double truth = run % 2 == 0 ? 0.5 : cw_elo_score(60);
        while (cw_sprt_decide(&sprt) == CW_SPRT_OPEN && sprt.count < 100000)
            cw_sprt_add(&sprt, cw_rng_unit(&rng) < truth);
        right += cw_sprt_decide(&sprt) == (run % 2 == 0 ? CW_SPRT_ELO0 : CW_SPRT_ELO1);
    }
    assert_true(right >= 180); /* 5 % error on both sides: 190 expected, 3 deviations of 3.1 */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_by_the_book),
        cmocka_unit_test(the_report_s_interval),
        cmocka_unit_test(elo_and_back),
        cmocka_unit_test(the_test_decides_for_the_truth),
    };
    return RUN_TESTS(tests);
}
