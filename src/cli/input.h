/* Lines that a person types: with editing and history on a terminal, plainly from a file or a pipe. */
#ifndef CW_CLI_INPUT_H
#define CW_CLI_INPUT_H

#include <stdbool.h>

/* Are both standard input and standard output a terminal? */
bool cli_input_is_interactive(void);

/* The next line without its newline, to be freed; NULL at the end of input. On a terminal the prompt is
 * shown, and the Tab key completes the line to one of `words`, which end with NULL; there may be none. */
char *cli_input_line(const char *prompt, const char *const *words);

/* Waits at a terminal for a key, with a prompt that goes away again. The left arrow is 'b', other keys of
 * several bytes are ' '; 'q' also stands for Ctrl-C, Ctrl-D and the end of input. */
char cli_input_key(const char *prompt);

#endif
