/* Games that people play, kept in the store's file. */
#include <unistd.h>

#include "arena/kept.h"
#include "arena/store.h"
#include "harness.h"

static char path[] = "/tmp/causeway-kept-XXXXXX";

static int set_up(void **state) {
    cw_kept *kept = NULL;
    snprintf(path, sizeof path, "/tmp/causeway-kept-XXXXXX");
    close(mkstemp(path));
    assert_int_equal(cw_kept_open(path, &kept, NULL), CW_OK);
    *state = kept;
    return 0;
}

static int tear_down(void **state) {
    char beside[64];
    cw_kept_close(*state);
    unlink(path);
    snprintf(beside, sizeof beside, "%s-wal", path);
    unlink(beside);
    snprintf(beside, sizeof beside, "%s-shm", path);
    unlink(beside);
    return 0;
}

static void keep(cw_kept *kept, int64_t id, const char *session, int plies) {
    cw_kept_game game = {.id = id,
                         .session = session,
                         .game = "hex:size=5",
                         .record = "{}",
                         .plies = plies,
                         .sentence = plies > 8 ? "Black wins." : ""};
    assert_int_equal(cw_kept_write(kept, &game, NULL), CW_OK);
    usleep(2000); /* so that the games have an order */
}

/* What a list gives: ids as digits, one after the other. */
static bool note(const cw_kept_game *game, void *payload) {
    cw_text_printf(payload, "%lld:%d%s ", (long long)game->id, game->plies, game->sentence);
    return true;
}

static void assert_list(cw_kept *kept, int64_t before, int limit, const char *expected) {
    cw_text text = {0};
    assert_int_equal(cw_kept_list(kept, before, limit, note, &text, NULL), CW_OK);
    assert_string_equal(cw_text_string(&text), expected);
    cw_text_free(&text);
}

static void games_are_listed_latest_first_and_in_pages(void **state) {
    for (int id = 1; id <= 5; id++)
        keep(*state, id, "a", id);
    assert_list(*state, 0, 2, "5:5 4:4 ");
    assert_list(*state, 4, 2, "3:3 2:2 ");
    assert_list(*state, 2, 2, "1:1 ");
    assert_list(*state, 77, 2, "");
}

static void a_game_is_written_again_in_its_place(void **state) {
    keep(*state, 1, "a", 1);
    keep(*state, 2, "b", 1);
    keep(*state, 1, "a", 9);
    assert_list(*state, 0, 9, "1:9Black wins. 2:1 ");
    assert_int_equal(cw_kept_forget(*state, 1, NULL), CW_OK);
    assert_list(*state, 0, 9, "2:1 ");
}

static void a_session_finds_its_last_game(void **state) {
    cw_text text = {0};
    keep(*state, 1, "a", 1);
    keep(*state, 2, "a", 2);
    keep(*state, 3, "b", 3);
    assert_int_equal(cw_kept_find_session(*state, "a", note, &text, NULL), CW_OK);
    assert_int_equal(cw_kept_find_session(*state, "c", note, &text, NULL), CW_OK);
    assert_int_equal(cw_kept_find(*state, 3, note, &text, NULL), CW_OK);
    assert_string_equal(cw_text_string(&text), "2:2 3:3 ");
    cw_text_free(&text);
}

static void the_file_is_a_store_as_well(void **state) {
    (void)state;
    cw_store *store = NULL;
    cw_error error = {0};
    if (cw_store_open(path, &store, &error) != CW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(cw_store_close(store, NULL), CW_OK);
}

static void a_file_that_is_no_store_is_refused(void **state) {
    (void)state;
    cw_kept *kept = NULL;
    cw_error error = {0};
    assert_int_equal(cw_kept_open("README.md", &kept, &error), CW_IO);
    assert_non_null(strstr(error.message, "README.md"));
}

int main(void) {
#define KEPT_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        KEPT_TEST(games_are_listed_latest_first_and_in_pages),
        KEPT_TEST(a_game_is_written_again_in_its_place),
        KEPT_TEST(a_session_finds_its_last_game),
        KEPT_TEST(the_file_is_a_store_as_well),
        KEPT_TEST(a_file_that_is_no_store_is_refused),
    };
    return RUN_TESTS(tests);
}
