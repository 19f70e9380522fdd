/* The reasoner `vc`: proves positions by virtual connections, or names the moves worth looking at, which are
 * those of the must-play region that are not inferior. */
#include <stdlib.h>

#include "games/hex/hex.h"
#include "games/hex/inferior.h"
#include "games/hex/limits.h"

typedef struct reasoner {
    cw_hex_connections *connections;
    bool fill;
} reasoner;

static const cw_option options[] = {
    CW_HEX_LIMIT_OPTIONS("8", "16", "4", "4"),
    {.name = "fill",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "give dead and captured cells to their colour first, and leave out inferior moves"},
    {.name = NULL},
};

static void destroy(void *context) {
    reasoner *self = context;
    if (self != NULL)
        cw_hex_connections_destroy(self->connections);
    free(self);
}

static cw_status create(const cw_game *game, const cw_options *given, void **context, cw_error *error) {
    const cw_hex_limits limits = cw_hex_limits_read(given, options);
    reasoner *self = malloc(sizeof *self);
    if (self == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the reasoner vc");
    self->fill = cw_options_switch(given, "fill");
    cw_status status = cw_hex_connections_create(cw_hex_board_of(game), &limits, &self->connections, error);
    if (status != CW_OK) {
        free(self);
        return status;
    }
    *context = self;
    return CW_OK;
}

static cw_move first_cell(const cw_hex_set *set) {
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
        if (set->word[i] != 0)
            return (cw_move)(64 * i + __builtin_ctzll(set->word[i]));
    return CW_MOVE_NONE;
}

static void prove(const cw_state *state, int winner, cw_move best, cw_verdict *verdict) {
    verdict->proven = true;
    verdict->reward[winner ^ state->crossed] = 1.0;
    verdict->reward[!winner ^ state->crossed] = 0.0;
    verdict->best = best;
}

/* Lists the moves of the must-play region that are neither filled in nor inferior. */
static void narrow(const cw_hex_board *board, const reasoner *self, const cw_hex_set stones[2],
                   const cw_state *state, cw_verdict *verdict) {
    cw_hex_set moves;
    cw_hex_connections_must_play(self->connections, state->turn, &moves);
    if (self->fill) {
        cw_hex_inferior inferior;
        cw_hex_find_inferior(board, stones, state->turn, &inferior);
        for (int i = 0; i < board->words; i++)
            moves.word[i] &= ~(inferior.filled[0].word[i] | inferior.filled[1].word[i] |
                               inferior.vulnerable.word[i] | inferior.dominated.word[i]);
    }
    verdict->move_count = 0;
    for (int i = 0; i < board->words; i++)
        for (uint64_t word = moves.word[i]; word != 0; word &= word - 1)
            verdict->moves[verdict->move_count++] = (cw_move)(64 * i + __builtin_ctzll(word));
    if (verdict->move_count == 0)
        prove(state, !state->turn, CW_MOVE_NONE, verdict);
}

static void reason(const cw_game *game, void *context, const cw_state *state, cw_verdict *verdict) {
    reasoner *self = context;
    const cw_hex_board *board = cw_hex_board_of(game);
    verdict->proven = false;
    verdict->best = CW_MOVE_NONE;
    verdict->move_count = -1;
    if (state->winner >= 0) {
        prove(state, state->winner, CW_MOVE_NONE, verdict);
        return;
    }
    bool may_be_swapped = board->swap != CW_HEX_SWAP_OFF && state->moves == 0;
    if (may_be_swapped || cw_hex_may_swap(board, state))
        return; /* the connections know nothing of swapping */
    cw_hex_set stones[2], carrier;
    cw_hex_stones_set(board, state, 0, &stones[0]);
    cw_hex_stones_set(board, state, 1, &stones[1]);
    cw_hex_connections_decide(self->connections, stones, self->fill, state->turn);
    int move, winner = cw_hex_connections_winner(self->connections, state->turn, &carrier, &move);
    if (winner < 0)
        narrow(board, self, stones, state, verdict);
    else if (winner != state->turn)
        prove(state, winner, CW_MOVE_NONE, verdict);
    else
        prove(state, winner, move == CW_HEX_NO_CELL ? first_cell(&carrier) : (cw_move)move, verdict);
}

const cw_reasoner cw_hex_reasoners[] = {
    {.base = {.name = "vc",
              .help = "virtual connections with fill-in of dead and captured cells",
              .options = options,
              .create = create,
              .destroy = destroy},
     .reason = reason},
    {.base = {.name = "solver",
              .help = "exact values by proof-number search, within a budget of positions",
              .options = cw_hex_reasoner_solver_options,
              .create = cw_hex_reasoner_solver_create,
              .destroy = cw_hex_reasoner_solver_destroy},
     .reason = cw_hex_reasoner_solver_reason,
     .reason_moves = cw_hex_reasoner_solver_moves,
     .retrace = cw_hex_reasoner_solver_retrace},
    {.base = {.name = NULL}},
};
