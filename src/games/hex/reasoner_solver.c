/* The reasoner `solver`: exact values by proof-number search, as far as a budget of positions reaches. */
#include <stdlib.h>

#include "games/hex/hex.h"
#include "games/hex/solver.h"

typedef struct reasoner {
    cw_hex_solver *solver;
    uint64_t nodes;    /* for one question; 0: no limit */
    uint64_t deadline; /* the count of nodes at which this question ends */
} reasoner;

const cw_option cw_hex_reasoner_solver_options[] = {
    {.name = "nodes",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 1e12,
     .standard = "2000",
     .help = "positions to look at for one question; 0: until it is answered"},
    {.name = "memory", .type = CW_OPTION_INTEGER, .low = 8, .high = 65536, .standard = "64", .help = "in MB"},
    {.name = NULL},
};

void cw_hex_reasoner_solver_destroy(void *context) {
    reasoner *self = context;
    if (self != NULL)
        cw_hex_solver_destroy(self->solver);
    free(self);
}

cw_status cw_hex_reasoner_solver_create(const cw_game *game, const cw_options *given, void **context,
                                        cw_error *error) {
    reasoner *self = calloc(1, sizeof *self);
    if (self == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the reasoner solver");
    self->nodes = (uint64_t)cw_options_integer(given, "nodes");
    size_t bytes = (size_t)cw_options_integer(given, "memory") << 20;
    cw_status status = cw_hex_solver_create(cw_hex_board_of(game), bytes, &self->solver, error);
    if (status != CW_OK) {
        free(self);
        return status;
    }
    *context = self;
    return CW_OK;
}

/* The first answer to a question sets its deadline, because nodes are counted since the solver was made. */
static bool proceed(const cw_solver_progress *progress, void *payload) {
    reasoner *self = payload;
    if (self->nodes == 0)
        return true;
    if (self->deadline == 0)
        self->deadline = progress->nodes + self->nodes;
    return progress->nodes < self->deadline;
}

static cw_solver_budget begin(reasoner *self) {
    self->deadline = 0;
    return (cw_solver_budget){.watch = {proceed, self}};
}

static void copy_stones(const cw_game *game, const cw_state *state, cw_hex_set stones[2]) {
    for (int color = 0; color < 2; color++)
        cw_hex_stones_set(cw_hex_board_of(game), state, color, &stones[color]);
}

/* The solver knows nothing of swapping. */
static bool swap_is_near(const cw_game *game, const cw_state *state) {
    const cw_hex_board *board = cw_hex_board_of(game);
    return (board->swap != CW_HEX_SWAP_OFF && state->moves == 0) || cw_hex_may_swap(board, state);
}

void cw_hex_reasoner_solver_reason(const cw_game *game, void *context, const cw_state *state,
                                   cw_verdict *verdict) {
    reasoner *self = context;
    cw_hex_solution solution = {.winner = state->winner};
    verdict->proven = false;
    verdict->best = CW_MOVE_NONE;
    verdict->move_count = -1;
    if (state->winner < 0 && !swap_is_near(game, state)) {
        const cw_solver_budget budget = begin(self);
        cw_hex_set stones[2];
        copy_stones(game, state, stones);
        cw_hex_solver_solve(self->solver, stones, state->turn, &budget, &solution);
    }
    if (solution.winner < 0)
        return;
    verdict->proven = true;
    verdict->reward[solution.winner ^ state->crossed] = 1;
    verdict->reward[!solution.winner ^ state->crossed] = 0;
}

void cw_hex_reasoner_solver_moves(const cw_game *game, void *context, const cw_state *state,
                                  const cw_move *moves, int count, float *rewards) {
    reasoner *self = context;
    int8_t values[CW_HEX_CELLS_MAX];
    if (!swap_is_near(game, state)) {
        const cw_solver_budget budget = begin(self);
        cw_hex_set stones[2];
        copy_stones(game, state, stones);
        cw_hex_solver_map(self->solver, stones, state->turn, &budget, values);
    }
    for (int i = 0; i < count; i++)
        rewards[i] = swap_is_near(game, state) ? -1.0F : (float)values[moves[i]];
}

/* Who is told of positions as the game knows them. */
typedef struct listener {
    const cw_game *game;
    const cw_state *first; /* the position that was asked about */
    int stones;            /* in it */
    cw_state *state;
    cw_proved_visitor *visit;
    void *payload;
} listener;

static void lay_stones(const listener *self, const cw_hex_decided *decided) {
    const cw_hex_board *board = cw_hex_board_of(self->game);
    cw_hex_clear(board, self->state, decided->turn);
    for (int cell = 0; cell < board->cell_limit; cell++)
        for (int color = 0; color < 2; color++)
            if (cw_hex_set_has(&decided->stones[color], cell))
                cw_hex_put(board, self->state, color, cell);
    self->state->crossed = self->first->crossed;
}

static void tell(const cw_hex_decided *decided, void *payload) {
    listener *self = payload;
    cw_move moves[CW_HEX_CELLS_MAX];
    float rewards[CW_HEX_CELLS_MAX];
    lay_stones(self, decided);
    if (self->stones < 0)
        self->stones = self->state->moves;
    int count = self->game->type->moves(self->game, self->state, moves);
    for (int i = 0; i < count; i++)
        rewards[i] = cw_hex_set_has(&decided->wins, (int)moves[i])     ? 1.0F
                     : cw_hex_set_has(&decided->losses, (int)moves[i]) ? 0.0F
                                                                       : -1.0F;
    const cw_proved proved = {.state = self->state,
                              .depth = self->state->moves - self->stones,
                              .value = decided->winner == decided->turn,
                              .count = count,
                              .moves = moves,
                              .rewards = rewards,
                              .effort = decided->work};
    self->visit(&proved, self->payload);
}

void cw_hex_reasoner_solver_retrace(const cw_game *game, void *context, const cw_state *state,
                                    cw_proved_visitor *visit, void *payload) {
    reasoner *self = context;
    listener told = {.game = game, .first = state, .stones = -1, .visit = visit, .payload = payload};
    cw_hex_set stones[2];
    if (state->winner >= 0 || swap_is_near(game, state) || (told.state = malloc(game->state_size)) == NULL)
        return;
    copy_stones(game, state, stones);
    cw_hex_solver_retrace(self->solver, stones, state->turn, tell, &told);
    free(told.state);
}
