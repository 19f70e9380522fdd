/* A standing pool of threads that run the same job together, each knowing its number. The caller is number 0,
 * so a pool of one has no threads of its own. */
#ifndef CW_CORE_POOL_H
#define CW_CORE_POOL_H

#include "causeway/status.h"

typedef struct cw_pool cw_pool;

/* What the pool runs: once for each thread, with its number from 0 to threads - 1. */
typedef void cw_pool_job(int thread, void *payload);

cw_status cw_pool_create(int threads, cw_pool **pool, cw_error *error);
void cw_pool_destroy(cw_pool *pool);
int cw_pool_threads(const cw_pool *pool);

/* Runs the job on all threads and returns when all are done. */
void cw_pool_run(cw_pool *pool, cw_pool_job *job, void *payload);

/* The same with new threads made for this one job; those that the system refuses are run by the caller, one
 * after the other. */
void cw_pool_spawn(int threads, cw_pool_job *job, void *payload);

#endif
