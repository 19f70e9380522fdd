/* All puzzles: each has exactly the solution it claims. */
#include "puzzles/puzzle_checks.h"

static void all_are_right(void **unused) {
    (void)unused;
    assert_true(prove_each(1) >= 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_are_right)};
    return RUN_TESTS(tests);
}
