/* The file of a network as bytes (docs/network-format.md): its
 * frame, text and weights, and how one is made. */
#ifndef CW_NETWORK_FILE_H
#define CW_NETWORK_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "causeway/status.h"
#include "causeway/text.h"

/* Checks everything about a file but the meaning of its text; `name` stands in messages. */
cw_status cw_network_file_check(const unsigned char *bytes, size_t size, const char *name, cw_error *error);

/* Of a file that was checked: its text, which has no NUL at its end, and the number of weights. */
const char *cw_network_file_text(const unsigned char *bytes, size_t *length);
size_t cw_network_file_count(const unsigned char *bytes);

/* Its weights, which must be finite numbers; room for all of them. */
cw_status cw_network_file_weights(const unsigned char *bytes, const char *name, float *weights,
                                  cw_error *error);

/* Appends a whole file. */
void cw_network_file_write(const char *text, const float *weights, size_t count, cw_text *file);

#endif
