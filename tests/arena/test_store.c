/* Stores on disks that are full, read-only or from the future. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/run.h"
#include "harness.h"

/* What a child process answers. */
enum { ANSWER_RIGHT = 0, ANSWER_WRONG = 1, ANSWER_CANNOT = 77 };

static const char *const players[] = {"random", "random"};

static cw_run make_run(const cw_game *game) {
    cw_run run = {.match = {.game = game,
                            .specs = players,
                            .schedule = {.seat_count = 2, .entrant_count = 2, .games = 4000, .seed = 3}},
                  .threads = 1,
                  .resume = true};
    cw_run_size(&run, false);
    return run;
}

static bool is_same(const cw_standings *a, const cw_standings *b) {
    return a->moves == b->moves && memcmp(&a->first, &b->first, sizeof a->first) == 0 &&
           memcmp(&a->entrants[0].tally, &b->entrants[0].tally, sizeof(cw_tally)) == 0;
}

static bool complain(const char *what, const char *message) {
    fprintf(stderr, "%s: %s\n", what, message);
    return false;
}

static bool stop_after_200(const cw_match_game *game, const cw_standings *standings, void *payload) {
    (void)game;
    (void)payload;
    return standings->first.games < 200;
}

/* Plays a match until the disk is full, makes room and goes on: the result is that of a match played at once,
 * and what was committed before has not been played again. */
static bool survives(const char *path, void (*make_room)(void)) {
    cw_error error = {0};
    cw_standings *whole = NULL, *parts = NULL;
    cw_game *game = must_create_game("hex:size=5");
    cw_run run = make_run(game);
    cw_standings_create(2, &whole, NULL);
    cw_standings_create(2, &parts, NULL);
    if (cw_run_play(&run, whole, &error) != CW_OK)
        return complain("without a store", error.message);
    if (cw_store_open(path, &run.store, &error) != CW_OK)
        return complain("opening", error.message);
    run.each_game = stop_after_200;
    if (cw_run_play(&run, parts, &error) != CW_OK)
        return complain("the first games", error.message);
    run.each_game = NULL;
    if (cw_run_play(&run, parts, &error) != CW_IO || strstr(error.message, path) == NULL)
        return complain("a full disk is not told", error.message);
    cw_store_close(run.store, NULL);
    make_room();
    if (cw_store_open(path, &run.store, &error) != CW_OK)
        return complain("opening again", error.message);
    if (cw_run_play(&run, parts, &error) != CW_OK)
        return complain("going on", error.message);
    if (run.earlier_games < 200 || run.earlier_games == 4000)
        return complain("what was committed is not there, or everything is", "");
    if (!is_same(whole, parts))
        return complain("the result differs", "");
    cw_store_close(run.store, NULL);
    cw_standings_destroy(whole);
    cw_standings_destroy(parts);
    cw_game_destroy(game);
    return true;
}

/* Runs a check in a process of its own; skips the test where the machine does not let it. */
static void check_in_child(int (*check)(void)) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        _exit(check());
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == ANSWER_CANNOT)
        skip();
    assert_int_equal(WEXITSTATUS(status), ANSWER_RIGHT);
}

static void remove_store(const char *path) {
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

/* ---- Files that may not grow ---- */

static void set_file_limit(rlim_t bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
}

static void lift_limit(void) {
    set_file_limit(RLIM_INFINITY);
}

static char limited_path[64];

static int check_limit(void) {
    signal(SIGXFSZ, SIG_IGN);
    set_file_limit(400000);
    return survives(limited_path, lift_limit) ? ANSWER_RIGHT : ANSWER_WRONG;
}

static void a_file_that_may_not_grow_loses_nothing(void **state) {
    (void)state;
    snprintf(limited_path, sizeof limited_path, "%s/causeway-limit-%ld.db", P_tmpdir, (long)getpid());
    check_in_child(check_limit);
    remove_store(limited_path);
}

/* ---- Small disks ---- */

static char disk[64];

static bool mount_disk(unsigned long flags, const char *size) {
    return mount("tmpfs", disk, "tmpfs", flags, size) == 0;
}

/* Makes a disk of 600 kB that nobody else sees. */
static bool make_disk(void) {
    snprintf(disk, sizeof disk, "%s/causeway-disk-%ld", P_tmpdir, (long)getpid());
    return mkdir(disk, 0700) == 0 && unshare(CLONE_NEWNS) == 0 &&
           mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 && mount_disk(0, "size=600k");
}

static void remove_disk(void) {
    umount(disk);
    rmdir(disk);
}

static void enlarge_disk(void) {
    mount_disk(MS_REMOUNT, "size=100m");
}

static int check_full_disk(void) {
    if (!make_disk()) {
        rmdir(disk);
        return ANSWER_CANNOT;
    }
    char path[80];
    snprintf(path, sizeof path, "%s/games.db", disk);
    bool is_right = survives(path, enlarge_disk);
    remove_disk();
    return is_right ? ANSWER_RIGHT : ANSWER_WRONG;
}

static void a_full_disk_loses_nothing(void **state) {
    (void)state;
    check_in_child(check_full_disk);
}

static bool see_run(const cw_stored_run *run, void *payload) {
    (void)run;
    (void)payload;
    return true;
}

static int check_readonly_disk(void) {
    if (!make_disk()) {
        rmdir(disk);
        return ANSWER_CANNOT;
    }
    char path[80];
    cw_store *store = NULL;
    cw_error error = {0};
    snprintf(path, sizeof path, "%s/games.db", disk);
    bool is_right = cw_store_open(path, &store, &error) == CW_OK && cw_store_close(store, &error) == CW_OK;
    is_right = is_right && mount_disk(MS_REMOUNT | MS_RDONLY, NULL) &&
               cw_store_open(path, &store, &error) == CW_IO && strstr(error.message, path) != NULL &&
               strstr(error.message, "ead-only") != NULL;
    is_right = is_right && cw_store_open_to_read(path, &store, &error) == CW_OK &&
               cw_store_runs(store, 0, see_run, NULL, &error) == CW_OK &&
               cw_store_close(store, &error) == CW_OK;
    if (!is_right)
        complain("read-only", error.message);
    remove_disk();
    return is_right ? ANSWER_RIGHT : ANSWER_WRONG;
}

static void a_readonly_disk_is_told(void **state) {
    (void)state;
    check_in_child(check_readonly_disk);
}

/* ---- Two processes ---- */

static char shared_path[64];

static int play_beside(uint64_t seed) {
    cw_standings *standings = NULL;
    cw_error error = {0};
    cw_game *game = must_create_game("hex:size=5");
    cw_run run = make_run(game);
    run.match.schedule.seed = seed;
    cw_standings_create(2, &standings, NULL);
    bool is_right = cw_store_open(shared_path, &run.store, &error) == CW_OK &&
                    cw_run_play(&run, standings, &error) == CW_OK &&
                    cw_store_close(run.store, &error) == CW_OK;
    cw_standings_destroy(standings);
    cw_game_destroy(game);
    return is_right || complain("beside another process", error.message) ? ANSWER_RIGHT : ANSWER_WRONG;
}

static bool count_played(const cw_stored_run *run, void *payload) {
    *(int64_t *)payload += run->played;
    return true;
}

static void two_processes_write_one_store(void **state) {
    (void)state;
    snprintf(shared_path, sizeof shared_path, "%s/causeway-shared-%ld.db", P_tmpdir, (long)getpid());
    pid_t children[2];
    for (int i = 0; i < 2; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(play_beside((uint64_t)i));
    }
    for (int i = 0; i < 2; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == ANSWER_RIGHT);
    }
    cw_store *store = NULL;
    int64_t played = 0;
    assert_int_equal(cw_store_open(shared_path, &store, NULL), CW_OK);
    assert_int_equal(cw_store_runs(store, 0, count_played, &played, NULL), CW_OK);
    assert_int_equal(played, 8000);
    assert_int_equal(cw_store_close(store, NULL), CW_OK);
    remove_store(shared_path);
}

/* ---- Other versions, other files ---- */

static void a_newer_store_is_refused(void **state) {
    (void)state;
    char path[64];
    sqlite3 *db = NULL;
    cw_store *store = NULL;
    cw_error error = {0};
    snprintf(path, sizeof path, "%s/causeway-newer-%ld.db", P_tmpdir, (long)getpid());
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version=99", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(cw_store_open(path, &store, &error), CW_UNSUPPORTED);
    assert_non_null(strstr(error.message, "was made by a newer Causeway (format 99"));
    unlink(path);
}

static void a_file_that_is_no_store_is_left_alone(void **state) {
    (void)state;
    char path[64];
    cw_store *store = NULL;
    cw_error error = {0};
    snprintf(path, sizeof path, "%s/causeway-other-%ld.db", P_tmpdir, (long)getpid());
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 200; i++)
        fputs("this is no store\n", file);
    fclose(file);
    assert_int_equal(cw_store_open(path, &store, &error), CW_IO);
    assert_non_null(strstr(error.message, "not a database"));
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    assert_int_equal(about.st_size, 200 * 17);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_may_not_grow_loses_nothing),
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(a_readonly_disk_is_told),
        cmocka_unit_test(two_processes_write_one_store),
        cmocka_unit_test(a_newer_store_is_refused),
        cmocka_unit_test(a_file_that_is_no_store_is_left_alone),
    };
    return RUN_TESTS(tests);
}
