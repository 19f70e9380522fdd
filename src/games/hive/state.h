/* A position of Hive, and how pieces are put on it and taken off.
 *
 * Pieces have fixed numbers: White's 14 first, then Black's, in the order Q S1 S2 B1 B2 G1 G2 G3 A1 A2 A3 M L
 * P. A set of pieces is 28 bits. The board is one byte a cell, kept up to date piece by piece:
 *
 *      7       6       5   4   3   2   1   0
 *     black | white | NW | W | SW| SE| E | NE
 *      \_ colour of the top piece, none if empty
 *                     \_ which neighbours are taken
 *
 * so that whether a piece slides, is enclosed or can be a cut point is one look at one byte. The number of
 * holes (enclosed empty regions) follows from Euler's formula: putting a piece into a ring of k arcs of taken
 * neighbours adds k - 1 of them. While there are none, a piece is pinned exactly if its ring has two arcs or
 * more. */
#ifndef CW_GAMES_HIVE_STATE_H
#define CW_GAMES_HIVE_STATE_H

#include <assert.h>
#include <stdbool.h>

#include "causeway/game.h"
#include "games/hive/torus.h"

typedef enum cw_hive_bug {
    CW_HIVE_QUEEN,
    CW_HIVE_SPIDER,
    CW_HIVE_BEETLE,
    CW_HIVE_GRASSHOPPER,
    CW_HIVE_ANT,
    CW_HIVE_MOSQUITO,
    CW_HIVE_LADYBUG,
    CW_HIVE_PILLBUG,
    CW_HIVE_BUGS,
} cw_hive_bug;

enum {
    CW_HIVE_WHITE,
    CW_HIVE_BLACK,
    CW_HIVE_SIDE_PIECES = 14,
    CW_HIVE_PIECES = 2 * CW_HIVE_SIDE_PIECES,
    CW_HIVE_NO_PIECE = 31,
    CW_HIVE_RING = 63,     /* the bits of a cell's byte that tell of its neighbours */
    CW_HIVE_TOP_SHIFT = 6, /* above them: the colour of the top piece */
    CW_HIVE_MOVES_MAX = 2048,
};

/* The first piece, and the number of pieces, of each bug among a side's 14. */
extern const uint8_t cw_hive_bug_first[CW_HIVE_BUGS];
extern const uint8_t cw_hive_bug_pieces[CW_HIVE_BUGS];

/* The bug of each piece. */
extern const uint8_t cw_hive_bug_of[32];

/* All pieces of White, and those pieces of both sides that have a successor of the same bug. */
#define CW_HIVE_SIDE_SET 0x3FFFu
#define CW_HIVE_FOLLOWED_SET (0x036Au | 0x036Au << CW_HIVE_SIDE_PIECES)

struct cw_state {
    uint8_t ground[CW_HIVE_CELLS_SPACE];
    uint64_t hash_here, hash_there; /* see hash.c */
    uint16_t cell[32];              /* of each piece; CW_HIVE_NOWHERE in hand */
    uint8_t level[32];              /* of each piece on the board: how many pieces are under it */
    uint32_t available;             /* pieces that take part in this type of game */
    uint32_t board;                 /* pieces on the board */
    uint32_t covered;               /* those of them that are not on top */
    int32_t anchor_q, anchor_r;     /* the true coordinates of anchor_cell, which is taken if any is */
    uint16_t anchor_cell;
    uint16_t ply;     /* moves made */
    uint16_t ply_max; /* the draw by max_turns; 0: none */
    uint16_t last;    /* the move made last; CW_HIVE_NO_MOVE at the start */
    int8_t holes;     /* enclosed empty regions */
    uint8_t stunned;  /* the piece moved last, or CW_HIVE_NO_PIECE: it may not move, be thrown or throw. A
                         piece just laid touches no enemy, so that nothing would come of stunning it. */
    bool queen_first; /* the queen may be laid on a player's first turn */
};

static_assert(sizeof(struct cw_state) <= 1024, "a position must fit in one KiB");

/* A move is a piece and the cell to which it goes. */
enum {
    CW_HIVE_PASS = CW_HIVE_NO_PIECE << 10,
    CW_HIVE_NO_MOVE = 0xFFFF,
};

CW_INLINE cw_move cw_hive_move(int piece, int cell) {
    return (cw_move)(piece << 10 | cell);
}

CW_INLINE int cw_hive_move_piece(cw_move move) {
    return (int)(move >> 10);
}

CW_INLINE int cw_hive_move_cell(cw_move move) {
    return (int)(move & 0x3FF);
}

CW_INLINE int cw_hive_side(const cw_state *state) {
    return state->ply & 1;
}

CW_INLINE uint32_t cw_hive_set(int piece) {
    return 1u << piece;
}

/* All pieces of a side. */
CW_INLINE uint32_t cw_hive_side_set(int side) {
    return CW_HIVE_SIDE_SET << (side * CW_HIVE_SIDE_PIECES);
}

CW_INLINE int cw_hive_color(int piece) {
    return piece >= CW_HIVE_SIDE_PIECES;
}

CW_INLINE int cw_hive_queen(int side) {
    return side * CW_HIVE_SIDE_PIECES;
}

CW_INLINE bool cw_hive_on_board(const cw_state *state, int piece) {
    return (state->board >> piece & 1u) != 0;
}

/* The neighbours of a cell that are taken. */
CW_INLINE unsigned cw_hive_ring(const cw_state *state, int cell) {
    return state->ground[cell] & CW_HIVE_RING;
}

CW_INLINE bool cw_hive_is_taken(const cw_state *state, int cell) {
    return state->ground[cell] > CW_HIVE_RING;
}

/* Takes the lowest piece out of a set that is not empty. */
CW_INLINE int cw_hive_pop(uint32_t *set) {
    int piece = __builtin_ctz(*set);
    *set &= *set - 1;
    return piece;
}

/* The pieces of a side that may be laid next: of each bug in hand the one with the lowest number. */
CW_INLINE uint32_t cw_hive_hand(const cw_state *state, int side) {
    uint32_t hand = state->available & ~state->board & cw_hive_side_set(side);
    return hand & ~((hand & CW_HIVE_FOLLOWED_SET) << 1);
}

/* The top piece of a cell that is taken. */
CW_INLINE int cw_hive_top(const cw_state *state, int cell) {
    uint32_t tops = state->board & ~state->covered;
    for (;;) {
        assert(tops != 0);
        int piece = cw_hive_pop(&tops);
        if (state->cell[piece] == cell)
            return piece;
    }
}

/* The piece of a cell at this level, which is there. */
CW_INLINE int cw_hive_piece_at(const cw_state *state, int cell, int level) {
    uint32_t pieces = state->board;
    for (;;) {
        assert(pieces != 0);
        int piece = cw_hive_pop(&pieces);
        if (state->cell[piece] == cell && state->level[piece] == level)
            return piece;
    }
}

/* How many pieces lie on a cell. */
CW_INLINE int cw_hive_height(const cw_state *state, int cell) {
    if (!cw_hive_is_taken(state, cell))
        return 0;
    return state->covered == 0 ? 1 : state->level[cw_hive_top(state, cell)] + 1;
}

/* Tells the neighbours of a cell that it is taken, or no longer. */
CW_INLINE void cw_hive_flip_neighbors(cw_state *state, int cell) {
    for (int direction = 0; direction < 6; direction++)
        state->ground[cw_hive_neighbor(cell, direction)] ^= (uint8_t)(1u << ((direction + 3) % 6));
}

/* Puts a piece that is in hand on a cell, on top of what is there. */
CW_INLINE void cw_hive_put(cw_state *state, int piece, int cell) {
    unsigned here = state->ground[cell], ring = here & CW_HIVE_RING;
    int level = 0;
    if (here <= CW_HIVE_RING) {
        state->holes = (int8_t)(state->holes + cw_hive_arcs[ring] - 1);
        cw_hive_flip_neighbors(state, cell);
    } else {
        int below = cw_hive_top(state, cell);
        state->covered |= cw_hive_set(below);
        level = state->level[below] + 1;
    }
    state->ground[cell] = (uint8_t)(ring | 1u << (CW_HIVE_TOP_SHIFT + cw_hive_color(piece)));
    state->cell[piece] = (uint16_t)cell;
    state->level[piece] = (uint8_t)level;
    state->board |= cw_hive_set(piece);
}

/* Takes a top piece off the board into the hand. */
CW_INLINE void cw_hive_take(cw_state *state, int piece) {
    int cell = state->cell[piece];
    unsigned ring = cw_hive_ring(state, cell);
    state->board &= ~cw_hive_set(piece);
    state->cell[piece] = CW_HIVE_NOWHERE;
    if (state->level[piece] == 0) {
        state->holes = (int8_t)(state->holes - cw_hive_arcs[ring] + 1);
        cw_hive_flip_neighbors(state, cell);
        state->ground[cell] = (uint8_t)ring;
    } else {
        int below = cw_hive_piece_at(state, cell, state->level[piece] - 1);
        state->covered &= ~cw_hive_set(below);
        state->ground[cell] = (uint8_t)(ring | 1u << (CW_HIVE_TOP_SHIFT + cw_hive_color(below)));
    }
}

/* Is the queen of this side enclosed? */
CW_INLINE bool cw_hive_is_enclosed(const cw_state *state, int side) {
    int queen = cw_hive_queen(side);
    return cw_hive_on_board(state, queen) && cw_hive_ring(state, state->cell[queen]) == CW_HIVE_RING;
}

CW_INLINE bool cw_hive_is_over(const cw_state *state) {
    return cw_hive_is_enclosed(state, CW_HIVE_WHITE) || cw_hive_is_enclosed(state, CW_HIVE_BLACK) ||
           (state->ply_max != 0 && state->ply >= state->ply_max);
}

/* What a move changes and cannot be told from the position after it. */
typedef struct cw_hive_undo {
    uint16_t from; /* the cell from which the piece came; CW_HIVE_NOWHERE: the hand */
    uint16_t last;
    uint8_t stunned;
} cw_hive_undo;

/* Makes a legal move on the board alone, without hash and anchor,
 * and takes it back: for perft and playouts. */
CW_INLINE cw_hive_undo cw_hive_make(cw_state *state, cw_move move) {
    cw_hive_undo undo = {.from = CW_HIVE_NOWHERE, .last = state->last, .stunned = state->stunned};
    int piece = cw_hive_move_piece(move);
    state->ply++;
    state->last = (uint16_t)move;
    state->stunned = CW_HIVE_NO_PIECE;
    if (piece == CW_HIVE_NO_PIECE)
        return undo;
    if (cw_hive_on_board(state, piece)) {
        undo.from = state->cell[piece];
        state->stunned = (uint8_t)piece;
        cw_hive_take(state, piece);
    }
    cw_hive_put(state, piece, cw_hive_move_cell(move));
    return undo;
}

CW_INLINE void cw_hive_unmake(cw_state *state, cw_move move, cw_hive_undo undo) {
    int piece = cw_hive_move_piece(move);
    state->ply--;
    state->last = undo.last;
    state->stunned = undo.stunned;
    if (piece == CW_HIVE_NO_PIECE)
        return;
    cw_hive_take(state, piece);
    if (undo.from != CW_HIVE_NOWHERE)
        cw_hive_put(state, piece, undo.from);
}

#endif
