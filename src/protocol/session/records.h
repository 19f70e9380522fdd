/* Games as texts: what a session saves and loads. */
#ifndef CW_PROTOCOL_SESSION_RECORDS_H
#define CW_PROTOCOL_SESSION_RECORDS_H

#include <jansson.h>

#include "protocol/session/table.h"

/* Makes a table from the text of a game, or of a text with several from the one of this number, from 1. Seats are those of `plan`, or where it has none those that the text
 * names, or else persons. The plan's own game is not looked at. */
cw_status cw_table_load(const char *text, int number, const cw_table_plan *plan, cw_table **table,
                        cw_error *error);

/* The game in every format that can hold it: {"sgf": "...", ...}. */
json_t *cw_table_texts(cw_table *table);

#endif
