/* Reading runs, games and sums from a store. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/store_inner.h"
#include "causeway/version.h"

/* The parameters of a query: texts, or a number where the first of them is NULL. */
typedef struct query_key {
    int64_t number;
    const char *texts[3];
} query_key;

static void bind_key(sqlite3_stmt *statement, const query_key *key) {
    if (key->texts[0] == NULL)
        sqlite3_bind_int64(statement, 1, key->number);
    for (int i = 0; i < 3 && key->texts[i] != NULL; i++)
        sqlite3_bind_text(statement, i + 1, key->texts[i], -1, SQLITE_STATIC);
}

/* Steps through the rows of a query. The file's mutex is held, so a callback must not use the store. */
static cw_status each_row(cw_store *store, const char *query, query_key key,
                          bool (*each)(sqlite3_stmt *row, void *payload), void *payload, cw_error *error) {
    pthread_mutex_lock(&store->file_mutex);
    cw_store_write_waiting(store);
    sqlite3_stmt *statement;
    cw_status status = CW_OK;
    if (sqlite3_prepare_v2(store->db, query, -1, &statement, NULL) != SQLITE_OK) {
        status = cw_store_trouble(store, error);
    } else {
        bind_key(statement, &key);
        int step;
        while ((step = sqlite3_step(statement)) == SQLITE_ROW && each(statement, payload))
            continue;
        if (step != SQLITE_ROW && step != SQLITE_DONE)
            status = cw_store_trouble(store, error);
        sqlite3_finalize(statement);
    }
    pthread_mutex_unlock(&store->file_mutex);
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
        .meaning = column_text(row, 9),
        .test = column_text(row, 10),
        .ended = column_text(row, 11),
    };
    return self->each_run(&run, self->payload);
}

#define RUN_COLUMNS                                                                                          \
    "SELECT id, name, definition, game, games, version, created,"                                            \
    " (SELECT count(*) FROM games WHERE run = id),"                                                          \
    " (SELECT ifnull(sum(games), 0) FROM parts WHERE run = id),"

cw_status cw_store_runs(cw_store *store, int64_t only, bool (*each)(const cw_stored_run *run, void *payload),
                        void *payload, cw_error *error) {
    reader self = {.each_run = each, .payload = payload};
    static const char *const queries[] = {
        RUN_COLUMNS " '', '', '' FROM runs WHERE ?1 = 0 OR id = ?1 ORDER BY id",
        RUN_COLUMNS " meaning, test, ended FROM runs WHERE ?1 = 0 OR id = ?1 ORDER BY id"};
    return each_row(store, queries[store->format > 1], (query_key){.number = only}, read_run, &self, error);
}

/* A run is looked for. */
typedef struct search {
    const char *meaning;
    cw_found_run *found;
} search;

static bool note_found(sqlite3_stmt *row, void *payload) {
    const search *self = payload;
    const char *version = column_text(row, 1);
    bool is_same = strcmp(version, cw_version()) == 0 && strcmp(column_text(row, 2), self->meaning) == 0;
    if (is_same) {
        self->found->id = sqlite3_column_int64(row, 0);
    } else if (self->found->other == 0) {
        self->found->other = sqlite3_column_int64(row, 0);
        snprintf(self->found->other_version, sizeof self->found->other_version, "%.30s", version);
    }
    return !is_same;
}

cw_status cw_store_find_run(cw_store *store, const char *definition, const char *meaning, cw_found_run *found,
                            cw_error *error) {
    search self = {.meaning = meaning, .found = found};
    static const char *const queries[] = {
        "SELECT id, version, '' FROM runs WHERE definition = ? ORDER BY id DESC",
        "SELECT id, version, meaning FROM runs WHERE definition = ? ORDER BY id DESC"};
    *found = (cw_found_run){0};
    return each_row(store, queries[store->format > 1], (query_key){.texts = {definition}}, note_found, &self,
                    error);
}

static bool read_sibling(sqlite3_stmt *row, void *payload) {
    const reader *self = payload;
    return self->each_sibling(sqlite3_column_int64(row, 0), sqlite3_column_int64(row, 1), self->payload);
}

cw_status cw_store_siblings(cw_store *store, const char *definition, const char *meaning,
                            bool (*each)(int64_t run, int64_t games, void *payload), void *payload,
                            cw_error *error) {
    reader self = {.each_sibling = each, .payload = payload};
    query_key key = {.texts = {definition, meaning != NULL ? cw_version() : "", meaning}};
    return each_row(store,
                    "SELECT id, json_extract(definition, '$.games') FROM runs WHERE definition <> ?1 AND"
                    " (?2 = '' OR (version = ?2 AND meaning = ?3)) AND"
                    " CASE WHEN json_valid(definition) THEN"
                    " json_remove(definition, '$.games', '$.games_per_unit', '$.keep_moves') ="
                    " json_remove(?1, '$.games', '$.games_per_unit', '$.keep_moves') END ORDER BY id DESC",
                    key, read_sibling, &self, error);
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
