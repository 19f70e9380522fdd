/* What `causeway lab run` and its counterpart on clusters share. */
#ifndef CW_CLI_LAB_H
#define CW_CLI_LAB_H

#include "cli/cli.h"
#include "cli/match.h"

/* Runs the experiment that the arguments name; see cli_play_match. */
cw_status cli_run_experiment(const cli_arguments *arguments, const char *command, cli_dispatch dispatch,
                             cw_error *error);

/* Finds the file of an experiment, or of a fit ("fits/NAME"): a path, or a name in one of the folders. */
cw_status cli_find_experiment(const char *name, char path[1024], cw_error *error);

/* The folders that hold the experiments and the tables of their results; "": there is none. */
void cli_lab_folders(cw_text *experiments, cw_text *results);

extern const cli_option cli_lab_options[];

#endif
