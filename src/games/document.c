#include "causeway/document.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "games/notes.h"

/* ---- What the house itself writes ---- */

static cw_status play_saved(cw_document *document, const json_t *moves, cw_error *error) {
    size_t index;
    const json_t *move;
    json_array_foreach(moves, index, move) {
        const char *text = json_string_value(move);
        cw_error reason = {0};
        if (text == NULL)
            return cw_fail(error, CW_BAD_INPUT, "move %zu is not a text", index + 1);
        if (cw_record_play_text(document->record, text, &reason) != CW_OK)
            return cw_fail(error, reason.status, "move %zu: %.300s", index + 1, reason.message);
    }
    return CW_OK;
}

/* {"game": "hex:size=5", "moves": ["c3", ...]} with whatever else. */
static cw_status read_saved(const char *text, size_t length, cw_document *document, cw_error *error) {
    json_error_t fault;
    json_t *saved = json_loadb(text, length, JSON_DISABLE_EOF_CHECK, &fault);
    const char *spec = json_string_value(json_object_get(saved, "game"));
    const json_t *moves = json_object_get(saved, "moves");
    cw_status status;
    if (saved == NULL)
        status = cw_fail(error, CW_BAD_INPUT, "line %d: %s", fault.line, fault.text);
    else if (spec == NULL || !json_is_array(moves))
        status = cw_fail(error, CW_BAD_INPUT, "this is no saved game, it lacks \"game\" or \"moves\"");
    else
        status = cw_game_create(spec, &document->game, error);
    if (status == CW_OK)
        status = cw_record_create(document->game, &document->record, error);
    if (status == CW_OK)
        status = play_saved(document, moves, error);
    json_decref(saved);
    return status;
}

/* ---- Telling texts apart ---- */

static const cw_format *find_reader(const char *text, size_t length) {
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_format *format = cw_game_type_at(i)->formats;
        for (; format != NULL && format->name != NULL; format++) {
            if (format->read != NULL && format->recognise(text, length))
                return format;
        }
    }
    return NULL;
}

/* "the records that can be read are JSON as saved here, hex sgf, ..." */
static cw_status unknown_text(cw_error *error) {
    cw_text known = {0};
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_format *format = cw_game_type_at(i)->formats;
        for (; format != NULL && format->name != NULL; format++)
            cw_text_printf(&known, ", %s of %s", format->name, cw_game_type_at(i)->name);
    }
    cw_status status =
        cw_fail(error, CW_BAD_INPUT, "this is no record that can be read: these are games saved here%s",
                cw_text_string(&known));
    cw_text_free(&known);
    return status;
}

static cw_status read_one(const char *text, size_t length, cw_document *document, cw_error *error) {
    const cw_format *format = find_reader(text, length);
    cw_status status;
    if (format != NULL)
        return format->read(text, length, document, error);
    if (length > 0 && *text == '{')
        status = read_saved(text, length, document, error);
    else
        status = unknown_text(error);
    if (status != CW_OK)
        cw_document_clear(document);
    return status;
}

/* ---- Several games in a text ---- */

/* A text that is walked through game by game; all are written like the first. */
typedef struct pieces {
    const char *text; /* the game that is at hand, `extent` bytes of it */
    size_t length, extent;
    size_t (*measure)(const char *text, size_t length);
} pieces;

static void skip_space(pieces *self) {
    while (self->length > 0 && isspace((unsigned char)*self->text)) {
        self->text++;
        self->length--;
    }
}

static size_t measure_whole(const char *text, size_t length) {
    (void)text;
    return length;
}

static size_t measure_saved(const char *text, size_t length) {
    json_error_t end;
    json_t *saved = json_loadb(text, length, JSON_DISABLE_EOF_CHECK, &end);
    bool is_object = json_is_object(saved);
    json_decref(saved);
    return is_object && end.position > 0 ? (size_t)end.position : length;
}

static pieces begin_pieces(const char *text, size_t length) {
    pieces self = {.text = text, .length = length, .measure = measure_whole};
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) { /* the mark of UTF-8 */
        self.text += 3;
        self.length -= 3;
    }
    skip_space(&self);
    const cw_format *format = find_reader(self.text, self.length);
    if (format != NULL && format->extent != NULL)
        self.measure = format->extent;
    else if (format == NULL && self.length > 0 && *self.text == '{')
        self.measure = measure_saved;
    self.extent = self.measure(self.text, self.length);
    return self;
}

/* Goes on to the next game; false: there is none. */
static bool next_piece(pieces *self) {
    self->text += self->extent;
    self->length -= self->extent;
    skip_space(self);
    if (self->length == 0)
        return false;
    self->extent = self->measure(self->text, self->length);
    return true;
}

int cw_document_count(const char *text, size_t length) {
    int count = 1;
    for (pieces self = begin_pieces(text, length); next_piece(&self);)
        count++;
    return count;
}

cw_status cw_document_read_at(const char *text, size_t length, int number, cw_document *document,
                              cw_error *error) {
    pieces self = begin_pieces(text, length);
    *document = (cw_document){0};
    for (int at = 1; at < number; at++) {
        if (!next_piece(&self))
            return cw_fail(error, CW_BAD_INPUT, "there is no game %d, there %s %d", number,
                           at == 1 ? "is" : "are", at);
    }
    if (number < 1)
        return cw_fail(error, CW_BAD_INPUT, "there is no game %d, they count from 1", number);
    return read_one(self.text, self.extent, document, error);
}

cw_status cw_document_read(const char *text, size_t length, cw_document *document, cw_error *error) {
    return cw_document_read_at(text, length, 1, document, error);
}

void cw_document_clear(cw_document *document) {
    if (document->notes != NULL)
        cw_notes_free(document->notes);
    free(document->notes);
    cw_record_destroy(document->record);
    cw_game_destroy(document->game);
    *document = (cw_document){0};
}

void cw_document_tag(char tag[CW_TAG_MAX], const char *value, size_t length) {
    snprintf(tag, CW_TAG_MAX, "%.*s", (int)(length < CW_TAG_MAX ? length : CW_TAG_MAX - 1), value);
}

/* ---- Formats by name ---- */

const cw_format *cw_format_find(const cw_game_type *type, const char *name) {
    for (const cw_format *format = type->formats; format != NULL && format->name != NULL; format++) {
        if (strcmp(format->name, name) == 0)
            return format;
    }
    return NULL;
}

static bool has_ending(const cw_format *format, const char *ending) {
    for (const char *word = format->endings; *word != '\0';) {
        size_t length = strcspn(word, "|");
        if (strlen(ending) == length && strncasecmp(word, ending, length) == 0)
            return true;
        word += length + (word[length] == '|');
    }
    return false;
}

const cw_format *cw_format_of_file(const cw_game_type *type, const char *path) {
    const char *dot = strrchr(path, '.');
    for (const cw_format *format = type->formats; dot != NULL && format != NULL && format->name != NULL;
         format++) {
        if (has_ending(format, dot + 1))
            return format;
    }
    return NULL;
}
