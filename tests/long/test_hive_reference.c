/* 20,000 random games of up to 100 plies agree move by move with the slow reference. */
#include "games/hive/compare.h"

static void random_games_agree(void **unused) {
    (void)unused;
    compare_games(1, 20000, 100, 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_games_agree)};
    return RUN_TESTS(tests);
}
