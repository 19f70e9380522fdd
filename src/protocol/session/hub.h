/* The session protocol (docs/session-protocol.md) as plain functions over messages: no sockets, no threads,
 * no files. Those belong to the host, which calls the hub from one thread:
 *
 *     a connection opens           a cw_link of its own, zeroed but for the payload
 *     a message arrives            cw_hub_receive   -> the answer;  host.tell  -> events for any link
 *     a connection ends            cw_hub_leave
 *     host.start is called         the host runs cw_task_run(task) on any thread when it likes...
 *     ...the task gets to work     cw_hub_place(task, 0), and before that its place in the queue
 *     ...has something new         cw_hub_news(task)
 *     ...has ended                 cw_hub_finish(task)
 *     time goes by                 cw_hub_tick, no later than cw_hub_due */
#ifndef CW_PROTOCOL_SESSION_HUB_H
#define CW_PROTOCOL_SESSION_HUB_H

#include "arena/kept.h"
#include "lab/desk.h"
#include "protocol/session/task.h"

enum { CW_MESSAGE_MAX = 262144 };

typedef struct cw_hub cw_hub;

/* One connection, as the hub sees it. */
typedef struct cw_link {
    void *payload; /* the host's own */
    cw_session *session;
    struct cw_link *next; /* of the same session */
} cw_link;

typedef struct cw_hub_host {
    void *payload;
    cw_bounds bounds;      /* on players */
    int sessions_max;      /* 0: 1000 */
    size_t memory_max;     /* that players may hold while they wait; 0: 256 MiB */
    double grace_seconds;  /* after which thought for a session without connections ends */
    double forget_seconds; /* after which such a session is forgotten; the store still knows it */

    double (*now)(void *payload);
    uint64_t (*random)(void *payload); /* that nobody can guess */
    void (*tell)(void *payload, cw_link *link, const char *text, size_t length);
    void (*start)(void *payload, cw_task *task);

    /* Optional, the kept games: see arena/kept.h. Writing need not be done before it returns. */
    void (*keep)(void *payload, const cw_kept_game *game);
    cw_status (*forget)(void *payload, int64_t id, cw_error *error);
    cw_status (*find)(void *payload, int64_t id, cw_kept_reader *each, void *reader, cw_error *error);
    cw_status (*find_session)(void *payload, const char *session, cw_kept_reader *each, void *reader,
                              cw_error *error);
    cw_status (*list)(void *payload, int64_t before, int limit, cw_kept_reader *each, void *reader,
                      cw_error *error);

    cw_desk *desk; /* the laboratory; NULL: there is none */
} cw_hub_host;

/* NULL: no memory. */
cw_hub *cw_hub_create(const cw_hub_host *host);

/* Ends all sessions. No task may be under way. */
void cw_hub_destroy(cw_hub *hub);

/* Answers a message: `answer` is one JSON object. */
void cw_hub_receive(cw_hub *hub, cw_link *link, const char *text, size_t length, cw_text *answer);
void cw_hub_leave(cw_hub *hub, cw_link *link);

void cw_hub_place(cw_hub *hub, cw_task *task, int place);
void cw_hub_news(cw_hub *hub, cw_task *task);
void cw_hub_finish(cw_hub *hub, cw_task *task); /* the task is used up */

double cw_hub_due(const cw_hub *hub); /* by the host's clock; INFINITY: never */
void cw_hub_tick(cw_hub *hub);

/* Stops all thought: the host is about to end. */
void cw_hub_stop(cw_hub *hub);

int cw_hub_sessions(const cw_hub *hub);
size_t cw_hub_memory(const cw_hub *hub); /* that waiting players hold, as far as they tell */

#endif
