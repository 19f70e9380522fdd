/* The selection formulas, with numbers worked by hand. */
#include "harness.h"

#include <math.h>

#include "core/real.h"
#include "search/mcts/report.h"
#include "search/mcts/select.h"

enum { WIDTH = 8 };

/* Entries of a node with three moves; the others are padding. */
typedef struct fixture {
    uint32_t visits[WIDTH], wins[WIDTH], rave_visits[WIDTH], rave_wins[WIDTH];
    float priors[WIDTH], values[WIDTH];
} fixture;

static void pad(fixture *f) {
    for (int i = 3; i < WIDTH; i++)
        f->visits[i] = CW_EDGE_EXCLUDED;
}

static uint32_t select_from(fixture *f, const cw_mcts_settings *settings, uint32_t visits, float mean,
                            bool rave, bool priors) {
    cw_select_terms terms;
    pad(f);
    cw_select_prepare(settings, visits, mean, &terms);
    cw_edges edges = {.width = WIDTH,
                      .visits = f->visits,
                      .wins = f->wins,
                      .rave_visits = rave ? f->rave_visits : NULL,
                      .rave_wins = rave ? f->rave_wins : NULL,
                      .priors = priors ? f->priors : NULL};
    return cw_select(&edges, &terms, f->values);
}

static void assert_near(float value, double expected) {
    if (fabs((double)value - expected) > 1e-5)
        fail_msg("%.7f is not %.7f", (double)value, expected);
}

static void uct_is_mean_plus_exploration(void **state) {
    (void)state;
    /* N = 100, ln N = 4.605170; n = 10, 40, 50; won 6, 30, 40. */
    fixture f = {.visits = {10, 40, 50}, .wins = {6 * 12, 30 * 12, 40 * 12}};
    cw_mcts_settings settings = {.c = 0.5f, .fpu = CW_FPU_INFINITE};
    assert_int_equal(select_from(&f, &settings, 100, 0.76f, false, false), 2);
    assert_near(f.values[0], 0.6 + 0.5 * 0.6786140);  /* sqrt(0.4605170) */
    assert_near(f.values[1], 0.75 + 0.5 * 0.3393070); /* sqrt(0.1151293) */
    assert_near(f.values[2], 0.8 + 0.5 * 0.3034854);  /* sqrt(0.0921034) */
    assert_near(f.values[3], -1);
}

static void tantrix_form_divides_by_one_more(void **state) {
    (void)state;
    fixture f = {.visits = {8, 0, 3}, .wins = {4 * 12, 0, 12}};
    cw_mcts_settings settings = {.c = 0.35f, .n_plus = 1, .fpu = CW_FPU_PARENT};
    /* ln 11 = 2.397895. The move never tried has the parent's rate and sqrt(ln N / 1). */
    assert_int_equal(select_from(&f, &settings, 11, 5.0f / 11, false, false), 1);
    assert_near(f.values[0], 0.5 + 0.35 * sqrt(2.397895 / 9));
    assert_near(f.values[1], 5.0 / 11 + 0.35 * sqrt(2.397895));
    assert_near(f.values[2], 1.0 / 3 + 0.35 * sqrt(2.397895 / 4));
}

static void rave_bias_weighs_as_in_yopt(void **state) {
    (void)state;
    /* coef = 1 - rc / (rc + c + rc * c * bias); rc = 200, c = 50, bias 0.001: 200 / 260 = 0.7692308 */
    fixture f = {.visits = {50, 0, 20},
                 .wins = {30 * 12, 0, 4 * 12},
                 .rave_visits = {200, 100, 0},
                 .rave_wins = {80 * 12, 45 * 12, 0}};
    cw_mcts_settings settings = {.with_rave = true, .rave_weight = 0.001f, .fpu = CW_FPU_PARENT};
    select_from(&f, &settings, 70, 0.5f, true, false);
    assert_near(f.values[0], 0.2307692 * 0.6 + 0.7692308 * 0.4);
    assert_near(f.values[1], 0.45); /* known to AMAF alone */
    assert_near(f.values[2], 0.2);  /* not known to AMAF */
}

static void amaf_weight_is_gelly_and_silvers(void **state) {
    (void)state;
    /* b = 0.75: k = 4 b^2 = 2.25; n = 4, n~ = 12: 12 / (4 + 12 + 2.25 * 48) = 12 / 124 */
    fixture f = {.visits = {4}, .wins = {3 * 12}, .rave_visits = {12}, .rave_wins = {3 * 12}};
    cw_mcts_settings settings = {.with_rave = true, .rave_weight = 4 * 0.75f * 0.75f, .fpu = CW_FPU_PARENT};
    select_from(&f, &settings, 4, 0.5f, true, false);
    assert_near(f.values[0], 0.75 * (1 - 12.0 / 124) + 0.25 * 12 / 124);
}

static void a_bias_of_zero_is_a_setting(void **state) {
    (void)state;
    /* beta = n~ / (n + n~) = 30 / 40, and the exploration term is added as always. */
    fixture f = {.visits = {10}, .wins = {12}, .rave_visits = {30}, .rave_wins = {15 * 12}};
    cw_mcts_settings settings = {.c = 1, .with_rave = true, .rave_weight = 0, .fpu = CW_FPU_PARENT};
    select_from(&f, &settings, 10, 0.5f, true, false);
    assert_near(f.values[0], 0.25 * 0.1 + 0.75 * 0.5 + sqrt(2.302585 / 10));
}

static void moves_not_tried_come_first_when_the_first_play_value_is_infinite(void **state) {
    (void)state;
    fixture f = {
        .visits = {5, 0, 0}, .wins = {5 * 12, 0, 0}, .rave_visits = {5, 5, 0}, .rave_wins = {60, 0, 0}};
    cw_mcts_settings settings = {.with_rave = true, .fpu = CW_FPU_INFINITE};
    assert_int_equal(select_from(&f, &settings, 5, 1, true, false), 1); /* the first of the two */
    assert_int_equal(select_from(&f, &settings, 5, 1, false, false), 1);
}

static void a_number_is_the_whole_first_play_value(void **state) {
    (void)state;
    fixture f = {.visits = {5, 0, 5}, .wins = {12, 0, 24}};
    cw_mcts_settings settings = {.c = 1, .fpu = CW_FPU_NUMBER, .fpu_number = 0.5f};
    select_from(&f, &settings, 10, 0.3f, false, false);
    assert_near(f.values[1], 0.5);
}

static void priors_fade_with_visits(void **state) {
    (void)state;
    fixture f = {.visits = {3, 0}, .wins = {2 * 12, 0}, .priors = {1, 0.5f}};
    cw_mcts_settings settings = {.prior_weight = 0.8f, .fpu = CW_FPU_PARENT};
    select_from(&f, &settings, 3, 0.25f, false, true);
    assert_near(f.values[0], 2.0 / 3 + 0.8 / 4);
    assert_near(f.values[1], 0.25 + 0.8 * 0.5);
}

static void puct_explores_more_the_more_visits_a_node_has(void **state) {
    (void)state;
    fixture f = {.visits = {60, 4, 0}, .wins = {30 * 12, 3 * 12, 0}, .priors = {0.5f, 0.3f, 0.2f}};
    cw_mcts_settings settings = {.puct = 1.5f, .prior_weight = 7, .fpu = CW_FPU_PARENT};
    select_from(&f, &settings, 64, 0.25f, false, true);
    assert_near(f.values[0], 30.0 / 60 + 1.5 * 8 * 0.5 / 61);
    assert_near(f.values[1], 3.0 / 4 + 1.5 * 8 * 0.3 / 5);
    assert_near(f.values[2], 0.25 + 1.5 * 8 * 0.2);
}

static void excluded_moves_are_never_selected(void **state) {
    (void)state;
    fixture f = {.visits = {10 | CW_EDGE_EXCLUDED, 10, 10 | CW_EDGE_EXCLUDED}, .wins = {120, 0, 120}};
    cw_mcts_settings settings = {.c = 0.5f};
    assert_int_equal(select_from(&f, &settings, 30, 0.5f, false, false), 1);
    f.visits[1] |= CW_EDGE_EXCLUDED;
    assert_int_equal(select_from(&f, &settings, 30, 0.5f, false, false), UINT32_MAX);
}

/* The move that is chosen among 1: 1,900 visits at 0.614, 2: 900 at 0.629, 3: 20 at 0.7, 4: none. */
static cw_move choose(cw_mcts_final final) {
    static const struct {
        uint64_t visits;
        double mean;
    } moves[] = {{1900, 0.614}, {900, 0.629}, {20, 0.7}, {0, 0}};
    const cw_mcts_settings settings = {.final = final};
    cw_analysis analysis = {0};
    for (int i = 0; i < 4; i++) {
        cw_candidate *candidate = cw_analysis_add(&analysis, (cw_move)(i + 1));
        candidate->visits = moves[i].visits;
        candidate->value = moves[i].mean * (double)moves[i].visits; /* a sum, until the choice is made */
    }
    cw_mcts_report_choose(&settings, CW_MOVE_NONE, CW_MOVE_NONE, &analysis);
    cw_move best = analysis.best;
    cw_analysis_free(&analysis);
    return best;
}

static void the_last_choice_is_by_visits_value_or_bound(void **state) {
    (void)state;
    assert_int_equal(choose(CW_FINAL_VISITS), 1);
    assert_int_equal(choose(CW_FINAL_VALUE), 3);
    assert_int_equal(choose(CW_FINAL_BOUND), 2);
}

static void logarithm_and_exponential_are_those_of_the_c_library(void **state) {
    (void)state;
    for (double x = 1; x < 1e9; x = x * 1.37 + 0.5)
        assert_true(fabs(cw_log(x) - log(x)) < 1e-11 * (1 + log(x)));
    for (double x = -30; x < 30; x += 0.37)
        assert_true(fabs(cw_exp(x) / exp(x) - 1) < 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uct_is_mean_plus_exploration),
        cmocka_unit_test(tantrix_form_divides_by_one_more),
        cmocka_unit_test(rave_bias_weighs_as_in_yopt),
        cmocka_unit_test(amaf_weight_is_gelly_and_silvers),
        cmocka_unit_test(a_bias_of_zero_is_a_setting),
        cmocka_unit_test(moves_not_tried_come_first_when_the_first_play_value_is_infinite),
        cmocka_unit_test(a_number_is_the_whole_first_play_value),
        cmocka_unit_test(priors_fade_with_visits),
        cmocka_unit_test(puct_explores_more_the_more_visits_a_node_has),
        cmocka_unit_test(excluded_moves_are_never_selected),
        cmocka_unit_test(the_last_choice_is_by_visits_value_or_bound),
        cmocka_unit_test(logarithm_and_exponential_are_those_of_the_c_library),
    };
    return RUN_TESTS(tests);
}
