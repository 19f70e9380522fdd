/* Runs read back from the store, and their games as JSON, CSV and in the games' own formats. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/db.h"
#include "cli/output.h"
#include "cli/position.h"
#include "cli/report.h"

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

/* ---- The games' own formats ---- */

/* Replays a game into the run's record; false where its moves were not kept. */
static bool replay(cli_stored_run *loaded, const cw_match_game *game) {
    loaded->skipped += game->moves == NULL;
    if (game->moves == NULL)
        return false;
    cw_record_clear(loaded->record);
    loaded->status = cw_record_play_line(loaded->record, game->moves, &loaded->error);
    return loaded->status == CW_OK;
}

static bool export_document(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    if (!replay(loaded, game))
        return loaded->status == CW_OK;
    cw_document document = {.game = loaded->game, .record = loaded->record};
    for (int seat = 0; seat < loaded->game->player_count; seat++) {
        const char *name = name_of(loaded, game, seat);
        cw_document_tag(document.names[seat], name, strlen(name));
    }
    cw_document_tag(document.date, loaded->date, strlen(loaded->date));
    snprintf(document.round, sizeof document.round, "%" PRId64, game->pairing.number + 1);
    if (game->outcome.forfeiter >= 0 && game->outcome.forfeiter < loaded->game->player_count) {
        document.loser = game->outcome.forfeiter;
        snprintf(document.how, sizeof document.how, "forfeit: %.110s", game->outcome.reason);
    }
    loaded->format->write(&document, loaded->text);
    cw_text_append_char(loaded->text, '\n');
    return true;
}

/* ---- The choice ---- */

typedef bool export_function(const cw_match_game *game, void *payload);

static cw_status unknown_format(const char *name, const cw_game_type *type, cw_error *error) {
    cw_text known = {0};
    for (const cw_format *format = type->formats; format != NULL && format->name != NULL; format++)
        cw_text_printf(&known, ", %s", format->name);
    cw_status status = cw_fail(error, CW_UNSUPPORTED, "%s has no format '%.40s', there is json, csv%s",
                               type->name, name, cw_text_string(&known));
    cw_text_free(&known);
    return status;
}

/* The writer of a format: json and csv fit every game, others are the game's own. */
static cw_status find_writer(const char *name, cli_stored_run *loaded, export_function **write,
                             cw_error *error) {
    *write = strcmp(name, "json") == 0 ? export_json : strcmp(name, "csv") == 0 ? export_csv : NULL;
    if (*write != NULL)
        return CW_OK;
    loaded->format = cw_format_find(loaded->game->type, name);
    if (loaded->format == NULL || loaded->format->write == NULL)
        return unknown_format(name, loaded->game->type, error);
    *write = export_document;
    return CW_OK;
}

/* The format that is asked for, or that the ending of the file says. */
static const char *wanted_format(const cli_arguments *arguments, const cw_game_type *type) {
    const char *format = cli_value(arguments, "--format"), *path = cli_value(arguments, "--output");
    if (format != NULL || path == NULL)
        return format != NULL ? format : "json";
    const char *dot = strrchr(path, '.');
    const cw_format *own = cw_format_of_file(type, path);
    return own != NULL ? own->name : dot != NULL && strcmp(dot, ".csv") == 0 ? "csv" : "json";
}

/* Runs the writer over all games; one that finds none to write is a mistake of whoever asks. */
static cw_status write_games(cw_store *store, cli_stored_run *loaded, export_function *write,
                             cw_error *error) {
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
    const char *path = cli_value(arguments, "--output");
    export_function *write = NULL;
    cli_stored_run loaded;
    cw_text text = {0};
    cw_status status = cli_load_run(store, id, &loaded, error);
    loaded.text = &text;
    if (status == CW_OK)
        status = find_writer(wanted_format(arguments, loaded.game->type), &loaded, &write, error);
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
