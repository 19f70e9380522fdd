#include "games/six/windows.h"

#include <string.h>

/* Numbers from 0 to 7 for 64 windows side by side, one bit of each in a word. */
typedef struct counters {
    uint64_t ones, twos, fours;
} counters;

CW_INLINE void count_bits(counters *counts, uint64_t bits) {
    uint64_t carry = counts->ones & bits;
    counts->ones ^= bits;
    counts->fours ^= counts->twos & carry;
    counts->twos ^= carry;
}

CW_INLINE uint64_t equal_to(const counters *counts, unsigned number) {
    return ~(counts->ones ^ (0ULL - (number & 1))) & ~(counts->twos ^ (0ULL - (number >> 1 & 1))) &
           ~(counts->fours ^ (0ULL - (number >> 2 & 1)));
}

CW_INLINE uint64_t any_of(const counters *counts) {
    return counts->ones | counts->twos | counts->fours;
}

/* The tiles of a colour in the windows whose bases are in row r. */
CW_INLINE counters count_row(const uint64_t tiles[SIX_SIDE], int template, int r) {
    counters counts = {0};
    for (int part = 0; part < SIX_SHAPE_TILES; part++) {
        const cw_axial offset = cw_six_templates[template][part];
        count_bits(&counts, six_from_east(tiles[(r + offset.r) & SIX_WRAP], offset.q));
    }
    return counts;
}

CW_MULTIVERSION static void count_windows(const cw_state *state, six_open_windows *windows) {
    for (int template = 0; template <SIX_TEMPLATES; template ++) {
        for (uint64_t rows = cw_six_base_rows(template, state->used_rows); rows != 0; rows &= rows - 1) {
            int r = __builtin_ctzll(rows);
            counters red = count_row(state->rows[SIX_RED], template, r);
            counters black = count_row(state->rows[SIX_BLACK], template, r);
            uint64_t red_open = ~any_of(&black), black_open = ~any_of(&red);
            for (unsigned number = 1; number <= SIX_SHAPE_TILES; number++) {
                windows->count[SIX_RED][number] += __builtin_popcountll(equal_to(&red, number) & red_open);
                windows->count[SIX_BLACK][number] +=
                    __builtin_popcountll(equal_to(&black, number) & black_open);
            }
        }
    }
}

void cw_six_count_windows(const cw_state *state, six_open_windows *windows) {
    memset(windows, 0, sizeof *windows);
    count_windows(state, windows);
}

/* The other five cells of triangles and rings through the middle of a patch of 5 x 5 cells (six_patch), by
 * the template and by which of its cells lies in the middle. */
static const uint64_t patch_windows[3][SIX_SHAPE_TILES] = {
    {0x040C180000, 0x02060A0000, 0x0103030000, 0x0004081C00, 0x0002020E00, 0x0000000C1C},
    {0x0706000000, 0x000E080800, 0x0007020400, 0x0000181810, 0x00000A0C08, 0x0000030604},
    {0x0305020000, 0x0003010600, 0x0000020A0C, 0x0000081418, 0x000C101800, 0x060A080000},
};

/* The 11 cells of a line with `cell` in the middle, in the direction of a template. */
CW_INLINE unsigned line_through(const uint64_t tiles[SIX_SIDE], int cell, cw_axial step) {
    unsigned line = 0;
    for (int i = 0; i < 11; i++) {
        int q = six_q(cell) + (i - 5) * step.q, r = six_r(cell) + (i - 5) * step.r;
        line |= (unsigned)(tiles[r & SIX_WRAP] >> (q & SIX_WRAP) & 1) << i;
    }
    return line & ~(1u << 5);
}

CW_MULTIVERSION static void look_through(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE],
                                         int cell, six_window windows[SIX_WINDOWS_THROUGH]) {
    for (int template = 0; template <3; template ++) {
        unsigned own_line = line_through(own, cell, cw_six_templates[template][1]);
        unsigned other_line = line_through(other, cell, cw_six_templates[template][1]);
        for (int part = 0; part < SIX_SHAPE_TILES; part++)
            *windows++ = (six_window){__builtin_popcount(own_line >> (5 - part) & 63),
                                      __builtin_popcount(other_line >> (5 - part) & 63)};
    }
    uint64_t own_patch = six_patch(own, cell), other_patch = six_patch(other, cell);
    for (int shape = 0; shape < 3; shape++) {
        for (int part = 0; part < SIX_SHAPE_TILES; part++)
            *windows++ = (six_window){__builtin_popcountll(own_patch & patch_windows[shape][part]),
                                      __builtin_popcountll(other_patch & patch_windows[shape][part])};
    }
}

void cw_six_windows_through(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE], int cell,
                            six_window windows[SIX_WINDOWS_THROUGH]) {
    look_through(own, other, cell, windows);
}

static int add_pairs(const uint64_t own[SIX_SIDE], int template, int r, uint64_t bases, six_pair *pairs,
                     int count) {
    for (; bases != 0 && count < SIX_PAIRS_MAX; bases &= bases - 1) {
        int found = 0;
        for (int part = 0; part < SIX_SHAPE_TILES; part++) {
            const cw_axial offset = cw_six_templates[template][part];
            int cell = six_cell(__builtin_ctzll(bases) + offset.q, r + offset.r);
            if (!six_has(own, cell))
                pairs[count].cells[found++] = (uint16_t)cell;
        }
        count++;
    }
    return count;
}

CW_MULTIVERSION static int find_pairs(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE],
                                      uint64_t used_rows, six_pair pairs[SIX_PAIRS_MAX]) {
    int count = 0;
    for (int template = 0; template <SIX_TEMPLATES; template ++) {
        for (uint64_t rows = cw_six_base_rows(template, used_rows); rows != 0; rows &= rows - 1) {
            int r = __builtin_ctzll(rows);
            counters counts = count_row(own, template, r);
            uint64_t bases = equal_to(&counts, 4);
            if (bases == 0)
                continue;
            counters others = count_row(other, template, r);
            count = add_pairs(own, template, r, bases & ~any_of(&others), pairs, count);
        }
    }
    return count;
}

int cw_six_find_pairs(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE], uint64_t used_rows,
                      six_pair pairs[SIX_PAIRS_MAX]) {
    return find_pairs(own, other, used_rows, pairs);
}

/* The window of a template at a base as a threat: the cells with tiles first, then the empty one. */
static six_threat threat_at(const uint64_t own[SIX_SIDE], int template, int q, int r) {
    six_threat threat = {.shape = cw_six_template_ending[template]};
    int tiles = 0;
    for (int part = 0; part < SIX_SHAPE_TILES; part++) {
        const cw_axial offset = cw_six_templates[template][part];
        int cell = six_cell(q + offset.q, r + offset.r);
        threat.cells[six_has(own, cell) ? tiles++ : SIX_SHAPE_TILES - 1] = (uint16_t)cell;
    }
    return threat;
}

int cw_six_find_threats(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE], uint64_t used_rows,
                        six_threat threats[SIX_PAIRS_MAX]) {
    int count = 0;
    for (int template = 0; template <SIX_TEMPLATES; template ++) {
        for (uint64_t rows = cw_six_base_rows(template, used_rows); rows != 0; rows &= rows - 1) {
            int r = __builtin_ctzll(rows);
            counters counts = count_row(own, template, r), others = count_row(other, template, r);
            uint64_t bases = equal_to(&counts, SIX_SHAPE_TILES - 1) & ~any_of(&others);
            for (; bases != 0 && count < SIX_PAIRS_MAX; bases &= bases - 1)
                threats[count++] = threat_at(own, template, __builtin_ctzll(bases), r);
        }
    }
    return count;
}
