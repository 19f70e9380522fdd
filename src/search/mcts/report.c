#include "search/mcts/report.h"

#include <math.h>

#include "search/mcts/shared.h"
#include "search/mcts/solver.h"

cw_proof cw_mcts_report_proof(uint32_t low, uint32_t high, int player) {
    if (cw_bound_of(low, player) == CW_WIN_UNITS)
        return CW_PROOF_WIN;
    if (cw_bound_of(high, player) == 0)
        return CW_PROOF_LOSS;
    return cw_bound_of(low, player) == cw_bound_of(high, player) ? CW_PROOF_DRAW : CW_PROOF_NONE;
}

/* ---- Root moves ---- */

static cw_candidate *candidate_of(cw_analysis *analysis, cw_move move) {
    for (int i = 0; i < analysis->candidate_count; i++) {
        if (analysis->candidates[i].move == move)
            return &analysis->candidates[i];
    }
    return cw_analysis_add(analysis, move);
}

static double counted(uint64_t visits) {
    return visits > 0 ? (double)visits : 1;
}

/* What a tree knows of a root move. Until cw_mcts_report_choose the values are sums of rewards. */
static cw_candidate candidate_at(const cw_tree *tree, const cw_node *root, uint32_t edge) {
    uint32_t low, high;
    cw_solver_edge(tree, root, edge, &low, &high);
    cw_candidate candidate = {
        .move = cw_node_move(tree, root, edge),
        .visits = cw_shared_load(&cw_node_visits(root)[edge], true) & ~CW_EDGE_EXCLUDED,
        .value = (double)cw_shared_load(&cw_node_wins(root)[edge], true) / tree->win_units,
        .proof = cw_mcts_report_proof(low, high, root->player),
    };
    if (tree->with_rave) {
        candidate.rave_visits = cw_shared_load(&cw_node_rave_visits(root)[edge], true);
        candidate.rave_value = (double)cw_shared_load(&cw_node_rave_wins(root)[edge], true) / tree->win_units;
    }
    if (candidate.proof != CW_PROOF_NONE)
        candidate.value = (double)cw_bound_of(low, root->player) / CW_WIN_UNITS * counted(candidate.visits);
    return candidate;
}

/* A proof that one tree has found holds for the visits of all. */
static cw_status add_candidate(cw_analysis *analysis, const cw_candidate *more, cw_error *error) {
    cw_candidate *candidate = candidate_of(analysis, more->move);
    if (candidate == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for an analysis");
    const cw_candidate *proven = candidate->proof != CW_PROOF_NONE ? candidate : more;
    double mean = proven->value / counted(proven->visits);
    candidate->visits += more->visits;
    candidate->value += more->value;
    candidate->rave_visits += more->rave_visits;
    candidate->rave_value += more->rave_value;
    candidate->proof = proven->proof;
    if (candidate->proof != CW_PROOF_NONE)
        candidate->value = mean * counted(candidate->visits);
    return CW_OK;
}

cw_status cw_mcts_report_merge(const cw_analysis *other, cw_analysis *analysis, cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; i < other->candidate_count && status == CW_OK; i++)
        status = add_candidate(analysis, &other->candidates[i], error);
    if (other->proof != CW_PROOF_NONE)
        analysis->proof = other->proof;
    analysis->nodes += other->nodes;
    analysis->memory_bytes += other->memory_bytes;
    return status;
}

cw_status cw_mcts_report_add(const cw_tree *tree, cw_analysis *analysis, cw_error *error) {
    const cw_node *root = cw_tree_node(tree, tree->root);
    for (uint32_t edge = 0; edge < root->edge_count; edge++) {
        if (__atomic_load_n(&cw_node_children(root)[edge], __ATOMIC_RELAXED) == CW_NODE_CUT)
            continue;
        cw_candidate candidate = candidate_at(tree, root, edge);
        cw_status status = add_candidate(analysis, &candidate, error);
        if (status != CW_OK)
            return status;
    }
    uint32_t low = __atomic_load_n(&root->low, __ATOMIC_RELAXED);
    uint32_t high = __atomic_load_n(&root->high, __ATOMIC_RELAXED);
    if (cw_mcts_report_proof(low, high, root->player) != CW_PROOF_NONE)
        analysis->proof = cw_mcts_report_proof(low, high, root->player);
    analysis->nodes += __atomic_load_n(&tree->node_count, __ATOMIC_RELAXED);
    analysis->memory_bytes += __atomic_load_n(&tree->arena.used, __ATOMIC_RELAXED);
    return CW_OK;
}

/* ---- The choice ---- */

static void take_means(cw_analysis *analysis) {
    for (int i = 0; i < analysis->candidate_count; i++) {
        cw_candidate *candidate = &analysis->candidates[i];
        candidate->value /= counted(candidate->visits);
        if (candidate->rave_visits > 0)
            candidate->rave_value /= (double)candidate->rave_visits;
    }
}

/* By what the choice is made. */
typedef struct choice {
    cw_proof root;
    double certain; /* the greatest value that is proven of a move; 0: none */
    cw_mcts_final final;
    cw_move preferred;
} choice;

/* What a move is worth to the last choice, where that is not its visits: its value, or what it is worth at least.
 * A favourite of the priors keeps most visits for long when others are worth more; they are not trusted before
 * they have been looked at often. */
static double worth(const cw_candidate *candidate, const choice *by) {
    static const double doubt = 0.5;
    if (candidate->visits == 0)
        return -1;
    return candidate->value - (by->final == CW_FINAL_BOUND ? doubt / sqrt((double)candidate->visits) : 0);
}

static double certain_value(const cw_analysis *analysis) {
    double certain = 0;
    for (int i = 0; i < analysis->candidate_count; i++) {
        const cw_candidate *candidate = &analysis->candidates[i];
        if (candidate->proof != CW_PROOF_NONE && candidate->value > certain)
            certain = candidate->value;
    }
    return certain;
}

/* A proven win before all, a proven loss behind all, and with it what is proven to
 * be less than another move (of three players a third of the game is less than
 * half); where the root is a draw, the move that holds it. */
static int rank(const cw_candidate *candidate, const choice *by) {
    switch (candidate->proof) {
    case CW_PROOF_WIN:
        return 3;
    case CW_PROOF_LOSS:
        return 0;
    case CW_PROOF_DRAW:
        return candidate->value < by->certain ? 0 : by->root == CW_PROOF_DRAW ? 2 : 1;
    default:
        return 1;
    }
}

static bool is_better(const cw_candidate *a, const cw_candidate *b, const choice *by) {
    if (rank(a, by) != rank(b, by))
        return rank(a, by) > rank(b, by);
    if ((a->move == by->preferred) != (b->move == by->preferred))
        return a->move == by->preferred;
    if (by->final != CW_FINAL_VISITS && (worth(a, by) > worth(b, by) || worth(a, by) < worth(b, by)))
        return worth(a, by) > worth(b, by);
    if (a->visits != b->visits)
        return a->visits > b->visits;
    return a->value > b->value;
}

void cw_mcts_report_choose(const cw_mcts_settings *settings, cw_move proven_move, cw_move preferred,
                           cw_analysis *analysis) {
    take_means(analysis);
    for (int i = 0; i < analysis->candidate_count; i++) {
        cw_candidate *candidate = &analysis->candidates[i];
        if (candidate->move == proven_move && analysis->proof == CW_PROOF_WIN) {
            candidate->proof = CW_PROOF_WIN;
            candidate->value = 1;
        }
    }
    const choice by = {analysis->proof, certain_value(analysis), settings->final, preferred};
    const cw_candidate *best = &analysis->candidates[0];
    for (int i = 1; i < analysis->candidate_count; i++) {
        if (is_better(&analysis->candidates[i], best, &by))
            best = &analysis->candidates[i];
    }
    analysis->best = best->move;
    analysis->value = analysis->proof == CW_PROOF_WIN    ? 1
                      : analysis->proof == CW_PROOF_LOSS ? 0
                                                         : best->value;
    cw_analysis_sort(analysis);
}

/* ---- The expected line ---- */

static uint32_t most_visited(const cw_node *node) {
    uint32_t best = UINT32_MAX, most = 0;
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        uint32_t visits = cw_shared_load(&cw_node_visits(node)[edge], true);
        if (visits > most && visits < CW_EDGE_EXCLUDED) {
            most = visits;
            best = edge;
        }
    }
    return best;
}

/* The most visited node of a chain of siblings. */
static const cw_node *busiest(const cw_tree *tree, uint32_t reference) {
    const cw_node *best = cw_tree_node(tree, reference);
    while (cw_is_node(reference)) {
        const cw_node *node = cw_tree_node(tree, reference);
        if (cw_shared_load(&node->visits, true) > cw_shared_load(&best->visits, true))
            best = node;
        reference = __atomic_load_n(&node->sibling, __ATOMIC_ACQUIRE);
    }
    return best;
}

static uint32_t edge_of(const cw_tree *tree, const cw_node *node, cw_move move) {
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        if (cw_node_move(tree, node, edge) == move)
            return edge;
    }
    return UINT32_MAX;
}

void cw_mcts_report_line(const cw_tree *tree, cw_analysis *analysis) {
    const cw_node *node = cw_tree_node(tree, tree->root);
    uint32_t edge = edge_of(tree, node, analysis->best);
    analysis->line_length = 0;
    while (edge != UINT32_MAX && analysis->line_length < CW_LINE_MAX) {
        analysis->line[analysis->line_length++] = cw_node_move(tree, node, edge);
        uint32_t child = __atomic_load_n(&cw_node_children(node)[edge], __ATOMIC_ACQUIRE);
        if (!cw_is_node(child))
            break;
        node = busiest(tree, child);
        edge = most_visited(node);
    }
}
