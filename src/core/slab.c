#include "core/slab.h"

#include <assert.h>
#include <sys/mman.h>

cw_status cw_slab_create(cw_slab *arena, size_t capacity, cw_error *error) {
    enum { PAGE = 4096, PAGE_HUGE = 2 << 20 };
    capacity = (capacity + PAGE - 1) / PAGE * PAGE;
    void *base =
        mmap(NULL, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return cw_fail(error, CW_NO_MEMORY, "the system gives no %zu MiB of memory", capacity >> 20);
    /* Only a hint: a search tree is read at random, and large pages save address lookups. */
    if (capacity >= PAGE_HUGE)
        (void)madvise(base, capacity, MADV_HUGEPAGE);
    *arena = (cw_slab){.base = base, .capacity = capacity};
    return CW_OK;
}

void cw_slab_destroy(cw_slab *arena) {
    if (arena->base != NULL)
        munmap(arena->base, arena->capacity);
    *arena = (cw_slab){0};
}

bool cw_slab_take(cw_slab *arena, size_t bytes, size_t *offset) {
    assert(bytes % CW_SLAB_UNIT == 0);
    size_t used = __atomic_load_n(&arena->used, __ATOMIC_RELAXED);
    do {
        if (bytes > arena->capacity - used)
            return false;
    } while (!__atomic_compare_exchange_n(&arena->used, &used, used + bytes, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    *offset = used;
    return true;
}

void cw_slab_rewind(cw_slab *arena, size_t used) {
    assert(used <= arena->used);
    if (arena->used > arena->touched)
        arena->touched = arena->used;
    arena->used = used;
}

void cw_slab_shrink(cw_slab *arena, size_t used) {
    enum { SLACK = 64 << 20 }; /* less than this is not worth a system call */
    cw_slab_rewind(arena, used);
    size_t keep = (used + SLACK) & ~(size_t)((2 << 20) - 1);
    if (arena->touched > keep + SLACK) {
        (void)madvise(arena->base + keep, arena->touched - keep, MADV_DONTNEED);
        arena->touched = keep;
    }
}
