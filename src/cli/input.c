#include "cli/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include <editline/readline.h>

bool cli_input_is_interactive(void) {
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static char *plain_line(void) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length = getline(&line, &room, stdin);
    if (length < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

/* ---- The Tab key ---- */

/* The line editor asks for words without telling for whom; they are set while it reads a line. */
static const char *const *offered;

/* The next of the words that begin with `text`; `state` is 0 at the first call. */
static char *next_match(const char *text, int state) {
    static int index;
    if (state == 0)
        index = 0;
    while (offered != NULL && offered[index] != NULL) {
        const char *word = offered[index++];
        if (strncasecmp(word, text, strlen(text)) == 0)
            return strdup(word);
    }
    return NULL;
}

static char **find_matches(const char *text, int start, int end) {
    (void)start, (void)end;
    rl_attempted_completion_over = 1; /* else it would offer the names of files */
    return rl_completion_matches(text, next_match);
}

static char *edited_line(const char *prompt, const char *const *words) {
    offered = words;
    rl_attempted_completion_function = find_matches;
    rl_basic_word_break_characters = ""; /* a move may hold spaces */
    rl_completion_append_character = '\0';
    char *line = readline(prompt);
    offered = NULL;
    return line;
}

char *cli_input_line(const char *prompt, const char *const *words) {
    fflush(stdout);
    if (!cli_input_is_interactive())
        return plain_line();
    char *line = edited_line(prompt, words);
    if (line != NULL && line[0] != '\0')
        add_history(line);
    if (line == NULL)
        putchar('\n');
    return line;
}

/* ---- Keys ---- */

static char read_key(void) {
    enum { CTRL_C = 3, CTRL_D = 4, ESCAPE = 27 };
    char bytes[8];
    ssize_t length = read(STDIN_FILENO, bytes, sizeof bytes);
    if (length < 1 || bytes[0] == CTRL_C || bytes[0] == CTRL_D)
        return 'q';
    if (bytes[0] == ESCAPE)
        return length > 2 && bytes[2] == 'D' ? 'b' : ' ';
    return bytes[0];
}

char cli_input_key(const char *prompt) {
    struct termios before, plain;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return 'q';
    plain = before;
    plain.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG); /* a signal would leave the terminal like this */
    fputs(prompt, stdout);
    fflush(stdout);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &plain);
    char key = read_key();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    fputs("\r\033[K", stdout);
    return key;
}
