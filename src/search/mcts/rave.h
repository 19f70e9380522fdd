/* AMAF statistics: each node on the path of a simulation credits those of its moves that the player who
 * decides there played in that node or later (Gelly and Silver), in the tree or in the playout. */
#ifndef CW_SEARCH_MCTS_RAVE_H
#define CW_SEARCH_MCTS_RAVE_H

#include "search/mcts/tree.h"

/* Adds `visits` and `wins` to the AMAF statistics of every edge of `node` whose key is in the set `keys`. */
void cw_rave_update(const cw_tree *tree, cw_node *node, const uint64_t *keys, uint32_t visits, uint32_t wins);

/* The same when other threads use the tree. */
void cw_rave_update_shared(const cw_tree *tree, cw_node *node, const uint64_t *keys, uint32_t visits,
                           uint32_t wins);

#endif
