/* Lines that a person types: with editing and history on a terminal, plainly from a file or a pipe. */
#ifndef CW_CLI_INPUT_H
#define CW_CLI_INPUT_H

#include <stdbool.h>

/* Are both standard input and standard output a terminal? */
bool cli_input_is_interactive(void);

/* The next line without its newline, to be freed; NULL at the end of input. The prompt is shown on a terminal
 * only. */
char *cli_input_line(const char *prompt);

#endif
