/* Runs read back from the store, and their games as JSON, CSV, SGF and PGN. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/db.h"
#include "cli/output.h"
#include "cli/position.h"
#include "cli/report.h"
#include "formats/hex_sgf.h"
#include "formats/hive_records.h"

/* ---- Reading a run ---- */

void cli_unload_run(cli_stored_run *loaded) {
    cw_record_destroy(loaded->record);
    cw_owned_match_free(&loaded->owned);
    *loaded = (cli_stored_run){0};
}

static bool note_date(const cw_stored_run *run, void *payload) {
    cli_stored_run *loaded = payload;
    snprintf(loaded->date, sizeof loaded->date, "%.10s", run->created);
    return false;
}

cw_status cli_load_run(cw_store *store, int64_t id, cli_stored_run *loaded, cw_error *error) {
    *loaded = (cli_stored_run){.id = id};
    cw_status status = cw_stored_match(store, id, &loaded->owned, error);
    if (status != CW_OK)
        return status;
    loaded->game = loaded->owned.game;
    loaded->specs = loaded->owned.match.specs;
    loaded->spec_count = loaded->owned.match.schedule.entrant_count;
    status = cw_store_runs(store, id, note_date, loaded, error);
    return status == CW_OK ? cw_record_create(loaded->game, &loaded->record, error) : status;
}

static const char *name_of(const cli_stored_run *loaded, const cw_match_game *game, int seat) {
    int entrant = game->pairing.entrants[seat];
    return entrant >= 0 && entrant < loaded->spec_count ? loaded->specs[entrant] : "";
}

/* ---- export ---- */

static bool export_json(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    json_t *json = cli_game_json(loaded->game, game);
    json_t *players = json_array();
    for (int seat = 0; seat < loaded->game->player_count; seat++)
        json_array_append_new(players, json_string(name_of(loaded, game, seat)));
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
        write_field(loaded->text, name_of(loaded, game, seat), ",");
        cw_text_printf(loaded->text, "%.15g,", outcome->result.reward[seat]);
        if (loaded->game->type->has_scores)
            cw_text_printf(loaded->text, "%d", outcome->result.score[seat]);
        cw_text_append_char(loaded->text, ',');
    }
    cw_text_printf(loaded->text, "%s,%d,", cli_ending_name(loaded->game, outcome->result.ending),
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
    loaded->skipped += game->moves == NULL;
    if (game->moves == NULL)
        return false;
    cw_record_clear(loaded->record);
    loaded->status = cw_record_play_line(loaded->record, game->moves, &loaded->error);
    return loaded->status == CW_OK;
}

static bool export_hex_sgf(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    if (replay(loaded, game)) {
        cw_hex_sgf_facts facts = {
            .black = name_of(loaded, game, 0), .white = name_of(loaded, game, 1), .date = loaded->date};
        if (game->outcome.forfeiter >= 0) {
            facts.how = "Forfeit";
            facts.loser =
                cw_game_seat(loaded->game, cw_record_state(loaded->record), game->outcome.forfeiter);
        }
        cw_hex_sgf_write(loaded->record, &facts, loaded->text);
        cw_text_append_char(loaded->text, '\n');
    }
    return loaded->status == CW_OK;
}

/* A game of Hive with the names of its players. */
static bool fill_document(cli_stored_run *loaded, const cw_match_game *game, cw_hive_document *document) {
    if (!replay(loaded, game))
        return false;
    *document = (cw_hive_document){.game = loaded->game, .record = loaded->record};
    snprintf(document->white, CW_HIVE_TAG_MAX, "%.127s", name_of(loaded, game, 0));
    snprintf(document->black, CW_HIVE_TAG_MAX, "%.127s", name_of(loaded, game, 1));
    snprintf(document->date, CW_HIVE_TAG_MAX, "%s", loaded->date);
    snprintf(document->round, sizeof document->round, "%" PRId64, game->pairing.number + 1);
    if (game->outcome.forfeiter >= 0) {
        snprintf(document->result, CW_HIVE_TAG_MAX, "%s",
                 game->outcome.forfeiter == 0 ? "BlackWins" : "WhiteWins");
        snprintf(document->termination, CW_HIVE_TAG_MAX, "forfeit: %.110s", game->outcome.reason);
    }
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
        for (char *dash = document.date; (dash = strchr(dash, '-')) != NULL;)
            *dash = '.'; /* PGN's way to write a date */
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

/* Runs the writer over all games; one that finds none to write is a mistake of whoever asks. */
static cw_status write_games(cw_store *store, cli_stored_run *loaded,
                             bool (*write)(const cw_match_game *game, void *payload), cw_error *error) {
    size_t empty = loaded->text->length;
    cw_status status = cw_store_games(store, loaded->id, write, loaded, error);
    if (status == CW_OK && loaded->status != CW_OK)
        return cw_fail(error, loaded->status, "run %" PRId64 ": %.400s", loaded->id, loaded->error.message);
    if (status != CW_OK || loaded->text->length > empty)
        return status;
    bool has_sums = loaded->owned.match.games_per_unit > 1 && !loaded->owned.match.keep_moves;
    return cw_fail(error, CW_BAD_INPUT, "run %" PRId64 " has no games to export: %s", loaded->id,
                   has_sums              ? "it is kept as sums, --keep-moves of match keeps games"
                   : loaded->skipped > 0 ? "their moves were not kept"
                                         : "none has been played");
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
        status = write_games(store, &loaded, write, error);
    if (status == CW_OK)
        status = cli_write_file(path != NULL ? path : "-", &text, error);
    cw_text_free(&text);
    cli_unload_run(&loaded);
    return status;
}
