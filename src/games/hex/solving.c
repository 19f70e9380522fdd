/* The solver as the game's type offers it: positions and moves in place of stones and cells. */
#include <stdlib.h>

#include "games/hex/hex.h"
#include "games/hex/solver.h"

typedef struct solving {
    const cw_hex_board *board;
    cw_hex_solver *solver;
} solving;

static void destroy(void *context) {
    solving *self = context;
    cw_hex_solver_destroy(self->solver);
    free(self);
}

static cw_status create(const cw_game *game, size_t bytes, void **context, cw_error *error) {
    if (cw_hex_board_of(game)->swap != CW_HEX_SWAP_OFF)
        return cw_fail(error, CW_UNSUPPORTED,
                       "solve gives values without swapping: leave out swap, or say swap=off");
    solving *self = calloc(1, sizeof *self);
    if (self == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a solver");
    self->board = cw_hex_board_of(game);
    cw_status status = cw_hex_solver_create(self->board, bytes, &self->solver, error);
    if (status != CW_OK) {
        free(self);
        return status;
    }
    *context = self;
    return CW_OK;
}

static void collect_stones(const solving *self, const cw_state *state, cw_hex_set stones[2]) {
    cw_hex_stones_set(self->board, state, CW_HEX_BLACK, &stones[CW_HEX_BLACK]);
    cw_hex_stones_set(self->board, state, CW_HEX_WHITE, &stones[CW_HEX_WHITE]);
}

static int solve(void *context, const cw_state *state, const cw_solver_budget *budget,
                 cw_solver_progress *progress) {
    solving *self = context;
    cw_hex_set stones[2];
    cw_hex_solution found;
    collect_stones(self, state, stones);
    cw_hex_solver_solve(self->solver, stones, state->turn, budget, &found);
    *progress = found.progress;
    return found.winner; /* without a swap the colours are the players */
}

static int line(void *context, const cw_state *state, const cw_solver_budget *budget, cw_move *moves,
                int room) {
    solving *self = context;
    cw_hex_set stones[2];
    int cells[CW_HEX_LINE_MAX];
    collect_stones(self, state, stones);
    int length = cw_hex_solver_line(self->solver, stones, state->turn, budget, cells);
    length = length < room ? length : room;
    for (int i = 0; i < length; i++)
        moves[i] = (cw_move)cells[i];
    return length;
}

static cw_solver_progress values(void *context, const cw_state *state, const cw_solver_budget *budget,
                                 const cw_move *moves, int count, int8_t *list) {
    solving *self = context;
    cw_hex_set stones[2];
    int8_t by_cell[CW_HEX_CELLS_MAX];
    collect_stones(self, state, stones);
    cw_solver_progress progress = cw_hex_solver_map(self->solver, stones, state->turn, budget, by_cell);
    for (int i = 0; i < count; i++)
        list[i] = by_cell[moves[i]];
    return progress;
}

const cw_solver cw_hex_solving = {
    .help = "proof-number search with virtual connections and inferior cells; swapping is left out",
    .create = create,
    .destroy = destroy,
    .solve = solve,
    .line = line,
    .values = values,
};
