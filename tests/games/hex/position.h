/* Hex positions drawn as text, for tests: `.` empty, `b` and `w` stones, a capital letter for the last move,
 * `*` an empty cell that the test expects something of. White space is layout. */
#ifndef CW_TESTS_HEX_POSITION_H
#define CW_TESTS_HEX_POSITION_H

#include <ctype.h>

#include "games/hex/board.h"
#include "harness.h"

typedef struct drawn_position {
    cw_game *game;
    cw_state *state;
    cw_hex_set expected; /* the cells drawn as stars */
} drawn_position;

static inline drawn_position draw_position(const char *drawing, int turn) {
    int cells = 0, size = 0, seen = 0;
    for (const char *c = drawing; *c != '\0'; c++)
        cells += !isspace((unsigned char)*c);
    while (size * size < cells)
        size++;
    assert_int_equal(size * size, cells);
    char spec[32];
    snprintf(spec, sizeof spec, "hex:size=%d", size);
    drawn_position made = {.game = must_create_game(spec)};
    const cw_hex_board *board = cw_hex_board_of(made.game);
    made.state = cw_game_alloc_states(made.game, 1);
    cw_hex_clear(board, made.state, turn);
    int last = CW_HEX_NO_CELL;
    for (const char *c = drawing; *c != '\0'; c++) {
        if (isspace((unsigned char)*c))
            continue;
        int cell = cw_hex_cell(board, seen % size, seen / size);
        seen++;
        if (tolower((unsigned char)*c) == 'b' || tolower((unsigned char)*c) == 'w')
            cw_hex_put(board, made.state, tolower((unsigned char)*c) == 'w', cell);
        if (isupper((unsigned char)*c))
            last = cell;
        if (*c == '*')
            cw_hex_set_add(&made.expected, cell);
    }
    made.state->last = (int16_t)last;
    return made;
}

static inline void free_position(drawn_position *position) {
    free(position->state);
    cw_game_destroy(position->game);
}

#endif
