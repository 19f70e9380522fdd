#include "search/mcts/expand.h"

#include "search/mcts/judge.h"
#include "search/mcts/solver.h"

static void shuffle(cw_move *moves, int count, cw_rng *rng) {
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = cw_rng_below(rng, (uint32_t)i + 1);
        cw_move move = moves[i];
        moves[i] = moves[j];
        moves[j] = move;
    }
}

/* Writes priors as parts of the greatest, or with puct of their sum. */
static void write_priors(cw_worker *worker, const cw_state *state, cw_node *node, int count) {
    const cw_game *game = worker->game;
    const cw_prior *prior = (const cw_prior *)worker->skills.prior.base;
    prior->weigh(game, worker->skills.prior.context, state, worker->moves, count, worker->weights);
    float greatest = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        greatest = worker->weights[i] > greatest ? worker->weights[i] : greatest;
        sum += worker->weights[i];
    }
    float whole = worker->settings->puct > 0 ? sum : greatest;
    float *priors = cw_node_priors(worker->tree, node);
    for (int i = 0; i < count; i++)
        priors[i] = whole > 0 ? worker->weights[i] / whole : 0;
}

/* Judges the position of a new node, and lets it be found by other ways to it. */
static void judge_new(cw_worker *worker, const cw_state *state, uint32_t made, uint64_t hash, int count) {
    cw_judge_node(worker, state, cw_tree_node(worker->tree, made), count);
    if (worker->settings->share_positions)
        cw_tree_enlist(worker->tree, hash, made);
}

/* The node of a position that was reached before by another way, or CW_NODE_NONE. */
static uint32_t meet(cw_worker *worker, uint64_t hash, int decider, int count) {
    uint32_t met = cw_tree_find(worker->tree, hash, decider, count);
    if (met != CW_NODE_NONE)
        cw_judge_met(worker, cw_tree_node(worker->tree, met));
    return met;
}

uint32_t cw_expand(cw_worker *worker, const cw_state *state, int decider, int mover) {
    const cw_game *game = worker->game;
    cw_tree *tree = worker->tree;
    bool chance = decider == CW_CHANCE, shares = worker->settings->share_positions && !chance;
    int count = game->type->moves(game, state, worker->moves);
    uint64_t hash = shares ? game->type->hash(game, state) : 0;
    uint32_t met = shares ? meet(worker, hash, decider, count) : CW_NODE_NONE;
    if (met != CW_NODE_NONE)
        return met;
    if (!chance || worker->settings->widen > 0)
        shuffle(worker->moves, count, &worker->rng);
    if (tree->with_rave) {
        for (int i = 0; i < count; i++)
            worker->move_keys[i] = chance ? 0 : game->type->key(game, state, worker->moves[i]);
    }
    uint32_t made = cw_tree_add(tree, chance ? mover : decider, chance ? CW_NODE_CHANCE : 0, worker->moves,
                                worker->move_keys, count);
    if (made != CW_NODE_NONE && worker->settings->open_chance)
        cw_tree_node(tree, made)->signature = cw_moves_signature(worker->moves, count);
    if (made == CW_NODE_NONE || !tree->with_priors || chance)
        return made;
    if (worker->settings->judged)
        judge_new(worker, state, made, hash, count);
    else
        write_priors(worker, state, cw_tree_node(tree, made), count);
    return made;
}

uint32_t cw_expand_finished(cw_worker *worker, const double *rewards, int mover) {
    uint32_t made = cw_tree_add(worker->tree, mover, 0, NULL, NULL, 0);
    if (made != CW_NODE_NONE) {
        cw_node *node = cw_tree_node(worker->tree, made);
        node->low = node->high = cw_bounds_of(worker->game, rewards);
    }
    return made;
}

void cw_expand_inherit(const cw_worker *worker, cw_node *child, int mover, uint32_t visits, uint32_t wins) {
    const cw_game *game = worker->game;
    uint32_t units = cw_mcts_units(worker->settings);
    child->visits = visits;
    if (cw_game_allied(game, child->player, mover))
        child->wins = wins;
    else if (cw_has_two_camps(game))
        child->wins = visits * units - wins;
    else /* the edge does not know how this player fared */
        child->wins = (uint32_t)(visits * units * cw_game_fair_share(game));
}
