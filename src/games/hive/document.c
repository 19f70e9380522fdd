#include "games/hive/document.h"

#include <stdio.h>
#include <string.h>

#include "games/hive/hive.h"

cw_status cw_hive_document_begin(cw_document *document, const char *type, bool queen_first, cw_error *error) {
    char spec[80];
    snprintf(spec, sizeof spec, "hive:type=%s,repetition=off%s", type, queen_first ? ",queen_first=on" : "");
    cw_status status = cw_game_create(spec, &document->game, error);
    if (status == CW_OK)
        status = cw_record_create(document->game, &document->record, error);
    return status;
}

cw_status cw_hive_document_play(cw_document *document, const char *move, cw_error *error) {
    cw_move parsed;
    cw_status status = cw_hive_parse_loosely(cw_record_state(document->record), move, &parsed, error);
    if (status == CW_OK)
        status = cw_record_play(document->record, parsed, error);
    return status;
}

bool cw_hive_lays_queen_first(const char *moves) {
    for (int i = 0; i < 2; i++) {
        moves += strspn(moves, "; ");
        if (strncmp(moves, "wQ", 2) == 0 || strncmp(moves, "bQ", 2) == 0)
            return true;
        moves += strcspn(moves, ";");
    }
    return false;
}

static bool is_word(const char *text, const char *one, const char *other) {
    return text[0] != '\0' && (strcmp(text, one) == 0 || strcmp(text, other) == 0);
}

/* Who lost by what the text tells of the result, or -1. */
static int loser_told(const cw_document *document) {
    static const char won_by[] = "Game won by ";
    const char *result = document->result;
    const char *winner = strncmp(result, won_by, strlen(won_by)) == 0 ? result + strlen(won_by) : "";
    bool alike = strcmp(document->names[0], document->names[1]) == 0;
    if (is_word(result, "WhiteWins", "1-0") || is_word(winner, "White", alike ? "" : document->names[0]))
        return 1;
    if (is_word(result, "BlackWins", "0-1") || is_word(winner, "Black", alike ? "" : document->names[1]))
        return 0;
    return -1;
}

void cw_hive_document_end(cw_document *document) {
    size_t length = strlen(document->result);
    char *open = strrchr(document->result, '(');
    if (open != NULL && document->result[length - 1] == ')' && open > document->result) {
        document->result[length - 1] = '\0';
        cw_document_tag(document->how, open + 1, strlen(open + 1));
        *open = '\0';
        while (open > document->result && open[-1] == ' ')
            *--open = '\0';
    }
    if (document->how[0] != '\0' && document->loser < 0)
        document->loser = loser_told(document);
}

const char *cw_hive_document_result(const cw_document *document) {
    if (document->result[0] != '\0')
        return document->result;
    if (document->how[0] != '\0')
        return document->loser == 0 ? "BlackWins" : document->loser == 1 ? "WhiteWins" : "Draw";
    return cw_uhp_game_state(document->record);
}
