/* What --help prints, made from the tables of the subcommands. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

void cli_print_overview(cw_text *text) {
    cw_text_append(text, "Causeway plays, analyses and studies hexagonal board games");
    for (int i = 0; i < cw_game_type_count(); i++)
        cw_text_printf(text, "%s %s", i == 0 ? ":" : ",", cw_game_type_at(i)->title);
    cw_text_append(text, ".\n"
                         "\n"
                         "Usage: causeway COMMAND [arguments]\n"
                         "\n"
                         "Commands:\n");
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        cw_text_printf(text, "  %-11s %s\n", (*command)->name, (*command)->summary);
    cw_text_append(
        text,
        "\n"
        "A game is written name:option=value,..., such as hex:size=11; a player likewise. @FILE is a\n"
        "game with its moves: one saved in 'causeway play', or any record that 'causeway games' lists;\n"
        "@FILE#3 is the third of several.\n"
        "'causeway COMMAND --help' tells all about a command.\n"
        "\n"
        "Examples:\n"
        "  causeway games\n"
        "  causeway show hex:size=5 --moves \"c3 b4 d2\"\n"
        "  causeway play hex:size=7 human random\n");
}

/* Names the actions that take an option, where others do not; false: the command has none that does. */
static bool print_takers(const cli_command *command, const cli_option *option, cw_text *text) {
    int takers = 0, actions = 0;
    cw_text names = {0};
    for (const cli_action *action = command->actions; action != NULL && action->name != NULL; action++) {
        bool takes = cli_action_takes(action, option);
        if (takes && action->name[0] != '\0')
            cw_text_printf(&names, "%s%s", names.length > 0 ? ", " : "", action->name);
        takers += takes;
        actions++;
    }
    if (takers < actions && names.length > 0)
        cw_text_printf(text, "%s: ", cw_text_string(&names));
    cw_text_free(&names);
    return actions == 0 || takers > 0;
}

static void print_options(const cli_command *command, cw_text *text) {
    cw_text_append(text, "\nOptions:\n");
    for (const cli_option *option = command->options; option->name != NULL; option++) {
        char left[64];
        cw_text takers = {0};
        snprintf(left, sizeof left, "%s%s%s", option->name, option->value != NULL ? " " : "",
                 option->value != NULL ? option->value : "");
        if (print_takers(command, option, &takers))
            cw_text_printf(text, "  %-28s%s%s%s\n", left, strlen(left) > 28 ? "  " : " ",
                           cw_text_string(&takers), option->help);
        cw_text_free(&takers);
    }
    cw_text_printf(text, "  %-28s %s\n", "--help", "this text");
}

static void print_examples(const char *examples, cw_text *text) {
    cw_text_append(text, "\nExamples:\n");
    while (*examples != '\0') {
        size_t length = strcspn(examples, "\n");
        cw_text_printf(text, "  %.*s\n", (int)length, examples);
        examples += examples[length] == '\n' ? length + 1 : length;
    }
}

void cli_print_help(const char *program, const cli_command *command, cw_text *text) {
    cw_text_printf(text, "%s %s: %s\n\nUsage: %s %s%s%s%s\n", program, command->name, command->summary,
                   program, command->name, command->operands[0] != '\0' ? " " : "", command->operands,
                   command->options->name != NULL ? " [options]" : "");
    if (command->details != NULL)
        cw_text_printf(text, "\n%s\n", command->details);
    print_options(command, text);
    print_examples(command->examples, text);
}

bool cli_asks_for_help(int count, char *const *words) {
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++) {
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return true;
    }
    return false;
}
