/* Networks against a slow and obvious implementation, on boards of many shapes, with every kernel that runs
 * here; and files that must be refused. */
#include "harness.h"

#include <math.h>
#include <unistd.h>

#include "network/network.h"
#include "network/slow_network.h"

static const char board_text[] = "game hex\n"
                                 "note a small one\n"
                                 "input board planes=3 border=2\n"
                                 "conv a = input taps=19 out=24 relu\n"
                                 "conv b = a taps=7 out=40 leaky\n"
                                 "conv a = b taps=7 out=24 relu add=a\n"
                                 "conv b = a taps=7 out=24 relu\n"
                                 "pool p = b\n"
                                 "dense q = p out=24\n"
                                 "conv a = b taps=7 out=24 relu add=a shift=q\n"
                                 "conv l = a taps=1 out=1\n"
                                 "pool p = a\n"
                                 "dense v = p out=33 relu\n"
                                 "dense v = v out=33 leaky add=v\n"
                                 "dense w = v out=1\n"
                                 "policy l\n"
                                 "value w\n";

enum {
    BOARD_WEIGHTS = 19 * 3 * 24 + 24 + 7 * 24 * 40 + 40 + 7 * 40 * 24 + 24 + 7 * 24 * 24 + 24 + 48 * 24 + 24 +
                    7 * 24 * 24 + 24 + 24 + 1 + 48 * 33 + 33 + 33 * 33 + 33 + 33 + 1
};

static cw_network *must_read(const char *text, const float *weights, uint32_t count,
                             const cw_network_kernel *kernel) {
    size_t size;
    unsigned char *bytes = slow_file(text, weights, count, &size);
    cw_network *network = NULL;
    cw_error error = {0};
    if (cw_network_read(bytes, size, "test", kernel, &network, &error) != CW_OK)
        fail_msg("%s", error.message);
    free(bytes);
    return network;
}

/* Channels in multiples of 16 and 32, which kernels may treat in ways of their own. */
static const char round_text[] = "game hex\n"
                                 "input board planes=3 border=2\n"
                                 "conv a = input taps=19 out=32 relu\n"
                                 "conv b = a taps=7 out=64 relu\n"
                                 "conv c = b taps=7 out=48 leaky\n"
                                 "conv d = b taps=7 out=32 relu add=a\n"
                                 "pool p = d\n"
                                 "dense q = p out=16\n"
                                 "conv e = d taps=1 out=16 relu shift=q\n"
                                 "conv f = d taps=7 out=96 relu\n"
                                 "conv a = f taps=7 out=32 relu add=a\n"
                                 "conv l = a taps=1 out=1\n"
                                 "pool r = e\n"
                                 "dense v = r out=1\n"
                                 "policy l\n"
                                 "value v\n";

enum {
    ROUND_WEIGHTS = 57 * 32 + 32 + 7 * 32 * 64 + 64 + 7 * 64 * 48 + 48 + 7 * 64 * 32 + 32 + 64 * 16 + 16 +
                    32 * 16 + 16 + 7 * 32 * 96 + 96 + 7 * 96 * 32 + 32 + 32 + 1 + 32 + 1
};

static void assert_near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) < tolerance * (1 + fabs(expected))))
        fail_msg("%.9g where %.9g belongs", found, expected);
}

/* Two kernels round what they multiply to 8 bits. */
static double tolerance_of(const cw_network *network) {
    const char *name = cw_network_kernel_name(network);
    return strcmp(name, "amx") == 0 || strcmp(name, "bf16") == 0 ? 5e-3 : 2e-5;
}

static void compare_board(const cw_network *network, const char *text, const float *weights, int count,
                          int rows, int columns, uint64_t seed) {
    static slow_network slow;
    cw_rng rng = cw_rng_make(seed, 1);
    cw_workspace *workspace = NULL;
    assert_int_equal(cw_workspace_create(network, rows, columns, &workspace, NULL), CW_OK);
    for (int again = 0; again < 2; again++) { /* a workspace is used many times */
        slow.rows = rows;
        slow.columns = columns;
        slow.planes = slow.input.width = count;
        slow.border = 2;
        uint8_t *planes = cw_workspace_planes(workspace);
        for (int plane = 0; plane < count; plane++) {
            for (int row = 0; row < rows + 4; row++) {
                for (int column = 0; column < columns + 4; column++) {
                    uint8_t input = (uint8_t)cw_rng_below(&rng, 3);
                    *planes++ = input;
                    slow.input.at[row][column][plane] = input;
                }
            }
        }
        slow_run(&slow, text, weights);
        cw_workspace_run(workspace);
        const float *policy = cw_workspace_policy(workspace);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++)
                assert_near(policy[row * columns + column], slow.things[slow.policy].at[row][column][0],
                            tolerance_of(network));
        }
        assert_near(cw_workspace_value(workspace)[0], slow.things[slow.value].at[0][0][0],
                    tolerance_of(network));
    }
    cw_workspace_destroy(workspace);
}

/* Compares on boards of many shapes, with every kernel that runs here. */
static void compare_all(const char *text, uint32_t weight_count, int planes, double scale) {
    const cw_network_kernel *kernels[CW_NETWORK_KERNELS_MAX];
    int count = cw_network_kernels(kernels);
    float *weights = slow_weights(weight_count, 5, scale);
    assert_string_equal(kernels[count - 1]->name, "portable");
    for (int i = 0; i < count; i++) {
        cw_network *network = must_read(text, weights, weight_count, kernels[i]);
        const int shapes[][2] = {{1, 1}, {1, 7}, {2, 2}, {5, 5}, {4, 9}, {11, 11}, {13, 13}, {19, 19}};
        for (size_t j = 0; j < sizeof shapes / sizeof shapes[0]; j++)
            compare_board(network, text, weights, planes, shapes[j][0], shapes[j][1], 100 + j);
        assert_string_equal(cw_network_kernel_name(network), kernels[i]->name);
        cw_network_destroy(network);
    }
    free(weights);
}

/* Those that round lead, and leave what fits badly to the one for AVX-512. */
static void kernels_come_best_first(void **state) {
    (void)state;
    static const char *const names[] = {"amx", "bf16", "avx512", "avx2", "portable"};
    const cw_network_kernel *kernels[CW_NETWORK_KERNELS_MAX];
    const int count = cw_network_kernels(kernels), all = sizeof names / sizeof names[0];
    int place = 0;
    for (int i = 0; i < count; i++, place++) {
        while (place < all && strcmp(names[place], kernels[i]->name) != 0)
            place++;
        assert_true(place < all);
        if (place < 2)
            assert_string_equal(kernels[i + 1]->name, names[place + 1]);
    }
    assert_int_equal(place, all);
}

static void agrees_with_the_slow_one(void **state) {
    (void)state;
    compare_all(board_text, BOARD_WEIGHTS, 3, 0.3);
}

static void agrees_where_channels_are_round(void **state) {
    (void)state;
    compare_all(round_text, ROUND_WEIGHTS, 3, 0.15);
}

/* Planes that kernels may make up to round numbers, for 16, 32 and 48 outputs. */
static void agrees_where_there_are_many_planes(void **state) {
    (void)state;
    static const struct {
        int planes, out;
    } stems[] = {{1, 16}, {16, 16}, {20, 32}, {20, 48}, {32, 32}, {39, 64}};
    for (size_t i = 0; i < sizeof stems / sizeof stems[0]; i++) {
        char text[300];
        int planes = stems[i].planes, out = stems[i].out;
        snprintf(text, sizeof text,
                 "game hex\ninput board planes=%d border=2\nconv a = input taps=19 out=%d leaky\n"
                 "conv l = a taps=1 out=1\npool r = a\ndense v = r out=1\npolicy l\nvalue v\n",
                 planes, out);
        compare_all(text, (uint32_t)(19 * planes * out + out + out + 1 + 2 * out + 1), planes, 0.1);
    }
}

static void takes_a_vector(void **state) {
    (void)state;
    const char *text = "game six\ninput vector size=37\ndense a = input out=20 leaky\ndense b = a out=3\n"
                       "dense c = a out=1\npolicy b\nvalue c\n";
    enum { COUNT = 37 * 20 + 20 + 20 * 3 + 3 + 20 + 1 };
    static slow_network slow;
    float *weights = slow_weights(COUNT, 6, 1);
    cw_network *network = must_read(text, weights, COUNT, NULL);
    cw_workspace *workspace = NULL;
    assert_int_equal(cw_network_expect_vector(network, "six", 37, NULL), CW_OK);
    assert_int_equal(cw_workspace_create(network, 1, 1, &workspace, NULL), CW_OK);
    slow.input.width = 37;
    for (int i = 0; i < 37; i++)
        slow.input.at[0][0][i] = cw_workspace_vector(workspace)[i] = (float)(i % 5) - 2;
    slow_run(&slow, text, weights);
    cw_workspace_run(workspace);
    for (int i = 0; i < 3; i++)
        assert_near(cw_workspace_policy(workspace)[i], slow.things[slow.policy].at[0][0][i], 2e-5);
    assert_near(cw_workspace_value(workspace)[0], slow.things[slow.value].at[0][0][0], 2e-5);
    cw_workspace_destroy(workspace);
    cw_network_destroy(network);
    free(weights);
}

static void counts_its_work(void **state) {
    (void)state;
    float *weights = slow_weights(BOARD_WEIGHTS, 5, 0.3);
    cw_network *network = must_read(board_text, weights, BOARD_WEIGHTS, NULL);
    uint64_t cell = 19 * 3 * 24 + 7 * 24 * 40 * 2 + 7 * 24 * 24 * 2 + 24;
    assert_int_equal(cw_network_work(network, 121), 121 * cell + 48 * 24 + 48 * 33 + 33 * 33 + 33);
    assert_string_equal(cw_network_note(network), "a small one");
    cw_network_destroy(network);
    free(weights);
}

/* ---- What is refused ---- */

/* Reads bytes that must be refused with a message that says `why`. */
static void refuse(const void *bytes, size_t size, const char *why) {
    cw_network *network = NULL;
    cw_error error = {0};
    assert_int_equal(cw_network_read(bytes, size, "test", NULL, &network, &error), CW_BAD_INPUT);
    if (strstr(error.message, why) == NULL || strstr(error.message, "test") == NULL)
        fail_msg("'%s' does not say '%s'", error.message, why);
}

static void refuse_text(const char *text, const char *why) {
    float weights[64] = {0};
    size_t size;
    unsigned char *bytes = slow_file(text, weights, 4, &size);
    refuse(bytes, size, why);
    free(bytes);
}

static void refuses_damaged_files(void **state) {
    (void)state;
    float *weights = slow_weights(BOARD_WEIGHTS, 5, 0.3);
    size_t size;
    unsigned char *bytes = slow_file(board_text, weights, BOARD_WEIGHTS, &size);
    for (size_t cut = 0; cut < size; cut += cut < 600 ? 1 : 997) {
        unsigned char *exact = malloc(cut + 1); /* so that sanitizers see a byte read too many */
        memcpy(exact, bytes, cut);
        refuse(exact, cut, cut < 24 ? "no network file" : "cut");
        free(exact);
    }
    refuse(bytes, 0, "no network file");
    bytes[8] = 2;
    refuse(bytes, size, "version 2");
    bytes[8] = 1;
    bytes[size - 5] ^= 1;
    refuse(bytes, size, "checksum");
    bytes[size - 5] ^= 1;
    bytes[1] = 'X';
    refuse(bytes, size, "no network file");
    free(bytes);
    weights[7] = NAN;
    bytes = slow_file(board_text, weights, BOARD_WEIGHTS, &size);
    refuse(bytes, size, "weight 7 is not a finite number");
    free(bytes);
    weights[7] = 0;
    bytes = slow_file(board_text, weights, BOARD_WEIGHTS - 1, &size);
    refuse(bytes, size, "weights where its text needs");
    free(bytes);
    free(weights);
}

static void refuses_texts_without_sense(void **state) {
    (void)state;
    refuse_text("", "names no game");
    refuse_text("game hex\ninput vector size=3\n", "no steps");
    refuse_text("game hex\ninput vector size=3\ndense a = input out=1", "line 3");
    refuse_text("game hex\ngame hex\n", "once");
    refuse_text("game HEX\n", "once");
    refuse_text("input vector size=0\n", "goes from 1");
    refuse_text("input vector size=3\ninput vector size=3\n", "second input");
    refuse_text("input board planes=3\n", "an input is");
    refuse_text("input board planes=3 border=9\n", "goes from 0 to 2");
    refuse_text("input board planes=3 border=1\nconv a = input taps=19 out=2\n", "reach beyond");
    refuse_text("input board planes=3 border=2\nconv a = input taps=7 out=2\nconv b = a taps=19 out=2\n",
                "reach beyond");
    refuse_text("input board planes=3 border=2\nconv a = input taps=9 out=2\n", "one of 1, 7, 19");
    refuse_text("input board planes=3 border=2\nconv a = input taps=7\n", "too few");
    refuse_text("input board planes=3 border=2\nconv a = b taps=7 out=2\n", "no 'b' yet");
    refuse_text("input board planes=3 border=2\nconv input = input taps=7 out=2\n", "no name");
    refuse_text("input board planes=3 border=2\nconv a = input taps=7 out=3\nconv a = a taps=7 out=3\n",
                "cannot read and write");
    refuse_text("input board planes=3 border=2\nconv a = input taps=7 out=3 add=input\n", "cannot be added");
    refuse_text("input board planes=3 border=2\nconv a = input taps=7 out=3\nconv b = a taps=7 out=2 add=a\n",
                "has 3 numbers, not 2");
    refuse_text("input board planes=3 border=2\nconv a = input taps=7 out=3 gelu\n", "means nothing");
    refuse_text("input board planes=3 border=2\npool a = input\n", "cannot be pooled");
    refuse_text("input board planes=3 border=2\ndense a = input out=3\n", "is a map");
    refuse_text("input vector size=3\nconv a = input taps=1 out=3\n", "is a vector");
    refuse_text("input vector size=3\ndense a = input out=3\nvalue a\n", "wrong shape");
    refuse_text("input vector size=3\nvalue input\n", "no result");
    refuse_text("sum a = b\n", "is no step");
    refuse_text("dense a\n", "a step is");
    refuse_text("note\n\n", "is no step");
}

static void belongs_to_one_game(void **state) {
    (void)state;
    float *weights = slow_weights(BOARD_WEIGHTS, 5, 0.3);
    cw_network *network = must_read(board_text, weights, BOARD_WEIGHTS, NULL);
    cw_error error = {0};
    assert_int_equal(cw_network_expect_board(network, "hex", 3, 2, &error), CW_OK);
    assert_int_equal(cw_network_expect_board(network, "hive", 3, 2, &error), CW_BAD_INPUT);
    assert_string_equal(error.message, "network test is for hex, not for hive");
    assert_int_equal(cw_network_expect_board(network, "hex", 4, 2, &error), CW_BAD_INPUT);
    assert_non_null(strstr(error.message, "takes 3 planes with a border of 2, but hex gives 4"));
    assert_int_equal(cw_network_expect_vector(network, "hex", 3, &error), CW_BAD_INPUT);
    cw_network_destroy(network);
    free(weights);
}

static void loads_files(void **state) {
    (void)state;
    char path[] = "/tmp/causeway-network-XXXXXX";
    float *weights = slow_weights(BOARD_WEIGHTS, 5, 0.3);
    size_t size;
    unsigned char *bytes = slow_file(board_text, weights, BOARD_WEIGHTS, &size);
    int file = mkstemp(path);
    assert_int_equal(write(file, bytes, size), size);
    close(file);
    cw_network *network = NULL;
    cw_error error = {0};
    assert_int_equal(cw_network_load(path, &network, &error), CW_OK);
    cw_network_destroy(network);
    assert_int_equal(truncate(path, (off_t)size / 2), 0);
    assert_int_equal(cw_network_load(path, &network, &error), CW_BAD_INPUT);
    assert_non_null(strstr(error.message, path));
    unlink(path);
    assert_int_equal(cw_network_load(path, &network, &error), CW_IO);
    assert_int_equal(cw_network_load("/", &network, &error), CW_IO);
    free(bytes);
    free(weights);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_come_best_first),
        cmocka_unit_test(agrees_with_the_slow_one),
        cmocka_unit_test(agrees_where_channels_are_round),
        cmocka_unit_test(agrees_where_there_are_many_planes),
        cmocka_unit_test(takes_a_vector),
        cmocka_unit_test(counts_its_work),
        cmocka_unit_test(refuses_damaged_files),
        cmocka_unit_test(refuses_texts_without_sense),
        cmocka_unit_test(belongs_to_one_game),
        cmocka_unit_test(loads_files),
    };
    return RUN_TESTS(tests);
}
