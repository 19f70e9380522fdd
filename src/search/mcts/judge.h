/* A judge in place of playouts: one call for each position gives the value that goes up the tree and the
 * priors of the moves that leave it. */
#ifndef CW_SEARCH_MCTS_JUDGE_H
#define CW_SEARCH_MCTS_JUDGE_H

#include "search/mcts/worker.h"

/* Judges the position of a new node, whose `count` moves stand in worker->moves: writes its priors, counts
 * the value as its first visit and as the result of the iteration. */
void cw_judge_node(cw_worker *worker, const cw_state *state, cw_node *node, int count);

/* Takes what is known of a node that was reached before by another way as the result of the iteration; of a
 * proven one, which is to be entered, nothing. For two players. */
void cw_judge_met(cw_worker *worker, const cw_node *node);

/* Judges worker->state where there is no node for it, as the result of the iteration. */
void cw_judge_leaf(cw_worker *worker);

#endif
