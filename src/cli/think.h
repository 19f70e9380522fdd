/* A player that thinks while somebody waits for it. */
#ifndef CW_CLI_THINK_H
#define CW_CLI_THINK_H

#include "causeway/causeway.h"

/* Lets a player think, with a sign of it on the terminal: who thinks, `name`, for how long, and `hint`, what
 * Ctrl-C does, which is to end the thought. `seconds` is the most it may take, 0: its own time. */
cw_status cli_think(cw_player *player, const cw_record *record, const char *name, const char *hint,
                    double seconds, cw_analysis *analysis, cw_error *error);

#endif
