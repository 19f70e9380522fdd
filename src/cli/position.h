/* The position that most subcommands are about: a game, and a record with the moves of --moves played. */
#ifndef CW_CLI_POSITION_H
#define CW_CLI_POSITION_H

#include <jansson.h>

#include "cli/cli.h"

/* The option that every subcommand about a position has. */
#define CLI_MOVES_OPTION                                                                                     \
    { .name = "--moves", .value = "LINE", .help = "play these moves first: \"m1;m2;...\"" }

typedef struct cli_position {
    cw_game *game;
    cw_record *record;
} cli_position;

/* Makes the game of the spec and plays `moves` (NULL: none). The spec "@FILE" takes game and moves from a
 * file: any record of any game (causeway/document.h); "@FILE#3" is the third of several. On failure nothing is
 * left to close. */
cw_status cli_position_open(cli_position *position, const char *spec, const char *moves, cw_error *error);
void cli_position_close(cli_position *position);

/* How many games there are to choose from: more than 1 where the spec is a file of several without a number. */
int cli_position_count(const char *spec);

/* The name of the seat that decides now: "black", "chance" or "nobody". */
const char *cli_position_decider(const cw_record *record);

/* Room for one list of moves, filled with those of the present position; NULL when memory is out. */
cw_move *cli_position_moves(const cw_record *record, int *count);

/* What a program may want to know of a position: game, moves so far, who decides, hash, result. */
json_t *cli_position_json(const cw_record *record);

/* The move's canonical text as a JSON string. */
json_t *cli_move_json(const cw_game *game, const cw_state *state, cw_move move);

/* The name of an ending of the rules, or "forfeit". */
const char *cli_ending_name(const cw_game *game, int ending);

/* {"rewards": [...], "ending": ..., "scores": [...]} */
json_t *cli_result_json(const cw_game *game, const cw_result *result);

#endif
