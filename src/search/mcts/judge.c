#include "search/mcts/judge.h"

#include "search/mcts/shared.h"

/* Writes rewards as the one result of an iteration. Two players' add up exactly. */
static void write_estimate(cw_worker *worker, const double *rewards) {
    const cw_game *game = worker->game;
    cw_slot *slot = &worker->slots[0];
    uint32_t units = cw_mcts_units(worker->settings);
    for (int player = 0; player < game->player_count; player++)
        slot->units[player] = (uint32_t)(rewards[player] * units + 0.5);
    if (game->player_count == 2)
        slot->units[1] = units - slot->units[0];
    slot->weight = 1;
    worker->slot_count = 1;
}

static void judge(cw_worker *worker, const cw_state *state, int count, float *priors) {
    const cw_judge *judge = (const cw_judge *)worker->skills.judge.base;
    double rewards[CW_PLAYERS_MAX] = {0};
    judge->judge(worker->game, worker->skills.judge.context, state, worker->moves, count, rewards, priors);
    write_estimate(worker, rewards);
    worker->judged = true;
}

void cw_judge_node(cw_worker *worker, const cw_state *state, cw_node *node, int count) {
    judge(worker, state, count, cw_node_priors(worker->tree, node));
    node->visits = 1;
    node->wins = worker->slots[0].units[node->player];
}

void cw_judge_met(cw_worker *worker, const cw_node *node) {
    if (cw_node_is_proven(node))
        return;
    double visits = cw_shared_load(&node->visits, true), rewards[CW_PLAYERS_MAX] = {0};
    double mean = cw_shared_load(&node->wins, true) / (visits * worker->tree->win_units);
    rewards[node->player] = mean < 1 ? mean : 1;
    rewards[!node->player] = 1 - rewards[node->player];
    write_estimate(worker, rewards);
    worker->judged = true;
}

/* Chance that comes first is played at random. */
void cw_judge_leaf(cw_worker *worker) {
    const cw_game *game = worker->game;
    cw_game_deal(game, worker->state, &worker->rng, worker->moves);
    if (game->type->to_decide(game, worker->state) == CW_NOBODY) {
        cw_result result;
        game->type->result(game, worker->state, &result);
        write_estimate(worker, result.reward);
        return;
    }
    judge(worker, worker->state, game->type->moves(game, worker->state, worker->moves), worker->weights);
}
