/* Writing runs, games and sums into a store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena/store_inner.h"
#include "causeway/version.h"
#include "core/clock.h"

static const double gather_seconds = 0.5;

cw_status cw_store_prepare_writing(cw_store *store, cw_error *error) {
    bool prepared =
        sqlite3_prepare_v2(store->db, "INSERT OR REPLACE INTO games VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1,
                           &store->insert_game, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(store->db, "INSERT OR REPLACE INTO parts VALUES(?,?,?,?)", -1, &store->insert_sums,
                           NULL) == SQLITE_OK;
    return prepared ? CW_OK : cw_store_trouble(store, error);
}

/* ---- Rows ---- */

/* Lists of numbers are kept as text, separated by spaces. */
typedef struct number_list {
    char text[128];
} number_list;

static number_list list_reals(const double *values, int count) {
    number_list list = {""};
    for (int i = 0, length = 0; i < count; i++)
        length += snprintf(list.text + length, sizeof list.text - (size_t)length, "%s%.15g", i > 0 ? " " : "",
                           values[i]);
    return list;
}

static number_list list_integers(const int *values, int count) {
    double reals[CW_PLAYERS_MAX];
    for (int i = 0; i < count; i++)
        reals[i] = values[i];
    return list_reals(reals, count);
}

static cw_status insert(cw_store *store, sqlite3_stmt *statement, cw_error *error) {
    cw_status status = sqlite3_step(statement) == SQLITE_DONE ? CW_OK : cw_store_trouble(store, error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

static cw_status insert_game(cw_store *store, int64_t run, const cw_match_game *game, int seats,
                             cw_error *error) {
    const cw_game_outcome *outcome = &game->outcome;
    sqlite3_stmt *statement = store->insert_game;
    double simulations[CW_PLAYERS_MAX];
    for (int i = 0; i < seats; i++)
        simulations[i] = (double)outcome->simulations[i];
    number_list lists[] = {
        list_integers(game->pairing.entrants, seats), list_reals(outcome->result.reward, seats),
        list_integers(outcome->result.score, seats),  list_integers(outcome->decisions, seats),
        list_reals(outcome->seconds, seats),          list_reals(simulations, seats),
    };
    static const int columns[] = {3, 5, 6, 9, 10, 11};
    for (int i = 0; i < 6; i++)
        sqlite3_bind_text(statement, columns[i], lists[i].text, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statement, 1, run);
    sqlite3_bind_int64(statement, 2, game->pairing.number);
    sqlite3_bind_int64(statement, 4, (int64_t)game->pairing.seed);
    sqlite3_bind_int(statement, 7, outcome->result.ending);
    sqlite3_bind_int(statement, 8, outcome->moves);
    sqlite3_bind_int(statement, 12, outcome->forfeiter);
    sqlite3_bind_text(statement, 13, outcome->reason, -1, SQLITE_STATIC);
    if (game->moves != NULL)
        sqlite3_bind_text(statement, 14, game->moves, -1, SQLITE_STATIC);
    return insert(store, statement, error);
}

static cw_status insert_unit(cw_store *store, const cw_store_unit *unit, cw_error *error) {
    cw_status status = CW_OK;
    for (int i = 0; status == CW_OK && i < unit->game_count; i++)
        status = insert_game(store, unit->run, &unit->games[i], unit->player_count, error);
    if (status != CW_OK || unit->sums == NULL)
        return status;
    sqlite3_bind_int64(store->insert_sums, 1, unit->run);
    sqlite3_bind_int64(store->insert_sums, 2, unit->unit);
    sqlite3_bind_int64(store->insert_sums, 3, unit->summed_games);
    sqlite3_bind_text(store->insert_sums, 4, unit->sums, -1, SQLITE_STATIC);
    return insert(store, store->insert_sums, error);
}

/* ---- Units that wait ---- */

static void free_units(cw_store_unit *unit) {
    while (unit != NULL) {
        cw_store_unit *next = unit->next;
        for (int i = 0; i < unit->game_count; i++)
            free(unit->games[i].moves);
        free(unit->games);
        free(unit->sums);
        free(unit);
        unit = next;
    }
}

void cw_store_drop_waiting(cw_store *store) {
    free_units(store->first);
    store->first = store->last = NULL;
}

static cw_store_unit *take_waiting(cw_store *store) {
    pthread_mutex_lock(&store->queue_mutex);
    cw_store_unit *units = store->first;
    store->first = store->last = NULL;
    store->waiting = 0;
    pthread_mutex_unlock(&store->queue_mutex);
    return units;
}

/* Puts units that could not be written before those that came since. */
static void put_back(cw_store *store, cw_store_unit *units, const cw_error *trouble) {
    cw_store_unit *last = units;
    int count = 1;
    for (; last->next != NULL; count++)
        last = last->next;
    pthread_mutex_lock(&store->queue_mutex);
    store->waiting += count;
    last->next = store->first;
    store->last = store->first != NULL ? store->last : last;
    store->first = units;
    store->waiting_since = cw_clock_now();
    if (store->trouble.status == CW_OK)
        store->trouble = *trouble;
    pthread_mutex_unlock(&store->queue_mutex);
}

void cw_store_write_waiting(cw_store *store) {
    cw_store_unit *units = take_waiting(store);
    cw_error error = {0};
    if (units == NULL)
        return;
    cw_status status = cw_store_execute(store, "BEGIN IMMEDIATE", &error);
    for (const cw_store_unit *unit = units; status == CW_OK && unit != NULL; unit = unit->next)
        status = insert_unit(store, unit, &error);
    if (status == CW_OK)
        status = cw_store_execute(store, "COMMIT", &error);
    if (status == CW_OK) {
        free_units(units);
        return;
    }
    if (!sqlite3_get_autocommit(store->db)) /* a full disk may have taken it back already */
        cw_store_execute(store, "ROLLBACK", NULL);
    put_back(store, units, &error);
}

/* Waits until units have waited for long enough, or the store is closed; with the queue's mutex held. */
static void wait_for_units(cw_store *store) {
    while (!store->closing &&
           (store->first == NULL || cw_clock_now() - store->waiting_since < gather_seconds)) {
        if (store->first == NULL) {
            pthread_cond_wait(&store->changed, &store->queue_mutex);
            continue;
        }
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100 * 1000 * 1000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&store->changed, &store->queue_mutex, &until);
    }
}

void *cw_store_write_now_and_then(void *payload) {
    cw_store *store = payload;
    for (;;) {
        pthread_mutex_lock(&store->queue_mutex);
        wait_for_units(store);
        bool closing = store->closing;
        pthread_mutex_unlock(&store->queue_mutex);
        if (closing)
            return NULL;
        pthread_mutex_lock(&store->file_mutex);
        cw_store_write_waiting(store);
        pthread_mutex_unlock(&store->file_mutex);
    }
}

/* Tells an earlier failure to write, once. */
static cw_status tell_trouble(cw_store *store, cw_error *error) {
    pthread_mutex_lock(&store->queue_mutex);
    cw_status status = CW_OK;
    if (store->trouble.status != CW_OK)
        status = cw_fail(error, store->trouble.status, "%s", store->trouble.message);
    store->trouble = (cw_error){0};
    pthread_mutex_unlock(&store->queue_mutex);
    return status;
}

cw_status cw_store_flush(cw_store *store, cw_error *error) {
    pthread_mutex_lock(&store->file_mutex);
    cw_store_write_waiting(store);
    pthread_mutex_unlock(&store->file_mutex);
    return tell_trouble(store, error);
}

/* Takes over the unit. */
static cw_status enqueue(cw_store *store, cw_store_unit *unit, cw_error *error) {
    enum { WAITING_MAX = 4096 };
    pthread_mutex_lock(&store->queue_mutex);
    if (store->first == NULL) {
        store->waiting_since = cw_clock_now();
        store->first = unit;
    } else {
        store->last->next = unit;
    }
    store->last = unit;
    bool are_many = ++store->waiting >= WAITING_MAX;
    pthread_cond_broadcast(&store->changed);
    pthread_mutex_unlock(&store->queue_mutex);
    return are_many ? cw_store_flush(store, error) : tell_trouble(store, error);
}

static cw_status no_room(cw_store_unit *unit, cw_error *error) {
    free_units(unit);
    return cw_fail(error, CW_NO_MEMORY, "out of memory for games that are to be kept");
}

cw_status cw_store_add_games(cw_store *store, int64_t run, const cw_match_part *part, int player_count,
                             cw_error *error) {
    cw_store_unit *unit = calloc(1, sizeof *unit);
    if (unit == NULL)
        return no_room(unit, error);
    *unit = (cw_store_unit){.run = run, .unit = part->unit, .player_count = player_count};
    unit->games = calloc((size_t)part->game_count + 1, sizeof *unit->games);
    if (unit->games == NULL)
        return no_room(unit, error);
    for (int i = 0; i < part->game_count; i++) {
        unit->games[i] = part->games[i];
        unit->games[i].moves = part->games[i].moves != NULL ? strdup(part->games[i].moves) : NULL;
        unit->game_count = i + 1;
        if (part->games[i].moves != NULL && unit->games[i].moves == NULL)
            return no_room(unit, error);
    }
    return enqueue(store, unit, error);
}

cw_status cw_store_add_sums(cw_store *store, int64_t run, int64_t unit, int64_t games, const char *sums,
                            cw_error *error) {
    cw_store_unit *added = calloc(1, sizeof *added);
    if (added == NULL)
        return no_room(added, error);
    *added = (cw_store_unit){.run = run, .unit = unit, .summed_games = games, .sums = strdup(sums)};
    return added->sums != NULL ? enqueue(store, added, error) : no_room(added, error);
}

/* ---- Runs ---- */

static cw_status insert_run(cw_store *store, const cw_run_definition *definition, int64_t *run,
                            cw_error *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db,
                           "INSERT INTO runs(name, definition, game, games, version, meaning, test, created)"
                           " VALUES(?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                           -1, &statement, NULL) != SQLITE_OK)
        return cw_store_trouble(store, error);
    sqlite3_bind_text(statement, 1, definition->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, definition->text, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, definition->game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, definition->games);
    sqlite3_bind_text(statement, 5, cw_version(), -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 6, definition->meaning, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 7, definition->test, -1, SQLITE_STATIC);
    cw_status status = sqlite3_step(statement) == SQLITE_DONE ? CW_OK : cw_store_trouble(store, error);
    sqlite3_finalize(statement);
    *run = sqlite3_last_insert_rowid(store->db);
    return status;
}

/* Changes a run; the parameters are its number, a text and a number. */
static cw_status change_run(cw_store *store, const char *change, int64_t run, const char *text,
                            int64_t number, cw_error *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, change, -1, &statement, NULL) != SQLITE_OK)
        return cw_store_trouble(store, error);
    sqlite3_bind_int64(statement, 1, run);
    if (sqlite3_bind_parameter_count(statement) > 1)
        sqlite3_bind_text(statement, 2, text, -1, SQLITE_STATIC);
    if (sqlite3_bind_parameter_count(statement) > 2)
        sqlite3_bind_int64(statement, 3, number);
    cw_status status = sqlite3_step(statement) == SQLITE_DONE ? CW_OK : cw_store_trouble(store, error);
    sqlite3_finalize(statement);
    return status;
}

/* Makes several changes of a run at once; a list of them ends with NULL. */
static cw_status change_together(cw_store *store, const char *const *changes, int64_t run, const char *text,
                                 int64_t number, cw_error *error) {
    pthread_mutex_lock(&store->file_mutex);
    cw_store_write_waiting(store);
    cw_status status = cw_store_execute(store, "BEGIN IMMEDIATE", error);
    for (; status == CW_OK && *changes != NULL; changes++)
        status = change_run(store, *changes, run, text, number, error);
    if (status == CW_OK)
        status = cw_store_execute(store, "COMMIT", error);
    if (!sqlite3_get_autocommit(store->db))
        cw_store_execute(store, "ROLLBACK", NULL);
    pthread_mutex_unlock(&store->file_mutex);
    return status;
}

cw_status cw_store_begin_run(cw_store *store, const cw_run_definition *definition, int64_t *run,
                             cw_error *error) {
    pthread_mutex_lock(&store->file_mutex);
    cw_status status = insert_run(store, definition, run, error);
    pthread_mutex_unlock(&store->file_mutex);
    return status;
}

cw_status cw_store_go_on(cw_store *store, int64_t run, const char *test, cw_error *error) {
    static const char *const changes[] = {"UPDATE runs SET test = ?2, ended = '' WHERE id = ?1", NULL};
    return change_together(store, changes, run, test, 0, error);
}

cw_status cw_store_end_run(cw_store *store, int64_t run, const char *how, int64_t last, cw_error *error) {
    static const char *const changes[] = {"UPDATE runs SET ended = ?2 WHERE id = ?1",
                                          "DELETE FROM games WHERE run = ?1 AND ?2 <> '' AND number > ?3",
                                          NULL};
    return change_together(store, changes, run, how, last, error);
}

cw_status cw_store_forget_run(cw_store *store, int64_t run, cw_error *error) {
    static const char *const changes[] = {
        "DELETE FROM runs WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM games WHERE run = ?1)"
        " AND NOT EXISTS (SELECT 1 FROM parts WHERE run = ?1)",
        NULL};
    return change_together(store, changes, run, "", 0, error);
}

cw_status cw_store_delete_run(cw_store *store, int64_t run, cw_error *error) {
    static const char *const changes[] = {"DELETE FROM games WHERE run = ?1",
                                          "DELETE FROM parts WHERE run = ?1",
                                          "DELETE FROM runs WHERE id = ?1", NULL};
    return change_together(store, changes, run, "", 0, error);
}
