/* The puzzles that ship with a game: one line each (docs/puzzles.md), numbered from 1. */
#ifndef CW_PUZZLES_PUZZLE_H
#define CW_PUZZLES_PUZZLE_H

#include "causeway/faces.h"

enum { CW_PUZZLE_GRADES = 5, CW_PUZZLE_TURNS_MAX = 5 };

typedef struct cw_puzzle {
    int number;     /* from 1 */
    int grade;      /* 1: easy, to CW_PUZZLE_GRADES */
    int turns;      /* to win within; 0: the only move that does not lose, by the game's solver */
    char *game;     /* spec */
    char *moves;    /* to the position */
    char *solution; /* the moves of the first turn, separated by semicolons */
} cw_puzzle;

int cw_puzzle_count(const cw_game_type *type);

/* Reads one of a game's puzzles. */
cw_status cw_puzzle_read(const cw_game_type *type, int number, cw_puzzle *puzzle, cw_error *error);
void cw_puzzle_free(cw_puzzle *puzzle);

/* Reads a line of a list, which `number` counts. */
cw_status cw_puzzle_parse(const char *line, size_t length, int number, cw_puzzle *puzzle, cw_error *error);
void cw_puzzle_print(const cw_puzzle *puzzle, cw_text *text);

/* What is asked: "White to win in 2". */
void cw_puzzle_print_task(const cw_puzzle *puzzle, const char *seat, cw_text *text);

#endif
