/* Whole files, read and written at once. */
#ifndef CW_CORE_FILES_H
#define CW_CORE_FILES_H

#include "causeway/text.h"

enum { CW_FILE_BYTES_MAX = 16 << 20 }; /* of a file that a person gives */

/* Appends what a file holds, at most `bytes_max`. */
cw_status cw_file_read(const char *path, size_t bytes_max, cw_text *text, cw_error *error);

/* Writes a file; an error speaks of `name`. */
cw_status cw_file_write(const char *path, const char *name, const cw_text *text, cw_error *error);

#endif
