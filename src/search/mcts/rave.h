/* AMAF statistics: each node on the path of a simulation credits those of its moves that the player who
 * decides there played in that node or later (Gelly and Silver), in the tree or in the playout. */
#ifndef CW_SEARCH_MCTS_RAVE_H
#define CW_SEARCH_MCTS_RAVE_H

#include "search/mcts/tree.h"

/* Adds `visits` and `wins` to the AMAF statistics of every edge of `node` whose key is in the set `keys`, in
 * words of 32 bits. */
void cw_rave_update(const cw_tree *tree, cw_node *node, const uint32_t *keys, uint32_t visits, uint32_t wins);

/* The same when other threads use the tree; a few additions get lost between threads, which statistics bear.
 * `masks` is room for as many entries as the node's arrays have. */
void cw_rave_update_shared(const cw_tree *tree, cw_node *node, const uint32_t *keys, uint32_t visits,
                           uint32_t wins, uint32_t *masks);

#endif
