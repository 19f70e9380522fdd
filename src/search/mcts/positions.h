/* Which node stands for a position: a table by hashes, so that a position reached by several orders of moves
 * has one node, and is judged and reasoned about once. It may forget.
 *
 *     slot    | 32 bits of the hash | reference |      0: free; eight slots make a bucket
 *
 * Sixteen more bits of the hash stand in the node itself. Threads that share a tree share its table. */
#ifndef CW_SEARCH_MCTS_POSITIONS_H
#define CW_SEARCH_MCTS_POSITIONS_H

#include <stddef.h>
#include <stdint.h>

typedef struct cw_positions {
    uint64_t *slots;
    uint32_t buckets; /* a power of two; 0: no table */
} cw_positions;

/* A table of at most `bytes`, or of one bucket; NULL in `slots` when there is no memory. */
void cw_positions_create(cw_positions *positions, size_t bytes);
size_t cw_positions_bytes(const cw_positions *positions);
void cw_positions_destroy(cw_positions *positions);
void cw_positions_clear(cw_positions *positions);

/* The part of a hash that its node keeps. */
static inline uint16_t cw_position_signature(uint64_t hash) {
    return (uint16_t)(hash >> 16);
}

/* Enters the node of a position; in a full bucket another one is forgotten. */
void cw_positions_add(cw_positions *positions, uint64_t hash, uint32_t reference);

/* The references with this hash come out one after another, 0 at the end; `*cursor` begins at 0. */
uint32_t cw_positions_next(const cw_positions *positions, uint64_t hash, uint32_t *cursor);

/* Gives every reference the value of `place_of`; 0 forgets it. */
void cw_positions_move(cw_positions *positions, uint32_t (*place_of)(const void *context, uint32_t reference),
                       const void *context);

#endif
