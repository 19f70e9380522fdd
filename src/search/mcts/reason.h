/* The reasoner in the tree: it proves nodes, or cuts moves that need no look. */
#ifndef CW_SEARCH_MCTS_REASON_H
#define CW_SEARCH_MCTS_REASON_H

#include "search/mcts/worker.h"

/* Asks the reasoner about the node of a step below the root, where worker->state is, once. */
void cw_reason_about(cw_worker *worker, const cw_mcts_step *step);

/* Finds the bounds of a node again, and lets the thread's own copy learn which moves that excludes; true if
 * they changed. */
bool cw_reason_update(cw_worker *worker, const cw_mcts_step *step);

/* Asks the reasoner, which must be there, about the root; the moves of the verdict are worker->moves. */
cw_verdict cw_reason_ask_root(cw_worker *worker);

/* Takes over what a reasoner, perhaps another worker's, said of the root. A win is taken when the reasoner
 * names the move; where the root is lost, or the winning move is not named, the search goes on to find the
 * best move. */
void cw_reason_take_root(cw_worker *worker, const cw_verdict *verdict);

#endif
