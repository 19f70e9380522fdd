/* The record of one game: all its moves, positions and hashes from the start. It judges what needs the whole
 * past (the repetition of positions), and can take moves back. */
#ifndef CAUSEWAY_RECORD_H
#define CAUSEWAY_RECORD_H

#include "causeway/game.h"

typedef struct cw_record cw_record;

CW_API cw_status cw_record_create(const cw_game *game, cw_record **record, cw_error *error);
CW_API void cw_record_destroy(cw_record *record);
CW_API void cw_record_clear(cw_record *record); /* back to the start of the game */

/* Plays a move if it is legal and the game is not over. */
CW_API cw_status cw_record_play(cw_record *record, cw_move move, cw_error *error);

/* Reads a move in the game's notation and plays it. */
CW_API cw_status cw_record_play_text(cw_record *record, const char *move, cw_error *error);

/* Plays moves in notation, separated by semicolons (or by white space, where no move of the game has a space
 * in it). On failure the moves before the bad one stay played. */
CW_API cw_status cw_record_play_line(cw_record *record, const char *moves, cw_error *error);

/* Takes back the last decision; CW_ILLEGAL at the start. */
CW_API cw_status cw_record_undo(cw_record *record, cw_error *error);

CW_API const cw_game *cw_record_game(const cw_record *record);
CW_API const cw_state *cw_record_state(const cw_record *record);
CW_API const cw_state *cw_record_state_at(const cw_record *record, int index); /* before move `index` */
CW_API int cw_record_length(const cw_record *record);
CW_API cw_move cw_record_move(const cw_record *record, int index);

/* The hashes of all positions so far, cw_record_length + 1 of them, the present one last. */
CW_API const uint64_t *cw_record_hashes(const cw_record *record);

/* Who decides now; CW_NOBODY also when the game ended by repetition. */
CW_API int cw_record_to_decide(const cw_record *record);

/* The result of a finished game. */
CW_API void cw_record_result(const cw_record *record, cw_result *result);

/* The canonical text of move `index`, or of all moves, separated by semicolons. */
CW_API void cw_record_print_move(const cw_record *record, int index, cw_text *text);
CW_API void cw_record_print(const cw_record *record, cw_text *text);

#endif
