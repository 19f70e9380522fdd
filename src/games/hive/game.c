#include "games/hive/hive.h"

#include <stdlib.h>
#include <string.h>

#include "games/hive/hash.h"
#include "games/hive/moves.h"

const uint8_t cw_hive_bug_first[CW_HIVE_BUGS] = {0, 1, 3, 5, 8, 11, 12, 13};
const uint8_t cw_hive_bug_pieces[CW_HIVE_BUGS] = {1, 2, 2, 3, 3, 1, 1, 1};
const uint8_t cw_hive_bug_of[32] = {
    CW_HIVE_QUEEN,       CW_HIVE_SPIDER,      CW_HIVE_SPIDER,      CW_HIVE_BEETLE,  CW_HIVE_BEETLE,
    CW_HIVE_GRASSHOPPER, CW_HIVE_GRASSHOPPER, CW_HIVE_GRASSHOPPER, CW_HIVE_ANT,     CW_HIVE_ANT,
    CW_HIVE_ANT,         CW_HIVE_MOSQUITO,    CW_HIVE_LADYBUG,     CW_HIVE_PILLBUG, CW_HIVE_QUEEN,
    CW_HIVE_SPIDER,      CW_HIVE_SPIDER,      CW_HIVE_BEETLE,      CW_HIVE_BEETLE,  CW_HIVE_GRASSHOPPER,
    CW_HIVE_GRASSHOPPER, CW_HIVE_GRASSHOPPER, CW_HIVE_ANT,         CW_HIVE_ANT,     CW_HIVE_ANT,
    CW_HIVE_MOSQUITO,    CW_HIVE_LADYBUG,     CW_HIVE_PILLBUG,
};

/* ---- Options ---- */

static const cw_option options[] = {
    {.name = "type",
     .type = CW_OPTION_CHOICE,
     .choices = "Base|Base+M|Base+L|Base+P|Base+ML|Base+MP|Base+LP|Base+MLP",
     .standard = "Base",
     .is_prominent = true,
     .help = "which expansions take part: Mosquito, Ladybug, Pillbug"},
    {.name = "repetition",
     .type = CW_OPTION_CHOICE,
     .choices = "3|off",
     .standard = "3",
     .help = "the occurrence of a position that makes a draw"},
    {.name = "max_turns",
     .also = "maxturns",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 60000,
     .standard = "0",
     .help = "moves of both players after which the game is a draw; 0: no limit"},
    {.name = "queen_first",
     .also = "queenfirst",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "whether the queen may be laid on a player's first turn"},
    {.name = NULL},
};

static const char *const endings[] = {"queen", "both-queens", "repetition", "limit", NULL};

/* The pieces that take part in a type such as "Base+MP". */
static uint32_t available_pieces(const char *type) {
    uint32_t side = (1u << 11) - 1;
    const char *expansions = strchr(type, '+');
    for (const char *letter = expansions; letter != NULL && *letter != '\0'; letter++) {
        side |= *letter == 'M' ? 1u << 11 : 0;
        side |= *letter == 'L' ? 1u << 12 : 0;
        side |= *letter == 'P' ? 1u << 13 : 0;
    }
    return side | side << CW_HIVE_SIDE_PIECES;
}

/* ---- Configuration ---- */

typedef struct hive_data {
    cw_hive_powers powers;
    cw_state start;
} hive_data;

static const hive_data *data_of(const cw_game *game) {
    return game->data;
}

static void fill_start(const cw_game *game, cw_state *state) {
    memset(state, 0, sizeof *state);
    state->available = available_pieces(cw_options_text(&game->options, "type"));
    state->queen_first = cw_options_switch(&game->options, "queen_first");
    state->ply_max = (uint16_t)cw_options_integer(&game->options, "max_turns");
    state->stunned = CW_HIVE_NO_PIECE;
    state->last = CW_HIVE_NO_MOVE;
    state->holes = 1; /* the first piece, laid into an empty ring, makes it 0 */
    for (int piece = 0; piece < 32; piece++)
        state->cell[piece] = CW_HIVE_NOWHERE;
}

static cw_status configure(cw_game *game, cw_error *error) {
    hive_data *data = calloc(1, sizeof *data);
    if (data == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the game hive");
    cw_hive_fill_powers(&data->powers);
    fill_start(game, &data->start);
    game->data = data;
    game->player_count = 2;
    game->seats[CW_HIVE_WHITE] = (cw_seat){"white", "w", CW_COLOR_WHITE};
    game->seats[CW_HIVE_BLACK] = (cw_seat){"black", "b", CW_COLOR_BLACK};
    game->state_size = sizeof(cw_state);
    game->moves_max = CW_HIVE_MOVES_MAX;
    game->repetition_limit = cw_options_choice(&game->options, "repetition") == 0 ? 3 : 0;
    return CW_OK;
}

static void release(cw_game *game) {
    free(game->data);
}

/* ---- Rules ---- */

static void start(const cw_game *game, cw_state *state) {
    *state = data_of(game)->start;
}

static int to_decide(const cw_game *game, const cw_state *state) {
    (void)game;
    return cw_hive_is_over(state) ? CW_NOBODY : cw_hive_side(state);
}

static int moves(const cw_game *game, const cw_state *state, cw_move *list) {
    (void)game;
    if (cw_hive_is_over(state))
        return 0;
    cw_state work = *state;
    return cw_hive_list_moves(&work, list);
}

static int count_moves(const cw_game *game, const cw_state *state) {
    (void)game;
    if (cw_hive_is_over(state))
        return 0;
    cw_state work = *state;
    return cw_hive_count_moves(&work);
}

static uint64_t perft(const cw_game *game, const cw_state *state, int depth) {
    (void)game;
    cw_state work = *state;
    return cw_hive_perft(&work, depth);
}

/* The anchor stays on the hive when the piece on it leaves: it steps to a neighbour that is taken. */
static void keep_anchor(cw_state *state, int piece) {
    if (state->level[piece] > 0 || state->cell[piece] != state->anchor_cell)
        return;
    int direction = cw_hive_first(cw_hive_ring(state, state->anchor_cell));
    state->anchor_cell = (uint16_t)cw_hive_neighbor(state->anchor_cell, direction);
    state->anchor_q += cw_offsets[direction].q;
    state->anchor_r += cw_offsets[direction].r;
}

static void play(const cw_game *game, cw_state *state, cw_move move) {
    const cw_hive_powers *powers = &data_of(game)->powers;
    int piece = cw_hive_move_piece(move);
    if (piece == CW_HIVE_NO_PIECE) {
        cw_hive_make(state, move);
        return;
    }
    if (cw_hive_on_board(state, piece)) {
        keep_anchor(state, piece);
        cw_hive_hash_remove(powers, state, piece);
    }
    cw_hive_make(state, move);
    cw_hive_hash_add(powers, state, piece);
}

static void result(const cw_game *game, const cw_state *state, cw_result *result) {
    bool white = cw_hive_is_enclosed(state, CW_HIVE_WHITE), black = cw_hive_is_enclosed(state, CW_HIVE_BLACK);
    if (white == black) {
        cw_result_draw(game, white ? CW_HIVE_ENDING_BOTH : CW_HIVE_ENDING_LIMIT, result);
        return;
    }
    *result = (cw_result){.ending = CW_HIVE_ENDING_QUEEN};
    result->reward[white ? CW_HIVE_BLACK : CW_HIVE_WHITE] = 1.0;
}

static int plies_left(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->ply_max > state->ply ? state->ply_max - state->ply : 0;
}

static uint64_t hash(const cw_game *game, const cw_state *state) {
    return cw_hive_hash(&data_of(game)->powers, state);
}

static int move_number(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->ply;
}

/* Half of the way is to bring all pieces into play, the other half to fill the ring of a queen. */
static double progress(const cw_game *game, const cw_state *state) {
    (void)game;
    double laid = (double)__builtin_popcount(state->board) / __builtin_popcount(state->available);
    int fullest = 0;
    for (int side = 0; side < 2; side++) {
        int queen = cw_hive_queen(side);
        if (cw_hive_on_board(state, queen)) {
            int count = cw_hive_count[cw_hive_ring(state, state->cell[queen])];
            fullest = count > fullest ? count : fullest;
        }
    }
    return laid / 2 + fullest / 12.0;
}

const cw_game_type cw_hive_game = {
    .name = "hive",
    .title = "Hive",
    .summary = "bugs crawl, climb and jump to enclose the enemy queen",
    .rules = cw_hive_rulebook,
    .notation = cw_hive_notation,
    .options = options,
    .endings = endings,
    .has_spaces = true,
    .policies = cw_hive_policies,
    .evaluators = cw_hive_evaluators,
    .priors = cw_hive_priors,
    .formats = cw_hive_formats,
    .presets = cw_hive_presets,
    .ladder = &cw_hive_ladder,
    .bench = &cw_hive_bench,
    .puzzles = &cw_hive_puzzles,
    .customs = cw_hive_customs,
    .configure = configure,
    .release = release,
    .start = start,
    .to_decide = to_decide,
    .moves = moves,
    .play = play,
    .result = result,
    .hash = hash,
    .plies_left = plies_left,
    .move_number = move_number,
    .progress = progress,
    .print = cw_hive_print,
    .parse = cw_hive_parse,
    .draw = cw_hive_draw,
    .insight = cw_hive_insight,
    .picks = cw_hive_picks,
    .count_moves = count_moves,
    .perft = perft,
    .repetition_ending = CW_HIVE_ENDING_REPETITION,
};
