/* The server with its threads, over real sockets: the page, sessions, and people who mean no good. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "core/clock.h"
#include "harness.h"
#include "server/client.h"

typedef struct running {
    pid_t process;
    int port;
    int output; /* what it prints */
    char folder[64], store[96], host[64];
} running;

/* Starts the program with its output in a pipe; `port` NULL: the default. */
static void launch(running *self, const char *port) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    self->process = fork();
    if (self->process == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        const char *program = getenv("CAUSEWAY");
        execl(program, program, "serve", "--db", self->store, port != NULL ? "--port" : NULL, port, NULL);
        _exit(127);
    }
    close(ends[1]);
    self->output = ends[0];
}

/* Reads where it is; without an address its port is 0. */
static void hear_address(running *self) {
    char line[256] = "";
    for (size_t length = 0; length + 1 < sizeof line && strchr(line, '\n') == NULL;) {
        ssize_t count = read(self->output, line + length, sizeof line - 1 - length);
        if (count <= 0)
            break;
        length += (size_t)count;
        line[length] = '\0';
    }
    self->port = 0;
    if (sscanf(line, "Causeway is at http://127.0.0.1:%d/", &self->port) == 1)
        snprintf(self->host, sizeof self->host, "127.0.0.1:%d", self->port);
}

static void start(running *self, const char *port) {
    launch(self, port);
    hear_address(self);
}

/* Waits for the end; returns the exit code, or 1000 and the signal. */
static int await_end(running *self) {
    int status = 0;
    close(self->output);
    assert_int_equal(waitpid(self->process, &status, 0), self->process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int stop(running *self) {
    kill(self->process, SIGTERM);
    return await_end(self);
}

static int set_up(void **state) {
    running *self = calloc(1, sizeof *self);
    snprintf(self->folder, sizeof self->folder, "/tmp/causeway-server-XXXXXX");
    assert_non_null(mkdtemp(self->folder));
    snprintf(self->store, sizeof self->store, "%s/games.db", self->folder);
    start(self, NULL);
    assert_true(self->port > 0);
    *state = self;
    return 0;
}

static int tear_down(void **state) {
    running *self = *state;
    char command[128];
    if (self->process > 0)
        assert_int_equal(stop(self), 0);
    snprintf(command, sizeof command, "rm -rf %s", self->folder);
    assert_int_equal(system(command), 0);
    free(self);
    return 0;
}

static int must_open(const running *self) {
    int end = client_open(self->port, 200);
    assert_true(end >= 0);
    return end;
}

/* The answer to a request, which must be granted. */
static json_t *must(int end, int id, const char *fields) {
    json_t *answer = client_request(end, id, fields);
    assert_non_null(answer);
    if (!json_is_true(json_object_get(answer, "ok")))
        fail_msg("%s: %s", fields, json_string_value(json_object_get(answer, "error")));
    return answer;
}

static void assert_alive(const running *self) {
    int end = must_open(self);
    json_decref(must(end, 1, "\"do\": \"hello\""));
    close(end);
}

/* ---- Tests ---- */

static void the_page_is_served_with_a_strict_policy(void **state) {
    running *self = *state;
    char headers[4096];
    assert_int_equal(client_get(self->port, "/", self->host, headers, sizeof headers), 200);
    assert_non_null(strstr(headers, "content-security-policy: default-src 'none'; script-src 'self'"));
    assert_null(strstr(headers, "unsafe"));
    assert_non_null(strstr(headers, "x-content-type-options: nosniff"));
    assert_int_equal(client_get(self->port, "/index.html", self->host, headers, sizeof headers), 200);
}

static void only_the_page_is_served(void **state) {
    running *self = *state;
    static const char *const paths[] = {"/nothing",
                                        "/../../../../etc/passwd",
                                        "/%2e%2e/%2e%2e/etc/passwd",
                                        "/..%2f..%2fetc/passwd",
                                        "//etc/passwd",
                                        "/index.html/../../../etc/passwd",
                                        "/index.html%00.js",
                                        "/.git/config",
                                        "/session"};
    char headers[4096];
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        int status = client_get(self->port, paths[i], self->host, headers, sizeof headers);
        if (status == 200 || status == 101)
            fail_msg("%s is served", paths[i]);
    }
    assert_alive(self);
}

static void foreign_names_are_refused(void **state) {
    running *self = *state;
    char headers[4096];
    assert_int_equal(client_get(self->port, "/", "evil.example", headers, sizeof headers), 403);
    assert_int_equal(client_get(self->port, "/", "evil.example:8080", headers, sizeof headers), 403);
    int end = client_connect(self->port, 5);
    assert_int_not_equal(client_ask(end, "GET / HTTP/1.0\r\n\r\n", headers, sizeof headers), 200);
    close(end);
    end = client_connect(self->port, 5);
    char request[256];
    snprintf(request, sizeof request, "POST / HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\n\r\nhi",
             self->host);
    assert_int_equal(client_ask(end, request, headers, sizeof headers), 405);
    close(end);
}

static void foreign_pages_get_no_session(void **state) {
    running *self = *state;
    char own[80];
    snprintf(own, sizeof own, "http://%s", self->host);
    const struct {
        const char *path, *host, *origin, *protocol;
    } wrong[] = {{"/session", self->host, "http://evil.example", "causeway"},
                 {"/session", self->host, "null", "causeway"},
                 {"/session", self->host, "", "causeway"},
                 {"/session", "evil.example", "http://evil.example", "causeway"},
                 {"/session", self->host, own, "chat"},
                 {"/session", self->host, own, ""},
                 {"/elsewhere", self->host, own, "causeway"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int end = client_connect(self->port, 5);
        int status = client_upgrade(end, wrong[i].path, wrong[i].host, wrong[i].origin, wrong[i].protocol);
        if (status == 101)
            fail_msg("case %zu gets a session", i);
        close(end);
    }
    assert_alive(self);
}

static void a_game_is_played(void **state) {
    running *self = *state;
    int end = must_open(self);
    json_decref(must(end, 1, "\"do\": \"hello\""));
    json_decref(
        must(end, 2, "\"do\": \"new\", \"game\": \"hex:size=5\", \"seats\": [\"human\", \"level:1\"]"));
    json_decref(must(end, 3, "\"do\": \"move\", \"move\": \"c3\", \"ply\": 0"));
    json_t *event = client_await(end, "event", "table", 0);
    assert_non_null(event);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(event, "table"), "ply")), 2);
    json_decref(event);
    close(end);
}

/* Nothing but time makes the second move. */
static void engines_among_themselves_go_on(void **state) {
    running *self = *state;
    int end = must_open(self);
    json_decref(must(end, 1, "\"do\": \"hello\""));
    json_decref(must(end, 2,
                     "\"do\": \"new\", \"game\": \"hex:size=5\", \"seats\": [\"random\", \"random\"], "
                     "\"pace\": 0.2"));
    for (int ply = 1; ply <= 4; ply++) {
        json_t *event = client_await(end, "event", "table", 0);
        assert_non_null(event);
        assert_int_equal(json_integer_value(json_object_get(json_object_get(event, "table"), "ply")), ply);
        json_decref(event);
    }
    close(end);
}

static void messages_may_come_in_pieces(void **state) {
    running *self = *state;
    int end = must_open(self);
    const char text[] = "{\"id\": 1, \"do\": \"hello\"}";
    client_frame(end, FRAME_TEXT, false, text, 5);
    client_frame(end, FRAME_PING, true, "x", 1);
    client_frame(end, 0, false, text + 5, 7);
    client_frame(end, 0, true, text + 12, strlen(text) - 12);
    json_t *answer = client_await(end, "id", NULL, 1);
    assert_non_null(answer);
    json_decref(answer);
    close(end);
}

/* Hears until the server closes; the code it gives. A `bye` must have come before. */
static int hear_goodbye(int end) {
    bool has_bye = false;
    int code = 0;
    for (json_t *message; (message = client_hear(end, &code)) != NULL; json_decref(message)) {
        const char *event = json_string_value(json_object_get(message, "event"));
        has_bye = has_bye || (event != NULL && strcmp(event, "bye") == 0);
    }
    assert_true(has_bye);
    close(end);
    return code;
}

static void long_messages_end_the_connection(void **state) {
    running *self = *state;
    int end = must_open(self);
    size_t length = 300000;
    char *text = malloc(length);
    memset(text, ' ', length);
    client_frame(end, FRAME_TEXT, true, text, length);
    free(text);
    assert_int_equal(hear_goodbye(end), 1009);
    assert_alive(self);
}

static void bytes_that_are_no_text_end_the_connection(void **state) {
    running *self = *state;
    int end = must_open(self);
    client_frame(end, FRAME_BINARY, true, "abc", 3);
    assert_int_equal(hear_goodbye(end), 1003);
    assert_alive(self);
}

/* Many messages in one write: what would come after the server has closed makes the system throw its goodbye
 * away. */
static void flood(int end) {
    static const char text[] = "{\"id\": 1, \"do\": \"stop\"}";
    enum { COUNT = 1000, HEAD = 6, LENGTH = sizeof text - 1 };
    static unsigned char frames[COUNT][HEAD + LENGTH];
    for (int i = 0; i < COUNT; i++) {
        frames[i][0] = 0x80 | FRAME_TEXT;
        frames[i][1] = 0x80 | LENGTH;
        memcpy(frames[i] + HEAD, text, LENGTH);
    }
    assert_true(client_send(end, frames, sizeof frames));
}

static void floods_end_the_connection(void **state) {
    running *self = *state;
    int end = must_open(self);
    flood(end);
    assert_int_equal(hear_goodbye(end), 1008);
    assert_alive(self);
}

/* Connections that say nothing, half a request or nonsense do not keep others out. */
static void half_open_connections_are_borne(void **state) {
    running *self = *state;
    enum { COUNT = 60 };
    int ends[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ends[i] = client_connect(self->port, 5);
        if (i % 3 == 1)
            client_send(ends[i], "GET / HT", 8);
        if (i % 3 == 2)
            client_send(ends[i], "\x16\x03\x01\x02\x00\xff\xff\xff", 8);
    }
    assert_alive(self);
    for (int i = 0; i < COUNT; i++)
        close(ends[i]);
    assert_alive(self);
}

/* Who connects and never says hello is let go; who has said it may be silent. */
static void silent_connections_are_let_go(void **state) {
    running *self = *state;
    int opcode = FRAME_CLOSE, known = must_open(self), silent = client_open(self->port, 250);
    double begun = cw_clock_now();
    json_decref(must(known, 1, "\"do\": \"hello\""));
    char *frame = client_read_frame(silent, &opcode);
    assert_true(frame == NULL || opcode == FRAME_CLOSE);
    free(frame);
    close(silent);
    assert_true(cw_clock_now() - begun < 200); /* much sooner than the client's own patience ends */
    json_decref(must(known, 2, "\"do\": \"stop\""));
    close(known);
}

static void a_session_survives_connection_and_server(void **state) {
    running *self = *state;
    int end = must_open(self);
    char fields[128];
    json_t *hello = must(end, 1, "\"do\": \"hello\"");
    snprintf(fields, sizeof fields, "\"do\": \"hello\", \"session\": \"%s\"",
             json_string_value(json_object_get(hello, "session")));
    json_decref(hello);
    json_decref(must(end, 2, "\"do\": \"new\", \"game\": \"six\", \"seats\": [\"human\", \"human\"]"));
    json_t *moved = must(end, 3, "\"do\": \"move\", \"move\": \"0,0\", \"ply\": 0");
    json_decref(moved);
    close(end); /* without goodbye */
    end = must_open(self);
    hello = must(end, 1, fields);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(hello, "table"), "ply")), 1);
    json_decref(hello);
    close(end);
    assert_int_equal(stop(self), 0);
    start(self, NULL);
    end = must_open(self);
    hello = must(end, 1, fields);
    assert_true(json_is_true(json_object_get(hello, "resumed")));
    assert_int_equal(json_integer_value(json_object_get(json_object_get(hello, "table"), "ply")), 1);
    json_decref(hello);
    json_t *games = must(end, 2, "\"do\": \"games\"");
    assert_int_equal(json_array_size(json_object_get(games, "games")), 1);
    json_decref(games);
    close(end);
}

/* A search of many seconds does not keep another session from its answer, and ends with the server. */
static void slow_searches_block_nobody(void **state) {
    running *self = *state;
    int thinkers[6];
    for (int i = 0; i < 6; i++) {
        thinkers[i] = must_open(self);
        json_decref(must(thinkers[i], 1, "\"do\": \"hello\""));
        json_decref(must(thinkers[i], 2,
                         "\"do\": \"new\", \"game\": \"hex\", \"seats\": [\"mcts:time=9s\", \"human\"]"));
    }
    int end = must_open(self);
    json_decref(must(end, 1, "\"do\": \"hello\""));
    json_decref(must(end, 2, "\"do\": \"new\", \"game\": \"hex\", \"seats\": [\"human\", \"human\"]"));
    json_decref(must(end, 3, "\"do\": \"move\", \"move\": \"f6\", \"ply\": 0"));
    json_t *progress = client_await(thinkers[5], "event", "progress", 0);
    assert_non_null(progress);
    json_decref(progress);
    kill(self->process, SIGTERM);
    assert_int_equal(hear_goodbye(end), 1001);
    assert_int_equal(await_end(self), 0);
    self->process = 0;
    for (int i = 0; i < 6; i++)
        close(thinkers[i]);
}

static void a_busy_port_is_left_to_its_owner(void **state) {
    running *self = *state, second = *self, third = *self;
    char port[16];
    snprintf(port, sizeof port, "%d", self->port);
    start(&second, port); /* asked for, and taken: refused */
    assert_int_equal(second.port, 0);
    assert_int_equal(await_end(&second), 2);
    start(&third, NULL); /* the default port, if the first server has that, is replaced by a free one */
    assert_true(third.port > 0 && third.port != self->port);
    assert_int_equal(stop(&third), 0);
}

/* All want the default port in the same moment: one gets it, the others find free ones. */
static void servers_that_start_at_once_all_find_a_port(void **state) {
    enum { SERVERS = 6 };
    running *self = *state, many[SERVERS];
    assert_int_equal(stop(self), 0);
    self->process = 0;
    for (int i = 0; i < SERVERS; i++) {
        many[i] = *self;
        launch(&many[i], NULL);
    }
    for (int i = 0; i < SERVERS; i++)
        hear_address(&many[i]);
    for (int i = 0; i < SERVERS; i++) {
        assert_true(many[i].port > 0);
        for (int other = 0; other < i; other++)
            assert_int_not_equal(many[i].port, many[other].port);
    }
    for (int i = 0; i < SERVERS; i++)
        assert_int_equal(stop(&many[i]), 0);
}

int main(void) {
#define SERVER_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SERVER_TEST(the_page_is_served_with_a_strict_policy),
        SERVER_TEST(only_the_page_is_served),
        SERVER_TEST(foreign_names_are_refused),
        SERVER_TEST(foreign_pages_get_no_session),
        SERVER_TEST(a_game_is_played),
        SERVER_TEST(engines_among_themselves_go_on),
        SERVER_TEST(messages_may_come_in_pieces),
        SERVER_TEST(long_messages_end_the_connection),
        SERVER_TEST(bytes_that_are_no_text_end_the_connection),
        SERVER_TEST(floods_end_the_connection),
        SERVER_TEST(half_open_connections_are_borne),
        SERVER_TEST(silent_connections_are_let_go),
        SERVER_TEST(a_session_survives_connection_and_server),
        SERVER_TEST(slow_searches_block_nobody),
        SERVER_TEST(a_busy_port_is_left_to_its_owner),
        SERVER_TEST(servers_that_start_at_once_all_find_a_port),
    };
    return RUN_TESTS(tests);
}
