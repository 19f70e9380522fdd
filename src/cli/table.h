/* A game at the terminal: people and engines at one table. */
#ifndef CW_CLI_TABLE_H
#define CW_CLI_TABLE_H

#include "cli/cli.h"

/* How a game is to be played. */
typedef struct cli_table_plan {
    const char *game;           /* a spec, or "@FILE" */
    const char *const *players; /* specs in turn order, "human" is a person; seats beyond the list... */
    int player_count;           /* ...get the standard player, but for the first one, which is human */
    const char *moves;          /* played first; may be NULL */
    uint64_t seed;
    cw_scene_style style;
} cli_table_plan;

/* Plays the game until it is over, somebody quits, or input or output end. */
cw_status cli_table_play(const cli_table_plan *plan, cw_error *error);

#endif
