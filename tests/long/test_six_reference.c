/* The rules of Six against the slow reference, on 20,000 random games of mixed options. */
#include "games/six/reference.h"

static void many_random_games_agree_with_the_reference(void **state) {
    (void)state;
    ref_play_many(20181223, 20000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_random_games_agree_with_the_reference),
    };
    return RUN_TESTS(tests);
}
