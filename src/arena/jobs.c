#include "arena/jobs.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/pool.h"

/* Products that wait for an earlier one lie in a ring; who is further ahead than it is long has to wait. */
enum { RING = 4096, THREADS_MAX = 1024 };

typedef struct slot {
    bool is_full;
    void *product;
} slot;

typedef struct job_run {
    const cw_jobs *jobs;
    pthread_mutex_t mutex; /* guards all below */
    pthread_cond_t changed;
    int64_t begun, delivered;
    bool ending;
    cw_status status;
    cw_error error;
    slot ring[RING];
} job_run;

static void fail(job_run *run, cw_status status, const cw_error *error) {
    if (run->status == CW_OK) {
        run->status = status;
        run->error = *error;
    }
    run->ending = true;
    pthread_cond_broadcast(&run->changed);
}

/* The number of the next job, or -1 when there is none. */
static int64_t begin_job(job_run *run) {
    while (!run->ending && run->begun < run->jobs->count && run->begun >= run->delivered + RING)
        pthread_cond_wait(&run->changed, &run->mutex);
    bool is_stopped = cw_flag_is_up(run->jobs->stop);
    if (run->ending || is_stopped || run->begun == run->jobs->count)
        return -1;
    return run->begun++;
}

static void deliver_ready(job_run *run) {
    slot *next;
    while (!run->ending && (next = &run->ring[run->delivered % RING])->is_full) {
        next->is_full = false;
        if (!run->jobs->deliver(run->jobs->payload, run->delivered++, next->product))
            run->ending = true;
    }
    pthread_cond_broadcast(&run->changed);
}

/* One thread's work, with the mutex held except while a job is being done. */
static void work(job_run *run, void *worker) {
    for (int64_t number; (number = begin_job(run)) >= 0;) {
        void *product = NULL;
        cw_error error = {0};
        pthread_mutex_unlock(&run->mutex);
        cw_status status = run->jobs->run(worker, number, &product, &error);
        pthread_mutex_lock(&run->mutex);
        if (status != CW_OK) {
            fail(run, status, &error);
            return;
        }
        if (run->jobs->done != NULL)
            run->jobs->done(run->jobs->payload, number, product);
        run->ring[number % RING] = (slot){.is_full = true, .product = product};
        deliver_ready(run);
    }
}

static void run_thread(int thread, void *payload) {
    (void)thread;
    job_run *run = payload;
    void *worker = NULL;
    cw_error error = {0};
    pthread_mutex_lock(&run->mutex);
    cw_status status = run->ending ? CW_OK : run->jobs->open(run->jobs->payload, &worker, &error);
    if (status != CW_OK)
        fail(run, status, &error);
    if (worker != NULL) {
        work(run, worker);
        run->jobs->close(worker);
    }
    pthread_mutex_unlock(&run->mutex);
}

static void discard_rest(job_run *run) {
    for (int i = 0; i < RING; i++) {
        if (run->ring[i].is_full)
            run->jobs->discard(run->ring[i].product);
    }
}

cw_status cw_jobs_run(const cw_jobs *jobs, cw_error *error) {
    assert(jobs->threads >= 1 && jobs->threads <= THREADS_MAX);
    job_run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for %d threads", jobs->threads);
    run->jobs = jobs;
    pthread_mutex_init(&run->mutex, NULL);
    pthread_cond_init(&run->changed, NULL);
    cw_pool_spawn(jobs->count < jobs->threads ? (int)jobs->count + (jobs->count == 0) : jobs->threads,
                  run_thread, run);
    discard_rest(run);
    cw_status status = run->status;
    if (status != CW_OK && error != NULL)
        *error = run->error;
    pthread_mutex_destroy(&run->mutex);
    pthread_cond_destroy(&run->changed);
    free(run);
    return status;
}
