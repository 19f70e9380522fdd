/* Making players from specs, and what every player can do whatever its kind. */
#include "causeway/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "players/margin.h"
#include "players/registry.h"

typedef enum random_until { RANDOM_UNTIL_OFF, RANDOM_UNTIL_PHASE2, RANDOM_UNTIL_HALF } random_until;

static const cw_option common_options[] = {
    {.name = "random-until",
     .type = CW_OPTION_CHOICE,
     .choices = "off|phase2|half",
     .standard = "off",
     .help = "play at random until the second phase, or until half of the game is over"},
    {.name = "margin",
     .type = CW_OPTION_TEXT,
     .standard = "",
     .help = "among sure wins, play what this evaluator of the game likes best"},
    {.name = NULL},
};

struct cw_player {
    const cw_player_type *type;
    const cw_game *game;
    void *context;
    char *spec;
    cw_options options;
    random_until random_until;
    cw_rng rng; /* for the moves made at random by random-until */
    cw_move *moves;
    cw_margin margin;
};

const cw_option *cw_player_common_options(void) {
    return common_options;
}

/* ---- From spec to player ---- */

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
    return CW_OK;
}

/* A text that is a setting as a whole. */
static cw_status read_verbatim(cw_player *player, const char *owner, const char *all, cw_error *error) {
    const cw_option *option = player->type->options;
    if (player->options.bounds != NULL && option->type == CW_OPTION_FILE)
        return cw_fail(error, CW_BAD_INPUT, "%s runs a program, which is not allowed here", owner);
    return cw_options_set(&player->options, owner, option->name, all, error);
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

static cw_status read_options(cw_player *player, const cw_bounds *bounds, const settings_list *settings,
                              cw_error *error) {
    const char *all = cw_text_string(&settings->all);
    char owner[80];
    snprintf(owner, sizeof owner, "player %s", player->type->name);
    cw_options_defaults(&player->options, player->type->options);
    player->options.bounds = bounds;
    if (player->type->verbatim)
        return read_verbatim(player, owner, all, error);
    cw_options_extend(&player->options, "", common_options);
    cw_status status = CW_OK;
    if (player->type->extend != NULL)
        status = player->type->extend(player->game, all, &player->options, error);
    if (status == CW_OK)
        status = cw_margin_extend(player->game, all, &player->options, error);
    if (status == CW_OK)
        status = read_settings(&player->options, owner, settings, error);
    player->random_until = (random_until)cw_options_choice(&player->options, "random-until");
    return status;
}

static cw_status build(cw_player *player, const cw_bounds *bounds, const char *spec,
                       const settings_list *settings, cw_error *error) {
    player->spec = strdup(spec);
    player->moves = malloc(sizeof *player->moves * (size_t)player->game->moves_max);
    if (player->spec == NULL || player->moves == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", spec);
    cw_status status = read_options(player, bounds, settings, error);
    if (status == CW_OK)
        status = player->type->create(player->game, &player->options, &player->context, error);
    if (status == CW_OK)
        status = cw_margin_create(&player->margin, player->game, &player->options, error);
    return status;
}

cw_status cw_player_create(const char *spec, const cw_game *game, uint64_t seed, cw_player **player,
                           cw_error *error) {
    return cw_player_create_within(NULL, spec, game, seed, player, error);
}

cw_status cw_player_create_within(const cw_bounds *bounds, const char *spec, const cw_game *game,
                                  uint64_t seed, cw_player **player, cw_error *error) {
    cw_player *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the player %s", spec);
    made->game = game;
    settings_list settings = {.preset = "", .own = ""};
    cw_status status = resolve(spec, game, &made->type, &settings, error);
    if (status == CW_OK)
        status = build(made, bounds, spec, &settings, error);
    cw_text_free(&settings.all);
    if (status != CW_OK) {
        cw_player_destroy(made);
        return status;
    }
    cw_player_reset(made, seed);
    *player = made;
    return CW_OK;
}

void cw_player_destroy(cw_player *player) {
    if (player == NULL)
        return;
    if (player->context != NULL)
        player->type->destroy(player->context);
    cw_margin_destroy(&player->margin);
    free(player->spec);
    free(player->moves);
    free(player);
}

const char *cw_player_spec(const cw_player *player) {
    return player->spec;
}

const cw_options *cw_player_options(const cw_player *player) {
    return &player->options;
}

void cw_player_print_meaning(const cw_player *player, cw_text *text) {
    cw_text_printf(text, "%s:", player->type->name);
    cw_options_print_all(&player->options, text);
    if (player->type->print_meaning != NULL)
        player->type->print_meaning(player->context, text);
}

double cw_player_seconds(const cw_player *player) {
    if (player->type->seconds != NULL)
        return player->type->seconds(player->context);
    const cw_option_value *time = cw_options_find(&player->options, "time");
    return time != NULL && time->set ? time->number : 0;
}

/* ---- Playing ---- */

void cw_player_reset(cw_player *player, uint64_t seed) {
    player->rng = cw_rng_make(seed, 1);
    player->type->reset(player->context, seed);
}

static bool plays_at_random(const cw_player *player, const cw_state *state) {
    switch (player->random_until) {
    case RANDOM_UNTIL_PHASE2:
        return cw_game_phase(player->game, state) < 2;
    case RANDOM_UNTIL_HALF:
        return player->game->type->progress(player->game, state) < 0.5;
    default:
        return false;
    }
}

cw_status cw_player_choose(cw_player *player, const cw_record *record, const cw_limits *limits,
                           cw_analysis *analysis, cw_error *error) {
    const cw_limits no_limits = {0};
    double start = cw_clock_now();
    cw_analysis_clear(analysis);
    int decider = cw_record_to_decide(record);
    if (decider < 0)
        return cw_fail(error, CW_ILLEGAL, "%s, so there is nothing to decide",
                       decider == CW_CHANCE ? "chance decides next" : "the game is over");
    cw_status status = CW_OK;
    if (plays_at_random(player, cw_record_state(record))) {
        int count = player->game->type->moves(player->game, cw_record_state(record), player->moves);
        analysis->best = player->moves[cw_rng_below(&player->rng, (uint32_t)count)];
    } else {
        status = player->type->choose(player->context, record, limits != NULL ? limits : &no_limits, analysis,
                                      error);
        if (status == CW_OK)
            cw_margin_apply(&player->margin, player->game, cw_record_state(record), analysis);
    }
    analysis->seconds = cw_clock_now() - start - analysis->start_seconds;
    return status;
}
