/* Games of Hive as texts: the game strings of the Universal Hive Protocol, PGN as written by UHP programs,
 * and the SGF of BoardSpace. */
#ifndef CW_GAMES_HIVE_RECORDS_H
#define CW_GAMES_HIVE_RECORDS_H

#include "causeway/document.h"

/* The readers of files. Every move must be legal. Repetition is off, since the programs that write these files
 * do not know that rule, and the queen may be laid first when the file does so. */
cw_status cw_hive_read_pgn(const char *text, size_t length, cw_document *document, cw_error *error);
size_t cw_hive_pgn_extent(const char *text, size_t length); /* the first game, up to the tags of the next */
cw_status cw_hive_read_sgf(const char *text, size_t length, cw_document *document, cw_error *error);

/* Writers; of the document all but the game and the record may be empty. A result that is a game state string
 * becomes a sentence in SGF, and where there is none the record tells it. */
void cw_hive_write_pgn(const cw_document *document, cw_text *text);
void cw_hive_write_sgf(const cw_document *document, cw_text *text);

/* ---- Strings of the protocol ---- */

/* The canonical spelling of a game type such as "base+PM" ("Base+MP"), or NULL. */
const char *cw_uhp_game_type(const char *name, size_t length);

/* "NotStarted", "InProgress", "Draw", "WhiteWins" or "BlackWins". */
const char *cw_uhp_game_state(const cw_record *record);

/* Is it one of those five words? */
bool cw_uhp_is_game_state(const char *word, size_t length);

/* "White[3]": whose turn it is, also after the end. */
void cw_uhp_print_turn(const cw_record *record, cw_text *text);

/* "Base;InProgress;Black[1];wS1". */
void cw_uhp_print_game(const cw_record *record, cw_text *text);

/* Where the moves of a game string begin: behind the type, the state and the turn, or at its end. */
const char *cw_uhp_moves(const char *string);

/* Makes a game and plays the moves of a game string; of its fields only the type and the moves count.
 * `settings` such as "repetition=off" are added to the game's. */
cw_status cw_uhp_read_game(const char *string, const char *settings, cw_game **game, cw_record **record,
                           cw_error *error);

#endif
