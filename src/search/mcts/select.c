#include "search/mcts/select.h"

#include <math.h>
#include <string.h>

#include "core/real.h"

void cw_select_prepare(const cw_mcts_settings *settings, uint32_t visits, float mean,
                       cw_select_terms *terms) {
    float log_visits = visits > 1 ? (float)cw_log((double)visits) : 0.0f;
    float first = CW_VALUE_INFINITE;
    if (settings->fpu == CW_FPU_PARENT)
        first = mean + settings->c * sqrtf(log_visits);
    else if (settings->fpu == CW_FPU_NUMBER)
        first = settings->fpu_number;
    *terms = (cw_select_terms){
        .c = settings->c,
        .log_visits = log_visits,
        .n_plus = settings->n_plus,
        .first_play = first,
        .first_after = settings->fpu == CW_FPU_INFINITE ? CW_VALUE_INFINITE : 0.0f,
        .rave_weight = settings->rave_weight,
        .prior_weight = settings->prior_weight,
    };
}

CW_INLINE float at_least_one(float number) {
    return number > 1.0f ? number : 1.0f;
}

/* The value of one edge; inlined into loops that the compiler turns into vector code. */
CW_INLINE float value_of(const cw_edges *edges, const cw_select_terms *terms, uint32_t i, const bool rave,
                         const bool priors) {
    const float unit = 1.0f / CW_WIN_UNITS;
    float n = (float)(int32_t)(edges->visits[i] & ~CW_EDGE_EXCLUDED);
    float explored = terms->c * sqrtf(terms->log_visits / at_least_one(n + terms->n_plus));
    float mean = (float)(int32_t)edges->wins[i] * unit / at_least_one(n);
    float value;
    if (rave) {
        float rave_n = (float)(int32_t)edges->rave_visits[i];
        float beta = rave_n / at_least_one(rave_n + n + terms->rave_weight * rave_n * n);
        float rave_mean = (float)(int32_t)edges->rave_wins[i] * unit / at_least_one(rave_n);
        value = (1.0f - beta) * mean + beta * rave_mean + explored;
        value = n > 0.0f ? value : value + terms->first_after;
        value = n + rave_n > 0.0f ? value : terms->first_play;
    } else {
        value = n > 0.0f ? mean + explored : terms->first_play;
    }
    if (priors)
        value += terms->prior_weight * edges->priors[i] / (n + 1.0f);
    return (int32_t)edges->visits[i] < 0 ? -1.0f : value;
}

CW_INLINE uint32_t select_best(const cw_edges *all, const cw_select_terms *all_terms, float *restrict values,
                               const bool rave, const bool priors) {
    const cw_edges copy = *all, *edges = &copy; /* copies, so that no store to `values` can change them */
    const cw_select_terms terms = *all_terms;
    for (uint32_t i = 0; i < edges->width; i++)
        values[i] = value_of(edges, &terms, i, rave, priors);
    /* Floats from 0 up are ordered like their bits, and integers make a loop that the compiler vectorises. */
    int32_t best = -1;
    for (uint32_t i = 0; i < edges->width; i++) {
        int32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        best = bits > best ? bits : best;
    }
    if (best < 0)
        return UINT32_MAX;
    uint32_t first = UINT32_MAX;
    for (uint32_t i = 0; i < edges->width; i++) {
        int32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        uint32_t candidate = bits == best ? i : UINT32_MAX;
        first = candidate < first ? candidate : first;
    }
    return first;
}

CW_MULTIVERSION static uint32_t select_uct(const cw_edges *edges, const cw_select_terms *terms,
                                           float *values) {
    return select_best(edges, terms, values, false, false);
}

CW_MULTIVERSION static uint32_t select_rave(const cw_edges *edges, const cw_select_terms *terms,
                                            float *values) {
    return select_best(edges, terms, values, true, false);
}

CW_MULTIVERSION static uint32_t select_uct_priors(const cw_edges *edges, const cw_select_terms *terms,
                                                  float *values) {
    return select_best(edges, terms, values, false, true);
}

CW_MULTIVERSION static uint32_t select_rave_priors(const cw_edges *edges, const cw_select_terms *terms,
                                                   float *values) {
    return select_best(edges, terms, values, true, true);
}

uint32_t cw_select(const cw_edges *edges, const cw_select_terms *terms, float *values) {
    if (edges->rave_visits == NULL)
        return edges->priors == NULL ? select_uct(edges, terms, values)
                                     : select_uct_priors(edges, terms, values);
    return edges->priors == NULL ? select_rave(edges, terms, values)
                                 : select_rave_priors(edges, terms, values);
}
