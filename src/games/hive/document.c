#include "games/hive/document.h"

#include <stdio.h>
#include <string.h>

#include "games/hive/hive.h"

cw_status cw_hive_document_begin(cw_document *document, const char *type, bool queen_first, cw_error *error) {
    char spec[80];
    snprintf(spec, sizeof spec, "hive:type=%s,repetition=off%s", type, queen_first ? ",queenfirst=on" : "");
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

const char *cw_hive_document_result(const cw_document *document) {
    if (document->result[0] != '\0')
        return document->result;
    if (document->how[0] != '\0')
        return document->loser == 0 ? "BlackWins" : "WhiteWins";
    return cw_uhp_game_state(document->record);
}
