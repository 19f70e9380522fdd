/* Inferior cells: passes the question to the kernel of the board's width. */
#include "games/hex/inferior.h"

#include "games/hex/kernel/kernel.h"

void cw_hex_find_inferior(const cw_hex_board *board, const cw_hex_set stones[2], int color,
                          cw_hex_inferior *inferior) {
    *inferior = (cw_hex_inferior){.dead = {{0}}}; /* what is not found is not inferior: out of memory too */
    cw_hex_kernel_for(board->size)->find_inferior(board, stones, color, inferior);
}
