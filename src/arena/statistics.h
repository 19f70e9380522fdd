/* What results of games mean: intervals of confidence, and Elo. All intervals are of 95 %. */
#ifndef CW_ARENA_STATISTICS_H
#define CW_ARENA_STATISTICS_H

#include <stdint.h>

#include "causeway/game.h"

typedef struct cw_interval {
    double low, high;
} cw_interval;

/* The results of one player, game by game. */
typedef struct cw_tally {
    int64_t games;
    int64_t wins, draws, losses; /* a win is the sole best reward, a draw a shared best */
    double reward_sum, reward_squares;
} cw_tally;

/* Adds a game as a seat saw it; allies count as one. */
void cw_tally_add(cw_tally *tally, const cw_game *game, const double *rewards, int seat);

/* The mean reward; 0 without games. */
double cw_tally_score(const cw_tally *tally);

/* The interval of the mean reward. Where every reward is 0 or 1 this is Wilson's; draws and shared rewards
 * vary less than a coin, and the interval is narrower as if there had been more games by that factor. */
cw_interval cw_tally_interval(const cw_tally *tally);

/* Wilson's score interval for `share` of `games`; `games` need not be whole. [0, 1] without games. */
cw_interval cw_wilson(double share, double games);

/* The interval of a mean by the normal distribution, from the sum
 * and the sum of squares of `count` values. */
cw_interval cw_mean_interval(double sum, double squares, int64_t count);

/* Sums over games of two counts, their squares and their products. */
typedef struct cw_ratio {
    double above, below;
    double above_squares, below_squares, products;
    int64_t count;
} cw_ratio;

/* The 95 % interval of above / below, where games differ in both. */
cw_interval cw_ratio_interval(const cw_ratio *ratio);

/* The difference of strength in Elo that makes the expected score, infinite at 0 and 1. */
double cw_elo(double score);

/* The mean reward that a difference of strength in Elo makes. */
double cw_elo_score(double elo);

/* The interval of the Otago report: p = wins / (wins + losses) and n = all games, draws included. */
cw_interval cw_tally_shown_interval(const cw_tally *tally);

void cw_tally_merge(cw_tally *tally, const cw_tally *part);

#endif
