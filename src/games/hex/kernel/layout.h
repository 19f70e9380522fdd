/* The board as the kernel sees it: dense cell numbers, rings of neighbours, and stones of both colours.
 *
 * The ring of a cell is its six neighbours in clockwise order, two bits each: 0 empty, 1 black, 2 white.
 * Neighbours beyond an edge have the edge's colour, so that a cell near an edge is no special case. */
#ifndef CW_GAMES_HEX_KERNEL_LAYOUT_H
#define CW_GAMES_HEX_KERNEL_LAYOUT_H

#include "causeway/rng.h"
#include "games/hex/kernel/cells.h"

enum {
    CELLS_MAX = 64 * KERNEL_WORDS,
    BLACK = 0,
    WHITE = 1,
    RING_CODES = 1 << 12,
};

typedef struct layout {
    int size;
    int cell_count;
    int endpoint_count; /* cells and a colour's two edges */
    cells board;
    cells edge[2][2]; /* the rows (black) or columns (white) of cells along a colour's edges */
    cells neighbors[CELLS_MAX];
    int16_t ring[CELLS_MAX][6]; /* clockwise from the north-east; -1 beyond the edge */
    uint16_t ring_edges[CELLS_MAX];
    uint64_t zobrist[2][CELLS_MAX];
    uint8_t dead[RING_CODES];     /* by ring: can the colour of the cell no longer matter? */
    uint8_t kills[2][RING_CODES]; /* the directions where a stone of the colour would make the cell dead */
} layout;

/* Stones of both colours. */
typedef struct stones {
    cells of[2];
} stones;

CW_INLINE cells stones_empty(const layout *board, const stones *position) {
    return cells_minus(board->board, cells_or(position->of[BLACK], position->of[WHITE]));
}

/* The colour, as in a ring, of what lies beyond the edge at column, row: the top and the bottom are black. */
static unsigned outside_code(int size, int row) {
    return row < 0 || row >= size ? 1 : 2;
}

/* A code with the empty neighbour in direction d given to a colour. */
CW_INLINE unsigned ring_with(unsigned code, int direction, int color) {
    return code | 1u << (2 * direction + color);
}

/* Whether the cell can no longer matter to anybody: however the empty neighbours are coloured, the black ones
 * form at most one run round the cell (so the white ones do too), and a run is connected without the cell. */
static bool ring_is_dead(unsigned code) {
    unsigned black = 0, empty = 0;
    for (int d = 0; d < 6; d++) {
        unsigned color = code >> (2 * d) & 3;
        if (color == 3)
            return false; /* no such ring */
        black |= (unsigned)(color == 1) << d;
        empty |= (unsigned)(color == 0) << d;
    }
    for (unsigned part = empty;; part = (part - 1) & empty) {
        unsigned mask = black | part;
        unsigned next = (mask << 1 | mask >> 5) & 63;
        if (__builtin_popcount(mask & ~next) > 1)
            return false;
        if (part == 0)
            return true;
    }
}

static void layout_make_rings(layout *board) {
    for (unsigned code = 0; code < RING_CODES; code++)
        board->dead[code] = ring_is_dead(code);
    for (unsigned code = 0; code < RING_CODES; code++)
        for (int color = 0; color < 2; color++)
            for (int d = 0; d < 6; d++)
                if ((code >> (2 * d) & 3) == 0 && board->dead[ring_with(code, d, color)])
                    board->kills[color][code] |= (uint8_t)(1u << d);
}

static void layout_make(layout *board, int size) {
    static const int step[6][2] = {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}};
    *board = (layout){.size = size, .cell_count = size * size, .endpoint_count = size * size + 2};
    cw_rng rng = cw_rng_make(UINT64_C(0x48657820), (uint64_t)size);
    for (int cell = 0; cell < board->cell_count; cell++) {
        int column = cell % size, row = cell / size;
        cells_add(&board->board, cell);
        if (row == 0)
            cells_add(&board->edge[BLACK][0], cell);
        if (row == size - 1)
            cells_add(&board->edge[BLACK][1], cell);
        if (column == 0)
            cells_add(&board->edge[WHITE][0], cell);
        if (column == size - 1)
            cells_add(&board->edge[WHITE][1], cell);
        for (int d = 0; d < 6; d++) {
            int x = column + step[d][0], y = row + step[d][1];
            if (x >= 0 && x < size && y >= 0 && y < size) {
                board->ring[cell][d] = (int16_t)(x + size * y);
                cells_add(&board->neighbors[cell], x + size * y);
            } else {
                board->ring[cell][d] = -1;
                board->ring_edges[cell] |= (uint16_t)(outside_code(size, y) << (2 * d));
            }
        }
        board->zobrist[BLACK][cell] = cw_rng_next(&rng);
        board->zobrist[WHITE][cell] = cw_rng_next(&rng);
    }
    layout_make_rings(board);
}

/* The same position turned by half a circle plays alike. */
CW_INLINE int layout_turned(const layout *board, int cell) {
    return board->cell_count - 1 - cell;
}

/* The cell mirrored on the long diagonal; with the colours exchanged it plays alike. */
CW_INLINE int layout_mirrored(const layout *board, int cell) {
    return cell / board->size + board->size * (cell % board->size);
}

CW_INLINE unsigned ring_code(const layout *board, const stones *position, int cell) {
    unsigned code = board->ring_edges[cell];
    for (int d = 0; d < 6; d++) {
        int neighbor = board->ring[cell][d];
        if (neighbor < 0)
            continue;
        unsigned black = cells_has(position->of[BLACK], neighbor);
        unsigned white = cells_has(position->of[WHITE], neighbor);
        code |= (black | white << 1) << (2 * d);
    }
    return code;
}

#endif
