/* The standings of a match: everything its reports are made of. They are sums, so that parts counted
 * elsewhere or kept in a store can be added. */
#ifndef CW_ARENA_STANDINGS_H
#define CW_ARENA_STANDINGS_H

#include <jansson.h>

#include "arena/match.h"
#include "arena/statistics.h"

enum { CW_ENDINGS_MAX = 16 };

/* What one entrant did. Squares and margins are NAN where sums of earlier versions lack them. */
typedef struct cw_standing {
    cw_tally tally;
    cw_tally first;    /* in the games where it moved first */
    int64_t won_moves; /* moves of the games it won, in all */
    int64_t forfeits;
    int64_t decisions;
    double simulations, seconds;
    double scores;                  /* final scores, in all */
    double won_squares;             /* the moves of each game it won squared, in all */
    double margins, margin_squares; /* its score less the best other one's, in all, and squared */
    double simulation_squares, decision_squares, products; /* of each game, and of one with the other */
    int64_t won_endings[CW_ENDINGS_MAX];                   /* its wins, by kind of ending */
} cw_standing;

typedef struct cw_standings {
    int entrant_count;
    cw_standing *entrants;
    cw_tally *versus; /* entrant_count squared: the row's entrant against the column's */
    cw_tally first;   /* whoever moved first */
    int64_t moves;
    double
        moves_squares; /* the sum of each game's moves squared; NAN where sums of earlier versions lack it */
    int64_t longest;   /* the moves of the longest game */
    int64_t endings[CW_ENDINGS_MAX];
} cw_standings;

cw_status cw_standings_create(int entrant_count, cw_standings **standings, cw_error *error);
void cw_standings_destroy(cw_standings *standings);
void cw_standings_clear(cw_standings *standings);

void cw_standings_add(cw_standings *standings, const cw_game *game, const cw_match_game *played);
void cw_standings_merge(cw_standings *standings, const cw_standings *part);

/* The sums as JSON and back; the latter fails on anything that is not such sums. */
json_t *cw_standings_to_json(const cw_standings *standings);
cw_status cw_standings_from_json(const json_t *json, cw_standings *standings, cw_error *error);

#endif
