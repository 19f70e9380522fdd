/* Portable Game Notation as Hive programs write it: tags in brackets, then one move a number, whoever makes
 * it:
 *
 *     [GameType "Base"]
 *     1. wS1
 *     2. bS1 wS1- */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "games/hive/document.h"

/* ---- Tags ---- */

static const struct {
    const char *name;
    size_t offset;
} tags[] = {
    {"Event", offsetof(cw_document, event)},    {"Site", offsetof(cw_document, site)},
    {"Date", offsetof(cw_document, date)},      {"Round", offsetof(cw_document, round)},
    {"White", offsetof(cw_document, names[0])}, {"Black", offsetof(cw_document, names[1])},
    {"Result", offsetof(cw_document, result)},  {"Termination", offsetof(cw_document, how)},
};

enum { TAG_COUNT = sizeof tags / sizeof tags[0] };

static char *tag_of(cw_document *document, int index) {
    return (char *)document + tags[index].offset;
}

/* Reads [Name "value"]; `line` ends at `end`. */
static void read_tag(cw_document *document, const char *line, const char *end, char type[CW_TAG_MAX]) {
    const char *name = line + 1, *open = memchr(line, '"', (size_t)(end - line));
    if (open == NULL)
        return;
    const char *close = end;
    while (close > open + 1 && close[-1] != '"')
        close--;
    if (close == open + 1)
        return;
    size_t name_length = strcspn(name, " \t\""), length = (size_t)(close - 1 - (open + 1));
    if (name_length == 8 && strncmp(name, "GameType", 8) == 0)
        cw_document_tag(type, open + 1, length);
    for (int i = 0; i < TAG_COUNT; i++) {
        if (strlen(tags[i].name) == name_length && strncmp(name, tags[i].name, name_length) == 0)
            cw_document_tag(tag_of(document, i), open + 1, length);
    }
}

/* ---- Moves ---- */

static bool is_number(const char *word, size_t length) {
    size_t digits = 0;
    while (digits < length && isdigit((unsigned char)word[digits]))
        digits++;
    return digits > 0 && digits + 1 == length && word[digits] == '.';
}

/* Collects the words after the tags as moves separated by semicolons; comments in braces go. The tags of a
 * second game end the first. */
static void collect_moves(const char *text, const char *end, cw_text *moves) {
    while (text < end && *text != '[') {
        size_t length = 0;
        if (*text == '{') {
            const char *close = memchr(text, '}', (size_t)(end - text));
            text = close != NULL ? close + 1 : end;
            continue;
        }
        while (text + length < end && !isspace((unsigned char)text[length]) && text[length] != '{')
            length++;
        if (is_number(text, length))
            cw_text_append_char(moves, ';');
        else if (length > 0 && !cw_uhp_is_game_state(text, length)) {
            cw_text_append_bytes(moves, text, length);
            cw_text_append_char(moves, ' ');
        }
        text += length > 0 ? length : 1;
    }
}

/* Reads the tags and returns where the moves begin. */
static const char *read_tags(cw_document *document, const char *text, const char *end,
                             char type[CW_TAG_MAX]) {
    for (;;) {
        while (text < end && isspace((unsigned char)*text))
            text++;
        if (text == end || *text != '[')
            return text;
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        line_end = line_end != NULL ? line_end : end;
        read_tag(document, text, line_end, type);
        text = line_end;
    }
}

/* The place of the next `sought`, or the last one. */
static size_t find_from(const char *text, size_t at, size_t length, char sought) {
    const char *found = memchr(text + at, sought, length - at);
    return found != NULL ? (size_t)(found - text) : length - 1;
}

size_t cw_hive_pgn_extent(const char *text, size_t length) {
    bool has_moves = false, begins_line = true;
    for (size_t at = 0; at < length; at++) {
        if (begins_line && text[at] == '[' && has_moves)
            return at;
        if (text[at] == '[' && !has_moves)
            at = find_from(text, at, length, '\n');
        else if (text[at] == '{')
            at = find_from(text, at, length, '}');
        else
            has_moves = has_moves || !isspace((unsigned char)text[at]);
        begins_line = text[at] == '\n';
    }
    return length;
}

/* Plays moves separated by semicolons, which are overwritten; NULL is none. */
static cw_status play_moves(cw_document *document, char *moves, cw_error *error) {
    cw_status status = CW_OK;
    char *rest = NULL;
    for (char *move = moves != NULL ? strtok_r(moves, ";", &rest) : NULL; move != NULL && status == CW_OK;
         move = strtok_r(NULL, ";", &rest))
        status = cw_hive_document_play(document, move, error);
    return status;
}

cw_status cw_hive_read_pgn(const char *text, size_t length, cw_document *document, cw_error *error) {
    char type[CW_TAG_MAX] = "Base";
    cw_text moves = {0};
    *document = (cw_document){.loser = -1};
    const char *begin = text;
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        begin += 3;
    begin = read_tags(document, begin, text + length, type);
    collect_moves(begin, text + length, &moves);
    const char *known = cw_uhp_game_type(type, strlen(type));
    cw_status status = CW_OK;
    if (known == NULL)
        status = cw_fail(error, CW_BAD_INPUT, "PGN: '%.60s' is no game type of Hive", type);
    if (status == CW_OK)
        status =
            cw_hive_document_begin(document, known, cw_hive_lays_queen_first(cw_text_string(&moves)), error);
    if (status == CW_OK)
        status = play_moves(document, moves.data, error);
    if (status == CW_OK)
        cw_hive_document_end(document);
    else
        cw_document_clear(document);
    cw_text_free(&moves);
    return status;
}

/* ---- Writing ---- */

static void write_tag(cw_text *text, const char *name, const char *value) {
    cw_text_printf(text, "[%s \"", name);
    for (; *value != '\0'; value++)
        cw_text_append_char(text, *value == '"' || *value == '\n' ? '\'' : *value);
    cw_text_append(text, "\"]\n");
}

/* 2026-01-31 is 2026.01.31 in PGN. */
static void write_date(cw_text *text, const char *date) {
    char dotted[CW_TAG_MAX];
    snprintf(dotted, sizeof dotted, "%s", date);
    for (char *dash = dotted; (dash = strchr(dash, '-')) != NULL;)
        *dash = '.';
    write_tag(text, "Date", dotted);
}

void cw_hive_write_pgn(const cw_document *document, cw_text *text) {
    const char *state = cw_uhp_game_state(document->record);
    const char *result = cw_hive_document_result(document);
    write_tag(text, "GameType", cw_options_text(&document->game->options, "type"));
    for (int i = 0; i < TAG_COUNT; i++) {
        const char *value = (const char *)document + tags[i].offset;
        if (value == document->how && value[0] == '\0')
            continue;
        if (value == document->date)
            write_date(text, value);
        else
            write_tag(text, tags[i].name, value == document->result ? result : value);
    }
    cw_text_append_char(text, '\n');
    for (int i = 0; i < cw_record_length(document->record); i++) {
        cw_text_printf(text, "%d. ", i + 1);
        cw_record_print_move(document->record, i, text);
        cw_text_append_char(text, '\n');
    }
    /* A reader knows the five words of the protocol here, and takes anything else for a move. */
    cw_text_printf(text, "\n%s\n", cw_uhp_is_game_state(result, strlen(result)) ? result : state);
}
