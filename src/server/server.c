#include "server/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "core/clock.h"
#include "server/guard.h"
#include "server/serving.h"

static const double grace_seconds = 10, forget_seconds = 900;

/* ---- What the hub asks of its host ---- */

static double host_now(void *payload) {
    (void)payload;
    return cw_clock_now();
}

static uint64_t host_random(void *payload) {
    (void)payload;
    uint64_t bits = 0;
    if (getrandom(&bits, sizeof bits, 0) != (ssize_t)sizeof bits)
        abort(); /* a token that can be guessed is worse than no server */
    return bits;
}

static void host_start(void *payload, cw_task *task) {
    cw_server *server = payload;
    cw_workers_start(server->workers, task);
}

static void host_keep(void *payload, const cw_kept_game *game) {
    cw_server *server = payload;
    cw_keeper_write(server->keeper, game);
}

static cw_status host_forget(void *payload, int64_t id, cw_error *error) {
    cw_server *server = payload;
    return cw_kept_forget(cw_keeper_reader(server->keeper), id, error);
}

static cw_status host_find(void *payload, int64_t id, cw_kept_reader *each, void *reader, cw_error *error) {
    cw_server *server = payload;
    return cw_kept_find(cw_keeper_reader(server->keeper), id, each, reader, error);
}

static cw_status host_find_session(void *payload, const char *session, cw_kept_reader *each, void *reader,
                                   cw_error *error) {
    cw_server *server = payload;
    return cw_kept_find_session(cw_keeper_reader(server->keeper), session, each, reader, error);
}

static cw_status host_list(void *payload, int64_t before, int limit, cw_kept_reader *each, void *reader,
                           cw_error *error) {
    cw_server *server = payload;
    return cw_kept_list(cw_keeper_reader(server->keeper), before, limit, each, reader, error);
}

static cw_status open_desk(cw_server *server, cw_error *error) {
    const cw_server_plan *plan = server->plan;
    return cw_desk_open(&(cw_desk_plan){.store = plan->store,
                                        .experiments = plan->experiments,
                                        .results = plan->results,
                                        .bounds = plan->bounds},
                        &server->desk, error);
}

static cw_status make_hub(cw_server *server, cw_error *error) {
    bool keeps = server->keeper != NULL;
    cw_hub_host host = {
        .payload = server,
        .bounds = server->plan->bounds,
        .grace_seconds = grace_seconds,
        .forget_seconds = forget_seconds,
        .now = host_now,
        .random = host_random,
        .tell = cw_socket_tell,
        .start = host_start,
        .keep = keeps ? host_keep : NULL,
        .forget = keeps ? host_forget : NULL,
        .find = keeps ? host_find : NULL,
        .find_session = keeps ? host_find_session : NULL,
        .list = keeps ? host_list : NULL,
        .desk = server->desk,
    };
    server->hub = cw_hub_create(&host);
    return server->hub != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for the server");
}

/* ---- Names and ports ---- */

cw_server *cw_server_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

bool cw_server_is_meant(struct lws *wsi, char host[CW_HOST_MAX]) {
    const cw_server *server = cw_server_of(wsi);
    return lws_hdr_copy(wsi, host, CW_HOST_MAX, WSI_TOKEN_HOST) > 0 &&
           cw_guard_host(server->plan->host, server->port, host);
}

/* Reads an address of four numbers or with colons. */
static bool read_address(const char *host, int port, struct sockaddr_storage *address, socklen_t *length) {
    struct sockaddr_in *four = (void *)address;
    struct sockaddr_in6 *six = (void *)address;
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, host, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        *length = sizeof *four;
        return true;
    }
    six->sin6_family = AF_INET6;
    six->sin6_port = htons((uint16_t)port);
    *length = sizeof *six;
    return inet_pton(AF_INET6, host, &six->sin6_addr) == 1;
}

/* Tries whether a port is free; *port 0 becomes one that is. The error is errno. */
static bool try_port(const char *host, int *port) {
    struct sockaddr_storage address;
    socklen_t length;
    read_address(host, *port, &address, &length);
    int probe = socket(address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (probe < 0)
        return false;
    setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    bool is_free = bind(probe, (struct sockaddr *)&address, length) == 0 && listen(probe, 1) == 0 &&
                   getsockname(probe, (struct sockaddr *)&address, &length) == 0;
    int reason = errno;
    close(probe);
    errno = reason;
    uint16_t number = address.ss_family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port
                                                   : ((struct sockaddr_in6 *)&address)->sin6_port;
    *port = is_free ? ntohs(number) : *port;
    return is_free;
}

static cw_status choose_port(cw_server *server, cw_error *error) {
    const cw_server_plan *plan = server->plan;
    struct sockaddr_storage address;
    socklen_t length;
    if (!read_address(plan->host, 0, &address, &length))
        return cw_fail(error, CW_BAD_INPUT, "%s is not an address, write one such as 127.0.0.1", plan->host);
    server->port = plan->port != 0 ? plan->port : CW_SERVER_PORT;
    bool is_free = try_port(plan->host, &server->port);
    if (!is_free && plan->port == 0 && errno == EADDRINUSE) {
        server->port = 0;
        is_free = try_port(plan->host, &server->port);
    }
    return is_free ? CW_OK
                   : cw_fail(error, CW_IO, "cannot listen on %s port %d: %s", plan->host, server->port,
                             strerror(errno));
}

/* ---- The loop ---- */

static void hear_timer(lws_sorted_usec_list_t *timer) {
    cw_server *server = lws_container_of(timer, cw_server, timer);
    cw_hub_tick(server->hub);
}

static void set_timer(cw_server *server) {
    const double soonest = 0.02;
    double due = cw_hub_due(server->hub);
    if (due <= cw_clock_now()) { /* a timer set anew would not ring */
        cw_hub_tick(server->hub);
        due = cw_hub_due(server->hub);
    }
    double wait = fmax(due - cw_clock_now(), soonest);
    if (isinf(due))
        lws_sul_cancel(&server->timer);
    else
        lws_sul_schedule(server->context, 0, &server->timer, hear_timer, (lws_usec_t)(wait * LWS_US_PER_SEC));
}

static void wake_loop(void *payload) {
    cw_server *server = payload;
    lws_cancel_service(server->context);
}

static const lws_retry_bo_t liveliness = {.secs_since_valid_ping = 20, .secs_since_valid_hangup = 40};

/* Another program may have taken the port since it was tried; where any will do, another one is taken. */
static void listen_with(cw_server *server, struct lws_context_creation_info *info) {
    enum { TRIES = 5 };
    for (int i = 0; i < TRIES && server->context == NULL; i++) {
        info->port = server->port;
        server->context = lws_create_context(info);
        if (server->context != NULL || server->plan->port != 0)
            return;
        server->port = 0;
        try_port(server->plan->host, &server->port);
    }
}

static cw_status make_context(cw_server *server, const struct lws_protocols *protocols, cw_error *error) {
    struct lws_context_creation_info info = {0};
    lws_set_log_level(0, NULL);
    info.iface = server->plan->host;
    info.protocols = protocols;
    info.user = server;
    info.gid = -1;
    info.uid = -1;
    info.options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(server->plan->host, ':') == NULL ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0);
    info.timeout_secs = 10;
    info.keepalive_timeout = 30;
    info.retry_and_idle_policy = &liveliness;
    info.fd_limit_per_thread = CW_CONNECTIONS_MAX + 64;
    info.server_string = "causeway";
    listen_with(server, &info);
    return server->context != NULL
               ? CW_OK
               : cw_fail(error, CW_IO, "cannot listen on %s port %d", server->plan->host, server->port);
}

/* Listens. A port that nobody asked for may be taken between the look at it and the call: then on another. */
static cw_status listen_on_port(cw_server *server, const struct lws_protocols *protocols, cw_error *error) {
    const int tries_max = 8;
    cw_status status = make_context(server, protocols, error);
    for (int tries = 1; status != CW_OK && server->plan->port == 0 && tries < tries_max; tries++) {
        status = choose_port(server, error);
        if (status == CW_OK)
            status = make_context(server, protocols, error);
    }
    return status;
}

static void tell_address(const cw_server *server) {
    const cw_server_plan *plan = server->plan;
    bool has_colons = strchr(plan->host, ':') != NULL;
    char address[CW_HOST_MAX];
    snprintf(address, sizeof address, "http://%s%s%s:%d/", has_colons ? "[" : "", plan->host,
             has_colons ? "]" : "", server->port);
    if (plan->ready != NULL)
        plan->ready(address, plan->payload);
}

/* Tells everybody goodbye and gives that a moment to arrive. */
static void say_goodbye(cw_server *server, const struct lws_protocols *sessions) {
    double until = cw_clock_now() + 0.5;
    cw_hub_stop(server->hub);
    cw_workers_close(server->workers);
    cw_workers_collect(server->workers, server->hub);
    lws_callback_on_writable_all_protocol(server->context, sessions);
    while (cw_clock_now() < until && server->connections > 0) {
        lws_sul_schedule(server->context, 0, &server->timer, hear_timer, LWS_US_PER_SEC / 20);
        lws_service(server->context, 0);
    }
}

static cw_status serve(cw_server *server, const struct lws_protocols *sessions, cw_error *error) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int workers = server->plan->workers > 0 ? server->plan->workers : cores > 0 ? (int)cores : 1;
    cw_status status = cw_workers_create(workers, wake_loop, server, &server->workers, error);
    if (status != CW_OK)
        return status;
    tell_address(server);
    while (!cw_flag_is_up(&server->is_ending) && lws_service(server->context, 0) >= 0)
        set_timer(server);
    say_goodbye(server, sessions);
    return CW_OK;
}

/* ---- Signals ---- */

static sigset_t ending_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    return signals;
}

/* Counts what asks the server to end. A signal belongs to the process, and so does this. */
static sem_t endings;

static void on_ending_signal(int number) {
    (void)number;
    sem_post(&endings);
}

/* Waits for what ends the server. Of the server's threads only this one has the signals open; a library may have
 * threads that were made before them, and a signal that hits one of those counts as well. */
static void *await_ending(void *payload) {
    cw_server *server = payload;
    sigset_t signals = ending_signals();
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
    while (sem_wait(&endings) != 0)
        continue;
    if (cw_flag_raise(&server->is_ending))
        lws_cancel_service(server->context);
    return NULL;
}

/* Serves until the signal comes. */
static cw_status serve_until_signal(cw_server *server, cw_error *error) {
    const struct lws_protocols protocols[] = {
        {.name = "http", .callback = cw_http_callback, .per_session_data_size = cw_http_user_size()},
        {.name = "causeway",
         .callback = cw_socket_callback,
         .per_session_data_size = cw_socket_user_size(),
         .rx_buffer_size = 65536},
        {.name = NULL},
    };
    pthread_t waiter;
    cw_status status = listen_on_port(server, protocols, error);
    if (status == CW_OK && pthread_create(&waiter, NULL, await_ending, server) != 0)
        status = cw_fail(error, CW_NO_MEMORY, "cannot start a thread for signals");
    if (status == CW_OK) {
        status = serve(server, &protocols[1], error);
        sem_post(&endings);
        pthread_join(waiter, NULL);
    }
    if (server->context != NULL)
        lws_context_destroy(server->context);
    cw_workers_destroy(server->workers);
    return status;
}

cw_status cw_server_run(const cw_server_plan *plan, cw_error *error) {
    cw_server server = {.plan = plan};
    const struct sigaction action = {.sa_handler = on_ending_signal, .sa_flags = SA_RESTART};
    struct sigaction old_interrupt, old_end;
    sigset_t signals = ending_signals(), before;
    sem_init(&endings, 0, 0);
    pthread_sigmask(SIG_BLOCK, &signals, &before); /* before any thread is made, so that none is hit */
    sigaction(SIGINT, &action, &old_interrupt);
    sigaction(SIGTERM, &action, &old_end);
    cw_status status = choose_port(&server, error);
    if (status == CW_OK && plan->store != NULL)
        status = cw_keeper_open(plan->store, &server.keeper, error);
    if (status == CW_OK)
        status = open_desk(&server, error);
    if (status == CW_OK)
        status = make_hub(&server, error);
    if (status == CW_OK)
        status = serve_until_signal(&server, error);
    cw_desk_close(server.desk);
    cw_hub_destroy(server.hub);
    cw_keeper_close(server.keeper);
    sigaction(SIGINT, &old_interrupt, NULL);
    sigaction(SIGTERM, &old_end, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return status;
}
