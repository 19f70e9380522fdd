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
#include "lab/axes.h"
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

/* Rows "x value low high paper label" of one curve. */
static void write_data(const cw_lab *run, const cw_axes *axes, const char *curve, const cw_measure *measure,
                       cw_text *script) {
    const cw_experiment *experiment = run->experiment;
    for (int i = 0; i < experiment->point_count; i++) {
        const cw_point *point = &experiment->points[i];
        const char *value = experiment->curve != NULL ? cw_point_variable(point, experiment->curve) : "";
        cw_measured measured;
        if (value == NULL || strcmp(value, curve) != 0 || !cw_axes_measure(run, i, measure, &measured))
            continue;
        const char *x = cw_axes_value(experiment, i);
        double reported = cw_axes_reported(point, measure);
        cw_text_printf(script, "%.10g %g %g %g ", cw_axes_place(axes, experiment, x), measured.value,
                       measured.low, measured.high);
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

static bool has_reported(const cw_experiment *experiment, const cw_measure *measure) {
    for (int i = 0; i < experiment->point_count; i++) {
        if (!isnan(cw_axes_reported(&experiment->points[i], measure)))
            return true;
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

/* The variable to the right and its unit. Times are those that were played; where others depend on times that
 * were scaled, the label says so. */
static void write_x_label(const cw_lab *run, const cw_axes *axes, cw_text *script) {
    cw_text label = {0};
    cw_text_append(&label, run->experiment->x != NULL ? run->experiment->x : "");
    if (axes->unit[0] != '\0')
        cw_text_printf(&label, " (%s)", axes->unit);
    if (run->time_scale != 1 && label.length > 0 && cw_report_depends_on_time(run))
        cw_text_printf(&label, "; every time is %g of the paper's", run->time_scale);
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

/* ---- The script ---- */

/* What a figure shows. */
typedef struct figure {
    const cw_lab *run;
    const cw_measure *measure, *also; /* also: on the axis to the right, or NULL */
    curves shown;
    cw_axes axes;
    bool has_paper, has_bars; /* bars: without a variable, points with their names below */
} figure;

/* How far the axes go; bars begin at 0. */
static void write_ranges(const figure *self, cw_text *script) {
    const cw_axes *axes = &self->axes;
    int points = self->run->experiment->point_count;
    if (self->run->experiment->log_x)
        cw_text_append(script, "set logscale x\n");
    if (axes->is_numeric)
        cw_text_printf(script, "set xrange [%.6g:%.6g]\n", axes->x.low, axes->x.high);
    else if (self->has_bars)
        cw_text_printf(script, "set style fill solid 0.4\nset xrange [-0.6:%g]\nset xtics noenhanced%s\n",
                       points - 0.4, points > 4 ? " rotate by -30" : "");
    cw_text_printf(script, "set yrange [%.6g:%.6g]\n", self->has_bars ? 0 : axes->y.low, axes->y.high);
}

static void write_axes(const figure *self, cw_text *script) {
    const cw_experiment *experiment = self->run->experiment;
    cw_text_append(script, "\nset title ");
    write_quoted(script, experiment->title);
    cw_text_append(script, " noenhanced\nset xlabel ");
    write_x_label(self->run, &self->axes, script);
    cw_text_append(script, " noenhanced\nset ylabel ");
    write_quoted(script, self->measure->label);
    cw_text_append(script, " noenhanced\nset key outside noenhanced\nset grid\nset datafile missing '?'\n");
    if (self->also != NULL) {
        cw_text_append(script, "set ytics nomirror\nset y2tics\nset y2range [0:*]\nset y2label ");
        write_quoted(script, self->also->label);
        cw_text_append(script, " noenhanced\n");
    }
    write_ranges(self, script);
}

/* One line of a plot: how its rows are drawn, and its name in the key. */
static void write_line(cw_text *script, bool first, const char *how, const cw_text *title) {
    cw_text_printf(script, "%s'-' %s title ", first ? "" : ", ", how);
    write_quoted(script, cw_text_string(title));
}

/* The lines of one curve: ours, the paper's, and the second measure. */
static void write_curve(const figure *self, int index, cw_text *script) {
    const cw_experiment *experiment = self->run->experiment;
    cw_text title = {0};
    char how[128];
    print_curve_name(experiment, self->shown.values[index], &title);
    snprintf(how, sizeof how, "using 1:2:3:4%s%s with %s lw 2", self->has_bars ? ":(0.6)" : "",
             self->axes.is_numeric ? "" : ":xtic(6)", self->has_bars ? "boxerrorbars" : "yerrorlines");
    write_line(script, index == 0, how, &title);
    if (self->has_paper) {
        cw_text_clear(&title);
        cw_text_printf(&title, "the paper%s%s", experiment->curve != NULL ? ", " : "",
                       self->shown.values[index]);
        write_line(script, false,
                   self->has_bars ? "using 1:5 with points pt 7" : "using 1:5 with linespoints dashtype 2",
                   &title);
    }
    if (self->also != NULL) {
        cw_text_clear(&title);
        cw_text_printf(&title, "%s%s%s", self->also->label, experiment->curve != NULL ? ", " : "",
                       self->shown.values[index]);
        write_line(script, false, "using 1:2:3:4 axes x1y2 with yerrorlines dashtype 3", &title);
    }
    cw_text_free(&title);
}

void cw_report_gnuplot(const cw_lab *run, const char *terminal, const char *path, cw_text *script) {
    const cw_experiment *experiment = run->experiment;
    figure self = {.run = run, .has_bars = experiment->x == NULL};
    self.measure = cw_measure_find(experiment->y != NULL ? experiment->y : "wins");
    self.also = self.has_bars || experiment->also == NULL ? NULL : cw_measure_find(experiment->also);
    if (self.measure == NULL || !has_games(run))
        return;
    self.shown = find_curves(experiment);
    self.axes = cw_axes_fit(run, self.measure);
    self.has_paper = has_reported(experiment, self.measure);
    cw_text_printf(script, "set terminal %s size 800,500 enhanced background rgb 'white'\nset output ",
                   terminal);
    write_quoted(script, path);
    write_axes(&self, script);
    cw_text_append(script, "plot ");
    for (int i = 0; i < self.shown.count; i++)
        write_curve(&self, i, script);
    cw_text_append_char(script, '\n');
    for (int i = 0; i < self.shown.count; i++) {
        for (int copy = 0; copy <= (int)self.has_paper; copy++)
            write_data(run, &self.axes, self.shown.values[i], self.measure, script);
        if (self.also != NULL)
            write_data(run, &self.axes, self.shown.values[i], self.also, script);
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
    const char *drawing = svg.length > 0 ? strstr(cw_text_string(&svg), "<svg") : NULL;
    cw_report_html(run, drawing, command, &text);
    snprintf(path, sizeof path, "%s/%s.html", folder, name);
    if (status == CW_OK)
        status = cw_file_write(path, path, &text, error);
    cw_text_free(&text);
    cw_text_free(&svg);
    return status;
}
