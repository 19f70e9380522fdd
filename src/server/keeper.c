#include "server/keeper.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game that waits to be written, with texts of its own. */
typedef struct pending {
    cw_kept_game game;
    struct pending *next;
} pending;

struct cw_keeper {
    cw_kept *writer, *reader; /* each of one thread */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards all below */
    pthread_cond_t changed;
    pending *first;
    bool is_busy, is_closing, has_complained;
};

static void free_pending(pending *entry) {
    free((char *)entry->game.session);
    free((char *)entry->game.game);
    free((char *)entry->game.record);
    free((char *)entry->game.sentence);
    free(entry);
}

static pending *copy_game(const cw_kept_game *game) {
    pending *copy = calloc(1, sizeof *copy);
    if (copy == NULL)
        return NULL;
    copy->game = *game;
    copy->game.session = strdup(game->session);
    copy->game.game = strdup(game->game);
    copy->game.record = strdup(game->record);
    copy->game.sentence = strdup(game->sentence);
    if (copy->game.session != NULL && copy->game.game != NULL && copy->game.record != NULL &&
        copy->game.sentence != NULL)
        return copy;
    free_pending(copy);
    return NULL;
}

/* A full disk does not end the games that are played; it is told once. */
static void complain(cw_keeper *keeper, const cw_error *error) {
    if (!keeper->has_complained)
        fprintf(stderr, "causeway: games are not kept any more: %s\n", error->message);
    keeper->has_complained = true;
}

static void *write_games(void *payload) {
    cw_keeper *keeper = payload;
    pthread_mutex_lock(&keeper->mutex);
    while (keeper->first != NULL || !keeper->is_closing) {
        pending *entry = keeper->first;
        if (entry == NULL) {
            pthread_cond_wait(&keeper->changed, &keeper->mutex);
            continue;
        }
        keeper->first = entry->next;
        keeper->is_busy = true;
        pthread_mutex_unlock(&keeper->mutex);
        cw_error error = {0};
        if (cw_kept_write(keeper->writer, &entry->game, &error) != CW_OK)
            complain(keeper, &error);
        free_pending(entry);
        pthread_mutex_lock(&keeper->mutex);
        keeper->is_busy = false;
        pthread_cond_broadcast(&keeper->changed);
    }
    pthread_mutex_unlock(&keeper->mutex);
    return NULL;
}

static void release(cw_keeper *keeper) {
    cw_kept_close(keeper->writer);
    cw_kept_close(keeper->reader);
    pthread_mutex_destroy(&keeper->mutex);
    pthread_cond_destroy(&keeper->changed);
    free(keeper);
}

cw_status cw_keeper_open(const char *path, cw_keeper **keeper, cw_error *error) {
    cw_keeper *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the store %s", path);
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->changed, NULL);
    cw_status status = cw_kept_open(path, &made->writer, error);
    if (status == CW_OK)
        status = cw_kept_open(path, &made->reader, error);
    if (status == CW_OK && pthread_create(&made->thread, NULL, write_games, made) != 0)
        status = cw_fail(error, CW_NO_MEMORY, "cannot start a thread for the store %s", path);
    if (status != CW_OK) {
        release(made);
        return status;
    }
    *keeper = made;
    return CW_OK;
}

void cw_keeper_close(cw_keeper *keeper) {
    if (keeper == NULL)
        return;
    pthread_mutex_lock(&keeper->mutex);
    keeper->is_closing = true;
    pthread_cond_broadcast(&keeper->changed);
    pthread_mutex_unlock(&keeper->mutex);
    pthread_join(keeper->thread, NULL);
    release(keeper);
}

/* With the mutex held: the place of the game among those that wait, or the end. */
static pending **find_place(cw_keeper *keeper, int64_t id) {
    pending **place = &keeper->first;
    while (*place != NULL && (*place)->game.id != id)
        place = &(*place)->next;
    return place;
}

void cw_keeper_write(cw_keeper *keeper, const cw_kept_game *game) {
    pending *entry = copy_game(game);
    if (entry == NULL)
        return;
    pthread_mutex_lock(&keeper->mutex);
    pending **place = find_place(keeper, game->id), *old = *place;
    entry->next = old != NULL ? old->next : NULL;
    *place = entry;
    pthread_cond_broadcast(&keeper->changed);
    pthread_mutex_unlock(&keeper->mutex);
    if (old != NULL)
        free_pending(old);
}

cw_kept *cw_keeper_reader(cw_keeper *keeper) {
    pthread_mutex_lock(&keeper->mutex);
    while (keeper->first != NULL || keeper->is_busy)
        pthread_cond_wait(&keeper->changed, &keeper->mutex);
    pthread_mutex_unlock(&keeper->mutex);
    return keeper->reader;
}
