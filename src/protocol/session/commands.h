/* The requests of a session as functions, over several files; commands.c has the table of all of them. */
#ifndef CW_PROTOCOL_SESSION_COMMANDS_H
#define CW_PROTOCOL_SESSION_COMMANDS_H

#include "protocol/session/session.h"

enum { CW_COMMAND_PLAYERS_MAX = 16 };                            /* in a match of the laboratory */
enum { CW_MOVES_TEXT_MAX = 16384, CW_RECORD_TEXT_MAX = 131072 }; /* bytes of a field */

/* Does what a request, whose fields have been checked, asks for, and fills the answer. */
typedef cw_status cw_command(cw_session *session, const json_t *request, json_t *answer, cw_error *error);

/* choosing.c */
cw_command cw_do_players, cw_do_check, cw_do_draw;

/* arranging.c */
cw_command cw_do_set_up;

/* puzzling.c */
cw_command cw_do_puzzles, cw_do_puzzle, cw_do_answer, cw_do_solution;

/* experimenting.c */
cw_command cw_do_experiments, cw_do_experiment, cw_do_proofread, cw_do_write, cw_do_erase, cw_do_run,
    cw_do_match, cw_do_works, cw_do_proceed, cw_do_halt, cw_do_runs, cw_do_stored, cw_do_replay;

/* keeping.c */
cw_command cw_do_save, cw_do_load, cw_do_games, cw_do_open, cw_do_forget;

/* What a request says of a table to be made; `seats` is room for CW_PLAYERS_MAX texts. */
cw_table_plan cw_command_plan(const cw_session *session, const json_t *request, const char **seats);

/* Puts the table in the place of the session's, and into the answer. */
cw_status cw_command_begin(cw_session *session, cw_table *table, json_t *answer);

/* The place that a request names by `ply` or by `variation`; by neither it is after `standard` decisions. */
cw_status cw_command_place(const cw_session *session, const json_t *request, int64_t standard, cw_spot *place,
                           cw_error *error);

/* Refuses a text of more than `most` bytes. */
cw_status cw_command_check_length(const json_t *request, const char *name, size_t most, cw_error *error);

#endif
