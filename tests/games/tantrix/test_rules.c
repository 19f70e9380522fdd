/* The rules against the slow reference; tests/long/test_tantrix_reference.c plays more of the same. */
#include "games/tantrix/compare.h"

static void random_games_agree(void **state) {
    (void)state;
    compare_games(120, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree),
    };
    return RUN_TESTS(tests);
}
