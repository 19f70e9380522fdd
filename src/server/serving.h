/* What the files of the server share: the server itself, and the callbacks of its two protocols. */
#ifndef CW_SERVER_SERVING_H
#define CW_SERVER_SERVING_H

#include <libwebsockets.h>

#include "causeway/flag.h"
#include "server/keeper.h"
#include "server/server.h"
#include "server/workers.h"

enum { CW_CONNECTIONS_MAX = 1024, CW_HOST_MAX = 256 };

typedef struct cw_server {
    const cw_server_plan *plan;
    int port;
    struct lws_context *context;
    lws_sorted_usec_list_t timer;
    cw_hub *hub;
    cw_workers *workers;
    cw_keeper *keeper; /* NULL: games are not kept */
    cw_desk *desk;     /* the laboratory */
    int connections;   /* of all kinds */
    size_t queued;     /* bytes of messages that wait to be sent */
    cw_flag is_ending;
} cw_server;

/* The server that a connection belongs to. */
cw_server *cw_server_of(struct lws *wsi);

/* The Host header of a request, if it is a name of this server. */
bool cw_server_is_meant(struct lws *wsi, char host[CW_HOST_MAX]);

/* HTTP: the page's files. */
int cw_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
size_t cw_http_user_size(void);

/* WebSockets: sessions. */
int cw_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length);
size_t cw_socket_user_size(void);

/* Sends a message over a link of the hub. */
void cw_socket_tell(void *payload, cw_link *link, const char *text, size_t length);

#endif
