/* Ctrl-C while something long goes on: noticed, so that the work ends early and well. */
#ifndef CW_CLI_INTERRUPT_H
#define CW_CLI_INTERRUPT_H

#include <stdbool.h>

#include "causeway/flag.h"

/* From now on an interrupt sets the flag that is returned and does nothing else. */
const cw_flag *cli_interrupt_begin(void);

/* Interrupts do again what they did before. */
void cli_interrupt_end(void);

/* For a command as a whole: the first interrupt sets the flag that is returned, the second one ends the
 * program. With `or_terminated` the wish of others that it ends counts too. */
const cw_flag *cli_interrupt_once(bool or_terminated);

bool cli_is_interrupted(void);

#endif
