/* Exact values: time, lines and maps around the kernel's proof search. */
#include "games/hex/solver.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "games/hex/kernel/kernel.h"

struct cw_hex_solver {
    const cw_hex_board *board;
    const cw_hex_kernel *kernel;
    void *search;
};

cw_status cw_hex_solver_create(const cw_hex_board *board, size_t bytes, cw_hex_solver **solver,
                               cw_error *error) {
    cw_hex_solver *made = malloc(sizeof *made);
    if (made != NULL) {
        made->board = board;
        made->kernel = cw_hex_kernel_for(board->size);
        made->search = made->kernel->search_create(board, bytes);
    }
    if (made == NULL || made->search == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a solver of %dx%d Hex", board->size,
                       board->size);
    }
    *solver = made;
    return CW_OK;
}

void cw_hex_solver_destroy(cw_hex_solver *solver) {
    if (solver == NULL)
        return;
    solver->kernel->search_destroy(solver->search);
    free(solver);
}

void cw_hex_solver_clear(cw_hex_solver *solver) {
    solver->kernel->search_clear(solver->search);
}

/* ---- Time ---- */

typedef struct stopwatch {
    const cw_solver_budget *budget;
    double start;
} stopwatch;

static bool proceed(const cw_solver_progress *progress, void *payload) {
    const stopwatch *watch = payload;
    cw_solver_progress timed = *progress;
    timed.seconds = cw_clock_now() - watch->start;
    if (watch->budget->seconds > 0 && timed.seconds > watch->budget->seconds)
        return false;
    return watch->budget->watch.proceed == NULL ||
           watch->budget->watch.proceed(&timed, watch->budget->watch.payload);
}

/* ---- One position ---- */

static void solve(cw_hex_solver *solver, const cw_hex_set stones[2], int turn, stopwatch *watch,
                  cw_hex_solution *solution) {
    const cw_solver_watch asked = {proceed, watch};
    *solution = (cw_hex_solution){.winner = -1};
    solution->winner = solver->kernel->search_solve(solver->search, stones, turn, &asked, &solution->proof,
                                                    &solution->progress);
    solution->progress.seconds = cw_clock_now() - watch->start;
}

void cw_hex_solver_solve(cw_hex_solver *solver, const cw_hex_set stones[2], int turn,
                         const cw_solver_budget *budget, cw_hex_solution *solution) {
    stopwatch watch = {budget, cw_clock_now()};
    solve(solver, stones, turn, &watch, solution);
}

int cw_hex_solver_line(cw_hex_solver *solver, const cw_hex_set stones[2], int turn,
                       const cw_solver_budget *budget, int line[CW_HEX_LINE_MAX]) {
    stopwatch watch = {budget, cw_clock_now()};
    const cw_solver_watch asked = {proceed, &watch};
    cw_hex_set position[2] = {stones[0], stones[1]};
    int length = 0;
    while (!cw_hex_joined(solver->board, position[0].word, 0, NULL) &&
           !cw_hex_joined(solver->board, position[1].word, 1, NULL)) {
        int move = solver->kernel->search_move(solver->search, position, turn, &asked);
        if (move == CW_HEX_NO_CELL)
            break;
        cw_hex_set_add(&position[turn], move);
        line[length++] = move;
        turn = !turn;
    }
    return length;
}

/* ---- All moves ---- */

static int turned(const cw_hex_board *board, int cell) {
    return cw_hex_cell(board, board->size - 1 - cw_hex_column(board, cell),
                       board->size - 1 - cw_hex_row(board, cell));
}

/* Is the position the same when the board is turned by half a circle? */
static bool is_symmetric(const cw_hex_board *board, const cw_hex_set stones[2]) {
    for (int cell = 0; cell < board->cell_limit; cell++)
        for (int color = 0; color < 2; color++)
            if (cw_hex_set_has(&stones[color], cell) && !cw_hex_set_has(&stones[color], turned(board, cell)))
                return false;
    return true;
}

/* Notes that a move wins, or that it and all moves outside the opponent's proof lose. */
static void note(const cw_hex_board *board, const cw_hex_solution *found, int turn, int cell,
                 const cw_hex_set *empty, bool symmetric, int8_t values[CW_HEX_CELLS_MAX]) {
    if (found->winner == turn)
        values[cell] = 1;
    else
        for (int other = 0; other < board->cell_limit; other++)
            if (cw_hex_set_has(empty, other) && (other == cell || !cw_hex_set_has(&found->proof, other)))
                values[other] = 0;
    for (int other = 0; symmetric && other < board->cell_limit; other++)
        if (cw_hex_set_has(empty, other) && values[other] >= 0)
            values[turned(board, other)] = values[other];
}

/* What the value of the position tells about its moves: all lose, or one that wins is known. So much is found
 * even where the budget does not reach for every move. */
static void note_value(cw_hex_solver *solver, const cw_hex_set stones[2], int turn, stopwatch *watch,
                       int winner, const cw_hex_set *empty, int8_t values[CW_HEX_CELLS_MAX]) {
    const cw_solver_watch asked = {proceed, watch};
    for (int cell = 0; winner == !turn && cell < solver->board->cell_limit; cell++)
        if (cw_hex_set_has(empty, cell))
            values[cell] = 0;
    int move =
        winner == turn ? solver->kernel->search_move(solver->search, stones, turn, &asked) : CW_HEX_NO_CELL;
    if (move != CW_HEX_NO_CELL)
        values[move] = 1;
}

cw_solver_progress cw_hex_solver_map(cw_hex_solver *solver, const cw_hex_set stones[2], int turn,
                                     const cw_solver_budget *budget, int8_t values[CW_HEX_CELLS_MAX]) {
    const cw_hex_board *board = solver->board;
    stopwatch watch = {budget, cw_clock_now()};
    bool symmetric = is_symmetric(board, stones);
    cw_hex_solution found = {.winner = -1};
    cw_hex_set empty = board->cells;
    for (int i = 0; i < board->words; i++)
        empty.word[i] &= ~(stones[0].word[i] | stones[1].word[i]);
    memset(values, -1, CW_HEX_CELLS_MAX);
    solve(solver, stones, turn, &watch, &found);
    note_value(solver, stones, turn, &watch, found.winner, &empty, values);
    for (int cell = 0; cell < board->cell_limit && found.winner >= 0; cell++) {
        if (!cw_hex_set_has(&empty, cell) || values[cell] >= 0)
            continue;
        cw_hex_set after[2] = {stones[0], stones[1]};
        cw_hex_set_add(&after[turn], cell);
        solve(solver, after, !turn, &watch, &found);
        if (found.winner >= 0)
            note(board, &found, turn, cell, &empty, symmetric, values);
    }
    return found.progress;
}

bool cw_hex_solver_retrace(cw_hex_solver *solver, const cw_hex_set stones[2], int turn,
                           cw_hex_decided_visitor *visit, void *payload) {
    return solver->kernel->search_retrace(solver->search, stones, turn, visit, payload);
}
