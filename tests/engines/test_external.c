/* Other programs as players: small shell scripts that behave well and badly. */
#include "harness.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/clock.h"

/* Answers every command; genmove takes the moves of its arguments in turn. */
#define SCRIPT(moves)                                                                                        \
    "set -- " moves                                                                                          \
    "; while read c a b; do case $c in genmove) echo \"= $1\"; shift;; quit) exit;; *) echo '=';; "          \
    "esac; echo; done"

/* Refuses one command. */
#define GRUMPY(command)                                                                                      \
    "while read c a; do case $c in " command ") echo '? no';; *) echo '= b2';; esac; echo; done"

static cw_status ask(const char *spec, const char *line, char answer[64], cw_error *error) {
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record = must_play(game, line);
    cw_player *player = NULL;
    cw_analysis analysis = {0};
    cw_status status = cw_player_create(spec, game, 1, &player, error);
    if (status == CW_OK)
        status = cw_player_choose(player, record, NULL, &analysis, error);
    if (status == CW_OK) {
        cw_text text = {0};
        game->type->print(game, cw_record_state(record), analysis.best, &text);
        snprintf(answer, 64, "%s", cw_text_string(&text));
        cw_text_free(&text);
    }
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return status;
}

static void an_engine_answers(void **state) {
    (void)state;
    char answer[64];
    cw_error error = {0};
    if (ask("ext:gtp:" SCRIPT("b2 a1"), "a1 a2", answer, &error) != CW_OK)
        fail_msg("%s", error.message);
    assert_string_equal(answer, "b2");
}

static void a_whole_game_is_followed(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    cw_analysis analysis = {0};
    cw_error error = {0};
    assert_int_equal(cw_player_create("ext:gtp:" SCRIPT("b1 b2 b3"), game, 1, &player, &error), CW_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, &error), CW_OK);
        assert_int_equal(cw_record_play(record, analysis.best, &error), CW_OK);
        if (i < 2)
            assert_int_equal(cw_record_play_text(record, i == 0 ? "a1" : "c3", &error), CW_OK);
    }
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void bad_engines_are_reported(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        cw_status status;
        const char *message;
    } cases[] = {
        {"ext:gtp:" SCRIPT("a1"), CW_ILLEGAL, "the engine's move 'a1' is illegal"},
        {"ext:gtp:" SCRIPT("nonsense"), CW_ILLEGAL, "the engine's move 'nonsense' is illegal"},
        {"ext:gtp:" SCRIPT("resign"), CW_ILLEGAL, "the engine resigned"},
        {"ext:gtp,start=300ms:sleep 60", CW_BAD_INPUT,
         "the engine 'sleep 60' does not start: the engine did not"},
        {"ext:gtp,timeout=300ms:read x; echo =; echo; sleep 60", CW_TIMEOUT,
         "the engine did not answer in time"},
        {"ext:gtp:read x; echo =; echo", CW_IO, "the engine has ended"},
        {"ext:gtp:" GRUMPY("genmove"), CW_ILLEGAL, "the engine answered 'genmove b' with '? no'"},
        {"ext:gtp:" GRUMPY("play"), CW_ILLEGAL, "the engine answered 'play b a1' with '? no'"},
        {"ext:gtp:" GRUMPY("boardsize"), CW_BAD_INPUT, "the engine answered 'boardsize 3' with '? no'"},
        {"ext:gtp:exit 1", CW_BAD_INPUT, "the engine 'exit 1' does not start: the engine has ended"},
        {"ext:gtp:", CW_BAD_INPUT, "player ext:gtp: has no command"},
        {"ext:xyz:cat", CW_BAD_INPUT, "player ext: protocol=xyz is not valid, it takes one of gtp, uhp"},
        {"ext:uhp:cat", CW_BAD_INPUT, "player ext:uhp plays hive, not hex"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char answer[64];
        cw_error error = {0};
        assert_int_equal(ask(cases[i].spec, "a1 a2", answer, &error), cases[i].status);
        if (strncmp(error.message, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("%s: %s", cases[i].spec, error.message);
    }
}

/* ---- Time ---- */

/* A scripted engine that writes what it is told about time to the file of its spec. */
#define TALKER(file, script) "exec 3>" file "; while read line; do echo \"$line\" >&3; " script "done"
#define GTP_TALKER(file) TALKER(file, "case $line in genmove*) echo '= b2';; *) echo '=';; esac; echo; ")
#define UHP_TALKER(file, refuse)                                                                             \
    "echo ok; " TALKER(file, "case $line in " refuse "best*) echo wS1;; *) echo;; esac; echo ok; ")

/* Asks for a move within limits, and writes what the engine was told about time. */
static cw_status ask_within(const char *game_spec, const char *player_spec, const cw_limits *limits,
                            cw_analysis *analysis, cw_error *error) {
    cw_game *game = must_create_game(game_spec);
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    assert_int_equal(cw_player_create(player_spec, game, 1, &player, error), CW_OK);
    cw_status status = cw_player_choose(player, record, limits, analysis, error);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return status;
}

static void engines_are_told_the_time_of_the_move(void **state) {
    (void)state;
    char path[] = "/tmp/causeway-told-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    static const struct {
        const char *game, *protocol;
        cw_limits limits;
        const char *told;
    } cases[] = {
        {"hex:size=3", "gtp", {.move_seconds = 0.3}, "time_settings 0 1 1\ntime_left b 1 1\ngenmove b\n"},
        {"hex:size=3", "gtp", {.move_seconds = 2}, "time_settings 0 2 1\ntime_left b 2 1\ngenmove b\n"},
        {"hex:size=3",
         "gtp,time=4s",
         {.move_seconds = 0},
         "time_settings 0 4 1\ntime_left b 4 1\ngenmove b\n"},
        {"hex:size=3", "gtp", {.clock_seconds = 60.7}, "time_settings 60 0 0\ntime_left b 60 0\ngenmove b\n"},
        {"hex:size=3", "gtp", {.clock_seconds = 0.7}, "time_left b 1 0\ngenmove b\n"},
        {"hex:size=3",
         "gtp",
         {.clock_seconds = 60, .move_seconds = 1},
         "time_settings 0 1 1\ntime_left b 1 1\ngenmove b\n"},
        /* Our own players have 4 to 17 moves before them, and keep 40 ms. */
        {"hive", "uhp", {.clock_seconds = 6}, "bestmove time 00:00:00.350\n"},
        {"hive", "uhp", {.clock_seconds = 510.04}, "bestmove time 00:00:30\n"},
        {"hive", "uhp", {.move_seconds = 61.5}, "bestmove time 00:01:01.500\n"},
        {"hive", "uhp", {.move_seconds = 7200}, "bestmove time 02:00:00\n"},
        {"hive", "uhp-whole", {.move_seconds = 1.5}, "bestmove time 00:00:01\n"},
        {"hive", "uhp-whole", {.clock_seconds = 6}, "bestmove time 00:00:01\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char spec[512], told[1024];
        bool is_uhp = strncmp(cases[i].protocol, "uhp", 3) == 0;
        const char *uhp = strcmp(cases[i].protocol, "uhp") == 0 ? UHP_TALKER("%s", "")
                                                                : UHP_TALKER("%s", "best*.*) echo err no;; ");
        cw_text script = {0};
        cw_text_printf(&script, "ext:%.*s:%s", (int)strcspn(cases[i].protocol, "-"), cases[i].protocol,
                       is_uhp ? uhp : GTP_TALKER("%s"));
        snprintf(spec, sizeof spec, cw_text_string(&script), path);
        cw_text_free(&script);
        cw_analysis analysis = {0};
        cw_error error = {0};
        if (ask_within(cases[i].game, spec, &cases[i].limits, &analysis, &error) != CW_OK)
            fail_msg("%s: %s", spec, error.message);
        cw_analysis_free(&analysis);
        FILE *log = fopen(path, "r");
        assert_non_null(log);
        told[fread(told, 1, sizeof told - 1, log)] = '\0';
        fclose(log);
        size_t length = strlen(told), expected = strlen(cases[i].told);
        if (length < expected || strcmp(told + length - expected, cases[i].told) != 0)
            fail_msg("%s was told\n%s", cases[i].protocol, told);
    }
    unlink(path);
}

/* Takes so long to start and to answer. */
#define SLOW(start, answer)                                                                                  \
    "sleep " start "; while read c; do case $c in gen*) sleep " answer "; echo '= b2';; *) echo =;; esac; "  \
    "echo; done"

static void the_time_of_the_match_bounds_an_answer(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        cw_limits limits;
        cw_status status;
    } cases[] = {
        {"ext:gtp,grace=100ms:" SLOW("0", "200"), {.move_seconds = 0.1}, CW_TIMEOUT},
        {"ext:gtp:" SLOW("0", "200"), {.clock_seconds = 0.5}, CW_TIMEOUT},
        {"ext:gtp,grace=60s:" SLOW("0", "1.1"), {.move_seconds = 1}, CW_OK},       /* within the grace */
        {"ext:gtp,timeout=300ms:" SLOW("0", "0.6"), {.clock_seconds = 60}, CW_OK}, /* a longer clock */
        {"ext:gtp,timeout=300ms:" SLOW("0", "0.6"), {.move_seconds = 60}, CW_OK},
        {"ext:gtp,timeout=300ms:" SLOW("0", "0.6"), {.move_seconds = 0}, CW_TIMEOUT},
        {"ext:gtp,time=500ms,timeout=300ms:" SLOW("0", "0.6"),
         {.move_seconds = 0}, /* as it was told */
         CW_OK},
        {"ext:gtp:" SLOW("5", "0"), {.clock_seconds = 3.5}, CW_OK}, /* the start is on nobody's clock */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_analysis analysis = {0};
        cw_error error = {0};
        double start = cw_clock_now();
        cw_status status = ask_within("hex:size=3", cases[i].spec, &cases[i].limits, &analysis, &error);
        if (status != cases[i].status)
            fail_msg("%s: %d %s", cases[i].spec, status, error.message);
        assert_true(cw_clock_now() - start < 100); /* wide margins: the machine may be busy */
        assert_true(cases[i].limits.clock_seconds == 0 || analysis.seconds < 5);
        cw_analysis_free(&analysis);
    }
}

static void a_stop_ends_the_wait(void **state) {
    (void)state;
    cw_flag stop = {1};
    cw_analysis analysis = {0};
    double start = cw_clock_now();
    assert_int_equal(
        ask_within("hex:size=3", "ext:gtp:" SLOW("0", "200"), &(cw_limits){.stop = &stop}, &analysis, NULL),
        CW_TIMEOUT);
    assert_true(cw_clock_now() - start < 100);
    cw_analysis_free(&analysis);
}

/* ---- Our own side ---- */

static void an_engine_starts_without_our_standard_input(void **state) {
    (void)state;
    char answer[64];
    cw_error error = {0};
    int saved = dup(STDIN_FILENO);
    close(STDIN_FILENO);
    cw_status status = ask("ext:gtp:" SCRIPT("b2 a1"), "a1 a2", answer, &error);
    dup2(saved, STDIN_FILENO);
    close(saved);
    if (status != CW_OK)
        fail_msg("%s", error.message);
    assert_string_equal(answer, "b2");
}

/* An engine that has to be started again when we have no descriptors left has not lost. */
static void our_own_shortage_is_not_the_engines_fault(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    cw_analysis analysis = {0};
    cw_error error = {0};
    const char *spec = "ext:gtp:while read c; do case $c in gen*) exit;; *) echo =; echo;; esac; done";
    assert_int_equal(cw_player_create(spec, game, 1, &player, &error), CW_OK);
    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, &error), CW_IO);
    struct rlimit before, none;
    getrlimit(RLIMIT_NOFILE, &before);
    none = (struct rlimit){.rlim_cur = 3, .rlim_max = before.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
    cw_status status = cw_player_choose(player, record, NULL, &analysis, &error);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(status, CW_NO_MEMORY);
    assert_non_null(strstr(error.message, "Too many open files"));
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Guests die with us ---- */

/* Ignores the end of its input and starts a child; the file gets both process ids. */
#define STUBBORN                                                                                             \
    "f=%s; sleep 1000 & echo $! > $f.new; echo $$ >> $f.new; mv $f.new $f; trap '' HUP TERM INT; read c; "   \
    "echo =; echo; while :; do sleep 1; done"

static void play_with_guest(const char *spec) {
    cw_limits limits = {0};
    cw_analysis analysis = {0};
    cw_error error = {0};
    ask_within("hex:size=3", spec, &limits, &analysis, &error);
    _exit(0);
}

/* Waits up to a minute, since the machine may be busy, for a process to end; a zombie that nobody has buried has ended. */
static bool has_ended(pid_t pid) {
    char path[64], line[256];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    for (int i = 0; i < 6000; i++) {
        FILE *file = fopen(path, "r");
        bool is_there =
            file != NULL && fgets(line, sizeof line, file) != NULL && strstr(line, ") Z ") == NULL;
        if (file != NULL)
            fclose(file);
        if (!is_there)
            return true;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

static void a_guest_dies_with_us_however_we_end(void **state) {
    (void)state;
    static const int signals[] = {SIGKILL, SIGTERM, SIGINT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        char path[] = "/tmp/causeway-guest-XXXXXX", spec[512];
        close(mkstemp(path));
        unlink(path);
        snprintf(spec, sizeof spec, "ext:gtp:" STUBBORN, path);
        pid_t host = fork();
        assert_true(host >= 0);
        if (host == 0)
            play_with_guest(spec);
        for (int waited = 0; access(path, F_OK) != 0; waited++) {
            assert_true(waited < 6000);
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
        }
        FILE *file = fopen(path, "r");
        int pids[2];
        assert_int_equal(fscanf(file, "%d %d", &pids[0], &pids[1]), 2);
        fclose(file);
        unlink(path);
        kill(host, signals[i]);
        waitpid(host, NULL, 0);
        assert_true(has_ended(pids[0]));
        assert_true(has_ended(pids[1]));
    }
}

/* No process and no descriptor is left behind. */
static void a_guest_that_is_sent_away_leaves_nothing(void **state) {
    (void)state;
    char answer[64];
    cw_error error = {0};
    int before = open("/dev/null", O_RDONLY);
    close(before);
    for (int i = 0; i < 5; i++)
        ask(i % 2 == 0 ? "ext:gtp:" SCRIPT("b2") : "ext:gtp:exit 1", "a1 a2", answer, &error);
    int after = open("/dev/null", O_RDONLY);
    close(after);
    assert_int_equal(before, after);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_answers),
        cmocka_unit_test(a_whole_game_is_followed),
        cmocka_unit_test(bad_engines_are_reported),
        cmocka_unit_test(engines_are_told_the_time_of_the_move),
        cmocka_unit_test(the_time_of_the_match_bounds_an_answer),
        cmocka_unit_test(a_stop_ends_the_wait),
        cmocka_unit_test(an_engine_starts_without_our_standard_input),
        cmocka_unit_test(our_own_shortage_is_not_the_engines_fault),
        cmocka_unit_test(a_guest_dies_with_us_however_we_end),
        cmocka_unit_test(a_guest_that_is_sent_away_leaves_nothing),
    };
    return RUN_TESTS(tests);
}
