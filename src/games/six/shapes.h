/* The winning shapes: six templates of six tiles each, and where they lie in a set of tiles.
 *
 *     line (3 directions)      triangle (2 ways up)        ring
 *
 *      X X X X X X              X X X        X              X X
 *                                X X        X X            X   X
 *                                 X        X X X            X X          */
#ifndef CW_SIX_SHAPES_H
#define CW_SIX_SHAPES_H

#include "games/six/six.h"

enum { SIX_TEMPLATES = 6 };

/* The cells of each template, relative to its base; the ring's base is its middle. */
extern const cw_axial cw_six_templates[SIX_TEMPLATES][SIX_SHAPE_TILES];

/* The ending that each template brings. */
extern const six_ending cw_six_template_ending[SIX_TEMPLATES];

/* The rows where a template may have its base if one of its cells lies in a used row. */
uint64_t cw_six_base_rows(int template, uint64_t used_rows);

/* The shape that the tile at `cell` completes or is part of; SIX_ONGOING if none. When there are several, a
 * line goes before a triangle and a triangle before a ring. */
six_ending cw_six_shape_at(const uint64_t own[SIX_SIDE], int cell);

/* Like cw_six_shape_at; also tells the cells. */
six_ending cw_six_shape_cells(const uint64_t own[SIX_SIDE], int cell, int cells[SIX_SHAPE_TILES]);

/* The cells where one more tile of `own` would complete a shape, as a set; those in `blocked` do not count.
 * `used_rows` has a bit for every row that holds tiles of `own`. Answers whether there are any. */
bool cw_six_winning_cells(const uint64_t own[SIX_SIDE], const uint64_t blocked[SIX_SIDE], uint64_t used_rows,
                          uint64_t cells[SIX_SIDE]);

/* Bases where six bits at the given distances are all set but one; the missing one may be any. */
typedef struct six_tally {
    uint64_t full, but_one;
} six_tally;

CW_INLINE six_tally six_tally_begin(void) {
    return (six_tally){.full = ~0ULL, .but_one = 0};
}

CW_INLINE void six_tally_add(six_tally *tally, uint64_t bits) {
    tally->but_one = (tally->but_one & bits) | (tally->full & ~bits);
    tally->full &= bits;
}

/* Three lines of 11 cells with the tile in the middle, 12 bits apart: where do runs of six begin? */
CW_INLINE uint64_t six_runs_of_six(uint64_t lines) {
    uint64_t pairs = lines & lines >> 1;
    return pairs & pairs >> 2 & pairs >> 4;
}

/* The 5 x 5 cells round a tile, a row in each byte. */
CW_INLINE uint64_t six_patch(const uint64_t own[SIX_SIDE], int cell) {
    int q = six_q(cell), r = six_r(cell);
    uint64_t patch = 0;
    for (int row = 0; row < 5; row++)
        patch |= (six_from_east(own[(r + row - 2) & SIX_WRAP], q - 2) & 31) << 8 * row;
    return patch;
}

/* Which base cells of a patch have a triangle pointing down or up: the sum of both. */
CW_INLINE uint64_t six_triangles(uint64_t patch) {
    uint64_t pairs = patch & patch >> 1;
    uint64_t down = pairs & patch >> 2 & pairs >> 8 & patch >> 16;
    uint64_t up = patch >> 2 & pairs >> 9 & pairs >> 16 & patch >> 18;
    return down | up;
}

CW_INLINE uint64_t six_rings(uint64_t patch) {
    uint64_t pairs = patch & patch >> 1;
    return pairs >> 1 & patch >> 8 & patch >> 10 & pairs >> 16;
}

#endif
