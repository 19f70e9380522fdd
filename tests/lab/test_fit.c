/* Fitting: what lies nearest to the paper is found, stage by stage, and the same games are not played twice. */
#include <sys/stat.h>
#include <unistd.h>

#include "harness.h"
#include "lab/fit.h"

static char folder[64], path[96];

static void write_file(const char *name, const char *text) {
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A paper that tells a share of half against 30 playouts, and not how many the player itself has. */
static const char experiment[] = "title: A test\n"
                                 "game: \"hex:size=4\"\n"
                                 "players: [weak, \"flat:mode=basic,playouts=30\"]\n"
                                 "games: 40\n"
                                 "reported: {wins: 50}\n";

static const char fit_file[] = "title: How many playouts?\n"
                               "players: {weak: \"flat:mode=basic,playouts={n}\"}\n"
                               "draw: {n: [1, 2, 30]}\n"
                               "candidates: 3\n"
                               "stages:\n"
                               "  - {experiments: [half], games: 12, keep: 2}\n"
                               "  - {experiments: [half], games: 30, keep: 1}\n";

static int set_up(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "%s/causeway-fit-XXXXXX", P_tmpdir);
    assert_non_null(mkdtemp(folder));
    write_file("half.yaml", experiment);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    static const char *const names[] = {"half.yaml", "fit.yaml", "store.db", "store.db-wal", "store.db-shm"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

static cw_fit *read_fit(const char *text, cw_status expected, cw_error *error) {
    cw_fit *fit = NULL;
    write_file("fit.yaml", text);
    assert_int_equal(cw_fit_read(path, &fit, error), expected);
    return fit;
}

static void what_lies_nearest_is_found(void **state) {
    (void)state;
    cw_error error = {0};
    cw_fit *fit = read_fit(fit_file, CW_OK, &error);
    assert_int_equal(fit->candidate_count, 3);
    snprintf(path, sizeof path, "%s/store.db", folder);
    assert_int_equal(cw_store_open(path, &fit->store, &error), CW_OK);
    fit->folder = folder;
    fit->threads = 1;
    if (cw_fit_play(fit, &error) != CW_OK)
        fail_msg("%s", error.message);
    cw_text spec = {0};
    assert_int_equal(cw_fit_spec(fit, &fit->candidates[0], 0, &spec, &error), CW_OK);
    assert_string_equal(cw_text_string(&spec), "flat:mode=basic,playouts=30");
    assert_int_equal(fit->candidates[0].stage, 1);
    assert_int_equal(fit->candidates[2].stage, 0);
    assert_true(fit->candidates[0].distance < fit->candidates[2].distance);
    cw_text_free(&spec);
    cw_store_close(fit->store, NULL);
    cw_fit_destroy(fit);
}

static void mistakes_are_told_with_their_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *told;
    } wrong[] = {
        {"players: {a: b}\n", "no title"},
        {"title: x\nplayers: {a: b}\n", "'draw'"},
        {"title: x\nplayers: {a: b}\ndraw: {n: 3}\n", ":3:"},
        {"title: x\nplayers: {a: b}\ndraw: {n: [3]}\n", "'stages'"},
        {"title: x\nplayers: {a: b}\ndraw: {n: [3]}\nstages:\n  - {experiments: [e], games: few}\n", ":5:"},
        {"title: x\nstage: 3\n", "stage"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        cw_error error = {0};
        read_fit(wrong[i].text, CW_BAD_INPUT, &error);
        assert_non_null(strstr(error.message, wrong[i].told));
    }
}

static void settings_of_the_experiment_stay(void **state) {
    (void)state;
    cw_error error = {0};
    write_file("half.yaml", "title: A test\n"
                            "game: \"hex:size=4\"\n"
                            "players: [\"weak:playouts=1\", \"flat:mode=basic,playouts=1\"]\n"
                            "games: 4\n"
                            "reported: {wins: 50}\n");
    cw_fit *fit = read_fit(fit_file, CW_OK, &error);
    snprintf(path, sizeof path, "%s/store.db", folder);
    assert_int_equal(cw_store_open(path, &fit->store, &error), CW_OK);
    fit->folder = folder;
    fit->threads = 1;
    assert_int_equal(cw_fit_play(fit, &error), CW_OK);
    assert_true(fit->candidates[0].distance == fit->candidates[2].distance); /* all are the same player */
    cw_store_close(fit->store, NULL);
    cw_fit_destroy(fit);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_lies_nearest_is_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(mistakes_are_told_with_their_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(settings_of_the_experiment_stay, set_up, tear_down),
    };
    return RUN_TESTS(tests);
}
