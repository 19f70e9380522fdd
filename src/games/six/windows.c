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

void cw_six_windows_through(const uint64_t own[SIX_SIDE], const uint64_t other[SIX_SIDE], int cell,
                            six_window windows[SIX_WINDOWS_THROUGH]) {
    int q = six_q(cell), r = six_r(cell);
    for (int template = 0; template <SIX_TEMPLATES; template ++) {
        const cw_axial *offsets = cw_six_templates[template];
        for (int part = 0; part < SIX_SHAPE_TILES; part++) {
            six_window *window = &windows[template * SIX_SHAPE_TILES + part];
            *window = (six_window){0, 0};
            for (int i = 0; i < SIX_SHAPE_TILES; i++) {
                int there = six_cell(q + offsets[i].q - offsets[part].q, r + offsets[i].r - offsets[part].r);
                window->own += i != part && six_has(own, there);
                window->other += i != part && six_has(other, there);
            }
        }
    }
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
