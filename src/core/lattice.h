/* The hexagonal lattice: axial coordinates on pointy-top hexagons, q to the east, r to the south-east. */
#ifndef CW_CORE_LATTICE_H
#define CW_CORE_LATTICE_H

#include <stdlib.h>

/* The six directions, clockwise; also the six sides of a cell. */
typedef enum cw_direction { CW_NE, CW_E, CW_SE, CW_SW, CW_W, CW_NW, CW_DIRECTIONS } cw_direction;

typedef struct cw_axial {
    int q, r;
} cw_axial;

static const cw_axial cw_offsets[CW_DIRECTIONS] = {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}};

static inline cw_axial cw_neighbor(cw_axial cell, int direction) {
    return (cw_axial){cell.q + cw_offsets[direction].q, cell.r + cw_offsets[direction].r};
}

static inline int cw_opposite(int direction) {
    return direction < 3 ? direction + 3 : direction - 3;
}

/* The number of steps between two cells. */
static inline int cw_distance(cw_axial a, cw_axial b) {
    int q = a.q - b.q, r = a.r - b.r;
    return (abs(q) + abs(r) + abs(q + r)) / 2;
}

/* The direction from a cell to its neighbour, or -1 if they do not touch. */
static inline int cw_direction_between(cw_axial from, cw_axial to) {
    for (int direction = 0; direction < CW_DIRECTIONS; direction++) {
        if (from.q + cw_offsets[direction].q == to.q && from.r + cw_offsets[direction].r == to.r)
            return direction;
    }
    return -1;
}

#endif
