/* `causeway serve`: the page in a browser. */
#include <stdio.h>
#include <string.h>

#include "arena/store.h"
#include "cli/cli.h"
#include "cli/lab.h"
#include "server/guard.h"
#include "server/server.h"

/* What one asks for by a resource's option. */
static cw_status read_bounds(const cli_arguments *arguments, cw_bounds *bounds, cw_error *error) {
    static const cw_option seconds = {
        .type = CW_OPTION_DURATION, .low = 0.1, .high = 3600, .standard = "10s"};
    int64_t threads = 1, memory = 64;
    cw_status status =
        cli_number(arguments, "--seconds", &seconds, &bounds->most[CW_RESOURCE_SECONDS], error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--threads", 1, 64, 1, &threads, error);
    if (status == CW_OK)
        status = cli_integer(arguments, "--memory", 2, 65536, 64, &memory, error);
    bounds->most[CW_RESOURCE_THREADS] = (double)threads;
    bounds->most[CW_RESOURCE_MEMORY] = (double)memory;
    return status;
}

static void tell_address(const char *address, void *payload) {
    const char *host = payload;
    printf("Causeway is at %s (Ctrl-C ends it)\n", address);
    if (!cw_guard_is_loopback(host))
        printf("Warning: whoever reaches %s can play here, let this machine think, and see the kept games.\n",
               host);
    fflush(stdout);
}

/* Where games are kept; a folder that cannot be had is no reason not to play. */
static void choose_store(const cli_arguments *arguments, cw_text *path) {
    cw_error error = {0};
    if (cli_value(arguments, "--db") != NULL)
        cw_text_append(path, cli_value(arguments, "--db"));
    else if (cw_store_default_path(path, &error) != CW_OK)
        fprintf(stderr, "causeway: games are not kept: %s\n", error.message);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    int64_t port = 0;
    const char *host = cli_value(arguments, "--host");
    cw_server_plan plan = {.host = host == NULL || strcmp(host, "localhost") == 0 ? "127.0.0.1" : host,
                           .ready = tell_address};
    plan.payload = (void *)plan.host;
    cw_status status = cli_integer(arguments, "--port", 1, 65535, 0, &port, error);
    if (status == CW_OK)
        status = read_bounds(arguments, &plan.bounds, error);
    if (status != CW_OK)
        return status;
    cw_text store = {0}, experiments = {0}, results = {0};
    choose_store(arguments, &store);
    cli_lab_folders(&experiments, &results);
    plan.experiments = cw_text_string(&experiments);
    plan.results = cw_text_string(&results);
    plan.port = (int)port;
    plan.store = store.length > 0 ? cw_text_string(&store) : NULL;
    status = cw_server_run(&plan, error);
    cw_text_free(&store);
    cw_text_free(&experiments);
    cw_text_free(&results);
    return status;
}

static const cli_option options[] = {
    {.name = "--host", .value = "ADDRESS", .help = "listen here (default 127.0.0.1, this machine alone)"},
    {.name = "--port", .value = "PORT", .help = "and on this port (default 8080, or a free one)"},
    {.name = "--db", .value = "FILE", .help = "keep games here (default: the store of the data folder)"},
    {.name = "--seconds", .value = "TIME", .help = "the most a player may think about a move (default 10s)"},
    {.name = "--threads", .value = "N", .help = "threads a player may use (default 1)"},
    {.name = "--memory", .value = "MIB", .help = "memory a player may use (default 64)"},
    {.name = NULL},
};

const cli_command cli_serve_command = {
    .name = "serve",
    .operands = "",
    .summary = "play in a browser",
    .details =
        "Prints the address of the page and serves it until it is interrupted. Everything the page "
        "needs is in the program.\n"
        "Only this machine can reach it. To play from a phone in the same network, give the address of "
        "this machine there\n"
        "with --host (or 0.0.0.0 for all); whoever is in that network can then play too.",
    .examples = "causeway serve\ncauseway serve --port 9000\ncauseway serve --host 0.0.0.0",
    .options = options,
    .run = run,
};
