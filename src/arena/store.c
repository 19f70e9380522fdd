/* Opening and closing stores. */
#include "arena/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/store_inner.h"

/* Format 2 added to runs what the players meant, the sequential test and how the run ended. */
enum { FORMAT = 2, BUSY_MS = 60000 };

static const char schema[] =
    "CREATE TABLE runs(id INTEGER PRIMARY KEY, name TEXT NOT NULL, definition TEXT NOT NULL,"
    " game TEXT NOT NULL, games INTEGER NOT NULL, version TEXT NOT NULL, created TEXT NOT NULL,"
    " meaning TEXT NOT NULL DEFAULT '', test TEXT NOT NULL DEFAULT '', ended TEXT NOT NULL DEFAULT '');"
    "CREATE INDEX runs_by_definition ON runs(definition);"
    "CREATE TABLE games(run INTEGER NOT NULL REFERENCES runs(id), number INTEGER NOT NULL,"
    " entrants TEXT NOT NULL, seed INTEGER NOT NULL, rewards TEXT NOT NULL, scores TEXT NOT NULL,"
    " ending INTEGER NOT NULL, moves INTEGER NOT NULL, decisions TEXT NOT NULL, seconds TEXT NOT NULL,"
    " simulations TEXT NOT NULL, forfeiter INTEGER NOT NULL, reason TEXT NOT NULL, line TEXT,"
    " PRIMARY KEY(run, number)) WITHOUT ROWID;"
    "CREATE TABLE parts(run INTEGER NOT NULL REFERENCES runs(id), unit INTEGER NOT NULL,"
    " games INTEGER NOT NULL, sums TEXT NOT NULL, PRIMARY KEY(run, unit)) WITHOUT ROWID;"
    "PRAGMA user_version=2;";

static const char from_format_1[] = "ALTER TABLE runs ADD COLUMN meaning TEXT NOT NULL DEFAULT '';"
                                    "ALTER TABLE runs ADD COLUMN test TEXT NOT NULL DEFAULT '';"
                                    "ALTER TABLE runs ADD COLUMN ended TEXT NOT NULL DEFAULT '';"
                                    "PRAGMA user_version=2;";

/* ---- Paths ---- */

/* Makes the folders of a file where they are not there. */
static cw_status make_folders(const char *path, cw_error *error) {
    char *folder = strdup(path);
    cw_status status = folder != NULL ? CW_OK : cw_fail(error, CW_NO_MEMORY, "out of memory for a path");
    for (char *slash = folder; status == CW_OK && (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
        *slash = '\0';
        if (mkdir(folder, 0755) != 0 && errno != EEXIST)
            status = cw_fail(error, CW_IO, "cannot make the folder %s: %s", folder, strerror(errno));
    }
    free(folder);
    return status;
}

cw_status cw_store_default_path(cw_text *path, cw_error *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data != NULL && data[0] == '/')
        cw_text_printf(path, "%s/causeway/causeway.db", data);
    else if (home != NULL && home[0] == '/')
        cw_text_printf(path, "%s/.local/share/causeway/causeway.db", home);
    else
        return cw_fail(error, CW_IO, "there is no HOME to keep games in, name a file with --db");
    return make_folders(cw_text_string(path), error);
}

/* ---- SQLite ---- */

cw_status cw_store_trouble(cw_store *store, cw_error *error) {
    int code = sqlite3_errcode(store->db), reason = sqlite3_system_errno(store->db);
    bool is_from_system = (code == SQLITE_CANTOPEN || code == SQLITE_IOERR) && reason != 0;
    return cw_fail(error, CW_IO, "the store %s: %s%s%s", store->path, sqlite3_errmsg(store->db),
                   is_from_system ? ": " : "", is_from_system ? strerror(reason) : "");
}

cw_status cw_store_execute(cw_store *store, const char *statement, cw_error *error) {
    return sqlite3_exec(store->db, statement, NULL, NULL, NULL) == SQLITE_OK ? CW_OK
                                                                             : cw_store_trouble(store, error);
}

static cw_status read_number(cw_store *store, const char *query, int64_t *number, cw_error *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, query, -1, &statement, NULL) != SQLITE_OK)
        return cw_store_trouble(store, error);
    cw_status status = sqlite3_step(statement) == SQLITE_ROW ? CW_OK : cw_store_trouble(store, error);
    *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

/* ---- The format ---- */

/* Reads the format, 0 for an empty file; refuses one that is not known yet, and files that are not ours. */
static cw_status check_format(cw_store *store, cw_error *error) {
    int64_t tables = 0, own_tables = 0;
    cw_status status = read_number(store, "PRAGMA user_version", &store->format, error);
    if (status == CW_OK)
        status = read_number(store, "SELECT count(*) FROM sqlite_master", &tables, error);
    if (status == CW_OK)
        status = read_number(store,
                             "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND"
                             " name IN ('runs', 'games', 'parts')",
                             &own_tables, error);
    if (status != CW_OK)
        return status;
    if (store->format > FORMAT && (own_tables == 3 || tables == 0))
        return cw_fail(error, CW_UNSUPPORTED,
                       "the store %s was made by a newer Causeway (format %d, this one knows %d)",
                       store->path, (int)store->format, FORMAT);
    bool is_ours = store->format == 0 ? tables == 0 : store->format > 0 && own_tables == 3;
    if (!is_ours)
        return cw_fail(error, CW_BAD_INPUT,
                       "%s is a database of another program, and no store of Causeway: it is left alone",
                       store->path);
    return CW_OK;
}

/* The same at one moment: between two questions another program may make the tables. */
static cw_status check_format_at_once(cw_store *store, cw_error *error) {
    cw_status status = cw_store_execute(store, "BEGIN", error);
    if (status != CW_OK)
        return status;
    status = check_format(store, error);
    cw_store_execute(store, "ROLLBACK", NULL);
    return status;
}

/* Keeps changes in a log beside the file. SQLite does not wait for others here, since two that read might wait for
 * each other; so it is asked again. */
static cw_status use_log(cw_store *store, cw_error *error) {
    enum { PAUSE_MS = 5 };
    static const char statement[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;";
    int code = sqlite3_exec(store->db, statement, NULL, NULL, NULL);
    for (int waited = 0; code == SQLITE_BUSY && waited < BUSY_MS; waited += PAUSE_MS) {
        sqlite3_sleep(PAUSE_MS);
        code = sqlite3_exec(store->db, statement, NULL, NULL, NULL);
    }
    return code == SQLITE_OK ? CW_OK : cw_store_trouble(store, error);
}

/* Makes the tables, or those of an older format new; another program may be at it. */
static cw_status bring_up_to_date(cw_store *store, cw_error *error) {
    cw_status status = cw_store_execute(store, "BEGIN IMMEDIATE", error);
    if (status != CW_OK)
        return status;
    status = check_format(store, error);
    if (status == CW_OK && store->format < FORMAT)
        status = cw_store_execute(store, store->format == 0 ? schema : from_format_1, error);
    if (status == CW_OK)
        status = cw_store_execute(store, "COMMIT", error);
    if (status != CW_OK)
        cw_store_execute(store, "ROLLBACK", NULL);
    store->format = FORMAT;
    return status;
}

/* ---- Opening ---- */

static cw_status open_as(cw_store *store, const char *name, int flags, cw_error *error) {
    sqlite3_close(store->db);
    store->db = NULL;
    int opened = sqlite3_open_v2(name, &store->db, flags, NULL);
    if (opened != SQLITE_OK)
        return cw_store_trouble(store, error);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    return CW_OK;
}

/* Is the folder of a file one that may not be written? */
static bool is_in_readonly_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL   ? strdup(".")
                   : slash == path ? strdup("/")
                                   : strndup(path, (size_t)(slash - path));
    bool is_there = folder != NULL && access(folder, F_OK) == 0;
    bool is_readonly = is_there && faccessat(AT_FDCWD, folder, W_OK, AT_EACCESS) != 0;
    free(folder);
    return is_readonly;
}

static cw_status open_to_write(cw_store *store, cw_error *error) {
    if (is_in_readonly_folder(store->path))
        return cw_fail(error, CW_IO,
                       "the store %s is in a folder that is read-only: games cannot be kept there",
                       store->path);
    cw_status status = open_as(store, store->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error);
    if (status != CW_OK)
        return status;
    if (sqlite3_db_readonly(store->db, "main") == 1)
        return cw_fail(error, CW_IO, "the store %s is read-only: games cannot be kept there", store->path);
    status = check_format_at_once(store, error);
    if (status == CW_OK)
        status = use_log(store, error);
    if (status == CW_OK && store->format < FORMAT)
        status = bring_up_to_date(store, error);
    return status == CW_OK ? cw_store_prepare_writing(store, error) : status;
}

/* A file that nobody changes, as SQLite wants it named: it needs no files beside it. */
static void print_immutable_name(const char *path, cw_text *name) {
    cw_text_append(name, "file:");
    for (; *path != '\0'; path++) {
        if (strchr("?#%", *path) != NULL)
            cw_text_printf(name, "%%%02x", (unsigned char)*path);
        else
            cw_text_append_char(name, *path);
    }
    cw_text_append(name, "?immutable=1");
}

/* Is there a write-ahead log with something in it? */
static bool has_log(const char *path) {
    cw_text name = {0};
    struct stat about;
    cw_text_printf(&name, "%s-wal", path);
    bool has = stat(cw_text_string(&name), &about) == 0 && about.st_size > 0;
    cw_text_free(&name);
    return has;
}

/* Where the folder may not be written, SQLite cannot make the files that it wants beside a store. What is in
 * the file is all there is then, unless there is a log. */
static cw_status open_immutable(cw_store *store, const cw_error *reason, cw_error *error) {
    if (has_log(store->path))
        return cw_fail(
            error, CW_IO,
            "%.250s; its latest games are in %.150s-wal, which cannot be read without permission to "
            "write the folder",
            reason->message, store->path);
    cw_text name = {0};
    print_immutable_name(store->path, &name);
    cw_status status = open_as(store, cw_text_string(&name), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, error);
    cw_text_free(&name);
    return status == CW_OK ? check_format_at_once(store, error) : status;
}

/* Nothing is written, not even where it could be. */
static cw_status open_to_read(cw_store *store, cw_error *error) {
    cw_error reason = {0};
    cw_status status = open_as(store, store->path, SQLITE_OPEN_READONLY, &reason);
    if (status == CW_OK)
        status = check_format_at_once(store, &reason);
    if (status == CW_IO && access(store->path, R_OK) == 0 && sqlite3_errcode(store->db) != SQLITE_NOTADB)
        status = open_immutable(store, &reason, error);
    else if (status != CW_OK)
        status = cw_fail(error, status, "%s", reason.message);
    if (status == CW_OK && store->format == 0)
        status = cw_fail(error, CW_BAD_INPUT, "%s is empty, and no store of Causeway yet", store->path);
    return status;
}

static void release(cw_store *store) {
    sqlite3_finalize(store->insert_game);
    sqlite3_finalize(store->insert_sums);
    sqlite3_close(store->db);
    pthread_mutex_destroy(&store->file_mutex);
    pthread_mutex_destroy(&store->queue_mutex);
    pthread_cond_destroy(&store->changed);
    free(store->path);
    free(store);
}

static cw_status open_store(const char *path, cw_status (*open_file)(cw_store *store, cw_error *error),
                            cw_store **store, cw_error *error) {
    cw_store *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->path = strdup(path);
    if (made == NULL || made->path == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the store %s", path);
    }
    pthread_mutex_init(&made->file_mutex, NULL);
    pthread_mutex_init(&made->queue_mutex, NULL);
    pthread_cond_init(&made->changed, NULL);
    cw_status status = open_file(made, error);
    if (status == CW_OK && pthread_create(&made->writer, NULL, cw_store_write_now_and_then, made) != 0)
        status = cw_fail(error, CW_NO_MEMORY, "cannot start a thread for the store %s", path);
    if (status != CW_OK) {
        release(made);
        return status;
    }
    *store = made;
    return CW_OK;
}

cw_status cw_store_open(const char *path, cw_store **store, cw_error *error) {
    return open_store(path, open_to_write, store, error);
}

cw_status cw_store_open_to_read(const char *path, cw_store **store, cw_error *error) {
    return open_store(path, open_to_read, store, error);
}

cw_status cw_store_close(cw_store *store, cw_error *error) {
    if (store == NULL)
        return CW_OK;
    cw_status status = cw_store_flush(store, error);
    pthread_mutex_lock(&store->queue_mutex);
    store->closing = true;
    pthread_cond_broadcast(&store->changed);
    pthread_mutex_unlock(&store->queue_mutex);
    pthread_join(store->writer, NULL);
    cw_store_drop_waiting(store);
    release(store);
    return status;
}
