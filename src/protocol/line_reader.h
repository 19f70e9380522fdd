/* Lines of a protocol, read by a thread of its own, so that a line can interrupt what is being done. */
#ifndef CW_PROTOCOL_LINE_READER_H
#define CW_PROTOCOL_LINE_READER_H

#include "causeway/flag.h"
#include "causeway/status.h"

typedef struct cw_line_reader cw_line_reader;

/* Begins to read from a file descriptor. The line `interrupt` ("# interrupt") is not handed out: it makes
 * *stop true for the line that is being worked on and for those that wait before it. */
cw_status cw_line_reader_open(int descriptor, const char *interrupt, cw_flag *stop, cw_line_reader **lines,
                              cw_error *error);

/* Waits for the next line and sets *stop to whether it is already interrupted. The line has neither newline,
 * carriage return nor other control characters, but tabs, and is freed by the caller; NULL is the end. */
char *cw_line_reader_next(cw_line_reader *lines);

void cw_line_reader_close(cw_line_reader *lines);

#endif
