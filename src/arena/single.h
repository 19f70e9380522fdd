/* One game between players. */
#ifndef CW_ARENA_SINGLE_H
#define CW_ARENA_SINGLE_H

#include "causeway/player.h"
#include "causeway/record.h"

/* In place of a kind of ending of the rules: a game that was lost otherwise. */
enum { CW_ENDING_FORFEIT = -1 };

/* What the players of a game are given. Zeroed: their own budgets and nothing else. */
typedef struct cw_game_terms {
    double clock_seconds; /* > 0: for each player and the whole game; over it the game is lost */
    double move_seconds;  /* > 0: for each decision, instead of the player's own budget */
    const cw_flag *stop;  /* not NULL: abandon the game when it becomes true */
    void (*waiting)(const char *note, void *payload); /* not NULL: told when a guest is silent for long; games
                                                          in several threads may tell it at once */
    void *payload;
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
cw_status cw_single_play(cw_record *record, cw_player *const *players, uint64_t seed,
                         const cw_game_terms *terms, cw_game_outcome *outcome, cw_error *error);

/* Makes a move at random, of chance or of whoever decides. */
cw_status cw_single_play_random(cw_record *record, cw_rng *rng, cw_error *error);

#endif
