/* The session protocol without sockets: a host that tests talk through. Every answer and event must have the form that
 * the schema gives it. */
#ifndef CW_TESTS_SESSION_HOST_H
#define CW_TESTS_SESSION_HOST_H

#include "harness.h"
#include "protocol/session/hub.h"
#include "schema.h"

/* A host that thinks only when it is told to, with a clock that only goes when it is told to. */
typedef struct desk {
    cw_hub *hub;
    cw_link link, other;
    double now;
    uint64_t random;
    cw_task *waiting[8];
    int waiting_count;
    json_t *events;       /* that the link was told */
    json_t *other_events; /* that the other link was told */
    json_t *schema;
    cw_desk *laboratory;
    int sessions_max; /* 0: as many as a server bears */
    /* One kept game, the latest. */
    cw_kept_game kept;
    char kept_session[64], kept_spec[64], kept_sentence[256];
    cw_text kept_record;
    int id;
} desk;

enum { MEMORY_MAX = 24 << 20 };

static inline double desk_now(void *payload) {
    return ((desk *)payload)->now;
}

static inline uint64_t desk_random(void *payload) {
    return cw_mix(++((desk *)payload)->random);
}

static inline void check_form(const desk *self, const char *definition, const json_t *value) {
    schema_check check = {.definitions = json_object_get(self->schema, "definitions")};
    const json_t *rule = json_object_get(check.definitions, definition);
    assert_non_null(rule);
    if (!schema_fits(&check, rule, value, definition))
        fail_msg("%s", check.fault);
}

static inline void desk_tell(void *payload, cw_link *link, const char *text, size_t length) {
    desk *self = payload;
    json_t *event = json_loadb(text, length, 0, NULL);
    char definition[64];
    assert_non_null(event);
    snprintf(definition, sizeof definition, "event_%s", json_string_value(json_object_get(event, "event")));
    check_form(self, definition, event);
    json_array_append_new(link == &self->link ? self->events : self->other_events, event);
}

static inline void desk_start(void *payload, cw_task *task) {
    desk *self = payload;
    assert_true(self->waiting_count < 8);
    self->waiting[self->waiting_count++] = task;
}

static inline void desk_keep(void *payload, const cw_kept_game *game) {
    desk *self = payload;
    cw_text_clear(&self->kept_record);
    cw_text_append(&self->kept_record, game->record);
    snprintf(self->kept_session, sizeof self->kept_session, "%s", game->session);
    snprintf(self->kept_spec, sizeof self->kept_spec, "%s", game->game);
    snprintf(self->kept_sentence, sizeof self->kept_sentence, "%s", game->sentence);
    self->kept = *game;
    self->kept.session = self->kept_session;
    self->kept.game = self->kept_spec;
    self->kept.sentence = self->kept_sentence;
    self->kept.record = cw_text_string(&self->kept_record);
    self->kept.changed = "2026-05-01T12:00:00Z";
}

static inline cw_status desk_find(void *payload, int64_t id, cw_kept_reader *each, void *reader,
                                  cw_error *error) {
    desk *self = payload;
    (void)error;
    if (self->kept.id == id)
        each(&self->kept, reader);
    return CW_OK;
}

static inline cw_status desk_find_session(void *payload, const char *session, cw_kept_reader *each,
                                          void *reader, cw_error *error) {
    desk *self = payload;
    (void)error;
    if (self->kept.id != 0 && strcmp(session, self->kept.session) == 0)
        each(&self->kept, reader);
    return CW_OK;
}

static inline cw_status desk_list(void *payload, int64_t before, int limit, cw_kept_reader *each,
                                  void *reader, cw_error *error) {
    desk *self = payload;
    (void)before, (void)limit, (void)error;
    if (self->kept.id != 0)
        each(&self->kept, reader);
    return CW_OK;
}

static inline cw_status desk_forget(void *payload, int64_t id, cw_error *error) {
    desk *self = payload;
    (void)error;
    if (self->kept.id == id)
        self->kept.id = 0;
    return CW_OK;
}

static inline void open_hub(desk *self) {
    cw_hub_host host = {
        .payload = self,
        .bounds = {.most = {[CW_RESOURCE_SECONDS] = 5, [CW_RESOURCE_THREADS] = 1, [CW_RESOURCE_MEMORY] = 16}},
        .memory_max = MEMORY_MAX,
        .sessions_max = self->sessions_max,
        .grace_seconds = 10,
        .forget_seconds = 100,
        .now = desk_now,
        .random = desk_random,
        .tell = desk_tell,
        .start = desk_start,
        .keep = desk_keep,
        .forget = desk_forget,
        .find = desk_find,
        .find_session = desk_find_session,
        .list = desk_list,
        .desk = self->laboratory};
    self->hub = cw_hub_create(&host);
    assert_non_null(self->hub);
    self->link = self->other = (cw_link){0};
}

static inline int set_up(void **state) {
    static desk self;
    self = (desk){.now = 1000, .events = json_array(), .other_events = json_array()};
    self.schema = json_load_file("docs/session-protocol.schema.json", 0, NULL);
    assert_non_null(self.schema);
    open_hub(&self);
    *state = &self;
    return 0;
}

/* Lets the oldest task think and end. */
static inline bool run_task(desk *self) {
    if (self->waiting_count == 0)
        return false;
    cw_task *task = self->waiting[0];
    self->waiting_count--;
    memmove(self->waiting, self->waiting + 1, sizeof self->waiting[0] * (size_t)self->waiting_count);
    cw_hub_place(self->hub, task, 0);
    cw_task_run(task);
    cw_hub_news(self->hub, task);
    cw_hub_finish(self->hub, task);
    return true;
}

static inline int tear_down(void **state) {
    desk *self = *state;
    cw_hub_stop(self->hub);
    while (run_task(self))
        continue;
    cw_hub_leave(self->hub, &self->link);
    cw_hub_leave(self->hub, &self->other);
    cw_hub_destroy(self->hub);
    json_decref(self->events);
    json_decref(self->other_events);
    json_decref(self->schema);
    cw_text_free(&self->kept_record);
    return 0;
}

static inline json_t *say_text(desk *self, cw_link *link, const char *text) {
    cw_text answer = {0};
    cw_hub_receive(self->hub, link, text, strlen(text), &answer);
    json_t *object = json_loads(cw_text_string(&answer), 0, NULL);
    if (object == NULL)
        fail_msg("not JSON: %s", cw_text_string(&answer));
    cw_text_free(&answer);
    return object;
}

/* Says a request, given as JSON with ' for ", and checks the form of request and answer. */
static inline json_t *say_by(desk *self, cw_link *link, const char *fields) {
    char text[4096], definition[64];
    snprintf(text, sizeof text, "{'id': %d, %s}", ++self->id, fields);
    for (char *quote = text; (quote = strchr(quote, '\'')) != NULL;)
        *quote = '"';
    json_t *request = json_loads(text, 0, NULL);
    assert_non_null(request);
    check_form(self, "request", request);
    json_t *answer = say_text(self, link, text);
    bool is_ok = json_is_true(json_object_get(answer, "ok"));
    snprintf(definition, sizeof definition, "answer_%s", json_string_value(json_object_get(request, "do")));
    check_form(self, is_ok ? definition : "refusal", answer);
    assert_int_equal(json_integer_value(json_object_get(answer, "id")), self->id);
    json_decref(request);
    return answer;
}

static inline json_t *say(desk *self, const char *fields) {
    json_t *answer = say_by(self, &self->link, fields);
    if (!json_is_true(json_object_get(answer, "ok")))
        fail_msg("%s: %s", fields, json_string_value(json_object_get(answer, "error")));
    return answer;
}

/* Says a request and returns its table, to be released. */
static inline json_t *say_table(desk *self, const char *fields) {
    json_t *answer = say(self, fields), *table = json_incref(json_object_get(answer, "table"));
    json_decref(answer);
    return table;
}

static inline void must(desk *self, const char *fields) {
    json_decref(say(self, fields));
}

static inline void assert_refused(desk *self, const char *fields, const char *words) {
    json_t *answer = say_by(self, &self->link, fields);
    const char *error = json_string_value(json_object_get(answer, "error"));
    if (error == NULL || strstr(error, words) == NULL)
        fail_msg("%s: '%s' does not say '%s'", fields, error != NULL ? error : "(accepted)", words);
    json_decref(answer);
}

static inline json_int_t number_of(const json_t *object, const char *key) {
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static inline const json_t *last_event(const desk *self, const char *name) {
    for (size_t i = json_array_size(self->events); i-- > 0;) {
        const json_t *event = json_array_get(self->events, i);
        if (strcmp(json_string_value(json_object_get(event, "event")), name) == 0)
            return event;
    }
    return NULL;
}

/* The answer to a request, which `heard` keeps. */
static inline const json_t *hear(json_t *heard, desk *self, const char *fields) {
    json_t *answer = say(self, fields);
    json_array_append_new(heard, answer);
    return answer;
}

/* A test with a host of its own. */
#define SESSION_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

#endif
