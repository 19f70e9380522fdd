#include "cli/position.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/files.h"
#include "core/numbers.h"

/* ---- Opening and closing ---- */

static cw_status open_game(cli_position *position, const char *spec, cw_error *error) {
    cw_status status = cw_game_create(spec, &position->game, error);
    return status == CW_OK ? cw_record_create(position->game, &position->record, error) : status;
}

/* ---- Records in files ---- */

/* A file, and the number behind its name in "games.sgf#3". */
typedef struct place {
    cw_text path;
    int number; /* 0: none is given */
} place;

static place read_place(const char *name) {
    place read = {0};
    struct stat about;
    const char *mark = strrchr(name, '#');
    int64_t number;
    if (mark != NULL && stat(name, &about) != 0 && cw_whole_read(mark + 1, 1, INT_MAX, &number)) {
        cw_text_append_bytes(&read.path, name, (size_t)(mark - name));
        read.number = (int)number;
    } else {
        cw_text_append(&read.path, name);
    }
    return read;
}

static cw_status open_text(cli_position *position, const char *path, int number, const cw_text *text,
                           cw_error *error) {
    cw_document document;
    cw_error reason = {0};
    int count = number == 0 ? cw_document_count(cw_text_string(text), text->length) : 1;
    if (count > 1)
        return cw_fail(error, CW_BAD_INPUT,
                       "%s holds %d games, choose one: @%s#1 is the first ('causeway show @%s' lists them)",
                       path, count, path, path);
    if (cw_document_read_at(cw_text_string(text), text->length, number > 0 ? number : 1, &document,
                            &reason) != CW_OK)
        return cw_fail(error, reason.status, "%s: %.400s", path, reason.message);
    *position = (cli_position){.game = document.game, .record = document.record};
    document.game = NULL; /* both are the position's now */
    document.record = NULL;
    cw_document_clear(&document);
    return CW_OK;
}

static cw_status read_records(const char *path, cw_text *text, cw_error *error) {
    struct stat about;
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return cw_fail(error, CW_BAD_INPUT, "%s is a folder and no saved game", path);
    return cw_file_read(path, CW_FILE_BYTES_MAX, text, error);
}

static cw_status open_file(cli_position *position, const char *name, cw_error *error) {
    place from = read_place(name);
    const char *path = cw_text_string(&from.path);
    cw_text text = {0};
    cw_status status = read_records(path, &text, error);
    if (status == CW_OK)
        status = open_text(position, path, from.number, &text, error);
    cw_text_free(&text);
    cw_text_free(&from.path);
    return status;
}

int cli_position_count(const char *spec) {
    if (spec[0] != '@')
        return 1;
    place from = read_place(spec + 1);
    cw_text text = {0};
    int count = 1;
    if (from.number == 0 && read_records(cw_text_string(&from.path), &text, NULL) == CW_OK)
        count = cw_document_count(cw_text_string(&text), text.length);
    cw_text_free(&text);
    cw_text_free(&from.path);
    return count;
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
