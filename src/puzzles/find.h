/* Finding puzzles: players of the house play games, and each position is asked whether exactly one move wins.
 * A game gives at most one puzzle to each side, the first that comes up, so that no combination is told
 * twice. */
#ifndef CW_PUZZLES_FIND_H
#define CW_PUZZLES_FIND_H

#include "causeway/player.h"
#include "puzzles/judge.h"

typedef struct cw_puzzle_search {
    const char *game;          /* spec */
    const char *player;        /* spec, for all seats */
    int random_plies;          /* each game begins with so many decisions at random */
    int turns_low, turns_high; /* 0 and 0: the only winning move, by the solver */
    int games;                 /* to play at most */
    int wanted;                /* puzzles, after which the search ends */
    uint64_t seed;
    uint64_t nodes_max; /* positions for one question while looking */

    void (*found)(const cw_puzzle *puzzle, void *payload);
    void (*progress)(int game, void *payload); /* NULL, or: told at every decision which game is played */
    void *payload;
    const cw_flag *stop; /* NULL, or: ends the search when it becomes true */
} cw_puzzle_search;

cw_status cw_puzzle_find(const cw_puzzle_search *search, cw_error *error);

/* How hard it is: the number of budgets with which a plain search does not find the solution, from 1 on. */
cw_status cw_puzzle_grade(cw_puzzle_case *self, int *grade, cw_error *error);

#endif
