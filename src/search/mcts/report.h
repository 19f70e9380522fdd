/* What a tree says about its root: the move to play, and the statistics for people. */
#ifndef CW_SEARCH_MCTS_REPORT_H
#define CW_SEARCH_MCTS_REPORT_H

#include "causeway/analysis.h"
#include "search/mcts/settings.h"
#include "search/mcts/tree.h"

/* Adds the root moves of a tree to the analysis, without those that a reasoner cut; moves already there (from
 * other trees) are summed up. */
cw_status cw_mcts_report_add(const cw_tree *tree, cw_analysis *analysis, cw_error *error);

/* Adds what cw_mcts_report_add wrote of another tree. */
cw_status cw_mcts_report_merge(const cw_analysis *other, cw_analysis *analysis, cw_error *error);

/* Turns sums into means, sorts, and chooses the move to play: a proven win, else by visits, value or bound
 * among the moves not proven lost. `proven_move` is a reasoner's best move where the root is proven, or CW_MOVE_NONE;
 * `preferred` is taken of moves that proofs do not tell apart, if it is one. */
void cw_mcts_report_choose(const cw_mcts_settings *settings, cw_move proven_move, cw_move preferred,
                           cw_analysis *analysis);

/* What proven bounds of a position mean to a player. */
cw_proof cw_mcts_report_proof(uint32_t low, uint32_t high, int player);

/* Follows the most visited moves below analysis->best. */
void cw_mcts_report_line(const cw_tree *tree, cw_analysis *analysis);

#endif
