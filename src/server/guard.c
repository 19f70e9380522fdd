#include "server/guard.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { NAME_MAX_LENGTH = 255 };

/* Splits "name:port" or "[address]:port"; without a port it is 80. */
static bool split_host(const char *host, char name[NAME_MAX_LENGTH + 1], int *port) {
    bool has_brackets = host[0] == '[';
    const char *start = host + has_brackets, *end = start + strcspn(start, has_brackets ? "]" : ":");
    size_t length = (size_t)(end - start);
    if (length == 0 || length > NAME_MAX_LENGTH || (has_brackets && *end != ']'))
        return false;
    memcpy(name, start, length);
    name[length] = '\0';
    end += has_brackets;
    *port = 80;
    if (*end == '\0')
        return true;
    char *rest;
    long number = strtol(end + 1, &rest, 10);
    *port = (int)number;
    return *end == ':' && end[1] >= '0' && end[1] <= '9' && *rest == '\0' && number > 0 && number < 65536;
}

static bool is_address(const char *name) {
    unsigned char bytes[16];
    return inet_pton(AF_INET, name, bytes) == 1 || inet_pton(AF_INET6, name, bytes) == 1;
}

static bool is_own_name(const char *name) {
    char own[NAME_MAX_LENGTH + 1] = "", local[NAME_MAX_LENGTH + 8];
    if (gethostname(own, sizeof own - 1) != 0 || own[0] == '\0')
        return false;
    snprintf(local, sizeof local, "%s.local", own);
    return strcasecmp(name, own) == 0 || strcasecmp(name, local) == 0;
}

bool cw_guard_is_loopback(const char *bound) {
    return (strncmp(bound, "127.", 4) == 0 && is_address(bound)) || strcmp(bound, "::1") == 0 ||
           strcasecmp(bound, "localhost") == 0;
}

bool cw_guard_host(const char *bound, int port, const char *host) {
    char name[NAME_MAX_LENGTH + 1];
    int named_port;
    if (!split_host(host, name, &named_port) || named_port != port)
        return false;
    if (strcasecmp(name, bound) == 0)
        return true;
    if (cw_guard_is_loopback(bound))
        return cw_guard_is_loopback(name);
    bool is_everywhere = strcmp(bound, "0.0.0.0") == 0 || strcmp(bound, "::") == 0;
    return is_everywhere && (is_address(name) || is_own_name(name) || strcasecmp(name, "localhost") == 0);
}

bool cw_guard_origin(const char *origin, const char *host) {
    static const char scheme[] = "http://";
    return strncmp(origin, scheme, strlen(scheme)) == 0 && strcasecmp(origin + strlen(scheme), host) == 0;
}

bool cw_allowance_spend(cw_allowance *allowance, double per_second, double most, double cost, double now) {
    bool is_fresh = allowance->last <= 0;
    double grown = is_fresh ? most : allowance->left + (now - allowance->last) * per_second;
    allowance->left = grown < most ? grown : most;
    allowance->last = now;
    if (allowance->left < cost)
        return false;
    allowance->left -= cost;
    return true;
}
