/* `causeway-mpi`: matches, experiments and self-play on a cluster, under mpirun or srun. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/lab.h"
#include "cli/match.h"
#include "cli/output.h"
#include "cluster/cluster.h"

static const cli_command match_command = {
    .name = "match",
    .operands = "GAME PLAYER PLAYER...",
    .operands_min = 2,
    .operands_max = CLI_OPERANDS_MAX,
    .summary = "games between players, on all ranks",
    .examples =
        "mpirun -n 5 causeway-mpi match hex mcts:sims=10k mcts:sims=5k --games 1000 --db games.db --resume",
    .options = cli_match_options,
};

static const cli_action lab_actions[] = {
    {.name = "run",
     .operands = "EXPERIMENT",
     .operands_min = 1,
     .operands_max = 1,
     .wants = "the name of an experiment, see 'causeway lab list'"},
    {.name = NULL},
};

static const cli_command lab_command = {
    .name = "lab",
    .operands = "run EXPERIMENT",
    .operands_min = 1,
    .operands_max = 2,
    .summary = "an experiment, on all ranks",
    .examples = "mpirun -n 17 causeway-mpi lab run six-4.5 --db games.db",
    .options = cli_lab_options,
    .actions = lab_actions,
};

static cw_status print_usage(cw_error *error) {
    cw_text text = {0};
    cw_text_append(
        &text,
        "causeway-mpi plays on a cluster what causeway plays on one machine. Rank 0 keeps the store and\n"
        "hands out games, the other ranks play; the results are those of a single machine.\n\n"
        "  mpirun -n 5 causeway-mpi match GAME PLAYER PLAYER... [--games N] [--db FILE] [--resume]\n"
        "  mpirun -n 5 causeway-mpi lab run EXPERIMENT [--scale F] [--time-scale F] [--db FILE]\n"
        "  mpirun -n 5 causeway-mpi selfplay GAME PLAYER --out FOLDER [--games N] [--resume]\n\n"
        "When a rank dies the run ends as MPI does, with every finished game kept: the same command\n"
        "(for a match with --resume) goes on.\n");
    return cli_print(&text, error);
}

static cw_status print_version(cw_error *error) {
    cw_text text = {0};
    cw_text_printf(&text, "causeway-mpi %s\n", cw_version());
    return cli_print(&text, error);
}

enum { OPTIONS_MAX = 64 };

/* The options of a command without the threads: here every rank plays one game at a time. */
static void leave_out_threads(const cli_option *all, cli_option kept[OPTIONS_MAX]) {
    int count = 0;
    for (; all->name != NULL && count < OPTIONS_MAX - 1; all++) {
        if (strcmp(all->name, "--threads") != 0)
            kept[count++] = *all;
    }
    kept[count] = (cli_option){.name = NULL};
}

static cw_status run(int count, char *const *words, cw_error *error) {
    cli_arguments arguments;
    bool is_match = count > 0 && strcmp(words[0], "match") == 0,
         is_lab = count > 0 && strcmp(words[0], "lab") == 0,
         is_selfplay = count > 0 && strcmp(words[0], "selfplay") == 0; /* here only to ask for help */
    if (count > 0 && strcmp(words[0], "--version") == 0)
        return print_version(error);
    if (count > 0 && !is_match && !is_lab && !cli_asks_for_help(count, words))
        return cli_unknown("command of causeway-mpi", words[0],
                           (const char *const[]){"match", "lab", "selfplay"}, 3, error);
    if (!is_match && !is_lab && !is_selfplay)
        return print_usage(error);
    cli_option options[OPTIONS_MAX];
    cli_command command = is_match ? match_command : is_lab ? lab_command : cw_cluster_selfplay_command;
    if (!is_selfplay) {
        leave_out_threads(command.options, options);
        command.options = options;
    }
    if (cli_asks_for_help(count - 1, words + 1)) {
        cw_text text = {0};
        cli_print_help("causeway-mpi", &command, &text);
        return cli_print(&text, error);
    }
    if (is_lab && count > 1 && words[1][0] != '-' && strcmp(words[1], "run") != 0)
        return cw_fail(error, CW_BAD_INPUT,
                       "causeway-mpi lab can only run an experiment; 'causeway lab' does the rest");
    cw_status status = cli_arguments_parse(&command, count - 1, words + 1, &arguments, error);
    if (status != CW_OK)
        return status;
    if (is_match)
        return cli_play_match(&arguments, "mpirun ... causeway-mpi match", cw_cluster_dispatch, error);
    return cli_run_experiment(&arguments, "mpirun ... causeway-mpi lab", cw_cluster_dispatch, error);
}

/* ---- The end ---- */

/* What to say when the run is ended from outside, as it is when a rank dies. Written once, before that. */
static char farewell[4096];

/* The store gets a second to commit what is finished. */
static void on_terminate(int number) {
    (void)number;
    ssize_t written = write(STDERR_FILENO, farewell, strlen(farewell));
    (void)written;
    alarm(1);
}

/* A game that is going on when a rank is told to end has no result: its engines may be ended as well. */
static cw_flag is_ending;

static void on_worker_terminate(int number) {
    (void)number;
    cw_flag_raise(&is_ending);
    alarm(1);
}

static void prepare_farewell(int ranks, int count, char *const *words) {
    bool is_match = count > 0 && strcmp(words[0], "match") == 0, resumes = !is_match;
    cw_text text = {0};
    bool keeps = true;
    cw_text_printf(&text, "causeway-mpi: ended, finished games are kept; to go on: mpirun -n %d causeway-mpi",
                   ranks);
    for (int i = 0; i < count; i++) {
        cli_quote(words[i], &text);
        resumes = resumes || strcmp(words[i], "--resume") == 0;
        keeps = keeps && strcmp(words[i], "--no-db") != 0;
    }
    cw_text_append(&text, resumes ? "\n" : " --resume\n");
    if (!keeps) {
        cw_text_clear(&text);
        cw_text_append(&text, "causeway-mpi: ended, and no game was kept, as --no-db says\n");
    }
    snprintf(farewell, sizeof farewell, "%s", cw_text_string(&text));
    cw_text_free(&text);
    signal(SIGTERM, on_terminate);
}

int main(int count, char **words) {
    int rank = 0, ranks = 1;
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is noticed when writing */
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    cw_error error = {0};
    cw_status status = CW_OK;
    bool is_selfplay = count > 1 && strcmp(words[1], "selfplay") == 0;
    if (is_selfplay && !cli_asks_for_help(count - 1, words + 1))
        status = cw_cluster_selfplay(rank, ranks, count - 2, words + 2, &error);
    else if (rank > 0) {
        signal(SIGTERM, on_worker_terminate);
        cw_cluster_serve(&is_ending);
    } else {
        /* Help needs no ranks. */
        bool only_asks =
            count < 2 || cli_asks_for_help(count - 1, words + 1) || strcmp(words[1], "--version") == 0;
        if (ranks < 2 && !only_asks)
            status = cw_fail(&error, CW_BAD_INPUT,
                             "causeway-mpi needs at least two ranks: mpirun -n 3 causeway-mpi ...");
        else {
            prepare_farewell(ranks, count - 1, words + 1);
            status = run(count - 1, words + 1, &error);
        }
        if (status == CW_OK)
            status = cli_flush(&error);
        cw_cluster_dismiss();
    }
    MPI_Finalize();
    return cli_exit_code("causeway-mpi", status, &error);
}
