/* `causeway lab check`: does what was found agree with the paper? */
#include "cli/lab_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/output.h"
#include "core/files.h"

/* ---- Finding results ---- */

enum { TABLE_BYTES_MAX = 1 << 20 };

/* The folders that may hold tables of results, in this order. */
static const char *const folders[] = {"docs/results", CW_DATA_FOLDER "/results"};

static cw_status read_table(const cw_experiment *experiment, const char *named, cw_findings *findings,
                            cw_error *error) {
    char path[1024] = "";
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s/%s.csv", named != NULL ? named : folders[i], experiment->name);
        if (access(path, R_OK) == 0)
            break;
    }
    cw_text csv = {0};
    cw_error reason = {0};
    cw_status status = cw_file_read(path, TABLE_BYTES_MAX, &csv, &reason);
    if (status != CW_OK)
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

/* From the run, if anything was played in it; else from a table. */
static cw_status find_results(const cw_experiment *experiment, const cw_lab *run, const char *folder,
                              cw_findings *findings, cw_error *error) {
    if (run != NULL && folder == NULL) {
        cw_status status = cw_findings_from_run(run, findings, error);
        if (status != CW_OK || has_games(findings))
            return status;
        cw_findings_free(findings);
    }
    return read_table(experiment, folder, findings, error);
}

/* ---- Telling ---- */

cw_status cli_lab_check(const cli_arguments *arguments, const cw_experiment *experiment, const cw_lab *run,
                        cw_error *error) {
    cw_findings findings = {0};
    cw_rulings rulings = {0};
    cw_status status = find_results(experiment, run, cli_value(arguments, "--results"), &findings, error);
    if (status == CW_OK)
        status = cw_rulings_make(&findings, &rulings, error);
    bool differs = status == CW_OK && rulings.whole == CW_RULING_DIFFERS;
    if (status == CW_OK && cli_given(arguments, "--json")) {
        status = cli_print_json(cw_rulings_json(experiment, &rulings), error);
    } else if (status == CW_OK) {
        cw_text text = {0};
        cw_rulings_print(experiment, &rulings, &text);
        status = cli_print(&text, error);
    }
    if (status == CW_OK && differs && cli_given(arguments, "--strict"))
        status = cw_fail(error, CW_BAD_INPUT, "%s differs from the paper", experiment->name);
    cw_rulings_free(&rulings);
    cw_findings_free(&findings);
    return status;
}

cw_status cli_lab_rule_on_table(const cw_experiment *experiment, const char *folder, cw_rulings *rulings,
                                cw_error *error) {
    cw_findings findings = {0};
    cw_error none = {0};
    *rulings = (cw_rulings){0};
    if (read_table(experiment, folder, &findings, &none) != CW_OK)
        return CW_OK;
    cw_status status = cw_rulings_make(&findings, rulings, error);
    cw_findings_free(&findings);
    return status;
}
