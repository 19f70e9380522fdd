#include "games/six/board.h"

/* All cells of the table are free; those beyond it are marked. */
static void mark_table(six_board *board, const six_rules *rules) {
    memset(board->around, 0, sizeof board->around);
    for (int cell = 0; rules->reach > 0 && cell < SIX_CELLS; cell++)
        board->around[cell] =
            six_table_row(rules, six_r(cell)) >> six_q(cell) & 1 ? 0 : SIX_LISTED | SIX_BEYOND;
}

void cw_six_board_load(six_board *board, const cw_state *state, const six_rules *rules) {
    mark_table(board, rules);
    memset(board->reached, 0, sizeof board->reached);
    memset(board->lines, 0, sizeof board->lines);
    board->open_count = 0;
    /* Tiles first, as listed cells, so that no cell of a tile gets into the list. */
    for (int color = 0; color < SIX_COLORS; color++) {
        board->tile_count[color] = 0;
        for (uint64_t rows = state->used_rows; rows != 0; rows &= rows - 1) {
            int r = __builtin_ctzll(rows);
            for (uint64_t tiles = state->rows[color][r]; tiles != 0; tiles &= tiles - 1) {
                int cell = six_cell(__builtin_ctzll(tiles), r);
                board->around[cell] = SIX_LISTED;
                six_board_list_tile(board, color, cell);
            }
        }
    }
    if (state->used_rows == 0) {
        board->around[0] = SIX_LISTED;
        board->open[board->open_count++] = 0;
    }
    if (state->lifted != SIX_NO_CELL) {
        board->around[state->lifted] = SIX_LISTED;
        if (rules->same_cell)
            board->open[board->open_count++] = state->lifted;
    }
    for (int color = 0; color < SIX_COLORS; color++) {
        for (int i = 0; i < board->tile_count[color]; i++)
            six_board_put(board, color, board->tiles[color][i]);
    }
}

unsigned cw_six_board_ring(const six_board *board, int lifted) {
    int neighbors[CW_DIRECTIONS];
    six_neighbors(lifted, neighbors);
    unsigned ring = board->around[lifted] & SIX_RING_MASK;
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        unsigned all_but_lifted = SIX_RING_MASK ^ 1u << cw_opposite(direction);
        bool hole = (board->around[neighbors[direction]] & SIX_RING_MASK) == all_but_lifted;
        ring |= (unsigned)hole << direction;
    }
    return ring;
}

/* A tile leaves the game; the cell becomes open. */
CW_INLINE void remove_tile(six_board *board, int cell) {
    int color = six_has(board->lines[SIX_BLACK][0], cell);
    six_board_unlist_tile(board, color, cell);
    six_board_take(board, color, cell);
    board->open[board->open_count++] = (uint16_t)cell;
}

/* One of two groups that grow in turn until they meet or one is complete. */
typedef struct search_side {
    uint16_t tiles[2 * SIX_TILES_MAX + 1];
    int count, done;
    unsigned mark; /* a bit in board->reached */
} search_side;

CW_INLINE void side_begin(six_board *board, search_side *side, unsigned mark, int cell) {
    side->mark = mark;
    side->done = 0;
    side->count = 1;
    side->tiles[0] = (uint16_t)cell;
    board->reached[cell] = (uint8_t)mark;
}

/* Looks round the next tile of a side; true if it touches the other side. No branches: they are a toss-up. */
CW_INLINE bool side_grow(six_board *board, search_side *side) {
    int cell = side->tiles[side->done++];
    int neighbors[CW_DIRECTIONS];
    six_neighbors(cell, neighbors);
    unsigned ring = board->around[cell], others = 0;
    int count = side->count;
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        unsigned is_tile = ring >> direction & 1;
        unsigned mark = board->reached[neighbors[direction]];
        board->reached[neighbors[direction]] = (uint8_t)(mark | (side->mark & (0u - is_tile)));
        side->tiles[count] = (uint16_t)neighbors[direction];
        count += (int)(is_tile & (mark == 0));
        others |= mark & (0u - is_tile);
    }
    side->count = count;
    return (others & ~side->mark) != 0;
}

CW_INLINE void side_end(six_board *board, const search_side *side) {
    for (int i = 0; i < side->count; i++)
        board->reached[side->tiles[i]] = 0;
}

CW_MULTIVERSION static six_settled settle_two(six_board *board, int lifted, unsigned ring) {
    unsigned starts = ring & ~(ring << 1 | ring >> 5);
    search_side sides[2];
    side_begin(board, &sides[0], 1, six_step(lifted, __builtin_ctz(starts)));
    side_begin(board, &sides[1], 2, six_step(lifted, __builtin_ctz(starts & (starts - 1))));
    int turn = 0;
    bool met = false;
    while (!met && sides[turn].done < sides[turn].count) {
        met = side_grow(board, &sides[turn]);
        turn ^= !met;
    }
    side_end(board, &sides[0]);
    side_end(board, &sides[1]);
    if (met)
        return SIX_WHOLE;
    const search_side *complete = &sides[turn];
    int rest = board->tile_count[SIX_RED] + board->tile_count[SIX_BLACK] - complete->count;
    if (complete->count >= rest)
        return SIX_UNSETTLED;
    for (int i = 0; i < complete->count; i++)
        remove_tile(board, complete->tiles[i]);
    return SIX_CAPTURED;
}

six_settled cw_six_board_settle(six_board *board, int lifted, unsigned ring) {
    return cw_six_arcs[ring] == 2 ? settle_two(board, lifted, ring) : SIX_UNSETTLED;
}

bool cw_six_board_split(const six_board *board, int lifted, six_split *split) {
    uint64_t occupied[SIX_SIDE];
    for (int r = 0; r < SIX_SIDE; r++)
        occupied[r] = board->lines[SIX_RED][0][r] | board->lines[SIX_BLACK][0][r];
    cw_six_split(occupied, board->tile_count[SIX_RED] + board->tile_count[SIX_BLACK], lifted, split);
    return split->count > 1;
}

void cw_six_board_keep(six_board *board, const six_group *group) {
    for (int color = 0; color < SIX_COLORS; color++) {
        for (int i = board->tile_count[color] - 1; i >= 0; i--) {
            if (!six_has(group->rows, board->tiles[color][i]))
                remove_tile(board, board->tiles[color][i]);
        }
    }
}
