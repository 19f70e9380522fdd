#include "games/six/groups.h"

#include <assert.h>
#include <string.h>

const uint8_t cw_six_arcs[64] = {
    0, 1, 1, 1, 1, 2, 1, 1, 1, 2, 2, 2, 1, 2, 1, 1, 1, 2, 2, 2, 2, 3, 2, 2, 1, 2, 2, 2, 1, 2, 1, 1,
    1, 1, 2, 1, 2, 2, 2, 1, 2, 2, 3, 2, 2, 2, 2, 1, 1, 1, 2, 1, 2, 2, 2, 1, 1, 1, 2, 1, 1, 1, 1, 1,
};

CW_INLINE uint64_t spread_along_row(uint64_t filled, uint64_t occupied) {
    for (;;) {
        uint64_t more = filled | ((six_from_east(filled, 1) | six_from_west(filled, 1)) & occupied);
        if (more == filled)
            return filled;
        filled = more;
    }
}

/* Collects the tiles connected with the tile at `seed`, row by row: a row that grew asks its neighbours. */
CW_INLINE void flood(const uint64_t occupied[SIX_SIDE], int seed, six_group *group) {
    memset(group->rows, 0, sizeof group->rows);
    six_add(group->rows, seed);
    uint64_t waiting = 1ULL << six_r(seed);
    group->used_rows = 0;
    while (waiting != 0) {
        int r = __builtin_ctzll(waiting);
        waiting &= waiting - 1;
        uint64_t filled = spread_along_row(group->rows[r], occupied[r]);
        group->rows[r] = filled;
        group->used_rows |= 1ULL << r;
        int above = (r - 1) & SIX_WRAP, below = (r + 1) & SIX_WRAP;
        uint64_t up = (filled | six_from_west(filled, 1)) & occupied[above] & ~group->rows[above];
        uint64_t down = (filled | six_from_east(filled, 1)) & occupied[below] & ~group->rows[below];
        group->rows[above] |= up;
        group->rows[below] |= down;
        waiting |= (uint64_t)(up != 0) << above | (uint64_t)(down != 0) << below;
    }
    group->size = 0;
    for (uint64_t rows = group->used_rows; rows != 0; rows &= rows - 1)
        group->size += __builtin_popcountll(group->rows[__builtin_ctzll(rows)]);
}

static bool is_known(const six_split *split, int cell) {
    for (int i = 0; i < split->count; i++) {
        if (six_has(split->groups[i].rows, cell))
            return true;
    }
    return false;
}

/* Puts the largest groups in front and keeps the order of equal ones. */
static void sort_by_size(six_split *split) {
    for (int i = 1; i < split->count; i++) {
        for (int k = i; k > 0 && split->groups[k].size > split->groups[k - 1].size; k--) {
            six_group other = split->groups[k];
            split->groups[k] = split->groups[k - 1];
            split->groups[k - 1] = other;
        }
    }
    split->largest = 1;
    while (split->largest < split->count && split->groups[split->largest].size == split->groups[0].size)
        split->largest++;
}

CW_MULTIVERSION static void find_groups(const uint64_t occupied[SIX_SIDE], int total, int lifted,
                                        six_split *split) {
    split->count = 0;
    int found = 0;
    for (int direction = 0; direction < CW_DIRECTIONS && found < total; direction++) {
        int cell = six_step(lifted, direction);
        if (!six_has(occupied, cell) || is_known(split, cell))
            continue;
        assert(split->count < SIX_GROUPS_MAX);
        six_group *group = &split->groups[split->count++];
        flood(occupied, cell, group);
        found += group->size;
    }
    sort_by_size(split);
}

void cw_six_split(const uint64_t occupied[SIX_SIDE], int total, int lifted, six_split *split) {
    find_groups(occupied, total, lifted, split);
}

int cw_six_span_start(uint64_t bits, int inside) {
    int start = inside;
    for (int i = 0; i < SIX_SIDE && bits >> ((start - 1) & SIX_WRAP) & 1; i++)
        start = (start - 1) & SIX_WRAP;
    return start;
}

int cw_six_group_name(const six_group *group) {
    uint64_t columns = 0;
    for (uint64_t rows = group->used_rows; rows != 0; rows &= rows - 1)
        columns |= group->rows[__builtin_ctzll(rows)];
    int q = cw_six_span_start(columns, __builtin_ctzll(columns));
    int r = cw_six_span_start(group->used_rows, __builtin_ctzll(group->used_rows));
    while (!six_has(group->rows, six_cell(q, r)))
        r = (r + 1) & SIX_WRAP;
    return six_cell(q, r);
}
