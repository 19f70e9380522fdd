/* Does what was found agree with the paper? Ruled by a rule, figure by figure, so that nobody's hopes decide:
 *
 *     agrees      the interval of the difference contains 0 (both samples count), and there are as many games
 *                 as in the paper or the interval is at most 7 points to either side
 *     same shape  of the experiment as a whole: five figures or more, in the same order (rank correlation 0.9)
 *     undecided   too few games to tell, or played with another time a move than the experiment gives
 *     differs     the rest
 *
 * What a paper says in words stands in an experiment as claims, such as `moves[n=5] > moves[n=10]`. */
#ifndef CW_LAB_RULING_H
#define CW_LAB_RULING_H

#include <jansson.h>

#include "lab/findings.h"

typedef enum cw_ruling {
    CW_RULING_NONE, /* the paper gives nothing to compare with */
    CW_RULING_AGREES,
    CW_RULING_SAME_SHAPE,
    CW_RULING_UNDECIDED,
    CW_RULING_DIFFERS,
} cw_ruling;

/* One figure or claim of the paper, and ours. */
typedef struct cw_ruled {
    char what[200];
    int measure; /* an index of cw_measure_at; -1 for a claim */
    cw_measured ours;
    double paper; /* NAN for a claim */
    int64_t games;
    cw_ruling ruling;
} cw_ruled;

typedef struct cw_rulings {
    cw_ruled *list;
    int count;
    double correlation; /* of ranks, ours and the paper's; NAN with fewer than five figures */
    cw_ruling whole;
} cw_rulings;

/* "agrees", "same shape", ... */
const char *cw_ruling_name(cw_ruling ruling);

/* Rules on everything the paper says of an experiment. */
cw_status cw_rulings_make(const cw_findings *findings, cw_rulings *rulings, cw_error *error);
void cw_rulings_free(cw_rulings *rulings);

void cw_rulings_print(const cw_experiment *experiment, const cw_rulings *rulings, cw_text *text);
json_t *cw_rulings_json(const cw_experiment *experiment, const cw_rulings *rulings);

/* One figure: ours from `games` games, the paper's share in per cent from `paper_games`. */
cw_ruling cw_ruling_of_share(cw_measured ours, int64_t games, double paper, int64_t paper_games);

#endif
