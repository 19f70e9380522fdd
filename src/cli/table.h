/* A game at the terminal: people and engines at one table. */
#ifndef CW_CLI_TABLE_H
#define CW_CLI_TABLE_H

#include "cli/choice.h"
#include "cli/cli.h"
#include "cli/position.h"

/* How a game is to be played. */
typedef struct cli_table_plan {
    const char *game; /* a spec, or "@FILE", which may name players as well */
    const char *const
        *players; /* specs in turn order, "human" is a person; seats beyond the list get who sat there in
                     the file, or the standard player, but for the first one, which is human */
    int player_count;
    const char *moves;    /* played first; may be NULL */
    const uint64_t *seed; /* NULL: that of the file, or the time */
    cw_scene_style style;
} cli_table_plan;

/* Plays the game until it is over, somebody quits, or input or output end. What people play is kept in a file
 * after every move, so that it is not lost whatever ends the program. */
cw_status cli_table_play(const cli_table_plan *plan, cw_error *error);

/* ---- For the files of the table ---- */

typedef struct cli_table {
    cli_position position;
    char *specs[CW_PLAYERS_MAX];
    cw_player *players[CW_PLAYERS_MAX]; /* NULL: a person */
    cw_player *adviser;                 /* made for the first hint */
    cw_analysis analysis;
    cli_choice choice; /* moves that were said in part */
    cw_scene_style style;
    uint64_t seed;
    const char *resigned; /* the colour of who gave up, or NULL */
    bool is_stale;        /* the position has changed since it was last drawn */
    bool quit;
} cli_table;

/* Opens a table as planned; on failure nothing is left to leave. */
cw_status cli_table_open(cli_table *table, const cli_table_plan *plan, cw_error *error);
void cli_table_leave(cli_table *table);
void cli_table_draw(cli_table *table);

/* Has the game ended, by its rules or because somebody gave up? */
bool cli_table_is_over(const cli_table *table);

/* A new game with the same players. */
void cli_table_clear(cli_table *table);

/* Lets a player think, with a sign of it on the terminal; Ctrl-C ends the thought. */
cw_status cli_table_think(cli_table *table, cw_player *player, const char *name, double seconds,
                          cw_error *error);

/* Says what an engine thinks of its move, " (value 54.0 %, 12000 simulations, 0.50 s)", and ends the line. */
void cli_table_print_opinion(const cw_analysis *analysis);

/* The move's text in the present position; the caller frees it. */
cw_text cli_table_move_text(const cli_table *table, cw_move move);

/* table_words.c: does what a person typed: a command, a move, a part of one, or a number. */
void cli_table_obey(cli_table *table, const char *line);

/* All that can be typed: commands and moves, NULL at the end; NULL if memory is out. Freed with all its
 * words. */
char **cli_table_typable(const cli_table *table);

/* table_file.c: writes the game and who played, as `causeway show --json` does. */
cw_status cli_table_save(const cli_table *table, const char *path, cw_error *error);

/* Who sat at the table of a saved game, and its seed; where the file does not say, nothing is changed. */
void cli_table_read_seats(const char *path, char *specs[CW_PLAYERS_MAX], uint64_t *seed);

/* The file that games of people are kept in, in the user's data folder. */
cw_status cli_table_kept_path(cw_text *path, cw_error *error);

#endif
