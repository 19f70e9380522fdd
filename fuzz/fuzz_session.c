/* Messages of the page, one a line, as they come over a WebSocket. Each gets one answer of the right form,
 * and thought that is started is run to its end. */
#include <jansson.h>

#include "fuzz.h"
#include "protocol/session/hub.h"

enum { TASKS_MAX = 4 };

/* A host that thinks at once, briefly, and keeps nothing. */
typedef struct fuzz_host {
    double now;
    uint64_t random;
    cw_task *task;
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

static void think(fuzz_host *host, cw_hub *hub) {
    for (int i = 0; i < TASKS_MAX && host->task != NULL; i++) {
        cw_task *task = host->task;
        host->task = NULL;
        cw_hub_place(hub, task, 0);
        cw_task_run(task);
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
        .start = start};
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
        cw_hub_tick(hub);
        line = end != NULL ? end + 1 : NULL;
    }
    free(lines);
    cw_hub_leave(hub, &link);
    cw_hub_stop(hub);
    while (self.task != NULL)
        think(&self, hub);
    cw_hub_destroy(hub);
    return 0;
}
