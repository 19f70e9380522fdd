/* The request that sets up a position, step by step: a game's spec goes in, and the one with the change comes
 * out. Nothing is kept here, and a change that the game refuses leaves the page with what it had. */
#include <stdlib.h>
#include <string.h>

#include "causeway/faces.h"
#include "protocol/session/commands.h"
#include "protocol/session/request.h"
#include "protocol/session/views.h"

/* Puts the game of new settings in the place of the old one. */
static cw_status replace_game(cw_game **game, const char *settings, cw_error *error) {
    cw_game *made = NULL;
    cw_status status = cw_game_create_from((*game)->type, settings, &made, error);
    if (status != CW_OK)
        return status;
    cw_game_destroy(*game);
    *game = made;
    return CW_OK;
}

static cw_status check_setup(const cw_game *game, cw_error *error) {
    return game->type->setup != NULL
               ? CW_OK
               : cw_fail(error, CW_UNSUPPORTED, "positions of %s cannot be set up", game->type->title);
}

/* ---- Where it begins ---- */

/* The game that begins with a position of another. */
static cw_status begin_from(const cw_game *played, cw_state *state, cw_game **game, cw_error *error) {
    cw_text settings = {0};
    if (state == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
    cw_status status = played->type->setup->from(played, state, &settings, error);
    if (status == CW_OK)
        status = cw_game_create_from(played->type, cw_text_string(&settings), game, error);
    cw_text_free(&settings);
    return status;
}

static cw_status begin_from_table(const cw_session *session, const json_t *request, cw_game **game,
                                  cw_error *error) {
    cw_spot place;
    if (session->table == NULL)
        return cw_fail(error, CW_BAD_INPUT, "there is no game yet, say which: \"game\": \"hex\"");
    const cw_game *played = cw_table_game(session->table);
    cw_status status = check_setup(played, error);
    if (status == CW_OK)
        status = cw_command_place(session, request, cw_record_length(session->table->record), &place, error);
    if (status != CW_OK)
        return status;
    cw_state *state = cw_table_state_of(session->table, place);
    status = begin_from(played, state, game, error);
    free(state);
    return status;
}

/* What a game has of its own that no position set up can have, such as a swap, goes. */
static cw_status begin_from_spec(const char *spec, cw_game **game, cw_error *error) {
    cw_game *given = NULL;
    cw_status status = cw_game_create(spec, &given, error);
    if (status == CW_OK)
        status = check_setup(given, error);
    if (status == CW_OK) {
        cw_state *state = cw_game_alloc_states(given, 1);
        if (state != NULL)
            given->type->start(given, state);
        status = begin_from(given, state, game, error);
        free(state);
    }
    cw_game_destroy(given);
    return status;
}

static cw_status begin(const cw_session *session, const json_t *request, cw_game **game, cw_error *error) {
    const char *spec = cw_request_text(request, "game");
    return spec != NULL ? begin_from_spec(spec, game, error)
                        : begin_from_table(session, request, game, error);
}

/* ---- Changes ---- */

static int count_pieces(const cw_setup *setup) {
    int count = 0;
    while (setup->pieces[count].name != NULL)
        count++;
    return count;
}

/* A piece on a cell, or nothing. */
static cw_status put(const json_t *request, cw_game **game, cw_error *error) {
    const cw_setup *setup = (*game)->type->setup;
    int kind = (int)cw_request_integer(request, "piece", -1), count = count_pieces(setup);
    if (kind >= count)
        return cw_fail(error, CW_BAD_INPUT, "there is no piece %d, they count from 0 to %d", kind, count - 1);
    cw_text settings = {0};
    cw_status status = setup->put(*game, (int)cw_request_integer(request, "q", 0),
                                  (int)cw_request_integer(request, "r", 0), kind, &settings, error);
    if (status == CW_OK)
        status = replace_game(game, cw_text_string(&settings), error);
    cw_text_free(&settings);
    return status;
}

/* All pieces leave the board. */
static cw_status clear(cw_game **game, cw_error *error) {
    cw_options options = (*game)->options;
    cw_text settings = {0};
    for (const cw_setup_piece *piece = (*game)->type->setup->pieces; piece->name != NULL; piece++)
        cw_options_unset(&options, piece->option);
    cw_options_print(&options, &settings);
    cw_status status = replace_game(game, cw_text_string(&settings), error);
    cw_text_free(&settings);
    return status;
}

/* One of the options that belong to a position. */
static cw_status choose(const json_t *request, cw_game **game, cw_error *error) {
    const char *name = cw_request_text(request, "option"), *value = cw_request_text(request, "value");
    const char *const *known = (*game)->type->setup->options;
    while (*known != NULL && strcmp(*known, name) != 0)
        known++;
    if (*known == NULL || value == NULL)
        return cw_fail(error, CW_BAD_INPUT, "'%.60s' is no option of a position with a value", name);
    cw_options options = (*game)->options;
    cw_text settings = {0};
    cw_status status = cw_options_set(&options, (*game)->type->name, name, value, error);
    cw_options_print(&options, &settings);
    if (status == CW_OK)
        status = replace_game(game, cw_text_string(&settings), error);
    cw_text_free(&settings);
    return status;
}

static cw_status change(const json_t *request, cw_game **game, cw_error *error) {
    if (cw_request_integer(request, "clear", 0) != 0)
        return clear(game, error);
    if (cw_request_text(request, "option") != NULL)
        return choose(request, game, error);
    if (json_object_get(request, "q") != NULL && json_object_get(request, "r") != NULL)
        return put(request, game, error);
    return CW_OK;
}

/* ---- The answer ---- */

static json_t *view_options(const cw_game *game) {
    json_t *object = json_object();
    for (const char *const *name = game->type->setup->options; *name != NULL; name++) {
        const cw_option_value *value = cw_options_value(&game->options, *name);
        json_object_set_new(object, *name, json_string(cw_options_text_of(&game->options, value)));
    }
    return object;
}

static cw_status show(const cw_game *game, json_t *answer, cw_error *error) {
    cw_state *state = cw_game_alloc_states(game, 1);
    if (state == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
    game->type->start(game, state);
    cw_view_game(answer, game);
    json_object_set_new(answer, "options", view_options(game));
    json_object_set_new(answer, "scene", cw_view_scene(game, state));
    json_object_set_new(answer, "to_decide", cw_view_seat_number(game->type->to_decide(game, state)));
    free(state);
    return CW_OK;
}

cw_status cw_do_set_up(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_game *game = NULL;
    cw_status status = begin(session, request, &game, error);
    if (status == CW_OK)
        status = change(request, &game, error);
    if (status == CW_OK)
        status = show(game, answer, error);
    cw_game_destroy(game);
    return status;
}
