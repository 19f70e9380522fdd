#include "arena/kept.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "arena/store.h"

enum { BUSY_MS = 5000 };

struct cw_kept {
    sqlite3 *db;
    char *path;
};

/* `stamp` orders the games: when each was last written, in milliseconds. */
static const char schema[] =
    "CREATE TABLE IF NOT EXISTS kept(id INTEGER PRIMARY KEY, session TEXT NOT NULL, game TEXT NOT NULL,"
    " record TEXT NOT NULL, plies INTEGER NOT NULL, sentence TEXT NOT NULL, stamp INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS kept_by_stamp ON kept(stamp);"
    "CREATE INDEX IF NOT EXISTS kept_by_session ON kept(session, stamp);";

#define COLUMNS                                                                                              \
    "SELECT id, session, game, record, plies, sentence,"                                                     \
    " strftime('%Y-%m-%dT%H:%M:%SZ', stamp / 1000, 'unixepoch') FROM kept "

static cw_status trouble(const cw_kept *kept, cw_error *error) {
    return cw_fail(error, CW_IO, "the store %s: %s", kept->path, sqlite3_errmsg(kept->db));
}

/* Makes or checks the store around the games. */
static cw_status check_store(const char *path, cw_error *error) {
    cw_store *store = NULL;
    cw_status status = cw_store_open(path, &store, error);
    return status == CW_OK ? cw_store_close(store, error) : status;
}

cw_status cw_kept_open(const char *path, cw_kept **kept, cw_error *error) {
    cw_status checked = check_store(path, error);
    if (checked != CW_OK)
        return checked;
    cw_kept *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->path = strdup(path);
    if (made == NULL || made->path == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the store %s", path);
    }
    bool opened = sqlite3_open(path, &made->db) == SQLITE_OK;
    if (opened)
        sqlite3_busy_timeout(made->db, BUSY_MS);
    /* A game that the last second of a power cut takes is no harm; a slow disk under every move is. */
    opened = opened && sqlite3_exec(made->db, "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;", NULL,
                                    NULL, NULL) == SQLITE_OK;
    opened = opened && sqlite3_exec(made->db, schema, NULL, NULL, NULL) == SQLITE_OK;
    if (!opened) {
        cw_status status = trouble(made, error);
        cw_kept_close(made);
        return status;
    }
    *kept = made;
    return CW_OK;
}

void cw_kept_close(cw_kept *kept) {
    if (kept == NULL)
        return;
    sqlite3_close(kept->db);
    free(kept->path);
    free(kept);
}

/* Runs a prepared statement, which is used up, and reads its rows. */
static cw_status run(cw_kept *kept, sqlite3_stmt *statement, cw_kept_reader *each, void *payload,
                     cw_error *error) {
    int step;
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        cw_kept_game game = {
            .id = sqlite3_column_int64(statement, 0),
            .session = (const char *)sqlite3_column_text(statement, 1),
            .game = (const char *)sqlite3_column_text(statement, 2),
            .record = (const char *)sqlite3_column_text(statement, 3),
            .plies = sqlite3_column_int(statement, 4),
            .sentence = (const char *)sqlite3_column_text(statement, 5),
            .changed = (const char *)sqlite3_column_text(statement, 6),
        };
        if (game.record != NULL && game.changed != NULL && !each(&game, payload))
            break;
    }
    cw_status status = step == SQLITE_ROW || step == SQLITE_DONE ? CW_OK : trouble(kept, error);
    sqlite3_finalize(statement);
    return status;
}

static cw_status prepare(cw_kept *kept, const char *query, sqlite3_stmt **statement, cw_error *error) {
    return sqlite3_prepare_v2(kept->db, query, -1, statement, NULL) == SQLITE_OK ? CW_OK
                                                                                 : trouble(kept, error);
}

cw_status cw_kept_write(cw_kept *kept, const cw_kept_game *game, cw_error *error) {
    sqlite3_stmt *statement;
    cw_status status = prepare(kept,
                               "INSERT OR REPLACE INTO kept VALUES(?, ?, ?, ?, ?, ?,"
                               " CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER))",
                               &statement, error);
    if (status != CW_OK)
        return status;
    sqlite3_bind_int64(statement, 1, game->id);
    sqlite3_bind_text(statement, 2, game->session, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, game->game, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 4, game->record, -1, SQLITE_STATIC);
    sqlite3_bind_int(statement, 5, game->plies);
    sqlite3_bind_text(statement, 6, game->sentence, -1, SQLITE_STATIC);
    return run(kept, statement, NULL, NULL, error);
}

cw_status cw_kept_forget(cw_kept *kept, int64_t id, cw_error *error) {
    sqlite3_stmt *statement;
    cw_status status = prepare(kept, "DELETE FROM kept WHERE id = ?", &statement, error);
    if (status != CW_OK)
        return status;
    sqlite3_bind_int64(statement, 1, id);
    return run(kept, statement, NULL, NULL, error);
}

cw_status cw_kept_find(cw_kept *kept, int64_t id, cw_kept_reader *each, void *payload, cw_error *error) {
    sqlite3_stmt *statement;
    cw_status status = prepare(kept, COLUMNS "WHERE id = ?", &statement, error);
    if (status != CW_OK)
        return status;
    sqlite3_bind_int64(statement, 1, id);
    return run(kept, statement, each, payload, error);
}

cw_status cw_kept_find_session(cw_kept *kept, const char *session, cw_kept_reader *each, void *payload,
                               cw_error *error) {
    sqlite3_stmt *statement;
    cw_status status =
        prepare(kept, COLUMNS "WHERE session = ? ORDER BY stamp DESC, id DESC LIMIT 1", &statement, error);
    if (status != CW_OK)
        return status;
    sqlite3_bind_text(statement, 1, session, -1, SQLITE_STATIC);
    return run(kept, statement, each, payload, error);
}

cw_status cw_kept_list(cw_kept *kept, int64_t before, int limit, cw_kept_reader *each, void *payload,
                       cw_error *error) {
    sqlite3_stmt *statement;
    cw_status status = prepare(kept,
                               COLUMNS "WHERE ?1 = 0 OR (stamp, id) < (SELECT stamp, id FROM kept WHERE id ="
                                       " ?1) ORDER BY stamp DESC, id DESC LIMIT ?2",
                               &statement, error);
    if (status != CW_OK)
        return status;
    sqlite3_bind_int64(statement, 1, before);
    sqlite3_bind_int(statement, 2, limit);
    return run(kept, statement, each, payload, error);
}
