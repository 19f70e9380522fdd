/* Runs read back from the store, and their games as JSON, CSV, SGF and PGN. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/db.h"
#include "cli/output.h"
#include "cli/report.h"
#include "formats/hex_sgf.h"
#include "formats/hive_records.h"

/* ---- Reading a run ---- */

void cli_unload_run(cli_stored_run *loaded) {
    cw_record_destroy(loaded->record);
    cw_owned_match_free(&loaded->owned);
    *loaded = (cli_stored_run){0};
}

cw_status cli_load_run(cw_store *store, int64_t id, cli_stored_run *loaded, cw_error *error) {
    *loaded = (cli_stored_run){.id = id};
    cw_status status = cw_stored_match(store, id, &loaded->owned, error);
    if (status != CW_OK)
        return status;
    loaded->game = loaded->owned.game;
    loaded->specs = loaded->owned.match.specs;
    loaded->spec_count = loaded->owned.match.schedule.entrant_count;
    return cw_record_create(loaded->game, &loaded->record, error);
}

/* ---- export ---- */

static bool export_json(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    json_t *json = cli_game_json(loaded->game, game);
    json_t *players = json_array();
    for (int seat = 0; seat < loaded->game->player_count; seat++) {
        int entrant = game->pairing.entrants[seat];
        bool known = entrant >= 0 && entrant < loaded->spec_count;
        json_array_append_new(players, json_string(known ? loaded->specs[entrant] : ""));
    }
    json_object_set_new(json, "players", players);
    char *dumped = json_dumps(json, 0);
    cw_text_printf(loaded->text, "%s\n", dumped != NULL ? dumped : "{}");
    free(dumped);
    json_decref(json);
    return true;
}

/* A field of CSV, quoted. */
static void write_field(cw_text *text, const char *field, const char *end) {
    cw_text_append_char(text, '"');
    for (; *field != '\0'; field++)
        cw_text_append(text, *field == '"' ? "\"\"" : (char[]){*field, '\0'});
    cw_text_printf(text, "\"%s", end);
}

static bool export_csv(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    const cw_game_outcome *outcome = &game->outcome;
    cw_text_printf(loaded->text, "%" PRId64 ",", game->pairing.number);
    for (int seat = 0; seat < loaded->game->player_count; seat++) {
        write_field(loaded->text, loaded->specs[game->pairing.entrants[seat] % loaded->spec_count], ",");
        cw_text_printf(loaded->text, "%.15g,", outcome->result.reward[seat]);
        if (loaded->game->type->has_scores)
            cw_text_printf(loaded->text, "%d", outcome->result.score[seat]);
        cw_text_append_char(loaded->text, ',');
    }
    cw_text_printf(loaded->text, "%s,%d,",
                   outcome->result.ending >= 0 ? loaded->game->type->endings[outcome->result.ending]
                                               : "forfeit",
                   outcome->moves);
    write_field(loaded->text, game->moves != NULL ? game->moves : "", "\n");
    return true;
}

static void write_csv_head(cli_stored_run *loaded) {
    cw_text_append(loaded->text, "game,");
    for (int seat = 0; seat < loaded->game->player_count; seat++)
        cw_text_printf(loaded->text, "player%d,reward%d,score%d,", seat + 1, seat + 1, seat + 1);
    cw_text_append(loaded->text, "ending,moves,line\n");
}

/* ---- SGF and PGN ---- */

/* Replays a game into the run's record; false where its moves were not kept. */
static bool replay(cli_stored_run *loaded, const cw_match_game *game) {
    if (game->moves == NULL)
        return false;
    cw_record_clear(loaded->record);
    loaded->status = cw_record_play_line(loaded->record, game->moves, &loaded->error);
    return loaded->status == CW_OK;
}

static bool export_hex_sgf(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    if (replay(loaded, game)) {
        const char *names[2];
        for (int seat = 0; seat < 2; seat++) {
            int entrant = game->pairing.entrants[seat];
            names[seat] = entrant >= 0 && entrant < loaded->spec_count ? loaded->specs[entrant] : "";
        }
        cw_hex_sgf_write(loaded->record, -1, names, loaded->text);
        cw_text_append_char(loaded->text, '\n');
    }
    return loaded->status == CW_OK;
}

/* A game of Hive with the names of its players. */
static bool fill_document(cli_stored_run *loaded, const cw_match_game *game, cw_hive_document *document) {
    if (!replay(loaded, game))
        return false;
    *document = (cw_hive_document){.game = loaded->game, .record = loaded->record};
    char *names[] = {document->white, document->black};
    for (int seat = 0; seat < 2; seat++) {
        int entrant = game->pairing.entrants[seat];
        if (entrant >= 0 && entrant < loaded->spec_count)
            snprintf(names[seat], CW_HIVE_TAG_MAX, "%.127s", loaded->specs[entrant]);
    }
    snprintf(document->round, sizeof document->round, "%" PRId64, game->pairing.number + 1);
    return true;
}

static bool export_hive_sgf(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    cw_hive_document document;
    if (fill_document(loaded, game, &document)) {
        cw_hive_write_sgf(&document, loaded->text);
        cw_text_append_char(loaded->text, '\n');
    }
    return loaded->status == CW_OK;
}

static bool export_pgn(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    cw_hive_document document;
    if (fill_document(loaded, game, &document)) {
        cw_hive_write_pgn(&document, loaded->text);
        cw_text_append_char(loaded->text, '\n');
    }
    return loaded->status == CW_OK;
}

/* ---- The choice ---- */

static const struct {
    const char *format;
    const char *game; /* the only one it fits, or NULL */
    bool (*write)(const cw_match_game *game, void *payload);
} formats[] = {
    {"json", NULL, export_json},      {"csv", NULL, export_csv},   {"sgf", "hex", export_hex_sgf},
    {"sgf", "hive", export_hive_sgf}, {"pgn", "hive", export_pgn},
};

/* The writer of a format for a game. */
static cw_status find_writer(const char *format, const cw_game *game,
                             bool (**write)(const cw_match_game *game, void *payload), cw_error *error) {
    static const char *const names[] = {"json", "csv", "sgf", "pgn"};
    bool known = false;
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        if (strcmp(formats[i].format, format) != 0)
            continue;
        known = true;
        if (formats[i].game == NULL || strcmp(formats[i].game, game->type->name) == 0) {
            *write = formats[i].write;
            return CW_OK;
        }
    }
    if (known)
        return cw_fail(error, CW_UNSUPPORTED, "%s has no %s; json and csv are for every game",
                       game->type->name, format);
    return cli_unknown("format", format, names, 4, error);
}

cw_status cli_export_run(cw_store *store, int64_t id, const cli_arguments *arguments, cw_error *error) {
    const char *format = cli_value(arguments, "--format"), *path = cli_value(arguments, "--output");
    bool (*write)(const cw_match_game *game, void *payload) = NULL;
    cli_stored_run loaded;
    cw_text text = {0};
    cw_status status = cli_load_run(store, id, &loaded, error);
    loaded.text = &text;
    if (status == CW_OK)
        status = find_writer(format != NULL ? format : "json", loaded.game, &write, error);
    if (status == CW_OK && write == export_csv)
        write_csv_head(&loaded);
    if (status == CW_OK)
        status = cw_store_games(store, id, write, &loaded, error);
    if (status == CW_OK && loaded.status != CW_OK)
        status = cw_fail(error, loaded.status, "run %" PRId64 ": %.400s", id, loaded.error.message);
    if (status == CW_OK)
        status = cli_write_file(path != NULL ? path : "-", &text, error);
    cw_text_free(&text);
    cli_unload_run(&loaded);
    return status;
}
