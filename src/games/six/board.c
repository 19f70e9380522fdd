#include "games/six/board.h"

void cw_six_board_load(six_board *board, const cw_state *state, bool same_cell) {
    memset(board->around, 0, sizeof board->around);
    memset(board->lines, 0, sizeof board->lines);
    board->open_count = 0;
    /* Tiles first, as listed cells, so that no cell of a tile gets into the list. */
    for (int color = 0; color < SIX_COLORS; color++) {
        board->tile_count[color] = 0;
        for (uint64_t rows = state->used_rows; rows != 0; rows &= rows - 1) {
            int r = __builtin_ctzll(rows);
            for (uint64_t tiles = state->rows[color][r]; tiles != 0; tiles &= tiles - 1) {
                int cell = six_cell(__builtin_ctzll(tiles), r);
                board->around[cell] = SIX_LISTED;
                board->tiles[color][board->tile_count[color]++] = (uint16_t)cell;
            }
        }
    }
    if (state->used_rows == 0) {
        board->around[0] = SIX_LISTED;
        board->open[board->open_count++] = 0;
    }
    if (state->lifted != SIX_NO_CELL) {
        board->around[state->lifted] = SIX_LISTED;
        if (same_cell)
            board->open[board->open_count++] = state->lifted;
    }
    for (int color = 0; color < SIX_COLORS; color++) {
        for (int i = 0; i < board->tile_count[color]; i++)
            six_board_put(board, color, board->tiles[color][i]);
    }
}

bool cw_six_board_split(const six_board *board, int lifted, six_split *split) {
    uint64_t occupied[SIX_SIDE];
    for (int r = 0; r < SIX_SIDE; r++)
        occupied[r] = board->lines[SIX_RED][0][r] | board->lines[SIX_BLACK][0][r];
    cw_six_split(occupied, board->tile_count[SIX_RED] + board->tile_count[SIX_BLACK], lifted, split);
    return split->count > 1;
}

void cw_six_board_keep(six_board *board, const six_group *group) {
    for (int color = 0; color < SIX_COLORS; color++) {
        int kept = 0;
        for (int i = 0; i < board->tile_count[color]; i++) {
            int cell = board->tiles[color][i];
            if (six_has(group->rows, cell)) {
                board->tiles[color][kept++] = (uint16_t)cell;
            } else {
                six_board_take(board, color, cell);
                board->open[board->open_count++] = (uint16_t)cell;
            }
        }
        board->tile_count[color] = kept;
    }
}
