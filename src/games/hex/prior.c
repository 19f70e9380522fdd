/* The prior `templates`: what patterns around the last move and along the edges say about moves.
 *
 * A move starts with weight 1. Saving what the last move broke adds most: a bridge, a ziggurat, a level-four
 * edge template, in this order. A move into a whole ziggurat (the 4-3-2 template) of the opponent at the
 * second or the fourth cell of its edge row is held to gain least there, as the literature on that template
 * says; this is advice and not proved. Such an inferior move loses most of its weight.
 *
 * In the end the least weight is taken from all, so that moves of which nothing is known get none: equal
 * weights would only make a search explore more. */
#include <stdlib.h>

#include "core/lattice.h"
#include "games/hex/hex.h"
#include "games/hex/templates.h"

typedef struct edge_knowledge {
    cw_hex_templates ziggurats, level_fours;
    float bridge, ziggurat, level_four, inferior;
} edge_knowledge;

const cw_option cw_hex_prior_options[] = {
    {.name = "bridge",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "8",
     .help = "weight added to a move that saves a bridge",
     .place = CW_PLACE(edge_knowledge, bridge)},
    {.name = "ziggurat",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "5",
     .help = "weight added to a move that saves a ziggurat",
     .place = CW_PLACE(edge_knowledge, ziggurat)},
    {.name = "level4",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1000,
     .standard = "3",
     .help = "weight added to a move that saves a level-four edge template",
     .place = CW_PLACE(edge_knowledge, level_four)},
    {.name = "inferior",
     .type = CW_OPTION_REAL,
     .low = 0,
     .high = 1,
     .standard = "0.25",
     .help = "factor for an inferior move into a whole ziggurat",
     .place = CW_PLACE(edge_knowledge, inferior)},
    {.name = NULL},
};

cw_status cw_hex_prior_create(const cw_game *game, const cw_options *options, void **context,
                              cw_error *error) {
    cw_options standard;
    if (options == NULL) {
        cw_options_defaults(&standard, cw_hex_prior_options);
        options = &standard;
    }
    edge_knowledge *knowledge = malloc(sizeof *knowledge);
    if (knowledge == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for edge templates");
    cw_hex_make_ziggurats(cw_hex_board_of(game), &knowledge->ziggurats);
    cw_hex_make_level_fours(cw_hex_board_of(game), &knowledge->level_fours);
    cw_options_fill(options, cw_hex_prior_options, knowledge);
    *context = knowledge;
    return CW_OK;
}

/* Adds to the cells that save a bridge broken by a stone on `cell`. */
static void weigh_bridges(const cw_hex_board *board, const cw_state *state, int owner, int cell, float bonus,
                          float *weights) {
    for (int side = 0; side < CW_DIRECTIONS; side++) {
        int reply = board->neighbor[cell][side];
        int before = board->neighbor[cell][(side + 5) % 6], after = board->neighbor[cell][(side + 1) % 6];
        if (reply != CW_HEX_NO_CELL && before != CW_HEX_NO_CELL && after != CW_HEX_NO_CELL &&
            cw_hex_is_empty(board, state, reply) && cw_hex_has_stone(board, state, owner, before) &&
            cw_hex_has_stone(board, state, owner, after))
            weights[reply] += bonus;
    }
}

/* The templates of one shape as they stand; returns those of the player to move that the last move broke. */
static uint64_t find_whole(const cw_hex_board *board, const cw_state *state,
                           const cw_hex_templates *templates, cw_hex_whole *whole) {
    uint64_t broken = 0;
    cw_hex_whole_clear(whole);
    for (int pass = 0; pass < 2; pass++) { /* the last move comes last */
        for (int cell = 0; cell < board->cell_limit; cell++) {
            if (!cw_hex_set_has(&board->cells, cell) || cw_hex_is_empty(board, state, cell) ||
                (cell == state->last) != (pass == 1))
                continue;
            int color = cw_hex_has_stone(board, state, CW_HEX_WHITE, cell);
            uint64_t now = cw_hex_whole_update(templates, whole, color, cell);
            if (pass == 1 && color != state->turn)
                broken = now;
        }
    }
    return broken;
}

static void weigh_broken(const cw_hex_templates *templates, uint64_t broken, int owner, int cell, float bonus,
                         float *weights) {
    for (; broken != 0; broken &= broken - 1) {
        const cw_hex_template *template = &templates->list[owner][__builtin_ctzll(broken)];
        for (int i = 0; i < template->cell_count; i++) {
            for (int j = 0; template->cells[i] == cell && j < template->reply_count[i]; j++)
                weights[template->replies[i][j]] += bonus;
        }
    }
}

static void weigh_inferior(const cw_hex_templates *ziggurats, const cw_hex_whole *whole, int owner,
                           float factor, float *weights) {
    for (uint64_t places = whole->open[owner] & whole->stoned[owner]; places != 0; places &= places - 1) {
        const cw_hex_template *template = &ziggurats->list[owner][__builtin_ctzll(places)];
        weights[template->cells[CW_HEX_ZIGGURAT_SECOND]] *= factor;
        weights[template->cells[CW_HEX_ZIGGURAT_FOURTH]] *= factor;
    }
}

void cw_hex_prior_weigh(const cw_game *game, void *context, const cw_state *state, const cw_move *moves,
                        int count, float *weights) {
    const cw_hex_board *board = cw_hex_board_of(game);
    const edge_knowledge *knowledge = context;
    float by_cell[CW_HEX_CELLS_MAX + 1];
    cw_hex_whole ziggurats, level_fours;
    for (int cell = 0; cell <= CW_HEX_CELLS_MAX; cell++)
        by_cell[cell] = 1;
    uint64_t broken_ziggurats = find_whole(board, state, &knowledge->ziggurats, &ziggurats);
    uint64_t broken_fours = find_whole(board, state, &knowledge->level_fours, &level_fours);
    if (state->last != CW_HEX_NO_CELL && cw_hex_has_stone(board, state, state->turn ^ 1, state->last)) {
        weigh_bridges(board, state, state->turn, state->last, knowledge->bridge, by_cell);
        weigh_broken(&knowledge->ziggurats, broken_ziggurats, state->turn, state->last, knowledge->ziggurat,
                     by_cell);
        weigh_broken(&knowledge->level_fours, broken_fours, state->turn, state->last, knowledge->level_four,
                     by_cell);
    }
    weigh_inferior(&knowledge->ziggurats, &ziggurats, state->turn ^ 1, knowledge->inferior, by_cell);
    float least = 1;
    for (int i = 0; i < count; i++) {
        weights[i] = by_cell[moves[i] < CW_HEX_SWAP ? moves[i] : CW_HEX_SWAP];
        least = weights[i] < least ? weights[i] : least;
    }
    for (int i = 0; i < count; i++)
        weights[i] -= least;
}
