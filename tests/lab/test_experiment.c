/* Experiment files: what they mean, and what is wrong with bad ones. */
#include <unistd.h>

#include "harness.h"
#include "lab/report.h"

/* Writes a file and reads it as an experiment. */
static cw_status read_content(const char *content, cw_experiment **experiment, cw_error *error) {
    char path[64];
    snprintf(path, sizeof path, "%s/causeway-test-%ld.yaml", P_tmpdir, (long)getpid());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(content, file);
    fclose(file);
    cw_status status = cw_experiment_read(path, experiment, error);
    unlink(path);
    return status;
}

static void sweeps_make_points(void **state) {
    (void)state;
    cw_experiment *experiment = NULL;
    cw_error error = {0};
    cw_status status = read_content("title: T\n"
                                    "game: hex:size={size}\n"
                                    "players: ['mcts:c={c}', random]\n"
                                    "games: 200\n"
                                    "sides: halves\n"
                                    "sweep: {size: [3, 5], c: [0, 0.5, 1]}\n"
                                    "reported:\n"
                                    "  - {size: 5, c: 0.5, wins: 61}\n"
                                    "plot: {x: c, y: wins, curve: size}\n",
                                    &experiment, &error);
    if (status != CW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(experiment->point_count, 6);
    assert_string_equal(experiment->points[4].name, "size=5,c=0.5");
    assert_string_equal(experiment->points[4].game, "hex:size=5");
    assert_string_equal(experiment->points[4].players[0], "mcts:c=0.5");
    assert_int_equal(experiment->points[4].reported_count, 1);
    assert_int_equal(experiment->points[3].reported_count, 0);
    assert_int_equal(experiment->points[0].sides, CW_SIDES_HALVES);
    assert_int_equal(cw_lab_games(&experiment->points[0], 0.01), 2);
    cw_experiment_destroy(experiment);
}

static void points_override(void **state) {
    (void)state;
    cw_experiment *experiment = NULL;
    cw_error error = {0};
    cw_status status = read_content(
        "title: T\n"
        "game: hex:size=3\n"
        "players: [random, random]\n"
        "games: 10\n"
        "points:\n"
        "  - {name: one, with: {k: 3}, players: ['flat:playouts={k}', random], reported: {wins: 50}}\n"
        "  - {name: two, games: 4, players: ['@one', random], note: the winner goes on}\n",
        &experiment, &error);
    if (status != CW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(experiment->point_count, 2);
    assert_string_equal(experiment->points[0].players[0], "flat:playouts=3");
    assert_true(experiment->points[1].games == 4 && experiment->points[0].games == 10);
    assert_string_equal(experiment->points[1].note, "the winner goes on");
    cw_experiment_destroy(experiment);
}

static void mistakes_are_told_with_their_line(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"title: T\ngame: hex\nplayers: [a]\nsweeep: {}\n",
         ":4: there is no setting 'sweeep', did you mean 'sweep'?"},
        {"title: T\ngame: hex\nplayers: [a]\ngames: many\n", ":4: experiment: games=many is not valid"},
        {"title: T\ngame: hex\nplayers: ['mcts:c={c}']\n", ":3: 'mcts:c={c}' has no variable {c}"},
        {"title: T\nplayers: [a]\n", ":1: the experiment names no game"},
        {"game: hex\nplayers: [a]\n", ":1: the experiment has no title"},
        {"title: T\ngame: hex\nplayers: a\n", ":3: 'players' takes a list of players"},
        {"title: [\n", ":2: "},
        {"- a\n", ":1: an experiment is a mapping of settings"},
        {"title: T\ngame: hex\nplayers: [a]\nsweep:\n  c: 3\n",
         ":5: a sweep variable takes a list of values"},
        {"title: T\ngame: hex\nplayers: [a]\nreported: {victories: 3}\n",
         ":4: there is no measure 'victories'"},
        {"title: T\ngame: hex\nplayers: ['mcts:sims={a}{b}{c}{d}', random]\nsweep:\n  a: [1, 2, 3, 4, 5, 6, "
         "7, 8]\n"
         "  b: [1, 2, 3, 4, 5, 6, 7, 8]\n  c: [1, 2, 3, 4, 5, 6, 7, 8]\n  d: [1, 2, 3, 4, 5, 6, 7, 8]\n",
         ":1: an experiment has at most 1000 points"},
        {"title: T\ngame: hex\ngame: hex\nplayers: [a]\n", "'game' stands twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_experiment *experiment = NULL;
        cw_error error = {0};
        assert_int_equal(read_content(cases[i][0], &experiment, &error), CW_BAD_INPUT);
        if (strstr(error.message, cases[i][1]) == NULL)
            fail_msg("%s\nis not\n%s", error.message, cases[i][1]);
    }
}

static void store_path(char path[64]) {
    snprintf(path, 64, "%s/causeway-test-%ld.db", P_tmpdir, (long)getpid());
}

static void remove_store(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static void an_experiment_runs_in_stages(void **state) {
    (void)state;
    cw_experiment *experiment = NULL;
    assert_int_equal(read_content("title: T\ngame: hex:size=3\ngames: 20\npoints:\n"
                                  "  - {name: first, players: [random, 'flat:mode=basic,playouts=20']}\n"
                                  "  - {name: final, players: ['@first', random]}\n",
                                  &experiment, NULL),
                     CW_OK);
    char path[64];
    store_path(path);
    cw_lab run = {.experiment = experiment, .scale = 1, .time_scale = 1, .threads = 1};
    cw_error error = {0};
    assert_int_equal(cw_store_open(path, &run.store, &error), CW_OK);
    if (cw_lab_play(&run, &error) != CW_OK)
        fail_msg("%s", error.message);
    assert_string_equal(run.results[1].specs[0], "flat:mode=basic,playouts=20");
    double score = cw_tally_score(&run.results[1].standings->entrants[0].tally);
    cw_lab_release(&run);
    assert_int_equal(cw_lab_load(&run, &error), CW_OK);
    assert_true(cw_tally_score(&run.results[1].standings->entrants[0].tally) == score);
    cw_lab_release(&run);
    cw_store_close(run.store, NULL);
    cw_experiment_destroy(experiment);
    remove_store(path);
}

/* Runs an experiment, or only loads what is there of it, and returns how many games the last point has. */
static int64_t games_at(cw_lab *run, double time_scale, bool play) {
    cw_error error = {0};
    run->time_scale = time_scale;
    cw_status status = play ? cw_lab_play(run, &error) : cw_lab_load(run, &error);
    if (status != CW_OK)
        fail_msg("%s", error.message);
    return run->results[run->experiment->point_count - 1].standings->first.games;
}

static void another_time_scale_is_another_run(void **state) {
    (void)state;
    cw_experiment *experiment = NULL;
    assert_int_equal(read_content("title: T\ngame: hex:size=3\ngames: 2\npoints:\n"
                                  "  - {name: first, players: ['mcts:time=1s', random]}\n"
                                  "  - {name: final, players: ['@first', random]}\n",
                                  &experiment, NULL),
                     CW_OK);
    char path[64];
    store_path(path);
    cw_lab run = {.experiment = experiment, .scale = 1, .threads = 1};
    assert_int_equal(cw_store_open(path, &run.store, NULL), CW_OK);
    assert_int_equal(games_at(&run, 0.002, true), 2);
    assert_string_equal(run.results[0].specs[0], "mcts:time=2ms");
    assert_string_equal(run.results[1].specs[0], run.results[0].specs[0]); /* not scaled twice */
    cw_lab_release(&run);
    assert_int_equal(games_at(&run, 0.002, false), 2);
    cw_lab_release(&run);
    assert_int_equal(games_at(&run, 0.003, false), 0);
    cw_text text = {0};
    cw_report_print(&run, &text);
    assert_non_null(strstr(cw_text_string(&text), "0.003 times the time"));
    cw_text_clear(&text);
    cw_report_html(&run, NULL, "command", &text);
    assert_non_null(strstr(cw_text_string(&text), "all games of every point, with 0.003 times the time"));
    cw_text_free(&text);
    cw_lab_release(&run);
    cw_store_close(run.store, NULL);
    cw_experiment_destroy(experiment);
    remove_store(path);
}

/* What a run would stumble over is told before it begins. */
static void the_whole_is_checked_before_it_runs(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"title: T\ngame: hex\nplayers: [random, random]\nplot: {x: nosuch}\n",
         ":4: 'plot' shows nosuch, and no point has a variable of that name"},
        {"title: T\ngame: hex\nplayers:\n  - random\n  - 'mcts:sims={n},simz=3'\nsweep: {n: [1, 2]}\n",
         ":5: player mcts"},
        {"title: T\ngame: hex\nplayers: [random, random]\nsweep: {n: [1, 2]}\n",
         ":4: the sweep of n changes nothing"},
        {"title: T\ngame: hex\nplayers:\n  - random\n  - '@nosuch'\n",
         ":5: there is no earlier point 'nosuch'"},
        {"title: T\ngame: tantrix:players=3\nplayers: [random, random]\n", "2 players, and the game 3 seats"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_experiment *experiment = NULL;
        cw_error error = {0};
        if (read_content(cases[i][0], &experiment, &error) != CW_OK)
            fail_msg("%s", error.message);
        cw_lab run = {.experiment = experiment, .scale = 1, .time_scale = 1, .threads = 1};
        assert_int_equal(cw_lab_play(&run, &error), CW_BAD_INPUT);
        if (strstr(error.message, cases[i][1]) == NULL)
            fail_msg("%s\nis not\n%s", error.message, cases[i][1]);
        cw_experiment_destroy(experiment);
    }
}

/* Three players of a game for two meet in three pairs. */
static void more_players_than_seats_are_counted(void **state) {
    (void)state;
    cw_experiment *experiment = NULL;
    assert_int_equal(read_content("title: T\ngame: hex:size=3\ngames: 4\n"
                                  "points:\n"
                                  "  - {name: all, players: [random, 'flat:playouts=9', 'flat:playouts=8']}\n"
                                  "  - {name: final, players: ['@all', random]}\n",
                                  &experiment, NULL),
                     CW_OK);
    char path[64];
    store_path(path);
    cw_lab run = {.experiment = experiment, .scale = 1, .time_scale = 1, .threads = 1};
    assert_int_equal(cw_lab_all_games(&experiment->points[0], 1), 12);
    assert_int_equal(cw_lab_all_games(&experiment->points[0], 0.5), 6);
    assert_int_equal(cw_store_open(path, &run.store, NULL), CW_OK);
    /* What has not been played has no winner yet. */
    cw_text text = {0};
    assert_int_equal(cw_lab_load(&run, NULL), CW_OK);
    cw_report_csv(&run, &text);
    assert_non_null(strstr(cw_text_string(&text), "\"final\",\"@all\",\"random\",\"\",0,0"));
    cw_lab_release(&run);
    assert_int_equal(cw_lab_play(&run, NULL), CW_OK);
    cw_text_clear(&text);
    cw_report_csv(&run, &text);
    assert_non_null(
        strstr(cw_text_string(&text), "\"all\",\"random\",\"flat:playouts=9\",\"flat:playouts=8\",12,8"));
    cw_text_clear(&text);
    cw_report_print(&run, &text);
    assert_non_null(strstr(cw_text_string(&text), "shares are of the 8 games of random"));
    cw_text_free(&text);
    cw_lab_release(&run);
    cw_store_close(run.store, NULL);
    cw_experiment_destroy(experiment);
    remove_store(path);
}

/* A table for three is turned until everybody has sat everywhere. */
static void scales_keep_whole_turns(void **state) {
    (void)state;
    cw_experiment *experiment = NULL;
    assert_int_equal(read_content("title: T\ngame: tantrix:players=3\ngames: 300\n"
                                  "players: [random, random, random]\n",
                                  &experiment, NULL),
                     CW_OK);
    assert_int_equal(cw_lab_games(&experiment->points[0], 0.01), 3);
    assert_int_equal(cw_lab_games(&experiment->points[0], 0.0133), 6);
    assert_int_equal(cw_lab_all_games(&experiment->points[0], 1), 300);
    cw_experiment_destroy(experiment);
}

/* ---- Figures ---- */

/* Plays an experiment in Hex and checks that its figure's script has these lines. */
static void check_figure(const char *content, double time_scale, const char *const *lines) {
    cw_experiment *experiment = NULL;
    cw_error error = {0};
    cw_text script = {0};
    if (read_content(content, &experiment, &error) != CW_OK)
        fail_msg("%s", error.message);
    cw_lab run = {.experiment = experiment, .scale = 1, .time_scale = time_scale, .threads = 1};
    if (cw_lab_play(&run, &error) != CW_OK)
        fail_msg("%s", error.message);
    cw_report_gnuplot(&run, "svg", "figure.svg", &script);
    for (; *lines != NULL; lines++) {
        if (strstr(cw_text_string(&script), *lines) == NULL)
            fail_msg("no '%s' in\n%s", *lines, cw_text_string(&script));
    }
    cw_text_free(&script);
    cw_lab_release(&run);
    cw_experiment_destroy(experiment);
}

/* Who moves first on a board of one cell wins: wins of 100 %, with an interval down to 34 for 2 games. */
#define ONE_CELL "title: T\ngame: hex:size=1\ngames: 2\nsides: fixed\n"

static void axes_fit_the_data_and_name_the_unit(void **state) {
    (void)state;
    check_figure(ONE_CELL "players: ['mcts:sims={n}', random]\nsweep: {n: [10, 20, 50]}\n"
                          "plot: {x: n, unit: playouts, y: wins}\n",
                 1,
                 (const char *const[]){"set xlabel 'n (playouts)'", "set xrange [8:52]",
                                       "set yrange [30.9499:100]", "\n50 100 34.238 100 ? \"50\"", NULL});
    /* The paper's value belongs to the data. */
    check_figure(ONE_CELL "players: ['mcts:sims={n}', random]\nsweep: {n: [10, 1000]}\n"
                          "reported: [{n: 10, wins: 14}]\nplot: {x: n, y: wins, log: x}\n",
                 1,
                 (const char *const[]){"set xlabel 'n'", "set logscale x\nset xrange [7.94328:1258.93]",
                                       "set yrange [9.7:100]", "title 'the paper'", NULL});
    /* Without a variable there are bars, from 0. */
    check_figure(ONE_CELL "players: [random, random]\n", 1,
                 (const char *const[]){"set yrange [0:100]", "set xrange [-0.6:0.6]", NULL});
}

static void times_are_shown_as_they_were_played(void **state) {
    (void)state;
    check_figure(ONE_CELL "players: ['mcts:time={time}', random]\nsweep: {time: [100ms, 1s]}\n"
                          "plot: {x: time, y: wins}\n",
                 0.01,
                 (const char *const[]){"set xlabel 'time (s); every time is 0.01 of the paper''s'",
                                       "set xrange [0.00055:0.01045]", "\n0.01 100 ", NULL});
    check_figure(ONE_CELL "players: ['mcts:time={t}ms', random]\nsweep: {t: [100, 1000]}\n"
                          "plot: {x: t, unit: ms, y: wins}\n",
                 0.01, (const char *const[]){"set xlabel 't (ms); ", "set xrange [0.55:10.45]", NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_make_points),
        cmocka_unit_test(points_override),
        cmocka_unit_test(mistakes_are_told_with_their_line),
        cmocka_unit_test(the_whole_is_checked_before_it_runs),
        cmocka_unit_test(more_players_than_seats_are_counted),
        cmocka_unit_test(scales_keep_whole_turns),
        cmocka_unit_test(an_experiment_runs_in_stages),
        cmocka_unit_test(another_time_scale_is_another_run),
        cmocka_unit_test(axes_fit_the_data_and_name_the_unit),
        cmocka_unit_test(times_are_shown_as_they_were_played),
    };
    return RUN_TESTS(tests);
}
