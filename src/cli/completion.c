/* `causeway completion`: lets the shell complete commands, options, games and players. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/output.h"

/* What an operand or a value of an option is, by its name in the usage: GAME, PLAYER, FILE or words a|b. */
static void print_words_for(const char *what, cw_text *text) {
    if (strncmp(what, "GAME", 4) == 0 || strncmp(what, "[GAME", 5) == 0)
        cw_text_append(text, "words=$games");
    else if (strncmp(what, "PLAYER", 6) == 0 || strncmp(what, "[PLAYER", 7) == 0)
        cw_text_append(text, "words=$players");
    else if (strncmp(what, "[EXPERIMENT", 11) == 0)
        /* The names of today's experiments; a file of one's own is completed as a path. */
        cw_text_append(text, "words=$(causeway lab list 2>/dev/null | sed -n 's/^\\([^ ]*\\)  *[0-9]* "
                             "point.*/\\1/p'); [[ $current == */* || $current == .* ]] && files=yes");
    else if (strstr(what, "FILE") != NULL || strcmp(what, "FOLDER") == 0)
        cw_text_append(text, "files=yes");
    else if (islower((unsigned char)what[0]) && what[strcspn(what, "| ")] == '\0')
        cw_text_printf(text, "words='%s'", what);
    else if (strchr(what, '|') != NULL) {
        cw_text_append(text, "words='");
        for (const char *word = what; *word != '\0' && *word != ' '; word += word[0] == '|') {
            size_t length = strcspn(word, "| ");
            if (!isupper((unsigned char)word[0])) /* REASONER stands for something else */
                cw_text_printf(text, "%.*s ", (int)length, word);
            word += length;
        }
        cw_text_append_char(text, '\'');
    } else
        cw_text_append(text, ":");
}

static void print_value_cases(const cli_command *command, cw_text *text) {
    for (const cli_option *option = command->options; option->name != NULL; option++) {
        if (option->value == NULL)
            continue;
        cw_text_printf(text, "        %s,%s) ", command->name, option->name);
        print_words_for(option->value, text);
        cw_text_append(text, " ;;\n");
    }
}

/* The words that a command begins with: its actions, and games where none need be named. */
static void print_actions(const cli_command *command, cw_text *text) {
    bool has_plain = false;
    cw_text_append(text, "words=\"");
    for (const cli_action *action = command->actions; action->name != NULL; action++) {
        cw_text_printf(text, "%s ", action->name);
        has_plain = has_plain || action->name[0] == '\0';
    }
    cw_text_append(text, has_plain ? "$games\"" : "\"");
}

static void print_command_case(const cli_command *command, cw_text *text) {
    cw_text_printf(text, "        %s) options='", command->name);
    for (const cli_option *option = command->options; option->name != NULL; option++)
        cw_text_printf(text, "%s ", option->name);
    cw_text_append(text, "--help'; ");
    /* After the game come players, where the usage says so. */
    const char *second = strchr(command->operands, ' ');
    if (command->actions != NULL)
        print_actions(command, text);
    else
        print_words_for(command->operands, text);
    if (second != NULL) {
        cw_text_append(text, "; [ \"$operands\" -gt 0 ] && { words=; ");
        print_words_for(second + 1, text);
        cw_text_append(text, "; }");
    }
    cw_text_append(text, " ;;\n");
}

static void print_names(cw_text *text) {
    cw_text_append(text, "    local games='");
    for (int i = 0; i < cw_game_type_count(); i++)
        cw_text_printf(text, "%s%s", i > 0 ? " " : "", cw_game_type_at(i)->name);
    cw_text_append(text, "'\n    local players='human");
    for (int i = 0; i < cw_player_type_count(); i++)
        cw_text_printf(text, " %s", cw_player_type_at(i)->name);
    const cw_preset *preset;
    for (int i = 0; (preset = cw_preset_at(i, NULL)) != NULL; i++)
        cw_text_printf(text, " %s", preset->name);
    cw_text_append(text, "'\n    local commands='");
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        cw_text_printf(text, "%s ", (*command)->name);
    cw_text_append(text, "help --help --version'\n");
}

static void print_bash(cw_text *text) {
    cw_text_append(text, "# Bash completion for causeway, written by 'causeway completion bash'.\n"
                         "_causeway() {\n"
                         "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
                         "    local command=${COMP_WORDS[1]} words= options= files= operands=0 i\n");
    print_names(text);
    cw_text_append(text, "    COMPREPLY=()\n"
                         "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                         "        COMPREPLY=($(compgen -W \"$commands\" -- \"$current\"))\n"
                         "        return\n"
                         "    fi\n"
                         "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
                         "        [[ ${COMP_WORDS[i]} == --* ]] || operands=$((operands + 1))\n"
                         "    done\n"
                         "    case \"$command,$previous\" in\n");
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        print_value_cases(*command, text);
    cw_text_append(text, "        *)\n"
                         "        case \"$command\" in\n"
                         "        help) words=$commands ;;\n");
    for (const cli_command *const *command = cli_commands; *command != NULL; command++)
        print_command_case(*command, text);
    cw_text_append(text, "        esac\n"
                         "        [[ $current == -* ]] && words=$options ;;\n"
                         "    esac\n"
                         "    if [ -n \"$files\" ]; then\n"
                         "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
                         "    else\n"
                         "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
                         "    fi\n"
                         "}\n"
                         "complete -F _causeway causeway\n");
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    static const char *const shells[] = {"bash"};
    if (strcmp(cli_operand(arguments, 0), shells[0]) != 0)
        return cli_unknown("shell", cli_operand(arguments, 0), shells, 1, error);
    cw_text text = {0};
    print_bash(&text);
    return cli_print(&text, error);
}

static const cli_option options[] = {{.name = NULL}};

const cli_command cli_completion_command = {
    .name = "completion",
    .operands = "bash",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "a script that lets the shell complete what is typed",
    .details = "'make install' puts it where bash finds it.",
    .examples = "source <(causeway completion bash)",
    .options = options,
    .run = run,
};
