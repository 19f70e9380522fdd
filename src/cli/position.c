#include "cli/position.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "formats/hive_records.h"

/* ---- Opening and closing ---- */

static cw_status open_game(cli_position *position, const char *spec, cw_error *error) {
    cw_status status = cw_game_create(spec, &position->game, error);
    return status == CW_OK ? cw_record_create(position->game, &position->record, error) : status;
}

static cw_status play_saved(cli_position *position, const char *path, const json_t *moves, cw_error *error) {
    size_t index;
    const json_t *move;
    json_array_foreach(moves, index, move) {
        const char *text = json_string_value(move);
        cw_error reason = {0};
        if (text == NULL)
            return cw_fail(error, CW_BAD_INPUT, "%s: move %zu is not a text", path, index + 1);
        if (cw_record_play_text(position->record, text, &reason) != CW_OK)
            return cw_fail(error, reason.status, "%s: move %zu: %.300s", path, index + 1, reason.message);
    }
    return CW_OK;
}

static cw_status open_saved(cli_position *position, const char *path, cw_error *error) {
    json_error_t fault;
    json_t *saved = json_load_file(path, 0, &fault);
    if (saved == NULL && fault.line < 0)
        return cw_fail(error, CW_IO, "cannot read the file %s: %s", path, strerror(errno));
    const char *spec = json_string_value(json_object_get(saved, "game"));
    const json_t *moves = json_object_get(saved, "moves");
    cw_status status;
    if (saved == NULL)
        status = cw_fail(error, CW_BAD_INPUT, "%s:%d: %s", path, fault.line, fault.text);
    else if (spec == NULL || !json_is_array(moves))
        status = cw_fail(error, CW_BAD_INPUT, "%s is not a saved game, it lacks \"game\" or \"moves\"", path);
    else
        status = open_game(position, spec, error);
    if (status == CW_OK)
        status = play_saved(position, path, moves, error);
    json_decref(saved);
    return status;
}

/* ---- Games of Hive in PGN and SGF ---- */

enum { FILE_BYTES_MAX = 4 << 20 };

static bool ends_with(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    return length >= tail && strcmp(path + length - tail, ending) == 0;
}

static cw_status read_file(const char *path, cw_text *text, cw_error *error) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return cw_fail(error, CW_IO, "cannot read the file %s: %s", path, strerror(errno));
    char buffer[4096];
    for (size_t count = 1; count > 0 && text->length <= FILE_BYTES_MAX;) {
        count = fread(buffer, 1, sizeof buffer, file);
        cw_text_append_bytes(text, buffer, count);
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed || text->out_of_memory || text->length > FILE_BYTES_MAX)
        return cw_fail(error, CW_IO, "cannot read the file %s: it is broken or too long", path);
    return CW_OK;
}

static cw_status open_hive(cli_position *position, const char *path, cw_error *error) {
    cw_text text = {0};
    cw_hive_document document = {0};
    cw_status status = read_file(path, &text, error);
    if (status == CW_OK && ends_with(path, ".pgn"))
        status = cw_hive_read_pgn(cw_text_string(&text), text.length, &document, error);
    else if (status == CW_OK)
        status = cw_hive_read_sgf(cw_text_string(&text), text.length, &document, error);
    if (status == CW_OK)
        *position = (cli_position){.game = document.game, .record = document.record};
    cw_text_free(&text);
    return status;
}

static cw_status open_file(cli_position *position, const char *path, cw_error *error) {
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return cw_fail(error, CW_BAD_INPUT, "%s is a folder and no saved game", path);
    if (ends_with(path, ".pgn") || ends_with(path, ".sgf"))
        return open_hive(position, path, error);
    return open_saved(position, path, error);
}

cw_status cli_position_open(cli_position *position, const char *spec, const char *moves, cw_error *error) {
    *position = (cli_position){0};
    cw_status status =
        spec[0] == '@' ? open_file(position, spec + 1, error) : open_game(position, spec, error);
    if (status == CW_OK && moves != NULL)
        status = cw_record_play_line(position->record, moves, error);
    if (status != CW_OK)
        cli_position_close(position);
    return status;
}

void cli_position_close(cli_position *position) {
    cw_record_destroy(position->record);
    cw_game_destroy(position->game);
    *position = (cli_position){0};
}

/* ---- Telling ---- */

const char *cli_position_decider(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    int decider = cw_record_to_decide(record);
    if (decider == CW_CHANCE)
        return "chance";
    if (decider == CW_NOBODY)
        return "nobody";
    return game->seats[cw_game_seat(game, cw_record_state(record), decider)].name;
}

cw_move *cli_position_moves(const cw_record *record, int *count) {
    const cw_game *game = cw_record_game(record);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    *count = 0;
    if (moves != NULL && cw_record_to_decide(record) != CW_NOBODY)
        *count = game->type->moves(game, cw_record_state(record), moves);
    return moves;
}

json_t *cli_move_json(const cw_game *game, const cw_state *state, cw_move move) {
    cw_text text = {0};
    game->type->print(game, state, move, &text);
    json_t *string = json_string(cw_text_string(&text));
    cw_text_free(&text);
    return string;
}

const char *cli_ending_name(const cw_game *game, int ending) {
    return ending >= 0 ? game->type->endings[ending] : "forfeit";
}

json_t *cli_result_json(const cw_game *game, const cw_result *result) {
    json_t *rewards = json_array(), *scores = json_array();
    for (int player = 0; player < game->player_count; player++) {
        json_array_append_new(rewards, json_real(result->reward[player]));
        json_array_append_new(scores, json_integer(result->score[player]));
    }
    json_t *object =
        json_pack("{s:o, s:s}", "rewards", rewards, "ending", cli_ending_name(game, result->ending));
    if (game->type->has_scores)
        json_object_set(object, "scores", scores);
    json_decref(scores);
    return object;
}

json_t *cli_position_json(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    const cw_state *state = cw_record_state(record);
    cw_text spec = {0};
    cw_game_print_spec(game, &spec);
    json_t *moves = json_array();
    for (int i = 0; i < cw_record_length(record); i++)
        json_array_append_new(moves,
                              cli_move_json(game, cw_record_state_at(record, i), cw_record_move(record, i)));
    char hash[20];
    snprintf(hash, sizeof hash, "%016" PRIx64, game->type->hash(game, state));
    json_t *object =
        json_pack("{s:s, s:o, s:s, s:i, s:i, s:s}", "game", cw_text_string(&spec), "moves", moves,
                  "to_decide", cli_position_decider(record), "move_number",
                  game->type->move_number(game, state), "phase", cw_game_phase(game, state), "hash", hash);
    if (object != NULL && cw_record_to_decide(record) == CW_NOBODY) {
        cw_result result;
        cw_record_result(record, &result);
        json_object_set_new(object, "result", cli_result_json(game, &result));
    }
    cw_text_free(&spec);
    return object;
}
