/* Thought for a session, as a thing that can be handed to another thread: a player, a position and limits go
 * in, an analysis comes out. All but cw_task_run belongs to the session's own thread. */
#ifndef CW_PROTOCOL_SESSION_TASK_H
#define CW_PROTOCOL_SESSION_TASK_H

#include <stdatomic.h>

#include "causeway/flag.h"
#include "protocol/session/table.h"

typedef enum cw_task_kind { CW_TASK_MOVE, CW_TASK_HINT, CW_TASK_ANALYSIS } cw_task_kind;

/* Seconds of thought about what the game knows of a position, where it wants some. */
#define CW_INSIGHT_SECONDS 1.0

typedef struct cw_session cw_session;
typedef struct cw_task cw_task;

struct cw_task {
    cw_task_kind kind;
    cw_session *session; /* whose it is */
    int seat;            /* who decides in the position */
    int analyst;         /* of a hint or an analysis: which of the session's */
    int ply;             /* the position: after so many decisions */
    int note;            /* and where it is one of a variation, its note; else 0 */
    cw_player *player;   /* lent by the session until the task is back; NULL: made by the task, of the spec */
    char *spec;          /* of the seat */
    const cw_bounds *bounds;
    uint64_t seed;
    cw_shared_game *shared;
    cw_move *moves; /* `ply` of them, from the start */
    cw_limits limits;
    double seconds_max; /* at work, after which it is stopped */
    int place;          /* 0: at work; n: the n-th in the queue */
    double since;       /* when it got to work, by the host's clock */
    bool wants_insight; /* what the game knows of the position is told, too */
    bool is_wanted;     /* false: the session has gone on without it, and wants only the player back */

    /* Shared by the threads. */
    cw_flag stop;                  /* answer at once */
    _Atomic(cw_analysis *) latest; /* what the player thinks meanwhile; NULL: nothing new */
    _Atomic(cw_insight *) insight; /* what the game knows; NULL: nothing new */
    void (*news)(cw_task *task);   /* optional, set by the host: called from the thread at work when there is
                                      something new */
    double started;                /* by cw_clock_now */

    /* Come out. */
    cw_status status;
    cw_error error;
    cw_analysis analysis;

    /* The host's own. */
    cw_task *next;
    void *host_data;
};

/* A task for a player of this spec about a place of a table's game. */
cw_status cw_task_create(cw_task_kind kind, const cw_table *table, cw_spot place, const char *spec,
                         cw_task **task, cw_error *error);

/* Thinks; may be called on any thread. */
void cw_task_run(cw_task *task);

/* What is new since the last time, to be freed with cw_task_free_analysis; NULL: nothing. */
cw_analysis *cw_task_take_latest(cw_task *task);
void cw_task_free_analysis(cw_analysis *analysis);
cw_analysis *cw_task_copy_analysis(const cw_analysis *analysis); /* NULL when memory is out */

/* What the game knows, to be freed with cw_task_free_insight; NULL: nothing new. */
cw_insight *cw_task_take_insight(cw_task *task);
void cw_task_free_insight(cw_insight *insight);

/* Ends the task; the player stays, if it has not been taken out. */
void cw_task_destroy(cw_task *task);

#endif
