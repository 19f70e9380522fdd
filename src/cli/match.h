/* What `causeway match` and its counterpart on clusters share. */
#ifndef CW_CLI_MATCH_H
#define CW_CLI_MATCH_H

#include "arena/run.h"
#include "cli/cli.h"

/* A way to play the units of a match elsewhere: see cw_run. */
typedef cw_status (*cli_dispatch)(const cw_match *match, const cw_match_listener *listener, void *payload,
                                  cw_error *error);

/* Plays the match that the arguments describe; `dispatch` NULL: on threads of this process. `command` is what
 * a person types to get here, for the hint how to resume. */
cw_status cli_play_match(const cli_arguments *arguments, const char *command, cli_dispatch dispatch,
                         cw_error *error);

/* Who played a run that is not gone on with. */
const char *cli_describe_other(const cw_found_run *found);

extern const cli_option cli_match_options[];

#endif
