/* Customs of players who judge moves by playouts: those of Out's thesis on Hive (2017).
 *
 * The queen is laid on the third turn at the latest. Moves that take a piece away from the enemy queen are to
 * be avoided (the thesis's "Mod"). A win does not count if only the loser's own pieces enclose the queen. */
#include <stdlib.h>

#include "games/hive/hive.h"
#include "games/hive/moves.h"

typedef struct customs {
    int queen_turn; /* 0: as the rules allow */
} customs;

static const cw_option options[] = {
    {.name = "queen",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 4,
     .standard = "3",
     .help = "the player's turn by which the queen is laid; 0: as the rules allow",
     .also = "queen",
     .place = CW_PLACE(customs, queen_turn)},
    {.name = NULL},
};

static cw_status create(const cw_game *game, const cw_options *from, void **context, cw_error *error) {
    (void)game;
    customs *made = malloc(sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the custom thesis");
    cw_options_fill(from, options, made);
    *context = made;
    return CW_OK;
}

/* Keeps only the moves that lay the queen, when it is time for her. */
static int narrow(const cw_game *game, void *context, const cw_state *state, cw_move *moves, int count) {
    (void)game;
    const customs *self = context;
    int queen = cw_hive_queen(cw_hive_side(state)), kept = 0;
    if (self->queen_turn == 0 || cw_hive_on_board(state, queen) || state->ply / 2 + 1 < self->queen_turn)
        return count;
    for (int i = 0; i < count; i++) {
        if (cw_hive_move_piece(moves[i]) == queen)
            moves[kept++] = moves[i];
    }
    return kept > 0 ? kept : count;
}

static int queen_neighbors(const cw_state *state, int side) {
    int queen = cw_hive_queen(side);
    return cw_hive_on_board(state, queen) ? cw_hive_count[cw_hive_ring(state, state->cell[queen])] : 0;
}

/* Does the move take a piece away from the enemy queen? */
static bool avoids(const cw_game *game, void *context, const cw_state *state, cw_move move) {
    (void)game;
    (void)context;
    int enemy = !cw_hive_side(state);
    cw_state after = *state;
    cw_hive_make(&after, move);
    return queen_neighbors(&after, enemy) < queen_neighbors(state, enemy);
}

/* Is the enclosed queen surrounded by more than pieces of her own colour? */
static bool counts(const cw_game *game, void *context, const cw_state *end, int winner) {
    (void)game;
    (void)context;
    int loser = !winner, cell = end->cell[cw_hive_queen(loser)];
    for (int direction = 0; direction < 6; direction++) {
        unsigned top = end->ground[cw_hive_neighbor(cell, direction)] >> CW_HIVE_TOP_SHIFT;
        if (top != 1u << loser)
            return true;
    }
    return false;
}

const cw_custom cw_hive_customs[] = {
    {.base = {.name = "thesis",
              .help = "the queen by the third turn, pieces stay beside the enemy queen (Out 2017)",
              .options = options,
              .create = create,
              .destroy = free},
     .narrow = narrow,
     .avoids = avoids,
     .counts = counts},
    {.base = {.name = NULL}},
};
