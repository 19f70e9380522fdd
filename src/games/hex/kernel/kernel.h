/* The kernel of reasoning about Hex (inferior cells, connections, proof search) is written once, for sets of
 * KERNEL_WORDS words, and built for each width that pays: kernel_1.c for boards up to 7x7, kernel_2.c up to
 * 11x11, kernel_3.c up to 13x13, kernel_6.c up to 19x19. This is the table of its functions, by which
 * connections.c, inferior.c and solver.c reach the right one; they speak in cells and sets of board.h.
 *
 *     connections.c  inferior.c  solver.c          cells and sets of board.h
 *            \           |         /
 *             cw_hex_kernel (this table)
 *            /      |       |       \
 *     kernel_1.c  _2.c    _3.c     _6.c            dense cells, sets of 1, 2, 3 or 6 words
 *            \      |       |       /
 *     views.h, retrace.h > search.h > flow.h > network.h, inferior.h, outside.h > layout.h > cells.h */
#ifndef CW_GAMES_HEX_KERNEL_KERNEL_H
#define CW_GAMES_HEX_KERNEL_KERNEL_H

#include "games/hex/connections.h"
#include "games/hex/inferior.h"
#include "games/hex/solver.h"

typedef struct cw_hex_kernel {
    int size_max;

    /* Connections; `views` is the kernel's part of a cw_hex_connections. */
    void *(*views_create)(const cw_hex_board *board, const cw_hex_limits *limits);
    void (*views_destroy)(void *views);
    bool (*build)(void *views, const cw_hex_set stones[2], bool fill, int turn);
    bool (*play)(void *views, int color, int cell);
    void (*answers)(void *views, int color, uint8_t answers[CW_HEX_CELLS_MAX], cw_hex_set *must_play);
    void (*stones)(const void *views, int color, cw_hex_set *all, cw_hex_set *filled);
    int (*winner)(const void *views, int turn, cw_hex_set *carrier, int *move);
    void (*must_play)(const void *views, int color, cw_hex_set *cells);
    int (*endpoint)(const void *views, int color, int endpoint);
    int (*between)(const void *views, int color, int from, int to, cw_hex_connection_kind kind,
                   cw_hex_connection *list, int room);
    void (*visit)(const void *views, int color, cw_hex_connection_kind kind, bool smallest_only,
                  cw_hex_connection_visitor *visit, void *payload);
    unsigned (*linked)(const void *views, int color, int endpoint, cw_hex_connection_kind kind,
                       cw_hex_set *cells);
    void (*responses)(const void *views, int color, int cell, cw_hex_set *responses);

    /* Proof search (solver.h); `search` is the kernel's part of a cw_hex_solver. `solve` returns the winner
       or -1, `move` a best move of a position that `solve` has decided. */
    void *(*search_create)(const cw_hex_board *board, size_t bytes_max);
    void (*search_destroy)(void *search);
    void (*search_clear)(void *search);
    int (*search_solve)(void *search, const cw_hex_set stones[2], int turn, const cw_solver_watch *watch,
                        cw_hex_set *proof, cw_solver_progress *progress);
    int (*search_move)(void *search, const cw_hex_set stones[2], int turn, const cw_solver_watch *watch);
    bool (*search_retrace)(void *search, const cw_hex_set stones[2], int turn, cw_hex_decided_visitor *visit,
                           void *payload);

    bool (*find_inferior)(const cw_hex_board *board, const cw_hex_set stones[2], int color,
                          cw_hex_inferior *inferior);
} cw_hex_kernel;

/* The narrowest kernel for a size. */
const cw_hex_kernel *cw_hex_kernel_for(int size);

extern const cw_hex_kernel cw_hex_kernel_1, cw_hex_kernel_2, cw_hex_kernel_3, cw_hex_kernel_6;

#endif
