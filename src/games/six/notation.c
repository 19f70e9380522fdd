/* Moves as text, and the coordinates of the endless table behind the torus. */
#include <ctype.h>
#include <stdlib.h>

#include "games/six/groups.h"
#include "games/six/six.h"

/* ---- Coordinates ---- */

/* The coordinate on the endless line of the place `wrapped`, when the places in `used` (a run without gaps)
 * hold the tiles, and one of them is `anchor`. The run is at most 60 long; the other places lie half before
 * it and half behind, so that two on either side, where open windows reach, are where they seem to be. */
static int unwrap(uint64_t used, int anchor, int wrapped) {
    int low = cw_six_span_start(used, anchor & SIX_WRAP);
    int before = (SIX_SIDE - __builtin_popcountll(used)) / 2;
    int base = anchor - ((anchor - low) & SIX_WRAP) - before;
    return base + ((wrapped - base) & SIX_WRAP);
}

cw_axial cw_six_coordinates(const cw_state *state, int cell) {
    if (state->used_rows == 0)
        return (cw_axial){six_q(cell), six_r(cell)};
    uint64_t columns = 0, rows = state->used_rows;
    for (uint64_t rest = rows; rest != 0; rest &= rest - 1)
        columns |= six_occupied_row(state, __builtin_ctzll(rest));
    if (state->lifted != SIX_NO_CELL) { /* it joins the groups that a choice is between */
        columns |= 1ULL << six_q(state->lifted);
        rows |= 1ULL << six_r(state->lifted);
    }
    return (cw_axial){unwrap(columns, state->anchor_q, six_q(cell)),
                      unwrap(rows, state->anchor_r, six_r(cell))};
}

/* ---- Printing ---- */

void cw_six_print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text) {
    (void)game;
    static const char *const prefixes[] = {[SIX_LAY] = "", [SIX_LIFT] = "x", [SIX_KEEP] = "k"};
    cw_axial place = cw_six_coordinates(state, six_move_cell(move));
    cw_text_printf(text, "%s%d,%d", prefixes[six_move_kind(move)], place.q, place.r);
}

void cw_six_tell(const cw_game *game, const cw_state *state, cw_move move, cw_text *text) {
    (void)game;
    cw_axial place = cw_six_coordinates(state, six_move_cell(move));
    cw_text_printf(text, "chance keeps the group with the tile at %d,%d", place.q, place.r);
}

/* ---- Parsing ---- */

/* Reads a whole number of at most nine digits. */
static bool read_number(const char **string, int *number) {
    const char *digits = *string + (**string == '-');
    int length = 0;
    while (isdigit((unsigned char)digits[length]))
        length++;
    if (length < 1 || length > 9)
        return false;
    *number = (int)strtol(*string, NULL, 10);
    *string = digits + length;
    return true;
}

static bool read_move(const char *string, six_kind *kind, cw_axial *place) {
    *kind = SIX_LAY;
    if (*string == 'x' || *string == 'k')
        *kind = *string++ == 'x' ? SIX_LIFT : SIX_KEEP;
    if (!read_number(&string, &place->q) || *string++ != ',')
        return false;
    return read_number(&string, &place->r) && *string == '\0';
}

static cw_status explain_lay(const cw_state *state, const char *string, int cell, bool near,
                             cw_error *error) {
    if (state->used_rows == 0)
        return cw_fail(error, CW_ILLEGAL, "%s: the first tile goes to 0,0", string);
    if (near && six_is_occupied(state, cell))
        return cw_fail(error, CW_ILLEGAL, "%s: there is a tile already", string);
    if (near && cell == state->lifted)
        return cw_fail(error, CW_ILLEGAL, "%s: the tile may not go back to the cell it came from", string);
    if (near && state->move_count == 0)
        return cw_fail(error, CW_ILLEGAL, "%s: the first tile may touch the black one only", string);
    return cw_fail(error, CW_ILLEGAL, "%s touches no tile", string);
}

/* Why the move is illegal, in the words of what would be right. */
static cw_status explain(const cw_state *state, const char *string, six_kind kind, int cell, bool near,
                         cw_error *error) {
    switch ((six_stage)state->stage) {
    case SIX_STAGE_LAY:
        if (kind != SIX_LAY)
            return cw_fail(error, CW_ILLEGAL, "%s: a tile is to be laid now, as in 1,-2", string);
        return explain_lay(state, string, cell, near, error);
    case SIX_STAGE_LIFT:
        if (kind != SIX_LIFT)
            return cw_fail(error, CW_ILLEGAL, "%s: a tile is to be lifted now, as in x1,-2", string);
        return cw_fail(error, CW_ILLEGAL, "%s: there is no %s tile", string,
                       six_color_of(state->player) == SIX_RED ? "red" : "black");
    case SIX_STAGE_KEEP:
        return cw_fail(error, CW_ILLEGAL,
                       "%s: a group is to be kept now, written k and its cell with the smallest q, then r",
                       string);
    default:
        return cw_fail(error, CW_ILLEGAL, "%s: the game is over", string);
    }
}

cw_status cw_six_parse(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                       cw_error *error) {
    six_kind kind;
    cw_axial place;
    if (!read_move(string, &kind, &place))
        return cw_fail(error, CW_BAD_INPUT,
                       "'%s' is not a move of Six: q,r lays a tile, xq,r lifts one, kq,r keeps a group",
                       string);
    int cell = six_cell(place.q, place.r);
    cw_axial real = cw_six_coordinates(state, cell);
    bool near = real.q == place.q && real.r == place.r;
    cw_move meant = six_move(kind, cell);
    if (!near || !cw_six_is_legal(game, state, meant))
        return explain(state, string, kind, cell, near, error);
    *move = meant;
    return CW_OK;
}
