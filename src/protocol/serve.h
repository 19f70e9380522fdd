/* The protocols of one game, as the program serves them over standard input and output. GTP, which is for
 * every game, is told in gtp.h. */
#ifndef CW_PROTOCOL_SERVE_H
#define CW_PROTOCOL_SERVE_H

#include <stdint.h>
#include <stdio.h>

#include "causeway/status.h"

/* What UHP is, in words for help texts. */
#define CW_UHP_TITLE "the Universal Hive Protocol"

/* Speaks UHP (hive/uhp.h) until `exit` or the end of input. The player of this spec thinks, or the best there
 * is (NULL). */
cw_status cw_uhp_run(const char *player, uint64_t seed, FILE *input, FILE *output, cw_error *error);

#endif
