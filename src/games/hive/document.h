/* What the readers of Hive's files share. */
#ifndef CW_GAMES_HIVE_DOCUMENT_H
#define CW_GAMES_HIVE_DOCUMENT_H

#include "games/hive/records.h"

/* Makes the document's game and an empty record. `queen_first`: the file lays a queen on a first turn. */
cw_status cw_hive_document_begin(cw_document *document, const char *type, bool queen_first, cw_error *error);

/* Is a queen among the first two of moves that semicolons part? */
bool cw_hive_lays_queen_first(const char *moves);

/* After reading: how the game ended, where the result tells it ("Game won by A (resign)"), and who lost so. */
void cw_hive_document_end(cw_document *document);

/* The result as a game state string such as "BlackWins", or as the text that was read tells it. */
const char *cw_hive_document_result(const cw_document *document);

/* Plays one move in any of the spellings that files have. */
cw_status cw_hive_document_play(cw_document *document, const char *move, cw_error *error);

#endif
