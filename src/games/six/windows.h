/* Windows: the places where a shape could lie. One without tiles of the other colour is open; the more tiles
 * it holds, the nearer the shape. */
#ifndef CW_SIX_WINDOWS_H
#define CW_SIX_WINDOWS_H

#include "games/six/shapes.h"

enum { SIX_WINDOWS_THROUGH = SIX_TEMPLATES * SIX_SHAPE_TILES, SIX_PAIRS_MAX = 256 };

/* How many open windows of each colour hold 0 to 6 tiles of it. */
typedef struct six_open_windows {
    int count[SIX_COLORS][SIX_SHAPE_TILES + 1]; /* [0] is not counted */
} six_open_windows;

void cw_six_count_windows(const cw_state *state, six_open_windows *windows);

/* The tiles of both colours in one window. */
typedef struct six_window {
    int own, other;
} six_window;

/* The windows through a cell, SIX_WINDOWS_THROUGH of them; the cell itself does not count. */
void cw_six_windows_through(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE], int cell,
                            six_window windows[SIX_WINDOWS_THROUGH]);

/* Two empty cells of an open window that holds four tiles: a tile on one of them threatens to win on the
 * other. */
typedef struct six_pair {
    uint16_t cells[2];
} six_pair;

/* All such pairs (at most SIX_PAIRS_MAX); returns their number. */
int cw_six_find_pairs(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE], uint64_t used_rows,
                      six_pair pairs[SIX_PAIRS_MAX]);

/* A place where one more tile of a colour completes a shape: the five tiles, and last the empty cell. */
typedef struct six_threat {
    six_ending shape;
    uint16_t cells[SIX_SHAPE_TILES];
} six_threat;

/* All of them (at most SIX_PAIRS_MAX); returns their number. */
int cw_six_find_threats(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE], uint64_t used_rows,
                        six_threat threats[SIX_PAIRS_MAX]);

#endif
