/* Names, origins and allowances. */
#include "harness.h"
#include "server/guard.h"

static void a_server_of_this_machine_has_its_loopback_names(void **state) {
    (void)state;
    static const char *const good[] = {"127.0.0.1:8080", "localhost:8080", "LOCALHOST:8080", "[::1]:8080"};
    static const char *const bad[] = {"",
                                      ":8080",
                                      "localhost",
                                      "localhost:80",
                                      "localhost:8080x",
                                      "localhost:8080 ",
                                      "evil.example:8080",
                                      "127.0.0.1.evil.example:8080x",
                                      "localhost.evil.example:8080",
                                      "192.168.1.5:8080",
                                      "[::1:8080",
                                      "localhost:-8080",
                                      "localhost:808000000000000"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(cw_guard_host("127.0.0.1", 8080, good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (cw_guard_host("127.0.0.1", 8080, bad[i]))
            fail_msg("%s", bad[i]);
    }
}

static void names_that_only_begin_like_an_address_are_foreign(void **state) {
    (void)state;
    assert_false(cw_guard_host("127.0.0.1", 8080, "127.evil.example:8080"));
    assert_true(cw_guard_is_loopback("127.0.0.2"));
    assert_false(cw_guard_is_loopback("127.0.0.2.evil.example"));
}

static void other_addresses_have_their_own_name_alone(void **state) {
    (void)state;
    assert_true(cw_guard_host("192.168.1.5", 80, "192.168.1.5"));
    assert_true(cw_guard_host("192.168.1.5", 80, "192.168.1.5:80"));
    assert_false(cw_guard_host("192.168.1.5", 80, "localhost"));
    assert_false(cw_guard_host("192.168.1.5", 80, "evil.example"));
}

static void a_server_on_every_address_takes_addresses_but_no_foreign_names(void **state) {
    (void)state;
    assert_true(cw_guard_host("0.0.0.0", 8080, "10.0.0.7:8080"));
    assert_true(cw_guard_host("0.0.0.0", 8080, "localhost:8080"));
    assert_false(cw_guard_host("0.0.0.0", 8080, "evil.example:8080"));
    assert_false(cw_guard_host("0.0.0.0", 8080, "10.0.0.7.evil.example:8080"));
}

static void origins_are_those_of_the_page(void **state) {
    (void)state;
    assert_true(cw_guard_origin("http://localhost:8080", "localhost:8080"));
    assert_false(cw_guard_origin("https://localhost:8080", "localhost:8080"));
    assert_false(cw_guard_origin("http://localhost:8081", "localhost:8080"));
    assert_false(cw_guard_origin("http://evil.example", "localhost:8080"));
    assert_false(cw_guard_origin("null", "localhost:8080"));
    assert_false(cw_guard_origin("http://localhost:8080.evil.example", "localhost:8080"));
}

static void an_allowance_grows_back(void **state) {
    (void)state;
    cw_allowance allowance = {0};
    for (int i = 0; i < 10; i++)
        assert_true(cw_allowance_spend(&allowance, 2, 10, 1, 100));
    assert_false(cw_allowance_spend(&allowance, 2, 10, 1, 100.2));
    assert_true(cw_allowance_spend(&allowance, 2, 10, 1, 100.6));
    assert_false(cw_allowance_spend(&allowance, 2, 10, 1, 100.6));
    assert_true(cw_allowance_spend(&allowance, 2, 10, 10, 200));
    assert_false(cw_allowance_spend(&allowance, 2, 10, 1, 200));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_server_of_this_machine_has_its_loopback_names),
        cmocka_unit_test(names_that_only_begin_like_an_address_are_foreign),
        cmocka_unit_test(other_addresses_have_their_own_name_alone),
        cmocka_unit_test(a_server_on_every_address_takes_addresses_but_no_foreign_names),
        cmocka_unit_test(origins_are_those_of_the_page),
        cmocka_unit_test(an_allowance_grows_back),
    };
    return RUN_TESTS(tests);
}
