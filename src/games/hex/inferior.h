/* Inferior cells: cells whose colour cannot matter any more, cells that belong to a colour already, and moves
 * that need not be looked at. All by local patterns that follow from one fact (kernel/inferior.h tells it and
 * why leaving them out is sound). */
#ifndef CW_GAMES_HEX_INFERIOR_H
#define CW_GAMES_HEX_INFERIOR_H

#include "games/hex/board.h"

typedef struct cw_hex_inferior {
    cw_hex_set dead;      /* cannot matter to anybody; HTP's mark id */
    cw_hex_set filled[2]; /* belongs to the colour: captured (mark fb or fw), or dead and given to Black */
    /* Moves of one colour in the filled position: */
    cw_hex_set vulnerable;            /* the opponent can answer so that the stone is dead; HTP's iv[c] */
    cw_hex_set dominated;             /* another move is at least as good; HTP's ii[c] */
    int16_t reason[CW_HEX_CELLS_MAX]; /* the answer, or the other move */
} cw_hex_inferior;

/* Finds all inferior cells of a position with `color` to move. */
void cw_hex_find_inferior(const cw_hex_board *board, const cw_hex_set stones[2], int color,
                          cw_hex_inferior *inferior);

#endif
