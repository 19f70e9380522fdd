/* The server: one event loop for all connections, workers that think, and the store. */
#ifndef CW_SERVER_SERVER_H
#define CW_SERVER_SERVER_H

#include "causeway/options.h"

enum { CW_SERVER_PORT = 8080 };

typedef struct cw_server_plan {
    const char *host;                  /* the address to listen on */
    int port;                          /* 0: CW_SERVER_PORT, or a free one where that is taken */
    const char *store;                 /* the file that games are kept in; NULL: they are not */
    const char *experiments, *results; /* folders of the laboratory; NULL: none */
    cw_bounds bounds;                  /* on the players that the page asks for */
    int workers;                       /* 0: one a core */

    /* Called when it listens. */
    void (*ready)(const char *address, void *payload);
    void *payload;
} cw_server_plan;

/* Serves until the process is told to end by SIGINT or SIGTERM. */
cw_status cw_server_run(const cw_server_plan *plan, cw_error *error);

#endif
