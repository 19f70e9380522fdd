/* The Hex board as a scene: a rhombus with the names of columns and rows on all sides, borders in the colours
 * that join them, the last move and a winning chain marked. */
#include <stdio.h>

#include "core/lattice.h"
#include "games/hex/hex.h"

static const cw_color stone_colors[2] = {CW_COLOR_BLACK, CW_COLOR_WHITE};
static const char *const color_names[2] = {"Black", "White"};

static void draw_borders(const cw_hex_board *board, cw_scene_cell *cell, int column, int row) {
    if (column == 0)
        cell->border[CW_W] = cell->border[CW_SW] = CW_COLOR_WHITE;
    if (column == board->size - 1)
        cell->border[CW_E] = cell->border[CW_NE] = CW_COLOR_WHITE;
    if (row == 0)
        cell->border[CW_NW] = cell->border[CW_NE] = CW_COLOR_BLACK;
    if (row == board->size - 1)
        cell->border[CW_SE] = cell->border[CW_SW] = CW_COLOR_BLACK;
}

static void draw_labels(const cw_hex_board *board, cw_scene *scene) {
    for (int i = 0; i < board->size; i++) {
        char column[2] = {(char)('a' + i), '\0'}, row[12];
        snprintf(row, sizeof row, "%d", i + 1);
        cw_scene_add_label(scene, i, -1, column);
        cw_scene_add_label(scene, i, board->size, column);
        cw_scene_add_label(scene, -1, i, row);
        cw_scene_add_label(scene, board->size, i, row);
    }
}

static int count_stones(const cw_hex_board *board, const cw_state *state, int color) {
    int count = 0;
    for (int i = 0; i < board->words; i++)
        count += __builtin_popcountll(cw_hex_stones_of(board, state, color)[i]);
    return count;
}

static void write_caption(const cw_hex_board *board, const cw_state *state, cw_scene *scene) {
    const char *crossed = state->crossed ? " (sides swapped)" : "";
    if (state->winner >= 0)
        cw_text_printf(&scene->caption, "%s has won%s", color_names[state->winner], crossed);
    else
        cw_text_printf(&scene->caption, "%s to move%s%s", color_names[state->turn],
                       cw_hex_may_swap(board, state) ? ", who may swap" : "", crossed);
    int black = count_stones(board, state, CW_HEX_BLACK), white = count_stones(board, state, CW_HEX_WHITE);
    if (black - white > 1 || white - black > 1)
        cw_text_printf(&scene->caption, " (not a position of the game: %d black and %d white stones)", black,
                       white);
}

void cw_hex_draw(const cw_game *game, const cw_state *state, cw_scene *scene) {
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_hex_set chain = {0};
    if (state->winner >= 0)
        cw_hex_joined(board, cw_hex_stones_of(board, state, state->winner), state->winner, &chain);
    for (int row = 0; row < board->size; row++) {
        for (int column = 0; column < board->size; column++) {
            int place = cw_hex_cell(board, column, row);
            cw_scene_cell *cell = cw_scene_add_cell(scene, column, row);
            cell->fill = CW_COLOR_BOARD;
            for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++) {
                if (cw_hex_has_stone(board, state, color, place)) {
                    cell->fill = stone_colors[color];
                    cell->piece = 2 * (row * board->size + column) + color + 1;
                }
            }
            if (place == state->last)
                cell->marks |= CW_MARK_LAST;
            if (cw_hex_set_has(&chain, place))
                cell->marks |= CW_MARK_WINNING;
            draw_borders(board, cell, column, row);
        }
    }
    draw_labels(board, scene);
    write_caption(board, state, scene);
}
