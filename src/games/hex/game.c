/* Hex: the rules and the notation behind the game interface. */
#include "games/hex/hex.h"
#include "games/hex/opening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "games/registry.h"

/* ---- Configuration ---- */

static const cw_option options[] = {
    {.name = "size",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = CW_HEX_SIZE_MAX,
     .standard = "11",
     .is_prominent = true,
     .help = "cells along a side"},
    {.name = "swap",
     .type = CW_OPTION_CHOICE,
     .choices = "off|pieces|sides|on=pieces",
     .standard = "off",
     .is_prominent = true,
     .help = "may White answer the first move by taking it over: mirrored (pieces), or by changing colours"},
    {.name = "black",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "cells of black stones that lie there from the start, such as c3d4"},
    {.name = "white",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "cells of white stones that lie there from the start"},
    {.name = "turn",
     .type = CW_OPTION_CHOICE,
     .choices = "black|white",
     .standard = "black",
     .help = "who makes the first move"},
    {.name = "free",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "take stones of either colour in any order, for programs that set up positions"},
    {.name = NULL},
};

/* Reads cells that stand side by side, such as c3d4, into the board's set-up. */
static cw_status read_stones(cw_hex_board *board, const char *cells, int color, cw_error *error) {
    while (*cells != '\0') {
        char name[8] = "";
        int cell;
        size_t length = 1 + strspn(cells + 1, "0123456789");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), cells);
        cw_status status = cw_hex_parse_cell(board, name, &cell, error);
        if (status != CW_OK)
            return status;
        if (cw_hex_set_has(&board->setup[CW_HEX_BLACK], cell) ||
            cw_hex_set_has(&board->setup[CW_HEX_WHITE], cell))
            return cw_fail(error, CW_BAD_INPUT, "hex: two stones are set up at %s", name);
        cw_hex_set_add(&board->setup[color], cell);
        cells += length;
    }
    return CW_OK;
}

/* The position before the first move. */
static cw_status set_up(const cw_game *game, cw_hex_board *board, cw_error *error) {
    static const char *const names[2] = {"black", "white"};
    cw_status status = CW_OK;
    for (int color = 0; color < 2 && status == CW_OK; color++) {
        board->has_setup |= cw_options_text(&game->options, names[color])[0] != '\0';
        status = read_stones(board, cw_options_text(&game->options, names[color]), color, error);
    }
    board->first = (uint8_t)cw_options_choice(&game->options, "turn");
    if (status == CW_OK && board->swap != CW_HEX_SWAP_OFF &&
        (board->has_setup || board->first != CW_HEX_BLACK))
        return cw_fail(error, CW_UNSUPPORTED,
                       "hex: a position that is set up cannot be swapped, say swap=off");
    return status;
}

static cw_status configure(cw_game *game, cw_error *error) {
    cw_hex_board *board = aligned_alloc(64, (sizeof *board + 63) / 64 * 64);
    if (board == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the tables of Hex");
    int size = (int)cw_options_integer(&game->options, "size");
    cw_hex_board_make(board, size, (cw_hex_swap_rule)cw_options_choice(&game->options, "swap"));
    cw_status status = set_up(game, board, error);
    if (status != CW_OK) {
        free(board);
        return status;
    }
    board->free_play = game->takes_unlisted = cw_options_switch(&game->options, "free");
    game->data = board;
    game->player_count = 2;
    game->seats[0] = (cw_seat){.name = "black", .letter = "b", .color = CW_COLOR_BLACK};
    game->seats[1] = (cw_seat){.name = "white", .letter = "w", .color = CW_COLOR_WHITE};
    game->state_size = sizeof(cw_state) + 2 * sizeof(uint64_t) * (size_t)board->words;
    game->moves_max = size * size + (board->swap != CW_HEX_SWAP_OFF);
    game->key_count = 64 * board->words; /* playouts report keys in whole words; the swap's is cell_limit */
    return CW_OK;
}

static void release(cw_game *game) {
    free(game->data);
}

/* ---- Rules ---- */

static void start(const cw_game *game, cw_state *state) {
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_hex_clear(board, state, board->first);
    for (int cell = 0; board->has_setup && cell < board->cell_limit; cell++) {
        for (int color = 0; color < 2; color++) {
            if (cw_hex_set_has(&board->setup[color], cell))
                cw_hex_put(board, state, color, cell);
        }
    }
    state->last = CW_HEX_NO_CELL;
}

static int to_decide(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->winner >= 0 ? CW_NOBODY : state->turn ^ state->crossed;
}

static int moves(const cw_game *game, const cw_state *state, cw_move *list) {
    const cw_hex_board *board = cw_hex_board_of(game);
    if (state->winner >= 0)
        return 0;
    int count = 0;
    for (int i = 0; i < board->words; i++) {
        uint64_t empty = board->cells.word[i] & ~(state->stones[i] | state->stones[board->words + i]);
        for (; empty != 0; empty &= empty - 1)
            list[count++] = (cw_move)(64 * i + __builtin_ctzll(empty));
    }
    if (cw_hex_may_swap(board, state))
        list[count++] = CW_HEX_SWAP;
    return count;
}

static int count_moves(const cw_game *game, const cw_state *state) {
    const cw_hex_board *board = cw_hex_board_of(game);
    if (state->winner >= 0)
        return 0;
    int count = cw_hex_may_swap(board, state);
    for (int i = 0; i < board->words; i++)
        count += __builtin_popcountll(board->cells.word[i] &
                                      ~(state->stones[i] | state->stones[board->words + i]));
    return count;
}

static bool is_legal(const cw_game *game, const cw_state *state, cw_move move) {
    const cw_hex_board *board = cw_hex_board_of(game);
    if (state->winner >= 0)
        return false;
    if (move == CW_HEX_SWAP)
        return cw_hex_may_swap(board, state);
    if (move >= CW_HEX_FREE_STONE && board->free_play) {
        if (move == CW_HEX_GIVE_TURN)
            return true;
        move %= CW_HEX_FREE_STONE;
    }
    return move < (cw_move)board->cell_limit && cw_hex_set_has(&board->cells, (int)move) &&
           cw_hex_is_empty(board, state, (int)move);
}

/* The second player takes over the opening stone. */
static void play_swap(const cw_hex_board *board, cw_state *state) {
    int cell = state->last;
    if (board->swap == CW_HEX_SWAP_SIDES) {
        state->crossed = 1;
        state->moves++;
        return; /* the stone stays Black's and White is still to move, but that is the first player now */
    }
    uint16_t decisions = state->moves;
    cw_hex_remove(board, state, cell);
    cw_hex_put(board, state, CW_HEX_WHITE, cw_hex_mirror(board, cell));
    state->moves = (uint16_t)(decisions + 1);
    state->turn = CW_HEX_BLACK;
}

/* A stone of the colour that the move names, or no stone at all. */
static void play_freely(const cw_hex_board *board, cw_state *state, cw_move move) {
    if (move != CW_HEX_GIVE_TURN) {
        state->turn = (uint8_t)(move / CW_HEX_FREE_STONE - 1);
        cw_hex_put(board, state, state->turn, (int)(move % CW_HEX_FREE_STONE));
    }
    state->turn ^= 1;
}

static void play(const cw_game *game, cw_state *state, cw_move move) {
    const cw_hex_board *board = cw_hex_board_of(game);
    if (CW_UNLIKELY(move >= CW_HEX_SWAP)) {
        if (move == CW_HEX_SWAP)
            play_swap(board, state);
        else
            play_freely(board, state, move);
        return;
    }
    cw_hex_put(board, state, state->turn, (int)move);
    state->turn ^= 1;
}

void cw_hex_write_result(const cw_state *state, int winner, cw_result *result) {
    *result = (cw_result){0};
    result->reward[winner ^ state->crossed] = 1.0;
}

static void result(const cw_game *game, const cw_state *state, cw_result *out) {
    (void)game;
    cw_hex_write_result(state, state->winner, out);
}

static uint64_t hash(const cw_game *game, const cw_state *state) {
    uint64_t circumstances = (uint64_t)state->turn | (uint64_t)state->crossed << 1 |
                             (uint64_t)cw_hex_may_swap(cw_hex_board_of(game), state) << 2;
    return state->zobrist ^ cw_mix(circumstances);
}

static int move_number(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->moves;
}

static double progress(const cw_game *game, const cw_state *state) {
    int size = cw_hex_board_of(game)->size;
    double share = state->moves / (double)(size * size);
    return share < 1.0 ? share : 1.0;
}

static int seat(const cw_game *game, const cw_state *state, int player) {
    (void)game;
    return player ^ state->crossed;
}

static uint32_t key(const cw_game *game, const cw_state *state, cw_move move) {
    (void)state;
    return move == CW_HEX_SWAP ? (uint32_t)cw_hex_board_of(game)->cell_limit : move % CW_HEX_FREE_STONE;
}

/* ---- Notation ---- */

static const char *swap_word(const cw_hex_board *board) {
    return board->swap == CW_HEX_SWAP_SIDES ? "swap-sides" : "swap-pieces";
}

static void print(const cw_game *game, const cw_state *state, cw_move move, cw_text *text) {
    (void)state;
    const cw_hex_board *board = cw_hex_board_of(game);
    if (move == CW_HEX_SWAP || move == CW_HEX_GIVE_TURN) {
        cw_text_append(text, move == CW_HEX_SWAP ? swap_word(board) : "pass");
        return;
    }
    char name[4];
    cw_hex_print_cell(board, (int)(move % CW_HEX_FREE_STONE), name);
    cw_text_append(text, name);
}

static cw_status parse_swap(const cw_hex_board *board, const cw_state *state, const char *string,
                            cw_move *move, cw_error *error) {
    if (board->swap == CW_HEX_SWAP_OFF)
        return cw_fail(error, CW_ILLEGAL, "%s is not allowed, this game is played with swap=off", string);
    if (strcasecmp(string, "swap") != 0 && strcasecmp(string, swap_word(board)) != 0)
        return cw_fail(error, CW_ILLEGAL, "%s is not allowed, this game's word is %s", string,
                       swap_word(board));
    if (!cw_hex_may_swap(board, state))
        return cw_fail(error, CW_ILLEGAL, "%s is only allowed as the answer to the first move", string);
    *move = CW_HEX_SWAP;
    return CW_OK;
}

static cw_status parse(const cw_game *game, const cw_state *state, const char *string, cw_move *move,
                       cw_error *error) {
    const cw_hex_board *board = cw_hex_board_of(game);
    if (strcasecmp(string, "swap") == 0 || strcasecmp(string, "swap-pieces") == 0 ||
        strcasecmp(string, "swap-sides") == 0)
        return parse_swap(board, state, string, move, error);
    int cell;
    cw_status status = cw_hex_parse_cell(board, string, &cell, error);
    if (status != CW_OK)
        return status;
    if (state->winner >= 0)
        return cw_fail(error, CW_ILLEGAL, "%s cannot be played, the game is over", string);
    if (!cw_hex_is_empty(board, state, cell))
        return cw_fail(error, CW_ILLEGAL, "%s is occupied", string);
    *move = (cw_move)cell;
    return CW_OK;
}

static int picks(const cw_game *game, const cw_state *state, cw_move move, cw_pick *list) {
    (void)state;
    const cw_hex_board *board = cw_hex_board_of(game);
    if (move == CW_HEX_SWAP)
        list[0] = (cw_pick){.kind = CW_PICK_BUTTON};
    else
        list[0] = (cw_pick){
            .kind = CW_PICK_CELL, .q = cw_hex_column(board, (int)move), .r = cw_hex_row(board, (int)move)};
    return 1;
}

/* ---- The game ---- */

static const char *const endings[] = {"connection", NULL};

static const cw_prior priors[] = {
    {.base = {.name = "templates",
              .help = "saving bridges and edge templates first, inferior moves into a ziggurat last",
              .options = cw_hex_prior_options,
              .create = cw_hex_prior_create,
              .destroy = free},
     .weigh = cw_hex_prior_weigh},
    {.base = {.name = NULL}},
};

const cw_game_type cw_hex_game = {
    .name = "hex",
    .title = "Hex",
    .summary = "join your two sides of the rhombus; Black top and bottom, White left and right",
    .rules = cw_hex_rulebook,
    .notation = cw_hex_notation,
    .options = options,
    .endings = endings,
    .policies = cw_hex_policies,
    .evaluators = cw_hex_evaluators,
    .priors = priors,
    .reasoners = cw_hex_reasoners,
    .judges = cw_hex_judges,
    .formats = cw_hex_formats,
    .presets = cw_hex_presets,
    .ladder = &cw_hex_ladder,
    .bench = &cw_hex_bench,
    .puzzles = &cw_hex_puzzles,
    .setup = &cw_hex_setup,
    .solver = &cw_hex_solving,
    .configure = configure,
    .release = release,
    .start = start,
    .to_decide = to_decide,
    .moves = moves,
    .play = play,
    .result = result,
    .hash = hash,
    .move_number = move_number,
    .progress = progress,
    .print = print,
    .parse = parse,
    .draw = cw_hex_draw,
    .insight = cw_hex_insight,
    .picks = picks,
    .key = key,
    .count_moves = count_moves,
    .is_legal = is_legal,
    .opening = cw_hex_opening,
    .seat = seat,
};
