/* Texts in UTF-8, as everything is that is drawn, kept or sent as JSON. */
#ifndef CW_CORE_UTF8_H
#define CW_CORE_UTF8_H

#include <stdbool.h>

/* The number of characters in a UTF-8 string. */
int cw_utf8_length(const char *string);

/* The length in bytes, at least 1, of the character that `string` begins with; `valid` tells whether it is
 * one. The string must not be empty. */
int cw_utf8_step(const char *string, bool *valid);

bool cw_utf8_is_valid(const char *string);

/* Writes '?' over every byte that is no part of a character. */
void cw_utf8_mend(char *string);

#endif
