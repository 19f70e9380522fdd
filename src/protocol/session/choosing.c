/* Requests about what there is to choose from: games, players, pictures of positions. */
#include <string.h>

#include "causeway/faces.h"
#include "protocol/catalogue.h"
#include "protocol/session/commands.h"
#include "protocol/session/request.h"
#include "protocol/session/views.h"

static json_t *view_plain_seats(const cw_game *game) {
    json_t *array = json_array();
    for (int i = 0; i < game->player_count; i++) {
        json_t *seat = json_pack("{s:s, s:s}", "name", game->seats[i].name, "letter", game->seats[i].letter);
        if (game->seats[i].color != CW_COLOR_NONE)
            json_object_set_new(seat, "color", cw_view_color(game->seats[i].color));
        json_array_append_new(array, seat);
    }
    return array;
}

static json_t *view_rules(const cw_game_type *type) {
    json_t *array = json_array();
    for (const char *const *paragraph = type->rules; *paragraph != NULL; paragraph++)
        json_array_append_new(array, json_string(*paragraph));
    return array;
}

/* What can be set up, and what is chosen beside it. */
static json_t *view_setup(const cw_setup *setup) {
    json_t *pieces = json_array(), *options = json_array();
    for (const cw_setup_piece *piece = setup->pieces; piece->name != NULL; piece++)
        json_array_append_new(
            pieces, json_pack("{s:s, s:o}", "name", piece->name, "color", cw_view_color(piece->color)));
    for (const char *const *name = setup->options; *name != NULL; name++)
        json_array_append_new(options, json_string(*name));
    return json_pack("{s:o, s:o}", "pieces", pieces, "options", options);
}

static json_t *view_type(const cw_game_type *type, const cw_game *game) {
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:o, s:s, s:o, s:o}", "name", type->name, "title", type->title, "summary",
                  type->summary, "rules", view_rules(type), "notation", type->notation, "options",
                  cw_options_json(type->options), "seats", view_plain_seats(game));
    if (type->setup != NULL)
        json_object_set_new(object, "setup", view_setup(type->setup));
    return object;
}

json_t *cw_session_games(void) {
    json_t *array = json_array();
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_game_type *type = cw_game_type_at(i);
        cw_game *game = NULL;
        if (cw_game_create_from(type, "", &game, NULL) != CW_OK)
            continue;
        json_array_append_new(array, view_type(type, game));
        cw_game_destroy(game);
    }
    return array;
}

/* Kinds that run a program are not for strangers. */
static json_t *view_kinds(void) {
    json_t *array = json_array();
    for (int i = 0; i < cw_player_type_count(); i++) {
        const cw_player_type *type = cw_player_type_at(i);
        if (!type->verbatim)
            json_array_append_new(array, cw_player_kind_json(type));
    }
    return array;
}

static json_t *view_presets(const cw_game *game) {
    json_t *array = json_array();
    const cw_preset *preset = game->type->presets;
    for (; preset != NULL && preset->name != NULL; preset++)
        json_array_append_new(array, json_pack("{s:s, s:s, s:s}", "name", preset->name, "spec", preset->spec,
                                               "help", preset->help));
    return array;
}

cw_status cw_do_players(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)session;
    cw_game *game = NULL;
    cw_status status = cw_game_create(cw_request_text(request, "game"), &game, error);
    if (status != CW_OK)
        return status;
    json_object_set_new(answer, "standard", json_string(cw_player_standard(game)));
    json_object_set_new(answer, "kinds", view_kinds());
    json_object_set_new(answer, "common", cw_options_json(cw_player_common_options()));
    json_object_set_new(answer, "presets", view_presets(game));
    json_object_set_new(answer, "knowledge", cw_knowledge_json(game->type));
    cw_game_destroy(game);
    return CW_OK;
}

cw_status cw_do_check(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const char *seats[CW_PLAYERS_MAX];
    cw_table_plan plan = cw_command_plan(session, request, seats);
    cw_table *table = NULL;
    cw_status status = cw_table_create(&plan, &table, error);
    if (status != CW_OK)
        return status;
    cw_view_game(answer, cw_table_game(table));
    json_object_set_new(answer, "seats", view_plain_seats(cw_table_game(table)));
    cw_table_destroy(table);
    return CW_OK;
}

cw_status cw_do_draw(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)session;
    const char *moves = cw_request_text(request, "moves");
    cw_game *game = NULL;
    cw_record *record = NULL;
    cw_status status = cw_command_check_length(request, "moves", CW_MOVES_TEXT_MAX, error);
    if (status == CW_OK)
        status = cw_game_create(cw_request_text(request, "game"), &game, error);
    if (status == CW_OK)
        status = cw_record_create(game, &record, error);
    if (status == CW_OK && moves != NULL)
        status = cw_record_play_line(record, moves, error);
    if (status == CW_OK) {
        cw_view_game(answer, game);
        json_object_set_new(answer, "ply", json_integer(cw_record_length(record)));
        json_object_set_new(answer, "scene", cw_view_scene(game, cw_record_state(record)));
    }
    cw_record_destroy(record);
    cw_game_destroy(game);
    return status;
}
