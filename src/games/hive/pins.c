#include "games/hive/pins.h"

#include <string.h>

typedef struct cut_walk {
    const cw_state *state;
    uint8_t *cut;
    uint8_t order[CW_HIVE_CELLS_SPACE]; /* when a cell was first reached, from 1; 0: not yet */
    uint8_t reached;
} cut_walk;

/* Walks the part of the hive below `cell` and returns the earliest
 * cell that touches it (Hopcroft and Tarjan). */
static uint8_t walk_cuts(cut_walk *walk, int cell) {
    uint8_t own = ++walk->reached, low = own;
    walk->order[cell] = own;
    int branches = 0;
    for (unsigned ring = cw_hive_ring(walk->state, cell); ring != 0; ring &= ring - 1) {
        int next = cw_hive_neighbor(cell, cw_hive_first(ring));
        uint8_t reach = walk->order[next];
        if (reach == 0) {
            reach = walk_cuts(walk, next);
            branches++;
            if (reach >= own && (own > 1 || branches > 1))
                walk->cut[cell] = 1;
        }
        if (reach < low)
            low = reach;
    }
    return low;
}

void cw_hive_mark_cuts(const cw_state *state, uint8_t cut[CW_HIVE_CELLS_SPACE]) {
    assert(state->board != 0);
    cut_walk walk = {.state = state, .cut = cut};
    memset(cut, 0, CW_HIVE_CELLS_SPACE);
    walk_cuts(&walk, state->cell[__builtin_ctz(state->board)]);
}

bool cw_hive_is_cut(const cw_state *state, int cell) {
    unsigned ring = cw_hive_ring(state, cell);
    if (cw_hive_arcs[ring] < 2)
        return false;
    if (state->holes == 0)
        return true;
    /* From one neighbour around the cell to all the others, or not. */
    enum { SEEN = 1, WANTED = 2 };
    uint8_t mark[CW_HIVE_CELLS_SPACE] = {0};
    uint16_t queue[CW_HIVE_PIECES];
    int count = 0, missing = cw_hive_count[ring] - 1;
    for (unsigned rest = ring; rest != 0; rest &= rest - 1)
        mark[cw_hive_neighbor(cell, cw_hive_first(rest))] = WANTED;
    mark[cell] = SEEN;
    queue[count++] = (uint16_t)cw_hive_neighbor(cell, cw_hive_first(ring));
    mark[queue[0]] = SEEN;
    for (int i = 0; i < count && missing > 0; i++) {
        for (unsigned rest = cw_hive_ring(state, queue[i]); rest != 0; rest &= rest - 1) {
            int next = cw_hive_neighbor(queue[i], cw_hive_first(rest));
            if (mark[next] == SEEN)
                continue;
            missing -= mark[next] == WANTED;
            mark[next] = SEEN;
            queue[count++] = (uint16_t)next;
        }
    }
    return missing > 0;
}
