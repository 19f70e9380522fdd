#include "protocol/session/task.h"

#include <stdlib.h>
#include <string.h>

#include "core/clock.h"

cw_status cw_task_create(cw_task_kind kind, const cw_table *table, cw_spot place, const char *spec,
                         cw_task **task, cw_error *error) {
    cw_task *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a thought");
    made->kind = kind;
    made->note = place.note;
    made->spec = strdup(spec);
    made->bounds = table->bounds;
    made->is_wanted = true;
    made->shared = cw_shared_game_take(table->shared);
    made->moves = cw_table_moves_to(table, place, &made->ply);
    if (made->moves == NULL || made->spec == NULL) {
        cw_task_destroy(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a thought");
    }
    *task = made;
    return CW_OK;
}

void cw_task_destroy(cw_task *task) {
    if (task == NULL)
        return;
    cw_task_free_analysis(cw_task_take_latest(task));
    cw_task_free_insight(cw_task_take_insight(task));
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

cw_analysis *cw_task_copy_analysis(const cw_analysis *analysis) {
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
    cw_analysis *copy = cw_task_copy_analysis(analysis);
    if (copy == NULL)
        return;
    copy->seconds = cw_clock_now() - task->started;
    cw_task_free_analysis(atomic_exchange(&task->latest, copy));
    if (task->news != NULL)
        task->news(task);
}

cw_analysis *cw_task_take_latest(cw_task *task) {
    return atomic_exchange(&task->latest, NULL);
}

/* ---- What the game knows ---- */

void cw_task_free_insight(cw_insight *insight) {
    if (insight != NULL)
        cw_insight_free(insight);
    free(insight);
}

cw_insight *cw_task_take_insight(cw_task *task) {
    return atomic_exchange(&task->insight, NULL);
}

/* Asks the game, with so many seconds; answers whether more of them would help. */
static bool gain_insight(cw_task *task, const cw_state *state, double seconds) {
    const cw_game *game = task->shared->game;
    const cw_insight_budget budget = {.seconds = seconds, .stop = &task->stop};
    cw_insight *insight = calloc(1, sizeof *insight);
    if (insight == NULL)
        return false;
    game->type->insight(game, state, &budget, insight);
    bool more = insight->more;
    cw_task_free_insight(atomic_exchange(&task->insight, insight));
    if (task->news != NULL)
        task->news(task);
    return more;
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

static void think(cw_task *task, const cw_record *record) {
    bool is_asked = task->wants_insight && task->shared->game->type->insight != NULL &&
                    cw_record_to_decide(record) != CW_NOBODY;
    bool more = is_asked && gain_insight(task, cw_record_state(record), 0);
    task->started = cw_clock_now();
    task->status = cw_player_choose(task->player, record, &task->limits, &task->analysis, &task->error);
    if (more && !cw_flag_is_up(&task->stop))
        gain_insight(task, cw_record_state(record), CW_INSIGHT_SECONDS);
}

void cw_task_run(cw_task *task) {
    cw_record *record = NULL;
    task->status = set_up(task, &record, &task->error);
    task->limits.stop = &task->stop;
    task->limits.progress = hear_progress;
    task->limits.payload = task;
    if (task->status == CW_OK)
        think(task, record);
    cw_record_destroy(record);
}
