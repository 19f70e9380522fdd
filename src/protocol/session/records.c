#include "protocol/session/records.h"

#include <string.h>

#include "protocol/session/views.h"

/* Ended otherwise than by the rules: who lost, and how. */
static void read_end(cw_table *table, const json_t *saved) {
    const json_t *loser = json_object_get(saved, "loser");
    const char *ending = json_string_value(json_object_get(json_object_get(saved, "result"), "ending"));
    bool is_seat = json_is_integer(loser) && json_integer_value(loser) >= 0 &&
                   json_integer_value(loser) < cw_table_game(table)->player_count;
    if (!is_seat || ending == NULL || table->end != CW_END_NONE)
        return;
    cw_table_lose(table, (int)json_integer_value(loser),
                  strcmp(ending, "time") == 0 ? CW_END_TIME : CW_END_RESIGNED);
}

static void read_clocks(cw_table *table, const json_t *saved) {
    const json_t *clocks = json_object_get(saved, "clocks");
    for (int seat = 0; table->has_clock && seat < cw_table_game(table)->player_count; seat++) {
        const json_t *left = json_array_get(clocks, (size_t)seat);
        if (json_is_number(left))
            table->seats[seat].clock = json_number_value(left);
    }
}

static cw_status play_saved(cw_table *table, const json_t *moves, cw_error *error) {
    size_t index;
    const json_t *move;
    cw_record_clear(table->record);
    json_array_foreach(moves, index, move) {
        const char *text = json_string_value(move);
        cw_error reason = {0};
        if (text == NULL || index >= CW_TABLE_PLIES_MAX)
            return cw_fail(error, CW_BAD_INPUT, "move %zu is %s", index + 1,
                           text == NULL ? "not a text" : "one too many");
        if (cw_record_play_text(table->record, text, &reason) != CW_OK)
            return cw_fail(error, reason.status, "move %zu: %.300s", index + 1, reason.message);
    }
    return cw_table_settle(table, error);
}

static double read_number(const json_t *saved, const char *name, double most) {
    double number = json_number_value(json_object_get(saved, name));
    return number > 0 && number <= most ? number : 0;
}

/* Fills in who sits where: as planned, as saved, or persons. */
static void read_seats(const json_t *saved, cw_table_plan *plan, const char **seats) {
    const json_t *players = json_object_get(saved, "players");
    if (plan->seat_count > 0)
        return;
    plan->seats = seats;
    plan->seat_count = (int)json_array_size(players) < CW_PLAYERS_MAX ? (int)json_array_size(players) : 4;
    for (int i = 0; i < plan->seat_count; i++) {
        const char *player = json_string_value(json_array_get(players, (size_t)i));
        seats[i] = player != NULL ? player : "human";
    }
}

static cw_status load_saved(const json_t *saved, const cw_table_plan *plan, cw_table **table,
                            cw_error *error) {
    const char *game = json_string_value(json_object_get(saved, "game")), *seats[CW_PLAYERS_MAX];
    const json_t *moves = json_object_get(saved, "moves");
    if (game == NULL || !json_is_array(moves))
        return cw_fail(error, CW_BAD_INPUT, "this is not a saved game, it lacks \"game\" or \"moves\"");
    cw_table_plan full = *plan;
    full.game = game;
    full.others = "human";
    full.clock = read_number(saved, "clock", 86400);
    full.increment = read_number(saved, "increment", 600);
    read_seats(saved, &full, seats);
    cw_status status = cw_table_create(&full, table, error);
    if (status != CW_OK)
        return status;
    status = play_saved(*table, moves, error);
    if (status == CW_OK)
        status = cw_notes_load(*table, saved, error);
    if (status == CW_OK) {
        read_end(*table, saved);
        read_clocks(*table, saved);
        return CW_OK;
    }
    cw_table_destroy(*table);
    *table = NULL;
    return status;
}

/* ---- Records that others write ---- */

static cw_status play_document(cw_table *table, const cw_document *document, cw_error *error) {
    cw_status status = CW_OK;
    cw_record_clear(table->record);
    if (cw_record_length(document->record) > CW_TABLE_PLIES_MAX)
        return cw_fail(error, CW_BAD_INPUT, "the game has more than %d moves", CW_TABLE_PLIES_MAX);
    for (int i = 0; i < cw_record_length(document->record) && status == CW_OK; i++)
        status = cw_record_play(table->record, cw_record_move(document->record, i), error);
    return status == CW_OK ? cw_table_settle(table, error) : status;
}

/* A game that the board did not decide ends as the text tells, where it tells who lost. */
static void end_document(cw_table *table, const cw_document *document) {
    if (document->how[0] == '\0' || document->loser < 0)
        return;
    bool by_time = strcasestr(document->how, "time") != NULL;
    cw_table_lose(table, document->loser, by_time ? CW_END_TIME : CW_END_RESIGNED);
}

/* Variations and comments change their owner. */
static void take_notes(cw_table *table, cw_document *document) {
    table->left_out = document->left_out;
    if (document->notes == NULL)
        return;
    table->notes = *document->notes;
    *document->notes = (cw_notes){0};
}

static cw_status load_document(cw_document *document, const cw_table_plan *plan, cw_table **table,
                               cw_error *error) {
    cw_text game = {0};
    cw_game_print_spec(document->game, &game);
    cw_table_plan full = *plan;
    full.game = cw_text_string(&game);
    full.others = "human"; /* names of players are not specs */
    cw_status status = cw_table_create(&full, table, error);
    cw_text_free(&game);
    if (status != CW_OK)
        return status;
    status = play_document(*table, document, error);
    if (status == CW_OK && (*table)->end == CW_END_NONE)
        end_document(*table, document);
    if (status == CW_OK)
        take_notes(*table, document);
    if (status == CW_OK)
        return CW_OK;
    cw_table_destroy(*table);
    *table = NULL;
    return status;
}

cw_status cw_table_load(const char *text, int number, const cw_table_plan *plan, cw_table **table,
                        cw_error *error) {
    json_t *saved = json_loads(text, 0, NULL);
    cw_document document;
    cw_status status;
    if (saved != NULL) {
        status = load_saved(saved, plan, table, error);
        json_decref(saved);
        return status;
    }
    status = cw_document_read_at(text, strlen(text), number, &document, error);
    if (status != CW_OK)
        return status;
    status = load_document(&document, plan, table, error);
    cw_document_clear(&document);
    return status;
}

/* What the table tells about its game. */
static cw_document describe(cw_table *table) {
    cw_document document = {
        .game = table->shared->game, .record = table->record, .loser = table->loser, .notes = &table->notes};
    for (int seat = 0; seat < document.game->player_count; seat++)
        cw_document_tag(document.names[seat], table->seats[seat].spec, strlen(table->seats[seat].spec));
    if (table->end == CW_END_RESIGNED)
        cw_document_tag(document.how, "resign", 6);
    if (table->end == CW_END_TIME)
        cw_document_tag(document.how, "forfeit: out of time", 20);
    return document;
}

json_t *cw_table_texts(cw_table *table) {
    json_t *texts = json_object();
    cw_document document = describe(table);
    const cw_format *format = document.game->type->formats;
    for (; format != NULL && format->name != NULL; format++) {
        cw_text text = {0};
        format->write(&document, &text);
        json_object_set_new(texts, format->name, json_string(cw_text_string(&text)));
        cw_text_free(&text);
    }
    return texts;
}
