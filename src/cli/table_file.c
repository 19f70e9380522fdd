/* Games at the table as files. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "arena/store.h"
#include "cli/output.h"
#include "cli/table.h"

static json_t *table_json(const cli_table *table) {
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, table->seed);
    json_t *object = cli_position_json(table->position.record), *players = json_array();
    for (int seat = 0; seat < table->position.game->player_count; seat++)
        json_array_append_new(players, json_string(table->specs[seat]));
    json_object_set_new(object, "players", players);
    json_object_set_new(object, "seed", json_string(seed));
    if (table->resigned != NULL)
        json_object_set_new(object, "resigned", json_string(table->resigned));
    return object;
}

cw_status cli_table_save(const cli_table *table, const char *path, cw_error *error) {
    json_t *object = table_json(table);
    char *dump = json_dumps(object, JSON_INDENT(2));
    cw_text text = {.out_of_memory = dump == NULL};
    cw_text_printf(&text, "%s\n", dump != NULL ? dump : "");
    cw_status status = cli_write_file(path, &text, error);
    cw_text_free(&text);
    free(dump);
    json_decref(object);
    return status;
}

void cli_table_read_seats(const char *path, char *specs[CW_PLAYERS_MAX], uint64_t *seed) {
    json_t *saved = json_load_file(path, 0, NULL);
    const json_t *players = json_object_get(saved, "players");
    for (size_t seat = 0; seat < json_array_size(players) && seat < CW_PLAYERS_MAX; seat++) {
        const char *spec = json_string_value(json_array_get(players, seat));
        specs[seat] = spec != NULL ? strdup(spec) : NULL;
    }
    const char *number = json_string_value(json_object_get(saved, "seed"));
    if (number != NULL)
        *seed = strtoull(number, NULL, 10);
    json_decref(saved);
}

cw_status cli_table_kept_path(cw_text *path, cw_error *error) {
    cw_text store = {0};
    cw_status status = cw_store_default_path(&store, error);
    const char *slash = strrchr(cw_text_string(&store), '/');
    if (status == CW_OK)
        cw_text_printf(path, "%.*s/table.json", slash != NULL ? (int)(slash - cw_text_string(&store)) : 1,
                       slash != NULL ? cw_text_string(&store) : ".");
    cw_text_free(&store);
    return status;
}
