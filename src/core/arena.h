/* A memory arena: one reserved range of addresses from which blocks are taken by moving a mark forward, and
 * given back only all at once or by moving the mark back. Pages are used as they are first touched.
 *
 *     base                        base + used            base + capacity
 *      | block | block | ... | block |  not yet taken  ... |
 *
 * Taking may be done by many threads at once. */
#ifndef CW_CORE_ARENA_H
#define CW_CORE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "causeway/status.h"

enum { CW_ARENA_UNIT = 32 }; /* blocks are multiples of this, and begin at multiples of it */

typedef struct cw_arena {
    char *base;
    size_t capacity; /* bytes */
    size_t used;
    size_t touched; /* the most that was ever used since the pages were given back */
} cw_arena;

/* Reserves `capacity` bytes, rounded up to whole pages. */
cw_status cw_arena_create(cw_arena *arena, size_t capacity, cw_error *error);
void cw_arena_destroy(cw_arena *arena);

/* Takes `bytes` (a multiple of CW_ARENA_UNIT); false when the arena is full. The contents are whatever was
 * there before. */
bool cw_arena_take(cw_arena *arena, size_t bytes, size_t *offset);

/* Moves the mark back to `used` bytes; the pages above it stay taken. */
void cw_arena_rewind(cw_arena *arena, size_t used);

/* The same, but pages far above the mark go back to the system, which takes time when there are many. */
void cw_arena_shrink(cw_arena *arena, size_t used);

#endif
