/* `causeway lab check`: does what was found agree with the paper? */
#include "cli/lab_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "core/files.h"

/* ---- Finding results ---- */

enum { TABLE_BYTES_MAX = 1 << 20 };

void cli_lab_results_folder(const char *experiments, cw_text *folder) {
    static const char *const beside[] = {"../docs/results", "../results"};
    for (size_t i = 0; i < sizeof beside / sizeof beside[0] && experiments[0] != '\0'; i++) {
        cw_text_clear(folder);
        cw_text_printf(folder, "%s/%s", experiments, beside[i]);
        char *real = realpath(cw_text_string(folder), NULL);
        cw_text_clear(folder);
        cw_text_append(folder, real != NULL ? real : "");
        free(real);
        if (folder->length > 0)
            return;
    }
    cw_text_clear(folder);
}

/* Finds the table of an experiment: in the folder that is named, or beside the experiments, or where tables
 * of the house are. */
static bool find_table(const cw_experiment *experiment, const char *experiments, const char *named,
                       cw_text *path) {
    cw_text beside = {0};
    cli_lab_results_folder(experiments, &beside);
    const char *const folders[] = {named, cw_text_string(&beside), "docs/results", CW_DATA_FOLDER "/results"};
    bool is_found = false;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && !is_found; i++) {
        if (folders[i] == NULL || folders[i][0] == '\0' || (named != NULL && i > 0))
            continue;
        cw_text_clear(path);
        cw_text_printf(path, "%s/%s.csv", folders[i], experiment->name);
        is_found = access(cw_text_string(path), R_OK) == 0;
    }
    cw_text_free(&beside);
    return is_found;
}

static cw_status read_table(const cw_experiment *experiment, const char *experiments, const char *named,
                            cw_findings *findings, cw_text *path, cw_error *error) {
    cw_text csv = {0};
    cw_error reason = {0};
    cw_status status = CW_OK;
    if (!find_table(experiment, experiments, named, path) ||
        cw_file_read(cw_text_string(path), TABLE_BYTES_MAX, &csv, &reason) != CW_OK)
        status = cw_fail(error, CW_BAD_INPUT, "%s has no results yet: play it with 'causeway lab run %s'",
                         experiment->name, experiment->name);
    else
        status = cw_findings_from_csv(experiment, cw_text_string(&csv), findings, error);
    cw_text_free(&csv);
    return status;
}

static bool has_games(const cw_findings *findings) {
    for (int i = 0; i < findings->experiment->point_count; i++) {
        if (findings->points[i].games > 0)
            return true;
    }
    return false;
}

/* From the run, if anything was played in it; else from a table. `source` tells which. */
static cw_status find_results(const cw_experiment *experiment, const cw_lab *run, const char *experiments,
                              const char *named, cw_findings *findings, cw_text *source, cw_error *error) {
    if (run != NULL && named == NULL) {
        cw_status status = cw_findings_from_run(run, findings, error);
        if (status == CW_OK && has_games(findings))
            cw_text_append(source, "the store");
        if (status != CW_OK || has_games(findings))
            return status;
        cw_findings_free(findings);
    }
    return read_table(experiment, experiments, named, findings, source, error);
}

/* ---- Telling ---- */

static cw_status print_json(const cw_experiment *experiment, const cw_rulings *rulings, const char *source,
                            const cw_replay *replay, cw_error *error) {
    json_t *json = cw_rulings_json(experiment, rulings);
    json_object_set_new(json, "source", json_string(source));
    if (replay != NULL)
        json_object_set_new(
            json, "replay",
            json_pack("{s:I, s:I}", "games", (json_int_t)replay->played, "same", (json_int_t)replay->same));
    return cli_print_json(json, error);
}

static cw_status print_text(const cw_experiment *experiment, const cw_rulings *rulings, const char *source,
                            const cw_replay *replay, cw_error *error) {
    cw_text text = {0};
    cw_rulings_print(experiment, rulings, &text);
    cw_text_printf(&text, "  (by the games of %s)\n", source);
    if (replay != NULL)
        cw_text_printf(&text, "played again: %" PRId64 " games, %" PRId64 " of them as they were\n",
                       replay->played, replay->same);
    if (replay != NULL && replay->timed > 0)
        cw_text_printf(&text, "not played again: %" PRId64 " points whose players think by the clock\n",
                       replay->timed);
    return cli_print(&text, error);
}

/* What makes the check a failure. */
static cw_status judge(const cli_arguments *arguments, const cw_experiment *experiment, cw_ruling whole,
                       const cw_replay *replay, cw_error *error) {
    if (replay != NULL && replay->played == 0 && replay->timed == 0)
        return cw_fail(error, CW_BAD_INPUT, "the store has no games of %s to play again", experiment->name);
    if (replay != NULL && replay->same < replay->played)
        return cw_fail(error, CW_BAD_INPUT, "%s no longer plays as it did: %s", experiment->name,
                       replay->example);
    if (whole == CW_RULING_DIFFERS && cli_given(arguments, "--strict"))
        return cw_fail(error, CW_BAD_INPUT, "%s differs from the paper", experiment->name);
    return CW_OK;
}

cw_status cli_lab_check(const cli_arguments *arguments, const cw_experiment *experiment,
                        const char *experiments, const cw_lab *run, const cw_replay *replay,
                        cw_error *error) {
    cw_findings findings = {0};
    cw_rulings rulings = {0};
    cw_text source = {0};
    cw_status status = find_results(experiment, run, experiments, cli_value(arguments, "--results"),
                                    &findings, &source, error);
    if (status == CW_OK)
        status = cw_rulings_make(&findings, &rulings, error);
    if (status == CW_OK)
        status = (cli_given(arguments, "--json") ? print_json : print_text)(
            experiment, &rulings, cw_text_string(&source), replay, error);
    if (status == CW_OK)
        status = judge(arguments, experiment, rulings.whole, replay, error);
    cw_text_free(&source);
    cw_rulings_free(&rulings);
    cw_findings_free(&findings);
    return status;
}

cw_status cli_lab_rule_on_table(const cw_experiment *experiment, const char *experiments, const char *named,
                                cw_rulings *rulings, cw_error *error) {
    cw_text path = {0};
    cw_findings findings = {0};
    cw_error none = {0};
    *rulings = (cw_rulings){0};
    cw_status status = CW_OK;
    if (read_table(experiment, experiments, named, &findings, &path, &none) !=
        CW_OK) /* nothing played: all is undecided */
        status = cw_findings_from_csv(experiment, "point,games\n", &findings, error);
    if (status == CW_OK)
        status = cw_rulings_make(&findings, rulings, error);
    cw_findings_free(&findings);
    cw_text_free(&path);
    return status;
}
