/* Playing stored games again: the same program plays them as they were, and what is not as it was is seen. */
#include <sqlite3.h>
#include <unistd.h>

#include "harness.h"
#include "lab/replay.h"

static char path[64], store_path[80];

static const char file[] = "title: A test\n"
                           "game: \"hex:size=4\"\n"
                           "players: [\"flat:mode=basic,playouts={n}\", \"{other}\"]\n"
                           "games: 10\n"
                           "points:\n"
                           "  - with: {n: 1, other: random}\n"
                           "  - with: {n: 3, other: random}\n"
                           "  - with: {n: 2, other: \"flat:playouts=1,time=1s\"}\n";

static int set_up(void **state) {
    (void)state;
    snprintf(path, sizeof path, "%s/causeway-replay-XXXXXX", P_tmpdir);
    FILE *out = fdopen(mkstemp(path), "w");
    fputs(file, out);
    fclose(out);
    snprintf(store_path, sizeof store_path, "%s.db", path);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    unlink(path);
    return unlink(store_path);
}

static cw_replay replay(const cw_experiment *experiment, int64_t wanted) {
    cw_lab run = {.experiment = experiment, .scale = 1, .time_scale = 1, .threads = 1};
    cw_replay told = {.wanted = wanted};
    cw_error error = {0};
    assert_int_equal(cw_store_open_to_read(store_path, &run.store, &error), CW_OK);
    if (cw_replay_run(&run, &told, &error) != CW_OK)
        fail_msg("%s", error.message);
    cw_lab_release(&run);
    cw_store_close(run.store, NULL);
    return told;
}

static void what_changed_is_seen(void **state) {
    (void)state;
    cw_error error = {0};
    cw_experiment *experiment = NULL;
    assert_int_equal(cw_experiment_read(path, &experiment, &error), CW_OK);
    cw_lab run = {.experiment = experiment, .scale = 1, .time_scale = 1, .threads = 1};
    assert_int_equal(cw_store_open(store_path, &run.store, &error), CW_OK);
    assert_int_equal(cw_lab_play(&run, &error), CW_OK);
    cw_lab_release(&run);
    cw_store_close(run.store, NULL);

    cw_replay told = replay(experiment, 12);
    assert_int_equal(told.played, 8); /* four of each point that no clock decides */
    assert_int_equal(told.same, 8);
    assert_int_equal(told.timed, 1);

    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(store_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "UPDATE games SET moves = moves + 1 WHERE run = 1", NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    told = replay(experiment, 30);
    assert_int_equal(told.played, 20);
    assert_int_equal(told.same, 10);
    assert_non_null(strstr(told.example, "n=1"));
    cw_experiment_destroy(experiment);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_changed_is_seen, set_up, tear_down),
    };
    return RUN_TESTS(tests);
}
