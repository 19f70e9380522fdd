/* Sessions over WebSockets: messages in, whole and within limits; messages out, in order. */
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "server/guard.h"
#include "server/serving.h"

static const double messages_a_second = 40, messages_at_once = 120;
static const double seconds_a_message = 0.005; /* a message that takes longer to answer counts for several */
static const size_t queue_bytes_max = (size_t)8 << 20;    /* of one connection */
static const size_t queues_bytes_max = (size_t)128 << 20; /* of all */
enum { HELLO_SECONDS = 10, FAREWELL_SECONDS = 10 };

/* A message on its way out. */
typedef struct message {
    struct message *next;
    size_t length;
    unsigned char data[]; /* LWS_PRE bytes of room, then the text */
} message;

typedef struct connection {
    cw_link link;
    struct lws *wsi;
    cw_text incoming; /* what has come of a message */
    message *first, *last;
    size_t queued; /* bytes */
    cw_allowance allowance;
    bool is_known;                  /* has said hello, so it may stay */
    enum lws_close_status farewell; /* not 0: say this and close when all is sent */
} connection;

size_t cw_socket_user_size(void) {
    return sizeof(connection);
}

/* ---- Out ---- */

void cw_socket_tell(void *payload, cw_link *link, const char *text, size_t length) {
    (void)payload;
    connection *self = link->payload;
    cw_server *server = cw_server_of(self->wsi);
    message *added = malloc(sizeof *added + LWS_PRE + length);
    if (added == NULL || self->queued + length > queue_bytes_max ||
        server->queued + length > queues_bytes_max) {
        free(added); /* whoever does not read is let go */
        lws_set_timeout(self->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        return;
    }
    added->next = NULL;
    added->length = length;
    memcpy(added->data + LWS_PRE, text, length);
    if (self->last != NULL)
        self->last->next = added;
    else
        self->first = added;
    self->last = added;
    self->queued += length;
    server->queued += length;
    lws_callback_on_writable(self->wsi);
}

static void drop_first(connection *self) {
    message *sent = self->first;
    self->first = sent->next;
    if (self->first == NULL)
        self->last = NULL;
    self->queued -= sent->length;
    cw_server_of(self->wsi)->queued -= sent->length;
    free(sent);
}

static int send_next(struct lws *wsi, connection *self) {
    if (self->first != NULL) {
        size_t length = self->first->length;
        int sent = lws_write(wsi, self->first->data + LWS_PRE, length, LWS_WRITE_TEXT);
        drop_first(self);
        if (sent < (int)length)
            return -1;
    }
    if (self->first != NULL)
        lws_callback_on_writable(wsi);
    if (self->first != NULL || self->farewell == 0)
        return 0;
    lws_close_reason(wsi, self->farewell, NULL, 0);
    return -1;
}

static void say_goodbye(connection *self, enum lws_close_status status, const char *reason) {
    cw_text text = {0};
    if (self->farewell != 0)
        return;
    cw_text_printf(&text, "{\"event\":\"bye\",\"error\":\"%s\"}", reason);
    self->farewell = status;
    cw_socket_tell(NULL, &self->link, cw_text_string(&text), text.length);
    cw_text_free(&text);
    lws_set_timeout(self->wsi, PENDING_TIMEOUT_USER_OK, FAREWELL_SECONDS);
}

/* ---- In ---- */

static bool is_allowed(struct lws *wsi) {
    char host[CW_HOST_MAX], origin[CW_HOST_MAX + 16], path[64];
    return cw_server_is_meant(wsi, host) && lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) > 0 &&
           cw_guard_origin(origin, host) && lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) > 0 &&
           strcmp(path, "/session") == 0;
}

static void answer(cw_server *server, connection *self) {
    double start = cw_clock_thread(); /* not the time that other programs take */
    if (!cw_allowance_spend(&self->allowance, messages_a_second, messages_at_once, 1, cw_clock_now())) {
        say_goodbye(self, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages at once");
        return;
    }
    cw_text text = {0};
    cw_hub_receive(server->hub, &self->link, cw_text_string(&self->incoming), self->incoming.length, &text);
    if (self->link.session != NULL && !self->is_known)
        lws_set_timeout(self->wsi, NO_PENDING_TIMEOUT, 0);
    self->is_known |= self->link.session != NULL;
    cw_socket_tell(NULL, &self->link, cw_text_string(&text), text.length);
    cw_text_free(&text);
    self->allowance.left -= (cw_clock_thread() - start) / seconds_a_message;
}

static int receive(struct lws *wsi, connection *self, const char *bytes, size_t length) {
    if (self->farewell != 0)
        return 0;
    if (lws_frame_is_binary(wsi) != 0)
        say_goodbye(self, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "messages are text");
    else if (self->incoming.length + length > CW_MESSAGE_MAX)
        say_goodbye(self, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "the message is too long");
    else
        cw_text_append_bytes(&self->incoming, bytes, length);
    if (self->farewell != 0 || lws_is_final_fragment(wsi) == 0 || lws_remaining_packet_payload(wsi) > 0)
        return 0;
    answer(cw_server_of(wsi), self);
    cw_text_free(&self->incoming);
    return 0;
}

static void close_connection(cw_server *server, connection *self) {
    cw_hub_leave(server->hub, &self->link);
    while (self->first != NULL)
        drop_first(self);
    cw_text_free(&self->incoming);
}

int cw_socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length) {
    connection *self = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return is_allowed(wsi) ? 0 : 1;
    case LWS_CALLBACK_ESTABLISHED:
        *self = (connection){.wsi = wsi};
        self->link.payload = self;
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, HELLO_SECONDS);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return receive(wsi, self, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (cw_flag_is_up(&cw_server_of(wsi)->is_ending))
            say_goodbye(self, LWS_CLOSE_STATUS_GOINGAWAY, "the server is ending");
        return send_next(wsi, self);
    case LWS_CALLBACK_CLOSED:
        close_connection(cw_server_of(wsi), self);
        return 0;
    default:
        return 0;
    }
}
