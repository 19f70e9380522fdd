/* Causeway as an engine: the Universal Hive Protocol.
 *
 *     line  ->  keyword and the rest  ->  the command of that name  ->  result lines, "ok"
 *
 * A session holds one game, which a failing command leaves as it was, and a player that is made when it is
 * first asked for a move. Moves and games are always told in canonical spelling. */
#ifndef CW_PROTOCOL_HIVE_UHP_H
#define CW_PROTOCOL_HIVE_UHP_H

#include <stdio.h>

#include "causeway/player.h"
#include "causeway/record.h"
#include "causeway/text.h"

typedef struct cw_uhp cw_uhp;

/* Opens a session in which the player of this spec thinks, or the best there is (NULL). The spec is tried at
 * once. */
cw_status cw_uhp_open(const char *player, uint64_t seed, cw_uhp **uhp, cw_error *error);
void cw_uhp_close(cw_uhp *uhp);

/* Answers one line: appends all its result lines and "ok", or nothing for a blank line and for exit. */
void cw_uhp_answer(cw_uhp *uhp, const char *line, cw_text *output);

/* Introduces itself and answers lines until `exit` or the end of input. */
cw_status cw_uhp_serve(cw_uhp *uhp, FILE *input, FILE *output, cw_error *error);

#endif
