#include "harness.h"

#include <stdatomic.h>

#include "core/pool.h"
#include "core/slab.h"

enum { THREADS = 4 };

typedef struct counts {
    atomic_int runs[THREADS];
    atomic_int sum;
} counts;

static void count(int thread, void *payload) {
    counts *all = payload;
    atomic_fetch_add(&all->runs[thread], 1);
    atomic_fetch_add(&all->sum, thread + 1);
}

static void every_thread_runs_every_job_once(void **state) {
    (void)state;
    cw_pool *pool;
    counts all = {0};
    assert_int_equal(cw_pool_create(THREADS, &pool, NULL), CW_OK);
    assert_int_equal(cw_pool_threads(pool), THREADS);
    for (int round = 1; round <= 200; round++) {
        cw_pool_run(pool, count, &all);
        for (int i = 0; i < THREADS; i++)
            assert_int_equal(atomic_load(&all.runs[i]), round);
    }
    cw_pool_destroy(pool);
    assert_int_equal(atomic_load(&all.sum), 200 * (1 + 2 + 3 + 4));
}

static void spawned_threads_run_the_job_once(void **state) {
    (void)state;
    counts all = {0};
    for (int round = 0; round < 20; round++)
        cw_pool_spawn(THREADS, count, &all);
    assert_int_equal(atomic_load(&all.sum), 20 * (1 + 2 + 3 + 4));
}

static void a_pool_of_one_is_the_caller(void **state) {
    (void)state;
    cw_pool *pool;
    counts all = {0};
    assert_int_equal(cw_pool_create(1, &pool, NULL), CW_OK);
    cw_pool_run(pool, count, &all);
    cw_pool_destroy(pool);
    assert_int_equal(atomic_load(&all.sum), 1);
}

static void an_arena_gives_all_it_has_and_no_more(void **state) {
    (void)state;
    cw_slab arena;
    size_t offset, taken = 0;
    assert_int_equal(cw_slab_create(&arena, 4 << 20, NULL), CW_OK);
    while (cw_slab_take(&arena, 1024, &offset)) {
        assert_int_equal(offset, taken);
        memset(arena.base + offset, 1, 1024);
        taken += 1024;
    }
    assert_int_equal(taken, 4 << 20);
    cw_slab_shrink(&arena, 2048);
    assert_true(cw_slab_take(&arena, 32, &offset));
    assert_int_equal(offset, 2048);
    cw_slab_destroy(&arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_runs_every_job_once),
        cmocka_unit_test(spawned_threads_run_the_job_once),
        cmocka_unit_test(a_pool_of_one_is_the_caller),
        cmocka_unit_test(an_arena_gives_all_it_has_and_no_more),
    };
    return RUN_TESTS(tests);
}
