/* What the readers of Hive's files share. */
#ifndef CW_FORMATS_HIVE_DOCUMENT_H
#define CW_FORMATS_HIVE_DOCUMENT_H

#include "formats/hive_records.h"

/* Makes the document's game and an empty record. `queen_first`: the file lays a queen on a first turn. */
cw_status cw_hive_document_begin(cw_hive_document *document, const char *type, bool queen_first,
                                 cw_error *error);

/* Plays one move in any of the spellings that files have. */
cw_status cw_hive_document_play(cw_hive_document *document, const char *move, cw_error *error);

/* Copies a tag, shortened if need be. */
void cw_hive_document_tag(char tag[CW_HIVE_TAG_MAX], const char *value, size_t length);

#endif
