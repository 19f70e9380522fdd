/* Lines of a protocol, read by a thread of its own, so that a line can interrupt what is being done. */
#ifndef CW_PROTOCOL_LINES_H
#define CW_PROTOCOL_LINES_H

#include <stdatomic.h>

#include "causeway/status.h"

typedef struct cw_lines cw_lines;

/* Begins to read from a file descriptor. The line `interrupt` ("# interrupt") is not handed out: it makes
 * *stop true for the line that is being worked on and for those that wait before it. */
cw_status cw_lines_open(int descriptor, const char *interrupt, atomic_bool *stop, cw_lines **lines,
                        cw_error *error);

/* Waits for the next line and sets *stop to whether it is already interrupted. The line has neither newline,
 * carriage return nor other control characters, but tabs, and is freed by the caller; NULL is the end. */
char *cw_lines_next(cw_lines *lines);

void cw_lines_close(cw_lines *lines);

#endif
