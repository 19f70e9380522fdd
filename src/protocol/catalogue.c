#include "protocol/catalogue.h"

#include <string.h>

/* ---- Options ---- */

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

static bool has_range(const cw_option *option) {
    return option->type == CW_OPTION_INTEGER || option->type == CW_OPTION_REAL ||
           option->type == CW_OPTION_PAIR || option->type == CW_OPTION_DURATION;
}

static json_t *option_json(const cw_option *option) {
    cw_text accepts = {0};
    cw_option_describe(option, &accepts);
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", option->name, "type", type_name(option->type),
                  "default", option->standard, "accepts", cw_text_string(&accepts), "help", option->help);
    cw_text_free(&accepts);
    if (option->is_prominent)
        json_object_set_new(object, "prominent", json_true());
    if (option->type == CW_OPTION_CHOICE)
        json_object_set_new(object, "choices", choices_json(option->choices));
    if (has_range(option)) {
        json_object_set_new(object, "low", json_real(option->low));
        json_object_set_new(object, "high", json_real(option->high));
    }
    return object;
}

json_t *cw_options_json(const cw_option *table) {
    json_t *array = json_array();
    for (const cw_option *option = table; option != NULL && option->name != NULL; option++)
        json_array_append_new(array, option_json(option));
    return array;
}

/* ---- Players and knowledge ---- */

json_t *cw_player_kind_json(const cw_player_type *type) {
    return json_pack("{s:s, s:s, s:o}", "name", type->name, "summary", type->summary, "options",
                     cw_options_json(type->options));
}

json_t *cw_knowledge_json(const cw_game_type *type) {
    json_t *object = json_object();
    for (int i = 0; i < CW_KNOWLEDGE_KINDS; i++) {
        cw_knowledge_kind kind = (cw_knowledge_kind)i;
        json_t *array = json_array();
        const cw_knowledge *entry;
        for (int index = 0; (entry = cw_game_knowledge_at(type, kind, index)) != NULL; index++)
            json_array_append_new(array, json_pack("{s:s, s:s, s:o}", "name", entry->name, "help",
                                                   entry->help, "options", cw_options_json(entry->options)));
        json_object_set_new(object, cw_knowledge_words_of(kind)->plural, array);
    }
    return object;
}
