/* The program's own frame: what a subcommand is, and the arguments it is run with.
 *
 * A subcommand is one file that defines one cli_command, and one line in commands.c. Its table of options
 * makes the parser, the --help text and the shell completion. This room may include every other one. */
#ifndef CW_CLI_CLI_H
#define CW_CLI_CLI_H

#include <stdbool.h>
#include <stdint.h>

#include "causeway/causeway.h"

/* An option of a subcommand. */
typedef struct cli_option {
    const char *name;  /* "--moves"; NULL ends a table */
    const char *value; /* what follows it, such as "FILE" or "auto|always|never"; NULL: it is a switch */
    const char *help;  /* one line */
    bool repeats;      /* may be given again */
    const char *only;  /* the actions that take it, such as "run report"; NULL: all of them */
} cli_option;

/* One of the things that a subcommand does, by its first operand. */
typedef struct cli_action {
    const char *name;     /* "run"; "" is what it does when none is named; NULL ends a table */
    const char *operands; /* those after the name, as in the usage */
    int operands_min, operands_max;
    const char *wants; /* what the first of them is, for who leaves it out */
} cli_action;

typedef struct cli_command cli_command;

enum { CLI_OPERANDS_MAX = 64, CLI_SETTINGS_MAX = 128 };

/* What stood on the command line. */
typedef struct cli_arguments {
    const cli_command *command;
    const cli_action *action; /* NULL where the command does one thing */
    const char *operands[CLI_OPERANDS_MAX];
    int operand_count;
    struct {
        const cli_option *option;
        const char *value;        /* "" for a switch */
    } settings[CLI_SETTINGS_MAX]; /* in the order given */
    int setting_count;
} cli_arguments;

struct cli_command {
    const char *name;
    const char *operands; /* "GAME DEPTH"; GAME, PLAYER and FILE tell the shell completion what to offer */
    int operands_min, operands_max;
    const char *summary;  /* one line */
    const char *details;  /* further lines for --help, or NULL */
    const char *examples; /* one a line */
    const cli_option *options;
    const cli_action *actions; /* NULL: it does one thing */

    /* Does the work. What is wrong goes to `error`; the program prints it and exits with 2. */
    cw_status (*run)(const cli_arguments *arguments, cw_error *error);
};

/* All subcommands, NULL at the end. */
extern const cli_command *const cli_commands[];
const cli_command *cli_command_find(const char *name);

/* Appends a space and the word as a shell reads it back. */
void cli_quote(const char *word, cw_text *text);

/* Reads the words after the subcommand's name. */
cw_status cli_arguments_parse(const cli_command *command, int count, char *const *words,
                              cli_arguments *arguments, cw_error *error);

/* Does the action take the option? */
bool cli_action_takes(const cli_action *action, const cli_option *option);

/* Was the option given; its last value, or NULL; operand `index`, or NULL. */
bool cli_given(const cli_arguments *arguments, const char *option);
const char *cli_value(const cli_arguments *arguments, const char *option);
const char *cli_operand(const cli_arguments *arguments, int index);

/* Reads the option's value as declared by a cw_option without a name (a type, a range and a default), or the
 * default if the option was not given. */
cw_status cli_number(const cli_arguments *arguments, const char *option, const cw_option *declared,
                     double *number, cw_error *error);

/* The same for whole numbers from low to high, written also as 10k
 * or 2M, and for seeds (any 64-bit number). */
cw_status cli_integer(const cli_arguments *arguments, const char *option, int64_t low, int64_t high,
                      int64_t standard, int64_t *number, cw_error *error);
cw_status cli_seed(const cli_arguments *arguments, const char *option, uint64_t standard, uint64_t *seed,
                   cw_error *error);

/* Reads an operand as a whole number; `what` names it in the error. */
cw_status cli_read_integer(const char *what, const char *text, int64_t low, int64_t high, int64_t *number,
                           cw_error *error);

/* Says that `word` is none of the valid words, and which is nearest. */
cw_status cli_unknown(const char *what, const char *word, const char *const *valid, int count,
                      cw_error *error);

/* Is --help or -h among the words? */
bool cli_asks_for_help(int count, char *const *words);

/* What a subcommand and the program print for --help. */
void cli_print_help(const char *program, const cli_command *command, cw_text *text);
void cli_print_overview(cw_text *text);

#endif
