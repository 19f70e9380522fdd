#include "protocol/session/task.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"

/* Ten times a second is enough for the eye. */
static const double news_seconds = 0.1;

static cw_status copy_moves(cw_task *task, const cw_table *table, cw_error *error) {
    int length = cw_record_length(table->record);
    task->moves = malloc(sizeof *task->moves * ((size_t)task->ply + 1));
    if (task->moves == NULL || task->spec == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a thought");
    for (int i = 0; i < task->ply; i++)
        task->moves[i] = i < length ? cw_record_move(table->record, i)
                                    : table->undone[table->undone_count - 1 - (i - length)];
    return CW_OK;
}

cw_status cw_task_create(cw_task_kind kind, const cw_table *table, int ply, const char *spec, cw_task **task,
                         cw_error *error) {
    cw_task *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a thought");
    made->kind = kind;
    made->ply = ply;
    made->spec = strdup(spec);
    made->bounds = table->bounds;
    made->is_wanted = true;
    made->shared = cw_shared_game_take(table->shared);
    cw_status status = copy_moves(made, table, error);
    if (status != CW_OK) {
        cw_task_destroy(made);
        return status;
    }
    *task = made;
    return CW_OK;
}

void cw_task_destroy(cw_task *task) {
    if (task == NULL)
        return;
    cw_task_free_analysis(cw_task_take_latest(task));
    cw_analysis_free(&task->analysis);
    cw_player_destroy(task->player);
    cw_shared_game_release(task->shared);
    free(task->moves);
    free(task->spec);
    free(task);
}

/* ---- What the player thinks meanwhile ---- */

void cw_task_free_analysis(cw_analysis *analysis) {
    if (analysis != NULL)
        cw_analysis_free(analysis);
    free(analysis);
}

static cw_analysis *copy_analysis(const cw_analysis *analysis) {
    cw_analysis *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return NULL;
    *copy = *analysis;
    copy->candidate_capacity = analysis->candidate_count;
    copy->candidates = malloc(sizeof *copy->candidates * ((size_t)analysis->candidate_count + 1));
    if (copy->candidates == NULL) {
        free(copy);
        return NULL;
    }
    if (analysis->candidate_count > 0)
        memcpy(copy->candidates, analysis->candidates,
               sizeof *copy->candidates * (size_t)analysis->candidate_count);
    return copy;
}

static void hear_progress(const cw_analysis *analysis, void *payload) {
    cw_task *task = payload;
    double now = cw_clock_now();
    if (now - task->told < news_seconds)
        return;
    task->told = now;
    cw_analysis *copy = copy_analysis(analysis);
    if (copy == NULL)
        return;
    copy->seconds = now - task->started;
    cw_task_free_analysis(atomic_exchange(&task->latest, copy));
    if (task->news != NULL)
        task->news(task);
}

cw_analysis *cw_task_take_latest(cw_task *task) {
    return atomic_exchange(&task->latest, NULL);
}

/* ---- Thinking ---- */

static cw_status set_up(cw_task *task, cw_record **record, cw_error *error) {
    const cw_game *game = task->shared->game;
    cw_status status = cw_record_create(game, record, error);
    if (status == CW_OK && task->player == NULL)
        status = cw_seat_make_player(task->spec, game, task->bounds, task->seed, &task->player, error);
    for (int i = 0; status == CW_OK && i < task->ply; i++)
        status = cw_record_play(*record, task->moves[i], error);
    return status;
}

void cw_task_run(cw_task *task) {
    cw_record *record = NULL;
    task->status = set_up(task, &record, &task->error);
    task->started = task->told = cw_clock_now();
    task->limits.stop = &task->stop;
    task->limits.progress = hear_progress;
    task->limits.payload = task;
    if (task->status == CW_OK)
        task->status = cw_player_choose(task->player, record, &task->limits, &task->analysis, &task->error);
    cw_record_destroy(record);
}
