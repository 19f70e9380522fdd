/* `causeway uhp`: Causeway as an engine that speaks UHP. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "protocol/serve.h"

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    uint64_t seed;
    cw_status status = cli_seed(arguments, "--seed", 1, &seed, error);
    if (status == CW_OK)
        status = cw_uhp_run(cli_value(arguments, "--player"), seed, stdin, stdout, error);
    return cli_excuse_reader(status, error);
}

static const cli_option options[] = {
    {.name = "--player", .value = "PLAYER", .help = "who answers bestmove (default: the best there is)"},
    {.name = "--seed", .value = "SEED", .help = "of the player (default 1)"},
    {.name = NULL},
};

const cli_command cli_uhp_command = {
    .name = "uhp",
    .operands = "",
    .operands_min = 0,
    .operands_max = 0,
    .summary = "be an engine that speaks " CW_UHP_TITLE,
    .details = "Reads commands from standard input and answers on standard output; 'help' tells which.\n"
               "Threads, memory, the player and the repetition rule are options of the protocol.",
    .examples =
        "causeway uhp\n"
        "printf 'newgame Base+MLP\\nbestmove time 00:00:01\\n' | causeway uhp --player mcts:sims=1000",
    .options = options,
    .run = run,
};
