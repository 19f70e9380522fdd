#include "arena/openings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/record.h"
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

static cw_status check(cw_record *record, const char *path, int number, const char *line, cw_error *error) {
    cw_error reason = {0};
    if (!cw_utf8_is_valid(line))
        return cw_fail(error, CW_BAD_INPUT, "%s:%d: the line is not written in UTF-8", path, number);
    cw_record_clear(record);
    cw_status status = cw_record_play_line(record, line, &reason);
    if (status != CW_OK)
        return cw_fail(error, CW_BAD_INPUT, "%s:%d: %.400s", path, number, reason.message);
    if (cw_record_to_decide(record) == CW_NOBODY)
        return cw_fail(error, CW_BAD_INPUT, "%s:%d: the opening ends the game", path, number);
    return CW_OK;
}

static cw_status read_lines(FILE *file, cw_record *record, const char *path, cw_openings *openings,
                            cw_error *error) {
    char *line = NULL;
    size_t capacity = 0;
    cw_status status = CW_OK;
    for (int number = 1; status == CW_OK && getline(&line, &capacity, file) >= 0; number++) {
        line[strcspn(line, "\r\n")] = '\0';
        const char *start = line + strspn(line, " \t");
        if (*start == '\0' || *start == '#')
            continue;
        status = check(record, path, number, start, error);
        if (status == CW_OK)
            status = add(openings, start, error);
    }
    free(line);
    return status;
}

cw_status cw_openings_read(const cw_game *game, const char *path, cw_openings *openings, cw_error *error) {
    *openings = (cw_openings){0};
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return cw_fail(error, CW_BAD_INPUT, "cannot read the openings in %s: %s", path, strerror(errno));
    cw_record *record = NULL;
    cw_status status = cw_record_create(game, &record, error);
    if (status == CW_OK)
        status = read_lines(file, record, path, openings, error);
    if (status == CW_OK && openings->count == 0)
        status = cw_fail(error, CW_BAD_INPUT, "%s has no opening in it, one line of moves each", path);
    if (status != CW_OK)
        cw_openings_free(openings);
    cw_record_destroy(record);
    fclose(file);
    return status;
}

void cw_openings_free(cw_openings *openings) {
    for (int i = 0; i < openings->count; i++)
        free(openings->lines[i]);
    free(openings->lines);
    *openings = (cw_openings){0};
}
