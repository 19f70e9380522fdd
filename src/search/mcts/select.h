/* The formulas by which a move is selected on the way down the tree.
 *
 *     value = (1 - beta) * wins / n + beta * rave_wins / rave_n        beta = 0 without RAVE
 *             + c * sqrt(ln N / (n + n_plus))
 *             + prior_weight * prior / (n + 1)                         with puct the weight is puct * sqrt(N)
 *     beta  = rave_n / (rave_n + n + k * rave_n * n)
 *
 * A move that was never tried has the first-play value instead; with RAVE only if AMAF knows nothing of it
 * either (unless the first-play value is infinite). Where n + n_plus is 0, it counts as 1. Values are never
 * negative. All arithmetic is exactly rounded single precision, so every build selects the same move. */
#ifndef CW_SEARCH_MCTS_SELECT_H
#define CW_SEARCH_MCTS_SELECT_H

#include "search/mcts/settings.h"
#include "search/mcts/tree.h"

/* The entries of a node's edges that the formulas read; arrays of `width` (a multiple of CW_EDGE_GROUP). */
typedef struct cw_edges {
    uint32_t width;
    const uint32_t *visits, *wins;
    const uint32_t *rave_visits, *rave_wins; /* NULL: no RAVE */
    const float *priors;                     /* NULL: none */
} cw_edges;

/* What is the same for all moves of a node. */
typedef struct cw_select_terms {
    float c;
    float log_visits; /* ln N */
    float n_plus;
    float first_play;  /* the whole value of a move never tried */
    float first_after; /* first_play for moves known to AMAF only: 0, or infinite */
    float rave_weight; /* k */
    float prior_weight;
    float unit; /* the reward that 1 in `wins` is */
} cw_select_terms;

#define CW_VALUE_INFINITE 1e30f

/* The terms at a node with `visits` and a mean reward of `mean` for the player who decides. */
void cw_select_prepare(const cw_mcts_settings *settings, uint32_t visits, float mean, cw_select_terms *terms);

/* The edge of the highest value, the first of equals; `values` is room for `width` numbers. Edges marked as
 * excluded are never chosen; UINT32_MAX if all are. */
uint32_t cw_select(const cw_edges *edges, const cw_select_terms *terms, float *values);

/* The next best edge after `edge`, from the values that cw_select left; UINT32_MAX if there is none. */
uint32_t cw_select_other(float *values, uint32_t width, uint32_t edge);

#endif
