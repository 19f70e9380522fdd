#include "search/mcts/select.h"

#include <math.h>
#include <string.h>

#include "core/real.h"

void cw_select_prepare(const cw_mcts_settings *settings, uint32_t visits, float mean,
                       cw_select_terms *terms) {
    float log_visits = visits > 1 && settings->c > 0 ? (float)cw_log((double)visits) : 0.0f;
    float first = CW_VALUE_INFINITE;
    float reduced = mean - settings->fpu_number;
    if (settings->fpu == CW_FPU_PARENT)
        first = (reduced > 0.0f ? reduced : 0.0f) + settings->c * sqrtf(log_visits);
    else if (settings->fpu == CW_FPU_NUMBER)
        first = settings->fpu_number;
    *terms = (cw_select_terms){
        .c = settings->c,
        .log_visits = log_visits,
        .n_plus = settings->n_plus,
        .first_play = first,
        .first_after = settings->fpu == CW_FPU_INFINITE ? CW_VALUE_INFINITE : 0.0f,
        .rave_weight = settings->rave_weight,
        .prior_weight = settings->puct > 0 ? settings->puct * sqrtf((float)visits) : settings->prior_weight,
        .unit = cw_mcts_unit(settings),
    };
}

CW_INLINE float at_least_one(float number) {
    return number > 1.0f ? number : 1.0f;
}

/* The value of one edge; inlined into loops that the compiler turns into vector code.
 *
 * With RAVE the two means are joined over one denominator, which saves two divisions:
 *
 *     (1 - beta) * w / n + beta * rw / rn = (w * (1 + k * rn) + rw) / (n + rn + k * rn * n) */
CW_INLINE float value_of(const cw_edges *edges, const cw_select_terms *terms, uint32_t i, const bool rave,
                         const bool explores, const bool priors) {
    const float unit = terms->unit;
    float n = (float)(int32_t)(edges->visits[i] & ~CW_EDGE_EXCLUDED);
    float wins = (float)(int32_t)edges->wins[i];
    float explored = 0.0f, value;
    if (explores)
        explored = terms->c * sqrtf(terms->log_visits / at_least_one(n + terms->n_plus));
    if (rave) {
        float rave_n = (float)(int32_t)edges->rave_visits[i];
        float rave_wins = (float)(int32_t)edges->rave_wins[i];
        float weighed = terms->rave_weight * rave_n;
        float sum = (wins * (1.0f + weighed) + rave_wins) * unit;
        value = sum / at_least_one(n + rave_n + weighed * n) + explored;
        value = n > 0.0f ? value : value + terms->first_after;
        value = n + rave_n > 0.0f ? value : terms->first_play;
    } else {
        value = n > 0.0f ? wins * unit / n + explored : terms->first_play;
    }
    if (priors)
        value += terms->prior_weight * edges->priors[i] / (n + 1.0f);
    return (int32_t)edges->visits[i] < 0 ? -1.0f : value;
}

CW_INLINE int32_t bits_of(float value) {
    int32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Is one of the next CW_EDGE_GROUP values this one? */
CW_INLINE bool holds(const float *values, int32_t bits) {
    int32_t found = 0;
    for (int i = 0; i < CW_EDGE_GROUP; i++)
        found |= bits_of(values[i]) == bits ? -1 : 0;
    return found != 0;
}

CW_INLINE uint32_t select_best(const cw_edges *all, const cw_select_terms *all_terms, float *restrict values,
                               const bool rave, const bool explores, const bool priors) {
    const cw_edges copy = *all, *edges = &copy; /* copies, so that no store to `values` can change them */
    const cw_select_terms terms = *all_terms;
    /* Floats from 0 up are ordered like their bits, and integers make a loop that the compiler vectorises. */
    int32_t best = -1;
    for (uint32_t i = 0; i < edges->width; i++) {
        values[i] = value_of(edges, &terms, i, rave, explores, priors);
        best = bits_of(values[i]) > best ? bits_of(values[i]) : best;
    }
    if (best < 0)
        return UINT32_MAX;
    uint32_t group = 0;
    while (!holds(values + group, best))
        group += CW_EDGE_GROUP;
    while (bits_of(values[group]) != best)
        group++;
    return group;
}

/* One loop for each shape of the formula. */
#define SELECT(name, rave, explores, priors)                                                                 \
    CW_MULTIVERSION static uint32_t name(const cw_edges *edges, const cw_select_terms *terms,                \
                                         float *values) {                                                    \
        return select_best(edges, terms, values, rave, explores, priors);                                    \
    }
SELECT(select_uct, false, true, false)
SELECT(select_uct_priors, false, true, true)
SELECT(select_rave, true, false, false)
SELECT(select_rave_priors, true, false, true)
SELECT(select_rave_uct, true, true, false)
SELECT(select_rave_uct_priors, true, true, true)
#undef SELECT

uint32_t cw_select(const cw_edges *edges, const cw_select_terms *terms, float *values) {
    bool priors = edges->priors != NULL;
    if (edges->rave_visits == NULL)
        return priors ? select_uct_priors(edges, terms, values) : select_uct(edges, terms, values);
    if (terms->c == 0.0f)
        return priors ? select_rave_priors(edges, terms, values) : select_rave(edges, terms, values);
    return priors ? select_rave_uct_priors(edges, terms, values) : select_rave_uct(edges, terms, values);
}

uint32_t cw_select_other(float *values, uint32_t width, uint32_t edge) {
    uint32_t best = UINT32_MAX;
    values[edge] = -1.0f;
    for (uint32_t i = 0; i < width; i++) {
        if (values[i] >= 0.0f && (best == UINT32_MAX || values[i] > values[best]))
            best = i;
    }
    return best;
}
