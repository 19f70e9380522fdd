/* Numbers that people and programs write: the whole text is one number within bounds, or it is refused. */
#ifndef CW_CORE_NUMBERS_H
#define CW_CORE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* Reads a number from low to high; false, and nothing changed, if the text is none. */
bool cw_number_read(const char *text, double low, double high, double *number);

/* The same for whole numbers, written with digits and perhaps a sign. */
bool cw_whole_read(const char *text, int64_t low, int64_t high, int64_t *number);

#endif
