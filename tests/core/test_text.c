#include "harness.h"

static void an_untouched_text_is_empty(void **state) {
    (void)state;
    cw_text text = {0};
    assert_string_equal(cw_text_string(&text), "");
    cw_text_append(&text, "");
    assert_int_equal(text.length, 0);
    cw_text_free(&text);
}

static void pieces_are_joined(void **state) {
    (void)state;
    cw_text text = {0};
    cw_text_append(&text, "a");
    cw_text_append_char(&text, 'b');
    cw_text_append_bytes(&text, "cdef", 2);
    cw_text_printf(&text, "%d%s", 42, "!");
    assert_string_equal(cw_text_string(&text), "abcd42!");
    assert_int_equal(text.length, 7);
    cw_text_free(&text);
}

static void a_text_grows_as_it_must(void **state) {
    (void)state;
    cw_text text = {0};
    for (int i = 0; i < 10000; i++)
        cw_text_printf(&text, "%04d", i);
    assert_int_equal(text.length, 40000);
    assert_memory_equal(text.data + 4 * 9876, "9876", 4);
    assert_false(text.out_of_memory);
    cw_text_free(&text);
}

/* Longer than any buffer that the printing could have on the side. */
static void one_long_piece_fits(void **state) {
    (void)state;
    char *piece = malloc(100001);
    memset(piece, 'x', 100000);
    piece[100000] = '\0';
    cw_text text = {0};
    cw_text_printf(&text, "<%s>", piece);
    assert_int_equal(text.length, 100002);
    assert_true(text.data[100001] == '>' && text.data[100002] == '\0');
    cw_text_free(&text);
    free(piece);
}

static void clearing_keeps_the_memory(void **state) {
    (void)state;
    cw_text text = {0};
    cw_text_append(&text, "something");
    const char *data = text.data;
    cw_text_clear(&text);
    assert_string_equal(cw_text_string(&text), "");
    cw_text_append(&text, "new");
    assert_ptr_equal(text.data, data);
    assert_string_equal(text.data, "new");
    cw_text_free(&text);
    assert_null(text.data);
}

/* After memory ran out nothing is added any more, and what was there stays. */
static void running_out_of_memory_is_remembered(void **state) {
    (void)state;
    cw_text text = {0};
    cw_text_append(&text, "kept");
    text.out_of_memory = true;
    cw_text_append(&text, "lost");
    cw_text_printf(&text, "%d", 1);
    assert_string_equal(cw_text_string(&text), "kept");
    cw_text_free(&text);
}

static void a_text_is_taken_whole_or_not_at_all(void **state) {
    (void)state;
    cw_text text = {0};
    char *taken = cw_text_take(&text);
    assert_string_equal(taken, "");
    free(taken);
    cw_text_append(&text, "causeway");
    taken = cw_text_take(&text);
    assert_string_equal(taken, "causeway");
    assert_string_equal(cw_text_string(&text), "");
    free(taken);
    cw_text_append(&text, "cause");
    text.out_of_memory = true;
    cw_text_append(&text, "way");
    assert_null(cw_text_take(&text));
    assert_false(text.out_of_memory);
}

static void errors_keep_their_first_words(void **state) {
    (void)state;
    char piece[1000];
    memset(piece, 'y', sizeof piece);
    piece[999] = '\0';
    cw_error error;
    assert_int_equal(cw_fail(&error, CW_IO, "%d %s", 7, piece), CW_IO);
    assert_int_equal(error.status, CW_IO);
    assert_memory_equal(error.message, "7 yyy", 5);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(cw_fail(NULL, CW_ILLEGAL, "nobody listens"), CW_ILLEGAL);
    for (int status = CW_OK; status <= CW_UNSUPPORTED; status++)
        assert_true(cw_status_name((cw_status)status)[0] != '\0');
}

static void errors_stay_on_one_line(void **state) {
    (void)state;
    cw_error error;
    cw_fail(&error, CW_BAD_INPUT, "'%s' is no move", "a\n\033[2J\x7f");
    assert_string_equal(error.message, "'a??[2J?' is no move");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_untouched_text_is_empty),
        cmocka_unit_test(pieces_are_joined),
        cmocka_unit_test(a_text_grows_as_it_must),
        cmocka_unit_test(one_long_piece_fits),
        cmocka_unit_test(clearing_keeps_the_memory),
        cmocka_unit_test(running_out_of_memory_is_remembered),
        cmocka_unit_test(a_text_is_taken_whole_or_not_at_all),
        cmocka_unit_test(errors_keep_their_first_words),
        cmocka_unit_test(errors_stay_on_one_line),
    };
    return RUN_TESTS(tests);
}
