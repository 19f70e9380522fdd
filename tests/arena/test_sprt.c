/* The sequential test: against published figures, and by its rates of error. */
#include "harness.h"

#include <math.h>

#include "arena/sprt.h"
#include "arena/statistics.h"

/* Of fastchess's own tests of its logistic pentanomial test, told to two places. */
static void the_ratio_is_that_of_fastchess(void **state) {
    (void)state;
    const cw_sprt first = {.elo0 = 0.5, .elo1 = 2.5, .pairs = {223, 9863, 20279 + 1000, 10037, 246}};
    const cw_sprt second = {.elo0 = 0, .elo1 = 2, .pairs = {871, 26175, 55003 + 980, 26678, 821}};
    assert_true(fabs(cw_sprt_log_likelihood_ratio(&first) + 3.07) < 0.01);
    assert_true(fabs(cw_sprt_log_likelihood_ratio(&second) + 4.98) < 0.01);
}

/* Pairs that all split speak for equal players, but only as loudly as the other hypothesis lets them: with
 * 3 % of pairs won at least one is to be expected among a hundred. */
static void few_equal_results_are_no_certainty(void **state) {
    (void)state;
    cw_sprt sprt = {.elo0 = 0, .elo1 = 10};
    assert_true(cw_sprt_log_likelihood_ratio(&sprt) == 0);
    for (int i = 0; i < 30; i++)
        cw_sprt_add_pair(&sprt, i % 2, 1 - i % 2);
    assert_int_equal(sprt.pairs[2], 30);
    assert_int_equal(cw_sprt_decide(&sprt), CW_SPRT_OPEN);
    sprt = (cw_sprt){.elo0 = -10, .elo1 = 10, .pairs = {0, 0, 100000, 0, 0}};
    assert_true(fabs(cw_sprt_log_likelihood_ratio(&sprt)) < 1e-6);
}

/* ---- Rates of error ---- */

/* Shares of the kinds of pairs between equal players. */
typedef struct habit {
    const char *name;
    double shares[CW_SPRT_KINDS];
} habit;

/* Tilts the habit until the mean reward is `mean`, and sums up the shares. */
static void tilt_to(const habit *from, double mean, double *sums) {
    double low = -60, high = 60, weights[CW_SPRT_KINDS], all = 0;
    for (int step = 0; step < 60; step++) {
        double tilt = (low + high) / 2, sum = 0;
        all = 0;
        for (int kind = 0; kind < CW_SPRT_KINDS; kind++) {
            weights[kind] = from->shares[kind] * exp(tilt * (kind / 4.0 - 0.5));
            all += weights[kind];
            sum += weights[kind] * kind / 4.0;
        }
        *(sum / all < mean ? &low : &high) = tilt;
    }
    for (int kind = 0; kind < CW_SPRT_KINDS; kind++)
        sums[kind] = weights[kind] / all + (kind > 0 ? sums[kind - 1] : 0);
}

static cw_sprt_decision decide_between(const double *sums, double elo0, double elo1, cw_rng *rng) {
    cw_sprt sprt = {.elo0 = elo0, .elo1 = elo1};
    cw_sprt_decision decision = CW_SPRT_OPEN;
    for (int pair = 0; decision == CW_SPRT_OPEN && pair < 100000; pair++) {
        double chance = cw_rng_unit(rng);
        int kind = 0;
        while (kind < CW_SPRT_KINDS - 1 && chance >= sums[kind])
            kind++;
        cw_sprt_add_pair(&sprt, kind / 4.0, kind / 4.0);
        decision = cw_sprt_decide(&sprt);
    }
    return decision;
}

static void it_errs_as_seldom_as_it_says(void **state) {
    (void)state;
    static const habit habits[] = {
        {"decided games", {0.25, 0, 0.5, 0, 0.25}},
        {"many draws", {0.05, 0.2, 0.5, 0.2, 0.05}},
        {"most pairs split", {0.02, 0, 0.96, 0, 0.02}},
        {"most pairs split, some draws", {0.02, 0.05, 0.86, 0.05, 0.02}},
    };
    static const double elos[][2] = {{0, 100}, {-30, 30}, {100, 200}};
    enum { RUNS = 1000, ERRORS_MAX = 70 }; /* 50 expected at most, 3 deviations of 6.9 */
    const uint64_t seed = 23;
    cw_rng rng = cw_rng_make(seed, 0);
    for (size_t i = 0; i < sizeof habits / sizeof habits[0]; i++) {
        for (size_t j = 0; j < sizeof elos / sizeof elos[0]; j++) {
            for (int truth = 0; truth < 2; truth++) {
                double sums[CW_SPRT_KINDS];
                int errors = 0;
                tilt_to(&habits[i], cw_elo_score(elos[j][truth]), sums);
                for (int run = 0; run < RUNS; run++)
                    errors += decide_between(sums, elos[j][0], elos[j][1], &rng) !=
                              (truth == 0 ? CW_SPRT_ELO0 : CW_SPRT_ELO1);
                print_message("%s, %g against %g Elo, truth %g: %.1f %% wrong\n", habits[i].name, elos[j][0],
                              elos[j][1], elos[j][truth], 100.0 * errors / RUNS);
                assert_true(errors <= ERRORS_MAX);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ratio_is_that_of_fastchess),
        cmocka_unit_test(few_equal_results_are_no_certainty),
        cmocka_unit_test(it_errs_as_seldom_as_it_says),
    };
    return RUN_TESTS(tests);
}
