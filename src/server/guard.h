/* Who may speak to the server: by the Host and Origin headers of a request, so that
 * a page of another site cannot reach it, not even under a name that leads to this
 * machine; and how much, by a budget of messages. */
#ifndef CW_SERVER_GUARD_H
#define CW_SERVER_GUARD_H

#include <stdbool.h>

/* Is `host`, such as "localhost:8080", a name of this server? `bound` is the address that it listens on: a
 * server on every address ("0.0.0.0") has the names of the machine and all literal addresses, which no other
 * site can take over by a name. */
bool cw_guard_host(const char *bound, int port, const char *host);

/* Is the page of `origin` one that this server gave out under the name `host`? */
bool cw_guard_origin(const char *origin, const char *host);

/* Is the address one that only this machine reaches? */
bool cw_guard_is_loopback(const char *bound);

/* A budget that grows with time up to a most, and is spent by messages. */
typedef struct cw_allowance {
    double left, last; /* what is left, and when that was */
} cw_allowance;

/* Spends `cost` at the time `now`; false when there is not enough. A zeroed allowance is full. */
bool cw_allowance_spend(cw_allowance *allowance, double per_second, double most, double cost, double now);

#endif
