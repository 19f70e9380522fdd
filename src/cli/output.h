/* Writing results: to standard output, to files, in colour, as JSON. */
#ifndef CW_CLI_OUTPUT_H
#define CW_CLI_OUTPUT_H

#include <jansson.h>

#include "causeway/causeway.h"
#include "cli/cli.h"

/* Writes the text to standard output and frees it. */
cw_status cli_print(cw_text *text, cw_error *error);

/* The same with lines that are too long for the terminal broken at words, under what they explain: at the last
 * gap of two spaces or more. Examples, and all where there is no terminal, stay as they are. */
cw_status cli_print_folded(cw_text *text, cw_error *error);

/* Writes a JSON value and a newline to standard output, and releases it; NULL means memory was out. */
cw_status cli_print_json(json_t *value, cw_error *error);

/* Sends what was written on its way. */
cw_status cli_flush(cw_error *error);

/* Has whoever read standard output gone away? */
bool cli_reader_is_gone(void);

/* A failure to write, with its message taken away where nobody
 * reads any more: there is nothing to say then. */
cw_status cli_excuse_reader(cw_status status, cw_error *error);

/* Tells an error that has a message, and what the program is to exit with. */
int cli_exit_code(const char *program, cw_status status, const cw_error *error);

/* Writes a file in one piece: it is there in full, or as it was before. A link stays one, a device or a pipe
 * is written to as it is, and "-" is standard output. */
cw_status cli_write_file(const char *path, const cw_text *text, cw_error *error);

/* Appends a text as lines that begin with `before` and have at most
 * `columns` letters more, broken at words. */
void cli_wrap(const char *string, int columns, const char *before, cw_text *text);

/* The columns that a running text may take: those of the terminal, or of a page. */
int cli_text_columns(void);

/* Prints a running text in lines that begin with `before`. */
void cli_print_wrapped(const char *before, const char *string);

/* How to draw on standard output: `color` is "auto", "always", "never" or NULL for auto. */
cw_scene_style cli_style(const char *color);

/* Draws the present position of a record. */
void cli_draw(const cw_record *record, cw_scene_style style, cw_text *text);

#endif
