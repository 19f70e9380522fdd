/* `causeway tune`: finds good values for numeric options by matches. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/output.h"
#include "core/clock.h"
#include "lab/tune.h"

static void show_progress(const cw_tuning *tuning, void *payload) {
    double *start = payload;
    double seconds = cw_clock_now() - *start;
    if (!isatty(STDERR_FILENO) || seconds < 2)
        return;
    fprintf(stderr, "\r\033[Kstep %" PRId64 " of %" PRId64 ":", tuning->steps_done, tuning->steps);
    for (int i = 0; i < tuning->parameter_count; i++)
        fprintf(stderr, " %s=%.4g", tuning->parameters[i].name, tuning->parameters[i].value);
}

static cw_status read_parameters(const cli_arguments *arguments, cw_tuning *tuning, cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < arguments->setting_count; i++) {
        if (strcmp(arguments->settings[i].option->name, "--param") == 0)
            status = cw_tune_add(tuning, arguments->settings[i].value, error);
    }
    if (status == CW_OK && tuning->parameter_count == 0)
        status =
            cw_fail(error, CW_BAD_INPUT, "there is nothing to tune, name options with --param NAME=LOW:HIGH");
    return status;
}

static cw_status read_openings(const cli_arguments *arguments, cw_tuning *tuning, cw_error *error) {
    const char *openings = cli_value(arguments, "--openings");
    int64_t plies = 0;
    if (openings == NULL)
        return CW_OK;
    if (strncmp(openings, "random:", 7) != 0)
        return cw_fail(error, CW_BAD_INPUT, "--openings %s is not valid, it takes random:N", openings);
    cw_status status = cli_read_integer("the number of random moves", openings + 7, 1, 1000, &plies, error);
    tuning->random_plies = (int)plies;
    return status;
}

static cw_status read_numbers(const cli_arguments *arguments, cw_tuning *tuning, cw_error *error) {
    static const cw_option share = {
        .type = CW_OPTION_REAL, .low = 1e-6, .high = 1, .standard = "0.1", .help = ""};
    static const cw_option width = {
        .type = CW_OPTION_REAL, .low = 1e-6, .high = 1, .standard = "0.2", .help = ""};
    int64_t pairs = 0, threads = 0;
    cw_status status = cli_integer(arguments, "--steps", 1, 1000000, 200, &tuning->steps, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--pairs", 1, 1000, 4, &pairs, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--threads", 1, 2, 2, &threads, error);
    if (status == CW_OK)
        status = cli_seed(arguments, "--seed", 1, &tuning->seed, error);
    if (status == CW_OK)
        status = cli_number(arguments, "--strength", &share, &tuning->strength, error);
    if (status == CW_OK)
        status = cli_number(arguments, "--width", &width, &tuning->width, error);
    if (status == CW_OK)
        status = read_openings(arguments, tuning, error);
    tuning->pairs = (int)pairs;
    tuning->threads = (int)threads;
    return status;
}

static cw_status report(const cw_tuning *tuning, cw_error *error) {
    cw_text text = {0}, spec = {0}, game = {0};
    double values[CW_TUNE_PARAMETERS_MAX];
    for (int i = 0; i < tuning->parameter_count; i++)
        values[i] = tuning->parameters[i].value;
    cw_tune_print_spec(tuning, values, &spec);
    cw_game_print_spec(tuning->game, &game);
    cw_text_printf(&text, "after %" PRId64 " of %" PRId64 " steps", tuning->steps_done, tuning->steps);
    if (tuning->steps_found > 0)
        cw_text_printf(&text, ", %" PRId64 " of them from %s", tuning->steps_found, tuning->path);
    cw_text_append_char(&text, '\n');
    for (int i = 0; i < tuning->parameter_count; i++)
        cw_text_printf(&text, "  %-20s %.6g (began at %.6g)\n", tuning->parameters[i].name, values[i],
                       tuning->parameters[i].start);
    cw_text_append(&text, "to see whether it helps:\n  causeway match");
    cli_quote(cw_text_string(&game), &text);
    cli_quote(cw_text_string(&spec), &text);
    cli_quote(tuning->spec, &text);
    cw_text_append(&text, " --games 400\n");
    char figure[1024];
    snprintf(figure, sizeof figure, "%s.svg", tuning->path);
    if (cw_tune_draw(tuning, figure))
        cw_text_printf(&text, "the way of the parameters: %s\n", figure);
    cw_text_free(&spec);
    cw_text_free(&game);
    return cli_print(&text, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    cw_game *game = NULL;
    double start = cw_clock_now();
    cw_tuning tuning = {.spec = cli_operand(arguments, 1),
                        .path = cli_value(arguments, "--output"),
                        .progress = show_progress,
                        .payload = &start};
    if (tuning.path == NULL)
        tuning.path = "tuning.jsonl";
    cw_status status = cw_game_create(cli_operand(arguments, 0), &game, error);
    tuning.game = game;
    if (status == CW_OK)
        status = read_numbers(arguments, &tuning, error);
    if (status == CW_OK)
        status = read_parameters(arguments, &tuning, error);
    tuning.stop = cli_interrupt_once(true);
    if (status == CW_OK)
        status = cw_tune_run(&tuning, error);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
    if (status == CW_OK)
        status = report(&tuning, error);
    if (status == CW_OK && cli_is_interrupted())
        fprintf(stderr, "causeway: interrupted; the same command goes on from %s\n", tuning.path);
    if (status == CW_OK && cli_is_interrupted())
        status = cw_fail(error, CW_STOPPED, "%s", "");
    cw_game_destroy(game);
    return status;
}

static const cli_option options[] = {
    {.name = "--param",
     .value = "NAME=LOW:HIGH",
     .help = "an option to tune and its range; may be given again",
     .repeats = true},
    {.name = "--steps", .value = "N", .help = "how many (default 200); more than before goes on"},
    {.name = "--pairs", .value = "N", .help = "pairs of games a step (default 4)"},
    {.name = "--strength",
     .value = "F",
     .help = "how far a step may pull, as a share of the range (default 0.1)"},
    {.name = "--width", .value = "F", .help = "how far the two sides are apart (default 0.2)"},
    {.name = "--openings", .value = "random:N", .help = "begin each pair of games with N random moves"},
    {.name = "--threads", .value = "K", .help = "1 or 2 games at a time (default 2)"},
    {.name = "--seed", .value = "SEED", .help = "of the whole tuning (default 1)"},
    {.name = "--output",
     .value = "FILE",
     .help = "the file of steps, from which to go on (default tuning.jsonl)"},
    {.name = NULL},
};

const cli_command cli_tune_command = {
    .name = "tune",
    .operands = "GAME PLAYER",
    .operands_min = 2,
    .operands_max = 2,
    .summary = "find good numeric options of a player by matches",
    .details = "Simultaneous perturbation (SPSA): the player meets itself with all parameters moved a little "
               "to one side\n"
               "against all moved to the other. The same command goes on where it was ended.",
    .examples = "causeway tune hex:size=7 mcts:sims=1000 --param c=0:1 --param rave=0:0.01 --steps 100\n"
                "causeway tune six alphabeta:depth=2,eval=threats --param eval.four=10:60 --output six.jsonl",
    .options = options,
    .run = run,
};
