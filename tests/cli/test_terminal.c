/* The program at a terminal: a pseudo-terminal stands in for a person's. */
#include "harness.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { WAIT_SECONDS = 120 }; /* a busy machine is no failure */

typedef struct terminal {
    pid_t child;
    int end;
    cw_text seen;
    size_t checked; /* what was expected so far ends here */
} terminal;

static void start_narrow(terminal *self, unsigned short columns, char *const *arguments) {
    *self = (terminal){0};
    struct winsize size = {.ws_row = 40, .ws_col = columns};
    self->child = forkpty(&self->end, NULL, NULL, &size);
    if (self->child < 0)
        skip(); /* a machine without pseudo-terminals, such as a bare container */
    if (self->child == 0) {
        setenv("TERM", "xterm-256color", 1);
        unsetenv("NO_COLOR");
        execv(getenv("CAUSEWAY"), arguments);
        _exit(127);
    }
}

static void start(terminal *self, char *const *arguments) {
    start_narrow(self, 120, arguments);
}

/* Reads what the program writes until it has written `expected`. */
static void expect(terminal *self, const char *expected) {
    for (;;) {
        const char *found = strstr(cw_text_string(&self->seen) + self->checked, expected);
        if (found != NULL) {
            self->checked = (size_t)(found - cw_text_string(&self->seen)) + strlen(expected);
            return;
        }
        char bytes[4096];
        struct pollfd source = {.fd = self->end, .events = POLLIN};
        ssize_t length =
            poll(&source, 1, 1000 * WAIT_SECONDS) == 1 ? read(self->end, bytes, sizeof bytes) : 0;
        if (length <= 0)
            fail_msg("'%s' does not come after:\n%s", expected, cw_text_string(&self->seen));
        cw_text_append_bytes(&self->seen, bytes, (size_t)length);
    }
}

static void type(const terminal *self, const char *keys) {
    assert_int_equal(write(self->end, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Waits until the line editor has taken over the terminal: the end of input means nothing to it before. */
static void wait_for_editor(const terminal *self) {
    struct termios mode;
    for (int wait = 0; wait < 100 * WAIT_SECONDS; wait++) {
        if (tcgetattr(self->end, &mode) == 0 && !(mode.c_lflag & ICANON))
            return;
        usleep(10000);
    }
    fail_msg("the line editor does not begin");
}

/* Reads to the end; the program must have exited with 0. */
static void finish(terminal *self) {
    char bytes[4096];
    struct pollfd source = {.fd = self->end, .events = POLLIN};
    while (poll(&source, 1, 1000 * WAIT_SECONDS) == 1 && read(self->end, bytes, sizeof bytes) > 0)
        continue;
    int status;
    assert_int_equal(waitpid(self->child, &status, 0), self->child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    close(self->end);
    cw_text_free(&self->seen);
}

/* Answers the menu's questions after the game's: a board of 5x5 without swap, level 1, black. */
static void choose_small_hex(terminal *self) {
    expect(self, "Which game");
    type(self, "he\r"); /* by the beginning of its name */
    expect(self, "size,");
    type(self, "99\r");
    expect(self, "from 1 to 19");
    expect(self, "size,");
    type(self, "5\r");
    expect(self, "swap,");
    type(self, "\r");
    expect(self, "Which level");
    type(self, "1\r");
    expect(self, "Which colour");
    type(self, "black\r");
}

static void the_menu_leads_to_a_game(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "menu", NULL});
    expect(&self, "Which game");
    type(&self, "nine\r");
    expect(&self, "Please type a number");
    choose_small_hex(&self);
    expect(&self, "Black to move");
    expect(&self, "black>");
    type(&self, "c3\r");
    expect(&self, "White to move"); /* the own move is drawn before the answer */
    expect(&self, "white (");
    expect(&self, "black>");
    type(&self, "undo\r");
    expect(&self, "black>");
    type(&self, "quit\r");
    finish(&self);
}

/* Whatever ends the program, the menu goes on with the game, and with who played it. */
static void a_game_that_was_cut_off_goes_on(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "menu", NULL});
    choose_small_hex(&self);
    expect(&self, "black>");
    type(&self, "b2\r");
    expect(&self, "white (");
    expect(&self, "black>");
    wait_for_editor(&self);
    kill(self.child, SIGKILL);
    assert_int_equal(waitpid(self.child, NULL, 0), self.child);
    close(self.end);
    cw_text_free(&self.seen);

    start(&self, (char *[]){"causeway", "menu", NULL});
    expect(&self, "You left a game of Hex after 2 moves");
    type(&self, "\r");
    expect(&self, "black>");
    type(&self, "resign\r");
    expect(&self, "black resigns");
    expect(&self, "over>");
    type(&self, "quit\r");
    finish(&self);

    start(&self, (char *[]){"causeway", "menu", NULL});
    expect(&self, "Which game"); /* a finished game is not offered */
    assert_null(strstr(cw_text_string(&self.seen), "You left"));
    type(&self, "q\r");
    finish(&self);
}

static void ctrl_c_ends_the_thought_and_not_the_game(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "play", "hex:size=9", "human", "mcts:time=1h", NULL});
    expect(&self, "black>");
    type(&self, "e5\r");
    expect(&self, "white thinks, ");
    type(&self, "\003");
    expect(&self, "white (mcts:time=1h)");
    expect(&self, "black>");
    type(&self, "quit\r");
    finish(&self);
}

static void ctrl_c_ends_an_analysis_with_what_it_found(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "analyze", "hex:size=9", "--player", "mcts:time=1h", NULL});
    expect(&self, "mcts:time=1h thinks, ");
    type(&self, "\003");
    expect(&self, "best: ");
    expect(&self, " simulations in ");
    finish(&self);
}

/* To give up by mistake costs no move, and who leaves is told how to come back. */
static void a_resignation_is_taken_back_alone(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "play", "hex:size=5", "human", "human", NULL});
    expect(&self, "black>");
    type(&self, "c3\r");
    expect(&self, "white>");
    type(&self, "resign\r");
    expect(&self, "white resigns");
    expect(&self, "over>");
    type(&self, "undo\r");
    expect(&self, "white>");
    type(&self, "c3\r");
    expect(&self, "c3 is occupied");
    expect(&self, "white>");
    type(&self, "quit\r");
    expect(&self, "The game is kept");
    finish(&self);

    start(&self, (char *[]){"causeway", "menu", NULL});
    expect(&self, "You left a game of Hex after 1 move");
    type(&self, "q\r"); /* is no wish for another game */
    finish(&self);
}

/* The columns of the widest line, colours left out. */
static int widest_line(const char *text) {
    int widest = 0, columns = 0;
    for (; *text != '\0'; text++) {
        if (*text == '\033')
            text += strcspn(text, "mKJ");
        else if (*text == '\n')
            columns = 0;
        else if (*text != '\r' && ((unsigned char)*text & 0xC0) != 0x80)
            columns++;
        widest = columns > widest ? columns : widest;
        if (*text == '\0')
            break;
    }
    return widest;
}

static void words_keep_to_a_narrow_terminal(void **state) {
    (void)state;
    terminal self;
    start_narrow(&self, 60,
                 (char *[]){"causeway", "play", "tantrix", "human", "random", "--seed", "3", NULL});
    expect(&self, "red>");
    type(&self, "help\r");
    expect(&self, "goes on with it");
    expect(&self, "red>");
    type(&self, "moves\r");
    expect(&self, "red>");
    type(&self, "99\r");
    expect(&self, "can be");
    expect(&self, "red>");
    assert_in_range(widest_line(cw_text_string(&self.seen)), 40, 60);
    type(&self, "quit\r");
    finish(&self);

    start_narrow(&self, 60, (char *[]){"causeway", "play", "--help", NULL});
    expect(
        &self,
        "  --moves LINE                 play these moves first:\r\n                               \"m1;m2");
    expect(&self, "Examples:");
    assert_in_range(widest_line(cw_text_string(&self.seen)), 40, 60);
    finish(&self);
}

static void a_puzzle_is_solved_or_left(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "puzzles", "hex", "1", NULL});
    expect(&self, "your move: ");
    type(&self, "a1\r");
    expect(&self, "wrong; the other side answers ");
    expect(&self, "your move: ");
    type(&self, "tea\r");
    expect(&self, "'help' tells");
    expect(&self, "your move: ");
    type(&self, "help\r");
    expect(&self, "quit leaves");
    expect(&self, "your move: ");
    type(&self, "solution\r");
    expect(&self, "the solution begins with a5");
    expect(&self, "your move: ");
    type(&self, "a5\r");
    expect(&self, "right, solved");
    finish(&self);

    start(&self, (char *[]){"causeway", "puzzles", "hex", "1", NULL});
    expect(&self, "your move: ");
    type(&self, "quit\r");
    finish(&self);
}

static void a_game_is_drawn_in_colour_and_ends_at_the_end_of_input(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "play", "hex:size=3", "human", "random", NULL});
    expect(&self, "\033[");
    expect(&self, "black>");
    wait_for_editor(&self);
    type(&self, "\004");
    finish(&self);
}

static void the_tab_key_completes_commands_and_moves(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "play", "hive", "human", "random", "--moves", "wS1;bS1 wS1-", NULL});
    expect(&self, "white>");
    wait_for_editor(&self);
    type(&self, "he\t\r");
    expect(&self, "Type a move: the piece, and where it goes");
    expect(&self, "white>");
    wait_for_editor(&self);
    type(&self, "wQ \t"); /* to what all its places have in common, and then by hand */
    type(&self, "-wS1\r");
    expect(&self, "black (");
    expect(&self, "white>");
    wait_for_editor(&self);
    type(&self, "qu\t\r");
    finish(&self);
}

/* Standings come and go: at the end the table of results stands where they were. */
static void a_match_shows_its_standings(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "match", "hex:size=7",
                            "mcts:time=25ms,c=0.123456789,rave=0.25,expand_at=1,final=value,policy=uniform,"
                            "reuse=off,solver=off,threads=1",
                            "random", "--games", "16", "--no-db", NULL});
    expect(&self, "player");
    expect(&self, "won");
    expect(&self, "..."); /* a player's name that is too long for the terminal */
    expect(&self, "of 16 games, ");
    expect(&self, "\033[3A"); /* drawn anew in place */
    expect(&self, "16 games of ");
    finish(&self);
}

static void json_is_not_disturbed(void **state) {
    (void)state;
    terminal self;
    start(&self, (char *[]){"causeway", "match", "hex:size=7", "mcts:time=25ms,solver=off", "random",
                            "--games", "12", "--no-db", "--json", NULL});
    expect(&self, "first_seat_score");
    assert_null(strstr(cw_text_string(&self.seen), "\033["));
    finish(&self);
}

/* A stored game is looked at position by position, forwards and backwards. */
static void a_stored_game_is_stepped_through(void **state) {
    (void)state;
    terminal self;
    char folder[] = "/tmp/causeway-steps-XXXXXX", path[64], command[256];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/x.db", folder);
    snprintf(command, sizeof command,
             "$CAUSEWAY match hex:size=2 random random --games 1 --seed 3 --db %s >%s/out", path, folder);
    assert_int_equal(system(command), 0);
    start(&self, (char *[]){"causeway", "db", "show", "1", "0", "--step", "--db", path, NULL});
    expect(&self, "1: ");
    expect(&self, "any key");
    wait_for_editor(&self);
    type(&self, " ");
    expect(&self, "2: ");
    expect(&self, "any key");
    wait_for_editor(&self);
    type(&self, "b");
    expect(&self, "1: ");
    expect(&self, "any key");
    wait_for_editor(&self);
    type(&self, "\003"); /* Ctrl-C ends it, and leaves the terminal as it was */
    expect(&self, "ended by");
    struct termios mode;
    assert_int_equal(tcgetattr(self.end, &mode), 0);
    assert_true(mode.c_lflag & ECHO);
    finish(&self);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

int main(void) {
    if (getenv("CAUSEWAY") == NULL) {
        print_message("CAUSEWAY is not set: 'ctest' sets it to the program that was built\n");
        return 77;
    }
    char folder[] = "/tmp/causeway-terminal-XXXXXX"; /* games are kept here, not in the user's folder */
    if (mkdtemp(folder) == NULL || setenv("XDG_DATA_HOME", folder, 1) != 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_menu_leads_to_a_game),
        cmocka_unit_test(a_game_that_was_cut_off_goes_on),
        cmocka_unit_test(ctrl_c_ends_the_thought_and_not_the_game),
        cmocka_unit_test(ctrl_c_ends_an_analysis_with_what_it_found),
        cmocka_unit_test(a_resignation_is_taken_back_alone),
        cmocka_unit_test(words_keep_to_a_narrow_terminal),
        cmocka_unit_test(a_puzzle_is_solved_or_left),
        cmocka_unit_test(the_tab_key_completes_commands_and_moves),
        cmocka_unit_test(a_match_shows_its_standings),
        cmocka_unit_test(json_is_not_disturbed),
        cmocka_unit_test(a_game_is_drawn_in_colour_and_ends_at_the_end_of_input),
        cmocka_unit_test(a_stored_game_is_stepped_through),
    };
    return RUN_TESTS(tests);
}
