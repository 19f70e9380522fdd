/* What the parts of the store share. */
#ifndef CW_ARENA_STORE_INNER_H
#define CW_ARENA_STORE_INNER_H

#include <pthread.h>
#include <sqlite3.h>

#include "arena/store.h"

/* A unit that waits to be written: its games, or its sums. */
typedef struct cw_store_unit {
    int64_t run, unit;
    int player_count, game_count;
    cw_match_game *games;
    int64_t summed_games;
    char *sums;
    struct cw_store_unit *next;
} cw_store_unit;

/* Units wait in memory and are written together, so that the file is locked for a moment only and several
 * programs get their turn. When many wait, who adds one waits for the disk. */
struct cw_store {
    char *path;
    int64_t format;
    pthread_mutex_t file_mutex; /* guards the connection; taken before the other one */
    sqlite3 *db;
    sqlite3_stmt *insert_game, *insert_sums;

    pthread_mutex_t queue_mutex; /* guards all below */
    pthread_cond_t changed;
    cw_store_unit *first, *last;
    int waiting;          /* how many */
    double waiting_since; /* the first of them */
    bool closing;
    cw_error trouble; /* the first failure to write, told at the next chance */
    pthread_t writer;
};

/* The last failure of SQLite in words. */
cw_status cw_store_trouble(cw_store *store, cw_error *error);

cw_status cw_store_execute(cw_store *store, const char *statement, cw_error *error);

/* Prepares the statements that write. */
cw_status cw_store_prepare_writing(cw_store *store, cw_error *error);

/* The thread that writes what waits. */
void *cw_store_write_now_and_then(void *payload);

/* Writes all that waits, in one transaction; with the file's mutex held. A failure is noted as trouble, and
 * the units go on waiting. */
void cw_store_write_waiting(cw_store *store);

/* Throws away what could not be written. */
void cw_store_drop_waiting(cw_store *store);

#endif
