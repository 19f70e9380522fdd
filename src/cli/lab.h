/* What `causeway lab run` and its counterpart on clusters share. */
#ifndef CW_CLI_LAB_H
#define CW_CLI_LAB_H

#include "cli/cli.h"
#include "cli/match.h"

/* Runs the experiment that the arguments name; see cli_play_match. */
cw_status cli_run_experiment(const cli_arguments *arguments, const char *command, cli_dispatch dispatch,
                             cw_error *error);

extern const cli_option cli_lab_options[];

#endif
