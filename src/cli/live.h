/* What goes on, drawn in place on a terminal while it goes on. It goes to standard error, so that results on
 * standard output stay clean; where that is no terminal nothing is drawn. */
#ifndef CW_CLI_LIVE_H
#define CW_CLI_LIVE_H

#include "arena/run.h"

/* A picture of a few lines at the bottom of the terminal. Zeroed: none yet. */
typedef struct cli_live {
    double start; /* when the work began */
    double drawn; /* when the picture was last drawn; 0: never */
    int lines;    /* of the picture that is there */
} cli_live;

/* Begins the work: nothing is drawn in its first second. */
void cli_live_begin(cli_live *live);

/* Is it time for a picture? */
bool cli_live_is_due(const cli_live *live);

/* Says at once what goes on, where no progress can be told. */
void cli_live_say(cli_live *live, const char *what);

/* Draws a text in place of the one before; lines that are too long for the terminal are cut. */
void cli_live_draw(cli_live *live, const cw_text *text);

/* Takes the picture away. */
void cli_live_end(cli_live *live);

/* The seconds that are left when `done` of `all` took as long as it did. */
double cli_live_left(const cli_live *live, int64_t done, int64_t all);

/* The standings of a match as a table of at most `rows` lines and `columns` letters. */
void cli_live_standings(const cw_match *match, const cw_standings *standings, int rows, int columns,
                        cw_text *text);

/* The size of the terminal. */
void cli_live_size(int *rows, int *columns);

#endif
