/* 2,000 random games agree move by move with the slow reference; 20,000 in tests/long. */
#include "games/hive/compare.h"

static void random_games_agree(void **unused) {
    (void)unused;
    compare_games(1, 2000, 100, 35);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_games_agree)};
    return RUN_TESTS(tests);
}
