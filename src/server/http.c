/* The page's files over HTTP. A path is looked up among them as it is; there is no folder to climb out of. */
#include <stdio.h>
#include <string.h>

#include "server/assets.h"
#include "server/serving.h"

enum { CHUNK = 16384, HEADERS_MAX = 2048 };

/* What is left to send of a file. */
typedef struct transfer {
    const cw_asset *asset;
    const char *next;
} transfer;

size_t cw_http_user_size(void) {
    return sizeof(transfer);
}

const cw_asset *cw_asset_find(const char *path) {
    for (const cw_asset *asset = cw_assets; asset->path != NULL; asset++) {
        if (strcmp(asset->path, path) == 0)
            return asset;
    }
    return NULL;
}

static int refuse(struct lws *wsi, unsigned code, const char *reason) {
    if (lws_return_http_status(wsi, code, reason) != 0)
        return -1;
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

/* The page takes everything from here alone, and speaks with nobody else. */
static void print_policy(const char *host, char *policy, size_t room) {
    snprintf(policy, room,
             "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src "
             "'self'; "
             "media-src 'self' data:; manifest-src 'self'; connect-src 'self' ws://%s; base-uri 'none'; "
             "form-action 'none'; frame-ancestors 'none'",
             host);
}

static bool add_header(struct lws *wsi, const char *name, const char *value, unsigned char **cursor,
                       unsigned char *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), cursor, end) == 0;
}

static bool send_headers(struct lws *wsi, const cw_asset *asset, const char *host) {
    unsigned char buffer[LWS_PRE + HEADERS_MAX], *start = buffer + LWS_PRE, *cursor = start,
                                                 *end = buffer + sizeof buffer - 1;
    char policy[512 + CW_HOST_MAX];
    print_policy(host, policy, sizeof policy);
    return lws_add_http_common_headers(wsi, HTTP_STATUS_OK, asset->type,
                                       (lws_filepos_t)(asset->end - asset->data), &cursor, end) == 0 &&
           add_header(wsi, "content-security-policy:", policy, &cursor, end) &&
           add_header(wsi, "x-content-type-options:", "nosniff", &cursor, end) &&
           add_header(wsi, "referrer-policy:", "no-referrer", &cursor, end) &&
           add_header(wsi, "cross-origin-opener-policy:", "same-origin", &cursor, end) &&
           add_header(wsi, "cross-origin-resource-policy:", "same-origin", &cursor, end) &&
           add_header(wsi, "cache-control:", "no-cache", &cursor, end) &&
           lws_finalize_write_http_header(wsi, start, &cursor, end) == 0;
}

static int begin(struct lws *wsi, transfer *self, const char *path) {
    char host[CW_HOST_MAX];
    if (!cw_server_is_meant(wsi, host))
        return refuse(wsi, HTTP_STATUS_FORBIDDEN, "This is not the name of this server.");
    bool is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (!is_head && lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) == 0)
        return refuse(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "The page is only read.");
    const cw_asset *asset = cw_asset_find(strcmp(path, "/") == 0 ? "/index.html" : path);
    if (asset == NULL)
        return refuse(wsi, HTTP_STATUS_NOT_FOUND, "There is nothing here.");
    if (!send_headers(wsi, asset, host))
        return -1;
    if (is_head)
        return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
    *self = (transfer){asset, asset->data};
    lws_callback_on_writable(wsi);
    return 0;
}

static int go_on(struct lws *wsi, transfer *self) {
    unsigned char buffer[LWS_PRE + CHUNK];
    if (self->asset == NULL)
        return 0;
    size_t left = (size_t)(self->asset->end - self->next), size = left < CHUNK ? left : CHUNK;
    bool is_last = size == left;
    memcpy(buffer + LWS_PRE, self->next, size);
    self->next += size;
    if (lws_write(wsi, buffer + LWS_PRE, size, is_last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)size)
        return -1;
    if (!is_last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    self->asset = NULL;
    return lws_http_transaction_completed(wsi) != 0 ? -1 : 0;
}

int cw_http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length) {
    (void)length;
    cw_server *server;
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return cw_server_of(wsi)->connections >= CW_CONNECTIONS_MAX;
    case LWS_CALLBACK_WSI_CREATE:
        cw_server_of(wsi)->connections++;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        cw_server_of(wsi)->connections--;
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        server = cw_server_of(wsi);
        if (server->workers != NULL)
            cw_workers_collect(server->workers, server->hub);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return 1; /* a WebSocket without our protocol */
    case LWS_CALLBACK_HTTP:
        return begin(wsi, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return go_on(wsi, user);
    default:
        return 0;
    }
}
