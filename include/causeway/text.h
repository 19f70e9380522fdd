/* A growable text. Appending never fails visibly: when memory runs out the text stays as it is and remembers
 * it, so that a writer checks once, at the end. A zeroed cw_text is an empty one. */
#ifndef CAUSEWAY_TEXT_H
#define CAUSEWAY_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "causeway/status.h"

typedef struct cw_text {
    char *data; /* ends in a NUL, or is NULL while nothing was appended */
    size_t length;
    size_t capacity;
    bool out_of_memory;
} cw_text;

CW_API void cw_text_append(cw_text *text, const char *string);
CW_API void cw_text_append_bytes(cw_text *text, const char *bytes, size_t length);
CW_API void cw_text_append_char(cw_text *text, char character);
CW_API void cw_text_printf(cw_text *text, const char *format, ...) CW_PRINTF(2, 3);
CW_API void cw_text_vprintf(cw_text *text, const char *format, va_list arguments);

/* Empties the text and keeps its memory. */
CW_API void cw_text_clear(cw_text *text);
CW_API void cw_text_free(cw_text *text);

/* The text as a C string, never NULL. */
CW_API const char *cw_text_string(const cw_text *text);

/* Takes the text out as a string of its own, to be freed, and leaves an empty one. NULL: memory ran out, now or on
 * the way. */
CW_API char *cw_text_take(cw_text *text);

#endif
