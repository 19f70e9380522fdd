/* Hex games in SGF: (;FF[4]GM[11]SZ[11];B[c3];W[swap-pieces];B[...]...).
 *
 * Reading takes the size, stones set up (AB, AW, AE) and whose move it is (PL), and the moves of the main line
 * with their colours, in whatever order they come; branches and comments become notes. Cells are written c3,
 * or with two letters as Little Golem does. Writing gives FF[4] with exact swap words.
 *
 * Old HexGui wrote swap-pieces for a swap of sides, too. Whose move follows tells which it was: after a swap
 * of pieces it is Black's, and the stone has changed its place and colour; after a swap of sides it is
 * White's again, and the stone has stayed. */
#ifndef CW_GAMES_HEX_SGF_H
#define CW_GAMES_HEX_SGF_H

#include "causeway/document.h"
#include "games/hex/board.h"

typedef enum cw_hex_step_kind {
    CW_HEX_STEP_STONE,
    CW_HEX_STEP_REMOVE, /* setup only: the cell becomes empty */
    CW_HEX_STEP_SWAP_PIECES,
    CW_HEX_STEP_SWAP_SIDES,
    CW_HEX_STEP_SWAP, /* neither the word nor a move after it says which */
    CW_HEX_STEP_RESIGN,
    CW_HEX_STEP_TURN, /* the colour is to move */
} cw_hex_step_kind;

typedef struct cw_hex_step {
    cw_hex_step_kind kind;
    int color;       /* 0 black, 1 white */
    int column, row; /* of a stone */
    bool is_setup;
    int node; /* of the tree, that holds it */
} cw_hex_step;

typedef struct cw_hex_sgf {
    int size;
    cw_hex_swap_rule rule; /* as RU[swap-pieces] tells it, which we write; off where the file is silent */
    cw_hex_step *steps;
    int count, capacity;
} cw_hex_sgf;

/* Reads the first game's main line from a text of `length` bytes; free with cw_hex_sgf_free. */
cw_status cw_hex_sgf_read(const char *text, size_t length, cw_hex_sgf *sgf, cw_error *error);
void cw_hex_sgf_free(cw_hex_sgf *sgf);

/* The same as a document, with its branches: stones that were set up, and moves before one that is out of
 * turn, become the position from which the game begins. In a branch there is neither. */
cw_status cw_hex_read_sgf(const char *text, size_t length, cw_document *document, cw_error *error);

/* Writes a game of Hex. */
void cw_hex_write_sgf(const cw_document *document, cw_text *text);

#endif
