/* Puzzles of Hex: the only move that does not lose (puzzles.tsv). */
#include "core/embed.h"
#include "games/hex/hex.h"

#ifndef CW_PUZZLES
#define CW_PUZZLES "src/games/hex/puzzles.tsv" /* for those who only look at the source */
#endif

CW_EMBED(cw_hex_puzzle, CW_PUZZLES)

/* A stone of the colour, or off the board beyond its edge. */
static bool holds(const cw_hex_board *board, const cw_state *state, int color, int column, int row) {
    bool on_board = column >= 0 && column < board->size && row >= 0 && row < board->size;
    if (on_board)
        return cw_hex_has_stone(board, state, color, cw_hex_cell(board, column, row));
    int across = color == CW_HEX_BLACK ? column : row;
    return across >= 0 && across < board->size;
}

/* Around a cell, clockwise; two steps apart with an enemy between them: a bridge that was intruded into. */
static const int8_t around[6][2] = {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}};

static bool saves_bridge(const cw_hex_board *board, const cw_state *state, int cell) {
    int column = cw_hex_column(board, cell), row = cw_hex_row(board, cell);
    for (int i = 0; i < 6; i++) {
        const int8_t *one = around[i], *between = around[(i + 1) % 6], *other = around[(i + 2) % 6];
        int enemy_column = column + between[0], enemy_row = row + between[1];
        bool on_board =
            enemy_column >= 0 && enemy_column < board->size && enemy_row >= 0 && enemy_row < board->size;
        if (on_board &&
            cw_hex_has_stone(board, state, !state->turn, cw_hex_cell(board, enemy_column, enemy_row)) &&
            holds(board, state, state->turn, column + one[0], row + one[1]) &&
            holds(board, state, state->turn, column + other[0], row + other[1]))
            return true;
    }
    return false;
}

/* Joining what is already as good as joined is no puzzle, and neither is the last stone. */
static bool is_plain(const cw_game *game, const cw_state *state, cw_move move) {
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_hex_set own;
    if (move == CW_HEX_SWAP || saves_bridge(board, state, (int)move))
        return true;
    cw_hex_stones_set(board, state, state->turn, &own);
    cw_hex_set_add(&own, (int)move);
    return cw_hex_joined(board, own.word, state->turn, NULL);
}

const cw_puzzle_book cw_hex_puzzles = {
    .text = (const char *)cw_hex_puzzle_begin, .end = (const char *)cw_hex_puzzle_end, .is_plain = is_plain};
