#include "server/workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "core/clock.h"

enum { THREADS_MAX = 256, NICENESS = 5 };

/* How long an analysis may keep a worker when others wait. */
static const double undisturbed_seconds = 0.5;

struct cw_workers {
    pthread_mutex_t mutex; /* guards the lists */
    pthread_cond_t changed;
    pthread_t threads[THREADS_MAX];
    cw_task *at_work[THREADS_MAX]; /* by thread, or NULL */
    int thread_count;
    cw_task *first, *last; /* waiting, in order */
    cw_task *done;
    bool is_closing;
    void (*wake)(void *payload);
    void *payload;
};

/* What a thread is told when it begins. */
typedef struct worker {
    cw_workers *workers;
    int number;
} worker;

static void hear_news(cw_task *task) {
    const cw_workers *workers = task->host_data;
    workers->wake(workers->payload);
}

static cw_task *take_first(cw_workers *workers) {
    cw_task *task = workers->first;
    workers->first = task->next;
    if (workers->first == NULL)
        workers->last = NULL;
    task->next = NULL;
    return task;
}

static void think(cw_workers *workers, int number, cw_task *task) {
    workers->at_work[number] = task;
    pthread_mutex_unlock(&workers->mutex);
    workers->wake(workers->payload);
    cw_task_run(task);
    pthread_mutex_lock(&workers->mutex);
    workers->at_work[number] = NULL;
    task->next = workers->done;
    workers->done = task;
    workers->wake(workers->payload);
}

static void *work(void *payload) {
    worker self = *(worker *)payload;
    cw_workers *workers = self.workers;
    free(payload);
    /* Whoever waits for an answer goes before those who think. */
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
    pthread_mutex_lock(&workers->mutex);
    while (!workers->is_closing) {
        if (workers->first != NULL)
            think(workers, self.number, take_first(workers));
        else
            pthread_cond_wait(&workers->changed, &workers->mutex);
    }
    pthread_mutex_unlock(&workers->mutex);
    return NULL;
}

static bool start_thread(cw_workers *workers) {
    worker *self = malloc(sizeof *self);
    if (self == NULL)
        return false;
    *self = (worker){workers, workers->thread_count};
    if (pthread_create(&workers->threads[workers->thread_count], NULL, work, self) != 0) {
        free(self);
        return false;
    }
    workers->thread_count++;
    return true;
}

cw_status cw_workers_create(int threads, void (*wake)(void *payload), void *payload, cw_workers **workers,
                            cw_error *error) {
    cw_workers *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the workers");
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->changed, NULL);
    made->wake = wake;
    made->payload = payload;
    for (int i = 0; i < threads && i < THREADS_MAX && start_thread(made); i++)
        continue;
    if (made->thread_count == 0) {
        cw_workers_destroy(made);
        return cw_fail(error, CW_NO_MEMORY, "cannot start a thread to think");
    }
    *workers = made;
    return CW_OK;
}

void cw_workers_close(cw_workers *workers) {
    pthread_mutex_lock(&workers->mutex);
    workers->is_closing = true;
    while (workers->first != NULL) {
        cw_task *task = take_first(workers);
        task->status = cw_fail(&task->error, CW_TIMEOUT, "the server is ending");
        task->next = workers->done;
        workers->done = task;
    }
    pthread_cond_broadcast(&workers->changed);
    pthread_mutex_unlock(&workers->mutex);
    for (int i = 0; i < workers->thread_count; i++)
        pthread_join(workers->threads[i], NULL);
    workers->thread_count = 0;
}

void cw_workers_destroy(cw_workers *workers) {
    if (workers == NULL)
        return;
    cw_workers_close(workers);
    pthread_mutex_destroy(&workers->mutex);
    pthread_cond_destroy(&workers->changed);
    free(workers);
}

/* With the mutex held: analyses that have had their share make room. */
static void send_analyses_away(cw_workers *workers) {
    double now = cw_clock_now();
    for (int i = 0; i < workers->thread_count && workers->first != NULL; i++) {
        cw_task *task = workers->at_work[i];
        if (task != NULL && task->kind == CW_TASK_ANALYSIS && task->place == 0 &&
            now - task->since > undisturbed_seconds)
            cw_flag_raise(&task->stop);
    }
}

void cw_workers_start(cw_workers *workers, cw_task *task) {
    task->host_data = workers;
    task->news = hear_news;
    pthread_mutex_lock(&workers->mutex);
    if (workers->last != NULL)
        workers->last->next = task;
    else
        workers->first = task;
    workers->last = task;
    pthread_cond_signal(&workers->changed);
    pthread_mutex_unlock(&workers->mutex);
    workers->wake(workers->payload);
}

/* ---- Collecting ---- */

typedef struct placed_task {
    cw_task *task;
    int place;
} placed_task;

/* With the mutex held: all tasks that have not ended, in a list to be freed. Only the thread that collects
 * ends tasks, so they outlive the list. */
static placed_task *list_tasks(const cw_workers *workers, int *count) {
    int waiting = 0;
    for (const cw_task *task = workers->first; task != NULL; task = task->next)
        waiting++;
    placed_task *list = malloc(sizeof *list * (size_t)(waiting + workers->thread_count + 1));
    *count = 0;
    for (int i = 0; list != NULL && i < workers->thread_count; i++) {
        if (workers->at_work[i] != NULL)
            list[(*count)++] = (placed_task){workers->at_work[i], 0};
    }
    int place = 0;
    for (cw_task *task = workers->first; list != NULL && task != NULL; task = task->next)
        list[(*count)++] = (placed_task){task, ++place};
    return list;
}

void cw_workers_collect(cw_workers *workers, cw_hub *hub) {
    int count;
    pthread_mutex_lock(&workers->mutex);
    placed_task *list = list_tasks(workers, &count);
    cw_task *done = workers->done;
    workers->done = NULL;
    send_analyses_away(workers);
    pthread_mutex_unlock(&workers->mutex);
    for (int i = 0; i < count; i++) {
        cw_hub_place(hub, list[i].task, list[i].place);
        if (list[i].place == 0)
            cw_hub_news(hub, list[i].task);
    }
    free(list);
    for (cw_task *next; done != NULL; done = next) {
        next = done->next;
        cw_hub_finish(hub, done);
    }
}
