#include "lab/claim.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/measure.h"

static void skip_spaces(const char **cursor) {
    *cursor += strspn(*cursor, " ");
}

static int find_measure(const char *name, size_t length) {
    for (int i = 0; i < CW_MEASURES; i++) {
        const char *other = cw_measure_at(i)->name;
        if (strlen(other) == length && strncmp(other, name, length) == 0)
            return i;
    }
    return -1;
}

static int find_point(const cw_experiment *experiment, const char *name, size_t length) {
    for (int i = 0; i < experiment->point_count; i++) {
        const char *other = experiment->points[i].name;
        if (strlen(other) == length && strncmp(other, name, length) == 0)
            return i;
    }
    return -1;
}

/* Reads what a number is off by at most, `+-0.7`, or 0. */
static double read_error(const char **cursor) {
    char *end;
    if (strncmp(*cursor, "+-", 2) != 0)
        return 0;
    double error = strtod(*cursor + 2, &end);
    if (end == *cursor + 2 || !(error >= 0) || !isfinite(error))
        return 0; /* what is left is too much in a claim */
    *cursor = end;
    return error;
}

/* Reads `measure[point]` or a number, and steps over it. */
static cw_status read_side(const cw_experiment *experiment, const char **cursor, cw_claim_side *side,
                           cw_error *error) {
    skip_spaces(cursor);
    char *end;
    *side = (cw_claim_side){.measure = -1, .number = strtod(*cursor, &end)};
    if (end != *cursor) {
        *cursor = end;
        side->error = read_error(cursor);
        return CW_OK;
    }
    size_t length = strcspn(*cursor, "[");
    const char *point = *cursor + length + 1;
    size_t point_length = (*cursor)[length] == '[' ? strcspn(point, "]") : 0;
    side->measure = find_measure(*cursor, length);
    if (side->measure < 0 || point_length == 0 || point[point_length] != ']')
        return cw_fail(error, CW_BAD_INPUT,
                       "'%.60s' is no number and no measure of a point such as wins[n=5]; the "
                       "measures are %s",
                       *cursor, cw_measure_names());
    side->point = find_point(experiment, point, point_length);
    if (side->point < 0)
        return cw_fail(error, CW_BAD_INPUT, "there is no point '%.*s'", (int)point_length, point);
    *cursor = point + point_length + 1;
    return CW_OK;
}

cw_status cw_claim_parse(const cw_experiment *experiment, const char *text, cw_comparison *comparison,
                         cw_error *error) {
    const char *cursor = text;
    cw_status status = read_side(experiment, &cursor, &comparison->left, error);
    if (status != CW_OK)
        return status;
    skip_spaces(&cursor);
    comparison->sign = *cursor;
    if (*cursor == '\0' || strchr("<>~", *cursor) == NULL || comparison->left.measure < 0)
        return cw_fail(error, CW_BAD_INPUT, "'%.60s' compares nothing, write such as wins[n=5] > wins[n=1]",
                       text);
    cursor++;
    comparison->tolerance = 0;
    if (comparison->sign == '~' && *cursor >= '0' && *cursor <= '9') {
        char *end;
        comparison->tolerance = strtod(cursor, &end);
        cursor = end;
    }
    status = read_side(experiment, &cursor, &comparison->right, error);
    skip_spaces(&cursor);
    if (status == CW_OK && *cursor != '\0')
        status = cw_fail(error, CW_BAD_INPUT, "'%.60s' is too much in a claim", cursor);
    return status;
}
