/* What is measured by `causeway bench`: a list of cases, made from a table and from the games' policies. */
#ifndef CW_CLI_BENCH_CASES_H
#define CW_CLI_BENCH_CASES_H

#include "causeway/causeway.h"

enum { BENCH_CASES_MAX = 256, BENCH_NAME_MAX = 64, BENCH_SUBJECT_MAX = 96 };

typedef enum bench_kind {
    BENCH_PLAYOUTS, /* playouts of the policy `subject` */
    BENCH_PLIES,    /* players' decisions in them */
    BENCH_GAMES,    /* complete games in them */
    BENCH_PERFT,    /* leaves at `depth` */
    BENCH_SEARCH,   /* simulations of the player `subject` */
    BENCH_NODES,    /* positions that it looks at */
} bench_kind;

typedef struct bench_case {
    char name[BENCH_NAME_MAX]; /* "hex11/mcts/rave" */
    bench_kind kind;
    const char *game;  /* a spec */
    const char *moves; /* played first, or NULL */
    char subject[BENCH_SUBJECT_MAX];
    int depth;
    int threads; /* with more than one, time is that of the clock on the wall */
} bench_case;

/* Writes all cases that this build can measure; returns their number. */
int bench_list_cases(bench_case cases[BENCH_CASES_MAX]);

#endif
