/* Matches and tournaments: many games of a schedule, on several threads.
 *
 * Repeatable: a game's seed is made of the match's seed and the game's number, and players are reset for each
 * game. With budgets in simulations neither the number of threads nor of machines changes anything.
 *
 * The work is cut into units: one game each, or many in large runs; where the loser of a game starts the next
 * one, all games of a set of players. A unit can be played anywhere; its games come back as plain data. */
#ifndef CW_ARENA_MATCH_H
#define CW_ARENA_MATCH_H

#include "arena/openings.h"
#include "arena/schedule.h"
#include "arena/single.h"

typedef struct cw_match {
    const cw_game *game;
    const char *const *specs; /* of the entrants, schedule.entrant_count of them */
    cw_schedule schedule;
    bool loser_starts;           /* the loser of a game moves first in the next; two seats only */
    const cw_openings *openings; /* or NULL */
    int random_plies; /* each opening goes on with so many moves at random, the same for all sides */
    cw_game_terms terms;
    bool keep_moves;
    int games_per_unit; /* 0: one */
} cw_match;

/* One game of a match, as data. */
typedef struct cw_match_game {
    cw_pairing pairing;
    cw_game_outcome outcome;
    char *moves; /* in notation, or NULL when they are not kept */
} cw_match_game;

/* The games of one unit. */
typedef struct cw_match_part {
    int64_t unit;
    int game_count;
    bool is_abandoned; /* stopped in the middle: no games */
    cw_match_game *games;
} cw_match_part;

void cw_match_part_free(cw_match_part *part);

/* Checks that the players can be made and fit the game. */
cw_status cw_match_check(const cw_match *match, cw_error *error);

int64_t cw_match_units(const cw_match *match);
int64_t cw_match_games_per_unit(const cw_match *match); /* the last unit may have fewer */

/* One thread's players and board. */
typedef struct cw_match_worker cw_match_worker;
cw_status cw_match_worker_create(const cw_match *match, cw_match_worker **worker, cw_error *error);
void cw_match_worker_destroy(cw_match_worker *worker);

/* Plays a unit. */
cw_status cw_match_play_unit(cw_match_worker *worker, int64_t unit, cw_match_part **part, cw_error *error);

/* What becomes of the parts of a match. */
typedef struct cw_match_listener {
    void *payload;
    bool (*is_known)(void *payload, int64_t unit);          /* optional: skip this unit, it is done */
    void (*done)(void *payload, const cw_match_part *part); /* optional: at once, in any order */
    bool (*deliver)(void *payload, int64_t unit,
                    const cw_match_part *part); /* in order; part is NULL for a known
                                                  unit; false ends the match */
} cw_match_listener;

cw_status cw_match_play(const cw_match *match, int threads, const cw_match_listener *listener,
                        cw_error *error);

#endif
