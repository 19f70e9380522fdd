#include "formats/sgf.h"
#include "harness.h"

static cw_sgf *must_read(const char *text) {
    cw_sgf *sgf = NULL;
    cw_error error = {0};
    if (cw_sgf_read(text, strlen(text), &sgf, &error) != CW_OK)
        fail_msg("%s: %s", text, error.message);
    return sgf;
}

static void a_tree_keeps_its_shape(void **unused) {
    (void)unused;
    cw_sgf *sgf = must_read("hello (;FF[4]C[root];B[aa](;W[bb];B[cc])(;W[dd])) (;FF[3])");
    assert_int_equal(cw_sgf_node_count(sgf), 6);
    assert_string_equal(cw_sgf_find(sgf, 0, "C"), "root");
    int split = cw_sgf_child(sgf, 0), left = cw_sgf_child(sgf, split), right = cw_sgf_sibling(sgf, left);
    assert_string_equal(cw_sgf_find(sgf, split, "B"), "aa");
    assert_string_equal(cw_sgf_find(sgf, left, "W"), "bb");
    assert_string_equal(cw_sgf_find(sgf, cw_sgf_child(sgf, left), "B"), "cc");
    assert_string_equal(cw_sgf_find(sgf, right, "W"), "dd");
    assert_int_equal(cw_sgf_child(sgf, right), CW_SGF_NONE);
    assert_int_equal(cw_sgf_parent(sgf, right), split);
    assert_string_equal(cw_sgf_find(sgf, cw_sgf_sibling(sgf, 0), "FF"), "3");
    assert_null(cw_sgf_find(sgf, 0, "XX"));
    cw_sgf_destroy(sgf);
}

static void lists_and_escapes_are_understood(void **unused) {
    (void)unused;
    cw_sgf *sgf = must_read("(;AB[a1][b2]\n [c3]C[a \\] and a \\\\ and \\\na line])");
    assert_int_equal(cw_sgf_value_count(sgf, 0), 4);
    assert_string_equal(cw_sgf_name(sgf, 0, 2), "AB");
    assert_string_equal(cw_sgf_value(sgf, 0, 2), "c3");
    assert_string_equal(cw_sgf_find(sgf, 0, "C"), "a ] and a \\ and a line");
    cw_sgf_destroy(sgf);
}

static void what_is_written_is_read_again(void **unused) {
    (void)unused;
    cw_text text = {0};
    cw_text_append(&text, "(;");
    cw_sgf_write(&text, "C", "[x] \\wS1");
    cw_text_append(&text, ")");
    cw_sgf *sgf = must_read(cw_text_string(&text));
    assert_string_equal(cw_sgf_find(sgf, 0, "C"), "[x] \\wS1");
    cw_sgf_destroy(sgf);
    cw_text_free(&text);
}

static void broken_files_are_refused(void **unused) {
    (void)unused;
    static const char *const broken[] = {"",        "no game", "(",       "()",      "(;B[aa",
                                         "(;B[aa]", "(;B)",    "(B[aa])", "(;B[a];", "(;!)"};
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        cw_sgf *sgf = NULL;
        cw_error error = {0};
        assert_int_equal(cw_sgf_read(broken[i], strlen(broken[i]), &sgf, &error), CW_BAD_INPUT);
        assert_true(strlen(error.message) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_keeps_its_shape),
        cmocka_unit_test(lists_and_escapes_are_understood),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(broken_files_are_refused),
    };
    return RUN_TESTS(tests);
}
