/* When is a match decided? A sequential test between "elo0 better" and "elo1 better", with 5 % error on both
 * sides.
 *
 * Its observations are pairs of games with sides changed, of which there are five kinds: 0, 1/2, 1, 3/2 or 2
 * points of the first player. This is the generalised test: each hypothesis is given the distribution of the
 * five kinds that makes what was seen most likely among those with the mean it claims. A kind not seen yet
 * counts as a tenth of a pair, so that a few equal results look like chance and not like certainty.
 *
 * Elo is the logistic kind: a mean reward of 1 / (1 + 10^(-elo / 400)). */
#ifndef CW_ARENA_SPRT_H
#define CW_ARENA_SPRT_H

#include <stdint.h>

enum { CW_SPRT_KINDS = 5 };

typedef struct cw_sprt {
    double elo0, elo1;
    int64_t pairs[CW_SPRT_KINDS]; /* how many of each kind, by points in halves */
} cw_sprt;

typedef enum cw_sprt_decision { CW_SPRT_OPEN, CW_SPRT_ELO0, CW_SPRT_ELO1 } cw_sprt_decision;

/* Adds the rewards of the first player in two games with sides changed, each 0, 1/2 or 1. */
void cw_sprt_add_pair(cw_sprt *sprt, double reward, double other_reward);

double cw_sprt_log_likelihood_ratio(const cw_sprt *sprt);
cw_sprt_decision cw_sprt_decide(const cw_sprt *sprt);

#endif
