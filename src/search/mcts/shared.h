/* Accesses to the entries of a tree that serve one thread or many: with `shared` a constant false they are
 * plain, with true they are atomic.
 *
 * The compiler makes no vector code out of atomics. Loops over whole arrays of a shared tree therefore go in
 * steps of 16 bytes by hand where the processor promises that an aligned 16-byte access is not torn (x86-64
 * with AVX; older ones never tear the 4-byte entries, which is all that is needed), and in pairs of entries
 * elsewhere. */
#ifndef CW_SEARCH_MCTS_SHARED_H
#define CW_SEARCH_MCTS_SHARED_H

#include "search/mcts/tree.h"

#if defined(__x86_64__) && !defined(CW_SANITIZED) && !defined(CW_PORTABLE)
#define CW_SHARED_SSE2 1
#include <emmintrin.h>
#endif

/* ---- One entry ---- */

CW_INLINE uint32_t cw_shared_load(const uint32_t *entry, const bool shared) {
    return shared ? __atomic_load_n(entry, __ATOMIC_RELAXED) : *entry;
}

CW_INLINE void cw_shared_add(uint32_t *entry, uint32_t amount, const bool shared) {
    if (shared)
        __atomic_fetch_add(entry, amount, __ATOMIC_RELAXED);
    else
        *entry += amount;
}

/* Adds by a load and a store, which costs a tenth of an atomic addition; now and then one gets lost between
 * threads. */
CW_INLINE void cw_shared_add_loosely(uint32_t *entry, uint32_t amount, const bool shared) {
    if (shared)
        __atomic_store_n(entry, __atomic_load_n(entry, __ATOMIC_RELAXED) + amount, __ATOMIC_RELAXED);
    else
        *entry += amount;
}

/* ---- Several entries at once ---- */

#ifdef CW_SHARED_SSE2

typedef __m128i cw_lanes; /* may alias anything */

CW_INLINE cw_lanes cw_lanes_load(const cw_lanes *from) {
    cw_lanes lanes;
    __asm__ volatile("movdqa %1, %0" : "=x"(lanes) : "m"(*from));
    return lanes;
}

CW_INLINE void cw_lanes_store(cw_lanes *to, cw_lanes lanes) {
    __asm__ volatile("movdqa %1, %0" : "=m"(*to) : "x"(lanes));
}

CW_INLINE cw_lanes cw_lanes_of(uint32_t number) {
    return _mm_set1_epi32((int)number);
}

CW_INLINE cw_lanes cw_lanes_add_masked(cw_lanes entries, cw_lanes amounts, cw_lanes masks) {
    return _mm_add_epi32(entries, _mm_and_si128(amounts, masks));
}

CW_INLINE cw_lanes cw_lanes_add_growth(cw_lanes entries, cw_lanes now, cw_lanes before) {
    return _mm_add_epi32(entries, _mm_sub_epi32(now, before));
}

#else

typedef uint64_t __attribute__((may_alias)) cw_lanes;

CW_INLINE cw_lanes cw_lanes_load(const cw_lanes *from) {
    return __atomic_load_n(from, __ATOMIC_RELAXED);
}

CW_INLINE void cw_lanes_store(cw_lanes *to, cw_lanes lanes) {
    __atomic_store_n(to, lanes, __ATOMIC_RELAXED);
}

CW_INLINE cw_lanes cw_lanes_of(uint32_t number) {
    return number | (uint64_t)number << 32;
}

/* Counts stay below 2^31, so one never carries over into its neighbour. */
CW_INLINE cw_lanes cw_lanes_add_masked(cw_lanes entries, cw_lanes amounts, cw_lanes masks) {
    return entries + (amounts & masks);
}

/* Counts only grow, so nothing is borrowed from a neighbour either. */
CW_INLINE cw_lanes cw_lanes_add_growth(cw_lanes entries, cw_lanes now, cw_lanes before) {
    return entries + (now - before);
}

#endif

enum {
    CW_LANES = sizeof(cw_lanes) / sizeof(uint32_t),
    CW_GROUP_LANES = CW_EDGE_GROUP / CW_LANES, /* steps of one group of edges */
};

/* Copies `count` entries (a multiple of CW_EDGE_GROUP) out of a shared tree. */
CW_INLINE void cw_shared_copy(uint32_t *to, const uint32_t *from, uint32_t count) {
    cw_lanes *copy = (cw_lanes *)(void *)to;
    const cw_lanes *entries = (const cw_lanes *)(const void *)from;
    for (uint32_t group = 0; group < count / CW_LANES; group += CW_GROUP_LANES) {
        for (uint32_t i = group; i < group + CW_GROUP_LANES; i++)
            copy[i] = cw_lanes_load(&entries[i]);
    }
}

/* Adds `amount`, loosely, to those of `count` entries whose mask is
 * all ones, not to those whose mask is 0. */
CW_INLINE void cw_shared_add_masked(uint32_t *to, const uint32_t *masks, uint32_t count, uint32_t amount) {
    cw_lanes *entries = (cw_lanes *)(void *)to, amounts = cw_lanes_of(amount);
    const cw_lanes *mask_lanes = (const cw_lanes *)(const void *)masks;
    for (uint32_t group = 0; group < count / CW_LANES; group += CW_GROUP_LANES) {
        for (uint32_t i = group; i < group + CW_GROUP_LANES; i++)
            cw_lanes_store(&entries[i],
                           cw_lanes_add_masked(cw_lanes_load(&entries[i]), amounts, mask_lanes[i]));
    }
}

/* Adds, loosely, to `count` entries what a thread's own copy of them has grown by since it was equal to
 * `base`, and makes both equal to the sum. */
CW_INLINE void cw_shared_settle(uint32_t *to, uint32_t *copy, uint32_t *base, uint32_t count) {
    cw_lanes *entries = (cw_lanes *)(void *)to;
    cw_lanes *own = (cw_lanes *)(void *)copy, *before = (cw_lanes *)(void *)base;
    for (uint32_t group = 0; group < count / CW_LANES; group += CW_GROUP_LANES) {
        for (uint32_t i = group; i < group + CW_GROUP_LANES; i++) {
            cw_lanes sum = cw_lanes_add_growth(cw_lanes_load(&entries[i]), own[i], before[i]);
            cw_lanes_store(&entries[i], sum);
            own[i] = before[i] = sum;
        }
    }
}

#endif
