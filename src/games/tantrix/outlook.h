/* What a line may become: the length that a player's best line can be expected to reach.
 *
 * Every line has two ends, each facing an empty cell. Whatever tile fills that cell must continue the line,
 * so an end is worth what the chance is that a tile comes which fits:
 *
 *     expected length = tiles of the line + the worth of its ends
 *     worth of an end = chance to be filled * (1 + tiles of the line that it is joined to + the worth of that
 *                       line's far end, or, where nothing is joined, a fair share of the tiles to come)
 *
 * A cell that joins both ends of one line makes a loop, which counts twice. */
#ifndef CW_GAMES_TANTRIX_OUTLOOK_H
#define CW_GAMES_TANTRIX_OUTLOOK_H

#include "games/tantrix/tantrix.h"

/* How likely a tile that fits will be laid in a cell, by where the tile is, and the rest of the model. */
typedef struct tantrix_outlook {
    double growth;    /* tiles that an open end still gains if all tiles were yet to come */
    double second;    /* what a second line adds, as a share of its expected length */
    double doubt;     /* the lead that wins 73 % of games, in points, if all tiles were yet to come ... */
    double doubt_end; /* ... and what is left of it at the end */
    /* The chances that none of so many tiles fills a cell: held by the line's owner, by others, in the bag;
       and for a forced space: in any hand, in the bag. */
    double own_misses[TANTRIX_HAND + 1];
    double other_misses[(CW_PLAYERS_MAX - 1) * TANTRIX_HAND + 1];
    double bag_misses[TANTRIX_TILES + 1];
    double held_misses[CW_PLAYERS_MAX * TANTRIX_HAND + 1];
    double drawn_misses[TANTRIX_TILES + 1];
} tantrix_outlook;

extern const cw_option cw_tantrix_outlook_options[];

void cw_tantrix_outlook_set(tantrix_outlook *outlook, const cw_options *options);

/* The score that a player can be expected to reach. */
double cw_tantrix_expected_score(const tantrix_rules *rules, const tantrix_outlook *outlook,
                                 const cw_state *state, int player);

/* The same for all players, in units of the lead that wins 73 % of games. */
void cw_tantrix_expected_points(const tantrix_rules *rules, const tantrix_outlook *outlook,
                                const cw_state *state, double *points);

#endif
