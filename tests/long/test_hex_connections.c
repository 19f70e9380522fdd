/* Millions of virtual connections against exhaustive play. */
#include "games/hex/connection_check.h"

static void no_connection_is_false(void **state) {
    (void)state;
    long checked = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        checked += check_connections(&cw_hex_kernel_1, &cw_hex_limits_standard, 3, 9, 300000, seed);
        checked += check_connections(&cw_hex_kernel_1, &cw_hex_limits_standard, 4, 14, 300000, seed);
        checked += check_connections(&cw_hex_kernel_1, &cw_hex_limits_standard, 5, 11, 300000, seed);
        checked += check_connections(&cw_hex_kernel_2, &cw_hex_limits_standard, 4, 12, 100000, seed + 10);
        checked += check_connections(&cw_hex_kernel_3, &cw_hex_limits_standard, 5, 10, 100000, seed + 20);
        checked += check_connections(&cw_hex_kernel_6, &cw_hex_limits_standard, 5, 10, 100000, seed + 30);
    }
    print_message("%ld connections checked\n", checked);
    assert_true(checked > 3000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_connection_is_false),
    };
    return RUN_TESTS(tests);
}
