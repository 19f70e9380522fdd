/* `causeway games`: the games there are, with every option. */
#include "cli/describe.h"
#include "cli/output.h"
#include "protocol/catalogue.h"

static void describe(const cw_game_type *type, cw_text *text) {
    cw_text_printf(text, "%s  %s: %s\n", type->name, type->title, type->summary);
    cli_describe_options(type->options, "", "    ", text);
    cw_text_append(text, "    endings:");
    for (const char *const *ending = type->endings; *ending != NULL; ending++)
        cw_text_printf(text, "%s %s", ending > type->endings ? "," : "", *ending);
    cw_text_append(text, "\n");
    for (const cw_format *format = type->formats; format != NULL && format->name != NULL; format++)
        cw_text_printf(text, "    records: %s, %s\n", format->name, format->help);
    if (type->solver != NULL)
        cw_text_printf(text, "    solver: %s\n", type->solver->help);
}

static json_t *to_json(const cw_game_type *type) {
    json_t *endings = json_array();
    for (const char *const *ending = type->endings; *ending != NULL; ending++)
        json_array_append_new(endings, json_string(*ending));
    json_t *formats = json_array();
    for (const cw_format *format = type->formats; format != NULL && format->name != NULL; format++)
        json_array_append_new(formats, json_pack("{s:s, s:s}", "name", format->name, "help", format->help));
    return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:b}", "name", type->name, "title", type->title,
                     "summary", type->summary, "options", cw_options_json(type->options), "endings", endings,
                     "formats", formats, "scores", (int)type->has_scores);
}

/* The game that a name or a spec means; NULL for all of them. */
static cw_status find_type(const char *spec, const cw_game_type **type, cw_error *error) {
    *type = NULL;
    if (spec == NULL)
        return CW_OK;
    cw_game *game = NULL;
    cw_status status = cw_game_create(spec, &game, error);
    if (status == CW_OK)
        *type = game->type;
    cw_game_destroy(game);
    return status;
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    const cw_game_type *only;
    cw_status status = find_type(cli_operand(arguments, 0), &only, error);
    if (status != CW_OK)
        return status;
    cw_text text = {0};
    json_t *array = json_array();
    bool first = true;
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_game_type *type = cw_game_type_at(i);
        if (only != NULL && type != only)
            continue;
        cw_text_append(&text, first ? "" : "\n");
        describe(type, &text);
        json_array_append_new(array, to_json(type));
        first = false;
    }
    if (cli_given(arguments, "--json")) {
        cw_text_free(&text);
        return cli_print_json(array, error);
    }
    json_decref(array);
    return cli_print_folded(&text, error);
}

static const cli_option options[] = {
    {.name = "--json", .help = "one JSON array instead"},
    {.name = NULL},
};

const cli_command cli_games_command = {
    .name = "games",
    .operands = "[GAME]",
    .operands_max = 1,
    .summary = "the games there are, with every option",
    .details =
        "An option is set in the game's spec, such as hex:size=7. What stands after the = is the default.",
    .examples = "causeway games\ncauseway games hex\ncauseway games --json",
    .options = options,
    .run = run,
};
