/* `causeway db`: the games in the store. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/db.h"
#include "cli/output.h"
#include "cli/report.h"

/* ---- list ---- */

typedef struct listing {
    const char *game;   /* only this one, or NULL */
    const char *player; /* only runs with a player whose spec contains this, or NULL */
    json_t *json;       /* or NULL: text */
    cw_text text;
} listing;

static bool has_player(const json_t *players, const char *text) {
    for (size_t i = 0; i < json_array_size(players); i++) {
        const char *spec = json_string_value(json_array_get(players, i));
        if (spec != NULL && strstr(spec, text) != NULL)
            return true;
    }
    return false;
}

static bool list_run(const cw_stored_run *run, void *payload) {
    listing *list = payload;
    size_t length = list->game != NULL ? strlen(list->game) : 0;
    bool fits = list->game == NULL || (strncmp(run->game, list->game, length) == 0 &&
                                       (run->game[length] == '\0' || run->game[length] == ':'));
    if (!fits)
        return true;
    json_t *definition = json_loads(run->definition, 0, NULL);
    json_t *players = json_object_get(definition, "players");
    if (list->player != NULL && !has_player(players, list->player)) {
        json_decref(definition);
        return true;
    }
    if (list->json != NULL) {
        json_array_append_new(list->json, cli_stored_run_json(run, definition));
    } else {
        cw_text_printf(&list->text, "%5" PRId64 "  %s  %-22s  %" PRId64 " of %" PRId64 " game%s ", run->id,
                       run->created, run->game, run->played, run->games, run->games == 1 ? "" : "s");
        for (size_t i = 0; i < json_array_size(players); i++)
            cw_text_printf(&list->text, " %s", json_string_value(json_array_get(players, i)));
        cw_text_printf(&list->text, "%s%s (", run->name[0] != '\0' ? "  " : "", run->name);
        cli_describe_run(run, definition, &list->text);
        cw_text_append(&list->text, ")\n");
    }
    json_decref(definition);
    return true;
}

static cw_status list_runs(cw_store *store, const cli_arguments *arguments, cw_error *error) {
    listing list = {.game = cli_value(arguments, "--game"), .player = cli_value(arguments, "--player")};
    bool as_json = cli_given(arguments, "--json");
    if (list.game != NULL && cw_game_type_find(list.game) == NULL)
        return cw_fail(error, CW_BAD_INPUT, "there is no game '%.60s', see 'causeway games'", list.game);
    if (as_json)
        list.json = json_array();
    cw_status status = cw_store_runs(store, 0, list_run, &list, error);
    if (status == CW_OK && !as_json && list.text.length == 0)
        cw_text_append(&list.text, "no runs; 'causeway match' and 'causeway lab run' make them\n");
    if (status == CW_OK && as_json)
        return cli_print_json(list.json, error);
    if (status == CW_OK)
        return cli_print(&list.text, error);
    json_decref(list.json);
    cw_text_free(&list.text);
    return status;
}

/* ---- show ---- */

/* The head of a run's table. */
typedef struct run_head {
    json_t *json;
    cw_text text;
} run_head;

static bool note_head(const cw_stored_run *run, void *payload) {
    run_head *head = payload;
    json_t *definition = json_loads(run->definition, 0, NULL);
    head->json = cli_stored_run_json(run, definition);
    cw_text_printf(&head->text,
                   "run %" PRId64 "%s%s, %s, Causeway %s: %s, %" PRId64 " of %" PRId64 " game%s\n", run->id,
                   run->name[0] != '\0' ? " " : "", run->name, run->created, run->version, run->game,
                   run->played, run->games, run->games == 1 ? "" : "s");
    cli_describe_run(run, definition, &head->text);
    cw_text_append_char(&head->text, '\n');
    json_decref(definition);
    return false;
}

static cw_status print_run(const cli_stored_run *loaded, const cw_standings *standings, run_head *head,
                           bool as_json, cw_error *error) {
    if (!as_json) {
        cli_print_standings(loaded->game, loaded->specs, standings, &head->text);
        return cli_print(&head->text, error);
    }
    json_t *json = cli_standings_json(loaded->game, loaded->specs, standings);
    json_object_set(json, "wanted", json_object_get(head->json, "games"));
    json_object_update_missing(json, head->json);
    return cli_print_json(json, error);
}

static cw_status show_run(cw_store *store, int64_t id, const cli_arguments *arguments, cw_error *error) {
    cli_stored_run loaded;
    run_head head = {0};
    cw_status status = cli_load_run(store, id, &loaded, error);
    cw_standings *standings = NULL;
    if (status == CW_OK)
        status = cw_standings_create(loaded.spec_count, &standings, error);
    if (status == CW_OK)
        status = cw_stored_standings(store, id, loaded.game, standings, error);
    if (status == CW_OK)
        status = cw_store_runs(store, id, note_head, &head, error);
    if (status == CW_OK)
        status = print_run(&loaded, standings, &head, cli_given(arguments, "--json"), error);
    json_decref(head.json);
    cw_text_free(&head.text);
    cw_standings_destroy(standings);
    cli_unload_run(&loaded);
    return status;
}

/* ---- delete ---- */

static cw_status delete_run(cw_store *store, int64_t id, cw_error *error) {
    cw_owned_match owned;
    run_head head = {0};
    cw_status status = cw_store_runs(store, id, note_head, &head, error);
    if (status == CW_OK && head.json == NULL)
        status = cw_stored_match(store, id, &owned, error); /* says that there is none */
    else if (status == CW_OK)
        status = cw_store_delete_run(store, id, error);
    if (status == CW_OK)
        fprintf(stderr, "causeway: run %" PRId64 " and its %lld games are deleted\n", id,
                json_integer_value(json_object_get(head.json, "played")));
    json_decref(head.json);
    cw_text_free(&head.text);
    return status;
}

/* ---- verify ---- */

/* Does a game replay to the result that is kept? */
static bool replays(cli_stored_run *loaded, const cw_match_game *game, const char **why) {
    cw_result result;
    cw_record_clear(loaded->record);
    *why = loaded->error.message;
    if (cw_record_play_line(loaded->record, game->moves, &loaded->error) != CW_OK)
        return false;
    if (game->outcome.forfeiter >= 0) {
        *why = "who lost by forfeit has a reward";
        return game->outcome.forfeiter < loaded->game->player_count &&
               game->outcome.result.reward[game->outcome.forfeiter] <= 0;
    }
    *why = "the game is not over after its last move";
    if (cw_record_to_decide(loaded->record) != CW_NOBODY)
        return false;
    cw_record_result(loaded->record, &result);
    *why = "the result differs";
    for (int seat = 0; seat < loaded->game->player_count; seat++) {
        double difference = result.reward[seat] - game->outcome.result.reward[seat];
        if (difference > 1e-9 || difference < -1e-9 || result.score[seat] != game->outcome.result.score[seat])
            return false;
    }
    return result.ending == game->outcome.result.ending;
}

static bool verify_game(const cw_match_game *game, void *payload) {
    cli_stored_run *loaded = payload;
    const char *why = "";
    loaded->games += game->moves != NULL;
    if (game->moves == NULL || replays(loaded, game, &why))
        return true;
    json_array_append_new(loaded->bad, json_pack("{s:I, s:I, s:s}", "run", (json_int_t)loaded->id, "game",
                                                 (json_int_t)game->pairing.number, "why", why));
    return true;
}

typedef struct played_run {
    int64_t id, played;
} played_run;

typedef struct run_list {
    played_run *runs;
    int count;
    bool out_of_memory;
} run_list;

static bool note_run(const cw_stored_run *run, void *payload) {
    run_list *list = payload;
    played_run *runs = realloc(list->runs, sizeof *runs * ((size_t)list->count + 1));
    list->out_of_memory = runs == NULL;
    if (runs == NULL)
        return false;
    runs[list->count++] = (played_run){run->id, run->played};
    list->runs = runs;
    return true;
}

/* What was looked at. */
typedef struct verification {
    int runs;
    int64_t games, unknown; /* replayed, and kept without moves or as sums */
    json_t *bad;
} verification;

static void print_verified(const verification *done, cw_text *text) {
    size_t index;
    const json_t *game;
    json_array_foreach(done->bad, index, game) {
        cw_text_printf(text, "run %lld, game %lld: %s\n", json_integer_value(json_object_get(game, "run")),
                       json_integer_value(json_object_get(game, "game")),
                       json_string_value(json_object_get(game, "why")));
    }
    if (done->games == 0)
        cw_text_append(text, "no game was checked");
    else if (json_array_size(done->bad) == 0)
        cw_text_printf(text, "%" PRId64 " game%s of %d run%s replay%s to the result", done->games,
                       done->games == 1 ? "" : "s", done->runs, done->runs == 1 ? "" : "s",
                       done->games == 1 ? "s" : "");
    else
        cw_text_printf(text, "%" PRId64 " games were checked", done->games);
    if (done->unknown > 0)
        cw_text_printf(text, "; %" PRId64 " cannot be checked, their moves were not kept", done->unknown);
    cw_text_append_char(text, '\n');
}

static cw_status verify_run(cw_store *store, const played_run *run, verification *done, cw_error *error) {
    cli_stored_run loaded;
    cw_status status = cli_load_run(store, run->id, &loaded, error);
    loaded.bad = done->bad;
    if (status == CW_OK)
        status = cw_store_games(store, run->id, verify_game, &loaded, error);
    done->runs++;
    done->games += loaded.games;
    done->unknown += run->played - loaded.games;
    cli_unload_run(&loaded);
    return status;
}

static cw_status verify_runs(cw_store *store, int64_t only, bool as_json, cw_error *error) {
    run_list list = {0};
    verification done = {.bad = json_array()};
    cw_status status = cw_store_runs(store, only, note_run, &list, error);
    if (status == CW_OK && list.out_of_memory)
        status = cw_fail(error, CW_NO_MEMORY, "out of memory for the list of runs");
    if (status == CW_OK && only != 0 && list.count == 0)
        status = cw_fail(error, CW_BAD_INPUT,
                         "there is no run %" PRId64 " in the store, see 'causeway db list'", only);
    for (int i = 0; status == CW_OK && i < list.count; i++)
        status = verify_run(store, &list.runs[i], &done, error);
    free(list.runs);
    size_t bad_count = json_array_size(done.bad);
    if (status == CW_OK && as_json) {
        status = cli_print_json(json_pack("{s:i, s:I, s:I, s:O}", "runs", done.runs, "games",
                                          (json_int_t)done.games, "unknown", (json_int_t)done.unknown, "bad",
                                          done.bad),
                                error);
    } else if (status == CW_OK) {
        cw_text text = {0};
        print_verified(&done, &text);
        status = cli_print(&text, error);
    }
    json_decref(done.bad);
    if (status == CW_OK && bad_count > 0)
        return cw_fail(error, CW_BAD_INPUT, "%zu games do not replay to their results", bad_count);
    return status;
}

/* ---- The subcommand ---- */

/* Reads RUN and GAME, where they are. */
static cw_status read_operands(const cli_arguments *arguments, int64_t *id, int64_t *game, cw_error *error) {
    const char *run = cli_operand(arguments, 1), *number = cli_operand(arguments, 2);
    *id = 0;
    *game = -1;
    cw_status status = run != NULL ? cli_read_integer("RUN", run, 1, INT64_MAX, id, error) : CW_OK;
    if (status == CW_OK && number != NULL)
        status = cli_read_integer("GAME", number, 0, INT64_MAX, game, error);
    return status;
}

static cw_status act(cw_store *store, const cli_arguments *arguments, cw_error *error) {
    const char *action = cli_operand(arguments, 0);
    int64_t id, game;
    cw_status status = read_operands(arguments, &id, &game, error);
    if (status != CW_OK)
        return status;
    if (strcmp(action, "list") == 0)
        return list_runs(store, arguments, error);
    if (strcmp(action, "verify") == 0)
        return verify_runs(store, id, cli_given(arguments, "--json"), error);
    if (strcmp(action, "export") == 0)
        return cli_export_run(store, id, arguments, error);
    if (strcmp(action, "delete") == 0)
        return delete_run(store, id, error);
    if (game < 0 && cli_given(arguments, "--step"))
        return cw_fail(error, CW_BAD_INPUT, "--step wants a game: causeway db show RUN GAME --step");
    return game >= 0 ? cli_show_game(store, id, game, arguments, error)
                     : show_run(store, id, arguments, error);
}

/* The store in the data folder is made where there is none yet. */
static cw_status open_store(const char *path, bool only_reads, cw_store **store, cw_error *error) {
    if (only_reads)
        return cw_store_open_to_read(path, store, error);
    return cw_store_open(path, store, error);
}

static cw_status run(const cli_arguments *arguments, cw_error *error) {
    const char *named = cli_value(arguments, "--db");
    cw_text path = {0};
    cw_store *store = NULL;
    const char *action = cli_operand(arguments, 0);
    cw_status status = CW_OK;
    if (named != NULL && access(named, F_OK) != 0)
        status = cw_fail(error, CW_BAD_INPUT, "there is no store %.300s", named);
    else if (named != NULL)
        cw_text_append(&path, named);
    else
        status = cw_store_default_path(&path, error);
    bool is_there = status == CW_OK && access(cw_text_string(&path), F_OK) == 0;
    if (status == CW_OK)
        status = open_store(cw_text_string(&path), is_there && strcmp(action, "delete") != 0, &store, error);
    if (status == CW_OK)
        status = act(store, arguments, error);
    cw_error unwritten = {0};
    cw_status closed = cw_store_close(store, &unwritten);
    if (status == CW_OK && closed != CW_OK)
        status = cw_fail(error, closed, "%s", unwritten.message);
    cw_text_free(&path);
    return status;
}

static const cli_option options[] = {
    {.name = "--db", .value = "FILE", .help = "the store (default: in the user's data folder)"},
    {.name = "--game", .value = "GAME", .help = "only runs of this game", .only = "list"},
    {.name = "--player",
     .value = "TEXT",
     .help = "only runs with a player whose spec contains this",
     .only = "list"},
    {.name = "--format",
     .value = "NAME",
     .help = "json, one object a line (default), csv, or a format of the game, see 'causeway games'",
     .only = "export"},
    {.name = "--output", .value = "FILE", .help = "write here and not to standard output", .only = "export"},
    {.name = "--step", .help = "of one game: draw every position", .only = "show"},
    {.name = "--json", .help = "machine-readable output", .only = "list show verify"},
    {.name = NULL},
};

static const char wanted_run[] = "the number of a run, see 'causeway db list'";

static const cli_action actions[] = {
    {.name = "list", .operands = ""},
    {.name = "show", .operands = "RUN [GAME]", .operands_min = 1, .operands_max = 2, .wants = wanted_run},
    {.name = "export", .operands = "RUN", .operands_min = 1, .operands_max = 1, .wants = wanted_run},
    {.name = "verify", .operands = "[RUN]", .operands_max = 1},
    {.name = "delete", .operands = "RUN", .operands_min = 1, .operands_max = 1, .wants = wanted_run},
    {.name = NULL},
};

const cli_command cli_db_command = {
    .name = "db",
    .operands = "list|show|export|verify|delete [RUN [GAME]]",
    .operands_min = 1,
    .operands_max = 3,
    .summary = "the games in the store",
    .details = "list tells the runs, show the table of one or one of its games (they count from 0), export\n"
               "its games; verify replays every game, and delete forgets a run.",
    .examples = "causeway db list --game six\n"
                "causeway db show 3\n"
                "causeway db show 3 0 --step\n"
                "causeway db export 3 --format csv --output games.csv\n"
                "causeway db verify",
    .options = options,
    .actions = actions,
    .run = run,
};
