/* Tuning: it climbs, it repeats itself, and it goes on where it was ended. */
#include <sys/file.h>
#include <unistd.h>

#include "harness.h"
#include "lab/tune.h"

static char path[64];

static cw_tuning make(const cw_game *game, int64_t steps) {
    return (cw_tuning){.game = game,
                       .spec = "flat:mode=basic,playouts=1",
                       .steps = steps,
                       .pairs = 4,
                       .strength = 0.1,
                       .width = 0.5,
                       .seed = 5,
                       .threads = 1,
                       .path = path};
}

static double run(const cw_game *game) {
    cw_tuning tuning = make(game, 12);
    cw_error error = {0};
    if (cw_tune_add(&tuning, "playouts=1:30", &error) != CW_OK || cw_tune_run(&tuning, &error) != CW_OK)
        fail_msg("%s", error.message);
    assert_true(tuning.parameters[0].is_whole);
    assert_true(tuning.steps_done == tuning.steps);
    return tuning.parameters[0].value;
}

static void set_path(void) {
    snprintf(path, sizeof path, "%s/causeway-test-%ld.jsonl", P_tmpdir, (long)getpid());
    unlink(path);
}

/* More playouts play better, so the parameter has to grow. */
static void more_playouts_are_found(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    set_path();
    double value = run(game);
    assert_true(value > 5);
    unlink(path);
    assert_true(run(game) == value);
    unlink(path);
    cw_game_destroy(game);
}

/* A file that was cut off in the middle of a line leads to the same end. */
static void a_cut_file_goes_on(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    set_path();
    double value = run(game);
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    assert_int_equal(ftruncate(fileno(file), ftell(file) / 2), 0);
    fclose(file);
    assert_true(run(game) == value);
    unlink(path);
    cw_game_destroy(game);
}

/* A file of old names is of the same tuning. */
static void a_player_may_be_spelt_anew(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_error error = {0};
    set_path();
    double value = run(game);
    cw_text spec = {0};
    cw_tuning tuning = make(game, 12);
    cw_text_printf(&spec, "%s,random-until=off", tuning.spec);
    tuning.spec = cw_text_string(&spec);
    assert_int_equal(cw_tune_add(&tuning, "playouts=1:30", &error), CW_OK);
    assert_int_equal(cw_tune_run(&tuning, &error), CW_OK);
    assert_true(tuning.steps_found == tuning.steps && tuning.parameters[0].value == value);
    cw_text_free(&spec);
    unlink(path);
    cw_game_destroy(game);
}

/* More steps go on from those that were made; fewer are refused. */
static void a_tuning_can_be_made_longer(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_error error = {0};
    set_path();
    run(game);
    cw_tuning longer = make(game, 15), shorter = make(game, 6);
    assert_int_equal(cw_tune_add(&longer, "playouts=1:30", &error), CW_OK);
    assert_int_equal(cw_tune_run(&longer, &error), CW_OK);
    assert_int_equal(longer.steps_found, 12);
    assert_int_equal(longer.steps_done, 15);
    assert_int_equal(longer.steps_planned, 12);
    assert_int_equal(cw_tune_add(&shorter, "playouts=1:30", &error), CW_OK);
    assert_int_equal(cw_tune_run(&shorter, &error), CW_BAD_INPUT);
    assert_non_null(strstr(error.message, "a tuning of 12 steps"));
    unlink(path);
    cw_game_destroy(game);
}

static void bad_parameters_are_named(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"playouts", "--param playouts is not valid"}, {"playouts=5:1", "--param playouts=5:1 is not valid"},
        {"sims=1:5", "has no option 'sims' to tune"},  {"mode=0:1", "the option mode is not a number"},
        {"playouts=-5:10", "its values go from"},
    };
    cw_game *game = must_create_game("hex:size=3");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_tuning tuning = make(game, 1);
        cw_error error = {0};
        assert_int_equal(cw_tune_add(&tuning, cases[i][0], &error), CW_BAD_INPUT);
        if (strstr(error.message, cases[i][1]) == NULL)
            fail_msg("%s", error.message);
    }
    cw_game_destroy(game);
}

/* Two programs that write one file would make every step twice. */
static void a_file_has_one_writer(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_error error = {0};
    set_path();
    FILE *other = fopen(path, "a");
    assert_non_null(other);
    assert_int_equal(flock(fileno(other), LOCK_EX), 0);
    cw_tuning tuning = make(game, 1);
    assert_int_equal(cw_tune_add(&tuning, "playouts=1:30", &error), CW_OK);
    assert_int_equal(cw_tune_run(&tuning, &error), CW_IO);
    assert_non_null(strstr(error.message, "is being written by another tuning"));
    fclose(other);
    assert_int_equal(cw_tune_run(&tuning, &error), CW_OK);
    unlink(path);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_playouts_are_found),  cmocka_unit_test(a_cut_file_goes_on),
        cmocka_unit_test(a_file_has_one_writer),    cmocka_unit_test(a_tuning_can_be_made_longer),
        cmocka_unit_test(bad_parameters_are_named), cmocka_unit_test(a_player_may_be_spelt_anew),
    };
    return RUN_TESTS(tests);
}
