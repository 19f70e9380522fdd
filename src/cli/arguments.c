/* Reading the command line by a subcommand's table of options. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

cw_status cli_unknown(const char *what, const char *word, const char *const *valid, int count,
                      cw_error *error) {
    const char *nearest = cw_nearest_word(word, valid, count);
    if (nearest != NULL)
        return cw_fail(error, CW_BAD_INPUT, "there is no %s '%s', did you mean '%s'?", what, word, nearest);
    cw_text list = {0};
    for (int i = 0; i < count; i++)
        cw_text_printf(&list, "%s%s", i > 0 ? ", " : "", valid[i]);
    cw_status status = cw_fail(error, CW_BAD_INPUT, "there is no %s '%s', there is %s", what, word,
                               count > 0 ? cw_text_string(&list) : "none");
    cw_text_free(&list);
    return status;
}

static cw_status unknown_option(const cli_command *command, const char *word, cw_error *error) {
    enum { WORDS_MAX = 64 };
    const char *valid[WORDS_MAX];
    int count = 0;
    for (const cli_option *option = command->options; option->name != NULL && count < WORDS_MAX - 1; option++)
        valid[count++] = option->name;
    valid[count++] = "--help";
    char what[64];
    snprintf(what, sizeof what, "option of '%s' named", command->name);
    return cli_unknown(what, word, valid, count, error);
}

static const cli_option *find_option(const cli_command *command, const char *word, size_t length) {
    for (const cli_option *option = command->options; option->name != NULL; option++) {
        if (strlen(option->name) == length && strncmp(option->name, word, length) == 0)
            return option;
    }
    return NULL;
}

/* Is the value one of the words "a|b|c"? Capitals stand for something else, as in "FILE|random:N"; what that
 * may be, only the subcommand knows. */
static bool is_valid_word(const char *declared, const char *value) {
    if (strchr(declared, '|') == NULL || strpbrk(declared, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != NULL)
        return true;
    size_t length = strlen(value);
    for (const char *word = declared; word != NULL; word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL) {
        if (strcspn(word, "|") == length && strncmp(word, value, length) == 0)
            return true;
    }
    return false;
}

static cw_status add_setting(cli_arguments *arguments, const cli_option *option, const char *value,
                             cw_error *error) {
    if (arguments->setting_count == CLI_SETTINGS_MAX)
        return cw_fail(error, CW_BAD_INPUT, "there are more than %d options", CLI_SETTINGS_MAX);
    for (int i = 0; i < arguments->setting_count && !option->repeats; i++) {
        if (arguments->settings[i].option == option)
            return cw_fail(error, CW_BAD_INPUT, "%s is given twice", option->name);
    }
    if (option->value != NULL && !is_valid_word(option->value, value))
        return cw_fail(error, CW_BAD_INPUT, "%s %s is not valid, it takes %s", option->name, value,
                       option->value);
    arguments->settings[arguments->setting_count].option = option;
    arguments->settings[arguments->setting_count++].value = value;
    return CW_OK;
}

/* Reads the option at words[*index], which may use up the next word as well. */
static cw_status read_option(cli_arguments *arguments, int count, char *const *words, int *index,
                             cw_error *error) {
    const char *word = words[*index];
    size_t length = strcspn(word, "=");
    const cli_option *option = find_option(arguments->command, word, length);
    if (option == NULL)
        return unknown_option(arguments->command, word, error);
    if (option->value == NULL) {
        if (word[length] == '=')
            return cw_fail(error, CW_BAD_INPUT, "%s takes no value", option->name);
        return add_setting(arguments, option, "", error);
    }
    if (word[length] == '=')
        return add_setting(arguments, option, word + length + 1, error);
    if (*index + 1 >= count)
        return cw_fail(error, CW_BAD_INPUT, "%s lacks its value, write %s %s", option->name, option->name,
                       option->value);
    return add_setting(arguments, option, words[++*index], error);
}

static cw_status add_operand(cli_arguments *arguments, const char *word, cw_error *error) {
    const cli_command *command = arguments->command;
    if (arguments->operand_count < command->operands_max && arguments->operand_count < CLI_OPERANDS_MAX) {
        arguments->operands[arguments->operand_count++] = word;
        return CW_OK;
    }
    if (command->operands_max == 0)
        return cw_fail(error, CW_BAD_INPUT, "'%s' is too much, 'causeway %s' takes options only", word,
                       command->name);
    return cw_fail(error, CW_BAD_INPUT, "'%s' is too much, the usage is: causeway %s %s", word, command->name,
                   command->operands);
}

/* ---- Actions ---- */

/* The action that the first operand names, or the one without a name; NULL: there is no such action. */
static const cli_action *find_action(const cli_command *command, const char *word) {
    const cli_action *plain = NULL;
    for (const cli_action *action = command->actions; action->name != NULL; action++) {
        if (strcmp(action->name, word) == 0)
            return action;
        plain = action->name[0] == '\0' ? action : plain;
    }
    return plain;
}

static cw_status unknown_action(const cli_command *command, const char *word, cw_error *error) {
    enum { ACTIONS_MAX = 16 };
    const char *valid[ACTIONS_MAX];
    int count = 0;
    for (const cli_action *action = command->actions; action->name != NULL && count < ACTIONS_MAX; action++)
        valid[count++] = action->name;
    return cli_unknown("action", word, valid, count, error);
}

bool cli_action_takes(const cli_action *action, const cli_option *option) {
    size_t length = strlen(action->name);
    if (option->only == NULL || length == 0)
        return option->only == NULL || option->only[0] == '\0';
    for (const char *word = strstr(option->only, action->name); word != NULL;
         word = strstr(word + 1, action->name)) {
        bool begins = word == option->only || word[-1] == ' ',
             ends = word[length] == '\0' || word[length] == ' ';
        if (begins && ends)
            return true;
    }
    return false;
}

/* Refuses what would be ignored: options of other actions, and operands that this one has no use for. */
static cw_status check_action(const cli_arguments *arguments, cw_error *error) {
    const cli_command *command = arguments->command;
    const cli_action *action = arguments->action;
    const char *space = action->name[0] != '\0' ? " " : "";
    int named = action->name[0] != '\0', count = arguments->operand_count - named;
    if (count < action->operands_min)
        return cw_fail(error, CW_BAD_INPUT, "%s%s%s wants %s", command->name, space, action->name,
                       action->wants);
    if (count > action->operands_max)
        return cw_fail(error, CW_BAD_INPUT, "'%s' is too much, the usage is: causeway %s%s%s%s%s",
                       arguments->operands[named + action->operands_max], command->name, space, action->name,
                       action->operands[0] != '\0' ? " " : "", action->operands);
    for (int i = 0; i < arguments->setting_count; i++) {
        const cli_option *option = arguments->settings[i].option;
        if (cli_action_takes(action, option))
            continue;
        if (option->only[0] == '\0')
            return cw_fail(error, CW_BAD_INPUT, "%s%s%s takes no %s", command->name, space, action->name,
                           option->name);
        return cw_fail(error, CW_BAD_INPUT, "%s%s%s takes no %s, it is an option of: %s", command->name,
                       space, action->name, option->name, option->only);
    }
    return CW_OK;
}

cw_status cli_arguments_parse(const cli_command *command, int count, char *const *words,
                              cli_arguments *arguments, cw_error *error) {
    *arguments = (cli_arguments){.command = command};
    bool options_end = false;
    for (int i = 0; i < count; i++) {
        cw_status status = CW_OK;
        if (!options_end && strcmp(words[i], "--") == 0)
            options_end = true;
        else if (!options_end && words[i][0] == '-' && words[i][1] == '-')
            status = read_option(arguments, count, words, &i, error);
        else
            status = add_operand(arguments, words[i], error);
        if (status != CW_OK)
            return status;
    }
    if (arguments->operand_count < command->operands_min)
        return cw_fail(error, CW_BAD_INPUT, "something is missing, the usage is: causeway %s %s",
                       command->name, command->operands);
    if (command->actions == NULL)
        return CW_OK;
    const char *first = arguments->operand_count > 0 ? arguments->operands[0] : "";
    arguments->action = find_action(command, first);
    return arguments->action != NULL ? check_action(arguments, error) : unknown_action(command, first, error);
}

void cli_quote(const char *word, cw_text *text) {
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%";
    cw_text_append_char(text, ' ');
    if (word[0] != '\0' && word[strspn(word, harmless)] == '\0') {
        cw_text_append(text, word);
        return;
    }
    cw_text_append_char(text, '\'');
    for (; *word != '\0'; word++)
        cw_text_append(text, *word == '\'' ? "'\\''" : (char[]){*word, '\0'});
    cw_text_append_char(text, '\'');
}

/* ---- Looking up ---- */

const char *cli_value(const cli_arguments *arguments, const char *option) {
    for (int i = arguments->setting_count - 1; i >= 0; i--) {
        if (strcmp(arguments->settings[i].option->name, option) == 0)
            return arguments->settings[i].value;
    }
    return NULL;
}

bool cli_given(const cli_arguments *arguments, const char *option) {
    return cli_value(arguments, option) != NULL;
}

const char *cli_operand(const cli_arguments *arguments, int index) {
    return index < arguments->operand_count ? arguments->operands[index] : NULL;
}

cw_status cli_number(const cli_arguments *arguments, const char *option, const cw_option *declared,
                     double *number, cw_error *error) {
    cw_option named = *declared;
    named.name = option;
    const cw_option table[] = {named, {.name = NULL}};
    cw_options options;
    cw_options_defaults(&options, table);
    const char *value = cli_value(arguments, option);
    cw_status status = CW_OK;
    if (value != NULL)
        status = cw_options_set(&options, arguments->command->name, option, value, error);
    *number = options.values[0].number;
    return status;
}

cw_status cli_read_integer(const char *what, const char *text, int64_t low, int64_t high, int64_t *number,
                           cw_error *error) {
    char *end;
    errno = 0;
    long long read = strtoll(text, &end, 10);
    long long unit = *end == 'k' ? 1000 : *end == 'M' ? 1000000 : 1;
    bool is_number = end != text && end[unit > 1] == '\0' && errno == 0;
    if (!is_number || read > INT64_MAX / unit || read < INT64_MIN / unit || read * unit < low ||
        read * unit > high)
        return cw_fail(error, CW_BAD_INPUT, "%s '%s' is not valid, it takes a whole number from %lld to %lld",
                       what, text, (long long)low, (long long)high);
    *number = read * unit;
    return CW_OK;
}

cw_status cli_integer(const cli_arguments *arguments, const char *option, int64_t low, int64_t high,
                      int64_t standard, int64_t *number, cw_error *error) {
    const char *value = cli_value(arguments, option);
    if (value != NULL)
        return cli_read_integer(option, value, low, high, number, error);
    *number = standard;
    return CW_OK;
}

cw_status cli_seed(const cli_arguments *arguments, const char *option, uint64_t standard, uint64_t *seed,
                   cw_error *error) {
    const char *value = cli_value(arguments, option);
    *seed = standard;
    if (value == NULL)
        return CW_OK;
    char *end;
    errno = 0;
    unsigned long long read = strtoull(value, &end, 10);
    if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0)
        return cw_fail(error, CW_BAD_INPUT, "%s '%s' is not valid, it takes a whole number from 0 to %llu",
                       option, value, (unsigned long long)UINT64_MAX);
    *seed = read;
    return CW_OK;
}
