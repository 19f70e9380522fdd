#include "arena/openings.h"

#include <stdlib.h>
#include <string.h>

#include "causeway/document.h"
#include "core/files.h"
#include "core/utf8.h"

static cw_status add(cw_openings *openings, const char *line, cw_error *error) {
    char **lines = realloc(openings->lines, sizeof *lines * ((size_t)openings->count + 1));
    if (lines != NULL) {
        openings->lines = lines;
        lines[openings->count] = strdup(line);
    }
    if (lines == NULL || lines[openings->count] == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for openings");
    openings->count++;
    return CW_OK;
}

/* Plays an opening and adds it; `place` ("file:3" or "file#3") stands in errors. */
static cw_status check_and_add(cw_record *record, const char *place, const char *line, cw_openings *openings,
                               cw_error *error) {
    cw_error reason = {0};
    if (!cw_utf8_is_valid(line))
        return cw_fail(error, CW_BAD_INPUT, "%s: the line is not written in UTF-8", place);
    cw_record_clear(record);
    cw_status status = cw_record_play_line(record, line, &reason);
    if (status != CW_OK)
        return cw_fail(error, CW_BAD_INPUT, "%s: %.400s", place, reason.message);
    if (cw_record_to_decide(record) == CW_NOBODY)
        return cw_fail(error, CW_BAD_INPUT, "%s: the opening ends the game", place);
    return add(openings, line, error);
}

static cw_status read_lines(const cw_text *text, cw_record *record, const char *path, cw_openings *openings,
                            cw_error *error) {
    const char *at = cw_text_string(text), *end = at + text->length;
    cw_text line = {0}, place = {0};
    cw_status status = CW_OK;
    for (int number = 1; status == CW_OK && at < end; number++) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end != NULL ? line_end : end;
        cw_text_clear(&line);
        cw_text_append_bytes(&line, at, (size_t)(line_end - at));
        at = line_end < end ? line_end + 1 : end;
        char *start = line.data != NULL ? line.data + strspn(line.data, " \t") : "";
        if (*start == '\r' || *start == '\0' || *start == '#')
            continue;
        start[strcspn(start, "\r")] = '\0';
        cw_text_clear(&place);
        cw_text_printf(&place, "%s:%d", path, number);
        status = check_and_add(record, cw_text_string(&place), start, openings, error);
    }
    cw_text_free(&line);
    cw_text_free(&place);
    return status;
}

/* Every game of a file of records is an opening. */
static cw_status read_games(const cw_text *text, cw_record *record, const char *path, cw_openings *openings,
                            cw_error *error) {
    int count = cw_document_count(cw_text_string(text), text->length);
    cw_text line = {0}, place = {0};
    cw_status status = CW_OK;
    for (int number = 1; status == CW_OK && number <= count; number++) {
        cw_document document;
        cw_error reason = {0};
        if (cw_document_read_at(cw_text_string(text), text->length, number, &document, &reason) != CW_OK) {
            status = cw_fail(error, CW_BAD_INPUT, "%s#%d: %.400s", path, number, reason.message);
            break;
        }
        cw_text_clear(&line);
        cw_text_clear(&place);
        cw_record_print(document.record, &line);
        cw_text_printf(&place, "%s#%d", path, number);
        status = check_and_add(record, cw_text_string(&place), cw_text_string(&line), openings, error);
        cw_document_clear(&document);
    }
    cw_text_free(&line);
    cw_text_free(&place);
    return status;
}

static bool holds_games(const cw_text *text) {
    cw_document document;
    bool is_read = cw_document_read(cw_text_string(text), text->length, &document, NULL) == CW_OK;
    if (is_read)
        cw_document_clear(&document);
    return is_read;
}

cw_status cw_openings_read(const cw_game *game, const char *path, cw_openings *openings, cw_error *error) {
    *openings = (cw_openings){0};
    cw_text text = {0};
    cw_error reason = {0};
    if (cw_file_read(path, CW_FILE_BYTES_MAX, &text, &reason) != CW_OK)
        return cw_fail(error, CW_BAD_INPUT, "the openings: %.400s", reason.message);
    cw_record *record = NULL;
    cw_status status = cw_record_create(game, &record, error);
    if (status == CW_OK)
        status = holds_games(&text) ? read_games(&text, record, path, openings, error)
                                    : read_lines(&text, record, path, openings, error);
    if (status == CW_OK && openings->count == 0)
        status = cw_fail(error, CW_BAD_INPUT, "%s has no opening in it, one line of moves each", path);
    if (status != CW_OK)
        cw_openings_free(openings);
    cw_record_destroy(record);
    cw_text_free(&text);
    return status;
}

void cw_openings_free(cw_openings *openings) {
    for (int i = 0; i < openings->count; i++)
        free(openings->lines[i]);
    free(openings->lines);
    *openings = (cw_openings){0};
}
