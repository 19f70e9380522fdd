/* Networks against PyTorch: what it computed with a small network is kept beside this test
 * (tools/teach/fixture.py made it), and every kernel that runs here must agree. */
#include "harness.h"

#include <math.h>

#include "network/network.h"

enum { FILE_MAX = 100000, BOARDS = 3, PLANES = 3, BORDER = 2 };

static size_t read_fixture(void *bytes) {
    FILE *file = fopen("tests/network/pytorch.cwn", "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, FILE_MAX, file);
    fclose(file);
    return size;
}

static void read_planes(FILE *text, int count, uint8_t *planes) {
    for (int i = 0; i < count; i++) {
        char digit[2];
        assert_int_equal(fscanf(text, " %1[01]", digit), 1);
        planes[i] = (uint8_t)(digit[0] - '0');
    }
}

static void assert_next_is(FILE *text, double found) {
    double expected;
    assert_int_equal(fscanf(text, "%lf", &expected), 1);
    if (!(fabs(found - expected) < 2e-5 * (1 + fabs(expected))))
        fail_msg("%.9g where PyTorch has %.9g", found, expected);
}

static void compare_board(const cw_network *network, FILE *text) {
    int size;
    cw_workspace *workspace = NULL;
    assert_int_equal(fscanf(text, "%d", &size), 1);
    assert_int_equal(cw_workspace_create(network, size, size, &workspace, NULL), CW_OK);
    read_planes(text, PLANES * (size + 2 * BORDER) * (size + 2 * BORDER), cw_workspace_planes(workspace));
    cw_workspace_run(workspace);
    for (int cell = 0; cell < size * size; cell++)
        assert_next_is(text, cw_workspace_policy(workspace)[cell]);
    assert_next_is(text, cw_workspace_value(workspace)[0]);
    cw_workspace_destroy(workspace);
}

static void agrees_with_pytorch(void **state) {
    (void)state;
    static uint8_t bytes[FILE_MAX];
    size_t size = read_fixture(bytes);
    const cw_network_kernel *kernels[CW_NETWORK_KERNELS_MAX];
    int count = cw_network_kernels(kernels);
    for (int i = 0; i < count; i++) {
        cw_network *network = NULL;
        cw_error error = {0};
        if (cw_network_read(bytes, size, "fixture", kernels[i], &network, &error) != CW_OK)
            fail_msg("%s", error.message);
        assert_int_equal(cw_network_expect_board(network, "hex", PLANES, BORDER, NULL), CW_OK);
        FILE *text = fopen("tests/network/pytorch.txt", "r");
        assert_non_null(text);
        for (int board = 0; board < BOARDS; board++)
            compare_board(network, text);
        fclose(text);
        cw_network_destroy(network);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_pytorch)};
    return RUN_TESTS(tests);
}
