/* The rulings on all experiments at a glance, in the terminal or as a page. */
#include "cli/lab_overview.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A ruling, with differences whose reason is known apart. */
enum { KIND_AGREES, KIND_SHAPE, KIND_UNDECIDED, KIND_KNOWN, KIND_UNKNOWN, KIND_NONE, KINDS };

static const char *const kind_names[KINDS] = {"agree",
                                              "same shape",
                                              "undecided",
                                              "differ, reason known",
                                              "differ, not known why",
                                              "nothing to compare"};

static int kind_of(const cli_overview_row *row) {
    static const int kinds[] = {[CW_RULING_NONE] = KIND_NONE,
                                [CW_RULING_AGREES] = KIND_AGREES,
                                [CW_RULING_SAME_SHAPE] = KIND_SHAPE,
                                [CW_RULING_UNDECIDED] = KIND_UNDECIDED,
                                [CW_RULING_DIFFERS] = KIND_UNKNOWN};
    int kind = kinds[row->rulings.whole];
    return kind == KIND_UNKNOWN && row->experiment->because != NULL ? KIND_KNOWN : kind;
}

static const char *paper_of(const cli_overview_row *row) {
    return row->experiment->paper != NULL ? row->experiment->paper : "Questions of our own";
}

/* The first row of the paper that row `index` belongs to. */
static bool is_first_of_paper(const cli_overview *overview, int index) {
    for (int i = 0; i < index; i++) {
        if (strcmp(paper_of(&overview->rows[i]), paper_of(&overview->rows[index])) == 0)
            return false;
    }
    return true;
}

static void count_kinds(const cli_overview *overview, const char *paper, int counts[KINDS]) {
    memset(counts, 0, sizeof(int) * KINDS);
    for (int i = 0; i < overview->count; i++) {
        if (paper == NULL || strcmp(paper_of(&overview->rows[i]), paper) == 0)
            counts[kind_of(&overview->rows[i])]++;
    }
}

void cli_overview_add(cli_overview *overview, cw_experiment *experiment, cw_rulings rulings) {
    if (overview->count < CLI_OVERVIEW_MAX)
        overview->rows[overview->count++] = (cli_overview_row){experiment, rulings};
}

void cli_overview_free(cli_overview *overview) {
    for (int i = 0; i < overview->count; i++) {
        cw_experiment_destroy(overview->rows[i].experiment);
        cw_rulings_free(&overview->rows[i].rulings);
    }
    overview->count = 0;
}

/* ---- In the terminal ---- */

void cli_overview_print(const cli_overview *overview, cw_text *text) {
    for (int i = 0; i < overview->count; i++) {
        if (!is_first_of_paper(overview, i))
            continue;
        const char *paper = paper_of(&overview->rows[i]);
        cw_text_printf(text, "%s\n", paper);
        for (int k = i; k < overview->count; k++) {
            const cli_overview_row *row = &overview->rows[k];
            if (strcmp(paper_of(row), paper) == 0)
                cw_text_printf(text, "  %-24s %-20s %s\n", row->experiment->name,
                               cw_ruling_name(row->rulings.whole), row->experiment->title);
        }
    }
    int counts[KINDS];
    count_kinds(overview, NULL, counts);
    cw_text_printf(text, "%d experiments:", overview->count);
    for (int i = 0; i < KINDS; i++)
        cw_text_printf(text, "%s %d %s", i > 0 ? "," : "", counts[i], kind_names[i]);
    cw_text_append(text, ".\n");
}

/* ---- For programs ---- */

json_t *cli_overview_json(const cli_overview *overview) {
    json_t *array = json_array();
    for (int i = 0; i < overview->count; i++)
        json_array_append_new(array,
                              cw_rulings_json(overview->rows[i].experiment, &overview->rows[i].rulings));
    return array;
}

int cli_overview_differ(const cli_overview *overview) {
    int count = 0;
    for (int i = 0; i < overview->count; i++)
        count += overview->rows[i].rulings.whole == CW_RULING_DIFFERS;
    return count;
}

/* ---- As a page ---- */

/* A cell of a table: a bar would end it. */
static void write_cell(const char *string, cw_text *text) {
    for (; *string != '\0'; string++) {
        if (*string == '|')
            cw_text_append_char(text, '\\');
        cw_text_append_char(text, *string);
    }
}

static void write_totals(const cli_overview *overview, cw_text *text) {
    cw_text_append(text, "| paper |");
    for (int i = 0; i < KINDS; i++)
        cw_text_printf(text, " %s |", kind_names[i]);
    cw_text_append(text, "\n|---|");
    for (int i = 0; i < KINDS; i++)
        cw_text_append(text, "--:|");
    cw_text_append_char(text, '\n');
    for (int i = 0; i < overview->count; i++) {
        if (!is_first_of_paper(overview, i))
            continue;
        int counts[KINDS];
        count_kinds(overview, paper_of(&overview->rows[i]), counts);
        cw_text_printf(text, "| %s |", paper_of(&overview->rows[i]));
        for (int k = 0; k < KINDS; k++)
            cw_text_printf(text, " %d |", counts[k]);
        cw_text_append_char(text, '\n');
    }
}

static void write_figure(const cw_ruled *ruled, const char *name, cw_text *text) {
    cw_text_printf(text, "| %s | ", name);
    write_cell(ruled->what, text);
    cw_text_append(text, " | ");
    if (!isnan(ruled->paper))
        cw_text_printf(text, "%g", ruled->paper);
    cw_text_append(text, " | ");
    if (ruled->games > 0)
        cw_text_printf(text, "%s%.1f", isnan(ruled->paper) ? "difference " : "", ruled->ours.value);
    if (ruled->games > 0 && !isnan(ruled->ours.low))
        cw_text_printf(text, " (%.1f to %.1f)", ruled->ours.low, ruled->ours.high);
    cw_text_printf(text, " | %" PRId64 " | %s |\n", ruled->games, cw_ruling_name(ruled->ruling));
}

/* Links to the table and the figure of an experiment, where it has them. */
static void write_links(const char *results, const char *name, cw_text *text) {
    static const char *const links[][2] = {{"table", "csv"}, {"figure", "svg"}};
    cw_text path = {0};
    for (size_t i = 0; i < sizeof links / sizeof links[0] && results != NULL; i++) {
        cw_text_clear(&path);
        cw_text_printf(&path, "%s/%s.%s", results, name, links[i][1]);
        if (access(cw_text_string(&path), R_OK) == 0)
            cw_text_printf(text, " [%s](%s.%s)", links[i][0], name, links[i][1]);
    }
    cw_text_free(&path);
}

static void write_experiment(const cli_overview_row *row, const char *results, cw_text *text) {
    const cw_experiment *experiment = row->experiment;
    cw_text_printf(text, "| **%s**", experiment->name);
    write_links(results, experiment->name, text);
    cw_text_append(text, " | ");
    write_cell(experiment->title, text);
    if (experiment->is_chart)
        cw_text_append(text, " (read off a chart)");
    if (row->rulings.whole == CW_RULING_DIFFERS) {
        cw_text_append(text, "; why: ");
        write_cell(experiment->because != NULL ? experiment->because : "not known", text);
    }
    cw_text_printf(text, " | | | | **%s** |\n", cw_ruling_name(row->rulings.whole));
    for (int i = 0; i < row->rulings.count; i++)
        write_figure(&row->rulings.list[i], "", text);
}

void cli_overview_page(const cli_overview *overview, const char *results, cw_text *text) {
    cw_text_append(
        text, "# What agrees with the papers\n\n"
              "Written by `causeway lab check --markdown --results docs/results` from the tables in this "
              "folder, by the rule in [docs/experiments.md](../experiments.md); nobody's hopes decide.\n\n");
    write_totals(overview, text);
    for (int i = 0; i < overview->count; i++) {
        if (!is_first_of_paper(overview, i))
            continue;
        const char *paper = paper_of(&overview->rows[i]);
        cw_text_printf(
            text, "\n## %s\n\n| experiment | what | paper | ours | games | |\n|---|---|--:|--:|--:|---|\n",
            paper);
        for (int k = i; k < overview->count; k++) {
            if (strcmp(paper_of(&overview->rows[k]), paper) == 0)
                write_experiment(&overview->rows[k], results, text);
        }
    }
}
