#include "protocol/session/hub.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/version.h"
#include "protocol/session/records.h"
#include "protocol/session/request.h"
#include "protocol/session/session.h"

enum { SESSIONS_MAX = 1000, PROTOCOL = 1, LINKS_MAX = 8 };
static const size_t memory_max = (size_t)256 << 20;

cw_hub *cw_hub_create(const cw_hub_host *host) {
    cw_hub *hub = calloc(1, sizeof *hub);
    if (hub == NULL)
        return NULL;
    hub->host = *host;
    if (hub->host.sessions_max == 0)
        hub->host.sessions_max = SESSIONS_MAX;
    if (hub->host.memory_max == 0)
        hub->host.memory_max = memory_max;
    hub->games = cw_session_games();
    return hub;
}

void cw_hub_destroy(cw_hub *hub) {
    if (hub == NULL)
        return;
    for (cw_session *session = hub->sessions, *next; session != NULL; session = next) {
        next = session->next;
        cw_session_destroy(session);
    }
    json_decref(hub->games);
    free(hub);
}

int cw_hub_sessions(const cw_hub *hub) {
    return hub->session_count;
}

/* ---- Sessions ---- */

static cw_session *find_session(const cw_hub *hub, const char *token) {
    for (cw_session *session = hub->sessions; session != NULL; session = session->next) {
        if (strcmp(session->token, token) == 0)
            return session;
    }
    return NULL;
}

static void remove_session(cw_hub *hub, cw_session *session) {
    cw_session **place = &hub->sessions;
    while (*place != session)
        place = &(*place)->next;
    *place = session->next;
    hub->session_count--;
    cw_session_destroy(session);
}

/* Makes room by forgetting the session that nobody has used for longest. */
static bool make_room(cw_hub *hub) {
    cw_session *oldest = NULL;
    if (hub->session_count < hub->host.sessions_max)
        return true;
    for (cw_session *session = hub->sessions; session != NULL; session = session->next) {
        bool is_free = session->links == NULL && session->task == NULL;
        if (is_free && (oldest == NULL || session->active < oldest->active))
            oldest = session;
    }
    if (oldest != NULL)
        remove_session(hub, oldest);
    return oldest != NULL;
}

static cw_status open_session(cw_hub *hub, const char *token, cw_session **session, cw_error *error) {
    char fresh[CW_TOKEN_LENGTH + 1];
    const cw_hub_host *host = &hub->host;
    if (!make_room(hub))
        return cw_fail(error, CW_UNSUPPORTED, "there are too many sessions, come back later");
    snprintf(fresh, sizeof fresh, "%016" PRIx64 "%016" PRIx64, host->random(host->payload),
             host->random(host->payload));
    *session = cw_session_create(hub, token != NULL ? token : fresh);
    if (*session == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a session");
    (*session)->next = hub->sessions;
    hub->sessions = *session;
    hub->session_count++;
    return CW_OK;
}

/* A session that the store remembers. */
typedef struct remembered {
    cw_text record;
    int64_t kept;
} remembered;

static bool remember(const cw_kept_game *kept, void *payload) {
    remembered *self = payload;
    cw_text_append(&self->record, kept->record);
    self->kept = kept->id;
    return false;
}

static bool is_token(const char *token) {
    return token != NULL && strlen(token) == CW_TOKEN_LENGTH &&
           strspn(token, "0123456789abcdef") == CW_TOKEN_LENGTH;
}

/* Opens a session again from its kept game; *session stays NULL where there is none. */
static cw_status revive_session(cw_hub *hub, const char *token, cw_session **session, cw_error *error) {
    const cw_hub_host *host = &hub->host;
    remembered self = {{0}, 0};
    cw_table *table = NULL;
    if (host->find_session == NULL)
        return CW_OK;
    cw_status status = host->find_session(host->payload, token, remember, &self, error);
    cw_table_plan plan = {.seed = host->random(host->payload), .bounds = &host->bounds};
    bool is_read = status == CW_OK && self.record.length > 0 &&
                   cw_table_load(cw_text_string(&self.record), 1, &plan, &table, NULL) == CW_OK;
    cw_text_free(&self.record);
    if (!is_read)
        return status;
    status = open_session(hub, token, session, error);
    if (status != CW_OK) {
        cw_table_destroy(table);
        return status;
    }
    table->kept = self.kept;
    cw_session_take_table(*session, table);
    return CW_OK;
}

/* ---- Links ---- */

void cw_hub_leave(cw_hub *hub, cw_link *link) {
    cw_session *session = link->session;
    if (session == NULL)
        return;
    cw_link **place = &session->links;
    while (*place != link)
        place = &(*place)->next;
    *place = link->next;
    link->session = NULL;
    link->next = NULL;
    session->left_at = session->active = hub->host.now(hub->host.payload);
}

static cw_status join(cw_hub *hub, cw_link *link, cw_session *session, cw_error *error) {
    int count = 0;
    for (const cw_link *other = session->links; other != NULL; other = other->next)
        count++;
    if (count >= LINKS_MAX)
        return cw_fail(error, CW_UNSUPPORTED, "this table is open in %d places already", count);
    cw_hub_leave(hub, link);
    if (session->links == NULL)
        cw_session_end_study(session); /* nobody knows of it any more */
    link->session = session;
    link->next = session->links;
    session->links = link;
    session->is_absent = false;
    session->active = hub->host.now(hub->host.payload);
    cw_session_proceed(session);
    return CW_OK;
}

static void say_hello(const cw_hub *hub, const cw_session *session, bool resumed, json_t *answer) {
    const double *most = hub->host.bounds.most;
    json_object_set_new(answer, "session", json_string(session->token));
    json_object_set_new(answer, "resumed", json_boolean(resumed));
    json_object_set_new(answer, "protocol", json_integer(PROTOCOL));
    json_object_set_new(answer, "version", json_string(cw_version()));
    json_object_set(answer, "games", hub->games);
    json_object_set_new(answer, "levels", json_integer(CW_TABLE_LEVELS));
    json_object_set_new(answer, "bounds",
                        json_pack("{s:f, s:i, s:i}", "seconds", most[CW_RESOURCE_SECONDS], "threads",
                                  (int)most[CW_RESOURCE_THREADS], "memory", (int)most[CW_RESOURCE_MEMORY]));
    json_object_set_new(answer, "table", cw_session_view(session));
}

static cw_status do_hello(cw_hub *hub, cw_link *link, const json_t *request, json_t *answer,
                          cw_error *error) {
    static const cw_field fields[] = {{.name = "session", .type = CW_FIELD_TEXT}, {.name = NULL}};
    cw_status status = cw_request_check(request, fields, error);
    if (status != CW_OK)
        return status;
    const char *token = cw_request_text(request, "session");
    cw_session *session = is_token(token) ? find_session(hub, token) : NULL;
    if (session == NULL && is_token(token))
        status = revive_session(hub, token, &session, error);
    bool resumed = session != NULL;
    if (status == CW_OK && session == NULL)
        status = open_session(hub, NULL, &session, error);
    if (status == CW_OK)
        status = join(hub, link, session, error);
    if (status == CW_OK)
        say_hello(hub, session, resumed, answer);
    return status;
}

static cw_status answer_request(cw_hub *hub, cw_link *link, const json_t *request, json_t *answer,
                                cw_error *error) {
    const char *wanted = cw_request_text(request, "do");
    if (strcmp(wanted, "hello") == 0)
        return do_hello(hub, link, request, answer, error);
    if (link->session == NULL)
        return cw_fail(error, CW_ILLEGAL, "say hello first");
    link->session->active = hub->host.now(hub->host.payload);
    return cw_session_answer(link->session, wanted, request, answer, error);
}

void cw_hub_receive(cw_hub *hub, cw_link *link, const char *text, size_t length, cw_text *answer) {
    cw_error error = {0};
    json_t *request = NULL, *object = json_object();
    int64_t id;
    hub->asking = link;
    cw_status status = cw_request_read(text, length, &request, &id, &error);
    if (id >= 0)
        json_object_set_new(object, "id", json_integer(id));
    if (id >= 0)
        json_object_set_new(object, "ok", json_true());
    if (status == CW_OK)
        status = answer_request(hub, link, request, object, &error);
    if (status != CW_OK) {
        json_object_clear(object);
        json_object_set_new(object, id >= 0 ? "id" : "event",
                            id >= 0 ? json_integer(id) : json_string("error"));
        if (id >= 0)
            json_object_set_new(object, "ok", json_false());
        json_object_set_new(object, "error", json_string(error.message));
    }
    hub->asking = NULL;
    char *dump = json_dumps(object, JSON_COMPACT | JSON_REAL_PRECISION(9));
    cw_text_append(answer, dump != NULL ? dump : "{\"event\":\"error\",\"error\":\"out of memory\"}");
    free(dump);
    json_decref(object);
    json_decref(request);
}

/* ---- Thought ---- */

size_t cw_hub_memory(const cw_hub *hub) {
    size_t sum = 0;
    for (const cw_session *session = hub->sessions; session != NULL; session = session->next)
        sum += cw_session_memory(session);
    return sum;
}

/* The session whose players have waited for longest, of those that hold memory; NULL: none does. */
static cw_session *find_longest_waiting(const cw_hub *hub) {
    cw_session *oldest = NULL;
    for (cw_session *session = hub->sessions; session != NULL; session = session->next) {
        if (cw_session_memory(session) > 0 && (oldest == NULL || session->active < oldest->active))
            oldest = session;
    }
    return oldest;
}

/* Players give back what they remember, until all fits. */
static void give_back_memory(cw_hub *hub) {
    cw_session *oldest;
    while (cw_hub_memory(hub) > hub->host.memory_max && (oldest = find_longest_waiting(hub)) != NULL)
        cw_session_release_players(oldest);
}

void cw_hub_place(cw_hub *hub, cw_task *task, int place) {
    (void)hub;
    cw_session_place(task->session, task, place);
}

void cw_hub_news(cw_hub *hub, cw_task *task) {
    (void)hub;
    cw_session_news(task->session, task);
}

void cw_hub_finish(cw_hub *hub, cw_task *task) {
    cw_session_finish(task->session, task);
    give_back_memory(hub);
}

void cw_hub_stop(cw_hub *hub) {
    for (cw_session *session = hub->sessions; session != NULL; session = session->next) {
        session->is_absent = true;
        for (int kind = CW_TASK_MOVE; kind <= CW_TASK_ANALYSIS; kind++)
            cw_session_dismiss(session, (cw_task_kind)kind);
        session->wants_hint = false;
    }
}

/* ---- Time ---- */

double cw_hub_due(const cw_hub *hub) {
    double due = INFINITY;
    for (const cw_session *session = hub->sessions; session != NULL; session = session->next)
        due = fmin(due, cw_session_due(session));
    return due;
}

void cw_hub_tick(cw_hub *hub) {
    double now = hub->host.now(hub->host.payload);
    for (cw_session *session = hub->sessions, *next; session != NULL; session = next) {
        next = session->next;
        cw_session_tick(session, now);
        bool is_forgotten = session->links == NULL && session->is_absent && session->task == NULL &&
                            now >= session->left_at + hub->host.forget_seconds;
        if (is_forgotten)
            remove_session(hub, session);
    }
}
