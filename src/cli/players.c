/* `causeway players`: the players there are, with every option, the presets, and the games' knowledge. */
#include <stdio.h>
#include <string.h>

#include "cli/describe.h"
#include "cli/output.h"
#include "protocol/catalogue.h"

/* ---- As text ---- */

static void describe_kind(const cw_player_type *type, cw_text *text) {
    cw_text_printf(text, "%s  %s\n", type->name, type->summary);
    cli_describe_options(type->options, "", "    ", text);
    cw_text_append(text, "\n");
}

static void describe_presets(const char *name, cw_text *text) {
    bool first = true;
    const cw_preset *preset;
    const cw_game_type *game;
    for (int i = 0; (preset = cw_preset_at(i, &game)) != NULL; i++) {
        if (name != NULL && strcmp(name, preset->name) != 0)
            continue;
        cw_text_append(text, first ? "Presets:\n" : "");
        cw_text_printf(text, "    %-24s %s (%s)\n    %-24s = %s\n", preset->name, preset->help, game->name,
                       "", preset->spec);
        first = false;
    }
    cw_text_append(text, first ? "" : "\n");
}

static void describe_knowledge(const cw_game_type *type, cw_text *text) {
    for (int i = 0; i < CW_KNOWLEDGE_KINDS; i++) {
        const cw_knowledge_words *kind = cw_knowledge_words_of((cw_knowledge_kind)i);
        const cw_knowledge *entry;
        for (int index = 0; (entry = cw_game_knowledge_at(type, (cw_knowledge_kind)i, index)) != NULL;
             index++) {
            char left[96], prefix[32];
            snprintf(left, sizeof left, "%s=%s", kind->key, entry->name);
            snprintf(prefix, sizeof prefix, "%s.", kind->key);
            cw_text_printf(text, "    %-24s %s\n", left, entry->help);
            cli_describe_options(entry->options, prefix, "        ", text);
        }
    }
}

static void describe_all(cw_text *text) {
    for (int i = 0; i < cw_player_type_count(); i++)
        describe_kind(cw_player_type_at(i), text);
    cw_text_append(text, "Options of every player:\n");
    cli_describe_options(cw_player_common_options(), "", "    ", text);
    cw_text_append(text, "\n");
    describe_presets(NULL, text);
    for (int i = 0; i < cw_game_type_count(); i++) {
        cw_text_printf(text, "%sKnowledge of %s:\n", i > 0 ? "\n" : "", cw_game_type_at(i)->name);
        describe_knowledge(cw_game_type_at(i), text);
    }
}

/* ---- As JSON ---- */

static json_t *preset_json(const cw_preset *preset, const cw_game_type *game) {
    return json_pack("{s:s, s:s, s:s, s:s}", "name", preset->name, "game", game->name, "spec", preset->spec,
                     "help", preset->help);
}

static json_t *all_json(void) {
    json_t *players = json_array(), *presets = json_array(), *knowledge = json_object();
    for (int i = 0; i < cw_player_type_count(); i++)
        json_array_append_new(players, cw_player_kind_json(cw_player_type_at(i)));
    const cw_preset *preset;
    const cw_game_type *game;
    for (int i = 0; (preset = cw_preset_at(i, &game)) != NULL; i++)
        json_array_append_new(presets, preset_json(preset, game));
    for (int i = 0; i < cw_game_type_count(); i++)
        json_object_set_new(knowledge, cw_game_type_at(i)->name, cw_knowledge_json(cw_game_type_at(i)));
    return json_pack("{s:o, s:o, s:o, s:o}", "players", players, "common",
                     cw_options_json(cw_player_common_options()), "presets", presets, "knowledge", knowledge);
}

/* ---- One player alone ---- */

static const cw_player_type *find_kind(const char *name) {
    for (int i = 0; i < cw_player_type_count(); i++) {
        if (strcmp(cw_player_type_at(i)->name, name) == 0)
            return cw_player_type_at(i);
    }
    return NULL;
}

static const cw_preset *find_preset(const char *name, const cw_game_type **game) {
    const cw_preset *preset;
    for (int i = 0; (preset = cw_preset_at(i, game)) != NULL; i++) {
        if (strcmp(preset->name, name) == 0)
            return preset;
    }
    return NULL;
}

static cw_status unknown_player(const char *name, cw_error *error) {
    enum { NAMES_MAX = 256 };
    const char *names[NAMES_MAX];
    int count = 0;
    for (int i = 0; i < cw_player_type_count() && count < NAMES_MAX; i++)
        names[count++] = cw_player_type_at(i)->name;
    const cw_preset *preset;
    for (int i = 0; (preset = cw_preset_at(i, NULL)) != NULL && count < NAMES_MAX; i++)
        names[count++] = preset->name;
    return cli_unknown("player", name, names, count, error);
}

static cw_status print_one(const char *name, bool as_json, cw_error *error) {
    const cw_player_type *kind = find_kind(name);
    const cw_game_type *game = NULL;
    const cw_preset *preset = find_preset(name, &game);
    if (kind == NULL && preset == NULL)
        return unknown_player(name, error);
    if (as_json)
        return cli_print_json(kind != NULL ? cw_player_kind_json(kind) : preset_json(preset, game), error);
    cw_text text = {0};
    if (kind != NULL)
        describe_kind(kind, &text);
    else
        describe_presets(name, &text);
    return cli_print_folded(&text, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    bool as_json = cli_given(arguments, "--json");
    if (cli_operand(arguments, 0) != NULL)
        return print_one(cli_operand(arguments, 0), as_json, error);
    if (as_json)
        return cli_print_json(all_json(), error);
    cw_text text = {0};
    describe_all(&text);
    return cli_print_folded(&text, error);
}

static const cli_option options[] = {
    {.name = "--json", .help = "one JSON object instead"},
    {.name = NULL},
};

const cli_command cli_players_command = {
    .name = "players",
    .operands = "[PLAYER]",
    .operands_max = 1,
    .summary = "the players there are, with every option, and what the games know",
    .details = "An option is set in the player's spec, such as mcts:sims=10k. What stands after the = is the "
               "default.\n"
               "A preset is a spec with a name; settings after it replace its own.",
    .examples = "causeway players\ncauseway players random\ncauseway players --json",
    .options = options,
    .run = run,
};
