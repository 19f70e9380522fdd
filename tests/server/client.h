/* A small client of the server, for tests: plain sockets, HTTP requests as written, WebSocket frames. */
#ifndef CW_TESTS_SERVER_CLIENT_H
#define CW_TESTS_SERVER_CLIENT_H

#include <arpa/inet.h>
#include <jansson.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { FRAME_TEXT = 1, FRAME_BINARY = 2, FRAME_CLOSE = 8, FRAME_PING = 9, FRAME_PONG = 10 };

/* A connected socket whose reads and writes give up after some seconds, or -1. */
static inline int client_connect(int port, int seconds) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct timeval limit = {.tv_sec = seconds};
    int on = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(end, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(end, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (connect(end, (struct sockaddr *)&address, sizeof address) == 0)
        return end;
    close(end);
    return -1;
}

static inline bool client_send(int end, const void *bytes, size_t length) {
    for (size_t sent = 0; sent < length;) {
        ssize_t count = send(end, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL);
        if (count <= 0)
            return false;
        sent += (size_t)count;
    }
    return true;
}

static inline bool client_receive(int end, void *bytes, size_t length) {
    for (size_t got = 0; got < length;) {
        ssize_t count = recv(end, (char *)bytes + got, length - got, 0);
        if (count <= 0)
            return false;
        got += (size_t)count;
    }
    return true;
}

/* Sends a request as it is and reads the answer up to the end of
 * its headers; returns its status, 0 for none. */
static inline int client_ask(int end, const char *request, char *headers, size_t room) {
    size_t length = 0;
    headers[0] = '\0';
    if (!client_send(end, request, strlen(request)))
        return 0;
    while (length + 1 < room && strstr(headers, "\r\n\r\n") == NULL &&
           client_receive(end, headers + length, 1))
        headers[++length] = '\0';
    return strncmp(headers, "HTTP/1.", 7) == 0 ? (int)strtol(headers + 9, NULL, 10) : 0;
}

/* The whole answer to a GET of a path, to the given Host; returns its status. */
static inline int client_get(int port, const char *path, const char *host, char *headers, size_t room) {
    char request[1024];
    int end = client_connect(port, 5);
    snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path, host);
    int status = end >= 0 ? client_ask(end, request, headers, room) : 0;
    close(end);
    return status;
}

/* Asks for a WebSocket; returns the status, 101 when there is one. */
static inline int client_upgrade(int end, const char *path, const char *host, const char *origin,
                                 const char *protocol) {
    char request[1024], headers[4096];
    snprintf(request, sizeof request,
             "GET %s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n%s%s%s%s%s%s\r\n",
             path, host, origin[0] != '\0' ? "Origin: " : "", origin, origin[0] != '\0' ? "\r\n" : "",
             protocol[0] != '\0' ? "Sec-WebSocket-Protocol: " : "", protocol,
             protocol[0] != '\0' ? "\r\n" : "");
    return client_ask(end, request, headers, sizeof headers);
}

/* A WebSocket to the server's sessions, or -1. */
static inline int client_open(int port, int seconds) {
    char host[64], origin[80];
    snprintf(host, sizeof host, "127.0.0.1:%d", port);
    snprintf(origin, sizeof origin, "http://%s", host);
    int end = client_connect(port, seconds);
    if (end >= 0 && client_upgrade(end, "/session", host, origin, "causeway") == 101)
        return end;
    close(end);
    return -1;
}

/* Sends one frame; the mask is all zeros, which is as good as any here. */
static inline bool client_frame(int end, int opcode, bool is_final, const char *bytes, size_t length) {
    unsigned char head[14] = {(unsigned char)((is_final ? 0x80 : 0) | opcode)};
    size_t size = 2;
    if (length < 126) {
        head[1] = (unsigned char)(0x80 | length);
    } else if (length < 65536) {
        head[1] = 0x80 | 126;
        head[2] = (unsigned char)(length >> 8);
        head[3] = (unsigned char)length;
        size = 4;
    } else {
        head[1] = 0x80 | 127;
        for (int i = 0; i < 8; i++)
            head[2 + i] = (unsigned char)(length >> (8 * (7 - i)));
        size = 10;
    }
    return client_send(end, head, size + 4) && client_send(end, bytes, length);
}

static inline bool client_say(int end, const char *text) {
    return client_frame(end, FRAME_TEXT, true, text, strlen(text));
}

/* Reads one frame as a text to be freed; NULL at the end of the connection. */
static inline char *client_read_frame(int end, int *opcode) {
    unsigned char head[2], more[8];
    if (!client_receive(end, head, 2))
        return NULL;
    *opcode = head[0] & 15;
    size_t length = head[1] & 127, extra = length == 126 ? 2 : length == 127 ? 8 : 0;
    if (extra > 0) {
        length = 0;
        if (!client_receive(end, more, extra))
            return NULL;
        for (size_t i = 0; i < extra; i++)
            length = length << 8 | more[i];
    }
    char *text = malloc(length + 1);
    if (text == NULL || !client_receive(end, text, length)) {
        free(text);
        return NULL;
    }
    text[length] = '\0';
    return text;
}

/* The next message as JSON, to be released; NULL when the connection ends, *code then being why. */
static inline json_t *client_hear(int end, int *code) {
    for (;;) {
        int opcode = 0;
        char *text = client_read_frame(end, &opcode);
        *code = 0;
        if (text == NULL)
            return NULL;
        if (opcode == FRAME_CLOSE)
            *code = (unsigned char)text[0] << 8 | (unsigned char)text[1];
        if (opcode == FRAME_PING)
            client_frame(end, FRAME_PONG, true, text, strlen(text));
        json_t *message = opcode == FRAME_TEXT ? json_loads(text, 0, NULL) : NULL;
        free(text);
        if (message != NULL || opcode == FRAME_CLOSE)
            return message;
    }
}

/* Hears until a message has this field with this text or number in it; NULL when the connection ends. */
static inline json_t *client_await(int end, const char *field, const char *text, int number) {
    int code;
    for (json_t *message; (message = client_hear(end, &code)) != NULL; json_decref(message)) {
        const json_t *value = json_object_get(message, field);
        if (text != NULL && json_is_string(value) && strcmp(json_string_value(value), text) == 0)
            return message;
        if (text == NULL && json_is_integer(value) && json_integer_value(value) == number)
            return message;
    }
    return NULL;
}

/* Says a request with this id and waits for its answer. */
static inline json_t *client_request(int end, int id, const char *fields) {
    char text[2048];
    snprintf(text, sizeof text, "{\"id\": %d, %s}", id, fields);
    return client_say(end, text) ? client_await(end, "id", NULL, id) : NULL;
}

#endif
