#include "lab/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

cw_finding *cw_findings_create(int count) {
    cw_finding *points = calloc((size_t)count + 1, sizeof *points);
    for (int i = 0; points != NULL && i < count; i++) {
        for (int k = 0; k < CW_MEASURES; k++)
            points[i].measured[k] = (cw_measured){NAN, NAN, NAN};
    }
    return points;
}

static cw_status prepare(const cw_experiment *experiment, cw_findings *findings, cw_error *error) {
    *findings = (cw_findings){.experiment = experiment};
    findings->points = cw_findings_create(experiment->point_count);
    return findings->points != NULL
               ? CW_OK
               : cw_fail(error, CW_NO_MEMORY, "out of memory for what %s found", experiment->name);
}

/* Whether a spec as it was played has a time that it was not written with: a run with another time scale. */
static bool has_other_time(const char *written, const char *played) {
    char times[2][CW_OPTION_TEXT_MAX] = {"", ""};
    const char *specs[2] = {written, played};
    for (int i = 0; i < 2; i++) {
        const char *settings = strchr(specs[i], ':');
        if (settings != NULL)
            cw_options_peek(settings + 1, "time", times[i]);
    }
    return times[1][0] != '\0' && strcmp(times[0], times[1]) != 0;
}

cw_status cw_findings_from_run(const cw_lab *run, cw_findings *findings, cw_error *error) {
    const cw_experiment *experiment = run->experiment;
    cw_status status = prepare(experiment, findings, error);
    for (int i = 0; status == CW_OK && i < experiment->point_count; i++) {
        const cw_standings *standings = run->results[i].standings;
        cw_finding *point = &findings->points[i];
        point->games = standings != NULL ? standings->entrants[experiment->points[i].subject].tally.games : 0;
        for (int k = 0; run->time_scale != 1 && k < run->results[i].spec_count; k++)
            point->has_other_time |=
                k < experiment->points[i].player_count &&
                has_other_time(experiment->points[i].players[k], run->results[i].specs[k]);
        for (int k = 0; k < CW_MEASURES && point->games > 0; k++)
            point->measured[k] = cw_measure_at(k)->of(standings, experiment->points[i].subject);
    }
    return status;
}

void cw_findings_free(cw_findings *findings) {
    free(findings->points);
    *findings = (cw_findings){0};
}

/* ---- CSV ---- */

enum { FIELDS_MAX = 128, FIELD_BYTES = 256 };

/* Where a column of the file goes: into the value (0), the low (1) or the high (2) end of a measure. */
typedef struct column {
    int measure; /* -1: none */
    int part;
} column;

typedef struct table {
    column columns[FIELDS_MAX];
    int point, games; /* the columns of these names, or -1 */
    int player;       /* the column of the first player, or -1 */
} table;

/* Reads one field, quoted or not, and steps over the comma; false at the end of the line. */
static bool read_field(const char **cursor, char field[FIELD_BYTES]) {
    const char *at = *cursor;
    size_t length = 0;
    if (*at == '\0' || *at == '\n')
        return false;
    bool quoted = *at == '"';
    at += quoted;
    while (*at != '\0' && (quoted || (*at != ',' && *at != '\n'))) {
        if (quoted && *at == '"' && *++at != '"')
            break;
        if (length + 1 < FIELD_BYTES)
            field[length++] = *at;
        at++;
    }
    field[length] = '\0';
    *cursor = at + (*at == ',');
    return true;
}

static const char *next_line(const char *cursor) {
    cursor += strcspn(cursor, "\n");
    return cursor + (*cursor == '\n');
}

static column column_named(const char *name) {
    static const char *const parts[] = {"", "_low", "_high"};
    for (int measure = 0; measure < CW_MEASURES; measure++) {
        size_t length = strlen(cw_measure_at(measure)->name);
        if (strncmp(name, cw_measure_at(measure)->name, length) != 0)
            continue;
        for (int part = 0; part < 3; part++) {
            if (strcmp(name + length, parts[part]) == 0)
                return (column){measure, part};
        }
    }
    return (column){-1, 0};
}

static table read_header(const char *line) {
    table self = {.point = -1, .games = -1, .player = -1};
    char field[FIELD_BYTES];
    for (int i = 0; i < FIELDS_MAX && read_field(&line, field); i++) {
        self.columns[i] = column_named(field);
        if (strcmp(field, "point") == 0)
            self.point = i;
        if (strcmp(field, "subject_games") == 0 || (strcmp(field, "games") == 0 && self.games < 0))
            self.games = i;
        if (strcmp(field, "player1") == 0)
            self.player = i;
    }
    return self;
}

static int find_point(const cw_experiment *experiment, const char *name) {
    for (int i = 0; i < experiment->point_count; i++) {
        if (strcmp(experiment->points[i].name, name) == 0)
            return i;
    }
    return -1;
}

static void fill_field(const table *self, int index, const char *field, cw_finding *point) {
    column place = self->columns[index];
    if (index == self->games)
        point->games = strtoll(field, NULL, 10);
    if (place.measure < 0 || field[0] == '\0')
        return;
    cw_measured *measured = &point->measured[place.measure];
    *(place.part == 0   ? &measured->value
      : place.part == 1 ? &measured->low
                        : &measured->high) = strtod(field, NULL);
}

static void read_row(const table *self, const char *line, cw_findings *findings) {
    char field[FIELD_BYTES];
    const char *cursor = line;
    int index = -1;
    for (int i = 0; i <= self->point && read_field(&cursor, field); i++) {
        if (i == self->point)
            index = find_point(findings->experiment, field);
    }
    cursor = line;
    for (int i = 0; index >= 0 && i < FIELDS_MAX && read_field(&cursor, field); i++) {
        const cw_point *point = &findings->experiment->points[index];
        int player = i - self->player;
        fill_field(self, i, field, &findings->points[index]);
        if (self->player >= 0 && player >= 0 && player < point->player_count)
            findings->points[index].has_other_time |= has_other_time(point->players[player], field);
    }
}

cw_status cw_findings_from_csv(const cw_experiment *experiment, const char *csv, cw_findings *findings,
                               cw_error *error) {
    table self = read_header(csv);
    if (self.point < 0 || self.games < 0)
        return cw_fail(error, CW_BAD_INPUT, "the table of %s has no columns 'point' and 'games'",
                       experiment->name);
    cw_status status = prepare(experiment, findings, error);
    for (const char *line = next_line(csv); status == CW_OK && *line != '\0'; line = next_line(line))
        read_row(&self, line, findings);
    return status;
}
