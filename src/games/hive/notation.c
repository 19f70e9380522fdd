/* Moves as text, in the manner of the Universal Hive Protocol: "wS1", "bG1 -wQ", "wB1 bQ", "pass". */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "games/hive/hive.h"
#include "games/hive/moves.h"

/* ---- Pieces ---- */

static const char bug_letters[] = "QSBGAMLP";

void cw_hive_piece_name(int piece, char name[4]) {
    int bug = cw_hive_bug_of[piece], number = piece % CW_HIVE_SIDE_PIECES - cw_hive_bug_first[bug];
    name[0] = cw_hive_color(piece) == CW_HIVE_WHITE ? 'w' : 'b';
    name[1] = bug_letters[bug];
    name[2] = cw_hive_bug_pieces[bug] > 1 ? (char)('1' + number) : '\0';
    name[3] = '\0';
}

int cw_hive_piece_find(const char *name, size_t length) {
    if (length < 2 || length > 3)
        return CW_HIVE_NO_PIECE;
    int color = tolower((unsigned char)name[0]);
    const char *letter = strchr(bug_letters, toupper((unsigned char)name[1]));
    if ((color != 'w' && color != 'b') || letter == NULL || *letter == '\0')
        return CW_HIVE_NO_PIECE;
    int bug = (int)(letter - bug_letters), pieces = cw_hive_bug_pieces[bug];
    if (length == 2 && pieces > 1)
        return CW_HIVE_NO_PIECE;
    int number = length == 2 ? 0 : name[2] - '1';
    if (number < 0 || number >= pieces)
        return CW_HIVE_NO_PIECE;
    return (color == 'b' ? CW_HIVE_SIDE_PIECES : 0) + cw_hive_bug_first[bug] + number;
}

/* ---- Places ---- */

void cw_hive_locate(const cw_state *state, cw_axial place[32]) {
    cw_axial found[CW_HIVE_CELLS_SPACE];
    bool seen[CW_HIVE_CELLS_SPACE] = {false};
    uint16_t queue[CW_HIVE_PIECES + 1];
    int count = 0;
    if (state->board != 0) {
        queue[count++] = state->anchor_cell;
        found[state->anchor_cell] = (cw_axial){state->anchor_q, state->anchor_r};
        seen[state->anchor_cell] = true;
    }
    for (int i = 0; i < count; i++) {
        for (unsigned ring = cw_hive_ring(state, queue[i]); ring != 0; ring &= ring - 1) {
            int direction = cw_hive_first(ring), next = cw_hive_neighbor(queue[i], direction);
            if (seen[next])
                continue;
            seen[next] = true;
            found[next] = cw_neighbor(found[queue[i]], direction);
            queue[count++] = (uint16_t)next;
        }
    }
    for (uint32_t rest = state->board; rest != 0;) {
        int piece = cw_hive_pop(&rest);
        place[piece] = found[state->cell[piece]];
    }
}

cw_axial cw_hive_locate_cell(const cw_state *state, int cell) {
    cw_axial place[32];
    if (state->board == 0)
        return (cw_axial){0, 0};
    cw_hive_locate(state, place);
    if (cw_hive_is_taken(state, cell))
        return place[cw_hive_top(state, cell)];
    assert(cw_hive_ring(state, cell) != 0);
    int direction = cw_hive_first(cw_hive_ring(state, cell));
    return cw_neighbor(place[cw_hive_top(state, cw_hive_neighbor(cell, direction))], cw_opposite(direction));
}

/* ---- Printing ---- */

/* Where the moved piece lies as seen from its reference: the sign, and whether it stands before the name. */
static const struct {
    char sign;
    bool before;
} sign_of[6] = {{'/', false}, {'-', false}, {'\\', false}, {'/', true}, {'-', true}, {'\\', true}};

void cw_hive_print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text) {
    (void)game;
    int piece = cw_hive_move_piece(move), cell = cw_hive_move_cell(move);
    if (piece == CW_HIVE_NO_PIECE) {
        cw_text_append(text, "pass");
        return;
    }
    char name[4], reference[4];
    cw_hive_piece_name(piece, name);
    cw_text_append(text, name);
    cw_state lifted = *state;
    if (cw_hive_on_board(&lifted, piece))
        cw_hive_take(&lifted, piece);
    if (lifted.board == 0)
        return;
    if (cw_hive_is_taken(&lifted, cell)) {
        cw_hive_piece_name(cw_hive_top(&lifted, cell), reference);
        cw_text_printf(text, " %s", reference);
        return;
    }
    int direction = cw_hive_first(cw_hive_ring(&lifted, cell));
    cw_hive_piece_name(cw_hive_top(&lifted, cw_hive_neighbor(cell, direction)), reference);
    int from = cw_opposite(direction);
    if (sign_of[from].before)
        cw_text_printf(text, " %c%s", sign_of[from].sign, reference);
    else
        cw_text_printf(text, " %s%c", reference, sign_of[from].sign);
}

/* ---- Parsing ---- */

static int direction_of(char sign, bool before) {
    for (int direction = 0; direction < 6; direction++) {
        if (sign_of[direction].sign == sign && sign_of[direction].before == before)
            return direction;
    }
    return -1;
}

/* The cell that a destination such as "-wQ" or "bB1" names. A sign means the ground beside the reference; a
 * loose reader lets it mean the top of what lies there. */
static cw_status parse_destination(const cw_state *state, bool loose, const char *move, const char *word,
                                   size_t length, int *cell, cw_error *error) {
    int direction = -1;
    if (length > 0 && strchr("-/\\", word[0]) != NULL) {
        direction = direction_of(*word++, true);
        length--;
    } else if (length > 0 && strchr("-/\\", word[length - 1]) != NULL) {
        direction = direction_of(word[--length], false);
    }
    int reference = cw_hive_piece_find(word, length);
    if (reference == CW_HIVE_NO_PIECE)
        return cw_fail(error, CW_BAD_INPUT,
                       "'%s' does not say where to: a place is a piece with a sign beside it, such as -wQ "
                       "or wQ/, or a piece to climb on",
                       move);
    if (!cw_hive_on_board(state, reference))
        return cw_fail(error, CW_ILLEGAL, "'%s' names a place beside %.*s, which is not on the board", move,
                       (int)length, word);
    *cell = state->cell[reference];
    if (direction >= 0)
        *cell = cw_hive_neighbor(*cell, direction);
    if (direction >= 0 && !loose && cw_hive_is_taken(state, *cell))
        return cw_fail(
            error, CW_ILLEGAL,
            "'%s' is not legal: the place is taken, and a climb names the piece to climb on without a sign",
            move);
    return CW_OK;
}

/* One sentence on why a piece may not go to a cell. */
static const char *explain(cw_state *state, int piece, int cell) {
    int side = cw_hive_side(state), queen = cw_hive_queen(side);
    bool laid = cw_hive_on_board(state, piece), queen_laid = cw_hive_on_board(state, queen);
    if (!(state->available >> piece & 1u))
        return "that bug takes no part in this type of game";
    if (!laid && cw_hive_color(piece) != side)
        return "it is the other player's turn";
    if (!laid && piece == queen && state->ply < 2 && !state->queen_first)
        return "the queen may not be laid on the first turn";
    if (!laid && !queen_laid && piece != queen && state->ply >= 6)
        return "the queen must be laid by the fourth turn";
    if (!laid && !(cw_hive_hand(state, side) >> piece & 1u))
        return "pieces of the same bug are laid in the order of their numbers";
    if (!laid && cw_hive_is_taken(state, cell))
        return "the place is taken";
    if (!laid)
        return "a new piece must touch pieces of its own colour only";
    if (!queen_laid)
        return "pieces move only once the own queen is laid";
    if (state->covered >> piece & 1u)
        return "another piece lies on top of it";
    if (piece == state->stunned)
        return "it was moved in the turn before";
    if (cw_hive_pinned(state, cw_hive_set(piece)))
        return "the hive would fall apart";
    return cw_hive_color(piece) == side ? "that bug cannot get there" : "it is the other player's piece";
}

static cw_status check_legal(const cw_state *state, const char *string, cw_move move, cw_error *error) {
    cw_state work = *state;
    cw_move moves[CW_HIVE_MOVES_MAX];
    int count = cw_hive_list_moves(&work, moves);
    for (int i = 0; i < count; i++) {
        if (moves[i] == move)
            return CW_OK;
    }
    if (move == CW_HIVE_PASS)
        return cw_fail(error, CW_ILLEGAL, "a pass is only for a player who has no other move");
    return cw_fail(error, CW_ILLEGAL, "'%s' is not legal: %s", string,
                   explain(&work, cw_hive_move_piece(move), cw_hive_move_cell(move)));
}

static cw_status parse(const cw_state *state, bool loose, const char *string, cw_move *move,
                       cw_error *error) {
    const char *first = string + strspn(string, " \t\r\n");
    size_t first_length = strcspn(first, " \t\r\n");
    const char *second = first + first_length + strspn(first + first_length, " \t\r\n");
    size_t second_length = strcspn(second, " \t\r\n");
    if (second[second_length + strspn(second + second_length, " \t\r\n")] != '\0')
        return cw_fail(error, CW_BAD_INPUT, "'%.100s' has more than two words: a move is such as wS1 -bQ",
                       string);
    if (cw_hive_is_over(state))
        return cw_fail(error, CW_ILLEGAL, "'%.100s' cannot be played, the game is over", string);
    if (first_length == 4 && second_length == 0 && strncasecmp(first, "pass", 4) == 0) {
        *move = CW_HIVE_PASS;
        return check_legal(state, string, *move, error);
    }
    int piece = cw_hive_piece_find(first, first_length), cell = 0;
    if (piece == CW_HIVE_NO_PIECE)
        return cw_fail(error, CW_BAD_INPUT,
                       "'%.100s' does not begin with a piece such as wQ, bS1 or wA3, and is not pass",
                       string);
    cw_status status = CW_OK;
    if (second_length > 0)
        status = parse_destination(state, loose, string, second, second_length, &cell, error);
    else if (state->board != 0)
        status = cw_fail(error, CW_BAD_INPUT, "'%.100s' does not say where to, such as %.3s -%cQ", string,
                         first, first[0] == 'w' ? 'b' : 'w');
    if (status != CW_OK)
        return status;
    *move = cw_hive_move(piece, cell);
    return check_legal(state, string, *move, error);
}

cw_status cw_hive_parse(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                        cw_error *error) {
    (void)game;
    return parse(state, false, string, move, error);
}

cw_status cw_hive_parse_loosely(const cw_state *state, const char *string, cw_move *move, cw_error *error) {
    return parse(state, true, string, move, error);
}
