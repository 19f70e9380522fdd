#include "core/pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { THREADS_MAX = 1024 };

typedef struct seat {
    cw_pool *pool;
    pthread_t thread;
    int number;
} seat;

struct cw_pool {
    pthread_mutex_t mutex;
    pthread_cond_t work, done;
    cw_pool_job *job; /* the present job, under the mutex like all below */
    void *payload;
    unsigned round; /* grows with each job */
    int busy;       /* threads that have not finished the round */
    bool closing;
    int threads;
    int started; /* seats whose thread runs; seat 0 is the caller */
    seat seats[];
};

static void *serve(void *argument) {
    seat *own = argument;
    cw_pool *pool = own->pool;
    unsigned round = 0;
    pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->round == round && !pool->closing)
            pthread_cond_wait(&pool->work, &pool->mutex);
        if (pool->closing)
            break;
        round = pool->round;
        pthread_mutex_unlock(&pool->mutex);
        pool->job(own->number, pool->payload);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

cw_status cw_pool_create(int threads, cw_pool **pool, cw_error *error) {
    assert(threads >= 1 && threads <= THREADS_MAX);
    cw_pool *made = calloc(1, sizeof *made + sizeof made->seats[0] * (size_t)threads);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for %d threads", threads);
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->work, NULL);
    pthread_cond_init(&made->done, NULL);
    made->threads = threads;
    made->started = 1;
    for (int i = 1; i < threads; i++) {
        made->seats[i] = (seat){.pool = made, .number = i};
        if (pthread_create(&made->seats[i].thread, NULL, serve, &made->seats[i]) != 0) {
            cw_pool_destroy(made);
            return cw_fail(error, CW_NO_MEMORY, "the system gives no %d threads", threads);
        }
        made->started++;
    }
    *pool = made;
    return CW_OK;
}

void cw_pool_destroy(cw_pool *pool) {
    if (pool == NULL)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->closing = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 1; i < pool->started; i++)
        pthread_join(pool->seats[i].thread, NULL);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->done);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

int cw_pool_threads(const cw_pool *pool) {
    return pool->threads;
}

void cw_pool_run(cw_pool *pool, cw_pool_job *job, void *payload) {
    if (pool->threads > 1) {
        pthread_mutex_lock(&pool->mutex);
        pool->job = job;
        pool->payload = payload;
        pool->busy = pool->threads - 1;
        pool->round++;
        pthread_cond_broadcast(&pool->work);
        pthread_mutex_unlock(&pool->mutex);
    }
    job(0, payload);
    if (pool->threads > 1) {
        pthread_mutex_lock(&pool->mutex);
        while (pool->busy > 0)
            pthread_cond_wait(&pool->done, &pool->mutex);
        pthread_mutex_unlock(&pool->mutex);
    }
}

/* ---- Threads for one job ---- */

typedef struct errand {
    cw_pool_job *job;
    void *payload;
    int number;
    pthread_t thread;
    bool started;
} errand;

static void *run_errand(void *argument) {
    const errand *own = argument;
    own->job(own->number, own->payload);
    return NULL;
}

void cw_pool_spawn(int threads, cw_pool_job *job, void *payload) {
    assert(threads >= 1 && threads <= THREADS_MAX);
    errand errands[THREADS_MAX];
    for (int i = 1; i < threads; i++) {
        errands[i] = (errand){.job = job, .payload = payload, .number = i};
        errands[i].started = pthread_create(&errands[i].thread, NULL, run_errand, &errands[i]) == 0;
    }
    job(0, payload);
    for (int i = 1; i < threads; i++) {
        if (errands[i].started)
            pthread_join(errands[i].thread, NULL);
        else
            job(i, payload);
    }
}
