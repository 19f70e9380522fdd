/* The desk of the laboratory: work runs in the background, stops, goes on with another desk, and keeps to its
 * bounds. */
#include <sys/stat.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/files.h"
#include "harness.h"
#include "lab/desk.h"

static char folder[] = "/tmp/causeway-desk-XXXXXX";
static char store[64];

static const char own[] = "title: Small\n"
                          "game: \"hex:size=3\"\n"
                          "players: [\"mcts:sims=20\", random]\n"
                          "games: 6\n";

static int set_up_all(void **unused) {
    (void)unused;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(store, sizeof store, "%s/games.db", folder);
    return 0;
}

static int tear_down_all(void **unused) {
    (void)unused;
    char command[96];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command) == 0 ? 0 : -1;
}

static cw_desk *must_open(void) {
    const cw_desk_plan plan = {
        .store = store,
        .experiments = "experiments",
        .results = "docs/results",
        .bounds =
            {.most = {[CW_RESOURCE_SECONDS] = 10, [CW_RESOURCE_THREADS] = 1, [CW_RESOURCE_MEMORY] = 64}},
        .at_once = 1,
        .is_eager = true};
    cw_desk *desk;
    assert_int_equal(cw_desk_open(&plan, &desk, NULL), CW_OK);
    return desk;
}

/* The piece of work of a number; to be released. NULL: it is not on the list. */
static json_t *find_work(cw_desk *desk, json_int_t number) {
    json_t *works = cw_desk_works(desk), *work, *found = NULL;
    size_t index;
    json_array_foreach(works, index, work) {
        if (json_integer_value(json_object_get(work, "work")) == number)
            found = json_incref(work);
    }
    json_decref(works);
    return found;
}

/* Waits until the work is in a state, or has so many games if that is NULL. */
static void await(cw_desk *desk, json_int_t number, const char *state, json_int_t games) {
    double until = cw_clock_now() + 250;
    for (;;) {
        json_t *work = find_work(desk, number);
        const char *now = json_string_value(json_object_get(work, "state"));
        bool is_there = state != NULL ? strcmp(now, state) == 0
                                      : json_integer_value(json_object_get(work, "played")) >= games;
        if (strcmp(now, "failed") == 0)
            fail_msg("%s", json_string_value(json_object_get(work, "error")));
        json_decref(work);
        if (is_there)
            return;
        if (cw_clock_now() > until)
            fail_msg("work %d did not come to %s", (int)number, state != NULL ? state : "its games");
        usleep(5000);
    }
}

static json_int_t number_in(json_t *answer, const char *key) {
    json_int_t number = json_integer_value(json_object_get(answer, key));
    json_decref(answer);
    return number;
}

static json_int_t must_begin(cw_desk *desk, const char *first, int64_t games, bool test) {
    const char *const players[] = {first, "random"};
    json_t *answer = json_object();
    cw_error error = {0};
    const cw_desk_match match = {.game = "hex:size=4",
                                 .players = players,
                                 .player_count = 2,
                                 .games = games,
                                 .test = test,
                                 .elo0 = 0,
                                 .elo1 = 50};
    if (cw_desk_play(desk, &match, answer, &error) != CW_OK)
        fail_msg("%s", error.message);
    return number_in(answer, "work");
}

static void a_match_runs_and_tells_its_standings(void **unused) {
    (void)unused;
    cw_desk *desk = must_open();
    json_int_t number = must_begin(desk, "mcts:sims=50", 20, false);
    await(desk, number, "done", 0);
    json_t *work = find_work(desk, number);
    const json_t *rows = json_object_get(json_object_get(work, "standings"), "players");
    assert_int_equal(json_integer_value(json_object_get(work, "played")), 20);
    assert_int_equal(json_array_size(rows), 2);
    assert_true(json_number_value(json_object_get(json_array_get(rows, 0), "score")) > 0.5);
    json_decref(work);
    assert_int_equal(cw_desk_stop(desk, number, NULL), CW_OK); /* off the list */
    assert_null(find_work(desk, number));
    cw_desk_close(desk);
}

static void a_test_ends_when_it_is_decided(void **unused) {
    (void)unused;
    cw_desk *desk = must_open();
    json_int_t number = must_begin(desk, "mcts:sims=60", 5000, true);
    await(desk, number, "done", 0);
    json_t *work = find_work(desk, number);
    const json_t *test = json_object_get(json_object_get(work, "standings"), "test");
    assert_string_equal(json_string_value(json_object_get(test, "decision")), "elo1");
    assert_true(json_integer_value(json_object_get(work, "played")) < 5000);
    json_decref(work);
    cw_desk_stop(desk, number, NULL);
    cw_desk_close(desk);
}

/* Stopped in its middle, gone on with; ended with the desk, gone on with by the next; no game is lost. */
static void work_survives(void **unused) {
    (void)unused;
    cw_desk *desk = must_open();
    json_int_t number = must_begin(desk, "mcts:sims=200", 50000, false);
    await(desk, number, NULL, 2);
    assert_int_equal(cw_desk_stop(desk, number, NULL), CW_OK);
    await(desk, number, "stopped", 0);
    json_t *work = find_work(desk, number);
    json_int_t played = json_integer_value(json_object_get(work, "played"));
    json_decref(work);
    assert_true(played >= 2 && played < 50000);
    assert_int_equal(cw_desk_resume(desk, number, NULL), CW_OK);
    await(desk, number, NULL, played + 2);
    cw_desk_close(desk);
    desk = must_open();
    await(desk, number, NULL, played + 4);
    assert_int_equal(cw_desk_stop(desk, number, NULL), CW_OK);
    await(desk, number, "stopped", 0);
    cw_desk_stop(desk, number, NULL);
    cw_desk_close(desk);
}

static void must_be_wrong(cw_desk *desk, const char *text, int line, const char *words) {
    json_t *answer = json_object();
    cw_desk_check(desk, text, answer);
    const char *trouble = json_string_value(json_object_get(answer, "trouble"));
    assert_true(json_is_false(json_object_get(answer, "right")));
    assert_int_equal(json_integer_value(json_object_get(answer, "line")), line);
    if (strstr(trouble, words) == NULL)
        fail_msg("'%s' does not say '%s'", trouble, words);
    json_decref(answer);
}

static void errors_are_told_with_their_line(void **unused) {
    (void)unused;
    cw_desk *desk = must_open();
    must_be_wrong(desk, "title: [", 2, "");
    must_be_wrong(desk, "title: A\ngame: hex\nplayerz: [random, random]\ngames: 2\n", 3, "playerz");
    must_be_wrong(desk, "title: A\ngame: hex\ngames: 2\nplayers:\n - random\n - \"mcts:simms=3\"\n", 6,
                  "simms");
    must_be_wrong(desk, "title: A\ngame: hex\ngames: 2\nplayers:\n - random\n - \"ext:gtp:cmd=ls\"\n", 6, "");
    must_be_wrong(desk, "title: A\ngame: hex\ngames: 2\nplayers:\n - random\n - \"mcts:time=99s\"\n", 6, "");
    must_be_wrong(desk, "title: A\ngame: hex\ngames: 2000000\nplayers: [random, random]\n", 1, "games");
    cw_desk_close(desk);
}

/* A desk without a store, on which nothing can be played or kept. */
static void without_a_store_nothing_is_played(void **unused) {
    (void)unused;
    const char *const players[] = {"random", "random"};
    const cw_desk_match match = {.game = "hex", .players = players, .player_count = 2, .games = 2};
    cw_desk *desk;
    json_t *answer = json_object();
    assert_int_equal(cw_desk_open(&(cw_desk_plan){.is_eager = true}, &desk, NULL), CW_OK);
    assert_int_equal(cw_desk_play(desk, &match, answer, NULL), CW_UNSUPPORTED);
    assert_int_equal(cw_desk_run(desk, "small", 1, answer, NULL), CW_UNSUPPORTED);
    assert_int_equal(cw_desk_write(desk, "small", own, NULL), CW_UNSUPPORTED);
    assert_int_equal(cw_desk_erase(desk, "small", NULL), CW_UNSUPPORTED);
    assert_int_equal(cw_desk_runs(desk, answer, NULL), CW_UNSUPPORTED);
    assert_int_equal(cw_desk_stop(desk, 1, NULL), CW_BAD_INPUT);
    assert_int_equal(cw_desk_resume(desk, 1, NULL), CW_BAD_INPUT);
    json_decref(answer);
    cw_desk_close(desk);
}

static void must_refuse(cw_desk *desk, cw_desk_match match, const char *words) {
    json_t *answer = json_object();
    cw_error error = {0};
    assert_int_equal(cw_desk_play(desk, &match, answer, &error), CW_BAD_INPUT);
    if (strstr(error.message, words) == NULL)
        fail_msg("'%s' does not say '%s'", error.message, words);
    json_decref(answer);
}

static void matches_that_cannot_be_are_refused(void **unused) {
    (void)unused;
    const char *const players[] = {"random", "random", "mcts:sims=1"};
    cw_desk *desk = must_open();
    must_refuse(desk, (cw_desk_match){.game = "hex", .players = players, .player_count = 1, .games = 2},
                "needs 2 players");
    must_refuse(
        desk, (cw_desk_match){.game = "hex", .players = players, .player_count = 3, .games = 2, .test = true},
        "a test is between two players");
    must_refuse(
        desk,
        (cw_desk_match){.game = "hex", .players = players, .player_count = 3, .games = CW_DESK_GAMES_MAX / 2},
        "more than 100000 games");
    cw_desk_close(desk);
}

static void own_experiments_are_kept_run_and_erased(void **unused) {
    (void)unused;
    cw_desk *desk = must_open();
    json_t *answer = json_object();
    cw_error error = {0};
    assert_int_equal(cw_desk_write(desk, "../small", own, NULL), CW_BAD_INPUT);
    assert_int_equal(cw_desk_write(desk, "hive-03", own, NULL), CW_ILLEGAL);
    assert_int_equal(cw_desk_write(desk, "small", own, NULL), CW_OK);
    if (cw_desk_run(desk, "small", 1, answer, &error) != CW_OK)
        fail_msg("%s", error.message);
    json_int_t number = number_in(answer, "work");
    await(desk, number, "done", 0);
    answer = json_object();
    assert_int_equal(cw_desk_experiment(desk, "small", answer, NULL), CW_OK);
    const json_t *point = json_array_get(json_object_get(answer, "points"), 0);
    assert_int_equal(json_integer_value(json_object_get(point, "games")), 6);
    assert_true(json_is_real(json_object_get(point, "low")));
    json_decref(answer);
    assert_int_equal(cw_desk_erase(desk, "small", NULL), CW_ILLEGAL); /* it is on the list */
    cw_desk_stop(desk, number, NULL);
    assert_int_equal(cw_desk_erase(desk, "hive-03", NULL), CW_ILLEGAL);
    assert_int_equal(cw_desk_erase(desk, "small", NULL), CW_OK);
    answer = json_object();
    assert_int_equal(cw_desk_experiment(desk, "small", answer, NULL), CW_BAD_INPUT);
    json_decref(answer);
    cw_desk_close(desk);
}

/* Those that ship are ruled on by the tables that ship with them. */
static void shipped_experiments_have_verdicts(void **unused) {
    (void)unused;
    cw_desk *desk = must_open();
    double until = cw_clock_now() + 250;
    for (bool is_there = false; !is_there;) {
        json_t *answer = json_object();
        assert_int_equal(cw_desk_experiment(desk, "hive-03", answer, NULL), CW_OK);
        is_there = json_object_get(answer, "rulings") != NULL;
        if (is_there)
            assert_true(json_is_true(json_object_get(answer, "table")));
        json_decref(answer);
        assert_true(cw_clock_now() < until);
        usleep(20000);
    }
    cw_desk_close(desk);
}

static void the_list_has_an_end(void **unused) {
    (void)unused;
    cw_desk *desk = must_open();
    const char *const players[] = {"random", "random"};
    json_int_t numbers[CW_DESK_WORKS_MAX];
    for (int i = 0; i < CW_DESK_WORKS_MAX; i++)
        numbers[i] = must_begin(desk, "mcts:sims=1000", 90000 + i, false);
    const cw_desk_match match = {.game = "hex", .players = players, .player_count = 2, .games = 2};
    json_t *answer = json_object();
    assert_int_equal(cw_desk_play(desk, &match, answer, NULL), CW_UNSUPPORTED);
    json_decref(answer);
    assert_int_equal(must_begin(desk, "mcts:sims=1000", 90000, false),
                     numbers[0]); /* the same is no second */
    for (int i = CW_DESK_WORKS_MAX; i-- > 0;) {
        cw_desk_stop(desk, numbers[i], NULL);
        cw_desk_stop(desk, numbers[i], NULL);
    }
    cw_desk_close(desk);
}

static void stored_games_are_paged_and_opened(void **unused) {
    (void)unused;
    cw_desk *desk = must_open();
    json_int_t number = must_begin(desk, "mcts:sims=10", 30, false);
    await(desk, number, "done", 0);
    json_t *answer = json_object(), *runs = json_object(), *record = NULL;
    assert_int_equal(cw_desk_runs(desk, runs, NULL), CW_OK);
    json_int_t run =
        json_integer_value(json_object_get(json_array_get(json_object_get(runs, "runs"), 0), "run"));
    cw_desk_filter filter = {.run = run, .winner = -1, .offset = 25, .limit = 10};
    assert_int_equal(cw_desk_games(desk, &filter, answer, NULL), CW_OK);
    const json_t *games = json_object_get(answer, "games");
    assert_int_equal(json_array_size(games), 5);
    assert_null(json_object_get(answer, "total")); /* told with the first page */
    assert_int_equal(json_integer_value(json_object_get(json_array_get(games, 4), "number")), 0);
    json_decref(answer);
    json_int_t sum = 0;
    for (int winner = 0; winner < 2; winner++) {
        answer = json_object();
        filter = (cw_desk_filter){.run = run, .game = "hex", .winner = winner, .limit = 1};
        assert_int_equal(cw_desk_games(desk, &filter, answer, NULL), CW_OK);
        sum += number_in(answer, "total");
    }
    assert_int_equal(sum, 30);
    assert_int_equal(cw_desk_game(desk, run, 3, &record, NULL), CW_OK);
    assert_true(json_array_size(json_object_get(record, "moves")) >= 4);
    assert_string_equal(json_string_value(json_object_get(record, "game")), "hex:size=4");
    json_decref(record);
    assert_int_equal(cw_desk_game(desk, run, 30, &record, NULL), CW_BAD_INPUT);
    json_decref(runs);
    cw_desk_stop(desk, number, NULL);
    cw_desk_close(desk);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_match_runs_and_tells_its_standings),
        cmocka_unit_test(a_test_ends_when_it_is_decided),
        cmocka_unit_test(work_survives),
        cmocka_unit_test(errors_are_told_with_their_line),
        cmocka_unit_test(without_a_store_nothing_is_played),
        cmocka_unit_test(matches_that_cannot_be_are_refused),
        cmocka_unit_test(own_experiments_are_kept_run_and_erased),
        cmocka_unit_test(shipped_experiments_have_verdicts),
        cmocka_unit_test(the_list_has_an_end),
        cmocka_unit_test(stored_games_are_paged_and_opened),
    };
    return cmocka_run_group_tests(tests, set_up_all, tear_down_all);
}
