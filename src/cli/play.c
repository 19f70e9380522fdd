/* `causeway play`: a game in the terminal. */
#include <time.h>

#include "cli/output.h"
#include "cli/table.h"

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    cli_table_plan plan = {
        .game = cli_operand(arguments, 0),
        .players = arguments->operands + 1,
        .player_count = arguments->operand_count - 1,
        .moves = cli_value(arguments, "--moves"),
        .style = cli_style(cli_value(arguments, "--color")),
    };
    cw_status status = cli_seed(arguments, "--seed", (uint64_t)time(NULL), &plan.seed, error);
    return status == CW_OK ? cli_table_play(&plan, error) : status;
}

static const cli_option options[] = {
    {.name = "--moves", .value = "LINE", .help = "play these moves first: \"m1;m2;...\""},
    {.name = "--seed", .value = "SEED", .help = "of the engines and of chance (default: the time)"},
    {.name = "--color", .value = "auto|always|never", .help = "colours in the terminal (default auto)"},
    {.name = NULL},
};

const cli_command cli_play_command = {
    .name = "play",
    .operands = "GAME [PLAYER...]",
    .operands_min = 1,
    .operands_max = 1 + CW_PLAYERS_MAX,
    .summary = "a game in the terminal",
    .details = "Players sit in turn order; 'human' is you. Without players you begin, against the best "
               "engine there is.\n"
               "At the prompt type a move, or: undo, hint, moves, show, save FILE, help, quit.",
    .examples = "causeway play hex:size=7\n"
                "causeway play six random human --seed 7\n"
                "causeway play @saved.json human",
    .options = options,
    .run = run,
};
