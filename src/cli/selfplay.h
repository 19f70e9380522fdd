/* Self-play from the command line, for `causeway` and `causeway-mpi`. */
#ifndef CW_CLI_SELFPLAY_H
#define CW_CLI_SELFPLAY_H

#include "arena/selfplay.h"
#include "cli/cli.h"

extern const cli_option cli_selfplay_options[];

/* Reads the arguments and makes the game, which the caller destroys. An interrupt ends the run that is made
 * of them with the shards that are whole. */
cw_status cli_selfplay_read(const cli_arguments *arguments, cw_selfplay *selfplay, cw_game **game,
                            cw_error *error);

#endif
