/* The program `causeway`: finds the subcommand, runs it, and tells in one line what was wrong. */
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "cli/version.h"

static cw_status unknown_command(const char *word, cw_error *error) {
    enum { COMMANDS_MAX = 64 };
    const char *names[COMMANDS_MAX];
    int count = 0;
    for (const cli_command *const *command = cli_commands; *command != NULL && count < COMMANDS_MAX;
         command++)
        names[count++] = (*command)->name;
    return cli_unknown("command", word, names, count, error);
}

static cw_status run_command(const char *name, int count, char *const *words, cw_error *error) {
    const cli_command *command = cli_command_find(name);
    if (command == NULL)
        return unknown_command(name, error);
    if (cli_asks_for_help(count, words)) {
        cw_text text = {0};
        cli_print_help("causeway", command, &text);
        return cli_print_folded(&text, error);
    }
    cli_arguments arguments;
    cw_status status = cli_arguments_parse(command, count, words, &arguments, error);
    return status == CW_OK ? command->run(&arguments, error) : status;
}

static cw_status run(int count, char *const *words, cw_error *error) {
    cw_text text = {0};
    const char *first = count > 0 ? words[0] : "--help";
    if (strcmp(first, "--version") == 0) {
        cw_text_printf(&text, "%s\n", cli_version());
        return cli_print(&text, error);
    }
    if (strcmp(first, "help") == 0 && count > 1) {
        static char option[] = "--help";
        char *const help[] = {option};
        return run_command(words[1], 1, help, error);
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0) {
        cli_print_overview(&text);
        return cli_print_folded(&text, error);
    }
    return run_command(first, count - 1, words + 1, error);
}

int main(int count, char **words) {
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is noticed when writing */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    cw_error error = {0};
    cw_status status = run(count > 0 ? count - 1 : 0, words + 1, &error);
    if (status == CW_OK)
        status = cli_flush(&error);
    return cli_exit_code("causeway", status, &error);
}
