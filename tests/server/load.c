/* How a running server bears many sessions: load PORT PID [SESSIONS SEARCHING SECONDS].
 *
 * Of the sessions some have engines that search all the time; in the others people move, each about once in
 * two seconds, all four games in turn. Told are the times from a person's move to its answer with the new
 * scene, and the most memory that the server (the process PID) had. */
#include <math.h>
#include <pthread.h>
#include <time.h>

#include "causeway/rng.h"
#include "core/clock.h"
#include "server/client.h"

enum { SESSIONS_MAX = 1000, TIMES_MAX = 100000 };

typedef struct load {
    int port, searching;
    double until;
    pthread_mutex_t mutex; /* guards all below */
    double times[TIMES_MAX];
    int count, failures, engine_moves;
} load;

typedef struct visitor {
    load *load;
    int number;
} visitor;

static void note_time(load *self, double seconds) {
    pthread_mutex_lock(&self->mutex);
    if (self->count < TIMES_MAX)
        self->times[self->count++] = seconds;
    pthread_mutex_unlock(&self->mutex);
}

static void note_failure(load *self) {
    pthread_mutex_lock(&self->mutex);
    self->failures++;
    pthread_mutex_unlock(&self->mutex);
}

static void rest(double seconds) {
    struct timespec time = {.tv_sec = (time_t)seconds, .tv_nsec = (long)(fmod(seconds, 1) * 1e9)};
    nanosleep(&time, NULL);
}

/* Engines against each other, strong and slow ones, watched as long as it lasts. */
static void watch_engines(load *self, int end, int number) {
    static const char *const games[] = {"hex", "hive", "six", "tantrix"};
    char fields[256];
    int code;
    snprintf(fields, sizeof fields,
             "\"do\": \"new\", \"game\": \"%s\", \"seats\": [\"level:10\", \"level:10\"], \"pace\": 0",
             games[number % 4]);
    json_t *answer = client_request(end, 2, fields);
    if (answer == NULL)
        note_failure(self);
    json_decref(answer);
    while (cw_clock_now() < self->until) {
        json_t *event = client_hear(end, &code);
        const char *name = json_string_value(json_object_get(event, "event"));
        if (event == NULL)
            break;
        pthread_mutex_lock(&self->mutex);
        self->engine_moves += name != NULL && strcmp(name, "table") == 0;
        pthread_mutex_unlock(&self->mutex);
        json_decref(event);
    }
}

static json_t *begin_game(int end, int number, int id) {
    static const char *const games[] = {"hex", "hive", "six", "tantrix"};
    char fields[128];
    snprintf(fields, sizeof fields, "\"do\": \"new\", \"game\": \"%s\", \"seats\": [\"human\", \"human\"]",
             games[number % 4]);
    return client_request(end, id, fields);
}

/* Makes one move of those that the last answer offers; returns the new answer. */
static json_t *make_move(load *self, int end, int id, json_t *answer, cw_rng *rng) {
    const json_t *table = json_object_get(answer, "table"), *legal = json_object_get(table, "legal");
    if (json_array_size(legal) == 0)
        return NULL;
    const json_t *choice = json_array_get(legal, cw_rng_below(rng, (uint32_t)json_array_size(legal)));
    json_t *request = json_pack("{s:i, s:s, s:O, s:O}", "id", id, "do", "move", "move",
                                json_object_get(choice, "move"), "ply", json_object_get(table, "ply"));
    char *text = json_dumps(request, JSON_COMPACT);
    double start = cw_clock_now();
    json_t *next = client_say(end, text) ? client_await(end, "id", NULL, id) : NULL;
    if (next != NULL && json_object_get(json_object_get(next, "table"), "scene") != NULL)
        note_time(self, cw_clock_now() - start);
    else
        note_failure(self);
    free(text);
    json_decref(request);
    return next;
}

static void play_people(load *self, int end, int number) {
    cw_rng rng = cw_rng_make(1, (uint64_t)number);
    int id = 2;
    json_t *answer = begin_game(end, number, id++);
    while (answer != NULL && cw_clock_now() < self->until) {
        rest(1 + 2 * cw_rng_unit(&rng));
        json_t *next = make_move(self, end, id++, answer, &rng);
        json_decref(answer);
        answer = next != NULL ? next : begin_game(end, number, id++);
    }
    json_decref(answer);
}

static void *visit(void *payload) {
    const visitor *self = payload;
    rest(0.01 * self->number);
    int end = client_open(self->load->port, 30);
    json_t *hello = end >= 0 ? client_request(end, 1, "\"do\": \"hello\"") : NULL;
    if (hello == NULL)
        note_failure(self->load);
    else if (self->number < self->load->searching)
        watch_engines(self->load, end, self->number);
    else
        play_people(self->load, end, self->number);
    json_decref(hello);
    close(end);
    return NULL;
}

static int by_size(const void *one, const void *other) {
    double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double share_below(const load *self, double share) {
    return 1000 * self->times[(int)(share * (self->count - 1))];
}

/* The most memory of a process, in MiB. */
static double memory_of(const char *process) {
    char path[64], line[256];
    double most = 0;
    snprintf(path, sizeof path, "/proc/%s/status", process);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "VmHWM:", 6) == 0)
            most = strtod(line + 6, NULL) / 1024;
    }
    if (file != NULL)
        fclose(file);
    return most;
}

static int number_at(int count, char *const *words, int index, int standard) {
    return index < count ? (int)strtol(words[index], NULL, 10) : standard;
}

int main(int count, char **words) {
    static load self;
    static visitor visitors[SESSIONS_MAX];
    static pthread_t threads[SESSIONS_MAX];
    int sessions = number_at(count, words, 3, 200);
    if (count < 3 || sessions > SESSIONS_MAX) {
        fprintf(stderr, "usage: load PORT PID [SESSIONS SEARCHING SECONDS]\n");
        return 2;
    }
    self.port = number_at(count, words, 1, 0);
    self.searching = number_at(count, words, 4, 20);
    self.until = cw_clock_now() + number_at(count, words, 5, 60);
    pthread_mutex_init(&self.mutex, NULL);
    for (int i = 0; i < sessions; i++) {
        visitors[i] = (visitor){&self, i};
        pthread_create(&threads[i], NULL, visit, &visitors[i]);
    }
    for (int i = 0; i < sessions; i++)
        pthread_join(threads[i], NULL);
    qsort(self.times, (size_t)self.count, sizeof self.times[0], by_size);
    if (self.count > 0)
        printf("%d sessions, %d of them searching: %d moves answered, in ms: median %.1f, 90 %% %.1f, "
               "99 %% %.1f, slowest %.1f; %d failures; engines made %d moves; memory at most %.0f MiB\n",
               sessions, self.searching, self.count, share_below(&self, 0.5), share_below(&self, 0.9),
               share_below(&self, 0.99), share_below(&self, 1), self.failures, self.engine_moves,
               memory_of(words[2]));
    return self.failures > 0 || self.count == 0;
}
