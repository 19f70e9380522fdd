/* Sets of cells for the kernel, made anew for each width: the file that includes it defines KERNEL_WORDS, the
 * number of 64-bit words of a set (1, 2 or 6). Cells are numbered densely, column + size * row, and the two
 * numbers after the last cell stand for a colour's two edges, so that boards up to 7x7 fit in one word, up to
 * 11x11 in two and up to 19x19 in six.
 *
 * All loops have constant bounds and vanish in the one-word kernel. */
#ifndef CW_GAMES_HEX_KERNEL_CELLS_H
#define CW_GAMES_HEX_KERNEL_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cpu.h"

#ifndef KERNEL_WORDS
#define KERNEL_WORDS 1 /* so that each header can be read and checked alone */
#endif

/* clang shows the linker what picks a version of a function, though the function is static: each width needs
 * names of its own. */
#define KERNEL_NAME_OF(name, words) name##_##words
#define KERNEL_NAME(name, words) KERNEL_NAME_OF(name, words)
#define network_derive KERNEL_NAME(network_derive, KERNEL_WORDS)
#define network_follow KERNEL_NAME(network_follow, KERNEL_WORDS)
#define add_flow KERNEL_NAME(add_flow, KERNEL_WORDS)

typedef struct cells {
    uint64_t word[KERNEL_WORDS];
} cells;

CW_INLINE cells cells_none(void) {
    return (cells){{0}};
}

CW_INLINE cells cells_single(int cell) {
    cells set = {{0}};
    set.word[KERNEL_WORDS == 1 ? 0 : cell >> 6] = UINT64_C(1) << (cell & 63);
    return set;
}

CW_INLINE cells cells_and(cells a, cells b) {
    for (int i = 0; i < KERNEL_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

CW_INLINE cells cells_or(cells a, cells b) {
    for (int i = 0; i < KERNEL_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

CW_INLINE cells cells_minus(cells a, cells b) {
    for (int i = 0; i < KERNEL_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

CW_INLINE bool cells_is_empty(cells a) {
    uint64_t any = 0;
    for (int i = 0; i < KERNEL_WORDS; i++)
        any |= a.word[i];
    return any == 0;
}

/* Have they a cell in common? */
CW_INLINE bool cells_meet(cells a, cells b) {
    return !cells_is_empty(cells_and(a, b));
}

/* Is every cell of `a` in `b`? */
CW_INLINE bool cells_within(cells a, cells b) {
    return cells_is_empty(cells_minus(a, b));
}

CW_INLINE bool cells_equal(cells a, cells b) {
    uint64_t difference = 0;
    for (int i = 0; i < KERNEL_WORDS; i++)
        difference |= a.word[i] ^ b.word[i];
    return difference == 0;
}

CW_INLINE int cells_count(cells a) {
    int count = 0;
    for (int i = 0; i < KERNEL_WORDS; i++)
        count += __builtin_popcountll(a.word[i]);
    return count;
}

CW_INLINE bool cells_has(cells a, int cell) {
    return (a.word[KERNEL_WORDS == 1 ? 0 : cell >> 6] >> (cell & 63)) & 1;
}

CW_INLINE void cells_add(cells *a, int cell) {
    a->word[KERNEL_WORDS == 1 ? 0 : cell >> 6] |= UINT64_C(1) << (cell & 63);
}

CW_INLINE void cells_remove(cells *a, int cell) {
    a->word[KERNEL_WORDS == 1 ? 0 : cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
}

/* The lowest cell of a set that is not empty. */
CW_INLINE int cells_first(cells a) {
    for (int i = 0; i < KERNEL_WORDS - 1; i++)
        if (a.word[i])
            return 64 * i + __builtin_ctzll(a.word[i]);
    return 64 * (KERNEL_WORDS - 1) + __builtin_ctzll(a.word[KERNEL_WORDS - 1]);
}

/* Takes the lowest cell out of a set that is not empty. */
CW_INLINE int cells_pop(cells *a) {
    int cell = cells_first(*a);
    a->word[KERNEL_WORDS == 1 ? 0 : cell >> 6] &= a->word[KERNEL_WORDS == 1 ? 0 : cell >> 6] - 1;
    return cell;
}

#endif
