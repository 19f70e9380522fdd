/* Playouts with replies: random moves, but a move that breaks into a connection of the opponent is answered.
 *
 * After each move, in this order:
 *   1. if it intrudes into one or more bridges of the opponent, the opponent saves one of them, each with
 *      the same chance (with `templates2` and `ziggurat` an edge counts as a row of stones outside the board,
 *      so that second-row edge templates are bridges too);
 *   2. `ziggurat` only: if it intrudes into one or more ziggurats of the opponent, the opponent saves one of
 *      them, picked at random, by a random one of its good answers;
 *   3. otherwise the next move is a random empty cell.
 *
 * A bridge is seen from the intruder's cell: with its neighbours in clockwise order, an empty neighbour
 * between two stones of the opponent is the other cell of a bridge between those two.
 *
 *          X .        X and X are joined by a bridge over the cells i and r; after an intrusion at i
 *         . i r       the neighbours of i in order are  ... X r X ...
 *            X
 *
 * The board is an array of bytes with a frame of one cell around it, so that neighbours are at constant
 * distances. Six bytes make the number of a neighbourhood (two bits a neighbour), and a table tells for each
 * neighbourhood which sides hold the other cell of a bridge. */
#include <stdlib.h>
#include <string.h>

#include "core/lattice.h"
#include "games/hex/hex.h"
#include "games/hex/templates.h"

enum {
    FRAMED_COMPACT_STRIDE = CW_HEX_COMPACT_SIZE_MAX + 2,
    FRAMED_WIDE_STRIDE = CW_HEX_SIZE_MAX + 2,
    FRAMED_MAX = (CW_HEX_SIZE_MAX + 2) * FRAMED_WIDE_STRIDE,
    ROW_BYTES_MAX = 24, /* a row is read in steps of eight bytes, the last of them beyond its end */
    NEIGHBORHOODS = 1 << 12,
};

/* What a byte of the board holds. The frame is NOBODY, or the
 * colour of its edge where edges are as stones. */
enum { EMPTY = 0, BLACK_STONE = 1, WHITE_STONE = 2, NOBODY = 3 };

/* What a policy keeps for one board. */
typedef struct replies {
    uint8_t bridges[2][NEIGHBORHOODS]; /* [owner]: the sides (as bits) that save a bridge of the owner */
    uint8_t empty_board[FRAMED_MAX + ROW_BYTES_MAX];
    uint16_t framed[CW_HEX_CELLS_MAX]; /* a cell's place on the framed board */
    uint16_t cell[FRAMED_MAX];         /* and back */
    bool has_ziggurats;
    cw_hex_templates ziggurats;
} replies;

/* One playout under way. */
typedef struct game_in_progress {
    uint8_t board[FRAMED_MAX + ROW_BYTES_MAX];
    uint16_t order[CW_HEX_CELLS_MAX]; /* places not drawn yet; replies may have taken some of them */
    int order_count;
    int color; /* to move */
    int plies;
    cw_hex_whole ziggurats;
} game_in_progress;

/* ---- Making the tables ---- */

/* The sides of a cell at which a reply saves a bridge of `owner`. */
static uint8_t bridge_sides(unsigned neighborhood, unsigned owner_stone) {
    unsigned own = 0, empty = 0;
    for (int side = 0; side < CW_DIRECTIONS; side++) {
        unsigned content = neighborhood >> 2 * side & 3;
        own |= (unsigned)(content == owner_stone) << side;
        empty |= (unsigned)(content == EMPTY) << side;
    }
    return (uint8_t)((own << 1 | own >> 5) & (own >> 1 | own << 5) & empty);
}

/* What lies on the framed board before the first move; rows and columns from -1 to size. */
static uint8_t frame_content(const cw_hex_board *board, int column, int row, bool edges) {
    bool beyond_columns = column < 0 || column >= board->size, beyond_rows = row < 0 || row >= board->size;
    if (!beyond_columns && !beyond_rows)
        return EMPTY;
    if (!edges || (beyond_columns && beyond_rows))
        return NOBODY; /* no cell has a corner of the frame between two neighbours on the board */
    return beyond_rows ? BLACK_STONE : WHITE_STONE;
}

static void make_replies(const cw_hex_board *board, bool edges, replies *tables) {
    int stride = board->words == CW_HEX_COMPACT_WORDS ? FRAMED_COMPACT_STRIDE : FRAMED_WIDE_STRIDE;
    for (int row = -1; row <= board->size; row++) {
        for (int column = -1; column <= board->size; column++) {
            int place = (row + 1) * stride + column + 1;
            tables->empty_board[place] = frame_content(board, column, row, edges);
            if (column >= 0 && column < board->size && row >= 0 && row < board->size) {
                tables->framed[cw_hex_cell(board, column, row)] = (uint16_t)place;
                tables->cell[place] = (uint16_t)cw_hex_cell(board, column, row);
            }
        }
    }
    for (unsigned i = 0; i < NEIGHBORHOODS; i++) {
        tables->bridges[CW_HEX_BLACK][i] = bridge_sides(i, BLACK_STONE);
        tables->bridges[CW_HEX_WHITE][i] = bridge_sides(i, WHITE_STONE);
    }
}

static cw_status create(const cw_game *game, bool edges, bool ziggurats, void **context, cw_error *error) {
    replies *tables = calloc(1, sizeof *tables);
    if (tables == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a playout policy");
    make_replies(cw_hex_board_of(game), edges, tables);
    tables->has_ziggurats = ziggurats;
    if (ziggurats)
        cw_hex_make_ziggurats(cw_hex_board_of(game), &tables->ziggurats);
    *context = tables;
    return CW_OK;
}

static cw_status create_bridges(const cw_game *game, const cw_options *options, void **context,
                                cw_error *error) {
    (void)options;
    return create(game, false, false, context, error);
}

static cw_status create_templates2(const cw_game *game, const cw_options *options, void **context,
                                   cw_error *error) {
    (void)options;
    return create(game, true, false, context, error);
}

static cw_status create_ziggurat(const cw_game *game, const cw_options *options, void **context,
                                 cw_error *error) {
    (void)options;
    return create(game, true, true, context, error);
}

/* ---- Playing ---- */

/* The number of the neighbourhood of a place: two bits a side, in the order of cw_direction. */
CW_INLINE unsigned neighborhood(const uint8_t *place, int stride) {
    unsigned number = place[-stride];
    number = number << 2 | place[-1];
    number = number << 2 | place[stride - 1];
    number = number << 2 | place[stride];
    number = number << 2 | place[1];
    return number << 2 | place[1 - stride];
}

/* A random set bit of a set of sides that is not empty. */
CW_INLINE int random_side(unsigned sides, cw_rng *rng) {
    if (CW_UNLIKELY((sides & (sides - 1)) != 0)) {
        uint32_t skip = cw_rng_below(rng, (uint32_t)__builtin_popcount(sides));
        while (skip-- > 0)
            sides &= sides - 1;
    }
    return __builtin_ctz(sides);
}

/* The place of the answer of `owner` to the stone that the other colour has just laid, or 0. */
CW_INLINE int reply_to(const replies *tables, game_in_progress *play, int place, int owner, int stride,
                       bool ziggurats, cw_rng *rng) {
    const int steps[CW_DIRECTIONS] = {1 - stride, 1, stride, stride - 1, -1, -stride};
    uint64_t broken = 0;
    if (ziggurats)
        broken = cw_hex_whole_update(&tables->ziggurats, &play->ziggurats, owner ^ 1, tables->cell[place]);
    unsigned sides = tables->bridges[owner][neighborhood(&play->board[place], stride)];
    if (sides != 0)
        return place + steps[random_side(sides, rng)];
    if (ziggurats && broken != 0)
        return tables
            ->framed[cw_hex_template_reply(&tables->ziggurats, broken, owner, tables->cell[place], rng)];
    return 0;
}

/* Sets the board up from the state. */
CW_INLINE void begin(const cw_hex_board *board, const replies *tables, const cw_state *state, int words,
                     int stride, bool ziggurats, game_in_progress *play) {
    memcpy(play->board, tables->empty_board, (size_t)((stride + 1) * stride));
    play->order_count = 0;
    play->color = state->turn;
    if (ziggurats)
        cw_hex_whole_clear(&play->ziggurats);
    for (int i = 0; i < words; i++) {
        uint64_t black = state->stones[i], white = state->stones[words + i];
        for (uint64_t empty = board->cells.word[i] & ~(black | white); empty != 0; empty &= empty - 1)
            play->order[play->order_count++] = tables->framed[64 * i + __builtin_ctzll(empty)];
        for (uint64_t stones = black | white; stones != 0; stones &= stones - 1) {
            int cell = 64 * i + __builtin_ctzll(stones), color = (white & stones & -stones) != 0;
            play->board[tables->framed[cell]] = (uint8_t)(BLACK_STONE + color);
            if (ziggurats && cell != state->last)
                cw_hex_whole_update(&tables->ziggurats, &play->ziggurats, color, cell);
        }
    }
}

/* Moves and replies until the board is full or `plies_max` moves are made. */
CW_INLINE void fill(const replies *tables, game_in_progress *play, int reply, int plies_max, int stride,
                    bool ziggurats, cw_rng *rng) {
    int color = play->color, plies = 0, remaining = play->order_count;
    while (plies < plies_max) {
        int place = reply;
        if (place == 0) {
            if (remaining == 0)
                break;
            uint32_t index = cw_rng_below(rng, (uint32_t)remaining);
            place = play->order[index];
            play->order[index] = play->order[--remaining];
            if (play->board[place] != EMPTY)
                continue;
        }
        play->board[place] = (uint8_t)(BLACK_STONE + color);
        color ^= 1;
        plies++;
        reply = reply_to(tables, play, place, color, stride, ziggurats, rng);
    }
    play->color = color;
    play->plies = plies;
}

CW_INLINE void run(const cw_hex_board *board, const replies *tables, const cw_state *state, cw_rng *rng,
                   int plies_max, int words, int stride, bool ziggurats, game_in_progress *play) {
    begin(board, tables, state, words, stride, ziggurats, play);
    int reply = 0;
    if (state->last != CW_HEX_NO_CELL) {
        int last_color = cw_hex_has_stone(board, state, CW_HEX_WHITE, state->last);
        int place = tables->framed[state->last];
        reply = reply_to(tables, play, place, last_color ^ 1, stride, ziggurats, rng);
        if (last_color == state->turn)
            reply = 0;
    }
    fill(tables, play, reply, plies_max, stride, ziggurats, rng);
}

CW_MULTIVERSION static void run_compact(const cw_hex_board *board, const replies *tables,
                                        const cw_state *state, cw_rng *rng, int plies_max,
                                        game_in_progress *play) {
    if (tables->has_ziggurats)
        run(board, tables, state, rng, plies_max, CW_HEX_COMPACT_WORDS, FRAMED_COMPACT_STRIDE, true, play);
    else
        run(board, tables, state, rng, plies_max, CW_HEX_COMPACT_WORDS, FRAMED_COMPACT_STRIDE, false, play);
}

CW_MULTIVERSION static void run_wide(const cw_hex_board *board, const replies *tables, const cw_state *state,
                                     cw_rng *rng, int plies_max, game_in_progress *play) {
    if (tables->has_ziggurats)
        run(board, tables, state, rng, plies_max, CW_HEX_WIDE_WORDS, FRAMED_WIDE_STRIDE, true, play);
    else
        run(board, tables, state, rng, plies_max, CW_HEX_WIDE_WORDS, FRAMED_WIDE_STRIDE, false, play);
}

/* ---- The result ---- */

/* The bits 0 of eight bytes, as one byte (the first byte's bit lowest). */
CW_INLINE uint64_t low_bits(const uint8_t *bytes) {
    uint64_t eight = 0;
    for (int i = 0; i < 8; i++)
        eight |= (uint64_t)bytes[i] << 8 * i; /* one load where bytes lie in this order */
    return (eight & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
}

/* The cells with a black stone, as a set. */
static void black_cells(const cw_hex_board *board, const game_in_progress *play, uint64_t *black) {
    int stride = board->words == CW_HEX_COMPACT_WORDS ? FRAMED_COMPACT_STRIDE : FRAMED_WIDE_STRIDE;
    uint64_t columns = (UINT64_C(1) << board->size) - 1;
    memset(black, 0, sizeof(uint64_t) * (size_t)board->words);
    for (int row = 0; row < board->size; row++) {
        const uint8_t *first = &play->board[(row + 1) * stride + 1];
        uint64_t bits = low_bits(first) | low_bits(first + 8) << 8;
        if (board->size > 16)
            bits |= low_bits(first + 16) << 16;
        bits &= columns;
        int cell = row * board->stride, shift = cell & 63;
        black[cell >> 6] |= bits << shift;
        if (shift + board->size > 64)
            black[(cell >> 6) + 1] |= bits >> (64 - shift);
    }
}

/* Puts what was played into the state, as a cut playout leaves it. */
static void write_state(const cw_hex_board *board, const replies *tables, const game_in_progress *play,
                        cw_state *state) {
    for (int cell = 0; cell < board->cell_limit; cell++) {
        int content = cw_hex_set_has(&board->cells, cell) ? play->board[tables->framed[cell]] : EMPTY;
        if (content != EMPTY && cw_hex_is_empty(board, state, cell))
            cw_hex_put(board, state, content - BLACK_STONE, cell);
    }
    state->turn = (uint8_t)play->color;
    state->last = CW_HEX_NO_CELL;
}

static void report_keys(const cw_hex_board *board, const uint64_t *black, const cw_state *state,
                        cw_playout *playout) {
    uint64_t *black_keys = playout->keys[CW_HEX_BLACK ^ state->crossed];
    uint64_t *white_keys = playout->keys[CW_HEX_WHITE ^ state->crossed];
    for (int i = 0; i < board->words; i++) {
        uint64_t empty = board->cells.word[i] & ~(state->stones[i] | state->stones[board->words + i]);
        if (black_keys != NULL)
            black_keys[i] |= black[i] & empty;
        if (white_keys != NULL)
            white_keys[i] |= ~black[i] & empty;
    }
}

/* Ends a playout that was asked to stop early. */
static void finish_cut(const cw_game *game, const replies *tables, const game_in_progress *play,
                       cw_state *state, cw_playout *playout) {
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_hex_set before[2], after;
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++)
        cw_hex_stones_set(board, state, color, &before[color]);
    write_state(board, tables, play, state);
    for (int color = CW_HEX_BLACK; color <= CW_HEX_WHITE; color++) {
        uint64_t *keys = playout->keys[color ^ state->crossed];
        cw_hex_stones_set(board, state, color, &after);
        for (int i = 0; keys != NULL && i < board->words; i++)
            keys[i] |= after.word[i] & ~before[color].word[i];
    }
    playout->finished = state->winner >= 0;
    if (playout->finished)
        cw_hex_write_result(state, state->winner, &playout->result);
    else
        cw_result_draw(game, 0, &playout->result);
}

static void playout_with_replies(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                                 cw_playout *playout) {
    const cw_hex_board *board = cw_hex_board_of(game);
    game_in_progress play;
    uint64_t black[CW_HEX_WIDE_WORDS];
    playout->plies = 0;
    playout->finished = true;
    if (state->winner >= 0) {
        cw_hex_write_result(state, state->winner, &playout->result);
        return;
    }
    int plies_max = playout->plies_max > 0 ? playout->plies_max : CW_HEX_CELLS_MAX;
    if (board->words == CW_HEX_COMPACT_WORDS)
        run_compact(board, context, state, rng, plies_max, &play);
    else
        run_wide(board, context, state, rng, plies_max, &play);
    playout->plies = play.plies;
    if (playout->plies_max > 0) {
        finish_cut(game, context, &play, state, playout);
        return;
    }
    black_cells(board, &play, black);
    report_keys(board, black, state, playout);
    bool black_won = cw_hex_joined(board, black, CW_HEX_BLACK, NULL);
    cw_hex_write_result(state, black_won ? CW_HEX_BLACK : CW_HEX_WHITE, &playout->result);
}

/* ---- All policies of Hex ---- */

const cw_policy cw_hex_policies[] = {
    {.base = {.name = "uniform", .help = "fills the board at random"}, .playout = cw_hex_playout_uniform},
    {.base = {.name = "bridges",
              .help = "random moves, but an intrusion into a bridge is always answered",
              .create = create_bridges,
              .destroy = free},
     .playout = playout_with_replies},
    {.base = {.name = "templates2",
              .help = "bridges, and second-row edge templates likewise",
              .create = create_templates2,
              .destroy = free},
     .playout = playout_with_replies},
    {.base = {.name = "ziggurat",
              .help = "bridges, second-row edge templates, and the third-row ziggurat",
              .create = create_ziggurat,
              .destroy = free},
     .playout = playout_with_replies},
    {.base = {.name = NULL}},
};
