/* Matches: single games between players, and series of them on several threads.
 *
 * Repeatable: a game's seed is made of the match's seed and the game's number, players are reset for each
 * game, and games are delivered in order. With budgets in simulations the number of threads changes nothing.
 */
#ifndef CW_ARENA_MATCH_H
#define CW_ARENA_MATCH_H

#include <stdatomic.h>

#include "causeway/player.h"
#include "causeway/record.h"

/* ---- One game ---- */

/* What the players of a game are given. Zeroed: their own budgets and nothing else. */
typedef struct cw_game_terms {
    double clock_seconds;    /* > 0: for each player and the whole game; over it the game is lost */
    double move_seconds;     /* > 0: for each decision, instead of the player's own budget */
    const atomic_bool *stop; /* not NULL: abandon the game when it becomes true */
} cw_game_terms;

/* How a game went. Lists are by seat. */
typedef struct cw_game_outcome {
    cw_result result;
    int moves;                      /* as people count them; chance is no move */
    int decisions[CW_PLAYERS_MAX];  /* of players */
    double seconds[CW_PLAYERS_MAX]; /* of thought */
    uint64_t simulations[CW_PLAYERS_MAX];
    int forfeiter;     /* the seat that lost by `reason` and not by the rules, or -1 */
    char reason[160];  /* such as "out of time"; "" when the rules decided */
    bool is_abandoned; /* by `stop`: there is no result */
} cw_game_outcome;

/* Plays on from the record's present position until the game is over; the record then holds its moves.
 * players[i] decides for player i and is reset with a seed of its own; chance has one too. A player that
 * fails with CW_ILLEGAL, CW_TIMEOUT or CW_IO loses the game; other failures are returned. */
cw_status cw_arena_play_game(cw_record *record, cw_player *const *players, uint64_t seed,
                             const cw_game_terms *terms, cw_game_outcome *outcome, cw_error *error);

/* ---- A series at one table ---- */

typedef enum cw_sides {
    CW_SIDES_ALTERNATE, /* seats rotate by one from game to game */
    CW_SIDES_FIXED,     /* player i always has seat i */
} cw_sides;

typedef struct cw_match {
    const cw_game *game;
    const char *const *specs; /* one for each seat of the game */
    int64_t games;
    cw_sides sides;
    uint64_t seed;
    int threads;
    cw_game_terms terms;
} cw_match;

/* One game of a match. */
typedef struct cw_match_game {
    int64_t number;
    int seat[CW_PLAYERS_MAX]; /* of each spec */
    cw_game_outcome outcome;
    const cw_record *record; /* the game with its moves */
} cw_match_game;

/* Takes note of a game; called in the order of numbers, one at a time. False ends the match. */
typedef bool (*cw_match_listener)(const cw_match_game *game, void *payload);

/* The seed of a game of a match. */
uint64_t cw_match_seed(uint64_t match_seed, int64_t number);

/* The seat of a spec in a game of a match. */
int cw_match_seat(const cw_match *match, int64_t number, int spec);

cw_status cw_match_run(const cw_match *match, cw_match_listener listener, void *payload, cw_error *error);

#endif
