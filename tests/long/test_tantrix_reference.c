/* Legal moves and scores against the slow reference over more than 10,000 random games. */
#include "games/tantrix/compare.h"

static void random_games_agree(void **state) {
    (void)state;
    compare_games(1700, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree),
    };
    return RUN_TESTS(tests);
}
