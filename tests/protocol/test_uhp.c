/* The Universal Hive Protocol, line by line. */
#include "core/clock.h"
#include "harness.h"
#include "protocol/hive/uhp.h"

static cw_uhp *must_open(const char *player) {
    cw_uhp *uhp = NULL;
    cw_error error = {0};
    if (cw_uhp_open(player, 1, &uhp, &error) != CW_OK)
        fail_msg("%s", error.message);
    return uhp;
}

/* The answer to one line, valid until the next call. */
static const char *ask(cw_uhp *uhp, const char *line) {
    static char answer[1 << 16];
    cw_text text = {0};
    cw_uhp_answer(uhp, line, &text);
    snprintf(answer, sizeof answer, "%s", cw_text_string(&text));
    cw_text_free(&text);
    return answer;
}

static bool begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static bool ends_ok(const char *text) {
    size_t length = strlen(text);
    return length >= 4 && strcmp(text + length - 4, "\nok\n") == 0;
}

static void a_session_goes_as_the_protocol_tells(void **unused) {
    (void)unused;
    cw_uhp *uhp = must_open("random");
    assert_true(begins(ask(uhp, "info"), "id Causeway "));
    assert_non_null(strstr(ask(uhp, "info"), "\nMosquito;Ladybug;Pillbug\nok\n"));
    assert_string_equal(ask(uhp, "newgame Base+MLP"), "Base+MLP;NotStarted;White[1]\nok\n");
    assert_true(begins(ask(uhp, "play wQ"), "invalidmove "));
    assert_string_equal(ask(uhp, "play wG1"), "Base+MLP;InProgress;Black[1];wG1\nok\n");
    assert_string_equal(ask(uhp, "play bG1 wG1-"), "Base+MLP;InProgress;White[2];wG1;bG1 wG1-\nok\n");
    assert_true(begins(ask(uhp, "undo 5"), "err "));
    assert_true(begins(ask(uhp, "pass"), "invalidmove "));
    assert_string_equal(ask(uhp, "undo"), "Base+MLP;InProgress;Black[1];wG1\nok\n");
    assert_string_equal(ask(uhp, "undo 1"), "Base+MLP;NotStarted;White[1]\nok\n");
    assert_string_equal(ask(uhp, ""), "");
    assert_string_equal(ask(uhp, " \t \r\n"), "");
    assert_string_equal(ask(uhp, "exit"), "");
    cw_uhp_close(uhp);
}

static void valid_moves_are_listed_once(void **unused) {
    (void)unused;
    cw_uhp *uhp = must_open("random");
    ask(uhp, "newgame");
    assert_string_equal(ask(uhp, "validmoves"), "wS1;wB1;wG1;wA1\nok\n");
    ask(uhp, "newgame Base;InProgress;White[2];wS1;bS1 wS1-");
    assert_non_null(strstr(ask(uhp, "validmoves"), "wQ "));
    cw_uhp_close(uhp);
}

static void errors_leave_the_game_as_it_was(void **unused) {
    (void)unused;
    cw_uhp *uhp = must_open("random");
    static const char *const before_any_game[] = {"play wS1", "pass", "validmoves", "undo",
                                                  "bestmove depth 1"};
    for (size_t i = 0; i < sizeof before_any_game / sizeof before_any_game[0]; i++) {
        const char *answer = ask(uhp, before_any_game[i]);
        assert_true(begins(answer, "err ") && ends_ok(answer));
    }
    ask(uhp, "newgame Base+P;InProgress;Black[1];wP");
    static const char *const wrong[] = {
        "newgame Basic",
        "newgame Base+Q",
        "newgame Base;InProgress;White[2];wS1;bS1 bS1-",
        "undo 2",
        "undo 0",
        "undo -1",
        "undo x",
        "frobnicate",
        "bestmove time",
        "bestmove time 5",
        "bestmove time a:b:c",
        "bestmove depth",
        "bestmove depth -1",
        "bestmove quickly",
        "options get Nothing",
        "options set",
        "options set Threads",
        "options set Threads many",
        "options set Threads 65",
        "options set Player nobody",
        "options set Repetition maybe",
        "options list",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *answer = ask(uhp, wrong[i]);
        if (!begins(answer, "err ") || !ends_ok(answer))
            fail_msg("%s: %s", wrong[i], answer);
    }
    static const char *const invalid[] = {"play", "play nonsense", "play wP", "play bQ wP-", "pass"};
    for (size_t i = 0; i < sizeof invalid / sizeof invalid[0]; i++) {
        const char *answer = ask(uhp, invalid[i]);
        if (!begins(answer, "invalidmove ") || !ends_ok(answer))
            fail_msg("%s: %s", invalid[i], answer);
    }
    assert_string_equal(ask(uhp, "play bS1 wP-"), "Base+P;InProgress;White[2];wP;bS1 wP-\nok\n");
    cw_uhp_close(uhp);
}

static void a_finished_game_can_only_be_undone(void **unused) {
    (void)unused;
    cw_uhp *uhp = must_open("random");
    ask(uhp,
        "newgame Base;BlackWins;White[7];wS1;bS1 wS1-;wQ \\wS1;bQ bS1/;wG1 -wQ;bG1 bQ-;wA1 wG1\\;bA1 bQ\\;"
        "wA2 \\wQ;bA2 \\bG1;wG2 wQ/;bG1 wG2\\");
    assert_true(begins(ask(uhp, "play wB1 wG2/"), "err "));
    assert_true(begins(ask(uhp, "validmoves"), "err "));
    assert_true(begins(ask(uhp, "bestmove depth 1"), "err "));
    assert_true(begins(ask(uhp, "undo"), "Base;InProgress;Black[6];"));
    cw_uhp_close(uhp);
}

static void options_can_be_read_and_set(void **unused) {
    (void)unused;
    cw_uhp *uhp = must_open("random");
    assert_string_equal(ask(uhp, "options get Threads"), "Threads;int;0;0;0;64\nok\n");
    assert_string_equal(ask(uhp, "options set threads 2"), "Threads;int;2;0;0;64\nok\n");
    assert_string_equal(ask(uhp, "options set MoveSeconds 0.25"),
                        "MoveSeconds;double;0.25;5;0.001;86400\nok\n");
    assert_string_equal(ask(uhp, "options set Repetition True"), "Repetition;bool;True;False\nok\n");
    assert_true(
        begins(ask(uhp, "options set Player hive-mc:playouts=2"), "Player;enum;hive-mc:playouts=2;random;"));
    const char *player = ask(uhp, "options get Player");
    assert_non_null(strstr(strstr(player, ";random;"), ";hive-mc:playouts=2;")); /* among the values, too */
    assert_null(strstr(player, ";ext"));
    const char *all = ask(uhp, "options");
    assert_true(ends_ok(all));
    assert_non_null(strstr(all, "\nMemoryMiB;int;"));
    cw_uhp_close(uhp);
}

/* Three queens' dances repeat the position: a draw only for those who want the rule. */
static void repetition_is_off_unless_told(void **unused) {
    (void)unused;
    static const char dance[] =
        "newgame Base;InProgress;White[7];wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wQ \\wG1;bQ bG1\\;"
        "wQ -wG1;bQ bG1-;wQ \\wG1;bQ bG1\\;wQ -wG1;bQ bG1-";
    cw_uhp *uhp = must_open("random");
    assert_true(begins(ask(uhp, dance), "Base;InProgress;White[7];"));
    ask(uhp, "options set Repetition True");
    assert_true(begins(ask(uhp, dance), "Base;Draw;White[7];"));
    cw_uhp_close(uhp);
}

static void best_moves_are_legal_and_in_time(void **unused) {
    (void)unused;
    static const char *const players[] = {"alphabeta:eval=hive,prior=hive,quiet=4,threads=2",
                                          "mcts:threads=2,sims=1000M", "hive-mc:playouts=1000000,threads=2"};
    for (int i = 0; i < 3; i++) {
        cw_uhp *uhp = must_open(players[i]);
        ask(uhp, "newgame Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 "
                 "wQ;bB1 bQ");
        double start = cw_clock_now();
        char best[64], play[80];
        snprintf(best, sizeof best, "%.60s", ask(uhp, "bestmove time 00:00:00.200"));
        double seconds = cw_clock_now() - start;
        /* A wide margin: the machine may be busy. Without the limit each would think for many minutes. */
        assert_true(seconds < 100);
        best[strcspn(best, "\n")] = '\0';
        snprintf(play, sizeof play, "play %s", best);
        if (!begins(ask(uhp, play), "Base+MLP;InProgress;Black[5];"))
            fail_msg("%s: %s", players[i], play);
        cw_uhp_close(uhp);
    }
}

/* A whole game with every expansion between the engine and a referee that knows validmoves only. */
static void a_whole_game_can_be_played(void **unused) {
    (void)unused;
    cw_uhp *uhp = must_open("alphabeta:depth=1,eval=hive,prior=hive");
    cw_rng rng = cw_rng_make(7, 0);
    ask(uhp, "newgame Base+MLP");
    for (int ply = 0; ply < 400; ply++) {
        static char list[1 << 16];
        char play[80];
        if (ply % 2 == 0) {
            snprintf(list, sizeof list, "%s", ask(uhp, "bestmove depth 1"));
        } else {
            snprintf(list, sizeof list, "%s", ask(uhp, "validmoves"));
            int moves = 1;
            for (const char *c = list; *c != '\0'; c++)
                moves += *c == ';';
            char *move = list;
            for (uint32_t skip = cw_rng_below(&rng, (uint32_t)moves); skip > 0; skip--)
                move = strchr(move, ';') + 1;
            memmove(list, move, strlen(move) + 1);
        }
        list[strcspn(list, ";\n")] = '\0';
        snprintf(play, sizeof play, "play %.70s", list);
        const char *answer = ask(uhp, play);
        assert_true(begins(answer, "Base+MLP;"));
        if (begins(answer, "Base+MLP;WhiteWins;")) {
            cw_uhp_close(uhp);
            return;
        }
        assert_true(begins(answer, "Base+MLP;InProgress;"));
    }
    fail_msg("the engine did not beat a random mover in 400 plies");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_goes_as_the_protocol_tells),
        cmocka_unit_test(valid_moves_are_listed_once),
        cmocka_unit_test(errors_leave_the_game_as_it_was),
        cmocka_unit_test(a_finished_game_can_only_be_undone),
        cmocka_unit_test(options_can_be_read_and_set),
        cmocka_unit_test(repetition_is_off_unless_told),
        cmocka_unit_test(best_moves_are_legal_and_in_time),
        cmocka_unit_test(a_whole_game_can_be_played),
    };
    return RUN_TESTS(tests);
}
