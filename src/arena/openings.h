/* Openings: positions from which games begin, one line of moves each. */
#ifndef CW_ARENA_OPENINGS_H
#define CW_ARENA_OPENINGS_H

#include "causeway/game.h"

typedef struct cw_openings {
    char **lines;
    int count;
} cw_openings;

/* Reads a file with one opening a line, in the notation of the game; empty lines and those that begin with #
 * do not count. A file of records (causeway/document.h) has one opening a game. Each is played once to see that
 * it is legal; errors name the line or the game. */
cw_status cw_openings_read(const cw_game *game, const char *path, cw_openings *openings, cw_error *error);
void cw_openings_free(cw_openings *openings);

#endif
