/* How each bug moves: the cells to which a piece can go, found with the piece lifted.
 *
 * A finder collects target cells. Its marks tell which cells were seen under the present stamp, so that what
 * is reached in two ways is listed once; a new stamp forgets them all. */
#ifndef CW_GAMES_HIVE_BUGS_H
#define CW_GAMES_HIVE_BUGS_H

#include <string.h>

#include "games/hive/state.h"

typedef struct cw_hive_finder {
    uint8_t mark[CW_HIVE_CELLS_SPACE];
    uint8_t stamp;
    int count;
    uint16_t targets[CW_HIVE_CELLS_SPACE];
} cw_hive_finder;

CW_INLINE void cw_hive_finder_clear(cw_hive_finder *finder) {
    memset(finder->mark, 0, sizeof finder->mark);
    finder->stamp = 0;
    finder->count = 0;
}

/* Begins an empty list of targets. */
CW_INLINE void cw_hive_finder_begin(cw_hive_finder *finder) {
    if (CW_UNLIKELY(finder->stamp == UINT8_MAX))
        cw_hive_finder_clear(finder);
    finder->stamp++;
    finder->count = 0;
}

CW_INLINE void cw_hive_add(cw_hive_finder *finder, int cell) {
    finder->targets[finder->count] = (uint16_t)cell;
    finder->count += finder->mark[cell] != finder->stamp;
    finder->mark[cell] = finder->stamp;
}

/* Adds the neighbours of a cell in a set of directions. */
CW_INLINE void cw_hive_add_ring(cw_hive_finder *finder, int cell, unsigned directions) {
    for (; directions != 0; directions &= directions - 1)
        cw_hive_add(finder, cw_hive_neighbor(cell, cw_hive_first(directions)));
}

CW_INLINE unsigned cw_hive_slides_from(const cw_state *state, int cell) {
    return cw_hive_slides[cw_hive_ring(state, cell)];
}

CW_INLINE void cw_hive_add_one_step(const cw_state *state, int from, cw_hive_finder *finder) {
    cw_hive_add_ring(finder, from, cw_hive_slides_from(state, from));
}

/* Any number of steps: the list of targets is also the queue. Must come before all other ways to move. */
CW_INLINE void cw_hive_add_ant(const cw_state *state, int from, cw_hive_finder *finder) {
    assert(finder->count == 0);
    finder->mark[from] = finder->stamp;
    cw_hive_add_one_step(state, from, finder);
    for (int i = 0; i < finder->count; i++)
        cw_hive_add_one_step(state, finder->targets[i], finder);
}

/* Exactly three steps, no cell twice. */
CW_INLINE void cw_hive_add_spider(const cw_state *state, int from, cw_hive_finder *finder) {
    for (unsigned a = cw_hive_slides_from(state, from); a != 0; a &= a - 1) {
        int first = cw_hive_neighbor(from, cw_hive_first(a));
        for (unsigned b = cw_hive_slides_from(state, first); b != 0; b &= b - 1) {
            int second = cw_hive_neighbor(first, cw_hive_first(b));
            if (second == from)
                continue;
            for (unsigned c = cw_hive_slides_from(state, second); c != 0; c &= c - 1) {
                int third = cw_hive_neighbor(second, cw_hive_first(c));
                if (third != first && third != from)
                    cw_hive_add(finder, third);
            }
        }
    }
}

CW_INLINE void cw_hive_add_grasshopper(const cw_state *state, int from, cw_hive_finder *finder) {
    for (unsigned ring = cw_hive_ring(state, from); ring != 0; ring &= ring - 1) {
        int direction = cw_hive_first(ring), cell = cw_hive_neighbor(from, direction);
        while (cw_hive_is_taken(state, cell))
            cell = cw_hive_neighbor(cell, direction);
        cw_hive_add(finder, cell);
    }
}

/* May a piece that stands on `height` pieces step over the hive in this direction? Only a gate of two stacks
 * that are both higher than start and goal stops it. */
CW_INLINE bool cw_hive_can_climb(const cw_state *state, int from, int height, int direction) {
    if (state->covered == 0)
        return true;
    int goal = cw_hive_height(state, cw_hive_neighbor(from, direction));
    int left = cw_hive_height(state, cw_hive_neighbor(from, (direction + 5) % 6));
    int right = cw_hive_height(state, cw_hive_neighbor(from, (direction + 1) % 6));
    int gate = left < right ? left : right;
    return gate <= (height > goal ? height : goal);
}

/* The directions out of a set in which a piece that stands on `height` pieces may climb. */
CW_INLINE unsigned cw_hive_climbs(const cw_state *state, int from, int height, unsigned directions) {
    if (CW_LIKELY(state->covered == 0))
        return directions;
    unsigned climbs = 0;
    for (; directions != 0; directions &= directions - 1) {
        int direction = cw_hive_first(directions);
        if (cw_hive_can_climb(state, from, height, direction))
            climbs |= 1u << direction;
    }
    return climbs;
}

/* One step on, up or down; `height` pieces are under the beetle. */
CW_INLINE void cw_hive_add_beetle(const cw_state *state, int from, int height, cw_hive_finder *finder) {
    unsigned ring = cw_hive_ring(state, from);
    unsigned directions = height > 0 ? cw_hive_climbs(state, from, height, CW_HIVE_RING)
                                     : cw_hive_climbs(state, from, 0, ring) | cw_hive_slides[ring];
    cw_hive_add_ring(finder, from, directions);
}

/* Two steps on top, then one down. The start is not marked by others, so it is kept out here. */
CW_INLINE void cw_hive_add_ladybug(const cw_state *state, int from, cw_hive_finder *finder) {
    unsigned up = cw_hive_climbs(state, from, 0, cw_hive_ring(state, from));
    for (; up != 0; up &= up - 1) {
        int first = cw_hive_neighbor(from, cw_hive_first(up));
        int first_height = cw_hive_height(state, first);
        unsigned on = cw_hive_climbs(state, first, first_height, cw_hive_ring(state, first));
        for (; on != 0; on &= on - 1) {
            int second = cw_hive_neighbor(first, cw_hive_first(on));
            unsigned empty = ~cw_hive_ring(state, second) & CW_HIVE_RING;
            unsigned down = cw_hive_climbs(state, second, cw_hive_height(state, second), empty);
            for (; down != 0; down &= down - 1) {
                int third = cw_hive_neighbor(second, cw_hive_first(down));
                if (third != from)
                    cw_hive_add(finder, third);
            }
        }
    }
}

/* The bugs on top of the neighbours, one bit each. */
CW_INLINE unsigned cw_hive_touching_bugs(const cw_state *state, int cell) {
    unsigned bugs = 0;
    for (unsigned ring = cw_hive_ring(state, cell); ring != 0; ring &= ring - 1) {
        int neighbor = cw_hive_neighbor(cell, cw_hive_first(ring));
        bugs |= 1u << cw_hive_bug_of[cw_hive_top(state, neighbor)];
    }
    return bugs;
}

CW_INLINE void cw_hive_add_mosquito(const cw_state *state, int from, cw_hive_finder *finder) {
    unsigned bugs = cw_hive_touching_bugs(state, from);
    if (bugs & 1u << CW_HIVE_ANT)
        cw_hive_add_ant(state, from, finder);
    else if (bugs & (1u << CW_HIVE_QUEEN | 1u << CW_HIVE_PILLBUG))
        cw_hive_add_one_step(state, from, finder);
    if (bugs & 1u << CW_HIVE_SPIDER)
        cw_hive_add_spider(state, from, finder);
    if (bugs & 1u << CW_HIVE_BEETLE)
        cw_hive_add_beetle(state, from, 0, finder);
    if (bugs & 1u << CW_HIVE_GRASSHOPPER)
        cw_hive_add_grasshopper(state, from, finder);
    if (bugs & 1u << CW_HIVE_LADYBUG)
        cw_hive_add_ladybug(state, from, finder);
}

CW_INLINE void cw_hive_add_ground_moves(const cw_state *state, int bug, int from, cw_hive_finder *finder) {
    switch (bug) {
    case CW_HIVE_SPIDER:
        cw_hive_add_spider(state, from, finder);
        break;
    case CW_HIVE_BEETLE:
        cw_hive_add_beetle(state, from, 0, finder);
        break;
    case CW_HIVE_GRASSHOPPER:
        cw_hive_add_grasshopper(state, from, finder);
        break;
    case CW_HIVE_ANT:
        cw_hive_add_ant(state, from, finder);
        break;
    case CW_HIVE_MOSQUITO:
        cw_hive_add_mosquito(state, from, finder);
        break;
    case CW_HIVE_LADYBUG:
        cw_hive_add_ladybug(state, from, finder);
        break;
    default: /* queen and pillbug */
        cw_hive_add_one_step(state, from, finder);
        break;
    }
}

/* Adds where a top piece can go by itself, pins and stunning left aside. The board is the same afterwards. */
CW_INLINE void cw_hive_add_own_moves(cw_state *state, int piece, cw_hive_finder *finder) {
    int from = state->cell[piece];
    if (state->level[piece] > 0) {
        cw_hive_add_beetle(state, from, state->level[piece], finder);
        return;
    }
    uint8_t here = state->ground[from];
    state->ground[from] = here & CW_HIVE_RING;
    cw_hive_flip_neighbors(state, from);
    cw_hive_add_ground_moves(state, cw_hive_bug_of[piece], from, finder);
    cw_hive_flip_neighbors(state, from);
    state->ground[from] = here;
}

#endif
