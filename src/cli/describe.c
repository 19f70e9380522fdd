#include "cli/describe.h"

#include <stdio.h>
#include <string.h>

const cli_knowledge_kind cli_knowledge_kinds[CLI_KNOWLEDGE_KINDS] = {
    {"policies", "policy", offsetof(cw_game_type, policies), sizeof(cw_policy)},
    {"evaluators", "eval", offsetof(cw_game_type, evaluators), sizeof(cw_evaluator)},
    {"reasoners", "reason", offsetof(cw_game_type, reasoners), sizeof(cw_reasoner)},
    {"priors", "prior", offsetof(cw_game_type, priors), sizeof(cw_prior)},
};

const cw_knowledge *cli_knowledge_at(const cw_game_type *type, const cli_knowledge_kind *kind, int index) {
    const char *list;
    memcpy(&list, (const char *)type + kind->offset, sizeof list);
    if (list == NULL)
        return NULL;
    const cw_knowledge *entry = (const void *)(list + kind->size * (size_t)index);
    return entry->name != NULL ? entry : NULL;
}

void cli_describe_options(const cw_option *table, const char *prefix, const char *indent, cw_text *text) {
    for (const cw_option *option = table; option != NULL && option->name != NULL; option++) {
        char left[96];
        snprintf(left, sizeof left, "%s%s=%s", prefix, option->name, option->standard);
        cw_text_printf(text, "%s%-24s %s; ", indent, left, option->help);
        cw_option_describe(option, text);
        cw_text_append_char(text, '\n');
    }
}

static const char *type_name(cw_option_type type) {
    static const char *const names[] = {
        [CW_OPTION_INTEGER] = "integer", [CW_OPTION_REAL] = "real", [CW_OPTION_SWITCH] = "switch",
        [CW_OPTION_CHOICE] = "choice",   [CW_OPTION_PAIR] = "pair", [CW_OPTION_DURATION] = "duration",
        [CW_OPTION_TEXT] = "text",       [CW_OPTION_FILE] = "file",
    };
    return names[type];
}

/* The words that stand for themselves in "a|b|on=b". */
static json_t *choices_json(const char *choices) {
    json_t *array = json_array();
    for (const char *word = choices; word != NULL; word = strchr(word, '|') ? strchr(word, '|') + 1 : NULL) {
        size_t size = strcspn(word, "|"), name = strcspn(word, "=|");
        if (name == size)
            json_array_append_new(array, json_stringn(word, name));
    }
    return array;
}

static json_t *option_json(const cw_option *option) {
    cw_text accepts = {0};
    cw_option_describe(option, &accepts);
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", option->name, "type", type_name(option->type),
                  "default", option->standard, "accepts", cw_text_string(&accepts), "help", option->help);
    cw_text_free(&accepts);
    if (option->type == CW_OPTION_CHOICE)
        json_object_set_new(object, "choices", choices_json(option->choices));
    if (option->type != CW_OPTION_CHOICE && option->type != CW_OPTION_SWITCH &&
        option->type != CW_OPTION_TEXT && option->type != CW_OPTION_FILE) {
        json_object_set_new(object, "low", json_real(option->low));
        json_object_set_new(object, "high", json_real(option->high));
    }
    return object;
}

json_t *cli_options_json(const cw_option *table) {
    json_t *array = json_array();
    for (const cw_option *option = table; option != NULL && option->name != NULL; option++)
        json_array_append_new(array, option_json(option));
    return array;
}
