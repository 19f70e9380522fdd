/* Setting up: stones of either colour, and who moves first. */
#include "games/hex/hex.h"

static const char *const color_options[2] = {"black", "white"};

/* The stones of a colour, side by side. */
static void print_stones(const cw_hex_board *board, const cw_hex_set *stones, cw_text *text) {
    char name[4];
    for (int cell = 0; cell < board->cell_limit; cell++) {
        if (!cw_hex_set_has(stones, cell))
            continue;
        cw_hex_print_cell(board, cell, name);
        cw_text_append(text, name);
    }
}

/* A position that is set up cannot be swapped, so that the rule goes. */
static cw_status print_settings(const cw_game *game, const cw_hex_set stones[2], int turn, cw_text *settings,
                                cw_error *error) {
    cw_options options = game->options;
    cw_status status = cw_options_set(&options, "hex", "turn", color_options[turn], error);
    cw_options_unset(&options, "swap");
    if (turn == CW_HEX_BLACK)
        cw_options_unset(&options, "turn");
    for (int color = 0; color < 2 && status == CW_OK; color++) {
        cw_text cells = {0};
        print_stones(cw_hex_board_of(game), &stones[color], &cells);
        if (cells.length > 0)
            status = cw_options_set(&options, "hex", color_options[color], cw_text_string(&cells), error);
        else
            cw_options_unset(&options, color_options[color]);
        cw_text_free(&cells);
    }
    cw_options_print(&options, settings);
    return status;
}

static cw_status put(const cw_game *game, int q, int r, int kind, cw_text *settings, cw_error *error) {
    const cw_hex_board *board = cw_hex_board_of(game);
    if (q < 0 || r < 0 || q >= board->size || r >= board->size)
        return cw_fail(error, CW_BAD_INPUT, "%d,%d is no cell of a board of size %d", q, r, board->size);
    cw_hex_set stones[2] = {board->setup[CW_HEX_BLACK], board->setup[CW_HEX_WHITE]};
    int cell = cw_hex_cell(board, q, r);
    for (int color = 0; color < 2; color++) {
        if (color == kind)
            cw_hex_set_add(&stones[color], cell);
        else
            cw_hex_set_remove(&stones[color], cell);
    }
    return print_settings(game, stones, board->first, settings, error);
}

static cw_status from(const cw_game *game, const cw_state *state, cw_text *settings, cw_error *error) {
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_hex_set stones[2];
    for (int color = 0; color < 2; color++)
        cw_hex_stones_set(board, state, color, &stones[color]);
    return print_settings(game, stones, state->turn, settings, error);
}

static const cw_setup_piece pieces[] = {
    {.name = "black stone", .color = CW_COLOR_BLACK, .option = "black"},
    {.name = "white stone", .color = CW_COLOR_WHITE, .option = "white"},
    {.name = NULL},
};

static const char *const options[] = {"turn", "size", NULL};

const cw_setup cw_hex_setup = {.pieces = pieces, .options = options, .put = put, .from = from};
