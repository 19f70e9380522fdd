#include "cli/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

char *cli_input_line(const char *prompt) {
    fflush(stdout);
    if (!cli_input_is_interactive())
        return plain_line();
    char *line = readline(prompt);
    if (line != NULL && line[0] != '\0')
        add_history(line);
    if (line == NULL)
        putchar('\n');
    return line;
}
