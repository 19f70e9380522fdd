#include "cli/lab_fit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/lab.h"
#include "cli/output.h"
#include "lab/fit.h"

static void show_progress(const cw_fit *fit, int stage, int candidate, void *payload) {
    (void)payload;
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[Kstage %d of %d: candidate %d", stage + 1, fit->stage_count, candidate + 1);
}

/* A fit by its name in experiments/fits, or by its path. */
static cw_status find_fit(const char *name, char path[1024], cw_error *error) {
    char below[1024];
    bool is_path = strchr(name, '/') != NULL || strstr(name, ".yaml") != NULL;
    snprintf(below, sizeof below, "%s%s", is_path ? "" : "fits/", name);
    if (cli_find_experiment(below, path, error) == CW_OK)
        return CW_OK;
    return cw_fail(error, CW_BAD_INPUT, "there is no fit '%s' in the folder fits of the experiments", name);
}

/* The folder of the experiments that a fit names. */
static cw_status find_folder(const cw_fit *fit, char folder[1024], cw_error *error) {
    cw_status status = cli_find_experiment(fit->stages[0].experiments[0], folder, error);
    char *slash = strrchr(folder, '/');
    if (status == CW_OK && slash != NULL)
        *slash = '\0';
    return status;
}

static cw_status open_store(const cli_arguments *arguments, cw_fit *fit, cw_error *error) {
    cw_text standard = {0};
    const char *db = cli_value(arguments, "--db");
    cw_status status = db != NULL ? CW_OK : cw_store_default_path(&standard, error);
    if (status == CW_OK)
        status = cw_store_open(db != NULL ? db : cw_text_string(&standard), &fit->store, error);
    cw_text_free(&standard);
    return status;
}

static cw_status play(const cli_arguments *arguments, cw_fit *fit, cw_error *error) {
    char folder[1024];
    int64_t threads = 1;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    cw_status status = cli_integer(arguments, "--threads", 1, 256, cores > 0 ? cores : 1, &threads, error);
    if (status == CW_OK)
        status = find_folder(fit, folder, error);
    if (status == CW_OK)
        status = open_store(arguments, fit, error);
    fit->folder = folder;
    fit->threads = (int)threads;
    fit->any_version = cli_given(arguments, "--any-version");
    fit->stop = cli_interrupt_once(true);
    fit->progress = show_progress;
    if (status == CW_OK)
        status = cw_fit_play(fit, error);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    if (cli_is_interrupted())
        fprintf(stderr, "causeway: interrupted; the same command goes on with the games of the store\n");
    cw_error unwritten = {0};
    cw_status closed = cw_store_close(fit->store, &unwritten);
    return status == CW_OK && closed != CW_OK ? cw_fail(error, closed, "%s", unwritten.message) : status;
}

cw_status cli_lab_fit(const cli_arguments *arguments, cw_error *error) {
    char path[1024];
    cw_fit *fit = NULL;
    const char *name = cli_operand(arguments, 1);
    cw_status status = find_fit(name, path, error);
    if (status == CW_OK)
        status = cw_fit_read(path, &fit, error);
    if (status == CW_OK)
        status = play(arguments, fit, error);
    cw_text text = {0};
    if (status == CW_OK)
        status = cw_fit_print(fit, &text, error);
    cw_fit_destroy(fit);
    if (status == CW_OK)
        return cli_print(&text, error);
    cw_text_free(&text);
    return status;
}
