/* A move said in part: the beginning of a move's text ("wA1", "12", "swap") stands for all legal moves that
 * begin so. They get numbers, on the board where they lead, so that the rest can be said as a number. */
#ifndef CW_CLI_CHOICE_H
#define CW_CLI_CHOICE_H

#include "causeway/causeway.h"

typedef struct cli_choice {
    cw_move *moves; /* number 1 first; NULL: there is nothing to choose from */
    int count;
} cli_choice;

/* Takes the legal moves whose text begins with `beginning`, in either case, and goes on with a sign; returns
 * their number. They are ordered by where they lead, as one reads. */
int cli_choice_begin(cli_choice *choice, const cw_record *record, const char *beginning);
void cli_choice_clear(cli_choice *choice);

/* The move with the number that was typed, or CW_MOVE_NONE. */
cw_move cli_choice_pick(const cli_choice *choice, const char *typed);

/* The only move there is, if it is said by a word and leads to no cell, such as a swap; else CW_MOVE_NONE. */
cw_move cli_choice_word(const cli_choice *choice, const cw_record *record);

/* Writes the numbers on the cells where the moves lead; cells that a piece names keep their names. */
void cli_choice_mark(const cli_choice *choice, const cw_record *record, cw_scene *scene);

/* Appends the moves with their numbers, in lines of at most `columns` letters. */
void cli_choice_print(const cli_choice *choice, const cw_record *record, int columns, cw_text *text);

#endif
