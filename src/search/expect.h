/* What the points of an evaluator promise: the one place that knows what a scale means.
 *
 *     expected reward = 1 / (1 + exp(-lead / scale)), so that a lead of one scale wins about 73 % of games
 *
 * and for more than two players the same curve's extension: shares in proportion to exp(points / scale). */
#ifndef CW_SEARCH_EXPECT_H
#define CW_SEARCH_EXPECT_H

#include "search/knowledge.h"

/* The reward that a lead in points lets expect, and the lead behind an expected reward between 0 and 1. */
double cw_expect_reward(double lead, double scale);
double cw_expect_lead(double reward, double scale);

/* The rewards that an evaluator expects in a position; allies add up. */
void cw_expect_rewards(const cw_game *game, const cw_skill *evaluator, const cw_state *state,
                       double *rewards);

#endif
