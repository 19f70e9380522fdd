/* Requests about the laboratory: experiments, work in the background, the store's games. The desk
 * (lab/desk.h) does all of it. */
#include <stdlib.h>
#include <string.h>

#include "lab/desk.h"
#include "protocol/session/commands.h"
#include "protocol/session/records.h"
#include "protocol/session/request.h"
#include "protocol/session/views.h"

static cw_status find_desk(const cw_session *session, cw_desk **desk, cw_error *error) {
    *desk = session->hub->host.desk;
    return *desk != NULL ? CW_OK : cw_fail(error, CW_UNSUPPORTED, "there is no laboratory here");
}

cw_status cw_do_experiments(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request;
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    if (status == CW_OK)
        json_object_set_new(answer, "experiments", cw_desk_experiments(desk));
    return status;
}

cw_status cw_do_experiment(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    return status == CW_OK ? cw_desk_experiment(desk, cw_request_text(request, "name"), answer, error)
                           : status;
}

cw_status cw_do_proofread(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    if (status == CW_OK)
        cw_desk_check(desk, cw_request_text(request, "text"), answer);
    return status;
}

cw_status cw_do_write(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)answer;
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    return status == CW_OK ? cw_desk_write(desk, cw_request_text(request, "name"),
                                           cw_request_text(request, "text"), error)
                           : status;
}

cw_status cw_do_erase(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)answer;
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    return status == CW_OK ? cw_desk_erase(desk, cw_request_text(request, "name"), error) : status;
}

cw_status cw_do_run(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    return status == CW_OK ? cw_desk_run(desk, cw_request_text(request, "name"),
                                         cw_request_number(request, "scale", 1), answer, error)
                           : status;
}

cw_status cw_do_match(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const char *players[CW_COMMAND_PLAYERS_MAX];
    const json_t *elo0 = json_object_get(request, "elo0"), *elo1 = json_object_get(request, "elo1");
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    if (status == CW_OK && (elo0 == NULL) != (elo1 == NULL))
        status = cw_fail(error, CW_BAD_INPUT, "a test needs both elo0 and elo1");
    if (status != CW_OK)
        return status;
    const cw_desk_match match = {.game = cw_request_text(request, "game"),
                                 .players = players,
                                 .player_count =
                                     cw_request_texts(request, "players", players, CW_COMMAND_PLAYERS_MAX),
                                 .games = cw_request_integer(request, "games", 0),
                                 .test = elo0 != NULL,
                                 .elo0 = cw_request_number(request, "elo0", 0),
                                 .elo1 = cw_request_number(request, "elo1", 0)};
    return cw_desk_play(desk, &match, answer, error);
}

cw_status cw_do_works(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request;
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    if (status == CW_OK)
        json_object_set_new(answer, "works", cw_desk_works(desk));
    return status;
}

cw_status cw_do_proceed(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)answer;
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    return status == CW_OK ? cw_desk_resume(desk, cw_request_integer(request, "work", 0), error) : status;
}

cw_status cw_do_halt(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)answer;
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    return status == CW_OK ? cw_desk_stop(desk, cw_request_integer(request, "work", 0), error) : status;
}

/* ---- The store ---- */

cw_status cw_do_runs(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    (void)request;
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    return status == CW_OK ? cw_desk_runs(desk, answer, error) : status;
}

cw_status cw_do_stored(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    const cw_desk_filter filter = {.run = cw_request_integer(request, "run", 0),
                                   .game = cw_request_text(request, "game"),
                                   .winner = (int)cw_request_integer(request, "winner", -1),
                                   .offset = cw_request_integer(request, "offset", 0),
                                   .limit = (int)cw_request_integer(request, "limit", CW_DESK_PAGE_MAX)};
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    return status == CW_OK ? cw_desk_games(desk, &filter, answer, error) : status;
}

/* A stored game on the table: with those who played it where they may sit here and the game is over, so that
 * nobody goes on playing it; else with persons. */
static cw_status seat_record(cw_session *session, const char *text, cw_table **table, cw_error *error) {
    const cw_hub_host *host = &session->hub->host;
    cw_table_plan plan = {.seed = host->random(host->payload), .bounds = &host->bounds};
    if (cw_table_load(text, 1, &plan, table, NULL) == CW_OK && cw_table_to_decide(*table) == CW_NOBODY)
        return CW_OK;
    cw_table_destroy(*table);
    *table = NULL;
    const char *const persons[CW_PLAYERS_MAX] = {"human", "human", "human", "human"};
    plan.seats = persons;
    json_t *record = json_loads(text, 0, NULL);
    plan.seat_count = (int)json_array_size(json_object_get(record, "players"));
    json_decref(record);
    return cw_table_load(text, 1, &plan, table, error);
}

cw_status cw_do_replay(cw_session *session, const json_t *request, json_t *answer, cw_error *error) {
    json_t *record = NULL;
    cw_table *table = NULL;
    cw_desk *desk;
    cw_status status = find_desk(session, &desk, error);
    if (status == CW_OK)
        status = cw_desk_game(desk, cw_request_integer(request, "run", 0),
                              cw_request_integer(request, "number", 0), &record, error);
    if (status != CW_OK)
        return status;
    char *text = json_dumps(record, JSON_COMPACT);
    json_decref(record);
    status = text != NULL ? seat_record(session, text, &table, error)
                          : cw_fail(error, CW_NO_MEMORY, "out of memory for a game");
    free(text);
    return status == CW_OK ? cw_command_begin(session, table, answer) : status;
}
