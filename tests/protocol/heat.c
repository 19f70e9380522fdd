/* How much a search is slower for being watched: heat [ROUNDS].
 *
 * The same search, of so many simulations from the same seed, is made by turns with nobody watching and as a
 * session makes it for the page, ten frames a second, which another thread turns into messages. Told are the
 * medians of the processor time of the thread that searches, so that other programs hardly matter, and what a
 * frame costs the thread that writes it. A frame comes by the clock on the wall: on a busy machine there are
 * more of them in a second of processor time, and the loss is that of so many frames a second. */
#include <jansson.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "protocol/session/task.h"
#include "protocol/session/views.h"

enum { ROUNDS_MAX = 101 };

static const struct {
    const char *game, *moves, *player;
} cases[] = {
    {"hex:size=11", "f6;d7;g4", "mcts:sims=1500k"},
    {"hex:size=11", "f6;d7;g4", "mcts:judge=network,sims=20k"},
    {"hive", "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-", "mcts:sims=40k"},
    {"hive", "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-", "alphabeta:nodes=1500k,eval=hive"},
    {"six", "0,0;0,1;1,0;1,1;2,0", "mcts:sims=400k"},
    {"six", "0,0;0,1;1,0;1,1;2,0", "alphabeta:nodes=2M,eval=threats"},
    {"tantrix", "", "mcts:sims=100k"},
    {"tantrix", "", "turns:turns=2,samples=1000,eval=lines"},
};

static double seconds_of(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- Who watches ---- */

typedef struct viewer {
    cw_task *task;
    cw_state *state;
    sem_t news;
    bool is_over;
    int frames;
    size_t bytes;
    double seconds; /* of its thread */
} viewer;

static void write_frame(viewer *self) {
    const cw_game *game = self->task->shared->game;
    cw_analysis *analysis = cw_task_take_latest(self->task);
    if (analysis == NULL)
        return;
    json_t *event = json_object();
    cw_view_opinion(event, game, self->state, analysis);
    cw_view_candidates(event, game, self->state, analysis);
    char *text = json_dumps(event, JSON_COMPACT);
    self->frames++;
    self->bytes += strlen(text);
    free(text);
    json_decref(event);
    cw_task_free_analysis(analysis);
}

static void *view(void *payload) {
    viewer *self = payload;
    for (sem_wait(&self->news); !self->is_over; sem_wait(&self->news))
        write_frame(self);
    self->seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

static void tell_viewer(cw_task *task) {
    sem_post(&((viewer *)task->host_data)->news);
}

/* ---- One search ---- */

static cw_task *make_task(const cw_table *table, const char *player) {
    cw_task *task = NULL;
    cw_error error = {0};
    cw_spot end = {.ply = cw_record_length(table->record)};
    if (cw_task_create(CW_TASK_ANALYSIS, table, end, player, &task, &error) != CW_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(2);
    }
    task->seed = 1;
    return task;
}

/* Seconds of this thread for the search, without that for making the player. */
static double search_quietly(const cw_table *table, cw_task *task) {
    cw_error error = {0};
    if (cw_seat_make_player(task->spec, cw_table_game(table), NULL, task->seed, &task->player, &error) !=
        CW_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(2);
    }
    double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    cw_player_choose(task->player, table->record, &task->limits, &task->analysis, &error);
    return seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
}

static double search_watched(const cw_table *table, cw_task *task, viewer *self) {
    pthread_t thread;
    cw_error error = {0};
    task->host_data = self;
    task->news = tell_viewer;
    *self = (viewer){.task = task, .state = cw_table_state_of(table, (cw_spot){.ply = task->ply})};
    sem_init(&self->news, 0, 0);
    cw_seat_make_player(task->spec, cw_table_game(table), NULL, task->seed, &task->player, &error);
    pthread_create(&thread, NULL, view, self);
    double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    cw_task_run(task);
    double seconds = seconds_of(CLOCK_THREAD_CPUTIME_ID) - start;
    self->is_over = true;
    sem_post(&self->news);
    pthread_join(thread, NULL);
    sem_destroy(&self->news);
    free(self->state);
    return seconds;
}

/* ---- All of them ---- */

static int compare(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return difference < 0 ? -1 : difference > 0;
}

static double median(double *times, int count) {
    qsort(times, (size_t)count, sizeof *times, compare);
    return times[count / 2];
}

static cw_table *make_table(const char *game, const char *moves) {
    cw_table *table = NULL;
    cw_error error = {0};
    cw_table_plan plan = {.game = game, .others = "human", .seed = 1};
    if (cw_table_create(&plan, &table, &error) != CW_OK ||
        cw_record_play_line(table->record, moves, &error) != CW_OK) {
        fprintf(stderr, "%s\n", error.message);
        exit(2);
    }
    return table;
}

static void measure(size_t number, int rounds) {
    double quiet[ROUNDS_MAX], watched[ROUNDS_MAX], seconds = 0, viewing = 0;
    int frames = 0;
    size_t bytes = 0;
    cw_table *table = make_table(cases[number].game, cases[number].moves);
    for (int i = 0; i < 2 * rounds; i++) {
        cw_task *task = make_task(table, cases[number].player);
        viewer self = {0};
        if (i % 2 == (i / 2) % 2) {
            quiet[i / 2] = search_quietly(table, task);
        } else {
            watched[i / 2] = search_watched(table, task, &self);
            seconds += watched[i / 2];
            frames += self.frames;
            bytes += self.bytes;
            viewing += self.seconds;
        }
        cw_task_destroy(task);
    }
    double before = median(quiet, rounds), after = median(watched, rounds);
    double loss = 100 * (after / before - 1), rate = frames / seconds;
    printf("%-12s %-34s %7.3f s %7.3f s %+7.2f %% at %5.1f frames/s, %+5.2f %% at 10, %4.0f us and %5.0f "
           "bytes a frame\n",
           cases[number].game, cases[number].player, before, after, loss, rate,
           rate > 0 ? loss * 10 / rate : 0, frames > 0 ? 1e6 * viewing / frames : 0,
           frames > 0 ? (double)bytes / frames : 0);
    cw_table_destroy(table);
}

int main(int count, char **arguments) {
    int rounds = count > 1 ? (int)strtol(arguments[1], NULL, 10) : 7;
    rounds = rounds < 1 ? 1 : rounds > ROUNDS_MAX ? ROUNDS_MAX : rounds;
    printf("%-12s %-34s %9s %9s %8s\n", "game", "player", "quiet", "watched", "loss");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        measure(i, rounds);
    return 0;
}
