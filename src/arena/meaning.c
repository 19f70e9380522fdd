#include "arena/meaning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/definition.h"
#include "causeway/version.h"

/* ---- Texts ---- */

cw_status cw_match_print_meaning(const cw_match *match, cw_text *text, cw_error *error) {
    cw_text_printf(text, "%s:", match->game->type->name);
    cw_options_print_all(&match->game->options, text);
    for (int i = 0; i < match->schedule.entrant_count; i++) {
        cw_plan plan;
        cw_status status = cw_plan_read(&plan, match->specs[i], match->game, error);
        if (status != CW_OK)
            return status;
        cw_text_append_char(text, '\n');
        cw_plan_print_meaning(&plan, text);
    }
    return text->out_of_memory ? cw_fail(error, CW_NO_MEMORY, "out of memory for a match") : CW_OK;
}

/* Compares the lines of the players; `lines` is used up. */
static bool are_meant(const cw_match *match, const char *meaning, char *lines) {
    char *rest = NULL;
    cw_text renewed = {0};
    bool is_same = true;
    meaning += strcspn(meaning, "\n");
    for (char *line = strtok_r(lines, "\n", &rest); is_same && line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        cw_text_append_char(&renewed, '\n');
        is_same = cw_plan_renew_meaning(line, match->game, &renewed);
    }
    is_same = is_same && strcmp(cw_text_string(&renewed), meaning) == 0;
    cw_text_free(&renewed);
    return is_same;
}

/* Whether a meaning that was stored earlier is that of the match, which is printed in `meaning`. */
static bool is_meant(const cw_match *match, const char *meaning, const char *stored) {
    char *lines = strdup(stored);
    if (lines == NULL)
        return false;
    size_t first = strcspn(lines, "\n");
    bool has_players = lines[first] == '\n';
    lines[first] = '\0';
    bool is_same =
        has_players && cw_game_is_same(match->game, lines) && are_meant(match, meaning, lines + first + 1);
    free(lines);
    return is_same;
}

/* Whether the players that a definition names are these to the program of today. */
static bool names_players(const cw_match *match, const json_t *names) {
    bool is_same = json_array_size(names) == (size_t)match->schedule.entrant_count;
    for (int i = 0; is_same && i < match->schedule.entrant_count; i++) {
        const char *name = json_string_value(json_array_get(names, (size_t)i));
        is_same = name != NULL && cw_plan_is_same(match->game, match->specs[i], name);
    }
    return is_same;
}

/* ---- Runs ---- */

/* A match whose runs are looked for. */
typedef struct search {
    const cw_match *match;
    const cw_run_definition *known;
    bool any_version;
    cw_found_run *found;
    bool (*each)(int64_t run, int64_t games, void *payload);
    void *payload;
} search;

/* Whether the program of today reads game and players of a stored run as those of the match. */
static bool is_spelt(const search *self, const cw_stored_run *run, const json_t *definition) {
    if (strcmp(run->definition, self->known->text) == 0)
        return true;
    return cw_game_is_same(self->match->game, run->game) &&
           names_players(self->match, json_object_get(definition, "players"));
}

static bool is_same_run(const search *self, const cw_stored_run *run) {
    return strcmp(run->version, cw_version()) == 0 &&
           is_meant(self->match, self->known->meaning, run->meaning);
}

/* Whether a stored run has as many games, kept in the same way. */
static bool is_as_long(const cw_match *match, const json_t *definition) {
    json_int_t games = 0;
    int per_unit = 0, keep_moves = 0;
    json_unpack((json_t *)definition, "{s:I, s:i, s:b}", "games", &games, "games_per_unit", &per_unit,
                "keep_moves", &keep_moves);
    return games == match->schedule.games && per_unit == match->games_per_unit &&
           (keep_moves != 0) == match->keep_moves;
}

/* Notes a run; false: it is the one. */
static bool note_long(const search *self, const cw_stored_run *run, const json_t *definition) {
    cw_found_run *found = self->found;
    if (is_same_run(self, run)) {
        found->id = run->id;
        return false;
    }
    if (found->other == 0 && is_spelt(self, run, definition)) {
        found->other = run->id;
        snprintf(found->other_version, sizeof found->other_version, "%.30s", run->version);
    }
    return true;
}

static bool note_found(const cw_stored_run *run, void *payload) {
    const search *self = payload;
    json_t *definition = json_loads(run->definition, 0, NULL);
    bool goes_on = !is_as_long(self->match, definition) || note_long(self, run, definition);
    json_decref(definition);
    return goes_on;
}

cw_status cw_match_find_runs(const cw_match *match, cw_store *store, const cw_run_definition *known,
                             cw_found_run *found, cw_error *error) {
    search self = {.match = match, .known = known, .found = found};
    *found = (cw_found_run){0};
    return cw_store_kindred(store, known->text, note_found, &self, error);
}

static bool note_sibling(const cw_stored_run *run, void *payload) {
    const search *self = payload;
    json_t *definition = json_loads(run->definition, 0, NULL);
    bool is_sibling = !is_as_long(self->match, definition) &&
                      (self->any_version ? is_spelt(self, run, definition) : is_same_run(self, run));
    int64_t games = json_integer_value(json_object_get(definition, "games"));
    json_decref(definition);
    return !is_sibling || self->each(run->id, games, self->payload);
}

cw_status cw_match_find_siblings(const cw_match *match, cw_store *store, const cw_run_definition *known,
                                 bool any_version, bool (*each)(int64_t run, int64_t games, void *payload),
                                 void *payload, cw_error *error) {
    search self = {
        .match = match, .known = known, .any_version = any_version, .each = each, .payload = payload};
    return cw_store_kindred(store, known->text, note_sibling, &self, error);
}
