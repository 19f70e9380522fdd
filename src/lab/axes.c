#include "lab/axes.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "core/numbers.h"
#include "lab/report.h"

/* ---- Numbers ---- */

/* Seconds, for values such as 500ms. */
static bool read_time(const char *text, double *seconds) {
    static const cw_option table[] = {
        {.name = "x", .type = CW_OPTION_DURATION, .low = 0, .high = 1e9, .standard = "", .help = "a time"},
        {.name = NULL},
    };
    cw_options options;
    cw_options_defaults(&options, table);
    if (cw_options_set(&options, "figure", "x", text, NULL) != CW_OK)
        return false;
    *seconds = cw_options_real(&options, "x");
    return true;
}

/* A number, or a time with its unit, which is then in seconds. */
static bool read_number(const char *text, double *number, bool *is_time) {
    *is_time = false;
    if (cw_number_read(text, -DBL_MAX, DBL_MAX, number))
        return true;
    *is_time = isdigit((unsigned char)text[0]) && read_time(text, number);
    return *is_time;
}

const char *cw_axes_value(const cw_experiment *experiment, int point) {
    if (experiment->x == NULL)
        return experiment->points[point].name;
    return cw_point_variable(&experiment->points[point], experiment->x);
}

/* The place of a value among those that stand side by side. */
static int place_of(const cw_experiment *experiment, const char *value) {
    int place = 0;
    while (place < experiment->point_count) {
        const char *other = cw_axes_value(experiment, place);
        if (other != NULL && strcmp(other, value) == 0)
            break;
        place++;
    }
    return place;
}

double cw_axes_place(const cw_axes *axes, const cw_experiment *experiment, const char *value) {
    double number;
    bool is_time;
    if (!axes->is_numeric || !read_number(value, &number, &is_time))
        return place_of(experiment, value);
    return number * axes->factor;
}

/* Finds out whether all values to the right are numbers, and of what. */
static void find_unit(const cw_lab *run, cw_axes *axes) {
    const cw_experiment *experiment = run->experiment;
    double number;
    bool is_time = false, has_times = false;
    axes->is_numeric = experiment->x != NULL;
    for (int i = 0; axes->is_numeric && i < experiment->point_count; i++) {
        const char *value = cw_axes_value(experiment, i);
        axes->is_numeric = value == NULL || read_number(value, &number, &is_time);
        has_times = has_times || is_time;
    }
    axes->unit = experiment->unit != NULL ? experiment->unit : has_times ? "s" : "";
    cw_text one = {0};
    cw_text_printf(&one, "1%s", axes->unit);
    bool is_of_time = axes->unit[0] != '\0' && read_time(cw_text_string(&one), &number);
    axes->factor = is_of_time && cw_report_depends_on_time(run) ? run->time_scale : 1;
    cw_text_free(&one);
}

/* ---- Ranges ---- */

double cw_axes_reported(const cw_point *point, const cw_measure *measure) {
    for (int i = 0; i < point->reported_count; i++) {
        if (strcmp(point->reported[i].measure, measure->name) == 0)
            return point->reported[i].value;
    }
    return NAN;
}

bool cw_axes_measure(const cw_lab *run, int point, const cw_measure *measure, cw_measured *measured) {
    const cw_standings *standings = run->results[point].standings;
    if (cw_axes_value(run->experiment, point) == NULL || standings == NULL || standings->first.games == 0)
        return false;
    *measured = measure->of(standings, run->experiment->points[point].subject);
    if (isnan(measured->low) || isnan(measured->high))
        measured->low = measured->high = measured->value;
    return true;
}

static void reach(cw_axis *axis, double number) {
    if (isnan(number))
        return;
    axis->low = fmin(axis->low, number);
    axis->high = fmax(axis->high, number);
}

/* Room of a twentieth on either side, in the axis's own scale. */
static void widen(cw_axis *axis, bool is_log) {
    if (is_log && axis->low > 0) {
        double factor = axis->high > axis->low ? pow(axis->high / axis->low, 0.05) : 2;
        *axis = (cw_axis){axis->low / factor, axis->high * factor};
        return;
    }
    double span = axis->high - axis->low, size = fmax(fabs(axis->low), fabs(axis->high));
    double room = span > 0 ? span / 20 : size > 0 ? size / 10 : 1;
    *axis = (cw_axis){axis->low - room, axis->high + room};
}

/* No axis of counts goes below 0, and none of shares above 100. */
static void hold_back(cw_axis *axis, cw_axis data, const cw_measure *measure) {
    bool is_share = measure->label[strlen(measure->label) - 1] == '%';
    if (data.low >= 0)
        axis->low = fmax(axis->low, 0);
    if (is_share)
        axis->high = fmin(axis->high, 100);
}

cw_axes cw_axes_fit(const cw_lab *run, const cw_measure *measure) {
    const cw_experiment *experiment = run->experiment;
    cw_axes axes = {.x = {INFINITY, -INFINITY}, .y = {INFINITY, -INFINITY}};
    find_unit(run, &axes);
    for (int i = 0; i < experiment->point_count; i++) {
        cw_measured measured;
        if (!cw_axes_measure(run, i, measure, &measured))
            continue;
        reach(&axes.x, cw_axes_place(&axes, experiment, cw_axes_value(experiment, i)));
        reach(&axes.y, measured.low);
        reach(&axes.y, measured.high);
        reach(&axes.y, cw_axes_reported(&experiment->points[i], measure));
    }
    cw_axis data = axes.y;
    widen(&axes.x, experiment->log_x);
    widen(&axes.y, false);
    hold_back(&axes.y, data, measure);
    return axes;
}
