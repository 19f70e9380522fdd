/* Standings for people and for programs. */
#ifndef CW_CLI_REPORT_H
#define CW_CLI_REPORT_H

#include <jansson.h>

#include "arena/standings.h"

/* The final object of `match --json`. */
json_t *cli_standings_json(const cw_game *game, const char *const *specs, const cw_standings *standings);

/* One JSON object a game. */
json_t *cli_game_json(const cw_game *game, const cw_match_game *played);

/* A table, with a cross table where more than two players of a two-player game met. */
void cli_print_standings(const cw_game *game, const char *const *specs, const cw_standings *standings,
                         cw_text *text);

#endif
