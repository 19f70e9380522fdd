/* Proven results in the tree (MCTS-Solver with bounds). Each node keeps, for every player, a lower and an
 * upper bound of the reward under best play; they begin at 0 and 1 and meet when the node is proven.
 *
 *     a player decides:   own low = greatest low of the moves, own high = greatest high of the moves
 *     chance decides:     low = least low of the outcomes, high = greatest high
 *     two camps:          allies have the same bounds, the others' are the complement
 *     more:               the others' bounds span those of the moves that can still be best; a certain win
 *                         takes the bounds of the winning move
 *
 * Moves that cannot be better than what is certain already are excluded from selection, unless that would be
 * all of them while the others' fate is open. A repeated position is never a node, and so never part of a
 * proof. */
#ifndef CW_SEARCH_MCTS_SOLVER_H
#define CW_SEARCH_MCTS_SOLVER_H

#include "search/mcts/tree.h"

/* A bound of one player out of a word of bounds. */
CW_INLINE uint32_t cw_bound_of(uint32_t bounds, int player) {
    return bounds >> (8 * player) & 0xFF;
}

/* The word of bounds for certain rewards. */
uint32_t cw_bounds_of(const cw_game *game, const double *rewards);

/* Narrows the bounds of a node; true if that changed them. Safe between threads. */
bool cw_solver_narrow(cw_node *node, uint32_t low, uint32_t high);

/* Finds the bounds of a node again from those of its children, and excludes moves that cannot be best; true
 * if the bounds changed. */
bool cw_solver_update(const cw_game *game, const cw_tree *tree, cw_node *node);

/* The bounds of the node behind an edge. */
void cw_solver_edge(const cw_tree *tree, const cw_node *node, uint32_t edge, uint32_t *low, uint32_t *high);

#endif
