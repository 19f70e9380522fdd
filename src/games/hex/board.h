/* The Hex board: cells, neighbours, edges, and positions as bit sets.
 *
 * A cell is a number, column + stride * row, and at the same time the place of its bit in a set. Boards up to
 * 11x11 use the compact layout (stride 11, two words, also usable as one cw_uint128), larger ones the wide
 * layout (stride 20, six words). Strides do not depend on the size, so that all shifts are by constants:
 *
 *     compact, size 3, stride 11            neighbours of a cell c
 *
 *      a    b    c    black: top                 c-stride  c-stride+1
 *       0    1    2     (unused 3..10)               \     /
 *        11   12   13   (unused 14..21)       c-1 -- c -- c+1
 *          22   23   24                              /     \
 *     white: left and right               c+stride-1  c+stride
 *
 * Unused bits are 0 in every set. Below size 11 (compact) and in the wide layout at least one unused column
 * lies between the end of a row and the start of the next, so a shift cannot run over; at size 11 a shift to
 * the side is masked.
 *
 * Black (0) joins top and bottom, White (1) left and right. */
#ifndef CW_GAMES_HEX_BOARD_H
#define CW_GAMES_HEX_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "causeway/game.h"
#include "core/cpu.h"

enum {
    CW_HEX_SIZE_MAX = 19,
    CW_HEX_COMPACT_SIZE_MAX = 11,
    CW_HEX_COMPACT_STRIDE = 11,
    CW_HEX_COMPACT_WORDS = 2,
    CW_HEX_WIDE_STRIDE = 20,
    CW_HEX_WIDE_WORDS = 6,
    CW_HEX_CELLS_MAX = 64 * CW_HEX_WIDE_WORDS, /* no cell number is as large */
    CW_HEX_SWAP = CW_HEX_CELLS_MAX,            /* the move swap-pieces or swap-sides; others are cells */
    CW_HEX_NO_CELL = -1,
};

enum { CW_HEX_BLACK = 0, CW_HEX_WHITE = 1 };

/* Moves out of turn, legal only on a board with `free_play`: protocols lay stones of either colour in any
 * order. They are never listed among the legal moves. A stone of a colour on a cell, after which the other
 * colour is to move; and the right to move given to the other colour. */
enum { CW_HEX_FREE_STONE = 1024, CW_HEX_GIVE_TURN = 3 * CW_HEX_FREE_STONE };

static inline cw_move cw_hex_free_stone(int color, int cell) {
    return (cw_move)(CW_HEX_FREE_STONE * (1 + color) + cell);
}

/* The edges of the board in the order of HTP's names; an edge belongs to the colour edge / 2. */
enum { CW_HEX_NORTH, CW_HEX_SOUTH, CW_HEX_WEST, CW_HEX_EAST };

typedef enum cw_hex_swap_rule { CW_HEX_SWAP_OFF, CW_HEX_SWAP_PIECES, CW_HEX_SWAP_SIDES } cw_hex_swap_rule;

/* A set of cells in the wide layout; in the compact layout only the first two words are in use. */
typedef struct cw_hex_set {
    uint64_t word[CW_HEX_WIDE_WORDS];
} cw_hex_set;

/* All that a size determines; game->data points to one. Constant after it is made. */
typedef struct cw_hex_board {
    int size;
    int stride;
    int words;      /* in use of each set */
    int cell_limit; /* size * stride: every cell number is below it */
    cw_hex_swap_rule swap;
    bool free_play; /* stones are taken out of turn */
    bool has_setup; /* stones lie there from the start: */
    cw_hex_set setup[2];
    uint8_t first;      /* the colour that begins */
    cw_hex_set cells;   /* all cells */
    cw_hex_set edge[4]; /* the row or column of cells along an edge */
    cw_hex_set neighbors[CW_HEX_CELLS_MAX];
    int16_t neighbor[CW_HEX_CELLS_MAX][6]; /* clockwise NE E SE SW W NW; CW_HEX_NO_CELL off the board */
} cw_hex_board;

/* A position. `stones` holds Black's `words` words, then White's: 48 bytes compact, 112 bytes wide. */
struct cw_state {
    uint64_t zobrist; /* of the stones */
    int16_t last;     /* the last move's cell, or CW_HEX_NO_CELL; after a swap the stone that was taken */
    uint16_t moves;   /* decisions made, a swap included; stones set up count as one each */
    uint8_t turn;     /* the colour to move */
    uint8_t crossed;  /* 1: sides were swapped, so that player 0 has White */
    int8_t winner;    /* the colour that has won, or -1 */
    uint8_t unused;
    uint64_t stones[];
};

static inline const cw_hex_board *cw_hex_board_of(const cw_game *game) {
    return (const cw_hex_board *)game->data;
}

/* Fills the tables for a size from 1 to CW_HEX_SIZE_MAX. */
void cw_hex_board_make(cw_hex_board *board, int size, cw_hex_swap_rule swap);

/* ---- Cells ---- */

static inline int cw_hex_cell(const cw_hex_board *board, int column, int row) {
    return row * board->stride + column;
}

static inline int cw_hex_column(const cw_hex_board *board, int cell) {
    return cell % board->stride;
}

static inline int cw_hex_row(const cw_hex_board *board, int cell) {
    return cell / board->stride;
}

/* The cell mirrored on the long diagonal (column and row change places), as swap-pieces does. */
static inline int cw_hex_mirror(const cw_hex_board *board, int cell) {
    return cw_hex_cell(board, cw_hex_row(board, cell), cw_hex_column(board, cell));
}

/* Writes a cell's name such as "a1" (at most 3 characters and a NUL). */
void cw_hex_print_cell(const cw_hex_board *board, int cell, char name[4]);

/* Reads a cell's name; CW_BAD_INPUT if it is none or off the board. */
cw_status cw_hex_parse_cell(const cw_hex_board *board, const char *name, int *cell, cw_error *error);

/* ---- Sets ---- */

static inline bool cw_hex_set_has(const cw_hex_set *set, int cell) {
    return (set->word[cell >> 6] >> (cell & 63)) & 1;
}

static inline void cw_hex_set_add(cw_hex_set *set, int cell) {
    set->word[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

static inline void cw_hex_set_remove(cw_hex_set *set, int cell) {
    set->word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
}

/* The first two words as one number: the whole set in the compact layout. */
static inline cw_uint128 cw_hex_compact(const uint64_t word[2]) {
    return (cw_uint128)word[1] << 64 | word[0];
}

/* ---- Positions ---- */

static inline uint64_t *cw_hex_stones(const cw_hex_board *board, cw_state *state, int color) {
    return state->stones + color * board->words;
}

static inline const uint64_t *cw_hex_stones_of(const cw_hex_board *board, const cw_state *state, int color) {
    return state->stones + color * board->words;
}

static inline bool cw_hex_has_stone(const cw_hex_board *board, const cw_state *state, int color, int cell) {
    return (cw_hex_stones_of(board, state, color)[cell >> 6] >> (cell & 63)) & 1;
}

static inline bool cw_hex_is_empty(const cw_hex_board *board, const cw_state *state, int cell) {
    return !cw_hex_has_stone(board, state, CW_HEX_BLACK, cell) &&
           !cw_hex_has_stone(board, state, CW_HEX_WHITE, cell);
}

/* Copies one colour's stones, or the empty cells, into a set. */
void cw_hex_stones_set(const cw_hex_board *board, const cw_state *state, int color, cw_hex_set *set);
void cw_hex_empty_set(const cw_hex_board *board, const cw_state *state, cw_hex_set *set);

/* May the player to move swap? */
static inline bool cw_hex_may_swap(const cw_hex_board *board, const cw_state *state) {
    return board->swap != CW_HEX_SWAP_OFF && state->moves == 1 && state->turn == CW_HEX_WHITE &&
           state->winner < 0 && state->last != CW_HEX_NO_CELL;
}

/* Does a chain of this colour's stones join its two edges? The chain (all stones joined to the first edge) is
 * written to `chain` unless it is NULL. */
bool cw_hex_joined(const cw_hex_board *board, const uint64_t *stones, int color, cw_hex_set *chain);

/* Positions that rules would not reach, for analysis and protocols: an empty board
 * with `turn` to move; a stone of either colour on an empty cell; a stone taken
 * away. The winner is kept up to date, `turn` is not. */
void cw_hex_clear(const cw_hex_board *board, cw_state *state, int turn);
void cw_hex_put(const cw_hex_board *board, cw_state *state, int color, int cell);
void cw_hex_remove(const cw_hex_board *board, cw_state *state, int cell);

/* The share of one stone in the hash of a position. */
uint64_t cw_hex_stone_hash(int color, int cell);

/* Who has won, found anew from the stones; -1: nobody. */
int cw_hex_find_winner(const cw_hex_board *board, const cw_state *state);

#endif
