/* Reading runs, games and sums from a store. */
#include <limits.h>
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

#define KINDRED_COLUMNS "SELECT id, name, definition, game, games, version, created, 0, 0,"
#define LEFT_ASIDE "'$.game', '$.players', '$.games', '$.games_per_unit', '$.keep_moves'"
#define FROM_KINDRED                                                                                         \
    "FROM runs WHERE CASE WHEN json_valid(definition) THEN json_remove(definition, " LEFT_ASIDE ") ="        \
    " json_remove(?1, " LEFT_ASIDE ") END ORDER BY id DESC"

cw_status cw_store_kindred(cw_store *store, const char *definition,
                           bool (*each)(const cw_stored_run *run, void *payload), void *payload,
                           cw_error *error) {
    reader self = {.each_run = each, .payload = payload};
    static const char *const queries[] = {KINDRED_COLUMNS " '', '', '' " FROM_KINDRED,
                                          KINDRED_COLUMNS " meaning, test, ended " FROM_KINDRED};
    return each_row(store, queries[store->format > 1], (query_key){.texts = {definition}}, read_run, &self,
                    error);
}

static void read_list(const char *text, double *values) {
    char *end;
    for (int i = 0; i < CW_PLAYERS_MAX; i++, text = end) {
        values[i] = strtod(text, &end);
        if (end == text)
            return;
    }
}

/* A whole number of a list; what a damaged store holds there is none. */
static int whole(double value) {
    return value >= -1 && value <= INT_MAX ? (int)value : -1;
}

static bool read_game(sqlite3_stmt *row, void *payload) {
    const reader *self = payload;
    cw_match_game game = {.pairing = {.opening = -1}};
    double lists[6][CW_PLAYERS_MAX] = {{0}};
    static const int columns[] = {2, 4, 5, 8, 9, 10};
    for (int i = 0; i < 6; i++)
        read_list(column_text(row, columns[i]), lists[i]);
    for (int i = 0; i < CW_PLAYERS_MAX; i++) {
        game.pairing.entrants[i] = whole(lists[0][i]);
        game.outcome.result.reward[i] = lists[1][i];
        game.outcome.result.score[i] = (int)lists[2][i];
        game.outcome.decisions[i] = whole(lists[3][i]);
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

/* ---- Pages ---- */

#define PAGE_FILTER                                                                                          \
    " FROM games WHERE (?1 = 0 OR run = ?1) AND (?2 = '' OR run IN"                                          \
    " (SELECT id FROM runs WHERE runs.game = ?2 OR runs.game LIKE ?2 || ':%'))"                              \
    " AND (?3 < 0 OR number = ?3) AND (?4 < 0 OR ?4 ="                                                       \
    " CASE rewards WHEN '1 0' THEN 0 WHEN '0 1' THEN 1"                                                      \
    " WHEN '1 0 0' THEN 0 WHEN '0 1 0' THEN 1 WHEN '0 0 1' THEN 2"                                           \
    " WHEN '1 0 0 0' THEN 0 WHEN '0 1 0 0' THEN 1 WHEN '0 0 1 0' THEN 2 WHEN '0 0 0 1' THEN 3 ELSE 4 END)"

static const char page_query[] =
    "SELECT run, number, entrants, seed, rewards, scores, ending, moves, decisions, seconds,"
    " simulations, forfeiter, reason, line" PAGE_FILTER " ORDER BY run DESC, number DESC LIMIT ?5 OFFSET ?6";
static const char total_query[] = "SELECT count(*)" PAGE_FILTER;

typedef struct page_reader {
    bool (*each)(int64_t run, const cw_match_game *game, void *payload);
    void *payload;
    int64_t run;
} page_reader;

static bool pass_on(const cw_match_game *game, void *payload) {
    const page_reader *self = payload;
    return self->each(self->run, game, self->payload);
}

static void bind_page(sqlite3_stmt *statement, const cw_games_page *page) {
    sqlite3_bind_int64(statement, 1, page->run);
    sqlite3_bind_text(statement, 2, page->game != NULL ? page->game : "", -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 3, page->number);
    sqlite3_bind_int(statement, 4, page->winner);
    if (sqlite3_bind_parameter_count(statement) < 5)
        return;
    sqlite3_bind_int(statement, 5, page->limit);
    sqlite3_bind_int64(statement, 6, page->offset);
}

/* With the file's mutex held. */
static cw_status count_page(cw_store *store, const cw_games_page *page, int64_t *total, cw_error *error) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(store->db, total_query, -1, &statement, NULL) != SQLITE_OK)
        return cw_store_trouble(store, error);
    bind_page(statement, page);
    cw_status status = CW_OK;
    if (sqlite3_step(statement) == SQLITE_ROW)
        *total = sqlite3_column_int64(statement, 0);
    else
        status = cw_store_trouble(store, error);
    sqlite3_finalize(statement);
    return status;
}

/* With the file's mutex held. */
static cw_status read_page(cw_store *store, const cw_games_page *page, page_reader *self, cw_error *error) {
    reader inner = {.each_game = pass_on, .payload = self};
    sqlite3_stmt *statement;
    int step;
    if (sqlite3_prepare_v2(store->db, page_query, -1, &statement, NULL) != SQLITE_OK)
        return cw_store_trouble(store, error);
    bind_page(statement, page);
    while ((step = sqlite3_step(statement)) == SQLITE_ROW) {
        self->run = sqlite3_column_int64(statement, 0);
        if (!read_game(statement, &inner))
            break;
    }
    cw_status status = step == SQLITE_ROW || step == SQLITE_DONE ? CW_OK : cw_store_trouble(store, error);
    sqlite3_finalize(statement);
    return status;
}

cw_status cw_store_page(cw_store *store, const cw_games_page *page,
                        bool (*each)(int64_t run, const cw_match_game *game, void *payload), void *payload,
                        int64_t *total, cw_error *error) {
    page_reader self = {.each = each, .payload = payload};
    pthread_mutex_lock(&store->file_mutex);
    cw_store_write_waiting(store);
    cw_status status = total != NULL ? count_page(store, page, total, error) : CW_OK;
    if (status == CW_OK)
        status = read_page(store, page, &self, error);
    pthread_mutex_unlock(&store->file_mutex);
    return status;
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
