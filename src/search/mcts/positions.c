#include "search/mcts/positions.h"

#include <stdlib.h>
#include <string.h>

enum { WAYS = 8 }; /* slots of a bucket: a line of the cache */

size_t cw_positions_bytes(const cw_positions *positions) {
    return sizeof *positions->slots * WAYS * (size_t)positions->buckets;
}

void cw_positions_create(cw_positions *positions, size_t bytes) {
    *positions = (cw_positions){.buckets = 1};
    while (2 * cw_positions_bytes(positions) <= bytes && positions->buckets < 1u << 31)
        positions->buckets *= 2;
    positions->slots = aligned_alloc(sizeof *positions->slots * WAYS, cw_positions_bytes(positions));
    if (positions->slots != NULL)
        cw_positions_clear(positions);
}

void cw_positions_destroy(cw_positions *positions) {
    free(positions->slots);
    *positions = (cw_positions){0};
}

void cw_positions_clear(cw_positions *positions) {
    if (positions->buckets > 0)
        memset(positions->slots, 0, cw_positions_bytes(positions));
}

static uint64_t *bucket_of(const cw_positions *positions, uint64_t hash) {
    return positions->slots + WAYS * (size_t)((uint32_t)hash & (positions->buckets - 1));
}

static uint32_t tag_of(uint64_t slot_or_hash) {
    return (uint32_t)(slot_or_hash >> 32);
}

void cw_positions_add(cw_positions *positions, uint64_t hash, uint32_t reference) {
    uint64_t *bucket = bucket_of(positions, hash);
    uint32_t way = 0;
    while (way < WAYS && __atomic_load_n(&bucket[way], __ATOMIC_RELAXED) != 0)
        way++;
    if (way == WAYS)
        way = tag_of(hash) % WAYS;
    /* Who finds the reference is to see the node behind it. */
    __atomic_store_n(&bucket[way], (uint64_t)tag_of(hash) << 32 | reference, __ATOMIC_RELEASE);
}

uint32_t cw_positions_next(const cw_positions *positions, uint64_t hash, uint32_t *cursor) {
    const uint64_t *bucket = bucket_of(positions, hash);
    while (*cursor < WAYS) {
        uint64_t slot = __atomic_load_n(&bucket[(*cursor)++], __ATOMIC_ACQUIRE);
        if (slot != 0 && tag_of(slot) == tag_of(hash))
            return (uint32_t)slot;
    }
    return 0;
}

void cw_positions_move(cw_positions *positions, uint32_t (*place_of)(const void *context, uint32_t reference),
                       const void *context) {
    for (size_t i = 0; i < WAYS * (size_t)positions->buckets; i++) {
        uint64_t slot = positions->slots[i];
        uint32_t place = slot != 0 ? place_of(context, (uint32_t)slot) : 0;
        positions->slots[i] = place != 0 ? (uint64_t)tag_of(slot) << 32 | place : 0;
    }
}
