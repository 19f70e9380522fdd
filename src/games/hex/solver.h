/* The exact value of Hex positions: proof-number search with virtual connections and inferior cells
 * (kernel/search.h tells how).
 *
 * A solver keeps what it has proven, so that a second question about related positions is cheap. Swapping is
 * no part of it: the value is that of the stones with a colour to move. */
#ifndef CW_GAMES_HEX_SOLVER_H
#define CW_GAMES_HEX_SOLVER_H

#include "causeway/faces.h"
#include "games/hex/board.h"

enum { CW_HEX_LINE_MAX = CW_HEX_SIZE_MAX * CW_HEX_SIZE_MAX };

typedef struct cw_hex_solution {
    int winner;       /* a colour; -1: unknown, a limit was reached */
    cw_hex_set proof; /* the winner wins even if all empty cells outside were the loser's */
    cw_solver_progress progress;
} cw_hex_solution;

typedef struct cw_hex_solver cw_hex_solver;

/* A solver that uses at most about `bytes` of memory (at least a few megabytes; what it needs beyond, it does
 * without). The board must outlive it. */
cw_status cw_hex_solver_create(const cw_hex_board *board, size_t bytes, cw_hex_solver **solver,
                               cw_error *error);
void cw_hex_solver_destroy(cw_hex_solver *solver);

/* Forgets everything. */
void cw_hex_solver_clear(cw_hex_solver *solver);

/* Who wins with `turn` to move? Stones may be any, but no cell both colours'. */
void cw_hex_solver_solve(cw_hex_solver *solver, const cw_hex_set stones[2], int turn,
                         const cw_solver_budget *budget, cw_hex_solution *solution);

/* The line of best play to the end of the game: the winner wins, the loser takes the longest work to refute.
 * Returns its length; it is cut short when the budget ends before. */
int cw_hex_solver_line(cw_hex_solver *solver, const cw_hex_set stones[2], int turn,
                       const cw_solver_budget *budget, int line[CW_HEX_LINE_MAX]);

/* The value of each move of `turn`: by cell, 1 wins, 0 loses, -1 unknown or no move. Returns how far it came:
 * out of memory, or more than the budget's time, means that some are unknown. */
cw_solver_progress cw_hex_solver_map(cw_hex_solver *solver, const cw_hex_set stones[2], int turn,
                                     const cw_solver_budget *budget, int8_t values[CW_HEX_CELLS_MAX]);

/* A position below a solved one that is decided too, with the moves of which the same is known. */
typedef struct cw_hex_decided {
    cw_hex_set stones[2];
    int turn, winner;
    cw_hex_set wins, losses; /* moves that win and that lose; of other empty cells nothing is known */
    uint32_t work;           /* nodes that the proof took */
} cw_hex_decided;

typedef void cw_hex_decided_visitor(const cw_hex_decided *decided, void *payload);

/* Tells of a position that was solved, and then of what else the solver remembers to be decided below it, but
 * for what virtual connections show at once: those with few stones first, some thousand at most. False when
 * memory is out. */
bool cw_hex_solver_retrace(cw_hex_solver *solver, const cw_hex_set stones[2], int turn,
                           cw_hex_decided_visitor *visit, void *payload);

#endif
