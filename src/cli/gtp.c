/* `causeway gtp`: Causeway as an engine that speaks GTP version 2. */
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "protocol/gtp.h"

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    cw_game *game;
    cw_gtp *gtp;
    uint64_t seed;
    cw_status status = cli_seed(arguments, "--seed", 1, &seed, error);
    if (status == CW_OK)
        status = cw_game_create(cli_operand(arguments, 0), &game, error);
    if (status != CW_OK)
        return status;
    const char *player = cli_value(arguments, "--player");
    status = cw_gtp_open(game, player != NULL ? player : cw_player_standard(game), seed, &gtp, error);
    if (status != CW_OK)
        return status;
    status = cw_gtp_serve(gtp, STDIN_FILENO, stdout, error);
    cw_gtp_close(gtp);
    return cli_excuse_reader(status, error);
}

static const cli_option options[] = {
    {.name = "--player", .value = "PLAYER", .help = "who answers genmove (default: the best there is)"},
    {.name = "--seed", .value = "SEED", .help = "of the player and of the draws of chance (default 1)"},
    {.name = NULL},
};

const cli_command cli_gtp_command = {
    .name = "gtp",
    .operands = "GAME",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "be an engine that speaks GTP version 2",
    .details =
        "Reads commands from standard input and answers on standard output; 'list_commands' tells which.\n"
        "The line '# interrupt' ends a thought that goes on. For Hex this is HTP.",
    .examples = "causeway gtp hex:size=11\n"
                "printf 'genmove b\\nshowboard\\n' | causeway gtp hex:size=5 --player random --seed 3",
    .options = options,
    .run = run,
};
