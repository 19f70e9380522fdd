/* `causeway lab check`: what was found beside what the paper says. */
#ifndef CW_CLI_LAB_CHECK_H
#define CW_CLI_LAB_CHECK_H

#include "cli/cli.h"
#include "lab/replay.h"
#include "lab/ruling.h"

/* Prints the rulings on an experiment of the folder `experiments`: on a run that was loaded, or where that is
 * NULL or empty on the table of results that ships; it tells which. With --strict a difference is a failure. What came of playing games again is told
 * too, unless NULL; a game that is no longer the same is a failure. */
cw_status cli_lab_check(const cli_arguments *arguments, const cw_experiment *experiment,
                        const char *experiments, const cw_lab *run, const cw_replay *replay, cw_error *error);

/* Rules on the table of results that ships with an experiment, in the folder `named` or (NULL) where they are,
 * first beside `experiments`. Of an experiment without one everything is undecided. */
cw_status cli_lab_rule_on_table(const cw_experiment *experiment, const char *experiments, const char *named,
                                cw_rulings *rulings, cw_error *error);

/* The folder of the tables that ship, by that of the experiments; "": there is none. */
void cli_lab_results_folder(const char *experiments, cw_text *folder);

#endif
