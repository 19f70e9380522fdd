/* Jobs done by several threads, in any order, whose products are delivered one at a time in the order of
 * their numbers. So what is made of the products does not depend on the number of threads. */
#ifndef CW_ARENA_JOBS_H
#define CW_ARENA_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include "causeway/flag.h"
#include "causeway/status.h"

typedef struct cw_jobs {
    int64_t count; /* jobs 0 to count - 1 */
    int threads;
    const cw_flag *stop; /* NULL, or: begin no further job when it becomes true */
    void *payload;

    /* Makes a worker for one thread, and ends it; called one at a time. */
    cw_status (*open)(void *payload, void **worker, cw_error *error);
    void (*close)(void *worker);

    /* Does a job; called by all threads at once, each with its own worker. */
    cw_status (*run)(void *worker, int64_t number, void **product, cw_error *error);

    /* Optional: sees the product of a job as soon as it is done, in any order, one at a time. */
    void (*done)(void *payload, int64_t number, const void *product);

    /* Takes over the product of a job: each number once, in order, one at a time. False: begin no further
       job, deliver nothing more. */
    bool (*deliver)(void *payload, int64_t number, void *product);
    void (*discard)(void *product); /* frees a product that is not delivered any more */
} cw_jobs;

/* Does all jobs and waits for their end. The first failure, in time, ends the run. */
cw_status cw_jobs_run(const cw_jobs *jobs, cw_error *error);

#endif
