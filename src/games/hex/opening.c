#include "games/hex/opening.h"

enum {
    FAIR_SIZE_MIN = 9, /* below, the fair openings of large boards are won or lost by search */
    SWAP_SIZE_MIN = 7,
    SWAP_LINE = 3, /* openings this many lines from every edge are swapped */
};

/* c2 and a3 are held to be near even on all large boards. */
static cw_move fair_opening(const cw_hex_board *board, cw_rng *rng) {
    static const int cells[][2] = {{2, 1}, {0, 2}}; /* column, row */
    uint32_t drawn = cw_rng_below(rng, 4);
    int column = cells[drawn % 2][0], row = cells[drawn % 2][1], last = board->size - 1;
    bool turned = drawn >= 2; /* by half a turn it is the same opening */
    return (cw_move)cw_hex_cell(board, turned ? last - column : column, turned ? last - row : row);
}

/* Counts lines from the nearest edge, the cells along it being line 1. */
static int line_of(const cw_hex_board *board, int cell) {
    int column = cw_hex_column(board, cell), row = cw_hex_row(board, cell), last = board->size - 1;
    int near_column = column < last - column ? column : last - column;
    int near_row = row < last - row ? row : last - row;
    return 1 + (near_column < near_row ? near_column : near_row);
}

cw_move cw_hex_opening(const cw_game *game, const cw_state *state, cw_rng *rng) {
    const cw_hex_board *board = cw_hex_board_of(game);
    if (board->swap == CW_HEX_SWAP_OFF || state->turn != state->moves)
        return CW_MOVE_NONE; /* stones were set out of turn, or the opening is over */
    if (state->moves == 0 && board->size >= FAIR_SIZE_MIN)
        return fair_opening(board, rng);
    if (cw_hex_may_swap(board, state) && board->size >= SWAP_SIZE_MIN &&
        line_of(board, state->last) >= SWAP_LINE)
        return CW_HEX_SWAP;
    return CW_MOVE_NONE;
}
