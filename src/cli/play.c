/* `causeway play`: a game in the terminal. */
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
    uint64_t seed;
    cw_status status = cli_seed(arguments, "--seed", 0, &seed, error);
    if (cli_given(arguments, "--seed"))
        plan.seed = &seed;
    return status == CW_OK ? cli_table_play(&plan, error) : status;
}

static const cli_option options[] = {
    {.name = "--moves", .value = "LINE", .help = "play these moves first: \"m1;m2;...\""},
    {.name = "--seed",
     .value = "SEED",
     .help = "of the engines and of chance (default: that of the saved game, or the time)"},
    {.name = "--color", .value = "auto|always|never", .help = "colours in the terminal (default auto)"},
    {.name = NULL},
};

const cli_command cli_play_command = {
    .name = "play",
    .operands = "GAME [PLAYER...]",
    .operands_min = 1,
    .operands_max = 1 + CW_PLAYERS_MAX,
    .summary = "a game in the terminal",
    .details =
        "Players sit in turn order; 'human' is you. Without players you begin, against the best "
        "engine there is; a saved game goes on with those who played it.\n"
        "Other programs play as ext:gtp:COMMAND or ext:uhp:COMMAND; they have 20 s to start and 600 s for a "
        "move (ext:gtp,start=20s,timeout=600s:COMMAND), and you may put another player in their place.\n"
        "At the prompt type a move, the beginning of one, or a word; 'help' tells which.",
    .examples = "causeway play hex:size=7\n"
                "causeway play six random human --seed 7\n"
                "causeway play @saved.json",
    .options = options,
    .run = run,
};
