#include "arena/store.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "causeway/version.h"
#include "core/clock.h"

enum { FORMAT = 1, BUSY_MS = 60000 };
static const double gather_seconds = 0.5;

struct cw_store {
    sqlite3 *db;
    char *path;
    pthread_mutex_t mutex; /* guards the connection and all below */
    pthread_cond_t changed;
    pthread_t flusher;
    bool closing, gathering; /* a transaction is open */
    double gathered_since;
    cw_error trouble; /* the first failure to commit, told at the next chance */
    sqlite3_stmt *insert_game, *insert_sums;
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS runs(id INTEGER PRIMARY KEY, name TEXT NOT NULL, definition TEXT NOT NULL,"
    " game TEXT NOT NULL, games INTEGER NOT NULL, version TEXT NOT NULL, created TEXT NOT NULL);"
    "CREATE INDEX IF NOT EXISTS runs_by_definition ON runs(definition);"
    "CREATE TABLE IF NOT EXISTS games(run INTEGER NOT NULL REFERENCES runs(id), number INTEGER NOT NULL,"
    " entrants TEXT NOT NULL, seed INTEGER NOT NULL, rewards TEXT NOT NULL, scores TEXT NOT NULL,"
    " ending INTEGER NOT NULL, moves INTEGER NOT NULL, decisions TEXT NOT NULL, seconds TEXT NOT NULL,"
    " simulations TEXT NOT NULL, forfeiter INTEGER NOT NULL, reason TEXT NOT NULL, line TEXT,"
    " PRIMARY KEY(run, number)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS parts(run INTEGER NOT NULL REFERENCES runs(id), unit INTEGER NOT NULL,"
    " games INTEGER NOT NULL, sums TEXT NOT NULL, PRIMARY KEY(run, unit)) WITHOUT ROWID;";

/* ---- Opening ---- */

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

static cw_status trouble(cw_store *store, cw_error *error) {
    int code = sqlite3_errcode(store->db), reason = sqlite3_system_errno(store->db);
    bool is_from_system = (code == SQLITE_CANTOPEN || code == SQLITE_IOERR) && reason != 0;
    return cw_fail(error, CW_IO, "the store %s: %s%s%s", store->path, sqlite3_errmsg(store->db),
                   is_from_system ? ": " : "", is_from_system ? strerror(reason) : "");
}

static cw_status execute(cw_store *store, const char *statement, cw_error *error) {
    return sqlite3_exec(store->db, statement, NULL, NULL, NULL) == SQLITE_OK ? CW_OK : trouble(store, error);
}

static cw_status read_number(cw_store *store, const char *query, int64_t *number, cw_error *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, query, -1, &statement, NULL) != SQLITE_OK)
        return trouble(store, error);
    cw_status status = sqlite3_step(statement) == SQLITE_ROW ? CW_OK : trouble(store, error);
    *number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

/* Reads the format, 0 for an empty file, and refuses one that is not known yet. */
static cw_status check_format(cw_store *store, int64_t *format, cw_error *error) {
    cw_status status = read_number(store, "PRAGMA user_version", format, error);
    if (status == CW_OK && *format > FORMAT)
        status = cw_fail(error, CW_UNSUPPORTED,
                         "the store %s was made by a newer Causeway (format %d, this one knows %d)",
                         store->path, (int)*format, FORMAT);
    return status;
}

/* Makes or checks the tables. */
static cw_status prepare(cw_store *store, cw_error *error) {
    int64_t format = 0;
    cw_status status = execute(store, "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;", error);
    if (status == CW_OK)
        status = check_format(store, &format, error);
    char set_format[48];
    snprintf(set_format, sizeof set_format, "PRAGMA user_version=%d", FORMAT);
    if (status == CW_OK && format < FORMAT) {
        status = execute(store, schema, error);
        if (status == CW_OK)
            status = execute(store, set_format, error);
    }
    if (status != CW_OK)
        return status;
    bool prepared =
        sqlite3_prepare_v2(store->db, "INSERT OR REPLACE INTO games VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1,
                           &store->insert_game, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(store->db, "INSERT OR REPLACE INTO parts VALUES(?,?,?,?)", -1, &store->insert_sums,
                           NULL) == SQLITE_OK;
    return prepared ? CW_OK : trouble(store, error);
}

static void commit(cw_store *store) {
    cw_error error = {0};
    if (store->gathering && execute(store, "COMMIT", &error) != CW_OK && store->trouble.status == CW_OK)
        store->trouble = error;
    if (sqlite3_get_autocommit(store->db))
        store->gathering = false;
}

/* Commits what has been gathered for long enough. */
static void *flush_now_and_then(void *payload) {
    cw_store *store = payload;
    pthread_mutex_lock(&store->mutex);
    while (!store->closing) {
        if (!store->gathering) {
            pthread_cond_wait(&store->changed, &store->mutex);
            continue;
        }
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100 * 1000 * 1000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&store->changed, &store->mutex, &until);
        if (store->gathering && cw_clock_now() - store->gathered_since >= gather_seconds)
            commit(store);
    }
    pthread_mutex_unlock(&store->mutex);
    return NULL;
}

static void release(cw_store *store) {
    sqlite3_finalize(store->insert_game);
    sqlite3_finalize(store->insert_sums);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

/* A file on a read-only disk as SQLite wants it named: nobody changes it, so it needs no files beside it. */
static void print_readonly_name(const char *path, cw_text *name) {
    cw_text_append(name, "file:");
    for (; *path != '\0'; path++) {
        if (strchr("?#%", *path) != NULL)
            cw_text_printf(name, "%%%02x", (unsigned char)*path);
        else
            cw_text_append_char(name, *path);
    }
    cw_text_append(name, "?immutable=1");
}

static cw_status open_readonly(cw_store *store, cw_error *error) {
    cw_text name = {0};
    int64_t format = 0;
    print_readonly_name(store->path, &name);
    sqlite3_close(store->db);
    store->db = NULL;
    int opened =
        sqlite3_open_v2(cw_text_string(&name), &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL);
    cw_text_free(&name);
    return opened == SQLITE_OK ? check_format(store, &format, error) : trouble(store, error);
}

static cw_status open_database(cw_store *store, bool to_read, cw_error *error) {
    int flags = SQLITE_OPEN_READWRITE | (to_read ? 0 : SQLITE_OPEN_CREATE);
    int opened = sqlite3_open_v2(store->path, &store->db, flags, NULL);
    sqlite3_busy_timeout(store->db, BUSY_MS);
    if (opened != SQLITE_OK)
        return trouble(store, error);
    if (sqlite3_db_readonly(store->db, "main") != 1)
        return prepare(store, error);
    if (to_read)
        return open_readonly(store, error);
    return cw_fail(error, CW_IO, "the store %s is read-only: games cannot be kept there", store->path);
}

static cw_status open_store(const char *path, bool to_read, cw_store **store, cw_error *error) {
    cw_store *made = calloc(1, sizeof *made);
    if (made != NULL)
        made->path = strdup(path);
    if (made == NULL || made->path == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the store %s", path);
    }
    cw_status status = open_database(made, to_read, error);
    pthread_mutex_init(&made->mutex, NULL);
    pthread_cond_init(&made->changed, NULL);
    if (status == CW_OK && pthread_create(&made->flusher, NULL, flush_now_and_then, made) != 0)
        status = cw_fail(error, CW_NO_MEMORY, "cannot start a thread for the store %s", path);
    if (status != CW_OK) {
        release(made);
        return status;
    }
    *store = made;
    return CW_OK;
}

cw_status cw_store_open(const char *path, cw_store **store, cw_error *error) {
    return open_store(path, false, store, error);
}

cw_status cw_store_open_to_read(const char *path, cw_store **store, cw_error *error) {
    return open_store(path, true, store, error);
}

cw_status cw_store_close(cw_store *store, cw_error *error) {
    if (store == NULL)
        return CW_OK;
    cw_status status = cw_store_flush(store, error);
    pthread_mutex_lock(&store->mutex);
    store->closing = true;
    pthread_cond_broadcast(&store->changed);
    pthread_mutex_unlock(&store->mutex);
    pthread_join(store->flusher, NULL);
    release(store);
    return status;
}

/* ---- Writing ---- */

/* Tells an earlier failure to commit, once. */
static cw_status tell_trouble(cw_store *store, cw_error *error) {
    if (store->trouble.status == CW_OK)
        return CW_OK;
    cw_status status = cw_fail(error, store->trouble.status, "%s", store->trouble.message);
    store->trouble = (cw_error){0};
    return status;
}

cw_status cw_store_flush(cw_store *store, cw_error *error) {
    pthread_mutex_lock(&store->mutex);
    commit(store);
    cw_status status = tell_trouble(store, error);
    pthread_mutex_unlock(&store->mutex);
    return status;
}

/* Opens a transaction where none is; with the mutex held. */
static cw_status gather(cw_store *store, cw_error *error) {
    cw_status status = tell_trouble(store, error);
    if (status != CW_OK || store->gathering)
        return status;
    status = execute(store, "BEGIN IMMEDIATE", error);
    store->gathering = status == CW_OK;
    store->gathered_since = cw_clock_now();
    pthread_cond_broadcast(&store->changed);
    return status;
}

static cw_status find_run(cw_store *store, const char *definition, int64_t *run, cw_error *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, "SELECT max(id) FROM runs WHERE definition = ?", -1, &statement,
                           NULL) != SQLITE_OK)
        return trouble(store, error);
    sqlite3_bind_text(statement, 1, definition, -1, SQLITE_STATIC);
    cw_status status = sqlite3_step(statement) == SQLITE_ROW ? CW_OK : trouble(store, error);
    *run = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

static cw_status insert_run(cw_store *store, const cw_run_definition *definition, int64_t *run,
                            cw_error *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db,
                           "INSERT INTO runs(name, definition, game, games, version, created)"
                           " VALUES(?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                           -1, &statement, NULL) != SQLITE_OK)
        return trouble(store, error);
    sqlite3_bind_text(statement, 1, definition->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, definition->text, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, definition->game, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, definition->games);
    sqlite3_bind_text(statement, 5, cw_version(), -1, SQLITE_STATIC);
    cw_status status = sqlite3_step(statement) == SQLITE_DONE ? CW_OK : trouble(store, error);
    sqlite3_finalize(statement);
    *run = sqlite3_last_insert_rowid(store->db);
    return status;
}

cw_status cw_store_begin_run(cw_store *store, const cw_run_definition *definition, bool resume, int64_t *run,
                             bool *is_new, cw_error *error) {
    pthread_mutex_lock(&store->mutex);
    *run = 0;
    commit(store);
    cw_status status = resume ? find_run(store, definition->text, run, error) : CW_OK;
    *is_new = *run == 0;
    if (status == CW_OK && *is_new)
        status = insert_run(store, definition, run, error);
    pthread_mutex_unlock(&store->mutex);
    return status;
}

cw_status cw_store_find_run(cw_store *store, const char *definition, int64_t *run, cw_error *error) {
    pthread_mutex_lock(&store->mutex);
    commit(store);
    cw_status status = find_run(store, definition, run, error);
    pthread_mutex_unlock(&store->mutex);
    return status;
}

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
    cw_status status = sqlite3_step(statement) == SQLITE_DONE ? CW_OK : trouble(store, error);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    /* A full disk may have taken the transaction back. */
    if (sqlite3_get_autocommit(store->db))
        store->gathering = false;
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

cw_status cw_store_add_games(cw_store *store, int64_t run, const cw_match_part *part, int player_count,
                             cw_error *error) {
    pthread_mutex_lock(&store->mutex);
    cw_status status = gather(store, error);
    for (int i = 0; status == CW_OK && i < part->game_count; i++)
        status = insert_game(store, run, &part->games[i], player_count, error);
    pthread_mutex_unlock(&store->mutex);
    return status;
}

cw_status cw_store_add_sums(cw_store *store, int64_t run, int64_t unit, int64_t games, const char *sums,
                            cw_error *error) {
    pthread_mutex_lock(&store->mutex);
    cw_status status = gather(store, error);
    if (status == CW_OK) {
        sqlite3_bind_int64(store->insert_sums, 1, run);
        sqlite3_bind_int64(store->insert_sums, 2, unit);
        sqlite3_bind_int64(store->insert_sums, 3, games);
        sqlite3_bind_text(store->insert_sums, 4, sums, -1, SQLITE_STATIC);
        status = insert(store, store->insert_sums, error);
    }
    pthread_mutex_unlock(&store->mutex);
    return status;
}

/* ---- Reading ---- */

/* The parameter of a query: a text, or a number where that is NULL. */
typedef struct query_key {
    int64_t number;
    const char *text;
} query_key;

/* Steps through the rows of a query with one parameter. The mutex is held, so a callback must
 * not use the store. */
static cw_status each_row(cw_store *store, const char *query, query_key key,
                          bool (*each)(sqlite3_stmt *row, void *payload), void *payload, cw_error *error) {
    pthread_mutex_lock(&store->mutex);
    sqlite3_stmt *statement;
    cw_status status = CW_OK;
    if (sqlite3_prepare_v2(store->db, query, -1, &statement, NULL) != SQLITE_OK) {
        status = trouble(store, error);
    } else {
        if (key.text != NULL)
            sqlite3_bind_text(statement, 1, key.text, -1, SQLITE_STATIC);
        else
            sqlite3_bind_int64(statement, 1, key.number);
        int step;
        while ((step = sqlite3_step(statement)) == SQLITE_ROW && each(statement, payload))
            continue;
        if (step != SQLITE_ROW && step != SQLITE_DONE)
            status = trouble(store, error);
        sqlite3_finalize(statement);
    }
    pthread_mutex_unlock(&store->mutex);
    return status;
}

static const char *column_text(sqlite3_stmt *row, int column) {
    const unsigned char *text = sqlite3_column_text(row, column);
    return text != NULL ? (const char *)text : "";
}

/* A callback of the caller, behind one that knows the columns. */
typedef struct reader {
    bool (*each_run)(const cw_stored_run *run, void *payload);
    bool (*each_game)(const cw_match_game *game, void *payload);
    bool (*each_sums)(int64_t unit, const char *sums, void *payload);
    bool (*each_sibling)(int64_t run, int64_t games, void *payload);
    void *payload;
} reader;

static bool read_run(sqlite3_stmt *row, void *payload) {
    const reader *self = payload;
    cw_stored_run run = {
        .id = sqlite3_column_int64(row, 0),
        .name = column_text(row, 1),
        .definition = column_text(row, 2),
        .game = column_text(row, 3),
        .games = sqlite3_column_int64(row, 4),
        .version = column_text(row, 5),
        .created = column_text(row, 6),
        .played = sqlite3_column_int64(row, 7) + sqlite3_column_int64(row, 8),
    };
    return self->each_run(&run, self->payload);
}

cw_status cw_store_runs(cw_store *store, int64_t only, bool (*each)(const cw_stored_run *run, void *payload),
                        void *payload, cw_error *error) {
    reader self = {.each_run = each, .payload = payload};
    return each_row(store,
                    "SELECT id, name, definition, game, games, version, created,"
                    " (SELECT count(*) FROM games WHERE run = id),"
                    " (SELECT ifnull(sum(games), 0) FROM parts WHERE run = id)"
                    " FROM runs WHERE ?1 = 0 OR id = ?1 ORDER BY id",
                    (query_key){.number = only}, read_run, &self, error);
}

static bool read_sibling(sqlite3_stmt *row, void *payload) {
    const reader *self = payload;
    return self->each_sibling(sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), self->payload);
}

cw_status cw_store_siblings(cw_store *store, const char *definition,
                            bool (*each)(int64_t run, int64_t games, void *payload), void *payload,
                            cw_error *error) {
    reader self = {.each_sibling = each, .payload = payload};
    return each_row(store,
                    "SELECT id, json_extract(definition, '$.games') FROM runs WHERE definition <> ?1 AND"
                    " CASE WHEN json_valid(definition) THEN"
                    " json_remove(definition, '$.games', '$.games_per_unit', '$.keep_moves') ="
                    " json_remove(?1, '$.games', '$.games_per_unit', '$.keep_moves') END ORDER BY id DESC",
                    (query_key){.text = definition}, read_sibling, &self, error);
}

static void read_list(const char *text, double *values) {
    char *end;
    for (int i = 0; i < CW_PLAYERS_MAX; i++, text = end) {
        values[i] = strtod(text, &end);
        if (end == text)
            return;
    }
}

static bool read_game(sqlite3_stmt *row, void *payload) {
    const reader *self = payload;
    cw_match_game game = {.pairing = {.opening = -1}};
    double lists[6][CW_PLAYERS_MAX] = {{0}};
    static const int columns[] = {2, 4, 5, 8, 9, 10};
    for (int i = 0; i < 6; i++)
        read_list(column_text(row, columns[i]), lists[i]);
    for (int i = 0; i < CW_PLAYERS_MAX; i++) {
        game.pairing.entrants[i] = (int)lists[0][i];
        game.outcome.result.reward[i] = lists[1][i];
        game.outcome.result.score[i] = (int)lists[2][i];
        game.outcome.decisions[i] = (int)lists[3][i];
        game.outcome.seconds[i] = lists[4][i];
        game.outcome.simulations[i] = (uint64_t)lists[5][i];
    }
    game.pairing.number = sqlite3_column_int64(row, 1);
    game.pairing.seed = (uint64_t)sqlite3_column_int64(row, 3);
    game.outcome.result.ending = sqlite3_column_int(row, 6);
    game.outcome.moves = sqlite3_column_int(row, 7);
    game.outcome.forfeiter = sqlite3_column_int(row, 11);
    snprintf(game.outcome.reason, sizeof game.outcome.reason, "%.159s", column_text(row, 12));
    if (sqlite3_column_type(row, 13) != SQLITE_NULL)
        game.moves = (char *)column_text(row, 13);
    return self->each_game(&game, self->payload);
}

cw_status cw_store_games(cw_store *store, int64_t run, bool (*each)(const cw_match_game *game, void *payload),
                         void *payload, cw_error *error) {
    reader self = {.each_game = each, .payload = payload};
    return each_row(store,
                    "SELECT run, number, entrants, seed, rewards, scores, ending, moves, decisions, seconds,"
                    " simulations, forfeiter, reason, line FROM games WHERE run = ? ORDER BY number",
                    (query_key){.number = run}, read_game, &self, error);
}

static bool read_sums(sqlite3_stmt *row, void *payload) {
    const reader *self = payload;
    return self->each_sums(sqlite3_column_int64(row, 0), column_text(row, 1), self->payload);
}

cw_status cw_store_sums(cw_store *store, int64_t run,
                        bool (*each)(int64_t unit, const char *sums, void *payload), void *payload,
                        cw_error *error) {
    reader self = {.each_sums = each, .payload = payload};
    return each_row(store, "SELECT unit, sums FROM parts WHERE run = ? ORDER BY unit",
                    (query_key){.number = run}, read_sums, &self, error);
}
