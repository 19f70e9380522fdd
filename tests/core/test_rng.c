#include "harness.h"

/* The generator must never change: recorded games depend on it. The values were computed once by a separate
   program from the algorithm's description. */
static void the_first_values_are_fixed(void **state) {
    (void)state;
    static const struct {
        uint64_t seed, stream, values[3];
    } cases[] = {
        {0, 0, {UINT64_C(0xB85979C55AA927BA), UINT64_C(0xB2F93A89D32EDDC6), UINT64_C(0xE05443F0B93CDC7E)}},
        {1, 0, {UINT64_C(0x2F7DE780B58B398F), UINT64_C(0xAFCE40CB46FFA8DD), UINT64_C(0x38434375B3B757BB)}},
        {1, 1, {UINT64_C(0xDC8C6F995A908B45), UINT64_C(0x3DCA68AF31AA9510), UINT64_C(0x9EB46DF9FC25AB6B)}},
        {UINT64_MAX,
         12345,
         {UINT64_C(0xB9A55540483557E6), UINT64_C(0xCA814EB2822727D7), UINT64_C(0x2E79D5BD16E8372A)}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_rng rng = cw_rng_make(cases[i].seed, cases[i].stream);
        for (int j = 0; j < 3; j++)
            assert_true(cw_rng_next(&rng) == cases[i].values[j]);
    }
}

/* A sum of squared deviations from equal counts; its mean is bins - 1, its deviation sqrt(2 (bins - 1)). */
static double chi_square(const uint64_t *counts, int bins, uint64_t draws) {
    double expected = (double)draws / bins, sum = 0;
    for (int i = 0; i < bins; i++)
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    return sum;
}

/* Six deviations either way: about one false alarm in a thousand million. */
static void check_even(const uint64_t *counts, int bins, uint64_t draws) {
    double square = chi_square(counts, bins, draws), mean = bins - 1;
    double deviation = 1.5;
    while (deviation * deviation < 2 * mean)
        deviation += 0.01;
    assert_true(square < mean + 6 * deviation);
    assert_true(square > mean - 6 * deviation);
}

static void bounded_draws_are_even(void **state) {
    (void)state;
    static const uint32_t bounds[] = {2, 3, 7, 56, 121, 361};
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        uint64_t counts[361] = {0};
        cw_rng rng = cw_rng_make(7, i);
        for (int draw = 0; draw < 400000; draw++) {
            uint32_t value = cw_rng_below(&rng, bounds[i]);
            assert_true(value < bounds[i]);
            counts[value]++;
        }
        check_even(counts, (int)bounds[i], 400000);
    }
}

/* Three quarters of 2^32 is the bound at which a plain multiplication would be uneven by a third. */
static void large_bounds_are_even_too(void **state) {
    (void)state;
    const uint32_t bound = UINT32_C(3) << 30;
    uint64_t counts[3] = {0};
    cw_rng rng = cw_rng_make(11, 0);
    for (int draw = 0; draw < 300000; draw++)
        counts[cw_rng_below(&rng, bound) % 3]++;
    check_even(counts, 3, 300000);
}

static void a_bound_of_one_gives_zero(void **state) {
    (void)state;
    cw_rng rng = cw_rng_make(1, 1);
    for (int i = 0; i < 100; i++)
        assert_int_equal(cw_rng_below(&rng, 1), 0);
}

static void every_bit_is_a_fair_coin(void **state) {
    (void)state;
    uint64_t ones[64] = {0};
    cw_rng rng = cw_rng_make(3, 0);
    for (int i = 0; i < 100000; i++) {
        uint64_t value = cw_rng_next(&rng);
        for (int bit = 0; bit < 64; bit++)
            ones[bit] += value >> bit & 1;
    }
    for (int bit = 0; bit < 64; bit++)
        assert_true(ones[bit] > 50000 - 1000 && ones[bit] < 50000 + 1000); /* six deviations of 158 */
}

/* Streams of one seed, and one stream of neighbouring seeds, agree in half of all bits, as strangers do. */
static void streams_have_nothing_in_common(void **state) {
    (void)state;
    for (uint64_t i = 0; i < 64; i++) {
        cw_rng first = cw_rng_make(i, 0), next_stream = cw_rng_make(i, 1), next_seed = cw_rng_make(i + 1, 0);
        int by_stream = 0, by_seed = 0;
        for (int draw = 0; draw < 256; draw++) {
            uint64_t value = cw_rng_next(&first);
            by_stream += __builtin_popcountll(value ^ cw_rng_next(&next_stream));
            by_seed += __builtin_popcountll(value ^ cw_rng_next(&next_seed));
        }
        assert_true(abs(by_stream - 8192) < 400 && abs(by_seed - 8192) < 400); /* six deviations of 64 */
    }
}

static void units_lie_between_zero_and_one(void **state) {
    (void)state;
    uint64_t counts[20] = {0};
    cw_rng rng = cw_rng_make(5, 0);
    for (int i = 0; i < 200000; i++) {
        double unit = cw_rng_unit(&rng);
        assert_true(unit >= 0 && unit < 1);
        counts[(int)(unit * 20)]++;
    }
    check_even(counts, 20, 200000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_values_are_fixed),     cmocka_unit_test(bounded_draws_are_even),
        cmocka_unit_test(large_bounds_are_even_too),      cmocka_unit_test(a_bound_of_one_gives_zero),
        cmocka_unit_test(every_bit_is_a_fair_coin),       cmocka_unit_test(streams_have_nothing_in_common),
        cmocka_unit_test(units_lie_between_zero_and_one),
    };
    return RUN_TESTS(tests);
}
