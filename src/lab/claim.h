/* A claim that can be tested: two measures of points, or a measure and a number, compared.
 *
 *     wins[n=5] > wins[n=1]       more, and not by chance
 *     moves[n=10] < 20            fewer than a number
 *     wins[n=50] ~ 70             the same but for chance
 *     wins[n=50] ~5 wins[n=20]    the same within 5 points
 *     wins[n=50] < 85.9+-0.7      fewer than a number that has an error of its own, a 95 % interval */
#ifndef CW_LAB_CLAIM_H
#define CW_LAB_CLAIM_H

#include "lab/experiment.h"

/* One side of a comparison. */
typedef struct cw_claim_side {
    int measure;   /* an index of cw_measure_at; -1: a number */
    int point;     /* an index of the experiment's points */
    double number; /* where there is no measure */
    double error;  /* half the width of the number's interval */
} cw_claim_side;

typedef struct cw_comparison {
    cw_claim_side left, right;
    char sign;        /* '>', '<' or '~' */
    double tolerance; /* of '~': how much does not matter; 0: chance alone decides */
} cw_comparison;

/* Reads a comparison; `error` says what is not understood. */
cw_status cw_claim_parse(const cw_experiment *experiment, const char *text, cw_comparison *comparison,
                         cw_error *error);

#endif
