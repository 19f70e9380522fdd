/* Tables of a board, names of cells, and positions set up by hand. */
#include "games/hex/board.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/lattice.h"
#include "games/hex/flood.h"

/* ---- Tables ---- */

static void make_neighbors(cw_hex_board *board, int column, int row) {
    int cell = cw_hex_cell(board, column, row);
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        int x = column + cw_offsets[direction].q, y = row + cw_offsets[direction].r;
        bool inside = x >= 0 && x < board->size && y >= 0 && y < board->size;
        board->neighbor[cell][direction] = (int16_t)(inside ? cw_hex_cell(board, x, y) : CW_HEX_NO_CELL);
        if (inside)
            cw_hex_set_add(&board->neighbors[cell], cw_hex_cell(board, x, y));
    }
}

void cw_hex_board_make(cw_hex_board *board, int size, cw_hex_swap_rule swap) {
    assert(size >= 1 && size <= CW_HEX_SIZE_MAX);
    bool compact = size <= CW_HEX_COMPACT_SIZE_MAX;
    *board = (cw_hex_board){.size = size,
                            .stride = compact ? CW_HEX_COMPACT_STRIDE : CW_HEX_WIDE_STRIDE,
                            .words = compact ? CW_HEX_COMPACT_WORDS : CW_HEX_WIDE_WORDS,
                            .swap = swap};
    board->cell_limit = size * board->stride;
    memset(board->neighbor, 0xff, sizeof board->neighbor);
    for (int row = 0; row < size; row++) {
        for (int column = 0; column < size; column++) {
            cw_hex_set_add(&board->cells, cw_hex_cell(board, column, row));
            make_neighbors(board, column, row);
        }
        cw_hex_set_add(&board->edge[CW_HEX_NORTH], cw_hex_cell(board, row, 0));
        cw_hex_set_add(&board->edge[CW_HEX_SOUTH], cw_hex_cell(board, row, size - 1));
        cw_hex_set_add(&board->edge[CW_HEX_WEST], cw_hex_cell(board, 0, row));
        cw_hex_set_add(&board->edge[CW_HEX_EAST], cw_hex_cell(board, size - 1, row));
    }
}

/* ---- Names ---- */

void cw_hex_print_cell(const cw_hex_board *board, int cell, char name[4]) {
    int column = cw_hex_column(board, cell), row = cw_hex_row(board, cell);
    assert(column < board->size && row < board->size);
    snprintf(name, 4, "%c%u", 'a' + column, (unsigned)(row + 1) % 100);
}

/* Reads a letter and a number from 1 to 99 without leading zeros, and nothing after them. */
static bool read_name(const char *name, int *column, int *row) {
    if (!isalpha((unsigned char)name[0]) || name[1] < '1' || name[1] > '9')
        return false;
    *column = tolower((unsigned char)name[0]) - 'a';
    *row = name[1] - '1';
    if (name[2] == '\0')
        return true;
    if (!isdigit((unsigned char)name[2]) || name[3] != '\0')
        return false;
    *row = 10 * (name[1] - '0') + (name[2] - '0') - 1;
    return true;
}

cw_status cw_hex_parse_cell(const cw_hex_board *board, const char *name, int *cell, cw_error *error) {
    int column, row;
    if (!read_name(name, &column, &row))
        return cw_fail(error, CW_BAD_INPUT, "'%s' is not a cell, write a letter and a number such as a1",
                       name);
    if (column >= board->size || row >= board->size)
        return cw_fail(error, CW_BAD_INPUT, "%s is off the board, which goes from a1 to %c%d", name,
                       'a' + board->size - 1, board->size);
    *cell = cw_hex_cell(board, column, row);
    return CW_OK;
}

/* ---- Sets and chains ---- */

void cw_hex_stones_set(const cw_hex_board *board, const cw_state *state, int color, cw_hex_set *set) {
    *set = (cw_hex_set){0};
    memcpy(set->word, cw_hex_stones_of(board, state, color), sizeof(uint64_t) * (size_t)board->words);
}

void cw_hex_empty_set(const cw_hex_board *board, const cw_state *state, cw_hex_set *set) {
    *set = board->cells;
    for (int i = 0; i < board->words; i++)
        set->word[i] &= ~(state->stones[i] | state->stones[board->words + i]);
}

bool cw_hex_joined(const cw_hex_board *board, const uint64_t *stones, int color, cw_hex_set *chain) {
    const cw_hex_set *first = &board->edge[2 * color], *last = &board->edge[2 * color + 1];
    const cw_hex_set nowhere = {0};
    const cw_hex_set *goal = chain != NULL ? &nowhere : last;
    cw_hex_set reached = {0};
    if (board->words == CW_HEX_COMPACT_WORDS) {
        cw_uint128 all = cw_hex_flood_compact(cw_hex_compact(first->word), cw_hex_compact(stones),
                                              cw_hex_compact(goal->word));
        reached.word[0] = (uint64_t)all;
        reached.word[1] = (uint64_t)(all >> 64);
    } else {
        cw_hex_set own;
        memcpy(own.word, stones, sizeof own.word);
        reached = cw_hex_flood_wide(first, &own, goal);
    }
    bool joined = false;
    for (int i = 0; i < board->words; i++)
        joined |= (reached.word[i] & last->word[i]) != 0;
    if (chain != NULL)
        *chain = reached;
    return joined;
}

/* Does the chain that the stone on `cell` belongs to join its colour's edges? Most often the chain is short,
 * and while there are fewer stones than rows there can be none. */
static bool joins(const cw_hex_board *board, const uint64_t *stones, int color, int cell) {
    const cw_hex_set *first = &board->edge[2 * color], *last = &board->edge[2 * color + 1];
    int count = 0;
    for (int i = 0; i < board->words; i++)
        count += __builtin_popcountll(stones[i]);
    if (count < board->size)
        return false;
    if (board->words == CW_HEX_COMPACT_WORDS) {
        cw_uint128 chain = cw_hex_flood_compact((cw_uint128)1 << cell, cw_hex_compact(stones), (cw_uint128)0);
        return (chain & cw_hex_compact(first->word)) != 0 && (chain & cw_hex_compact(last->word)) != 0;
    }
    cw_hex_set own, seed = {0}, nowhere = {0};
    memcpy(own.word, stones, sizeof own.word);
    cw_hex_set_add(&seed, cell);
    cw_hex_set chain = cw_hex_flood_wide(&seed, &own, &nowhere);
    uint64_t at_first = 0, at_last = 0;
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        at_first |= chain.word[i] & first->word[i];
        at_last |= chain.word[i] & last->word[i];
    }
    return at_first != 0 && at_last != 0;
}

int cw_hex_find_winner(const cw_hex_board *board, const cw_state *state) {
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++) {
        if (cw_hex_joined(board, cw_hex_stones_of(board, state, color), color, NULL))
            return color;
    }
    return -1;
}

/* ---- Positions set up by hand ---- */

uint64_t cw_hex_stone_hash(int color, int cell) {
    return cw_mix(UINT64_C(0x4845580000000000) + (uint64_t)(2 * cell + color));
}

void cw_hex_clear(const cw_hex_board *board, cw_state *state, int turn) {
    *state = (cw_state){.last = CW_HEX_NO_CELL, .turn = (uint8_t)turn, .winner = -1};
    memset(state->stones, 0, 2 * sizeof(uint64_t) * (size_t)board->words);
}

void cw_hex_put(const cw_hex_board *board, cw_state *state, int color, int cell) {
    assert(cw_hex_is_empty(board, state, cell));
    cw_hex_stones(board, state, color)[cell >> 6] |= UINT64_C(1) << (cell & 63);
    state->zobrist ^= cw_hex_stone_hash(color, cell);
    state->last = (int16_t)cell;
    state->moves++;
    if (state->winner < 0 && joins(board, cw_hex_stones_of(board, state, color), color, cell))
        state->winner = (int8_t)color;
}

void cw_hex_remove(const cw_hex_board *board, cw_state *state, int cell) {
    int color = cw_hex_has_stone(board, state, CW_HEX_WHITE, cell) ? CW_HEX_WHITE : CW_HEX_BLACK;
    assert(cw_hex_has_stone(board, state, color, cell));
    cw_hex_stones(board, state, color)[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
    state->zobrist ^= cw_hex_stone_hash(color, cell);
    if (state->last == cell)
        state->last = CW_HEX_NO_CELL;
    state->moves--;
    state->winner = (int8_t)cw_hex_find_winner(board, state);
}
