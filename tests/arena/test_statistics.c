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
        cw_interval interval = cw_tally_shown_interval(&tally);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_by_the_book),
        cmocka_unit_test(the_report_s_interval),
        cmocka_unit_test(elo_and_back),
    };
    return RUN_TESTS(tests);
}
