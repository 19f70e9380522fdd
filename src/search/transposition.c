#include "search/transposition.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/*  An entry is three words; a bucket of two entries and some room fills a cache line.
 *
 *      check = key ^ first ^ second
 *      first = move (32 bits) | score (32 bits)
 *      second = depth (16 bits) | bound (8 bits) | age (40 bits)
 *
 *  The first entry of a bucket prefers depth, the second takes whatever the first refuses. Ages only grow:
 *  to clear the table is to remember the age before which entries are void. */
enum { AGE_SHIFT = 24, HUGE_PAGE = 1 << 21 };

typedef struct entry {
    _Atomic uint64_t check, first, second;
} entry;

typedef struct bucket {
    entry entries[2];
    uint64_t room[2];
} bucket;
_Static_assert(sizeof(bucket) == 64, "a bucket is a cache line");

struct cw_transposition {
    bucket *buckets;
    uint64_t mask;       /* of the buckets in use */
    uint64_t mask_whole; /* of all buckets */
    uint64_t age;
    uint64_t born; /* entries of a smaller age are void */
};

cw_status cw_transposition_create(size_t bytes, cw_transposition **table, cw_error *error) {
    uint64_t count = 1;
    while (2 * count * sizeof(bucket) <= bytes)
        count *= 2;
    cw_transposition *made = calloc(1, sizeof *made);
    size_t size = count * sizeof(bucket), alignment = size < HUGE_PAGE ? sizeof(bucket) : HUGE_PAGE;
    if (made != NULL)
        made->buckets = aligned_alloc(alignment, size);
    if (made == NULL || made->buckets == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a transposition table of %zu MiB",
                       bytes >> 20);
    }
    made->mask = made->mask_whole = count - 1;
    /* Large pages where there are some; and written once here, so that no search waits for pages. */
#ifdef MADV_HUGEPAGE
    madvise(made->buckets, size, MADV_HUGEPAGE);
#endif
    memset((void *)made->buckets, 0, size);
    *table = made;
    return CW_OK;
}

void cw_transposition_destroy(cw_transposition *table) {
    if (table != NULL)
        free(table->buckets);
    free(table);
}

void cw_transposition_clear(cw_transposition *table) {
    table->born = table->age + 1;
}

void cw_transposition_age(cw_transposition *table) {
    table->age++;
}

void cw_transposition_fit(cw_transposition *table, double nodes) {
    const double buckets_a_node = 50, buckets_min = 4096; /* room for the searches of a whole game */
    double wanted = fmax(nodes * buckets_a_node, buckets_min);
    uint64_t mask = table->mask_whole;
    while ((double)(mask >> 1) >= wanted)
        mask >>= 1;
    table->mask = mask;
}

size_t cw_transposition_bytes(const cw_transposition *table) {
    return (size_t)(table->mask_whole + 1) * sizeof(bucket);
}

/* Reads an entry if it belongs to the key. */
static bool read_entry(const entry *place, uint64_t key, uint64_t *first, uint64_t *second) {
    *first = atomic_load_explicit(&place->first, memory_order_relaxed);
    *second = atomic_load_explicit(&place->second, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&place->check, memory_order_relaxed);
    return check == (key ^ *first ^ *second) && *second != 0;
}

bool cw_transposition_find(const cw_transposition *table, uint64_t key, cw_transposition_finding *finding) {
    const bucket *home = &table->buckets[key & table->mask];
    for (int i = 0; i < 2; i++) {
        uint64_t first, second;
        if (!read_entry(&home->entries[i], key, &first, &second) || second >> AGE_SHIFT < table->born)
            continue;
        finding->move = (cw_move)first;
        finding->score = (int32_t)(uint32_t)(first >> 32);
        finding->depth = (int)(second & 0xFFFF);
        finding->bound = (cw_bound)(second >> 16 & 0xFF);
        return true;
    }
    return false;
}

void cw_transposition_keep(cw_transposition *table, uint64_t key, const cw_transposition_finding *finding) {
    bucket *home = &table->buckets[key & table->mask];
    uint64_t first = finding->move | (uint64_t)(uint32_t)finding->score << 32;
    uint64_t second = (uint64_t)finding->depth | (uint64_t)finding->bound << 16 | table->age << AGE_SHIFT;
    uint64_t old_first, old_second;
    entry *place = &home->entries[0];
    if (!read_entry(place, key, &old_first, &old_second)) {
        old_second = atomic_load_explicit(&place->second, memory_order_relaxed);
        bool present_age = old_second >> AGE_SHIFT == table->age;
        if (present_age && (int)(old_second & 0xFFFF) > finding->depth)
            place = &home->entries[1];
    }
    atomic_store_explicit(&place->check, key ^ first ^ second, memory_order_relaxed);
    atomic_store_explicit(&place->first, first, memory_order_relaxed);
    atomic_store_explicit(&place->second, second, memory_order_relaxed);
}
