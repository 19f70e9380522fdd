/* A memory arena: one reserved range of addresses from which blocks are taken by moving a mark forward, and
 * given back only all at once or by moving the mark back. Pages are used as they are first touched.
 *
 *     base                        base + used            base + capacity
 *      | block | block | ... | block |  not yet taken  ... |
 *
 * Taking may be done by many threads at once. */
#ifndef CW_CORE_SLAB_H
#define CW_CORE_SLAB_H

#include <stdbool.h>
#include <stddef.h>

#include "causeway/status.h"

enum { CW_SLAB_UNIT = 32 }; /* blocks are multiples of this, and begin at multiples of it */

typedef struct cw_slab {
    char *base;
    size_t capacity; /* bytes */
    size_t used;
    size_t touched; /* the most that was ever used since the pages were given back */
} cw_slab;

/* Reserves `capacity` bytes, rounded up to whole pages. */
cw_status cw_slab_create(cw_slab *arena, size_t capacity, cw_error *error);
void cw_slab_destroy(cw_slab *arena);

/* Takes `bytes` (a multiple of CW_SLAB_UNIT); false when the arena is full. The contents are whatever was
 * there before. */
bool cw_slab_take(cw_slab *arena, size_t bytes, size_t *offset);

/* Moves the mark back to `used` bytes; the pages above it stay taken. */
void cw_slab_rewind(cw_slab *arena, size_t used);

/* The same, but pages far above the mark go back to the system, which takes time when there are many. */
void cw_slab_shrink(cw_slab *arena, size_t used);

#endif
