/* What a network of Hex sees of a position: planes of zeros and ones, from the side of who is to move, who always
 * joins top and bottom: for White, rows and columns change places. docs/network-format.md tells what they hold. */
#ifndef CW_GAMES_HEX_SIGHT_H
#define CW_GAMES_HEX_SIGHT_H

#include "games/hex/board.h"

enum { CW_HEX_SIGHT_BORDER = 2 }; /* rings of cells around the board */

/* How much is seen; each has its own number of planes, those of a smaller one first. */
typedef enum cw_hex_view {
    CW_HEX_SEES_PATHS,       /* stones, and the paths that need fewest stones more */
    CW_HEX_SEES_CONNECTIONS, /* virtual connections as well, which take longer than the rest */
    CW_HEX_SEES_ANSWERS,     /* and how many answers each move leaves, which takes longest */
    CW_HEX_SEES_STONES,      /* only these */
    CW_HEX_VIEWS
} cw_hex_view;

int cw_hex_view_planes(cw_hex_view view);

/* The memory to see with; it belongs to one thread. The board must outlive it. */
typedef struct cw_hex_sight cw_hex_sight;

cw_status cw_hex_sight_create(const cw_hex_board *board, cw_hex_view view, cw_hex_sight **sight,
                              cw_error *error);
void cw_hex_sight_destroy(cw_hex_sight *sight);

/* Writes all planes of a position, border included. */
void cw_hex_sight_write(const cw_hex_sight *sight, const cw_state *state, uint8_t *planes);

#endif
