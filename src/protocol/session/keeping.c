/* Requests about records and kept games. */
#include <stdio.h>
#include <string.h>

#include "protocol/session/commands.h"
#include "protocol/session/records.h"
#include "protocol/session/request.h"
#include "protocol/session/views.h"

cw_status cw_do_save(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request, (void)error;
    json_object_set_new(answer, "record", cw_view_record(session->table));
    json_object_set_new(answer, "texts", cw_table_texts(session->table));
    return CW_OK;
}

cw_status cw_do_load(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const char *seats[CW_PLAYERS_MAX];
    cw_table_plan plan = cw_command_plan(session, request, seats);
    cw_table *table = NULL;
    const char *text = cw_request_text(request, "text");
    int number = (int)cw_request_integer(request, "number", 1);
    cw_status status = cw_command_check_length(request, "text", CW_RECORD_TEXT_MAX, error);
    if (status == CW_OK)
        status = cw_table_load(text, number, &plan, &table, error);
    if (status != CW_OK)
        return status;
    if (table->left_out > 0)
        json_object_set_new(answer, "left_out", json_integer(table->left_out));
    int games = cw_document_count(text, strlen(text));
    if (games > 1)
        json_object_set_new(answer, "games", json_integer(games));
    return cw_command_begin(session, table, answer);
}

/* The list that `games` gives. */
typedef struct kept_list {
    json_t *games;
    int limit;
    bool more;
} kept_list;

static json_t *view_players(const char *record) {
    json_t *saved = json_loads(record, 0, NULL), *players = json_object_get(saved, "players");
    json_t *copy = json_is_array(players) ? json_incref(players) : json_array();
    json_decref(saved);
    return copy;
}

static bool list_kept(const cw_kept_game *kept, void *payload) {
    kept_list *list = payload;
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(kept->game, ":"), kept->game);
    const cw_game_type *type = cw_game_type_find(name);
    if ((int)json_array_size(list->games) == list->limit) {
        list->more = true;
        return false;
    }
    json_t *object = json_pack("{s:I, s:s, s:s, s:s, s:o, s:i, s:s}", "kept", (json_int_t)kept->id, "game",
                               kept->game, "name", name, "title", type != NULL ? type->title : name, "seats",
                               view_players(kept->record), "plies", kept->plies, "changed", kept->changed);
    if (object != NULL && kept->sentence[0] != '\0')
        json_object_set_new(object, "sentence", json_string(kept->sentence));
    json_array_append_new(list->games, object);
    return true;
}

static cw_status no_store(cw_error *error) {
    return cw_fail(error, CW_UNSUPPORTED, "no games are kept here");
}

cw_status cw_do_games(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const cw_hub_host *host = &session->hub->host;
    kept_list list = {.games = json_array(), .limit = (int)cw_request_integer(request, "limit", 50)};
    cw_status status = host->list != NULL
                           ? host->list(host->payload, cw_request_integer(request, "before", 0),
                                        list.limit + 1, list_kept, &list, error)
                           : no_store(error);
    if (status != CW_OK) {
        json_decref(list.games);
        return status;
    }
    json_object_set_new(answer, "games", list.games);
    json_object_set_new(answer, "more", json_boolean(list.more));
    return CW_OK;
}

static bool copy_record(const cw_kept_game *kept, void *payload) {
    cw_text_append(payload, kept->record);
    return false;
}

static bool is_open_elsewhere(const cw_session *session, int64_t kept) {
    for (const cw_session *other = session->hub->sessions; other != NULL; other = other->next) {
        if (other != session && other->table != NULL && other->table->kept == kept)
            return true;
    }
    return false;
}

cw_status cw_do_open(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const cw_hub_host *host = &session->hub->host;
    const char *seats[CW_PLAYERS_MAX];
    cw_table_plan plan = cw_command_plan(session, request, seats);
    int64_t kept = cw_request_integer(request, "kept", 0);
    cw_text record = {0};
    cw_table *table = NULL;
    cw_status status =
        host->find != NULL ? host->find(host->payload, kept, copy_record, &record, error) : no_store(error);
    if (status == CW_OK && record.length == 0)
        status = cw_fail(error, CW_BAD_INPUT, "there is no kept game %lld", (long long)kept);
    if (status == CW_OK)
        status = cw_table_load(cw_text_string(&record), 1, &plan, &table, error);
    cw_text_free(&record);
    if (status != CW_OK)
        return status;
    table->kept = is_open_elsewhere(session, kept) ? 0 : kept;
    return cw_command_begin(session, table, answer);
}

cw_status cw_do_forget(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)answer;
    const cw_hub_host *host = &session->hub->host;
    int64_t kept = cw_request_integer(request, "kept", 0);
    if (host->forget == NULL)
        return no_store(error);
    if (session->table != NULL && session->table->kept == kept)
        session->table->kept = 0;
    return host->forget(host->payload, kept, error);
}
