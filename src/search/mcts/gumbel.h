/* The root of a search with few simulations (Danihelka and others, Policy improvement by planning with
 * Gumbel, 2022): instead of exploring by a formula, the moves with the best priors (plus noise, if one who
 * learns is to draw them) share out the simulations by sequential halving.
 *
 *     32 simulations, 8 candidates:   8 moves, 1 each | the best 4, 2 each | the best 2, alternately
 *
 * Moves are ranked by  noise + ln prior + (50 + most visits) * scale * value.  The same without noise, as a
 * softmax over all moves, is the policy that one who learns should come nearer to; a move without visits has
 * there a mean of the root's own value and those of the others. */
#ifndef CW_SEARCH_MCTS_GUMBEL_H
#define CW_SEARCH_MCTS_GUMBEL_H

#include "causeway/analysis.h"
#include "search/mcts/settings.h"
#include "search/mcts/tree.h"

typedef struct cw_gumbel cw_gumbel;

/* Room for positions with up to `moves` moves; NULL when there is no memory. */
cw_gumbel *cw_gumbel_create(const cw_mcts_settings *settings, int moves);
void cw_gumbel_destroy(cw_gumbel *gumbel);

/* Picks the candidates at the root of a tree; `noise` is the weight of chance. */
void cw_gumbel_begin(cw_gumbel *gumbel, const cw_tree *tree, double noise, cw_rng rng);

/* The edge of the root to look at next, or UINT32_MAX if no candidate is left. Safe between threads. */
uint32_t cw_gumbel_next(cw_gumbel *gumbel, const cw_tree *tree, const cw_node *root);

/* The move to play, or CW_MOVE_NONE if no candidate is left. Safe between threads. */
cw_move cw_gumbel_choice(cw_gumbel *gumbel, const cw_tree *tree);

/* Writes the improved policy into the shares of the analysis's candidates, whose values are means. */
void cw_gumbel_share(const cw_mcts_settings *settings, const cw_tree *tree, cw_analysis *analysis);

#endif
