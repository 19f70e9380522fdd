/* Legal moves and scores against the slow reference over more than 10,000 random games, and many odd ones. */
#include "games/tantrix/compare.h"

static void random_games_agree(void **state) {
    (void)state;
    compare_games(1700, COMPARE_RANDOM, 2);
}

static void games_across_the_torus_agree(void **state) {
    (void)state;
    compare_games(60, COMPARE_FAR, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree),
        cmocka_unit_test(games_across_the_torus_agree),
    };
    return RUN_TESTS(tests);
}
