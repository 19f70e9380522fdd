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
#include "arena/store_inner.h"
#include "core/clock.h"
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

/* A check that waits in a process of its own. */
typedef struct waiting_check {
    pid_t child;
    int gate;
} waiting_check;

/* Begun before there are threads: a process that has some is not rightly copied everywhere. */
static waiting_check begin_check(int (*check)(void)) {
    int gate[2];
    char go;
    assert_int_equal(pipe(gate), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        close(gate[1]);
        _exit(read(gate[0], &go, 1) == 1 ? check() : ANSWER_CANNOT);
    }
    close(gate[0]);
    return (waiting_check){child, gate[1]};
}

/* Skips the test where the machine does not let the check be made. */
static void finish_check(waiting_check waiting) {
    int status;
    assert_int_equal(write(waiting.gate, "", 1), 1);
    close(waiting.gate);
    assert_int_equal(waitpid(waiting.child, &status, 0), waiting.child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == ANSWER_CANNOT)
        skip();
    assert_int_equal(WEXITSTATUS(status), ANSWER_RIGHT);
}

static void check_in_child(int (*check)(void)) {
    finish_check(begin_check(check));
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

/* Waits for a process that answers how it went. */
static bool came_right(pid_t child) {
    int status;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == ANSWER_RIGHT;
}

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

static bool count_run(const cw_stored_run *run, void *payload) {
    (void)run;
    ++*(int64_t *)payload;
    return true;
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
    for (int i = 0; i < 2; i++)
        assert_true(came_right(children[i]));
    cw_store *store = NULL;
    int64_t played = 0;
    assert_int_equal(cw_store_open(shared_path, &store, NULL), CW_OK);
    assert_int_equal(cw_store_runs(store, 0, count_played, &played, NULL), CW_OK);
    assert_int_equal(played, 8000);
    assert_int_equal(cw_store_close(store, NULL), CW_OK);
    remove_store(shared_path);
}

static int open_beside(void) {
    cw_error error = {0};
    cw_store *store = NULL;
    bool is_right =
        cw_store_open(shared_path, &store, &error) == CW_OK && cw_store_close(store, &error) == CW_OK;
    return is_right || complain("beside another program", error.message) ? ANSWER_RIGHT : ANSWER_WRONG;
}

/* Another program that makes the store holds it for longer than two looks take. */
static void a_store_being_made_is_waited_for(void **state) {
    (void)state;
    enum { HELD_US = 200000 };
    sqlite3 *db = NULL;
    snprintf(shared_path, sizeof shared_path, "%s/causeway-made-%ld.db", P_tmpdir, (long)getpid());
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        usleep(HELD_US / 2);
        _exit(open_beside());
    }
    assert_int_equal(sqlite3_open(shared_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    usleep(HELD_US);
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_true(came_right(child));
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

static void make_path(const char *name, char path[64]) {
    snprintf(path, 64, "%s/causeway-%s-%ld.db", P_tmpdir, name, (long)getpid());
    remove_store(path);
}

/* Runs SQL on a file, past the store. */
static void change_file(const char *path, const char *statements) {
    sqlite3 *db = NULL;
    char *message = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    if (sqlite3_exec(db, statements, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s", message);
    sqlite3_close(db);
}

static char *read_whole(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *bytes = malloc(1 << 20);
    *size = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

static void a_database_of_another_program_is_left_alone(void **state) {
    (void)state;
    static const char *const makers[] = {
        "CREATE TABLE notes(text TEXT); INSERT INTO notes VALUES('mine');",
        "CREATE TABLE notes(text TEXT); PRAGMA user_version=1;",
        "CREATE TABLE runs(x); PRAGMA user_version=7;",
    };
    for (size_t i = 0; i < sizeof makers / sizeof makers[0]; i++) {
        char path[64];
        size_t size, size_after;
        cw_store *store = NULL;
        cw_error error = {0};
        make_path("foreign", path);
        change_file(path, makers[i]);
        char *before = read_whole(path, &size);
        assert_int_equal(cw_store_open_to_read(path, &store, &error), CW_BAD_INPUT);
        assert_non_null(strstr(error.message, "is a database of another program"));
        assert_int_equal(cw_store_open(path, &store, &error), CW_BAD_INPUT);
        char *after = read_whole(path, &size_after);
        assert_int_equal(size, size_after);
        assert_memory_equal(before, after, size);
        free(before);
        free(after);
        remove_store(path);
    }
}

/* Plays a short match into a store, which stays open. */
static void play_short(const char *path, cw_run *run, cw_standings **standings) {
    cw_error error = {0};
    if (run->store == NULL && cw_store_open(path, &run->store, &error) != CW_OK)
        fail_msg("%s", error.message);
    if (*standings == NULL)
        assert_int_equal(cw_standings_create(2, standings, NULL), CW_OK);
    if (cw_run_play(run, *standings, &error) != CW_OK)
        fail_msg("%s", error.message);
}

static cw_run make_short_run(const cw_game *game) {
    cw_run run = make_run(game);
    run.match.schedule.games = 6;
    cw_run_size(&run, false);
    return run;
}

static char log_path[64];

/* Looks at a store as somebody who may not write it. */
static int check_without_permission(void) {
    cw_store *store = NULL;
    cw_error error = {0};
    int64_t played = 0;
    if (geteuid() == 0 && setuid(65534) != 0)
        return ANSWER_CANNOT;
    if (access(log_path, W_OK) == 0)
        return ANSWER_CANNOT;
    bool is_right = cw_store_open_to_read(log_path, &store, &error) == CW_OK &&
                    cw_store_runs(store, 0, count_played, &played, &error) == CW_OK && played == 6;
    if (!is_right)
        complain("without permission", error.message);
    cw_store_close(store, NULL);
    return is_right ? ANSWER_RIGHT : ANSWER_WRONG;
}

/* The games of a match that goes on are in the log beside the file. */
static void a_reader_without_permission_sees_the_log(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_run run = make_short_run(game);
    cw_standings *standings = NULL;
    char name[80];
    make_path("log", log_path);
    waiting_check waiting = begin_check(check_without_permission);
    play_short(log_path, &run, &standings);
    static const char *const endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", log_path, endings[i]);
        assert_int_equal(chmod(name, 0444), 0);
    }
    finish_check(waiting);
    assert_int_equal(cw_store_close(run.store, NULL), CW_OK);
    cw_standings_destroy(standings);
    cw_game_destroy(game);
    remove_store(log_path);
}

static void an_older_store_is_read_and_made_new(void **state) {
    (void)state;
    char path[64];
    cw_store *store = NULL;
    cw_game *game = must_create_game("hex:size=3");
    cw_run run = make_short_run(game);
    cw_standings *standings = NULL;
    int64_t played = 0;
    make_path("older", path);
    play_short(path, &run, &standings);
    assert_int_equal(cw_store_close(run.store, NULL), CW_OK);
    change_file(path, "ALTER TABLE runs DROP COLUMN meaning; ALTER TABLE runs DROP COLUMN test;"
                      "ALTER TABLE runs DROP COLUMN ended; PRAGMA user_version=1;");
    assert_int_equal(cw_store_open_to_read(path, &store, NULL), CW_OK);
    assert_int_equal(cw_store_runs(store, 0, count_played, &played, NULL), CW_OK);
    assert_int_equal(played, 6);
    assert_int_equal(cw_store_close(store, NULL), CW_OK);
    /* Nobody knows what its players meant: it is not gone on with unless that is said. */
    run.store = NULL;
    play_short(path, &run, &standings);
    assert_int_equal(run.earlier_games, 0);
    assert_int_equal(run.found.other, 1);
    assert_int_equal(cw_store_close(run.store, NULL), CW_OK);
    cw_standings_destroy(standings);
    cw_game_destroy(game);
    remove_store(path);
}

static void another_version_is_kept_apart(void **state) {
    (void)state;
    static const char *const changes[] = {"UPDATE runs SET version = '0.0.1'",
                                          "UPDATE runs SET meaning = meaning || ',c=7'"};
    cw_game *game = must_create_game("hex:size=3");
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char path[64];
        cw_run run = make_short_run(game);
        cw_standings *standings = NULL;
        make_path("version", path);
        play_short(path, &run, &standings);
        play_short(path, &run, &standings);
        assert_int_equal(run.earlier_games, 6);
        assert_int_equal(run.found.other, 0);
        change_file(path, changes[i]);
        run.any_version = true;
        play_short(path, &run, &standings);
        assert_int_equal(run.earlier_games, 6);
        assert_int_equal(run.found.other, 1);
        run.any_version = false;
        play_short(path, &run, &standings);
        assert_int_equal(run.earlier_games, 0);
        assert_int_equal(run.found.other, 1);
        /* Nor are games taken over into a longer run. */
        change_file(path, "DELETE FROM games WHERE run = 2; DELETE FROM runs WHERE id = 2");
        run.match.schedule.games = 8;
        play_short(path, &run, &standings);
        assert_int_equal(run.earlier_games, 0);
        assert_int_equal(cw_store_close(run.store, NULL), CW_OK);
        cw_standings_destroy(standings);
        remove_store(path);
    }
    cw_game_destroy(game);
}

/* ---- Stored specs ---- */

/* Plays with some players, then with others; returns how many games were there already. */
static int64_t play_again(const char *const *before, const char *change, const char *const *now,
                          const char *other_game) {
    char path[64];
    cw_game *game = must_create_game("hex:size=3"), *other = must_create_game(other_game);
    cw_run run = make_short_run(game);
    cw_standings *standings = NULL;
    make_path("spelt", path);
    run.match.specs = before;
    play_short(path, &run, &standings);
    if (change != NULL)
        change_file(path, change);
    run.match.specs = now;
    run.match.game = other;
    play_short(path, &run, &standings);
    assert_int_equal(cw_store_close(run.store, NULL), CW_OK);
    cw_standings_destroy(standings);
    cw_game_destroy(other);
    cw_game_destroy(game);
    remove_store(path);
    return run.earlier_games;
}

static void a_player_is_the_same_in_other_words(void **state) {
    (void)state;
    static const char *const before[] = {"mcts:sims=10,c=0.5", "random"};
    static const char *const same[] = {"mcts:c=0.50,reuse=on,sims=10", "random:random-until=off"};
    static const char *const others[] = {"mcts:sims=10,c=0.6", "random"};
    static const char *const turned[] = {"random", "mcts:sims=10,c=0.5"};
    assert_int_equal(play_again(before, NULL, same, "hex:size=3"), 6);
    assert_int_equal(play_again(before, NULL, same, "hex:swap=off,size=3"), 6);
    assert_int_equal(play_again(before, NULL, others, "hex:size=3"), 0);
    assert_int_equal(play_again(before, NULL, turned, "hex:size=3"), 0);
    assert_int_equal(play_again(before, NULL, before, "hex:size=3,swap=pieces"), 0);
}

/* A run was stored before an option came: it had the default. One that had another default then, or an option
 * that is gone, is another run. */
static void an_option_that_comes_later_changes_no_run(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:sims=10", "best:level=2"};
    static const char *const off[] = {"mcts:sims=10,solver=off", "best:level=2"};
    static const char forget_solver[] =
        "UPDATE runs SET meaning = replace(replace(meaning, ',solver=on', ''), ',swap=off', '')";
    assert_int_equal(play_again(specs, forget_solver, specs, "hex:size=3"), 6);
    assert_int_equal(play_again(specs, forget_solver, off, "hex:size=3"), 0);
    assert_int_equal(play_again(specs,
                                "UPDATE runs SET meaning = replace(meaning, 'solver=on', 'solver=off')",
                                specs, "hex:size=3"),
                     0);
    assert_int_equal(play_again(specs, "UPDATE runs SET meaning = replace(meaning, 'solver=', 'solved=')",
                                specs, "hex:size=3"),
                     0);
}

/* Nor is there a new run when games are taken over from a shorter one. */
static void a_longer_run_takes_games_of_other_words(void **state) {
    (void)state;
    static const char *const before[] = {"mcts:sims=10,c=0.5", "random"};
    static const char *const now[] = {"mcts:c=.5,sims=10", "random"};
    char path[64];
    cw_game *game = must_create_game("hex:size=3");
    cw_run run = make_short_run(game);
    cw_standings *standings = NULL;
    make_path("longer", path);
    run.match.specs = before;
    play_short(path, &run, &standings);
    run.match.specs = now;
    run.match.schedule.games += 2;
    play_short(path, &run, &standings);
    assert_true(run.is_taken_over);
    assert_int_equal(run.earlier_games, 6);
    assert_int_equal(cw_store_close(run.store, NULL), CW_OK);
    cw_standings_destroy(standings);
    cw_game_destroy(game);
    remove_store(path);
}

/* ---- What is left in the store ---- */

static void a_unit_is_kept_whole_or_not_at_all(void **state) {
    (void)state;
    char path[64];
    cw_store *store = NULL;
    cw_error error = {0};
    int64_t run = 0, played = 0;
    cw_match_game games[3] = {
        {.pairing = {.number = 0}}, {.pairing = {.number = 1}}, {.pairing = {.number = 2}}};
    cw_match_part part = {.game_count = 3, .games = games};
    make_path("unit", path);
    assert_int_equal(cw_store_open(path, &store, NULL), CW_OK);
    cw_run_definition definition = {
        .name = "", .text = "{}", .meaning = "", .game = "hex", .test = "", .games = 3};
    assert_int_equal(cw_store_begin_run(store, &definition, &run, NULL), CW_OK);
    change_file(path, "CREATE TRIGGER refuse BEFORE INSERT ON games WHEN new.number = 1 BEGIN"
                      " SELECT RAISE(ABORT, 'no room'); END");
    cw_store_add_games(store, run, &part, 2, NULL);
    assert_int_equal(cw_store_flush(store, &error), CW_IO);
    assert_non_null(strstr(error.message, "no room"));
    cw_store_close(store, NULL);
    assert_int_equal(cw_store_open(path, &store, NULL), CW_OK);
    assert_int_equal(cw_store_runs(store, 0, count_played, &played, NULL), CW_OK);
    assert_int_equal(played, 0);
    cw_store_close(store, NULL);
    remove_store(path);
}

static void a_refused_match_leaves_no_run(void **state) {
    (void)state;
    static const char *const bad[] = {"ext:gtp:exit 1", "random"};
    char path[64];
    cw_game *game = must_create_game("hex:size=3");
    cw_run run = make_short_run(game);
    cw_standings *standings = NULL;
    cw_error error = {0};
    int64_t runs = 0;
    run.match.specs = bad;
    make_path("refused", path);
    assert_int_equal(cw_store_open(path, &run.store, NULL), CW_OK);
    assert_int_equal(cw_standings_create(2, &standings, NULL), CW_OK);
    assert_int_equal(cw_run_play(&run, standings, &error), CW_BAD_INPUT);
    assert_int_equal(cw_store_runs(run.store, 0, count_run, &runs, NULL), CW_OK);
    assert_int_equal(runs, 0);
    assert_int_equal(cw_store_close(run.store, NULL), CW_OK);
    cw_standings_destroy(standings);
    cw_game_destroy(game);
    remove_store(path);
}

/* However fast games are played and however slow the disk is, memory does not fill with those that wait. */
static void only_so_many_units_wait(void **state) {
    (void)state;
    enum { UNITS = 10000, WAITING_MAX = 4096 };
    char path[64];
    cw_store *store = NULL;
    int64_t run = 0;
    int most = 0;
    const cw_run_definition definition = {
        .name = "", .text = "{}", .meaning = "", .game = "hex", .test = "", .games = UNITS};
    make_path("many", path);
    assert_int_equal(cw_store_open(path, &store, NULL), CW_OK);
    assert_int_equal(cw_store_begin_run(store, &definition, &run, NULL), CW_OK);
    for (int64_t unit = 0; unit < UNITS; unit++) {
        assert_int_equal(cw_store_add_sums(store, run, unit, 1, "{}", NULL), CW_OK);
        pthread_mutex_lock(&store->queue_mutex);
        most = store->waiting > most ? store->waiting : most;
        pthread_mutex_unlock(&store->queue_mutex);
    }
    assert_in_range(most, 1, WAITING_MAX);
    assert_int_equal(cw_store_close(store, NULL), CW_OK);
    remove_store(path);
}

static bool note_ended(const cw_stored_run *run, void *payload) {
    cw_text_printf(payload, "%s of %s: %s", run->played > 0 ? "games" : "none", run->test, run->ended);
    return true;
}

/* With several threads games are played beyond the one that decides. */
static void a_decided_test_leaves_the_games_it_counted(void **state) {
    (void)state;
    static const char *const uneven[] = {"mcts:sims=100", "random"};
    char path[64];
    cw_game *game = must_create_game("hex:size=4");
    cw_run run = make_run(game);
    cw_standings *standings = NULL;
    cw_text text = {0};
    int64_t played = 0;
    run.match.specs = uneven;
    run.threads = 4;
    run.test = true;
    run.sprt = (cw_sprt){.elo0 = 0, .elo1 = 100};
    make_path("decided", path);
    play_short(path, &run, &standings);
    assert_int_equal(cw_sprt_decide(&run.sprt), CW_SPRT_ELO1);
    assert_int_equal(cw_store_runs(run.store, 0, count_played, &played, NULL), CW_OK);
    assert_int_equal(played, standings->first.games);
    assert_int_equal(cw_store_runs(run.store, 0, note_ended, &text, NULL), CW_OK);
    assert_string_equal(cw_text_string(&text), "games of 0,100: the second hypothesis holds");
    assert_int_equal(cw_store_close(run.store, NULL), CW_OK);
    cw_text_free(&text);
    cw_standings_destroy(standings);
    cw_game_destroy(game);
    remove_store(path);
}

/* ---- Many writers ---- */

static char busy_path[64];

/* Adds games without a pause for some time; tells how long the slowest took to be on the disk. */
static double write_for(double seconds, bool flushes) {
    cw_store *store = NULL;
    cw_match_game game = {.moves = (char *)"a1;b2;c3"};
    cw_match_part part = {.game_count = 1, .games = &game};
    cw_run_definition definition = {
        .name = "", .text = "{}", .meaning = "", .game = "hex", .test = "", .games = 3};
    int64_t run = 0;
    double slowest = 0, begin = cw_clock_now();
    if (cw_store_open(busy_path, &store, NULL) != CW_OK ||
        cw_store_begin_run(store, &definition, &run, NULL) != CW_OK)
        return 1000;
    while (cw_clock_now() - begin < seconds) {
        double start = cw_clock_now();
        game.pairing.number++;
        if (cw_store_add_games(store, run, &part, 2, NULL) != CW_OK ||
            (flushes && cw_store_flush(store, NULL) != CW_OK))
            return 1000;
        slowest = cw_clock_now() - start > slowest ? cw_clock_now() - start : slowest;
        usleep(flushes ? 20000 : 200);
    }
    return cw_store_close(store, NULL) == CW_OK ? slowest : 1000;
}

static void heavy_writers_leave_turns_to_others(void **state) {
    (void)state;
    enum { HEAVY = 3 };
    pid_t children[HEAVY];
    make_path("busy", busy_path);
    for (int i = 0; i < HEAVY; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(write_for(3, false) < 1000 ? ANSWER_RIGHT : ANSWER_WRONG);
    }
    double slowest = write_for(2, true);
    print_message("the slowest write among %d heavy writers took %.0f ms\n", HEAVY, 1000 * slowest);
    for (int i = 0; i < HEAVY; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
    remove_store(busy_path);
    assert_true(slowest < 30); /* a machine may be busy; nobody may wait for a minute */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_that_may_not_grow_loses_nothing),
        cmocka_unit_test(a_full_disk_loses_nothing),
        cmocka_unit_test(a_readonly_disk_is_told),
        cmocka_unit_test(two_processes_write_one_store),
        cmocka_unit_test(a_store_being_made_is_waited_for),
        cmocka_unit_test(a_newer_store_is_refused),
        cmocka_unit_test(a_file_that_is_no_store_is_left_alone),
        cmocka_unit_test(a_database_of_another_program_is_left_alone),
        cmocka_unit_test(a_reader_without_permission_sees_the_log),
        cmocka_unit_test(an_older_store_is_read_and_made_new),
        cmocka_unit_test(another_version_is_kept_apart),
        cmocka_unit_test(a_player_is_the_same_in_other_words),
        cmocka_unit_test(an_option_that_comes_later_changes_no_run),
        cmocka_unit_test(a_longer_run_takes_games_of_other_words),
        cmocka_unit_test(a_unit_is_kept_whole_or_not_at_all),
        cmocka_unit_test(a_refused_match_leaves_no_run),
        cmocka_unit_test(only_so_many_units_wait),
        cmocka_unit_test(a_decided_test_leaves_the_games_it_counted),
        cmocka_unit_test(heavy_writers_leave_turns_to_others),
    };
    return RUN_TESTS(tests);
}
