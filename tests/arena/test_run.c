/* Runs: independent of threads, resumable after any end, faults that cost a game and nothing else. */
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "arena/run.h"
#include "harness.h"

typedef struct fixture {
    cw_game *game;
    cw_run run;
    cw_standings *standings;
    char path[64];
} fixture;

static const char *const random_players[] = {"random", "random", "random"};

static void prepare(fixture *f, const char *game, int entrants, int64_t games) {
    *f = (fixture){.game = must_create_game(game)};
    f->run.match = (cw_match){
        .game = f->game,
        .specs = random_players,
        .schedule = {.seat_count = f->game->player_count,
                     .entrant_count = entrants,
                     .games = games,
                     .seed = 11},
    };
    f->run.threads = 1;
    cw_run_size(&f->run, false);
    assert_int_equal(cw_standings_create(entrants, &f->standings, NULL), CW_OK);
}

static void open_store(fixture *f) {
    snprintf(f->path, sizeof f->path, "%s/causeway-test-%ld.db", P_tmpdir, (long)getpid());
    cw_error error = {0};
    if (cw_store_open(f->path, &f->run.store, &error) != CW_OK)
        fail_msg("%s", error.message);
}

static void remove_store(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static void finish(fixture *f) {
    assert_int_equal(cw_store_close(f->run.store, NULL), CW_OK);
    if (f->path[0] != '\0')
        remove_store(f->path);
    cw_standings_destroy(f->standings);
    cw_game_destroy(f->game);
}

static void play(fixture *f) {
    cw_error error = {0};
    if (cw_run_play(&f->run, f->standings, &error) != CW_OK)
        fail_msg("%s", error.message);
}

static void assert_same(const cw_standings *a, const cw_standings *b) {
    assert_int_equal(a->entrant_count, b->entrant_count);
    assert_true(a->moves == b->moves);
    assert_memory_equal(&a->first, &b->first, sizeof a->first);
    assert_memory_equal(a->endings, b->endings, sizeof a->endings);
    for (int i = 0; i < a->entrant_count; i++)
        assert_memory_equal(&a->entrants[i].tally, &b->entrants[i].tally, sizeof(cw_tally));
}

static void threads_change_nothing(void **state) {
    (void)state;
    fixture one, four;
    prepare(&one, "hex:size=4", 3, 50);
    prepare(&four, "hex:size=4", 3, 50);
    four.run.threads = 4;
    play(&one);
    play(&four);
    assert_true(one.standings->first.games == 150);
    assert_same(one.standings, four.standings);
    finish(&one);
    finish(&four);
}

static bool stop_after_20(const cw_match_game *game, const cw_standings *standings, void *payload) {
    (void)game;
    (void)payload;
    return standings->first.games < 20;
}

static void a_stopped_run_goes_on(void **state) {
    (void)state;
    fixture whole, parts;
    prepare(&whole, "hex:size=4", 2, 60);
    play(&whole);
    prepare(&parts, "hex:size=4", 2, 60);
    open_store(&parts);
    parts.run.each_game = stop_after_20;
    play(&parts);
    assert_true(parts.standings->first.games == 20);
    parts.run.each_game = NULL;
    parts.run.resume = true;
    play(&parts);
    assert_same(whole.standings, parts.standings);
    finish(&whole);
    finish(&parts);
}

static bool count_run(const cw_stored_run *run, void *payload) {
    (void)run;
    ++*(int64_t *)payload;
    return true;
}

/* Another program may have gone on with it in the meantime, and its games would be lost. */
static void a_run_that_is_stopped_before_its_first_game_stays(void **state) {
    (void)state;
    fixture f;
    cw_flag stop = {1};
    int64_t runs = 0;
    prepare(&f, "hex:size=4", 2, 60);
    open_store(&f);
    f.run.match.terms.stop = &stop;
    play(&f);
    assert_int_equal(cw_store_runs(f.run.store, 0, count_run, &runs, NULL), CW_OK);
    assert_int_equal(runs, 1);
    finish(&f);
}

static void a_killed_run_goes_on(void **state) {
    (void)state;
    fixture whole, parts;
    prepare(&whole, "hex:size=6", 2, 30000);
    play(&whole);
    prepare(&parts, "hex:size=6", 2, 30000);
    snprintf(parts.path, sizeof parts.path, "%s/causeway-test-%ld.db", P_tmpdir, (long)getpid());
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (cw_store_open(parts.path, &parts.run.store, NULL) == CW_OK)
            cw_run_play(&parts.run, parts.standings, NULL);
        _exit(0);
    }
    nanosleep(&(struct timespec){.tv_nsec = 700000000}, NULL);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    open_store(&parts);
    parts.run.resume = true;
    play(&parts);
    assert_same(whole.standings, parts.standings);
    finish(&whole);
    finish(&parts);
}

static void sums_of_large_runs_go_on(void **state) {
    (void)state;
    fixture whole, parts;
    prepare(&whole, "hex:size=3", 2, 101500);
    whole.run.threads = 2;
    play(&whole);
    prepare(&parts, "hex:size=3", 2, 101500);
    open_store(&parts);
    assert_false(parts.run.match.keep_moves);
    cw_flag stop = {1};
    parts.run.match.terms.stop = &stop;
    play(&parts);
    assert_true(parts.standings->first.games == 0);
    parts.run.match.terms.stop = NULL;
    play(&parts);
    cw_standings_clear(parts.standings);
    parts.run.resume = true;
    play(&parts);
    assert_same(whole.standings, parts.standings);
    finish(&whole);
    finish(&parts);
}

/* A match that is played with some games and then with others; units of more than one game keep sums. */
typedef struct change {
    int entrants;
    cw_sides sides;
    int64_t before, after, taken_over;
    int unit_before, unit_after;
} change;

static void set_length(fixture *f, const change *c, bool is_after) {
    int unit = is_after ? c->unit_after : c->unit_before;
    f->run.match.schedule.games = is_after ? c->after : c->before;
    f->run.match.schedule.sides = c->sides;
    f->run.match.games_per_unit = unit > 1 ? unit : 1;
    f->run.match.keep_moves = unit <= 1;
}

/* The games of the shorter one are used, and the table is that of a match played at once. */
static void check_change(const char *game, change c) {
    fixture whole, parts;
    prepare(&whole, game, c.entrants, c.after);
    set_length(&whole, &c, true);
    play(&whole);
    prepare(&parts, game, c.entrants, c.before);
    open_store(&parts);
    parts.run.resume = true;
    set_length(&parts, &c, false);
    play(&parts);
    assert_int_equal(parts.run.earlier_games, 0);
    set_length(&parts, &c, true);
    play(&parts);
    assert_true(parts.run.is_taken_over);
    assert_int_equal(parts.run.earlier_games, c.taken_over);
    assert_same(whole.standings, parts.standings);
    play(&parts);
    assert_false(parts.run.is_taken_over);
    assert_int_equal(parts.run.earlier_games, whole.standings->first.games);
    assert_same(whole.standings, parts.standings);
    finish(&whole);
    finish(&parts);
}

static void a_run_can_be_made_longer(void **state) {
    (void)state;
    check_change("hex:size=4", (change){2, CW_SIDES_ALTERNATE, 20, 50, 20, 1, 1});
    check_change("hex:size=4", (change){3, CW_SIDES_ALTERNATE, 20, 50, 60, 1, 1});
    check_change("hex:size=4", (change){2, CW_SIDES_FIXED, 20, 50, 20, 1, 1});
    check_change("hex:size=4", (change){2, CW_SIDES_HALVES, 20, 40, 10, 1, 1}); /* the others: other sides */
    check_change("hex:size=4", (change){2, CW_SIDES_ALTERNATE, 50, 20, 20, 1, 1});
    check_change("tantrix:players=3", (change){3, CW_SIDES_ALTERNATE, 4, 6, 4, 1, 1});
}

static void sums_can_be_taken_over(void **state) {
    (void)state;
    check_change("hex:size=2", (change){2, CW_SIDES_ALTERNATE, 250, 1100, 200, 1, 100}); /* whole units */
    check_change("hex:size=2", (change){2, CW_SIDES_ALTERNATE, 950, 1150, 900, 100, 100});
    check_change("hex:size=2", (change){2, CW_SIDES_HALVES, 200, 400, 0, 100, 100});
    check_change("hex:size=2", (change){3, CW_SIDES_ALTERNATE, 200, 400, 0, 100, 100});
}

static void a_series_is_not_taken_over(void **state) {
    (void)state;
    fixture f;
    prepare(&f, "hex:size=3", 2, 10);
    open_store(&f);
    f.run.match.loser_starts = true;
    f.run.resume = true;
    play(&f);
    f.run.match.schedule.games = 20;
    play(&f);
    assert_int_equal(f.run.earlier_games, 0);
    assert_true(f.standings->first.games == 20);
    finish(&f);
}

static bool count_game(const cw_match_game *game, const cw_standings *standings, void *payload) {
    (void)game;
    (void)standings;
    ++*(int64_t *)payload;
    return true;
}

/* A run of which only sums are kept still shows every game, and a test that may take so many is decided. */
static void large_runs_see_every_game(void **state) {
    (void)state;
    fixture f;
    int64_t seen = 0;
    prepare(&f, "hex:size=2", 2, 101500);
    f.run.each_game = count_game;
    f.run.payload = &seen;
    play(&f);
    assert_int_equal(seen, 101500);
    finish(&f);
    static const char *const players[] = {"flat:playouts=50", "random"};
    prepare(&f, "hex:size=3", 2, 200000);
    f.run.match.specs = players;
    f.run.test = true;
    f.run.sprt = (cw_sprt){.elo0 = 0, .elo1 = 20};
    cw_run_size(&f.run, false);
    play(&f);
    assert_int_equal(cw_sprt_decide(&f.run.sprt), CW_SPRT_ELO1);
    assert_true(f.standings->first.games < 2000);
    finish(&f);
}

static void a_bad_engine_loses_its_games(void **state) {
    (void)state;
    static const char *const players[] = {"random", "ext:gtp:read x; echo =; echo; exit 3"};
    fixture f;
    prepare(&f, "hex:size=4", 2, 6);
    f.run.match.specs = players;
    play(&f);
    assert_true(f.standings->entrants[0].tally.wins == 6);
    assert_true(f.standings->entrants[1].forfeits == 6);
    finish(&f);
}

static void the_loser_starts(void **state) {
    (void)state;
    fixture f;
    prepare(&f, "hex:size=3", 2, 40);
    f.run.match.loser_starts = true;
    cw_match_worker *worker = NULL;
    cw_match_part *part = NULL;
    assert_int_equal(cw_match_worker_create(&f.run.match, &worker, NULL), CW_OK);
    assert_int_equal(cw_match_play_unit(worker, 0, &part, NULL), CW_OK);
    assert_int_equal(part->game_count, 40);
    for (int i = 1; i < 40; i++) {
        const cw_match_game *before = &part->games[i - 1];
        int loser_seat = before->outcome.result.reward[0] > 0.5 ? 1 : 0;
        assert_int_equal(part->games[i].pairing.entrants[0], before->pairing.entrants[loser_seat]);
    }
    cw_match_part_free(part);
    cw_match_worker_destroy(worker);
    finish(&f);
}

static bool replay(const cw_match_game *game, void *payload) {
    const cw_game *rules = payload;
    cw_record *record = must_play(rules, game->moves);
    cw_result result;
    cw_record_result(record, &result);
    assert_true(result.reward[0] == game->outcome.result.reward[0]);
    cw_record_destroy(record);
    return true;
}

static void kept_games_can_be_replayed(void **state) {
    (void)state;
    fixture f;
    prepare(&f, "hex:size=5", 2, 20);
    open_store(&f);
    f.run.match.random_plies = 3;
    play(&f);
    assert_int_equal(cw_store_games(f.run.store, 1, replay, f.game, NULL), CW_OK);
    finish(&f);
}

static void bad_stores_are_refused(void **state) {
    (void)state;
    cw_store *store = NULL;
    cw_error error = {0};
    assert_int_equal(cw_store_open("/proc/nowhere/causeway.db", &store, &error), CW_IO);
    assert_non_null(strstr(error.message, "/proc/nowhere/causeway.db"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_stopped_run_goes_on),
        cmocka_unit_test(a_run_that_is_stopped_before_its_first_game_stays),
        cmocka_unit_test(a_killed_run_goes_on),
        cmocka_unit_test(sums_of_large_runs_go_on),
        cmocka_unit_test(a_run_can_be_made_longer),
        cmocka_unit_test(sums_can_be_taken_over),
        cmocka_unit_test(a_series_is_not_taken_over),
        cmocka_unit_test(large_runs_see_every_game),
        cmocka_unit_test(a_bad_engine_loses_its_games),
        cmocka_unit_test(the_loser_starts),
        cmocka_unit_test(kept_games_can_be_replayed),
        cmocka_unit_test(bad_stores_are_refused),
    };
    return RUN_TESTS(tests);
}
