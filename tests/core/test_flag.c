#include "causeway/flag.h"

#include <pthread.h>

#include "harness.h"

static void it_goes_up_and_down(void **state) {
    (void)state;
    cw_flag flag = {0};
    assert_false(cw_flag_is_up(&flag));
    assert_true(cw_flag_raise(&flag));
    assert_true(cw_flag_is_up(&flag));
    cw_flag_lower(&flag);
    assert_false(cw_flag_is_up(&flag));
}

static void a_flag_that_is_not_there_is_down(void **state) {
    (void)state;
    assert_false(cw_flag_is_up(NULL));
}

typedef struct runner {
    cw_flag *flag;
    int firsts;
} runner;

static void *run(void *context) {
    runner *self = context;
    self->firsts = cw_flag_raise(self->flag);
    return NULL;
}

static void one_alone_is_the_first_to_raise_it(void **state) {
    (void)state;
    enum { RUNNERS = 4, ROUNDS = 200 };
    for (int round = 0; round < ROUNDS; round++) {
        cw_flag flag = {0};
        pthread_t threads[RUNNERS];
        runner runners[RUNNERS];
        int firsts = 0;
        for (int i = 0; i < RUNNERS; i++) {
            runners[i] = (runner){.flag = &flag};
            assert_int_equal(pthread_create(&threads[i], NULL, run, &runners[i]), 0);
        }
        for (int i = 0; i < RUNNERS; i++) {
            pthread_join(threads[i], NULL);
            firsts += runners[i].firsts;
        }
        assert_int_equal(firsts, 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_goes_up_and_down),
        cmocka_unit_test(a_flag_that_is_not_there_is_down),
        cmocka_unit_test(one_alone_is_the_first_to_raise_it),
    };
    return RUN_TESTS(tests);
}
