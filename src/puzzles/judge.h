/* Proving that a puzzle has exactly the solution it claims, and judging the moves of who tries it.
 *
 * With turns: the player wins within so many turns of its own, not sooner, and in the first turn each decision
 * has one move that does (full width: search/forced.h). Without: by the game's solver, one move wins and every
 * other loses. */
#ifndef CW_PUZZLES_JUDGE_H
#define CW_PUZZLES_JUDGE_H

#include "causeway/record.h"
#include "puzzles/puzzle.h"
#include "search/forced.h"

/* A puzzle on the table. */
typedef struct cw_puzzle_case {
    cw_puzzle puzzle;
    cw_game *game;
    cw_record *record; /* at the position, with what was played from there on */
    int start;         /* the record's length at the position */
    int player;        /* who is to win */
    cw_forced *forced; /* made when it is needed */
    void *solver;
} cw_puzzle_case;

/* Sets a puzzle up and takes it over, also when it fails. */
cw_status cw_puzzle_open(cw_puzzle *puzzle, cw_puzzle_case *self, cw_error *error);
void cw_puzzle_close(cw_puzzle_case *self);

/* Fails with what is wrong about the puzzle. */
cw_status cw_puzzle_prove(cw_puzzle_case *self, cw_error *error);

/* The moves at a decision that win within `turns` further turns: exactly one is a puzzle. Writes the first
 * one; -1: not known within the limits of the case. */
int cw_puzzle_winners(cw_puzzle_case *self, int turns, bool in_turn, cw_move *first, cw_error *error);

typedef enum cw_puzzle_verdict {
    CW_PUZZLE_GOES_ON, /* right, and the player decides again */
    CW_PUZZLE_SOLVED,
    CW_PUZZLE_WRONG,
} cw_puzzle_verdict;

/* Judges the move that the record ends with, the moves before it having been right, and plays the answer of
 * the other side on the record: its best defence, or what refutes a wrong move, where there is something to
 * show. */
cw_status cw_puzzle_judge(cw_puzzle_case *self, cw_puzzle_verdict *verdict, cw_error *error);

/* Plays the solution on the record, with the best defence, from the position to the win; without turns the
 * one move alone. */
cw_status cw_puzzle_play_solution(cw_puzzle_case *self, cw_error *error);

/* Positions that one question may look at; beyond it a proof fails. */
enum { CW_PUZZLE_NODES_MAX = 40000000 };

#endif
