/* Hex games in SGF: (;FF[4]GM[11]SZ[11];B[c3];W[swap-pieces];...).
 *
 * Reading takes the main line: the size, stones set up (AB, AW, AE) and whose move it is (PL), and the moves
 * with their colours, in whatever order they come. Cells are written c3, or with two letters as Little Golem
 * does. Writing gives FF[4] with exact swap words. */
#ifndef CW_FORMATS_HEX_SGF_H
#define CW_FORMATS_HEX_SGF_H

#include "causeway/record.h"
#include "causeway/text.h"

typedef enum cw_hex_step_kind {
    CW_HEX_STEP_STONE,
    CW_HEX_STEP_REMOVE, /* setup only: the cell becomes empty */
    CW_HEX_STEP_SWAP_PIECES,
    CW_HEX_STEP_SWAP_SIDES,
    CW_HEX_STEP_SWAP, /* the word does not say which */
    CW_HEX_STEP_RESIGN,
    CW_HEX_STEP_TURN, /* the colour is to move */
} cw_hex_step_kind;

typedef struct cw_hex_step {
    cw_hex_step_kind kind;
    int color;       /* 0 black, 1 white */
    int column, row; /* of a stone */
    bool is_setup;
} cw_hex_step;

typedef struct cw_hex_sgf {
    int size;
    cw_hex_step *steps;
    int count, capacity;
} cw_hex_sgf;

/* Reads the first game's main line from a text of `length` bytes; free with cw_hex_sgf_free. */
cw_status cw_hex_sgf_read(const char *text, size_t length, cw_hex_sgf *sgf, cw_error *error);
void cw_hex_sgf_free(cw_hex_sgf *sgf);

/* What a file tells beside the moves. Zeroed: nothing. */
typedef struct cw_hex_sgf_facts {
    const char *black, *white; /* names: Black moves first; or NULL */
    const char *date;          /* "2026-01-31", or NULL */
    const char *how;           /* "Resign" or "Forfeit" where the board does not decide, or NULL */
    int loser;                 /* the colour that lost so */
} cw_hex_sgf_facts;

/* Writes a record of Hex. */
void cw_hex_sgf_write(const cw_record *record, const cw_hex_sgf_facts *facts, cw_text *text);

#endif
