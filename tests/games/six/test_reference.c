/* The rules against the slow reference, on random games of mixed options; tests/long has the full number. */
#include "games/six/reference.h"

static void random_games_agree_with_the_reference(void **state) {
    (void)state;
    ref_play_many(2018, 1500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_reference),
    };
    return RUN_TESTS(tests);
}
