/* Messages of the page, one a line, as they come over a WebSocket. Each gets one answer of the right form,
 * and thought that is started is run to its end. */
#include <jansson.h>
#include <math.h>

#include "fuzz.h"
#include "protocol/session/hub.h"

enum { TASKS_MAX = 4 };

/* A host that thinks at once, briefly, and keeps the game that was written last. */
typedef struct fuzz_host {
    double now;
    uint64_t random;
    cw_task *task;
    int64_t kept; /* 0: none */
    int plies;
    cw_text session, game, record, sentence;
} fuzz_host;

static double now(void *payload) {
    return ((fuzz_host *)payload)->now += 0.01;
}

static uint64_t random_bits(void *payload) {
    return cw_mix(++((fuzz_host *)payload)->random);
}

static void tell(void *payload, cw_link *link, const char *text, size_t length) {
    (void)payload, (void)link;
    json_t *event = json_loadb(text, length, 0, NULL);
    fuzz_check(json_is_string(json_object_get(event, "event")), "an event has a name");
    json_decref(event);
}

static void start(void *payload, cw_task *task) {
    fuzz_host *host = payload;
    fuzz_check(host->task == NULL, "a session has one thought at a time");
    host->task = task;
    cw_flag_raise(&task->stop);
}

static void set_text(cw_text *text, const char *value) {
    cw_text_clear(text);
    cw_text_append(text, value);
}

static void keep(void *payload, const cw_kept_game *game) {
    fuzz_host *host = payload;
    host->kept = game->id;
    host->plies = game->plies;
    set_text(&host->session, game->session);
    set_text(&host->game, game->game);
    set_text(&host->record, game->record);
    set_text(&host->sentence, game->sentence);
}

static void read_kept(const fuzz_host *host, cw_kept_reader *each, void *reader) {
    cw_kept_game game = {.id = host->kept,
                         .session = cw_text_string(&host->session),
                         .game = cw_text_string(&host->game),
                         .record = cw_text_string(&host->record),
                         .plies = host->plies,
                         .sentence = cw_text_string(&host->sentence),
                         .changed = "2026-05-01T12:00:00Z"};
    if (host->kept != 0)
        each(&game, reader);
}

/* Whatever number is asked for, it is the one game: a fuzzer cannot guess. */
static cw_status find(void *payload, int64_t id, cw_kept_reader *each, void *reader, cw_error *error) {
    (void)id, (void)error;
    read_kept(payload, each, reader);
    return CW_OK;
}

static cw_status find_session(void *payload, const char *session, cw_kept_reader *each, void *reader,
                              cw_error *error) {
    (void)session, (void)error;
    read_kept(payload, each, reader);
    return CW_OK;
}

static cw_status list(void *payload, int64_t before, int limit, cw_kept_reader *each, void *reader,
                      cw_error *error) {
    (void)before, (void)limit, (void)error;
    read_kept(payload, each, reader);
    return CW_OK;
}

static cw_status forget(void *payload, int64_t id, cw_error *error) {
    (void)id, (void)error;
    ((fuzz_host *)payload)->kept = 0;
    return CW_OK;
}

static void free_host(fuzz_host *host) {
    cw_text *texts[] = {&host->session, &host->game, &host->record, &host->sentence};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        cw_text_free(texts[i]);
}

/* A laboratory in which nothing can be played. */
static cw_desk *open_desk(void) {
    cw_desk *desk = NULL;
    cw_error error = {0};
    fuzz_check(cw_desk_open(&(cw_desk_plan){.at_once = 1, .is_eager = true}, &desk, &error) == CW_OK,
               error.message);
    return desk;
}

static void think(fuzz_host *host, cw_hub *hub) {
    for (int i = 0; i < TASKS_MAX && host->task != NULL; i++) {
        cw_task *task = host->task;
        host->task = NULL;
        cw_hub_place(hub, task, 0);
        cw_task_run(task);
        cw_hub_news(hub, task);
        cw_hub_finish(hub, task);
    }
}

static void check_answer(const cw_text *answer) {
    json_t *object = json_loads(cw_text_string(answer), 0, NULL);
    fuzz_check(json_is_object(object), "an answer is a JSON object");
    bool is_answer =
        json_is_integer(json_object_get(object, "id")) && json_is_boolean(json_object_get(object, "ok"));
    bool is_refusal = json_is_false(json_object_get(object, "ok"));
    const char *error = json_string_value(json_object_get(object, "error"));
    fuzz_check(is_answer || json_is_string(json_object_get(object, "event")), "it has an id, or is an event");
    fuzz_check((error != NULL) == (is_refusal || !is_answer), "only a refusal has an error");
    fuzz_check(error == NULL || (error[0] != '\0' && strchr(error, '\n') == NULL), "which is one line");
    json_decref(object);
}

static void say(cw_hub *hub, cw_link *link, const char *line) {
    cw_text answer = {0};
    cw_hub_receive(hub, link, line, strlen(line), &answer);
    check_answer(&answer);
    cw_text_free(&answer);
}

/* Somebody who was forgotten asks for the kept game. */
static void come_back(cw_hub *hub, fuzz_host *host) {
    cw_link link = {0};
    char line[128];
    snprintf(line, sizeof line, "{\"id\": 1, \"do\": \"hello\", \"session\": \"%.32s\"}",
             host->kept != 0 ? cw_text_string(&host->session) : "");
    say(hub, &link, line);
    think(host, hub);
    cw_hub_leave(hub, &link);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_host self = {.now = 1};
    cw_hub_host host = {
        .payload = &self,
        .bounds =
            {.most = {[CW_RESOURCE_SECONDS] = 0.01, [CW_RESOURCE_THREADS] = 1, [CW_RESOURCE_MEMORY] = 2}},
        .grace_seconds = 10,
        .forget_seconds = 100,
        .now = now,
        .random = random_bits,
        .tell = tell,
        .start = start,
        .keep = keep,
        .forget = forget,
        .find = find,
        .find_session = find_session,
        .list = list,
        .memory_max = 1,
        .desk = open_desk()};
    cw_link link = {0};
    cw_hub *hub = cw_hub_create(&host);
    char *lines = fuzz_string(data, size);
    say(hub, &link, "{\"id\": 0, \"do\": \"hello\"}");
    for (char *line = lines; line != NULL;) {
        char *end = strchr(line, '\n');
        if (end != NULL)
            *end = '\0';
        say(hub, &link, line);
        think(&self, hub);
        self.now = fmax(self.now, fmin(cw_hub_due(hub), self.now + 1));
        cw_hub_tick(hub);
        line = end != NULL ? end + 1 : NULL;
    }
    free(lines);
    cw_hub_leave(hub, &link);
    self.now += host.forget_seconds + 1;
    cw_hub_tick(hub);
    fuzz_check(cw_hub_sessions(hub) == 0 || self.task != NULL, "a session without connections is forgotten");
    come_back(hub, &self);
    cw_hub_stop(hub);
    while (self.task != NULL)
        think(&self, hub);
    cw_hub_destroy(hub);
    cw_desk_close(host.desk);
    free_host(&self);
    return 0;
}
