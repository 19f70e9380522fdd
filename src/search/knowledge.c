#include "search/knowledge.h"

#include <stdio.h>
#include <string.h>

static cw_status unknown(const cw_game *game, const cw_role *role, const char *name, cw_error *error) {
    enum { NAMES_MAX = 32 };
    const char *names[NAMES_MAX] = {0}, *noun = cw_knowledge_words_of(role->kind)->noun;
    int count = 0;
    cw_text list = {0};
    const cw_knowledge *entry;
    while (count < NAMES_MAX && (entry = cw_game_knowledge_at(game->type, role->kind, count)) != NULL) {
        cw_text_printf(&list, "%s%s", count > 0 ? ", " : "", entry->name);
        names[count++] = entry->name;
    }
    const char *nearest = cw_nearest_word(name, names, count);
    cw_status status;
    if (count == 0)
        status =
            cw_fail(error, CW_BAD_INPUT, "%s=%s: %s has no %s", role->option, name, game->type->name, noun);
    else if (nearest != NULL)
        status = cw_fail(error, CW_BAD_INPUT, "%s=%s: %s has no such %s, did you mean '%s'?", role->option,
                         name, game->type->name, noun, nearest);
    else
        status = cw_fail(error, CW_BAD_INPUT, "%s=%s: %s has no such %s, it has %s", role->option, name,
                         game->type->name, noun, cw_text_string(&list));
    cw_text_free(&list);
    return status;
}

bool cw_role_names_file(const char *value) {
    size_t length = strlen(value);
    return strchr(value, '/') != NULL || (length > 4 && strcmp(value + length - 4, ".cwn") == 0);
}

/* Does the role's option take files, and is this value one? Then the first of its kind is meant, with that
 * file. */
static bool means_file(const cw_options *options, const cw_role *role, const char *value) {
    return cw_options_value(options, role->option)->option->type == CW_OPTION_FILE &&
           cw_role_names_file(value);
}

/* Finds knowledge by name; *found stays NULL where the name means none. */
static cw_status find(const cw_game *game, const cw_role *role, const char *name, const cw_knowledge **found,
                      cw_error *error) {
    *found = NULL;
    if (name[0] == '\0' || strcmp(name, "none") == 0)
        return CW_OK;
    *found = strcmp(name, "default") == 0 ? cw_game_knowledge_at(game->type, role->kind, 0)
                                          : cw_game_knowledge(game->type, role->kind, name);
    return *found != NULL ? CW_OK : unknown(game, role, name, error);
}

cw_status cw_role_extend(const cw_game *game, const cw_role *role, const char *settings, cw_options *options,
                         cw_error *error) {
    char name[CW_OPTION_TEXT_MAX];
    if (!cw_options_peek_at(cw_options_value(options, role->option), settings, name))
        snprintf(name, sizeof name, "%s", cw_options_text(options, role->option));
    const cw_knowledge *found;
    cw_status status = find(game, role, means_file(options, role, name) ? "default" : name, &found, error);
    if (status == CW_OK && found != NULL)
        cw_options_extend(options, &role->prefix, found->options);
    return status;
}

cw_status cw_role_create(const cw_game *game, const cw_role *role, const cw_options *options, cw_skill *skill,
                         cw_error *error) {
    *skill = (cw_skill){0};
    const char *name = cw_options_text(options, role->option);
    bool is_file = means_file(options, role, name);
    cw_status status = find(game, role, is_file ? "default" : name, &skill->base, error);
    if (status != CW_OK || skill->base == NULL || skill->base->create == NULL)
        return status;
    cw_options own;
    cw_options_subset(options, role->prefix.name, &own);
    if (is_file)
        status = cw_options_set(&own, role->option, "file", name, error);
    if (status == CW_OK)
        status = skill->base->create(game, &own, &skill->context, error);
    if (status != CW_OK)
        *skill = (cw_skill){0};
    return status;
}

void cw_skill_destroy(cw_skill *skill) {
    if (skill->base != NULL && skill->base->destroy != NULL && skill->context != NULL)
        skill->base->destroy(skill->context);
    *skill = (cw_skill){0};
}
