#include "lab/desk_inner.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/files.h"

enum { LIST_BYTES_MAX = 1 << 20, BACKGROUND = 15 /* of nice values */ };

/* ---- The list in its file ---- */

static const char *const state_names[] = {"waits", "runs", "stopped", "done", "failed"};

static json_t *work_json(const cw_work *work) {
    json_t *json = json_pack("{s:I, s:s, s:f, s:s}", "id", (json_int_t)work->id, "name", work->name, "scale",
                             work->scale, "state", state_names[work->state]);
    if (work->match != NULL)
        json_object_set(json, "match", work->match);
    return json;
}

/* Writes the list; where that fails, it is only forgotten at the end. With the mutex held. */
static void save_list(const cw_desk *desk) {
    if (desk->list == NULL)
        return;
    json_t *array = json_array();
    cw_text text = {0};
    for (int i = 0; i < desk->work_count; i++)
        json_array_append_new(array, work_json(desk->works[i]));
    char *dump = json_dumps(array, JSON_INDENT(1));
    cw_text_append(&text, dump != NULL ? dump : "[]");
    cw_file_write(desk->list, desk->list, &text, NULL);
    cw_text_free(&text);
    free(dump);
    json_decref(array);
}

static void free_work(cw_work *work) {
    json_decref(work->match);
    json_decref(work->standings);
    free(work->findings);
    free(work);
}

/* A new piece of work at the end of the list; NULL: no room. With the mutex held. */
static cw_work *add_work(cw_desk *desk, cw_error *error) {
    if (desk->work_count >= CW_DESK_WORKS_MAX) {
        cw_fail(error, CW_UNSUPPORTED, "there are %d things to do already: take some off the list first",
                desk->work_count);
        return NULL;
    }
    cw_work *work = calloc(1, sizeof *work);
    if (work == NULL) {
        cw_fail(error, CW_NO_MEMORY, "out of memory for work");
        return NULL;
    }
    work->id = ++desk->last_id;
    work->scale = 1;
    desk->works[desk->work_count++] = work;
    return work;
}

static void remove_work(cw_desk *desk, cw_work *work) {
    int place = 0;
    while (desk->works[place] != work)
        place++;
    desk->work_count--;
    memmove(&desk->works[place], &desk->works[place + 1],
            sizeof(cw_work *) * (size_t)(desk->work_count - place));
    free_work(work);
}

static void restore_work(cw_desk *desk, const json_t *json) {
    const char *name = json_string_value(json_object_get(json, "name"));
    const char *state = json_string_value(json_object_get(json, "state"));
    json_t *match = json_object_get(json, "match");
    cw_work *work =
        name != NULL && state != NULL && (name[0] != '\0' || match != NULL) ? add_work(desk, NULL) : NULL;
    if (work == NULL)
        return;
    snprintf(work->name, sizeof work->name, "%s", name);
    work->id = json_integer_value(json_object_get(json, "id"));
    desk->last_id = work->id > desk->last_id ? work->id : desk->last_id;
    work->scale = json_number_value(json_object_get(json, "scale"));
    work->match = json_incref(match);
    work->state =
        strcmp(state, "stopped") == 0 || strcmp(state, "failed") == 0 ? CW_WORK_STOPPED : CW_WORK_WAITS;
}

/* What was done is looked up in the store again, which takes a moment, and tells its result. */
static void load_list(cw_desk *desk) {
    cw_text text = {0};
    json_t *array = NULL, *json;
    size_t index;
    if (cw_file_read(desk->list, LIST_BYTES_MAX, &text, NULL) == CW_OK)
        array = json_loads(cw_text_string(&text), 0, NULL);
    json_array_foreach(array, index, json) {
        restore_work(desk, json);
    }
    json_decref(array);
    cw_text_free(&text);
}

/* ---- Threads ---- */

/* Those who play or wait for an answer go before. Not by the system's idle policy: on a busy machine the server would
 * wait for ever for a thread that has the mutex or shall end. */
static void step_back(cw_desk *desk) {
    pthread_mutex_lock(&desk->mutex);
    desk->stepped_back[desk->stepped_back_count++] = gettid();
    if (!desk->plan.is_eager && !desk->is_closing)
        setpriority(PRIO_PROCESS, (id_t)gettid(), BACKGROUND);
    pthread_mutex_unlock(&desk->mutex);
}

/* Threads that shall end are waited for, so they go like any others where the system allows that. With the mutex held. */
static void step_forth(const cw_desk *desk) {
    for (int i = 0; i < desk->stepped_back_count; i++)
        setpriority(PRIO_PROCESS, (id_t)desk->stepped_back[i], 0);
}

static cw_work *next_work(const cw_desk *desk) {
    for (int i = 0; i < desk->work_count; i++) {
        if (desk->works[i]->state == CW_WORK_WAITS)
            return desk->works[i];
    }
    return NULL;
}

/* With the mutex held: from here on others may take the work away. */
static void end_work(cw_work *work, cw_status status, const cw_error *error) {
    bool is_stopped = cw_flag_is_up(&work->stop) && work->played < work->wanted;
    work->state = status != CW_OK ? CW_WORK_FAILED : is_stopped ? CW_WORK_STOPPED : CW_WORK_DONE;
    work->seconds = cw_clock_now() - work->began;
    if (status != CW_OK)
        work->error = *error;
}

/* With the mutex held, which is let go while it works. */
static void do_work(cw_desk *desk, cw_work *work) {
    cw_error error = {0};
    work->state = CW_WORK_RUNS;
    work->began = cw_clock_now();
    save_list(desk);
    pthread_mutex_unlock(&desk->mutex);
    cw_status status = cw_desk_do(desk, work, &error);
    pthread_mutex_lock(&desk->mutex);
    end_work(work, status, &error);
    cw_desk_entry *entry = cw_desk_find(desk, work->name);
    if (entry != NULL)
        cw_desk_want_reading(desk, entry);
    if (work->is_leaving)
        remove_work(desk, work);
    else if (desk->is_closing)
        return; /* in the file it still runs, so that it goes on */
    save_list(desk);
}

static void *run(void *payload) {
    cw_desk *desk = payload;
    step_back(payload);
    pthread_mutex_lock(&desk->mutex);
    while (!desk->is_closing) {
        cw_work *work = next_work(desk);
        if (work != NULL)
            do_work(desk, work);
        else
            pthread_cond_wait(&desk->changed, &desk->mutex);
    }
    pthread_mutex_unlock(&desk->mutex);
    return NULL;
}

static void *read_quietly(void *payload) {
    step_back(payload);
    return cw_desk_read_findings(payload);
}

static void start_threads(cw_desk *desk) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int wanted = desk->plan.at_once > 0 ? desk->plan.at_once : cores > 3 ? (int)cores / 2 : 1;
    while (desk->store != NULL && desk->thread_count < wanted && desk->thread_count < CW_DESK_THREADS_MAX &&
           pthread_create(&desk->threads[desk->thread_count], NULL, run, desk) == 0)
        desk->thread_count++;
    desk->has_reader = pthread_create(&desk->reader, NULL, read_quietly, desk) == 0;
}

/* ---- Opening and closing ---- */

static char *copy_text(const char *text) {
    return text != NULL ? strdup(text) : NULL;
}

/* A path beside the store's file. */
static char *beside_store(const cw_desk *desk, const char *name) {
    cw_text path = {0};
    const char *slash = strrchr(desk->store, '/');
    if (slash != NULL)
        cw_text_append_bytes(&path, desk->store, (size_t)(slash - desk->store) + 1);
    cw_text_append(&path, name);
    return cw_text_take(&path);
}

cw_status cw_desk_open(const cw_desk_plan *plan, cw_desk **desk, cw_error *error) {
    cw_desk *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the laboratory");
    made->plan = *plan;
    made->store = copy_text(plan->store);
    made->experiments = copy_text(plan->experiments);
    made->results = copy_text(plan->results);
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->changed, NULL);
    if (made->store != NULL) {
        made->own = beside_store(made, "experiments");
        made->list = beside_store(made, "laboratory.json");
        load_list(made);
    }
    cw_desk_list_files(made);
    start_threads(made);
    *desk = made;
    return CW_OK;
}

static void stop_threads(cw_desk *desk) {
    pthread_mutex_lock(&desk->mutex);
    desk->is_closing = true;
    step_forth(desk);
    cw_flag_raise(&desk->is_stopping);
    for (int i = 0; i < desk->work_count; i++)
        cw_flag_raise(&desk->works[i]->stop);
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->mutex);
    for (int i = 0; i < desk->thread_count; i++)
        pthread_join(desk->threads[i], NULL);
    if (desk->has_reader)
        pthread_join(desk->reader, NULL);
}

void cw_desk_close(cw_desk *desk) {
    if (desk == NULL)
        return;
    stop_threads(desk);
    for (int i = 0; i < desk->work_count; i++)
        free_work(desk->works[i]);
    cw_desk_free_files(desk);
    pthread_mutex_destroy(&desk->mutex);
    pthread_cond_destroy(&desk->changed);
    free(desk->store);
    free(desk->experiments);
    free(desk->results);
    free(desk->own);
    free(desk->list);
    free(desk);
}

/* ---- Requests ---- */

static cw_status need_store(const cw_desk *desk, cw_error *error) {
    return desk->store != NULL ? CW_OK : cw_fail(error, CW_UNSUPPORTED, "there is no store to play into");
}

static cw_work *find_work(const cw_desk *desk, int64_t id) {
    for (int i = 0; i < desk->work_count; i++) {
        if (desk->works[i]->id == id)
            return desk->works[i];
    }
    return NULL;
}

/* Puts work that does not run at its turn. With the mutex held. */
static void set_going(cw_desk *desk, cw_work *work) {
    cw_flag_lower(&work->stop);
    work->state = CW_WORK_WAITS;
    work->error = (cw_error){0};
    save_list(desk);
    pthread_cond_broadcast(&desk->changed);
}

/* The work of an experiment that is on the list; or the match that is the same. */
static cw_work *find_same(const cw_desk *desk, const char *name, const json_t *match) {
    for (int i = 0; i < desk->work_count; i++) {
        cw_work *work = desk->works[i];
        bool is_match = match != NULL && work->match != NULL && json_equal(work->match, match);
        if (is_match || (match == NULL && work->match == NULL && strcmp(work->name, name) == 0))
            return work;
    }
    return NULL;
}

/* Adds work, or sets the same work going again with another scale; uses `match` up. */
static cw_status begin(cw_desk *desk, const char *name, double scale, json_t *match, json_t *answer,
                       cw_error *error) {
    pthread_mutex_lock(&desk->mutex);
    cw_work *work = find_same(desk, name, match);
    bool is_busy = work != NULL && (work->state == CW_WORK_RUNS || work->state == CW_WORK_WAITS);
    if (work == NULL && (work = add_work(desk, error)) != NULL) {
        snprintf(work->name, sizeof work->name, "%s", name);
        work->match = json_incref(match);
    }
    json_decref(match); /* here, because the desk's threads count its references as well */
    if (work != NULL && !is_busy) {
        work->scale = scale;
        set_going(desk, work);
    }
    if (work != NULL)
        json_object_set_new(answer, "work", json_integer(work->id));
    pthread_mutex_unlock(&desk->mutex);
    return work != NULL ? CW_OK : CW_UNSUPPORTED;
}

cw_status cw_desk_run(cw_desk *desk, const char *name, double scale, json_t *answer, cw_error *error) {
    cw_status status = need_store(desk, error);
    if (status != CW_OK)
        return status;
    const cw_desk_entry *entry = cw_desk_find(desk, name);
    if (entry == NULL)
        return cw_fail(error, CW_BAD_INPUT, "there is no experiment '%.40s'", name);
    cw_experiment *experiment = NULL;
    status = cw_desk_read(desk, entry, &experiment, error);
    cw_experiment_destroy(experiment);
    return status == CW_OK ? begin(desk, name, scale, NULL, answer, error) : status;
}

/* Are the players within the bounds? What the bounds make of them is what plays. */
static cw_status hold_players(const cw_desk *desk, const cw_desk_match *match, const cw_game *game,
                              json_t *players, cw_error *error) {
    for (int i = 0; i < match->player_count; i++) {
        cw_plan plan;
        cw_text spec = {0};
        cw_status status = cw_plan_read_within(&desk->plan.bounds, &plan, match->players[i], game, error);
        if (status != CW_OK)
            return status;
        cw_plan_print(&plan, &spec);
        json_array_append_new(players, json_string(cw_text_string(&spec)));
        cw_text_free(&spec);
    }
    return CW_OK;
}

static cw_status check_match(const cw_desk_match *match, const cw_game *game, cw_error *error) {
    cw_schedule schedule = {
        .seat_count = game->player_count, .entrant_count = match->player_count, .games = match->games};
    if (match->player_count < game->player_count)
        return cw_fail(error, CW_BAD_INPUT, "%s needs %d players", game->type->title, game->player_count);
    if (match->test && (match->player_count != 2 || game->player_count != 2 || match->elo1 <= match->elo0))
        return cw_fail(error, CW_BAD_INPUT, "a test is between two players, from a lower to a higher Elo");
    if (cw_schedule_games(&schedule) > CW_DESK_GAMES_MAX)
        return cw_fail(error, CW_BAD_INPUT, "that would be more than %d games", CW_DESK_GAMES_MAX);
    return CW_OK;
}

cw_status cw_desk_play(cw_desk *desk, const cw_desk_match *match, json_t *answer, cw_error *error) {
    cw_game *game = NULL;
    json_t *players = json_array();
    cw_text spec = {0};
    cw_status status = need_store(desk, error);
    if (status == CW_OK)
        status = cw_game_create(match->game, &game, error);
    if (status == CW_OK)
        status = check_match(match, game, error);
    if (status == CW_OK)
        status = hold_players(desk, match, game, players, error);
    if (status == CW_OK) {
        cw_game_print_spec(game, &spec);
        json_t *asked = json_pack("{s:s, s:o, s:I}", "game", cw_text_string(&spec), "players", players,
                                  "games", (json_int_t)match->games);
        if (match->test) {
            json_object_set_new(asked, "elo0", json_real(match->elo0));
            json_object_set_new(asked, "elo1", json_real(match->elo1));
        }
        players = NULL;
        status = begin(desk, "", 1, asked, answer, error);
    }
    cw_text_free(&spec);
    json_decref(players);
    cw_game_destroy(game);
    return status;
}

static cw_status no_work(int64_t id, cw_error *error) {
    return cw_fail(error, CW_BAD_INPUT, "there is no work %lld on the list", (long long)id);
}

cw_status cw_desk_resume(cw_desk *desk, int64_t id, cw_error *error) {
    pthread_mutex_lock(&desk->mutex);
    cw_work *work = find_work(desk, id);
    if (work != NULL && work->state != CW_WORK_RUNS && work->state != CW_WORK_WAITS)
        set_going(desk, work);
    pthread_mutex_unlock(&desk->mutex);
    return work != NULL ? CW_OK : no_work(id, error);
}

cw_status cw_desk_stop(cw_desk *desk, int64_t id, cw_error *error) {
    pthread_mutex_lock(&desk->mutex);
    cw_work *work = find_work(desk, id);
    if (work != NULL && work->state == CW_WORK_RUNS) {
        work->is_leaving = cw_flag_is_up(&work->stop); /* asked twice */
        cw_flag_raise(&work->stop);
    } else if (work != NULL && work->state == CW_WORK_WAITS) {
        work->state = CW_WORK_STOPPED;
    } else if (work != NULL) {
        remove_work(desk, work);
    }
    save_list(desk);
    pthread_mutex_unlock(&desk->mutex);
    return work != NULL ? CW_OK : no_work(id, error);
}

json_t *cw_desk_works(cw_desk *desk) {
    json_t *array = json_array();
    pthread_mutex_lock(&desk->mutex);
    for (int i = 0; i < desk->work_count; i++)
        json_array_append_new(array, cw_desk_view_work(desk->works[i]));
    pthread_mutex_unlock(&desk->mutex);
    return array;
}
