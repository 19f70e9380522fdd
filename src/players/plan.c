/* From spec to plan: the kind of a player and its options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "players/habits.h"
#include "players/margin.h"
#include "players/registry.h"

static const cw_option common_options[] = {
    {.name = "random_until",
     .also = "random-until",
     .type = CW_OPTION_CHOICE,
     .choices = "off|phase2|half",
     .standard = "off",
     .help = "play at random until the second phase, or until half of the game is over",
     .place = CW_PLACE(cw_habits, random_until)},
    {.name = "random_later",
     .also = "random-later",
     .type = CW_OPTION_SWITCH,
     .standard = "off",
     .help = "choose the first decision of a turn only, and make the others of it at random",
     .place = CW_PLACE(cw_habits, random_later)},
    {.name = "margin",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "among sure wins, play what this evaluator of the game likes best"},
    {.name = NULL},
};

const cw_option *cw_player_common_options(void) {
    return common_options;
}

/* ---- Names ---- */

/* Is it a preset of another game? Then *type is that game. */
static bool is_foreign(const char *name, const cw_game_type **type) {
    const cw_preset *preset;
    for (int i = 0; (preset = cw_preset_at(i, type)) != NULL; i++) {
        if (strcmp(preset->name, name) == 0)
            return true;
    }
    return false;
}

static cw_status unknown_player(const char *name, const cw_game *game, cw_error *error) {
    const cw_game_type *other;
    if (is_foreign(name, &other))
        return cw_fail(error, CW_BAD_INPUT, "the player %s is made for %s, not for %s", name, other->name,
                       game->type->name);
    enum { NAMES_MAX = 256 };
    const char *names[NAMES_MAX];
    int count = 0;
    cw_text kinds = {0};
    for (int i = 0; i < cw_player_type_count() && count < NAMES_MAX; i++) {
        names[count++] = cw_player_type_at(i)->name;
        cw_text_printf(&kinds, "%s%s", i > 0 ? ", " : "", cw_player_type_at(i)->name);
    }
    const cw_preset *preset = game->type->presets;
    for (; preset != NULL && preset->name != NULL && count < NAMES_MAX; preset++)
        names[count++] = preset->name;
    const char *nearest = cw_nearest_word(name, names, count);
    cw_status status;
    if (nearest != NULL)
        status = cw_fail(error, CW_BAD_INPUT,
                         "there is no player '%s', did you mean '%s'? See 'causeway players'", name, nearest);
    else
        status =
            cw_fail(error, CW_BAD_INPUT,
                    "there is no player '%s', the kinds are %s, and 'causeway players' lists presets too",
                    name, cw_text_string(&kinds));
    cw_text_free(&kinds);
    return status;
}

/* Where the settings of a player come from. */
typedef struct settings_list {
    const char *preset, *own; /* those of the preset, or "", and over them those of the spec */
    cw_text all;
} settings_list;

/* Splits "name:settings" and finds the preset of the name. */
static cw_status resolve(const char *spec, const cw_game *game, const cw_player_type **type,
                         settings_list *settings, cw_error *error) {
    char name[64];
    size_t length = strcspn(spec, ":");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), spec);
    const cw_preset *preset = cw_preset_find(name, game);
    if (preset != NULL) {
        size_t kind = strcspn(preset->spec, ":");
        snprintf(name, sizeof name, "%.*s", (int)kind, preset->spec);
        if (preset->spec[kind] == ':')
            settings->preset = preset->spec + kind + 1;
    }
    *type = cw_player_type_find(name);
    if (*type == NULL)
        return unknown_player(name, game, error);
    if (spec[length] == ':')
        settings->own = spec + length + 1;
    bool has_both = settings->preset[0] != '\0' && settings->own[0] != '\0';
    cw_text_printf(&settings->all, "%s%s%s", settings->preset, has_both ? "," : "", settings->own);
    return settings->all.out_of_memory ? cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", name)
                                       : CW_OK;
}

/* ---- Options ---- */

static cw_status extend(cw_plan *plan, const char *settings, cw_error *error) {
    cw_status status = CW_OK;
    if (plan->type->extend != NULL)
        status = plan->type->extend(plan->game, settings, &plan->options, error);
    return status == CW_OK ? cw_margin_extend(plan->game, settings, &plan->options, error) : status;
}

static cw_status check(const cw_plan *plan, cw_error *error) {
    return plan->type->check != NULL ? plan->type->check(plan->game, &plan->options, error) : CW_OK;
}

/* A text that is a setting as a whole. */
static cw_status read_verbatim(cw_plan *plan, const char *owner, const char *all, cw_error *error) {
    const cw_option *option = plan->type->options;
    if (plan->options.bounds != NULL && option->type == CW_OPTION_FILE)
        return cw_fail(error, CW_BAD_INPUT, "%s runs a program, which is not allowed here", owner);
    return cw_options_set(&plan->options, owner, option->name, all, error);
}

static cw_status read_settings(cw_options *options, const char *owner, const settings_list *settings,
                               cw_error *error) {
    cw_status status = cw_options_parse(options, owner, settings->preset, error);
    if (status == CW_OK && options->bounds != NULL)
        cw_options_hold(options, options->bounds);
    if (status == CW_OK)
        status = cw_options_parse(options, owner, settings->own, error);
    if (status == CW_OK && options->bounds != NULL)
        status = cw_options_check(options, owner, settings->own, options->bounds, error);
    return status;
}

static cw_status read_options(cw_plan *plan, const cw_bounds *bounds, const settings_list *settings,
                              cw_error *error) {
    const char *all = cw_text_string(&settings->all);
    char owner[80];
    snprintf(owner, sizeof owner, "player %s", plan->type->name);
    cw_options_defaults(&plan->options, plan->type->options);
    plan->options.bounds = bounds;
    if (plan->type->verbatim)
        return read_verbatim(plan, owner, all, error);
    cw_options_extend(&plan->options, NULL, common_options);
    cw_status status = extend(plan, all, error);
    if (status == CW_OK)
        status = read_settings(&plan->options, owner, settings, error);
    return status;
}

cw_status cw_plan_read(cw_plan *plan, const char *spec, const cw_game *game, cw_error *error) {
    return cw_plan_read_within(NULL, plan, spec, game, error);
}

cw_status cw_plan_read_within(const cw_bounds *bounds, cw_plan *plan, const char *spec, const cw_game *game,
                              cw_error *error) {
    settings_list settings = {.preset = "", .own = ""};
    plan->game = game;
    cw_status status = resolve(spec, game, &plan->type, &settings, error);
    if (status == CW_OK)
        status = read_options(plan, bounds, &settings, error);
    if (status == CW_OK)
        status = check(plan, error);
    cw_text_free(&settings.all);
    return status;
}

/* Another choice of knowledge brings other options: the table is made anew, and what was given taken over. */
static cw_status rebuild(cw_plan *plan, cw_error *error) {
    const cw_options given = plan->options;
    cw_options_defaults(&plan->options, plan->type->options);
    plan->options.bounds = given.bounds;
    if (!plan->type->verbatim)
        cw_options_extend(&plan->options, NULL, common_options);
    bool fits = cw_options_adopt(&plan->options, &given);
    cw_status status = plan->type->verbatim ? CW_OK : extend(plan, "", error);
    fits = fits && cw_options_adopt(&plan->options, &given);
    if (status == CW_OK && !fits)
        status = cw_fail(error, CW_BAD_INPUT, "the settings of the player %s are too long", plan->type->name);
    return status;
}

cw_status cw_plan_set(cw_plan *plan, const char *name, const char *value, cw_error *error) {
    cw_plan changed = *plan;
    char owner[80];
    snprintf(owner, sizeof owner, "player %s", plan->type->name);
    cw_status status = CW_OK;
    if (value != NULL)
        status = cw_options_set(&changed.options, owner, name, value, error);
    else
        cw_options_unset(&changed.options, name);
    if (status == CW_OK && plan->options.bounds != NULL)
        status = cw_options_check(&changed.options, owner, "", plan->options.bounds, error);
    if (status == CW_OK)
        status = rebuild(&changed, error);
    if (status == CW_OK && plan->options.bounds != NULL)
        cw_options_hold(&changed.options, plan->options.bounds);
    if (status == CW_OK)
        status = check(&changed, error);
    if (status == CW_OK)
        *plan = changed;
    return status;
}

/* ---- Telling ---- */

void cw_plan_print(const cw_plan *plan, cw_text *text) {
    cw_text settings = {0};
    if (plan->type->verbatim)
        cw_text_append(&settings, cw_options_text_of(&plan->options, &plan->options.values[0]));
    else
        cw_options_print(&plan->options, &settings);
    cw_text_printf(text, "%s%s%s", plan->type->name, settings.length > 0 ? ":" : "",
                   cw_text_string(&settings));
    cw_text_free(&settings);
}

void cw_plan_print_meaning(const cw_plan *plan, cw_text *text) {
    cw_text_printf(text, "%s:", plan->type->name);
    cw_options_print_all(&plan->options, text);
    if (plan->type->print_meaning != NULL)
        plan->type->print_meaning(plan->game, &plan->options, text);
}

/* One meaning without those that it contains. What contradicts itself in a spec may stand together here. */
static bool renew_one(const char *meaning, const cw_game *game, cw_text *text) {
    cw_plan plan = {.game = game};
    settings_list settings = {.preset = "", .own = ""};
    bool is_read = resolve(meaning, game, &plan.type, &settings, NULL) == CW_OK && settings.preset[0] == '\0';
    if (is_read && plan.type->verbatim) {
        cw_text_append(text, meaning);
    } else if (is_read && (is_read = read_options(&plan, NULL, &settings, NULL) == CW_OK)) {
        cw_text_printf(text, "%s:", plan.type->name);
        cw_options_print_all(&plan.options, text);
    }
    cw_text_free(&settings.all);
    return is_read;
}

/* A part of a text as a string of its own. */
static bool renew_part(const char *start, const char *end, const cw_game *game, cw_text *text) {
    char *part = strndup(start, (size_t)(end - start));
    bool is_renewed = part != NULL && renew_one(part, game, text);
    free(part);
    return is_renewed;
}

/* Is this of a player whose settings are one text, in which anything may stand? */
static bool is_verbatim(const char *meaning, const cw_game *game) {
    const cw_player_type *type = NULL;
    settings_list settings = {.preset = "", .own = ""};
    bool is_read = resolve(meaning, game, &type, &settings, NULL) == CW_OK;
    cw_text_free(&settings.all);
    return is_read && type->verbatim;
}

bool cw_plan_renew_meaning(const char *meaning, const cw_game *game, cw_text *text) {
    static const char opening[] = " [", next[] = "] [";
    const char *end = meaning + strlen(meaning);
    const char *inner = is_verbatim(meaning, game) ? NULL : strstr(meaning, opening);
    if (!renew_part(meaning, inner != NULL ? inner : end, game, text))
        return false;
    while (inner != NULL) { /* " [0.5 mcts:...]", see print_meaning of the player best */
        const char *following = strstr(inner + 1, next), *close = following != NULL ? following : end - 1;
        const char *spec = inner + strlen(opening) + strcspn(inner + strlen(opening), " ");
        if (*close != ']' || spec >= close)
            return false;
        cw_text_append_bytes(text, inner, (size_t)(spec + 1 - inner));
        if (!renew_part(spec + 1, close, game, text))
            return false;
        cw_text_append_char(text, ']');
        inner = following != NULL ? following + 1 : NULL;
    }
    return true;
}

bool cw_plan_is_same(const cw_game *game, const char *spec, const char *other) {
    cw_plan plan;
    cw_text meanings[2] = {{0}, {0}};
    const char *const specs[2] = {spec, other};
    bool is_read = true;
    for (int i = 0; i < 2 && is_read; i++) {
        is_read = cw_plan_read(&plan, specs[i], game, NULL) == CW_OK;
        if (is_read)
            cw_plan_print_meaning(&plan, &meanings[i]);
        is_read = is_read && !meanings[i].out_of_memory;
    }
    const char *first = is_read ? cw_text_string(&meanings[0]) : spec;
    bool is_same = strcmp(first, is_read ? cw_text_string(&meanings[1]) : other) == 0;
    cw_text_free(&meanings[0]);
    cw_text_free(&meanings[1]);
    return is_same;
}

double cw_plan_seconds(const cw_plan *plan) {
    if (plan->type->seconds != NULL)
        return plan->type->seconds(plan->game, &plan->options);
    const cw_option_value *time = cw_options_find(&plan->options, "time");
    return time != NULL && time->set ? time->number : 0;
}
