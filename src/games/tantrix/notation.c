/* Moves in text: `T@q,r/o` lays a tile, `+T` draws one, `pass`. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "games/tantrix/tantrix.h"

void cw_tantrix_print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text) {
    (void)game;
    switch (tantrix_move_kind(move)) {
    case TANTRIX_KIND_DRAW:
        cw_text_printf(text, "+%u", tantrix_move_tile(move) + 1);
        break;
    case TANTRIX_KIND_LAY: {
        cw_axial at = tantrix_axial(&state->table, tantrix_move_cell(move));
        cw_text_printf(text, "%u@%d,%d/%u", tantrix_move_tile(move) + 1, at.q, at.r,
                       tantrix_move_face(move) % TANTRIX_SIDES);
        break;
    }
    default:
        cw_text_append(text, "pass");
    }
}

void cw_tantrix_tell(const cw_game *game, const cw_state *state, cw_move move, cw_text *text) {
    cw_text_printf(text, "%s draws tile %u", game->seats[state->player].name, tantrix_move_tile(move) + 1);
}

/* Reads a whole number from low to high and steps over it. */
static bool read_number(const char **cursor, int low, int high, int *number) {
    const char *digits = *cursor;
    if (*digits == '-' && low < 0)
        digits++;
    if (!isdigit((unsigned char)*digits))
        return false;
    char *end;
    long value = strtol(*cursor, &end, 10);
    *cursor = end;
    *number = (int)value;
    return value >= low && value <= high;
}

static bool read_sign(const char **cursor, char sign) {
    if (**cursor != sign)
        return false;
    (*cursor)++;
    return true;
}

static bool read_lay(const char *string, int *tile, cw_axial *at, int *orientation) {
    return read_number(&string, 1, TANTRIX_TILES, tile) && read_sign(&string, '@') &&
           read_number(&string, -TANTRIX_TILES, TANTRIX_TILES, &at->q) && read_sign(&string, ',') &&
           read_number(&string, -TANTRIX_TILES, TANTRIX_TILES, &at->r) && read_sign(&string, '/') &&
           read_number(&string, 0, TANTRIX_SIDES - 1, orientation) && *string == '\0';
}

/* What is wrong with a lay that is not legal, as far as one word tells. */
static const char *why_illegal(const cw_state *state, int tile, const cw_axial *at) {
    if (state->decision == TANTRIX_DRAW)
        return "a tile has to be drawn first";
    if (state->decision == TANTRIX_OVER)
        return "the game is over";
    if (state->decision == TANTRIX_PASS)
        return "no tile can be laid, the only move is pass";
    if (!(state->hands[state->player] >> (tile - 1) & 1))
        return "the player does not hold this tile";
    if (state->table.laid_count == 0)
        return "the first tile lies at 0,0";
    unsigned content = state->table.cells[tantrix_cell(at->q, at->r)];
    if (content & TANTRIX_LAID)
        return "there is a tile already";
    if (state->decision == TANTRIX_FORCED)
        return "a forced space has to be filled, and this does not";
    return "it must touch tiles, match all edges and obey the restrictions";
}

/* The torus has one cell for many coordinates: only the one near the tiles is meant. */
static bool is_near(const cw_state *state, cw_axial at) {
    cw_axial meant = tantrix_axial(&state->table, tantrix_cell(at.q, at.r));
    return meant.q == at.q && meant.r == at.r;
}

static cw_status parse_lay(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                           cw_error *error) {
    int tile, orientation;
    cw_axial at;
    if (!read_lay(string, &tile, &at, &orientation))
        return cw_fail(
            error, CW_BAD_INPUT,
            "'%s' is not a move of Tantrix, write 12@0,-1/3 (tile 1 to 56, cell, turns 0 to 5), +12 "
            "for a draw, or pass",
            string);
    unsigned face = (unsigned)((tile - 1) * TANTRIX_SIDES + orientation);
    *move = tantrix_lay_move(tantrix_cell(at.q, at.r), face);
    if (!is_near(state, at) || !cw_tantrix_is_legal(game, state, *move))
        return cw_fail(error, CW_ILLEGAL, "'%s' is not legal: %s", string, why_illegal(state, tile, &at));
    return CW_OK;
}

static cw_status parse_draw(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                            cw_error *error) {
    int tile;
    const char *cursor = string + 1;
    if (!read_number(&cursor, 1, TANTRIX_TILES, &tile) || *cursor != '\0')
        return cw_fail(error, CW_BAD_INPUT, "'%s' is not a draw, write + and a tile from 1 to 56", string);
    *move = tantrix_draw_move((unsigned)tile - 1);
    if (cw_tantrix_is_legal(game, state, *move))
        return CW_OK;
    return cw_fail(error, CW_ILLEGAL, "'%s' is not legal: %s", string,
                   state->decision == TANTRIX_DRAW ? "the tile is not in the bag" : "it is no time to draw");
}

cw_status cw_tantrix_parse(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                           cw_error *error) {
    if (string[0] == '+')
        return parse_draw(game, state, string, move, error);
    if (strcmp(string, "pass") != 0)
        return parse_lay(game, state, string, move, error);
    *move = TANTRIX_PASS_MOVE;
    if (cw_tantrix_is_legal(game, state, *move))
        return CW_OK;
    return cw_fail(error, CW_ILLEGAL, "'pass' is not legal: there is a move to make");
}
