/* The threads that think: as many as there are cores, first come, first served. A session has one task at a
 * time, so everybody's turn comes; an analysis, which has no end of its own, gives way to those who wait. */
#ifndef CW_SERVER_WORKERS_H
#define CW_SERVER_WORKERS_H

#include "protocol/session/hub.h"

typedef struct cw_workers cw_workers;

/* `wake` is called from any thread when there is something to collect. */
cw_status cw_workers_create(int threads, void (*wake)(void *payload), void *payload, cw_workers **workers,
                            cw_error *error);

/* Waits for the tasks at work; those that wait are returned undone by the next collect. */
void cw_workers_close(cw_workers *workers);
void cw_workers_destroy(cw_workers *workers);

void cw_workers_start(cw_workers *workers, cw_task *task);

/* Tells the hub what has changed: places in the queue, news, tasks that ended. */
void cw_workers_collect(cw_workers *workers, cw_hub *hub);

#endif
