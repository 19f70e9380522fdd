/* What counts as agreement with a paper. */
#include "harness.h"

#include <math.h>

#include "lab/ruling.h"

static cw_measured share(double part, int64_t games) {
    cw_interval interval = cw_wilson(part / 100, (double)games);
    return (cw_measured){part, 100 * interval.low, 100 * interval.high};
}

static cw_ruling rule(double ours, int64_t games, double paper, int64_t paper_games) {
    return cw_ruling_of_share(share(ours, games), games, paper, paper_games);
}

static void equal_shares_agree_with_games_enough(void **state) {
    (void)state;
    assert_int_equal(rule(60, 200, 61, 200), CW_RULING_AGREES);   /* as many games as the paper */
    assert_int_equal(rule(60, 20, 61, 200), CW_RULING_UNDECIDED); /* 20 games say nothing */
    assert_int_equal(rule(60, 2000, 61, 4000), CW_RULING_AGREES); /* fewer, but the interval is narrow */
}

static void a_difference_beyond_chance_differs(void **state) {
    (void)state;
    assert_int_equal(rule(0, 140, 18, 50), CW_RULING_DIFFERS);
    assert_int_equal(rule(85, 200, 61, 200), CW_RULING_DIFFERS);
    assert_int_equal(rule(85, 20, 61, 200),
                     CW_RULING_DIFFERS); /* few games are enough for a large difference */
    /* The paper's sample errs as well: against four games nothing differs. */
    assert_int_equal(rule(60, 200, 25, 4), CW_RULING_AGREES);
}

/* ---- Experiments ---- */

static const char file[] = "title: A test\n"
                           "game: \"hex:size=3\"\n"
                           "players: [\"mcts:sims={n}\", random]\n"
                           "games: 100\n"
                           "sweep: {n: [1, 2, 3, 4, 5]}\n"
                           "reported:\n"
                           "  - {n: 1, wins: 10}\n"
                           "  - {n: 2, wins: 20}\n"
                           "  - {n: 3, wins: 30}\n"
                           "  - {n: 4, wins: 40}\n"
                           "  - {n: 5, wins: 50}\n";

static cw_experiment *read(const char *more, cw_status expected, cw_error *error) {
    char path[] = "/tmp/causeway-ruling-XXXXXX";
    int descriptor = mkstemp(path);
    FILE *out = fdopen(descriptor, "w");
    fprintf(out, "%s%s", file, more);
    fclose(out);
    cw_experiment *experiment = NULL;
    assert_int_equal(cw_experiment_read(path, &experiment, error), expected);
    remove(path);
    return experiment;
}

static cw_rulings rule_table(const cw_experiment *experiment, const char *csv) {
    cw_findings findings;
    cw_rulings rulings;
    assert_int_equal(cw_findings_from_csv(experiment, csv, &findings, NULL), CW_OK);
    assert_int_equal(cw_rulings_make(&findings, &rulings, NULL), CW_OK);
    cw_findings_free(&findings);
    return rulings;
}

/* A table of five points with these wins of 1,000 games each, with the intervals that go with them. */
static void make_table(const double *wins, cw_text *csv) {
    cw_text_append(csv, "point,player1,games,wins,wins_low,wins_high,moves,moves_low,moves_high\n");
    for (int i = 0; i < 5; i++) {
        cw_measured measured = share(wins[i], 1000);
        cw_text_printf(csv, "\"n=%d\",\"a \"\"quoted\"\", name\",1000,%g,%g,%g,%d,%d,%d\n", i + 1,
                       measured.value, measured.low, measured.high, 20 + i, 19 + i, 21 + i);
    }
}

static cw_ruling rule_wins(const char *more, const double *wins) {
    cw_error error = {0};
    cw_experiment *experiment = read(more, CW_OK, &error);
    cw_text csv = {0};
    make_table(wins, &csv);
    cw_rulings rulings = rule_table(experiment, cw_text_string(&csv));
    cw_ruling whole = rulings.whole;
    cw_rulings_free(&rulings);
    cw_text_free(&csv);
    cw_experiment_destroy(experiment);
    return whole;
}

static void a_whole_experiment_is_ruled_by_its_figures(void **state) {
    (void)state;
    assert_int_equal(rule_wins("", (const double[]){11, 19, 30, 41, 50}), CW_RULING_AGREES);
    assert_int_equal(rule_wins("", (const double[]){40, 50, 60, 70, 80}), CW_RULING_SAME_SHAPE);
    assert_int_equal(rule_wins("", (const double[]){50, 40, 30, 20, 10}), CW_RULING_DIFFERS);
}

static void claims_are_tested(void **state) {
    (void)state;
    const double wins[] = {11, 19, 30, 41, 50};
    const char more[] = "claims:\n  - {says: \"more win more\", holds: \"wins[n=5] %c wins[n=1]\"}\n";
    char claim[128];
    snprintf(claim, sizeof claim, more, '>');
    assert_int_equal(rule_wins(claim, wins), CW_RULING_AGREES);
    snprintf(claim, sizeof claim, more, '<');
    assert_int_equal(rule_wins(claim, wins), CW_RULING_DIFFERS);
    assert_int_equal(rule_wins("claims:\n  - {says: longer, holds: \"moves[n=5] > 22\"}\n", wins),
                     CW_RULING_AGREES);
    assert_int_equal(rule_wins("claims:\n  - {says: near, holds: \"moves[n=5] ~4 22\"}\n", wins),
                     CW_RULING_AGREES);
    assert_int_equal(rule_wins("claims:\n  - {says: near, holds: \"moves[n=5] ~1 20\"}\n", wins),
                     CW_RULING_DIFFERS);
    assert_int_equal(rule_wins("claims:\n  - {says: longer, holds: \"moves[n=2] > moves[n=1]\"}\n", wins),
                     CW_RULING_SAME_SHAPE); /* the intervals of the moves meet: undecided, so not all agree */
}

/* What a number is off by counts like our own chance. */
static void a_number_may_have_an_error_of_its_own(void **state) {
    (void)state;
    const double wins[] = {11, 19, 30, 41, 50};
    const char more[] = "claims:\n  - {says: longer, holds: \"moves[n=5] > 22.5+-%s\"}\n"; /* ours 23 to 25 */
    char claim[128];
    snprintf(claim, sizeof claim, more, "1");
    assert_int_equal(rule_wins(claim, wins), CW_RULING_AGREES);
    snprintf(claim, sizeof claim, more, "1.2");
    assert_int_equal(rule_wins(claim, wins), CW_RULING_SAME_SHAPE); /* undecided, so not all agree */
}

static cw_ruled rule_first_claim(const char *claim, const char *csv) {
    char more[128];
    cw_error error = {0};
    snprintf(more, sizeof more, "claims:\n  - {says: x, holds: \"%s\"}\n", claim);
    cw_experiment *experiment = read(more, CW_OK, &error);
    cw_rulings rulings = rule_table(experiment, csv);
    cw_ruled ruled = rulings.list[rulings.count - 1];
    cw_rulings_free(&rulings);
    cw_experiment_destroy(experiment);
    return ruled;
}

/* 540 of 1,000 games are won and the rest lost: that one more is won is that one fewer is lost, so the lead
 * of 8 points is less sure than if wins and losses were of games of their own. */
static void wins_and_losses_of_the_same_games_vary_together(void **state) {
    (void)state;
    cw_measured won = share(54, 1000), lost = share(46, 1000);
    cw_text csv = {0};
    cw_text_append(&csv, "point,games,wins,wins_low,wins_high,losses,losses_low,losses_high\n");
    for (int i = 1; i <= 2; i++)
        cw_text_printf(&csv, "\"n=%d\",1000,54,%g,%g,46,%g,%g\n", i, won.low, won.high, lost.low, lost.high);
    cw_ruled same = rule_first_claim("wins[n=1] > losses[n=1]", cw_text_string(&csv));
    cw_ruled apart = rule_first_claim("wins[n=1] > losses[n=2]", cw_text_string(&csv));
    double half = 1.96 * 2 * 100 * sqrt(0.54 * 0.46 / 1000); /* of 2 * wins - 1 */
    assert_true(fabs(same.ours.high - same.ours.low - 2 * half) < 0.1);
    assert_true(fabs((same.ours.high - same.ours.low) / (apart.ours.high - apart.ours.low) - sqrt(2)) < 0.01);
    cw_text_free(&csv);
}

/* None of four decided games is won: the table's interval has no width, and four games prove nothing. */
static void decided_games_have_an_interval_where_none_is_won(void **state) {
    (void)state;
    static const char csv[] =
        "point,games,wins,losses,decided,decided_low,decided_high\n\"n=1\",8,0,50,0,0,0\n";
    cw_ruled ruled = rule_first_claim("decided[n=1] < 40", csv);
    assert_int_equal(ruled.ruling, CW_RULING_UNDECIDED);
    assert_true(fabs(ruled.ours.high + 40 - share(0, 4).high) < 1e-9);
}

static void a_claim_that_means_nothing_is_refused_at_its_line(void **state) {
    (void)state;
    static const char *const wrong[] = {"wins[n=9] > 1",   "luck[n=1] > 1",   "wins[n=1]",        "3 > 2",
                                        "wins[n=1] > 2 3", "wins[n=1] > 2+-", "wins[n=1] > 2+--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char more[128];
        cw_error error = {0};
        snprintf(more, sizeof more, "claims:\n  - {says: x, holds: \"%s\"}\n", wrong[i]);
        read(more, CW_BAD_INPUT, &error);
        assert_non_null(strstr(error.message, ":13:"));
    }
}

/* 2 of 10 games at one point and 8 of 10 at the other are half of all games, which no point has alone. */
static void pooled_points_are_ruled_on_together(void **state) {
    (void)state;
    static const char csv[] =
        "point,games,wins,wins_low,wins_high\n\"n=1\",10,20,5.7,51\n\"n=2\",10,80,49,94.3\n";
    cw_error error = {0};
    cw_experiment *experiment = read("paper_games: 20\npool: on\n", CW_OK, &error);
    experiment->points[0].reported[0].value = 50;
    cw_rulings rulings = rule_table(experiment, csv);
    assert_int_equal(rulings.count, 1);
    assert_int_equal(rulings.list[0].games, 20);
    assert_true(fabs(rulings.list[0].ours.value - 50) < 1e-9);
    assert_true(fabs(rulings.list[0].ours.low - share(50, 20).low) < 1e-9);
    assert_int_equal(rulings.whole, CW_RULING_AGREES);
    cw_rulings_free(&rulings);
    cw_experiment_destroy(experiment);
}

/* 20 games are few against the paper's 40, and all that a point had of which it played 20. */
static void a_point_may_have_other_games_in_the_paper(void **state) {
    (void)state;
    static const char csv[] =
        "point,games,wins,wins_low,wins_high\n\"few\",20,45,25.8,65.8\n\"all\",20,45,25.8,65.8\n";
    static const char text[] = "title: A test\n"
                               "game: \"hex:size=3\"\n"
                               "players: [mcts, random]\n"
                               "games: 20\n"
                               "paper_games: 40\n"
                               "points:\n"
                               "  - {name: few, reported: {wins: 50}}\n"
                               "  - {name: all, paper_games: 20, reported: {wins: 50}}\n";
    cw_experiment *experiment = NULL;
    assert_int_equal(cw_experiment_parse("a test", text, &experiment, NULL), CW_OK);
    cw_rulings rulings = rule_table(experiment, csv);
    assert_int_equal(rulings.list[0].ruling, CW_RULING_UNDECIDED);
    assert_int_equal(rulings.list[1].ruling, CW_RULING_AGREES);
    cw_rulings_free(&rulings);
    cw_experiment_destroy(experiment);
}

/* In a round robin of three a player has two of three games, and only those count against the paper's. */
static void the_games_are_those_of_the_subject(void **state) {
    (void)state;
    static const char csv[] = "point,games,subject_games,wins,wins_low,wins_high\n\"n=1\",60,40,10,4,23\n";
    cw_error error = {0};
    cw_experiment *experiment = read("paper_games: 60\n", CW_OK, &error);
    cw_rulings rulings = rule_table(experiment, csv);
    assert_int_equal(rulings.list[0].games, 40);
    assert_int_equal(rulings.list[0].ruling, CW_RULING_UNDECIDED);
    cw_rulings_free(&rulings);
    cw_experiment_destroy(experiment);
}

/* What was played with a tenth of the time says nothing of the paper's, whatever came out. */
static void another_time_leaves_it_undecided(void **state) {
    (void)state;
    cw_error error = {0};
    cw_experiment *experiment = read("", CW_OK, &error);
    static const char *const players[] = {"mcts:sims=1", "mcts:sims=1,time=10ms"};
    const cw_ruling expected[] = {CW_RULING_DIFFERS, CW_RULING_UNDECIDED};
    for (int i = 0; i < 2; i++) {
        cw_text csv = {0};
        cw_text_printf(&csv, "point,player1,games,wins,wins_low,wins_high\n\"n=1\",\"%s\",1000,80,77,82\n",
                       players[i]);
        cw_rulings rulings = rule_table(experiment, cw_text_string(&csv));
        assert_int_equal(rulings.list[0].ruling, expected[i]);
        cw_rulings_free(&rulings);
        cw_text_free(&csv);
    }
    cw_experiment_destroy(experiment);
}

static void points_without_games_are_undecided(void **state) {
    (void)state;
    cw_error error = {0};
    cw_experiment *experiment = read("", CW_OK, &error);
    cw_rulings rulings = rule_table(experiment, "point,games,wins\n\"n=1\",0,\n");
    assert_int_equal(rulings.count, 5);
    assert_int_equal(rulings.whole, CW_RULING_UNDECIDED);
    cw_rulings_free(&rulings);
    cw_experiment_destroy(experiment);
    experiment = read("claims:\n  - {says: more, holds: \"wins[n=1] > wins[n=5]\"}\n", CW_OK, &error);
    rulings = rule_table(experiment, "point,games,wins,wins_low,wins_high\n\"n=1\",100,60,50,70\n"
                                     "\"n=5\",0,0,0,0\n");
    assert_int_equal(rulings.list[rulings.count - 1].ruling, CW_RULING_UNDECIDED);
    cw_rulings_free(&rulings);
    cw_findings findings;
    assert_int_equal(cw_findings_from_csv(experiment, "a,b\n1,2\n", &findings, &error), CW_BAD_INPUT);
    cw_experiment_destroy(experiment);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_shares_agree_with_games_enough),
        cmocka_unit_test(a_difference_beyond_chance_differs),
        cmocka_unit_test(a_whole_experiment_is_ruled_by_its_figures),
        cmocka_unit_test(claims_are_tested),
        cmocka_unit_test(a_number_may_have_an_error_of_its_own),
        cmocka_unit_test(wins_and_losses_of_the_same_games_vary_together),
        cmocka_unit_test(decided_games_have_an_interval_where_none_is_won),
        cmocka_unit_test(a_claim_that_means_nothing_is_refused_at_its_line),
        cmocka_unit_test(pooled_points_are_ruled_on_together),
        cmocka_unit_test(a_point_may_have_other_games_in_the_paper),
        cmocka_unit_test(the_games_are_those_of_the_subject),
        cmocka_unit_test(another_time_leaves_it_undecided),
        cmocka_unit_test(points_without_games_are_undecided),
    };
    return RUN_TESTS(tests);
}
