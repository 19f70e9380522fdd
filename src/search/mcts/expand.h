/* Growing the tree: a node for a position, with its moves in random order so that equals are tried at
 * random. */
#ifndef CW_SEARCH_MCTS_EXPAND_H
#define CW_SEARCH_MCTS_EXPAND_H

#include "search/mcts/worker.h"

/* Makes the node of `state`, in which `decider` (a player or chance) decides; `mover` made the last decision.
 * CW_NODE_NONE when the memory is full. */
uint32_t cw_expand(cw_worker *worker, const cw_state *state, int decider, int mover);

/* Makes the node of a finished game with these rewards. */
uint32_t cw_expand_finished(cw_worker *worker, const double *rewards, int mover);

/* Carries what an edge knows over to the node below it: its visits,
 * and the wins seen by who decides there. */
void cw_expand_inherit(const cw_worker *worker, cw_node *child, int mover, uint32_t visits, uint32_t wins);

#endif
