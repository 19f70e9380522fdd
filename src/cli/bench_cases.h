/* What `causeway bench` measures: a list of cases, made from the games' tables and their knowledge. */
#ifndef CW_CLI_BENCH_CASES_H
#define CW_CLI_BENCH_CASES_H

#include "causeway/causeway.h"

enum { BENCH_CASES_MAX = 256, BENCH_NAME_MAX = 64, BENCH_SUBJECT_MAX = 96 };

typedef struct bench_case {
    char name[BENCH_NAME_MAX]; /* "hex11/mcts/rave" */
    cw_bench_kind kind;
    const cw_game_type *type;
    const char *settings;            /* of the game */
    const char *moves;               /* played first */
    char subject[BENCH_SUBJECT_MAX]; /* empty: the first policy */
    int depth;
    int threads; /* with more than one, time is that of the clock on the wall */
} bench_case;

/* Writes all cases of a game that this build can measure behind the first `count`; returns their number. */
int bench_add_game(bench_case cases[BENCH_CASES_MAX], int count, const cw_game_type *type);

/* The cases of all games. */
int bench_list_cases(bench_case cases[BENCH_CASES_MAX]);

#endif
