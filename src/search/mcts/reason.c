#include "search/mcts/reason.h"

#include "search/mcts/solver.h"

static bool is_worth(const cw_verdict *verdict, cw_move move) {
    for (int i = 0; i < verdict->move_count; i++) {
        if (verdict->moves[i] == move)
            return true;
    }
    return false;
}

/* Would cutting leave a move? A kept node may have been cut before by an answer that named others. */
static bool leaves_moves(const cw_worker *worker, const cw_node *node, const cw_verdict *verdict) {
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        uint32_t child = __atomic_load_n(&cw_node_children(node)[edge], __ATOMIC_RELAXED);
        if (child != CW_NODE_CUT && is_worth(verdict, cw_node_move(worker->tree, node, edge)))
            return true;
    }
    return false;
}

/* Marks the moves of a node that are not among those worth looking at. */
static void cut_moves(cw_worker *worker, cw_node *node, const cw_verdict *verdict) {
    if (!leaves_moves(worker, node, verdict))
        return;
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        if (!is_worth(verdict, cw_node_move(worker->tree, node, edge))) {
            __atomic_store_n(&cw_node_children(node)[edge], CW_NODE_CUT, __ATOMIC_RELEASE);
            __atomic_fetch_or(&cw_node_visits(node)[edge], CW_EDGE_EXCLUDED, __ATOMIC_RELAXED);
        }
    }
}

bool cw_reason_update(cw_worker *worker, const cw_mcts_step *step) {
    if (step->book != step->node)
        cw_shadow_expire(step->book);
    return cw_solver_update(worker->game, worker->tree, step->node);
}

static cw_verdict ask_reasoner(cw_worker *worker, const cw_state *state) {
    cw_verdict verdict = {.best = CW_MOVE_NONE, .move_count = -1, .moves = worker->moves};
    const cw_reasoner *reasoner = (const cw_reasoner *)worker->skills.reason.base;
    reasoner->reason(worker->game, worker->skills.reason.context, state, &verdict);
    return verdict;
}

void cw_reason_about(cw_worker *worker, const cw_mcts_step *step) {
    cw_node *node = step->node;
    if (__atomic_exchange_n(&node->reasoned, 1, __ATOMIC_ACQ_REL) != 0)
        return;
    cw_verdict verdict = ask_reasoner(worker, worker->state);
    if (verdict.proven) {
        uint32_t bounds = cw_bounds_of(worker->game, verdict.reward);
        cw_solver_narrow(node, bounds, bounds);
    } else if (verdict.move_count > 0) {
        cut_moves(worker, node, &verdict);
        cw_reason_update(worker, step); /* the moves left may all be proven already */
    }
}

cw_verdict cw_reason_ask_root(cw_worker *worker) {
    return ask_reasoner(worker, worker->root_state);
}

void cw_reason_take_root(cw_worker *worker, const cw_verdict *verdict) {
    cw_node *root = cw_tree_node(worker->tree, worker->tree->root);
    /* What the reasoner said of this node in an earlier search does not tell which move to play. */
    root->low = 0;
    root->high = worker->tree->high;
    root->reasoned = 1;
    if (verdict->proven)
        worker->root_verdict = cw_bounds_of(worker->game, verdict->reward);
    bool won = verdict->proven && cw_bound_of(worker->root_verdict, root->player) == CW_WIN_UNITS;
    if (won && verdict->best != CW_MOVE_NONE) {
        worker->proven_move = verdict->best;
        cw_solver_narrow(root, worker->root_verdict, worker->root_verdict);
    } else if (!verdict->proven && verdict->move_count > 0) {
        cut_moves(worker, root, verdict);
    }
    cw_solver_update(worker->game, worker->tree, root);
}
