/* The table as playouts see it: every question of a random game is answered by one look.
 *
 * - around[cell]: which of the six neighbours hold a tile, a bit for each direction, and SIX_LISTED if the
 *   cell holds a tile or stands in the list of open cells; both SIX_LISTED and SIX_BEYOND beyond a bounded
 *   table, so that it never gets there. The ring of neighbours tells at once that most lifts split nothing.
 * - lines[color][axis]: the tiles of a colour three times, so that lines of each direction are runs of bits:
 *   rows (bit q of row r), columns (bit r of column q), diagonals (bit q of diagonal q + r).
 * - open: the cells where a tile may be laid, in any order, each once. A lift may leave a cell in the list
 *   that touches nothing any more; it is thrown out when it is drawn.
 * - tiles[color]: the cells of the tiles of a colour on the table, in any order; place[cell] is where in it.
 * - reached: scratch for searches over the tiles, all 0 between them. */
#ifndef CW_SIX_BOARD_H
#define CW_SIX_BOARD_H

#include <string.h>

#include "games/six/groups.h"
#include "games/six/shapes.h"
#include "games/six/six.h"

enum { SIX_RING_MASK = 63, SIX_LISTED = 64, SIX_BEYOND = 128, SIX_AXES = 3 };

typedef struct six_board {
    uint8_t around[SIX_CELLS];
    uint8_t reached[SIX_CELLS];
    uint8_t place[SIX_CELLS]; /* valid where there are tiles */
    uint64_t lines[SIX_COLORS][SIX_AXES][SIX_SIDE];
    uint16_t tiles[SIX_COLORS][SIX_TILES_MAX];
    int tile_count[SIX_COLORS];
    int open_count;
    uint16_t open[SIX_CELLS]; /* last: only its beginning is ever touched */
} six_board;

CW_INLINE void six_board_list_tile(six_board *board, int color, int cell) {
    board->place[cell] = (uint8_t)board->tile_count[color];
    board->tiles[color][board->tile_count[color]++] = (uint16_t)cell;
}

CW_INLINE void six_board_unlist_tile(six_board *board, int color, int cell) {
    int last = board->tiles[color][--board->tile_count[color]];
    board->place[last] = board->place[cell];
    board->tiles[color][board->place[cell]] = (uint16_t)last;
}

CW_INLINE void six_board_flip(six_board *board, int color, int cell) {
    int q = six_q(cell), r = six_r(cell);
    board->lines[color][0][r] ^= 1ULL << q;
    board->lines[color][1][q] ^= 1ULL << r;
    board->lines[color][2][(q + r) & SIX_WRAP] ^= 1ULL << q;
}

/* Puts a tile on a cell that is not in the list of open cells (any more); lists its free neighbours. */
CW_INLINE void six_board_put(six_board *board, int color, int cell) {
    int neighbors[CW_DIRECTIONS];
    six_neighbors(cell, neighbors);
    six_board_flip(board, color, cell);
    board->around[cell] |= SIX_LISTED;
    int count = board->open_count;
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        unsigned old = board->around[neighbors[direction]];
        board->around[neighbors[direction]] = (uint8_t)(old | SIX_LISTED | 1u << cw_opposite(direction));
        board->open[count] = (uint16_t)neighbors[direction];
        count += !(old & SIX_LISTED);
    }
    board->open_count = count;
}

/* Takes a tile away; its cell stays marked as listed, and the caller sees to it that it will be. */
CW_INLINE void six_board_take(six_board *board, int color, int cell) {
    int neighbors[CW_DIRECTIONS];
    six_neighbors(cell, neighbors);
    six_board_flip(board, color, cell);
    for (int direction = 0; direction < CW_DIRECTIONS; direction++)
        board->around[neighbors[direction]] &= (uint8_t) ~(1u << cw_opposite(direction));
}

/* The three lines through a cell, 11 cells each with the cell in the middle, 12 bits apart. */
CW_INLINE uint64_t six_board_lines(const six_board *board, int color, int cell) {
    int q = six_q(cell), r = six_r(cell);
    const uint64_t(*lines)[SIX_SIDE] = board->lines[color];
    return (six_from_east(lines[0][r], q - 5) & 0x7FF) | (six_from_east(lines[1][q], r - 5) & 0x7FF) << 12 |
           (six_from_east(lines[2][(q + r) & SIX_WRAP], q - 5) & 0x7FF) << 24;
}

/* Does the tile just laid complete a shape? */
CW_INLINE bool six_board_completes(const six_board *board, int color, int cell) {
    uint64_t patch = six_patch(board->lines[color][0], cell);
    return (six_runs_of_six(six_board_lines(board, color, cell)) | six_triangles(patch) | six_rings(patch)) !=
           0;
}

/* A random cell from the list of open cells, which it leaves. */
CW_INLINE int six_board_draw_open(six_board *board, cw_rng *rng) {
    for (;;) {
        uint32_t index = cw_rng_below(rng, (uint32_t)board->open_count);
        int cell = board->open[index];
        board->open[index] = board->open[--board->open_count];
        /* The first tile of a game touches nothing. */
        if (CW_LIKELY(board->around[cell] & SIX_RING_MASK) || board->open_count == 0)
            return cell;
        board->around[cell] = 0;
    }
}

CW_INLINE int six_board_draw_tile(const six_board *board, int color, cw_rng *rng) {
    return board->tiles[color][cw_rng_below(rng, (uint32_t)board->tile_count[color])];
}

/* Sets the board up from a state. The cell a tile was lifted from is listed only if it may be taken again. */
void cw_six_board_load(six_board *board, const cw_state *state, const six_rules *rules);

/* The ring round a lifted tile's cell, with holes of one cell counted as tiles: the tiles on both sides of
 * such a hole hang together round it. */
unsigned cw_six_board_ring(const six_board *board, int lifted);

/* Settles a lift whose ring shows two runs: finds out whether they still hang
 * together, and captures the smaller group if not. Leaves what it cannot settle
 * (three runs, groups of one size) to cw_six_board_split. */
typedef enum six_settled { SIX_UNSETTLED, SIX_WHOLE, SIX_CAPTURED } six_settled;
six_settled cw_six_board_settle(six_board *board, int lifted, unsigned ring);

/* After a lift that may have split the tiles: the groups that are left. Answers true if there are several. */
bool cw_six_board_split(const six_board *board, int lifted, six_split *split);

/* Captures everything outside the group. The captured tiles' cells become open where they touch it. */
void cw_six_board_keep(six_board *board, const six_group *group);

#endif
