/* A figure of `causeway bench`: measured now, or read from the output of an earlier run, and what lies between. */
#ifndef CW_CLI_BENCH_FIGURE_H
#define CW_CLI_BENCH_FIGURE_H

#include <jansson.h>

#include "causeway/status.h"

typedef struct bench_figure {
    double per_second;   /* the median of the repetitions; 0: there is no figure */
    double spread;       /* from the lowest to the highest, beside the median */
    double instructions; /* of the processor for a unit of work; 0: this machine does not count them */
} bench_figure;

typedef enum bench_verdict {
    BENCH_NEW,
    BENCH_SAME,
    BENCH_FASTER,
    BENCH_SLOWER,
    BENCH_VERDICTS
} bench_verdict;

/* Counts the instructions of this thread; -1 where the machine does not let us. */
int bench_counter_open(void);
double bench_counter_read(int counter); /* 0 where there is none */

/* Reads what `causeway bench --json` wrote: an array with an object for each case. The caller frees it. */
cw_status bench_read_old(const char *path, json_t **old, cw_error *error);

/* The figure of a case among those; per_second is 0 when it is not there. */
bench_figure bench_find_old(const json_t *old, const char *name);

/* Is the change beyond noise? Where both counted instructions these decide, since other programs do not disturb
 * them: a change of more than 1 %. Else the medians decide, if each lies outside the other's spread and they are
 * more than 2 % apart. */
bench_verdict bench_compare(bench_figure old, bench_figure now);

/* The change of speed, such as 0.05 for 5 % more work in the same time. */
double bench_change(bench_figure old, bench_figure now);

#endif
