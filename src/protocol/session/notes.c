#include <stdlib.h>
#include <string.h>

#include "protocol/session/views.h"

void cw_view_variation(json_t *object, int note) {
    if (note != 0)
        json_object_set_new(object, "variation", json_integer(note));
}

static json_t *view_note(const cw_table *table, const cw_note *note) {
    const cw_game *game = cw_table_game(table);
    cw_state *before = cw_table_state_of(table, (cw_spot){.ply = note->ply - 1, .note = note->after});
    if (before == NULL)
        return NULL;
    json_t *object = json_pack("{s:i, s:i, s:i, s:o, s:o}", "variation", note->number, "after", note->after,
                               "ply", note->ply, "move", cw_view_move(game, before, note->move), "seat",
                               cw_view_seat_number(game->type->to_decide(game, before)));
    free(before);
    return object;
}

/* Does a place hang on the first `length` decisions of the game? */
static bool hangs_within(const cw_notes *notes, cw_spot place, int length) {
    int ply = place.ply;
    for (const cw_note *note = cw_notes_find(notes, place.note); note != NULL;
         note = cw_notes_find(notes, note->after))
        ply = note->ply - 1;
    return ply <= length;
}

void cw_view_notes(json_t *object, const cw_table *table, int length) {
    const cw_notes *notes = &table->notes;
    json_t *variations = json_array(), *comments = json_array();
    for (int i = 0; i < notes->count; i++) {
        if (hangs_within(notes, (cw_spot){.note = notes->list[i].number}, length))
            json_array_append_new(variations, view_note(table, &notes->list[i]));
    }
    for (int i = 0; i < notes->comment_count; i++) {
        const cw_comment *comment = &notes->comments[i];
        if (!hangs_within(notes, comment->place, length))
            continue;
        json_t *said = json_pack("{s:i, s:s}", "ply", comment->place.ply, "text", comment->text);
        cw_view_variation(said, comment->place.note);
        json_array_append_new(comments, said);
    }
    if (json_array_size(variations) > 0)
        json_object_set(object, "variations", variations);
    if (json_array_size(comments) > 0)
        json_object_set(object, "comments", comments);
    json_decref(variations);
    json_decref(comments);
}

/* ---- Reading ---- */

/* The number that a saved one has here; 0: none, or it is on the game's line. */
static int number_of(const json_t *numbers, const json_t *saved, const char *key) {
    char name[24];
    snprintf(name, sizeof name, "%lld", (long long)json_integer_value(json_object_get(saved, key)));
    return (int)json_integer_value(json_object_get(numbers, name));
}

/* Reads one variation's move, which must be legal where it stands. */
static cw_status load_note(cw_table *table, const json_t *saved, json_t *numbers, cw_error *error) {
    const cw_game *game = cw_table_game(table);
    cw_spot place = {.ply = (int)json_integer_value(json_object_get(saved, "ply")) - 1,
                     .note = number_of(numbers, saved, "after")};
    const char *text = json_string_value(json_object_get(saved, "move"));
    bool is_aside = json_integer_value(json_object_get(saved, "after")) != 0;
    if (text == NULL || (is_aside && place.note == 0) || !cw_table_has_place(table, place))
        return cw_fail(error, CW_BAD_INPUT, "a variation hangs on a place that is not there");
    cw_state *state = cw_table_state_of(table, place);
    cw_move move = CW_MOVE_NONE;
    if (state == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a position");
    cw_status status = game->type->to_decide(game, state) == CW_NOBODY
                           ? cw_fail(error, CW_ILLEGAL, "the variation %s goes on after the end", text)
                           : game->type->parse(game, state, text, &move, error);
    free(state);
    if (status != CW_OK)
        return status;
    int number = cw_notes_add(&table->notes, place, move);
    char name[24];
    snprintf(name, sizeof name, "%lld", (long long)json_integer_value(json_object_get(saved, "variation")));
    json_object_set_new(numbers, name, json_integer(number));
    return number > 0 ? CW_OK
                      : cw_fail(error, CW_UNSUPPORTED, "there are too many variations, %d is the most",
                                CW_NOTES_MAX);
}

static cw_status load_comment(cw_table *table, const json_t *saved, const json_t *numbers, cw_error *error) {
    cw_spot place = {.ply = (int)json_integer_value(json_object_get(saved, "ply")),
                     .note = number_of(numbers, saved, "variation")};
    const char *text = json_string_value(json_object_get(saved, "text"));
    bool is_aside = json_object_get(saved, "variation") != NULL;
    if (text == NULL || strlen(text) > CW_COMMENT_MAX || (is_aside && place.note == 0) ||
        !cw_table_has_place(table, place))
        return cw_fail(error, CW_BAD_INPUT, "a comment is too long, or hangs on a place that is not there");
    return cw_notes_say(&table->notes, place, text)
               ? CW_OK
               : cw_fail(error, CW_NO_MEMORY, "out of memory for a comment");
}

cw_status cw_notes_load(cw_table *table, const json_t *saved, cw_error *error) {
    json_t *numbers = json_object();
    cw_status status = CW_OK;
    size_t index;
    const json_t *one;
    json_array_foreach(json_object_get(saved, "variations"), index, one) {
        if (status == CW_OK)
            status = load_note(table, one, numbers, error);
    }
    json_array_foreach(json_object_get(saved, "comments"), index, one) {
        if (status == CW_OK)
            status = load_comment(table, one, numbers, error);
    }
    json_decref(numbers);
    return status;
}
