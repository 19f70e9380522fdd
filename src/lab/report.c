/* Tables: one row a point, the paper's figures beside ours. */
#include "lab/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/version.h"
#include "lab/claim.h"
#include "lab/measure.h"

/* The measures that a table shows: always some, and all that the paper reports. */
typedef struct columns {
    const cw_measure *measures[16];
    int count;
} columns;

static void add_column(columns *self, const char *name) {
    const cw_measure *measure = cw_measure_find(name);
    for (int i = 0; i < self->count; i++) {
        if (self->measures[i] == measure)
            return;
    }
    if (measure != NULL && self->count < 16)
        self->measures[self->count++] = measure;
}

/* The measures that claims are about. */
static void add_claimed(columns *self, const cw_experiment *experiment) {
    for (int i = 0; i < experiment->claim_count; i++) {
        cw_comparison comparison;
        if (cw_claim_parse(experiment, experiment->claims[i].holds, &comparison, NULL) != CW_OK)
            continue;
        const cw_claim_side sides[] = {comparison.left, comparison.right};
        for (int k = 0; k < 2; k++) {
            if (sides[k].measure >= 0)
                add_column(self, cw_measure_at(sides[k].measure)->name);
        }
    }
}

static columns choose_columns(const cw_experiment *experiment) {
    columns self = {.count = 0};
    add_column(&self, "wins");
    add_column(&self, "draws");
    add_column(&self, "losses");
    for (int i = 0; i < experiment->point_count; i++) {
        for (int k = 0; k < experiment->points[i].reported_count; k++)
            add_column(&self, experiment->points[i].reported[k].measure);
    }
    if (experiment->y != NULL)
        add_column(&self, experiment->y);
    if (experiment->also != NULL)
        add_column(&self, experiment->also);
    add_claimed(&self, experiment);
    add_column(&self, "moves");
    return self;
}

static const cw_reported *find_reported(const cw_point *point, const char *measure) {
    for (int i = 0; i < point->reported_count; i++) {
        if (strcmp(point->reported[i].measure, measure) == 0)
            return &point->reported[i];
    }
    return NULL;
}

static void print_measured(cw_measured measured, cw_text *text) {
    if (isnan(measured.value))
        cw_text_append(text, "-");
    else if (isnan(measured.low))
        cw_text_printf(text, "%.1f", measured.value);
    else
        cw_text_printf(text, "%.1f (%.1f to %.1f)", measured.value, measured.low, measured.high);
}

/* Whether the time scale made a difference to anybody. */
bool cw_report_depends_on_time(const cw_lab *run) {
    for (int i = 0; i < run->experiment->point_count; i++) {
        const cw_point *point = &run->experiment->points[i];
        for (int k = 0; k < run->results[i].spec_count; k++) {
            if (point->players[k][0] != '@' && strcmp(point->players[k], run->results[i].specs[k]) != 0)
                return true;
        }
        if (point->clock_seconds > 0)
            return true;
    }
    return false;
}

/* How the run differs from what the experiment asks for. */
static void print_scale(const cw_lab *run, cw_text *text) {
    if (run->scale == 1)
        cw_text_append(text, "Scale: all games of every point");
    else
        cw_text_printf(text, "Scale: %g of the games of every point", run->scale);
    if (run->time_scale == 1)
        cw_text_append(text, ", with the full time.");
    else if (!cw_report_depends_on_time(run))
        cw_text_append(text, "; no budget here is in time.");
    else
        cw_text_printf(text, ", with %g times the time for thinking (the players show what they had).",
                       run->time_scale);
}

/* ---- Text ---- */

static int64_t games_of(const cw_point_result *result) {
    return result->standings != NULL ? result->standings->first.games : 0;
}

/* Where more players meet than sit at a table, not every game is one of the subject's. */
static int64_t subject_games(const cw_lab *run, int index) {
    const cw_point_result *result = &run->results[index];
    if (result->standings == NULL)
        return 0;
    return result->standings->entrants[run->experiment->points[index].subject].tally.games;
}

/* How wide a column of measures is. */
enum { COLUMN = 24 };

static int longest_name(const cw_experiment *experiment) {
    int longest = 5;
    for (int i = 0; i < experiment->point_count; i++) {
        int length = (int)strlen(experiment->points[i].name);
        longest = length > longest ? length : longest;
    }
    return longest;
}

static void print_cell(const cw_lab *run, int index, const cw_measure *measure, cw_text *text) {
    const cw_reported *reported = find_reported(&run->experiment->points[index], measure->name);
    cw_text cell = {0};
    print_measured(measure->of(run->results[index].standings, run->experiment->points[index].subject), &cell);
    if (reported != NULL)
        cw_text_printf(&cell, " [%g]", reported->value);
    cw_text_printf(text, "  %-*s", COLUMN, cw_text_string(&cell));
    cw_text_free(&cell);
}

static void print_point(const cw_lab *run, int index, const columns *shown, int width, cw_text *text) {
    const cw_point *point = &run->experiment->points[index];
    const cw_point_result *result = &run->results[index];
    cw_text_printf(text, "%-*s  %8" PRId64, width, point->name, games_of(result));
    for (int i = 0; i < shown->count && games_of(result) > 0; i++)
        print_cell(run, index, shown->measures[i], text);
    cw_text_append(text, "\n");
    for (int i = 0; i < result->spec_count; i++) {
        cw_text_printf(text, "%*s%s", i == 0 ? width + 12 : 0, i == 0 ? "" : " against ", result->specs[i]);
        if (result->spec_count > 2 && games_of(result) > 0)
            cw_text_printf(text, " (%.1f %%)", 100 * cw_tally_score(&result->standings->entrants[i].tally));
    }
    cw_text_append(text, "\n");
    if (subject_games(run, index) != games_of(result))
        cw_text_printf(text, "%*sshares are of the %" PRId64 " games of %s\n", width + 12, "",
                       subject_games(run, index), result->specs[point->subject]);
    if (point->note != NULL)
        cw_text_printf(text, "%*snote: %s\n", width + 12, "", point->note);
}

void cw_report_print(const cw_lab *run, cw_text *text) {
    const cw_experiment *experiment = run->experiment;
    columns shown = choose_columns(experiment);
    cw_text_printf(text, "%s\n", experiment->title);
    if (experiment->paper != NULL)
        cw_text_printf(text, "%s%s%s\n", experiment->paper, experiment->figure != NULL ? ", " : "",
                       experiment->figure != NULL ? experiment->figure : "");
    print_scale(run, text);
    int width = longest_name(experiment);
    cw_text_printf(text, "\n\n%-*s  %8s", width, "point", "games");
    for (int i = 0; i < shown.count; i++)
        cw_text_printf(text, "  %-*s", COLUMN, shown.measures[i]->label);
    cw_text_append(text, "\n");
    for (int i = 0; i < experiment->point_count; i++)
        print_point(run, i, &shown, width, text);
    cw_text_append(
        text,
        "Shares are of the first player where no note says otherwise, with intervals of 95 %; what the paper "
        "says stands in [].\n");
    if (experiment->expected != NULL)
        cw_text_printf(text, "\nexpected: %s\n", experiment->expected);
    for (int i = 0; i < experiment->note_count; i++)
        cw_text_printf(text, "note: %s\n", experiment->notes[i]);
}

/* ---- CSV ---- */

static void write_field(cw_text *text, const char *field) {
    cw_text_append_char(text, '"');
    for (; *field != '\0'; field++) {
        if (*field == '"')
            cw_text_append_char(text, '"');
        cw_text_append_char(text, *field);
    }
    cw_text_append_char(text, '"');
}

static void write_number(cw_text *text, double number) {
    if (isnan(number))
        cw_text_append_char(text, ',');
    else
        cw_text_printf(text, ",%.6g", number);
}

/* What stands before the measures: variables, and as many players as the largest point has. */
typedef struct csv_heads {
    const char *variables[2 * CW_VARIABLES_MAX];
    int variable_count, player_count;
} csv_heads;

static void add_variable(csv_heads *heads, const char *name) {
    for (int i = 0; i < heads->variable_count; i++) {
        if (strcmp(heads->variables[i], name) == 0)
            return;
    }
    if (heads->variable_count < 2 * CW_VARIABLES_MAX)
        heads->variables[heads->variable_count++] = name;
}

static csv_heads find_heads(const cw_experiment *experiment) {
    csv_heads heads = {.player_count = 2};
    for (int i = 0; i < experiment->point_count; i++) {
        const cw_point *point = &experiment->points[i];
        for (int k = 0; k < point->variable_count; k++)
            add_variable(&heads, point->variables[k].name);
        if (point->player_count > heads.player_count)
            heads.player_count = point->player_count;
    }
    return heads;
}

static void write_row(const cw_lab *run, int index, const csv_heads *heads, const columns *shown,
                      cw_text *text) {
    const cw_point *point = &run->experiment->points[index];
    const cw_point_result *result = &run->results[index];
    write_field(text, point->name);
    for (int i = 0; i < heads->variable_count; i++) {
        const char *value = cw_point_variable(point, heads->variables[i]);
        cw_text_append_char(text, ',');
        write_field(text, value != NULL ? value : "");
    }
    for (int i = 0; i < heads->player_count; i++) {
        cw_text_append_char(text, ',');
        write_field(text, i < result->spec_count ? result->specs[i] : "");
    }
    cw_text_printf(text, ",%" PRId64 ",%" PRId64, games_of(result), subject_games(run, index));
    for (int i = 0; i < shown->count; i++) {
        cw_measured measured = {NAN, NAN, NAN};
        if (games_of(result) > 0)
            measured = shown->measures[i]->of(result->standings, point->subject);
        const cw_reported *reported = find_reported(point, shown->measures[i]->name);
        write_number(text, measured.value);
        write_number(text, measured.low);
        write_number(text, measured.high);
        write_number(text, reported != NULL ? reported->value : NAN);
    }
    cw_text_append_char(text, '\n');
}

void cw_report_csv(const cw_lab *run, cw_text *text) {
    columns shown = choose_columns(run->experiment);
    csv_heads heads = find_heads(run->experiment);
    cw_text_append(text, "point");
    for (int i = 0; i < heads.variable_count; i++)
        cw_text_printf(text, ",%s", heads.variables[i]);
    for (int i = 0; i < heads.player_count; i++)
        cw_text_printf(text, ",player%d", i + 1);
    cw_text_append(text, ",games,subject_games");
    for (int i = 0; i < shown.count; i++)
        cw_text_printf(text, ",%s,%s_low,%s_high,%s_paper", shown.measures[i]->name, shown.measures[i]->name,
                       shown.measures[i]->name, shown.measures[i]->name);
    cw_text_append_char(text, '\n');
    for (int i = 0; i < run->experiment->point_count; i++)
        write_row(run, i, &heads, &shown, text);
}

/* ---- HTML ---- */

static void write_escaped(cw_text *text, const char *string) {
    for (; *string != '\0'; string++) {
        switch (*string) {
        case '<':
            cw_text_append(text, "&lt;");
            break;
        case '>':
            cw_text_append(text, "&gt;");
            break;
        case '&':
            cw_text_append(text, "&amp;");
            break;
        default:
            cw_text_append_char(text, *string);
        }
    }
}

static void write_element(cw_text *text, const char *element, const char *content) {
    cw_text_printf(text, "<%s>", element);
    write_escaped(text, content);
    cw_text_printf(text, "</%s>\n", element);
}

/* What was played at a point, but for the players. */
static void print_settings(const cw_lab *run, int index, cw_text *text) {
    static const char *const sides[] = {"alternate", "halves", "fixed"};
    const cw_point *point = &run->experiment->points[index];
    cw_text_printf(text, "%s, %" PRId64 " games, sides %s, seed %" PRIu64, point->game,
                   run->results[index].games_wanted, sides[point->sides], point->seed);
    if (point->loser_starts)
        cw_text_append(text, ", the loser starts the next game");
    if (point->random_plies > 0)
        cw_text_printf(text, ", %d random moves first", point->random_plies);
    if (point->clock_seconds > 0)
        cw_text_printf(text, ", %g s on the clock", point->clock_seconds * run->time_scale);
}

static void write_html_row(const cw_lab *run, int index, const columns *shown, cw_text *text) {
    const cw_point *point = &run->experiment->points[index];
    const cw_point_result *result = &run->results[index];
    cw_text_append(text, "<tr>");
    write_element(text, "th", point->name);
    cw_text_append(text, "<td class=players>");
    for (int i = 0; i < result->spec_count; i++)
        write_element(text, "div", result->specs[i]);
    cw_text settings = {0};
    print_settings(run, index, &settings);
    write_element(text, "small", cw_text_string(&settings));
    cw_text_free(&settings);
    if (point->note != NULL)
        write_element(text, "em", point->note);
    cw_text_printf(text, "</td><td>%" PRId64 "</td>", games_of(result));
    for (int i = 0; i < shown->count; i++) {
        const cw_reported *reported = find_reported(point, shown->measures[i]->name);
        cw_text_append(text, "<td>");
        if (games_of(result) > 0)
            print_measured(shown->measures[i]->of(result->standings, point->subject), text);
        if (reported != NULL)
            cw_text_printf(text, "<br><b>paper: %g</b>", reported->value);
        cw_text_append(text, "</td>");
    }
    cw_text_append(text, "</tr>\n");
}

static void write_machine(cw_text *text) {
    cw_text_append(text, "<p>Causeway " CW_VERSION " on ");
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "model name", 10) != 0 || strchr(line, ':') == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        write_escaped(text, strchr(line, ':') + 2);
        break;
    }
    if (file != NULL)
        fclose(file);
    cw_text_append(text, ".</p>\n");
}

static const char style[] =
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse;display:block;overflow-x:auto}"
    "th,td{border:1px solid #ccc;padding:.3rem .6rem;text-align:left;vertical-align:top}"
    "thead{background:#f3f3f3}code,.players{font-family:ui-monospace,monospace;font-size:.85em}svg{max-width:"
    "100%;height:auto}";

static void write_table(const cw_lab *run, cw_text *text) {
    columns shown = choose_columns(run->experiment);
    cw_text_append(text, "<table><thead><tr><th>point</th><th>players</th><th>games</th>");
    for (int i = 0; i < shown.count; i++)
        write_element(text, "th", shown.measures[i]->label);
    cw_text_append(text, "</tr></thead><tbody>\n");
    for (int i = 0; i < run->experiment->point_count; i++)
        write_html_row(run, i, &shown, text);
    cw_text_append(text, "</tbody></table>\n");
}

void cw_report_html(const cw_lab *run, const char *svg, const char *command, cw_text *text) {
    const cw_experiment *experiment = run->experiment;
    cw_text_append(text, "<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
                         "<meta name=viewport content=\"width=device-width\">\n");
    write_element(text, "title", experiment->title);
    cw_text_printf(text, "<style>%s</style></head><body>\n", style);
    write_element(text, "h1", experiment->title);
    const char *paragraphs[] = {experiment->paper, experiment->figure, experiment->about};
    for (int i = 0; i < 3; i++) {
        if (paragraphs[i] != NULL)
            write_element(text, "p", paragraphs[i]);
    }
    if (experiment->expected != NULL) {
        cw_text_append(text, "<p><b>Expected:</b> ");
        write_escaped(text, experiment->expected);
        cw_text_append(text, "</p>\n");
    }
    cw_text scale = {0};
    print_scale(run, &scale);
    write_element(text, "p", cw_text_string(&scale));
    cw_text_free(&scale);
    if (svg != NULL)
        cw_text_append(text, svg);
    write_table(run, text);
    for (int i = 0; i < experiment->note_count; i++)
        write_element(text, "p", experiment->notes[i]);
    cw_text_append(text, "<p>Shares are of the first player where no note says otherwise, with intervals of "
                         "95 %. To repeat it: <code>");
    write_escaped(text, command);
    cw_text_append(text, "</code></p>\n");
    write_machine(text);
    cw_text_append(text, "</body></html>\n");
}
