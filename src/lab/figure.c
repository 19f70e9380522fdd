/* Figures by gnuplot, and the files of a report. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/files.h"
#include "lab/measure.h"
#include "lab/report.h"

/* The values of the variable that makes curves, each once, in the order of the points. */
typedef struct curves {
    const char *values[64];
    int count;
} curves;

static curves find_curves(const cw_experiment *experiment) {
    curves self = {.count = 0};
    for (int i = 0; i < experiment->point_count; i++) {
        const char *value =
            experiment->curve != NULL ? cw_point_variable(&experiment->points[i], experiment->curve) : "";
        bool known = value == NULL || self.count == 64;
        for (int k = 0; !known && k < self.count; k++)
            known = strcmp(self.values[k], value) == 0;
        if (!known)
            self.values[self.count++] = value;
    }
    return self;
}

/* What stands to the right of a point: the value of a variable, or without one the point's name. */
static const char *x_of(const cw_experiment *experiment, int point) {
    if (experiment->x == NULL)
        return experiment->points[point].name;
    return cw_point_variable(&experiment->points[point], experiment->x);
}

/* Is every value of the variable to the right a number? Else its
 * values stand side by side under their names. */
static bool is_numeric(const cw_experiment *experiment) {
    for (int i = 0; experiment->x != NULL && i < experiment->point_count; i++) {
        const char *x = x_of(experiment, i);
        char *end = NULL;
        if (x != NULL && (strtod(x, &end), *end != '\0'))
            return false;
    }
    return experiment->x != NULL;
}

/* The place of a value among those to the right. */
static int place_of(const cw_experiment *experiment, const char *x) {
    int place = 0;
    while (place < experiment->point_count) {
        const char *other = x_of(experiment, place);
        if (other != NULL && strcmp(other, x) == 0)
            break;
        place++;
    }
    return place;
}

/* Rows "x value low high paper label" of one curve. */
static void write_data(const cw_lab *run, const char *curve, const cw_measure *measure, cw_text *script) {
    const cw_experiment *experiment = run->experiment;
    for (int i = 0; i < experiment->point_count; i++) {
        const cw_point *point = &experiment->points[i];
        const cw_standings *standings = run->results[i].standings;
        const char *x = x_of(experiment, i);
        const char *value = experiment->curve != NULL ? cw_point_variable(point, experiment->curve) : "";
        if (x == NULL || value == NULL || strcmp(value, curve) != 0 || standings == NULL ||
            standings->first.games == 0)
            continue;
        cw_measured measured = measure->of(standings, point->subject);
        double low = isnan(measured.low) ? measured.value : measured.low;
        double high = isnan(measured.high) ? measured.value : measured.high;
        double reported = NAN;
        for (int k = 0; k < point->reported_count; k++) {
            if (strcmp(point->reported[k].measure, measure->name) == 0)
                reported = point->reported[k].value;
        }
        double place = is_numeric(experiment) ? strtod(x, NULL) : place_of(experiment, x);
        cw_text_printf(script, "%.10g %g %g %g ", place, measured.value, low, high);
        if (isnan(reported))
            cw_text_append(script, "?");
        else
            cw_text_printf(script, "%g", reported);
        cw_text_printf(script, " \"%s\"\n", x);
    }
    cw_text_append(script, "e\n");
}

static bool has_games(const cw_lab *run) {
    for (int i = 0; i < run->experiment->point_count; i++) {
        if (run->results[i].standings != NULL && run->results[i].standings->first.games > 0)
            return true;
    }
    return false;
}

static bool has_reported(const cw_experiment *experiment, const char *measure) {
    for (int i = 0; i < experiment->point_count; i++) {
        for (int k = 0; k < experiment->points[i].reported_count; k++) {
            if (strcmp(experiment->points[i].reported[k].measure, measure) == 0)
                return true;
        }
    }
    return false;
}

/* Text inside single quotes of gnuplot. */
static void write_quoted(cw_text *script, const char *string) {
    cw_text_append_char(script, '\'');
    for (; *string != '\0'; string++)
        cw_text_append(script, *string == '\'' ? "''" : (char[]){*string, '\0'});
    cw_text_append_char(script, '\'');
}

/* The variable to the right has the paper's values; where times were scaled, the label says so. */
static void write_x_label(const cw_lab *run, cw_text *script) {
    cw_text label = {0};
    cw_text_append(&label, run->experiment->x != NULL ? run->experiment->x : "");
    if (run->time_scale != 1 && label.length > 0 && cw_report_depends_on_time(run))
        cw_text_printf(&label, " (as in the paper; every time was %g of that)", run->time_scale);
    write_quoted(script, cw_text_string(&label));
    cw_text_free(&label);
}

/* The player whose results are shown, where it is the same everywhere. */
static const char *common_subject(const cw_experiment *experiment) {
    const char *subject = experiment->points[0].players[experiment->points[0].subject];
    for (int i = 1; i < experiment->point_count; i++) {
        if (strcmp(experiment->points[i].players[experiment->points[i].subject], subject) != 0)
            return "Causeway";
    }
    return subject;
}

/* The name of a curve: its variable and value, or without one the player whose results it shows. */
static void print_curve_name(const cw_experiment *experiment, const char *value, cw_text *name) {
    if (experiment->curve != NULL)
        cw_text_printf(name, "%s %s", experiment->curve, value);
    else
        cw_text_append(name, common_subject(experiment));
}

void cw_report_gnuplot(const cw_lab *run, const char *terminal, const char *path, cw_text *script) {
    const cw_experiment *experiment = run->experiment;
    const cw_measure *measure = cw_measure_find(experiment->y != NULL ? experiment->y : "wins");
    if (measure == NULL || !has_games(run))
        return;
    curves shown = find_curves(experiment);
    bool paper = has_reported(experiment, measure->name);
    cw_text_printf(script, "set terminal %s size 800,500 enhanced background rgb 'white'\nset output ",
                   terminal);
    write_quoted(script, path);
    cw_text_append(script, "\nset title ");
    write_quoted(script, experiment->title);
    cw_text_append(script, " noenhanced\nset xlabel ");
    write_x_label(run, script);
    cw_text_append(script, " noenhanced\nset ylabel ");
    write_quoted(script, measure->label);
    cw_text_printf(script, " noenhanced\nset key outside noenhanced\nset grid\nset datafile missing '?'\n%s",
                   experiment->log_x ? "set logscale x\n" : "");
    /* Without a variable the points are bars with their names below. */
    bool has_bars = experiment->x == NULL;
    if (has_bars)
        cw_text_printf(script,
                       "set style fill solid 0.4\nset xrange [-0.6:%g]\nset yrange "
                       "[0:*]\nset xtics noenhanced%s\n",
                       experiment->point_count - 0.4, experiment->point_count > 4 ? " rotate by -30" : "");
    cw_text_append(script, "plot ");
    for (int i = 0; i < shown.count; i++) {
        cw_text title = {0};
        print_curve_name(experiment, shown.values[i], &title);
        cw_text_printf(script, "%s'-' using 1:2:3:4%s%s with %s lw 2 title ", i > 0 ? ", " : "",
                       has_bars ? ":(0.6)" : "", is_numeric(experiment) ? "" : ":xtic(6)",
                       has_bars ? "boxerrorbars" : "yerrorlines");
        write_quoted(script, cw_text_string(&title));
        if (paper) {
            cw_text_clear(&title);
            cw_text_printf(&title, "the paper%s%s", experiment->curve != NULL ? ", " : "", shown.values[i]);
            cw_text_printf(script, ", '-' using 1:5 with %s title ",
                           has_bars ? "points pt 7" : "linespoints dashtype 2");
            write_quoted(script, cw_text_string(&title));
        }
        cw_text_free(&title);
    }
    cw_text_append_char(script, '\n');
    for (int i = 0; i < shown.count; i++) {
        for (int copy = 0; copy <= (int)paper; copy++)
            write_data(run, shown.values[i], measure, script);
    }
}

/* Runs gnuplot on a script; false if there is no gnuplot or it refuses. */
static bool run_gnuplot(const cw_text *script) {
    if (script->length == 0)
        return false;
    FILE *pipe = popen("gnuplot", "w");
    if (pipe == NULL)
        return false;
    fwrite(script->data, 1, script->length, pipe);
    int status = pclose(pipe);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Looks for gnuplot once, so that the shell does not complain for every figure. */
static bool has_gnuplot(void) {
    int status = system("command -v gnuplot >/dev/null 2>&1");
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

cw_status cw_report_write(const cw_lab *run, const char *folder, const char *command, cw_drawn *drawn,
                          cw_error *error) {
    static const struct { const char *terminal, *ending; } figures[] = {{"svg", "svg"}, {"pngcairo", "png"}};
    char path[1024];
    const char *name = run->experiment->name;
    cw_text text = {0}, svg = {0};
    if (mkdir(folder, 0755) != 0 && errno != EEXIST)
        return cw_fail(error, CW_IO, "cannot make the folder %s: %s", folder, strerror(errno));
    *drawn = has_gnuplot() ? CW_DRAWN_NOTHING : CW_DRAWN_NO_GNUPLOT;
    for (int i = 0; *drawn != CW_DRAWN_NO_GNUPLOT && i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s.%s", folder, name, figures[i].ending);
        cw_text_clear(&text);
        cw_report_gnuplot(run, figures[i].terminal, path, &text);
        *drawn = run_gnuplot(&text) ? CW_DRAWN : CW_DRAWN_NOTHING;
        if (*drawn == CW_DRAWN && i == 0)
            cw_file_read(path, SIZE_MAX, &svg, NULL);
    }
    cw_text_clear(&text);
    cw_report_csv(run, &text);
    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    cw_status status = cw_file_write(path, path, &text, error);
    cw_text_clear(&text);
    /* The XML declaration has no place inside a page. */
    const char *figure = svg.length > 0 ? strstr(cw_text_string(&svg), "<svg") : NULL;
    cw_report_html(run, figure, command, &text);
    snprintf(path, sizeof path, "%s/%s.html", folder, name);
    if (status == CW_OK)
        status = cw_file_write(path, path, &text, error);
    cw_text_free(&text);
    cw_text_free(&svg);
    return status;
}
