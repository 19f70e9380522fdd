#include "lab/ruling.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lab/claim.h"

static const double half_width_max = 7; /* points to either side that still tell something */
static const double correlation_min = 0.9;
enum { SHAPE_POINTS_MIN = 5 };

const char *cw_ruling_name(cw_ruling ruling) {
    static const char *const names[] = {"nothing to compare", "agrees", "same shape", "undecided", "differs"};
    return names[ruling];
}

/* ---- One figure ---- */

static double combine(double left, double right, double correlation) {
    return sqrt(left * left - 2 * correlation * left * right + right * right);
}

/* The interval of a difference, from the intervals of both sides (Newcombe's way to combine them). */
static cw_measured difference(cw_measured left, cw_measured right, double correlation) {
    double value = left.value - right.value;
    return (cw_measured){value, value - combine(left.value - left.low, right.high - right.value, correlation),
                         value + combine(left.high - left.value, right.value - right.low, correlation)};
}

/* Whether an interval of a difference contains 0, and if so whether it is narrow enough to mean it. */
static cw_ruling rule_equal(cw_measured between, bool has_games_enough) {
    if (isnan(between.low) || isnan(between.high))
        return CW_RULING_UNDECIDED;
    if (between.low > 0 || between.high < 0)
        return CW_RULING_DIFFERS;
    bool is_narrow = (between.high - between.low) / 2 <= half_width_max;
    return has_games_enough || is_narrow ? CW_RULING_AGREES : CW_RULING_UNDECIDED;
}

static cw_measured share_of(double percent, int64_t games) {
    cw_interval interval = cw_wilson(percent / 100, (double)games);
    return (cw_measured){percent, 100 * interval.low, 100 * interval.high};
}

static bool is_named(int measure, const char *name) {
    return strcmp(cw_measure_at(measure)->name, name) == 0;
}

/* What a point found. The interval that goes with decided games in tables is that of the Otago report, which
 * has no width where none is won or all are, so here it is Wilson's, over the decided games alone. */
static cw_measured found_of(const cw_finding *point, int measure) {
    cw_measured found = point->measured[measure];
    if (!is_named(measure, "decided") || isnan(found.value))
        return found;
    double share = 0;
    for (int other = 0; other < CW_MEASURES; other++) {
        if (is_named(other, "wins") || is_named(other, "losses"))
            share += point->measured[other].value / 100;
    }
    return isnan(share) ? found : share_of(found.value, llround(share * (double)point->games));
}

cw_ruling cw_ruling_of_share(cw_measured ours, int64_t games, double paper, int64_t paper_games) {
    return rule_equal(difference(ours, share_of(paper, paper_games), 0), games >= paper_games);
}

static bool is_share(const cw_measure *measure) {
    return strchr(measure->label, '%') != NULL;
}

/* A mean that the paper gives without its spread is taken as exact. */
static cw_ruling rule_reported(const cw_finding *point, const cw_measure *measure, cw_measured ours,
                               double paper, int64_t paper_games) {
    if (point->games == 0 || point->has_other_time)
        return CW_RULING_UNDECIDED;
    if (is_share(measure))
        return cw_ruling_of_share(ours, point->games, paper, paper_games);
    return rule_equal(difference(ours, (cw_measured){paper, paper, paper}, 0), point->games >= paper_games);
}

/* ---- Claims ---- */

static cw_measured side_of(const cw_findings *findings, const cw_claim_side *side) {
    if (side->measure < 0)
        return (cw_measured){side->number, side->number - side->error, side->number + side->error};
    return found_of(&findings->points[side->point], side->measure);
}

static bool is_outcome(int measure) {
    return is_named(measure, "wins") || is_named(measure, "draws") || is_named(measure, "losses");
}

/* A game that is won is not lost as well, so shares of the same games vary against each other. */
static double correlation_of_sides(const cw_comparison *comparison, cw_measured left, cw_measured right) {
    const cw_claim_side *one = &comparison->left, *other = &comparison->right;
    bool together = one->measure >= 0 && other->measure >= 0 && one->point == other->point &&
                    one->measure != other->measure && is_outcome(one->measure) && is_outcome(other->measure);
    double rest = (100 - left.value) * (100 - right.value);
    if (!together)
        return 0;
    return rest > 0 ? -fmin(1, sqrt(left.value * right.value / rest)) : -1;
}

/* Whether a difference lies within what does not matter. */
static cw_ruling rule_within(cw_measured between, double tolerance) {
    if (between.low >= -tolerance && between.high <= tolerance)
        return CW_RULING_AGREES;
    return between.low > tolerance || between.high < -tolerance ? CW_RULING_DIFFERS : CW_RULING_UNDECIDED;
}

static cw_ruling rule_comparison(const cw_comparison *comparison, cw_measured between) {
    if (comparison->sign == '~' && comparison->tolerance > 0)
        return rule_within(between, comparison->tolerance);
    if (comparison->sign == '~')
        return rule_equal(between, false);
    double low = comparison->sign == '>' ? between.low : -between.high;
    double high = comparison->sign == '>' ? between.high : -between.low;
    if (low > 0)
        return CW_RULING_AGREES;
    return high < 0 ? CW_RULING_DIFFERS : CW_RULING_UNDECIDED;
}

/* Can this side be judged: is it a number, or was its point played, with the paper's time? */
static bool is_played(const cw_findings *findings, const cw_claim_side *side) {
    const cw_finding *point = &findings->points[side->point];
    return side->measure < 0 || (point->games > 0 && !point->has_other_time);
}

static cw_status rule_claim(const cw_findings *findings, const cw_claim *claim, cw_ruled *ruled,
                            cw_error *error) {
    cw_comparison comparison;
    cw_status status = cw_claim_parse(findings->experiment, claim->holds, &comparison, error);
    if (status != CW_OK)
        return status;
    cw_measured left = side_of(findings, &comparison.left), right = side_of(findings, &comparison.right);
    cw_measured between = difference(left, right, correlation_of_sides(&comparison, left, right));
    const cw_finding *point = &findings->points[comparison.left.point];
    *ruled = (cw_ruled){.measure = -1, .ours = between, .paper = NAN, .games = point->games};
    bool are_played = is_played(findings, &comparison.left) && is_played(findings, &comparison.right);
    ruled->ruling = are_played ? rule_comparison(&comparison, between) : CW_RULING_UNDECIDED;
    snprintf(ruled->what, sizeof ruled->what, "%s (%s)", claim->says, claim->holds);
    return CW_OK;
}

/* ---- The whole ---- */

/* The ranks of `values`, equal ones sharing theirs. */
static void rank(const double *values, int count, double *ranks) {
    for (int i = 0; i < count; i++) {
        ranks[i] = 0.5;
        for (int k = 0; k < count; k++)
            ranks[i] += values[k] < values[i] ? 1 : values[k] == values[i] ? 0.5 : 0;
    }
}

static double correlate(const double *left, const double *right, int count) {
    double mean = (count + 1) / 2.0, both = 0, one = 0, other = 0;
    for (int i = 0; i < count; i++) {
        both += (left[i] - mean) * (right[i] - mean);
        one += (left[i] - mean) * (left[i] - mean);
        other += (right[i] - mean) * (right[i] - mean);
    }
    return one > 0 && other > 0 ? both / sqrt(one * other) : NAN;
}

/* Spearman's correlation over the figures of one measure, the first that the paper reports. */
static double correlation_of(const cw_rulings *rulings) {
    enum { FIGURES_MAX = 256 };
    double values[2][FIGURES_MAX], ranks[2][FIGURES_MAX];
    int count = 0;
    for (int i = 0; i < rulings->count && count < FIGURES_MAX; i++) {
        const cw_ruled *ruled = &rulings->list[i];
        if (ruled->measure != rulings->list[0].measure || ruled->games == 0)
            continue;
        values[0][count] = ruled->ours.value;
        values[1][count++] = ruled->paper;
    }
    if (count < SHAPE_POINTS_MIN)
        return NAN;
    rank(values[0], count, ranks[0]);
    rank(values[1], count, ranks[1]);
    return correlate(ranks[0], ranks[1], count);
}

/* All agree; or most have the order; or something differs; or nothing is decided. */
static cw_ruling rule_whole(const cw_rulings *rulings) {
    int counts[5] = {0}, claims_that_differ = 0;
    for (int i = 0; i < rulings->count; i++) {
        counts[rulings->list[i].ruling]++;
        claims_that_differ += isnan(rulings->list[i].paper) && rulings->list[i].ruling == CW_RULING_DIFFERS;
    }
    if (rulings->count == 0)
        return CW_RULING_NONE;
    if (counts[CW_RULING_AGREES] == rulings->count)
        return CW_RULING_AGREES;
    if (rulings->correlation >= correlation_min && claims_that_differ == 0)
        return CW_RULING_SAME_SHAPE;
    return counts[CW_RULING_DIFFERS] > 0 ? CW_RULING_DIFFERS : CW_RULING_UNDECIDED;
}

/* Rules on what the paper reports of a point; `found` is what the point has, or all points together. */
static void rule_figures(const cw_point *point, const char *name, const cw_finding *found,
                         int64_t paper_games, cw_rulings *rulings) {
    for (int i = 0; i < point->reported_count; i++) {
        const cw_reported *reported = &point->reported[i];
        const cw_measure *measure = cw_measure_find(reported->measure);
        cw_measured ours = found_of(found, cw_measure_index(measure));
        cw_ruled *ruled = &rulings->list[rulings->count++];
        *ruled = (cw_ruled){.measure = cw_measure_index(measure), .ours = ours, .paper = reported->value};
        ruled->games = found->games;
        ruled->ruling = rule_reported(found, measure, ours, reported->value, paper_games);
        snprintf(ruled->what, sizeof ruled->what, "%s, %s", name, measure->label);
    }
}

/* All points as one: shares of all their games, means without an interval. */
static cw_finding pool(const cw_findings *findings, int64_t *paper_games) {
    cw_finding all = {0};
    for (int i = 0; i < findings->experiment->point_count; i++) {
        all.games += findings->points[i].games;
        all.has_other_time = all.has_other_time || findings->points[i].has_other_time;
        *paper_games += findings->experiment->points[i].games;
    }
    for (int k = 0; k < CW_MEASURES; k++) {
        double sum = 0;
        for (int i = 0; i < findings->experiment->point_count; i++) {
            const cw_finding *point = &findings->points[i];
            sum += point->games > 0 ? point->measured[k].value * (double)point->games : 0;
        }
        double mean = all.games > 0 ? sum / (double)all.games : NAN;
        bool shares = all.games > 0 && is_share(cw_measure_at(k));
        all.measured[k] = shares ? share_of(mean, all.games) : (cw_measured){mean, NAN, NAN};
    }
    return all;
}

static void rule_points(const cw_findings *findings, cw_rulings *rulings) {
    const cw_experiment *experiment = findings->experiment;
    if (experiment->is_pooled) {
        int64_t games = 0, told = experiment->points[0].paper_games;
        cw_finding all = pool(findings, &games);
        rule_figures(&experiment->points[0], "all points", &all, told > 0 ? told : games, rulings);
        return;
    }
    for (int i = 0; i < experiment->point_count; i++) {
        const cw_point *point = &experiment->points[i];
        rule_figures(point, point->name, &findings->points[i],
                     point->paper_games > 0 ? point->paper_games : point->games, rulings);
    }
}

cw_status cw_rulings_make(const cw_findings *findings, cw_rulings *rulings, cw_error *error) {
    const cw_experiment *experiment = findings->experiment;
    size_t room = (size_t)experiment->claim_count + (size_t)experiment->point_count * CW_REPORTED_MAX + 1;
    *rulings = (cw_rulings){.list = calloc(room, sizeof *rulings->list), .correlation = NAN};
    if (rulings->list == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the rulings on %s", experiment->name);
    rule_points(findings, rulings);
    rulings->correlation = rulings->count > 0 ? correlation_of(rulings) : NAN;
    cw_status status = CW_OK;
    for (int i = 0; i < experiment->claim_count && status == CW_OK; i++)
        status = rule_claim(findings, &experiment->claims[i], &rulings->list[rulings->count++], error);
    rulings->whole = rule_whole(rulings);
    if (status != CW_OK)
        cw_rulings_free(rulings);
    return status;
}

void cw_rulings_free(cw_rulings *rulings) {
    free(rulings->list);
    *rulings = (cw_rulings){0};
}

/* ---- Telling ---- */

static void print_ruled(const cw_ruled *ruled, cw_text *text) {
    cw_text_printf(text, "  %-11s %s: ", cw_ruling_name(ruled->ruling), ruled->what);
    if (ruled->games == 0) {
        cw_text_append(text, "not played");
    } else {
        cw_text_printf(text, "%s%.1f", isnan(ruled->paper) ? "difference " : "", ruled->ours.value);
        if (!isnan(ruled->ours.low))
            cw_text_printf(text, " (%.1f to %.1f)", ruled->ours.low, ruled->ours.high);
        if (!isnan(ruled->paper))
            cw_text_printf(text, ", paper %g", ruled->paper);
        cw_text_printf(text, ", %" PRId64 " games", ruled->games);
    }
    cw_text_append_char(text, '\n');
}

void cw_rulings_print(const cw_experiment *experiment, const cw_rulings *rulings, cw_text *text) {
    cw_text_printf(text, "%s: %s", experiment->name, cw_ruling_name(rulings->whole));
    if (!isnan(rulings->correlation))
        cw_text_printf(text, " (rank correlation %.2f)", rulings->correlation);
    if (rulings->whole == CW_RULING_DIFFERS)
        cw_text_printf(text, "; why: %s", experiment->because != NULL ? experiment->because : "not known");
    cw_text_printf(text, "\n");
    if (experiment->is_chart)
        cw_text_append(text, "  (the paper's figures are read off a chart)\n");
    for (int i = 0; i < rulings->count; i++)
        print_ruled(&rulings->list[i], text);
}

static json_t *number_json(double number) {
    return isfinite(number) ? json_real(number) : json_null();
}

json_t *cw_rulings_json(const cw_experiment *experiment, const cw_rulings *rulings) {
    json_t *figures = json_array();
    for (int i = 0; i < rulings->count; i++) {
        const cw_ruled *ruled = &rulings->list[i];
        json_array_append_new(
            figures, json_pack("{s:s, s:s, s:I, s:o, s:o, s:o, s:o}", "what", ruled->what, "ruling",
                               cw_ruling_name(ruled->ruling), "games", (json_int_t)ruled->games, "value",
                               number_json(ruled->ours.value), "low", number_json(ruled->ours.low), "high",
                               number_json(ruled->ours.high), "paper", number_json(ruled->paper)));
    }
    json_t *object = json_pack("{s:s, s:s, s:o, s:o}", "experiment", experiment->name, "ruling",
                               cw_ruling_name(rulings->whole), "correlation",
                               number_json(rulings->correlation), "figures", figures);
    if (object != NULL && experiment->because != NULL)
        json_object_set_new(object, "because", json_string(experiment->because));
    return object;
}
