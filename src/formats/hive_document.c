#include "formats/hive_document.h"

#include <stdio.h>
#include <string.h>

#include "games/hive/hive.h"

cw_status cw_hive_document_begin(cw_hive_document *document, const char *type, bool queen_first,
                                 cw_error *error) {
    char spec[80];
    snprintf(spec, sizeof spec, "hive:type=%s,repetition=off%s", type, queen_first ? ",queenfirst=on" : "");
    cw_status status = cw_game_create(spec, &document->game, error);
    if (status == CW_OK)
        status = cw_record_create(document->game, &document->record, error);
    return status;
}

cw_status cw_hive_document_play(cw_hive_document *document, const char *move, cw_error *error) {
    cw_move parsed;
    cw_status status = cw_hive_parse_loosely(cw_record_state(document->record), move, &parsed, error);
    if (status == CW_OK)
        status = cw_record_play(document->record, parsed, error);
    return status;
}

void cw_hive_document_tag(char tag[CW_HIVE_TAG_MAX], const char *value, size_t length) {
    snprintf(tag, CW_HIVE_TAG_MAX, "%.*s", (int)(length < CW_HIVE_TAG_MAX ? length : CW_HIVE_TAG_MAX - 1),
             value);
}

void cw_hive_document_clear(cw_hive_document *document) {
    cw_record_destroy(document->record);
    cw_game_destroy(document->game);
    *document = (cw_hive_document){0};
}
