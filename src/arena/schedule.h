/* Who meets whom: the list of games of a match or tournament, as a function of the game's number alone, so
 * that games can be played in any order, anywhere.
 *
 *     as many entrants as seats      one table: they meet in every game
 *     more entrants                  round robin: every set of players meets; or gauntlet: the first meets
 *                                    each other
 *
 * Sides: `alternate` turns the seats by one after every game, `halves` at equal parts of the games, `fixed`
 * never. */
#ifndef CW_ARENA_SCHEDULE_H
#define CW_ARENA_SCHEDULE_H

#include <stdbool.h>

#include "causeway/game.h"

typedef enum cw_sides { CW_SIDES_ALTERNATE, CW_SIDES_HALVES, CW_SIDES_FIXED } cw_sides;

enum { CW_ENTRANTS_MAX = 64 };

typedef struct cw_schedule {
    int seat_count;
    int entrant_count;
    bool gauntlet;
    cw_sides sides;
    int64_t games; /* of each set of players that meets */
    uint64_t seed;
    int opening_count; /* openings are taken in turn, each as often as there are seats to turn; 0: none */
} cw_schedule;

/* One game of the schedule. */
typedef struct cw_pairing {
    int64_t number;
    int group;                    /* which set of players meets */
    int entrants[CW_PLAYERS_MAX]; /* by seat */
    uint64_t seed;
    int opening;           /* which of the list, or -1 */
    uint64_t opening_seed; /* the same for games that share an opening */
} cw_pairing;

/* The number of sets of players that meet. */
int cw_schedule_groups(const cw_schedule *schedule);

/* The number of games in all. */
int64_t cw_schedule_games(const cw_schedule *schedule);

/* Game `number`, from 0 on. */
cw_pairing cw_schedule_pairing(const cw_schedule *schedule, int64_t number);

#endif
