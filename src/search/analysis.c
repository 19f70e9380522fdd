#include <stdlib.h>

#include "causeway/analysis.h"

void cw_analysis_clear(cw_analysis *analysis) {
    *analysis = (cw_analysis){.best = CW_MOVE_NONE,
                              .candidates = analysis->candidates,
                              .candidate_capacity = analysis->candidate_capacity};
}

void cw_analysis_free(cw_analysis *analysis) {
    free(analysis->candidates);
    *analysis = (cw_analysis){.best = CW_MOVE_NONE};
}

cw_candidate *cw_analysis_add(cw_analysis *analysis, cw_move move) {
    if (analysis->candidate_count == analysis->candidate_capacity) {
        int capacity = analysis->candidate_capacity > 0 ? 2 * analysis->candidate_capacity : 64;
        cw_candidate *candidates = realloc(analysis->candidates, sizeof *candidates * (size_t)capacity);
        if (candidates == NULL)
            return NULL;
        analysis->candidates = candidates;
        analysis->candidate_capacity = capacity;
    }
    cw_candidate *candidate = &analysis->candidates[analysis->candidate_count++];
    *candidate = (cw_candidate){.move = move};
    return candidate;
}

bool cw_analysis_has_value(const cw_analysis *analysis) {
    if (analysis->proof != CW_PROOF_NONE)
        return true;
    for (int i = 0; i < analysis->candidate_count; i++) {
        if (analysis->candidates[i].move == analysis->best)
            return analysis->candidates[i].visits > 0 && !analysis->is_blurred;
    }
    return false;
}

static int proof_rank(cw_proof proof) {
    return proof == CW_PROOF_WIN ? 0 : proof == CW_PROOF_LOSS ? 2 : 1;
}

static int compare(const void *left, const void *right) {
    const cw_candidate *a = left, *b = right;
    if (proof_rank(a->proof) != proof_rank(b->proof))
        return proof_rank(a->proof) - proof_rank(b->proof);
    if (a->visits != b->visits)
        return a->visits < b->visits ? 1 : -1;
    if (a->value < b->value || a->value > b->value)
        return a->value < b->value ? 1 : -1;
    return a->move < b->move ? -1 : a->move > b->move;
}

void cw_analysis_sort(cw_analysis *analysis) {
    if (analysis->candidate_count > 1)
        qsort(analysis->candidates, (size_t)analysis->candidate_count, sizeof *analysis->candidates, compare);
}
