/* A store as a damaged disk or another program may leave it: the input lies over a whole store, from the place that
 * its first two bytes tell, or is the file itself. It is read in full, and written to. */
#include <fcntl.h>
#include <unistd.h>

#include "arena/kept.h"
#include "arena/store.h"
#include "fuzz.h"

enum { SIZE_MAX_BYTES = 1 << 17 };

typedef struct whole_store {
    unsigned char bytes[SIZE_MAX_BYTES];
    size_t size;
} whole_store;

static void name(char path[64], const char *ending) {
    snprintf(path, 64, "/tmp/causeway-fuzz-%d.db%s", (int)getpid(), ending);
}

static void remove_all(void) {
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char path[64];
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        name(path, endings[i]);
        unlink(path);
    }
}

static bool count_game(const cw_match_game *game, void *payload) {
    (void)game;
    return ++*(int *)payload < 1000;
}

static bool count_sums(int64_t unit, const char *sums, void *payload) {
    (void)unit;
    (void)sums;
    return ++*(int *)payload < 1000;
}

/* The numbers of the runs; a store answers one question at a time. */
typedef struct run_list {
    int64_t ids[16];
    int count;
} run_list;

static bool note_run(const cw_stored_run *run, void *payload) {
    run_list *list = payload;
    list->ids[list->count++] = run->id;
    return list->count < 16;
}

static void read_runs(cw_store *store) {
    run_list list = {0};
    cw_error error = {0};
    int count = 0;
    fuzz_check_error(cw_store_kindred(store, "{}", note_run, &list, &error), &error);
    list.count = 0;
    fuzz_check_error(cw_store_runs(store, 0, note_run, &list, &error), &error);
    for (int i = 0; i < list.count; i++) {
        fuzz_check_error(cw_store_games(store, list.ids[i], count_game, &count, &error), &error);
        fuzz_check_error(cw_store_sums(store, list.ids[i], count_sums, &count, &error), &error);
    }
}

static bool count_page(int64_t run, const cw_match_game *game, void *payload) {
    (void)run;
    return count_game(game, payload);
}

static bool count_kept(const cw_kept_game *game, void *payload) {
    (void)game;
    return ++*(int *)payload < 1000;
}

/* A store with a run and a kept game. */
static void make_store(const char *path, whole_store *whole) {
    cw_store *store = NULL;
    cw_kept *kept = NULL;
    int64_t run;
    cw_error error = {0};
    cw_run_definition definition = {
        .name = "run", .text = "{}", .meaning = "", .game = "hex", .test = "", .games = 2};
    char moves[] = "a1; b1";
    cw_match_game played = {.outcome = {.result = {.reward = {1, 0}}, .forfeiter = -1}, .moves = moves};
    cw_match_part part = {.unit = 1, .game_count = 1, .games = &played};
    cw_kept_game game = {.id = 5,
                         .session = "token",
                         .game = "hex:size=3",
                         .record = "{\"moves\": [\"a1\"]}",
                         .plies = 1,
                         .sentence = ""};
    bool is_made = cw_store_open(path, &store, &error) == CW_OK &&
                   cw_store_begin_run(store, &definition, &run, &error) == CW_OK &&
                   cw_store_add_sums(store, run, 0, 1, "{}", &error) == CW_OK &&
                   cw_store_add_games(store, run, &part, 2, &error) == CW_OK &&
                   cw_store_close(store, &error) == CW_OK && cw_kept_open(path, &kept, &error) == CW_OK &&
                   cw_kept_write(kept, &game, &error) == CW_OK;
    fuzz_check(is_made, error.message);
    cw_kept_close(kept);
    FILE *file = fopen(path, "rb");
    whole->size = file != NULL ? fread(whole->bytes, 1, sizeof whole->bytes, file) : 0;
    fuzz_check(whole->size > 0, "there is a store");
    fclose(file);
    remove_all();
}

static void write_damaged(const char *path, const whole_store *whole, const uint8_t *data, size_t size) {
    size_t where = size >= 2 ? ((size_t)data[0] << 8 | data[1]) * 2 : 0;
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        abort();
    if (where < whole->size)
        fwrite(whole->bytes, 1, whole->size, file);
    else
        where = 0;
    fseek(file, (long)where, SEEK_SET);
    if (size > 2)
        fwrite(data + 2, 1, size - 2, file);
    fclose(file);
}

static void read_store(const char *path) {
    cw_store *store = NULL;
    cw_kept *kept = NULL;
    cw_error error = {0};
    int count = 0;
    int64_t total = 0;
    cw_status status = cw_store_open_to_read(path, &store, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK) {
        read_runs(store);
        fuzz_check_error(cw_store_page(store, &(cw_games_page){.winner = -1, .number = -1, .limit = 10},
                                       count_page, &count, &total, &error),
                         &error);
        cw_store_close(store, NULL);
    }
    status = cw_kept_open(path, &kept, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK) {
        fuzz_check_error(cw_kept_list(kept, 0, 100, count_kept, &count, &error), &error);
        fuzz_check_error(cw_kept_find_session(kept, "token", count_kept, &count, &error), &error);
        fuzz_check_error(cw_kept_find(kept, 5, count_kept, &count, &error), &error);
        fuzz_check_error(cw_kept_forget(kept, 5, &error), &error);
        cw_kept_close(kept);
    }
}

static void write_store(const char *path) {
    cw_store *store = NULL;
    cw_error error = {0};
    int64_t run = 0;
    cw_run_definition definition = {
        .name = "new", .text = "{}", .meaning = "", .game = "hex", .test = "", .games = 1};
    cw_status status = cw_store_open(path, &store, &error);
    fuzz_check_error(status, &error);
    if (status != CW_OK)
        return;
    status = cw_store_begin_run(store, &definition, &run, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK)
        fuzz_check_error(cw_store_delete_run(store, run, &error), &error);
    fuzz_check_error(cw_store_close(store, &error), &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static whole_store whole;
    char path[64];
    name(path, "");
    if (whole.size == 0)
        make_store(path, &whole);
    write_damaged(path, &whole, data, size);
    read_store(path);
    write_store(path);
    remove_all();
    return 0;
}
