/* `causeway lab`: experiments, their runs and reports. */
#include "cli/lab.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/lab_check.h"
#include "cli/lab_fit.h"
#include "cli/lab_overview.h"
#include "cli/live.h"
#include "cli/match.h"
#include "cli/output.h"
#include "lab/report.h"

/* ---- Finding experiments ---- */

/* Writes a folder as it stands to that of the program itself. */
static void print_beside_program(const char *way, cw_text *folder) {
    char program[1024];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    cw_text_printf(folder, "%s/%s", program, way);
    char *real = realpath(cw_text_string(folder), NULL);
    cw_text_clear(folder);
    cw_text_append(folder, real != NULL ? real : "");
    free(real);
}

/* The folders where experiments are looked for, in this order: $CAUSEWAY_EXPERIMENTS, ./experiments, where
 * they were installed, and where they are beside a program that was moved or has just been built. False: no
 * more. */
static bool folder_at(int index, cw_text *folder) {
    const char *named = getenv("CAUSEWAY_EXPERIMENTS");
    cw_text_clear(folder);
    switch (index) {
    case 0:
        cw_text_append(folder, named != NULL ? named : "");
        return true;
    case 1:
        cw_text_append(folder, "experiments");
        return true;
    case 2:
        cw_text_append(folder, CW_DATA_FOLDER "/experiments");
        return true;
    case 3:
        print_beside_program("../share/causeway/experiments", folder);
        return true;
    case 4:
        print_beside_program("../experiments", folder);
        return true;
    default:
        return false;
    }
}

cw_status cli_find_experiment(const char *name, char path[1024], cw_error *error) {
    snprintf(path, 1024, "%s", name);
    if (strstr(name, ".yaml") != NULL || (strchr(name, '/') != NULL && strncmp(name, "fits/", 5) != 0))
        return CW_OK;
    cw_text folder = {0};
    bool is_found = false;
    for (int i = 0; !is_found && folder_at(i, &folder); i++) {
        snprintf(path, 1024, "%s/%s.yaml", cw_text_string(&folder), name);
        is_found = access(path, R_OK) == 0;
    }
    cw_text_free(&folder);
    if (is_found)
        return CW_OK;
    return cw_fail(error, CW_BAD_INPUT, "there is no experiment '%s', see 'causeway lab list'", name);
}

void cli_lab_folders(cw_text *experiments, cw_text *results) {
    bool is_found = false;
    for (int i = 0; !is_found && folder_at(i, experiments); i++)
        is_found = experiments->length > 0 && access(cw_text_string(experiments), R_OK) == 0;
    if (!is_found)
        cw_text_clear(experiments);
    cli_lab_results_folder(cw_text_string(experiments), results);
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names of the YAML files of a folder, sorted. */
static int read_folder(const char *folder, char **names, int room) {
    int count = 0;
    DIR *directory = opendir(folder);
    if (directory == NULL)
        return 0;
    for (struct dirent *entry; count < room && (entry = readdir(directory)) != NULL;) {
        const char *ending = strrchr(entry->d_name, '.');
        if (ending != NULL && strcmp(ending, ".yaml") == 0)
            count += (names[count] = strdup(entry->d_name)) != NULL;
    }
    closedir(directory);
    qsort(names, (size_t)count, sizeof *names, compare_names);
    return count;
}

/* ---- list ---- */

static int64_t games_of(const cw_experiment *experiment) {
    int64_t games = 0;
    for (int i = 0; i < experiment->point_count; i++)
        games += cw_lab_all_games(&experiment->points[i], 1);
    return games;
}

static void list_file(const char *folder, const char *name, json_t *json, cw_text *text) {
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    cw_experiment *experiment = NULL;
    cw_error error = {0};
    if (cw_experiment_read(path, &experiment, &error) != CW_OK) {
        fprintf(stderr, "causeway: %s\n", error.message);
        return;
    }
    json_array_append_new(json, json_pack("{s:s, s:s, s:s?, s:s?, s:i, s:I}", "name", experiment->name,
                                          "title", experiment->title, "paper", experiment->paper, "figure",
                                          experiment->figure, "points", experiment->point_count, "games",
                                          (json_int_t)games_of(experiment)));
    cw_text_printf(text, "%-28s %3d point%s %9" PRId64 " games  %s\n", experiment->name,
                   experiment->point_count, experiment->point_count == 1 ? ", " : "s,", games_of(experiment),
                   experiment->title);
    cw_experiment_destroy(experiment);
}

static cw_status list_experiments(const cli_arguments *arguments, cw_error *error) {
    enum { NAMES_MAX = 512 };
    char *names[NAMES_MAX];
    cw_text text = {0};
    json_t *json = json_array();
    cw_text folder = {0};
    for (int i = 0; json_array_size(json) == 0 && folder_at(i, &folder); i++) {
        int count = read_folder(cw_text_string(&folder), names, NAMES_MAX);
        for (int k = 0; k < count; k++) {
            list_file(cw_text_string(&folder), names[k], json, &text);
            free(names[k]);
        }
    }
    if (cli_given(arguments, "--json")) {
        cw_text_free(&text);
        cw_text_free(&folder);
        return cli_print_json(json, error);
    }
    cw_text_printf(&text, "%s are looked for in ",
                   json_array_size(json) == 0 ? "There are none. Experiments" : "Experiments");
    for (int i = 0, named = 0; folder_at(i, &folder); i++) {
        if (folder.length > 0)
            cw_text_printf(&text, "%s%s", named++ > 0 ? ", " : "", cw_text_string(&folder));
    }
    cw_text_free(&folder);
    cw_text_append(&text, " (the first that has any); a file of your own is run by its path.\n");
    json_decref(json);
    return cli_print(&text, error);
}

/* ---- run and report ---- */

/* An experiment on its way. */
typedef struct lab_session {
    cw_experiment *experiment;
    cw_lab run;
    cli_live live;
    bool only_reads; /* the store */
} lab_session;

static void draw_progress(const cw_lab *run, int point, const cw_standings *standings, void *payload) {
    lab_session *session = payload;
    if (!cli_live_is_due(&session->live))
        return;
    int64_t played = standings->first.games, wanted = 0;
    for (int i = 0; i < run->experiment->point_count; i++) {
        wanted += cw_lab_all_games(&run->experiment->points[i], run->scale);
        played += i < point ? run->results[i].games_wanted : 0;
    }
    cw_text text = {0};
    cw_text_printf(&text, "%s: %" PRId64 " of %" PRId64 " games, %.0f s left, point %d of %d (%s)",
                   run->experiment->name, played, wanted,
                   cli_live_left(&session->live, played - run->earlier_games, wanted - run->earlier_games),
                   point + 1, run->experiment->point_count, run->experiment->points[point].name);
    cli_live_draw(&session->live, &text);
    cw_text_free(&text);
}

static cw_status open_session(const cli_arguments *arguments, lab_session *session, cw_error *error) {
    static const cw_option scale = {
        .type = CW_OPTION_REAL, .low = 1e-9, .high = 1, .standard = "1", .help = "share of the games"};
    static const cw_option time_scale = {
        .type = CW_OPTION_REAL, .low = 1e-6, .high = 1e6, .standard = "1", .help = "share of the time"};
    char path[1024];
    int64_t threads = 1;
    const char *name = cli_operand(arguments, 1), *db = cli_value(arguments, "--db");
    cw_text standard = {0};
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    cw_status status = cli_integer(arguments, "--threads", 1, 256, cores > 0 ? cores : 1, &threads, error);
    if (status == CW_OK)
        status = cli_number(arguments, "--scale", &scale, &session->run.scale, error);
    if (status == CW_OK)
        status = cli_number(arguments, "--time-scale", &time_scale, &session->run.time_scale, error);
    if (status == CW_OK)
        status = cli_find_experiment(name, path, error);
    if (status == CW_OK)
        status = cw_experiment_read(path, &session->experiment, error);
    if (status == CW_OK && db == NULL)
        status = cw_store_default_path(&standard, error);
    const char *store = db != NULL ? db : cw_text_string(&standard);
    if (status == CW_OK && session->only_reads)
        status = cw_store_open_to_read(store, &session->run.store, error);
    else if (status == CW_OK)
        status = cw_store_open(store, &session->run.store, error);
    session->run.experiment = session->experiment;
    session->run.threads = (int)threads;
    session->run.any_version = cli_given(arguments, "--any-version");
    session->run.progress = draw_progress;
    session->run.payload = session;
    cli_live_begin(&session->live);
    cw_text_free(&standard);
    return status;
}

static cw_status close_session(lab_session *session, cw_status status, cw_error *error) {
    cw_error unwritten = {0};
    if (session->run.experiment != NULL)
        cw_lab_release(&session->run);
    cw_status closed = cw_store_close(session->run.store, &unwritten);
    cw_experiment_destroy(session->experiment);
    if (status == CW_OK && closed != CW_OK)
        return cw_fail(error, closed, "%s", unwritten.message);
    return status;
}

/* The command that runs the experiment again: for anybody, or with what is special to this machine. */
static void print_command(const cli_arguments *arguments, const char *command, bool here, cw_text *text) {
    cw_text_printf(text, "%s run", command);
    cli_quote(cli_operand(arguments, 1), text);
    static const char *const kept[] = {"--scale", "--time-scale", "--threads", "--db"};
    for (int i = 0; i < (here ? 4 : 2); i++) {
        if (cli_value(arguments, kept[i]) == NULL)
            continue;
        cw_text_printf(text, " %s", kept[i]);
        cli_quote(cli_value(arguments, kept[i]), text);
    }
    if (cli_given(arguments, "--any-version"))
        cw_text_append(text, " --any-version");
}

static cw_status print_table(const cw_lab *run, cw_error *error) {
    cw_text text = {0};
    cw_report_print(run, &text);
    return cli_print(&text, error);
}

/* Says that there are runs which this program would play differently. */
static void tell_others(const cw_lab *run, const char *what) {
    if (run->other_runs > 0 && !run->any_version)
        fprintf(stderr, "causeway: %d point%s of the store, run %" PRId64 " among them, of %s, %s %s\n",
                run->other_runs, run->other_runs == 1 ? "" : "s", run->other.other,
                cli_describe_other(&run->other), run->other_runs == 1 ? "is" : "are", what);
}

cw_status cli_run_experiment(const cli_arguments *arguments, const char *command, cli_dispatch dispatch,
                             cw_error *error) {
    lab_session session = {0};
    session.run.dispatch = dispatch;
    session.run.stop = cli_interrupt_once(dispatch == NULL);
    cw_status status = open_session(arguments, &session, error);
    if (status == CW_OK)
        status = cw_lab_play(&session.run, error);
    cli_live_end(&session.live);
    tell_others(&session.run, "left alone; --any-version goes on with them");
    if (session.run.taken_over > 0)
        fprintf(stderr, "causeway: %" PRId64 " games were there from runs at another scale\n",
                session.run.taken_over);
    if (status == CW_OK && cli_is_interrupted()) {
        cw_text again = {0};
        print_command(arguments, command, true, &again);
        fprintf(stderr, "causeway: interrupted, what was played is kept; to go on: %s\n",
                cw_text_string(&again));
        cw_text_free(&again);
        status = cw_fail(error, CW_STOPPED, "%s", "");
    } else if (status == CW_OK) {
        status = print_table(&session.run, error);
    }
    return close_session(&session, status, error);
}

/* What else the store has of an experiment, as the options that would report it. */
typedef struct other_scales {
    const cw_experiment *experiment;
    cw_text options;
} other_scales;

static bool note_scale(const cw_stored_run *run, void *payload) {
    other_scales *self = payload;
    const cw_experiment *experiment = self->experiment;
    size_t length = strlen(experiment->name);
    if (strncmp(run->name, experiment->name, length) != 0 || run->name[length] != '/' || run->played == 0)
        return true;
    const char *point = run->name + length + 1;
    for (int i = 0; i < experiment->point_count; i++) {
        size_t size = strlen(experiment->points[i].name);
        double time_scale = 1;
        if (strncmp(point, experiment->points[i].name, size) != 0 ||
            (point[size] != '\0' && sscanf(point + size, " at %lf of the time", &time_scale) != 1))
            continue;
        cw_text option = {0};
        cw_text_printf(&option, "--scale %.3g",
                       (double)run->games / (double)cw_lab_all_games(&experiment->points[i], 1));
        if (time_scale != 1)
            cw_text_printf(&option, " --time-scale %g", time_scale);
        if (strstr(cw_text_string(&self->options), cw_text_string(&option)) == NULL)
            cw_text_printf(&self->options, "%s%s", self->options.length > 0 ? ", or " : "",
                           cw_text_string(&option));
        cw_text_free(&option);
        break;
    }
    return true;
}

/* A report of nothing says what there is to report. */
static cw_status need_games(lab_session *session, cw_error *error) {
    for (int i = 0; i < session->experiment->point_count; i++) {
        if (session->run.results[i].standings->first.games > 0)
            return CW_OK;
    }
    other_scales others = {.experiment = session->experiment};
    cw_status status = cw_store_runs(session->run.store, 0, note_scale, &others, error);
    if (status == CW_OK && others.options.length > 0)
        status = cw_fail(error, CW_BAD_INPUT, "the store has no games of %s at this scale, but with %.300s",
                         session->experiment->name, cw_text_string(&others.options));
    else if (status == CW_OK)
        status =
            cw_fail(error, CW_BAD_INPUT, "the store has no games of %s, 'causeway lab run %s' plays them",
                    session->experiment->name, session->experiment->name);
    cw_text_free(&others.options);
    return status;
}

static cw_status report(const cli_arguments *arguments, cw_error *error) {
    lab_session session = {.only_reads = true};
    cw_text command = {0};
    cw_drawn drawn = CW_DRAWN_NOTHING;
    const char *folder = cli_value(arguments, "--output");
    print_command(arguments, "causeway lab", false, &command);
    cw_status status = open_session(arguments, &session, error);
    if (status == CW_OK)
        status = cw_lab_load(&session.run, error);
    if (status == CW_OK)
        status = need_games(&session, error);
    if (status == CW_OK)
        tell_others(&session.run, "reported as they are");
    if (status == CW_OK)
        status = print_table(&session.run, error);
    if (status == CW_OK)
        status = cw_report_write(&session.run, folder != NULL ? folder : "results", cw_text_string(&command),
                                 &drawn, error);
    if (status == CW_OK)
        fprintf(stderr, "written to %s: %s.csv, %s%s.html\n", folder != NULL ? folder : "results",
                session.experiment->name, drawn == CW_DRAWN ? "figures and " : "", session.experiment->name);
    if (status == CW_OK && drawn == CW_DRAWN_NO_GNUPLOT)
        fprintf(stderr, "there are no figures, since gnuplot is not installed\n");
    cw_text_free(&command);
    return close_session(&session, status, error);
}

/* Loads an experiment, and plays some of its games again where the arguments say so. A store that is not
 * there is a fault only then: results ship as tables. */
static cw_status load_to_check(const cli_arguments *arguments, lab_session *session, cw_replay *replay,
                               bool *is_loaded, cw_error *error) {
    cw_status status = cli_integer(arguments, "--replay", 1, 1000000, 0, &replay->wanted, error);
    if (status != CW_OK)
        return status;
    session->run.stop = cli_interrupt_once(true);
    if (replay->wanted > 0) {
        status = open_session(arguments, session, error);
        if (status == CW_OK)
            status = cw_replay_run(&session->run, replay, error);
        *is_loaded = status == CW_OK;
        return status;
    }
    *is_loaded = open_session(arguments, session, NULL) == CW_OK && cw_lab_load(&session->run, NULL) == CW_OK;
    return CW_OK;
}

/* The folder of a file. */
static void print_folder_of(const char *path, cw_text *folder) {
    const char *end = strrchr(path, '/');
    if (end == NULL)
        cw_text_append_char(folder, '.');
    else
        cw_text_append_bytes(folder, path, (size_t)(end - path));
}

static cw_status check_one(const cli_arguments *arguments, const char *path, cw_error *error) {
    if (cli_given(arguments, "--markdown"))
        return cw_fail(error, CW_BAD_INPUT,
                       "--markdown is for all experiments: causeway lab check --markdown");
    lab_session session = {.only_reads = true};
    cw_text folder = {0};
    print_folder_of(path, &folder);
    cw_experiment *experiment = NULL;
    cw_status status = cw_experiment_read(path, &experiment, error);
    cw_replay replay = {0};
    bool is_loaded = false;
    if (status == CW_OK)
        status = load_to_check(arguments, &session, &replay, &is_loaded, error);
    if (status == CW_OK)
        status =
            cli_lab_check(arguments, is_loaded ? session.experiment : experiment, cw_text_string(&folder),
                          is_loaded ? &session.run : NULL, replay.wanted > 0 ? &replay : NULL, error);
    cw_text_free(&folder);
    cw_experiment_destroy(experiment);
    return close_session(&session, status, error);
}

/* Rules on the tables of all experiments of a folder. */
static cw_status rule_on_folder(const cli_arguments *arguments, const char *folder, cli_overview *overview,
                                cw_error *error) {
    char *names[CLI_OVERVIEW_MAX], path[1024];
    cw_status status = CW_OK;
    int count = read_folder(folder, names, CLI_OVERVIEW_MAX);
    for (int i = 0; i < count; i++) {
        cw_experiment *experiment = NULL;
        cw_rulings rulings = {0};
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (status == CW_OK)
            status = cw_experiment_read(path, &experiment, error);
        if (status == CW_OK)
            status =
                cli_lab_rule_on_table(experiment, folder, cli_value(arguments, "--results"), &rulings, error);
        if (experiment != NULL)
            cli_overview_add(overview, experiment, rulings);
        free(names[i]);
    }
    return status;
}

/* What is about one run makes no sense for all tables. */
static cw_status check_all(const cli_arguments *arguments, cw_error *error) {
    static const char *const of_a_run[] = {"--scale", "--time-scale", "--threads", "--db", "--replay"};
    for (size_t i = 0; i < sizeof of_a_run / sizeof of_a_run[0]; i++) {
        if (cli_given(arguments, of_a_run[i]))
            return cw_fail(error, CW_BAD_INPUT,
                           "%s wants an experiment: causeway lab check EXPERIMENT %s ...", of_a_run[i],
                           of_a_run[i]);
    }
    cli_overview *overview = calloc(1, sizeof *overview);
    if (overview == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the overview");
    cw_status status = CW_OK;
    cw_text folder = {0}, text = {0};
    for (int i = 0; status == CW_OK && overview->count == 0 && folder_at(i, &folder); i++)
        status = rule_on_folder(arguments, cw_text_string(&folder), overview, error);
    cw_text_free(&folder);
    if (status == CW_OK && cli_given(arguments, "--json"))
        status = cli_print_json(cli_overview_json(overview), error);
    else if (status == CW_OK && cli_given(arguments, "--markdown"))
        cli_overview_page(overview, cli_value(arguments, "--results"), &text);
    else if (status == CW_OK)
        cli_overview_print(overview, &text);
    int differ = status == CW_OK ? cli_overview_differ(overview) : 0;
    cli_overview_free(overview);
    free(overview);
    if (status == CW_OK)
        status = cli_print(&text, error);
    if (status == CW_OK && differ > 0 && cli_given(arguments, "--strict"))
        return cw_fail(error, CW_BAD_INPUT, "%d experiment%s from the papers", differ,
                       differ == 1 ? " differs" : "s differ");
    return status;
}

static cw_status check(const cli_arguments *arguments, cw_error *error) {
    char path[1024];
    const char *name = cli_operand(arguments, 1);
    if (name == NULL)
        return check_all(arguments, error);
    cw_status status = cli_find_experiment(name, path, error);
    return status == CW_OK ? check_one(arguments, path, error) : status;
}

/* ---- The subcommand ---- */

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    const char *action = cli_operand(arguments, 0);
    if (strcmp(action, "list") == 0)
        return list_experiments(arguments, error);
    if (strcmp(action, "run") == 0)
        return cli_run_experiment(arguments, "causeway lab", NULL, error);
    if (strcmp(action, "report") == 0)
        return report(arguments, error);
    if (strcmp(action, "check") == 0)
        return check(arguments, error);
    return cli_lab_fit(arguments, error);
}

const cli_option cli_lab_options[] = {
    {.name = "--scale",
     .value = "F",
     .help = "this share of the games of every point (default 1)",
     .only = "run report check"},
    {.name = "--time-scale",
     .value = "F",
     .help = "multiply the time of every player and clock by this (default 1)",
     .only = "run report check"},
    {.name = "--threads",
     .value = "K",
     .help = "games at a time (default: the number of cores)",
     .only = "run check fit"},
    {.name = "--db",
     .value = "FILE",
     .help = "the store (default: in the user's data folder)",
     .only = "run report check fit"},
    {.name = "--any-version",
     .help = "take also games of another version, or of presets that have changed",
     .only = "run report check fit"},
    {.name = "--output",
     .value = "FOLDER",
     .help = "where the files go (default: results)",
     .only = "report"},
    {.name = "--results",
     .value = "FOLDER",
     .help = "the tables to rule on (default: the store, else those that ship)",
     .only = "check"},
    {.name = "--markdown", .help = "of all: write a page with every figure", .only = "check"},
    {.name = "--replay",
     .value = "N",
     .help = "play N stored games again; one that is not as it was is a failure",
     .only = "check"},
    {.name = "--strict", .help = "a difference from the paper is a failure", .only = "check"},
    {.name = "--json", .help = "machine-readable output", .only = "list check"},
    {.name = NULL},
};

static const char wanted_experiment[] = "the name of an experiment, see 'causeway lab list'";

static const cli_action actions[] = {
    {.name = "list", .operands = ""},
    {.name = "run",
     .operands = "EXPERIMENT",
     .operands_min = 1,
     .operands_max = 1,
     .wants = wanted_experiment},
    {.name = "report",
     .operands = "EXPERIMENT",
     .operands_min = 1,
     .operands_max = 1,
     .wants = wanted_experiment},
    {.name = "check", .operands = "[EXPERIMENT]", .operands_max = 1},
    {.name = "fit",
     .operands = "FIT",
     .operands_min = 1,
     .operands_max = 1,
     .wants = "the name of a fit, or its file"},
    {.name = NULL},
};

const cli_command cli_lab_command = {
    .name = "lab",
    .operands = "list|run|report|check|fit [EXPERIMENT]",
    .operands_min = 1,
    .operands_max = 2,
    .summary = "experiments: list, run, report, check and fit them",
    .details =
        "An experiment is a file in the folder experiments, or any file by its path. A run plays what "
        "the store\n"
        "does not have yet, so it can be ended and gone on with at any time. A report prints the "
        "table with the\n"
        "paper's figures beside ours and writes CSV, SVG, PNG and HTML. Runs with another "
        "--time-scale are runs\n"
        "of their own: report one with the --time-scale it was played with. A check rules, figure by "
        "figure, whether\n"
        "what was found agrees with the paper (docs/experiments.md tells the rule). A fit finds what a "
        "paper leaves\n"
        "open: it draws readings and weights, and keeps those whose results come nearest.",
    .examples = "causeway lab list\n"
                "causeway lab run six-4.1 --scale 0.01\n"
                "causeway lab run maastricht-6 --scale 0.1 --time-scale 0.02\n"
                "causeway lab report six-4.1 --scale 0.01 --output results\n"
                "causeway lab check six-4.1\n"
                "causeway lab fit brytting-nygren\n"
                "causeway lab check",
    .options = cli_lab_options,
    .actions = actions,
    .run = run,
};
