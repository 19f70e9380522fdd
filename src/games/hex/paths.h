/* Shortest paths that count bridges: how many stones a colour still needs to join its edges, where a bridge
 * (two cells that both have to be empty) joins as well as a touch does, also to an edge.
 *
 *      . . . . .        Black needs one stone at *: it touches the upper stone's bridge to the top and makes
 *       . X . . .       a bridge to the lower stone, which has a bridge to the bottom.
 *        . . * . .
 *         . . . X .     Bridges that share a cell are counted as if they did not, so the number can be too
 *          . . . . .    small, and other connections are not known: a guess, but a quick one. */
#ifndef CW_GAMES_HEX_PATHS_H
#define CW_GAMES_HEX_PATHS_H

#include "games/hex/board.h"

enum { CW_HEX_PATH_NONE = 1000 };

typedef struct cw_hex_paths {
    int length;        /* stones that are needed; CW_HEX_PATH_NONE: more than rows of the board, or closed */
    cw_hex_set linked; /* own stones that need no more to hang together with an own edge */
    cw_hex_set best;   /* empty cells on a path of this length */
    cw_hex_set near;   /* empty cells on a path that is one stone longer, and on none of this length */
} cw_hex_paths;

void cw_hex_find_paths(const cw_hex_board *board, const cw_state *state, int color, cw_hex_paths *paths);

#endif
