/* Measures: the numbers that tables and figures show of a match, each with its interval. Shares are in per
 * cent and of the first player of the match. */
#ifndef CW_LAB_MEASURE_H
#define CW_LAB_MEASURE_H

#include "arena/standings.h"

typedef struct cw_measured {
    double value, low, high; /* low and high are NAN where there is no interval */
} cw_measured;

typedef struct cw_measure {
    const char *name;
    const char *label; /* for tables and axes */
    cw_measured (*of)(const cw_standings *standings, int subject);
} cw_measure;

enum { CW_MEASURES = 12 };

/* The measure at an index below CW_MEASURES. */
const cw_measure *cw_measure_at(int index);
int cw_measure_index(const cw_measure *measure);

/* The measure of this name, or NULL. */
const cw_measure *cw_measure_find(const char *name);

/* All names, separated by commas, for messages. */
const char *cw_measure_names(void);

#endif
