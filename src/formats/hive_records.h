/* Games of Hive as texts: the game strings of the Universal Hive Protocol, PGN as written by UHP programs,
 * and the SGF of BoardSpace. */
#ifndef CW_FORMATS_HIVE_RECORDS_H
#define CW_FORMATS_HIVE_RECORDS_H

#include "causeway/record.h"

enum { CW_HIVE_TAG_MAX = 128 };

/* One game with what a file tells about it. */
typedef struct cw_hive_document {
    cw_game *game;     /* owned */
    cw_record *record; /* owned */
    char white[CW_HIVE_TAG_MAX], black[CW_HIVE_TAG_MAX];
    char event[CW_HIVE_TAG_MAX], site[CW_HIVE_TAG_MAX], round[CW_HIVE_TAG_MAX];
    char date[CW_HIVE_TAG_MAX];   /* as the file writes it */
    char result[CW_HIVE_TAG_MAX]; /* as the file tells it: in PGN a game state string, in SGF a sentence */
    char termination[CW_HIVE_TAG_MAX]; /* how it ended where the board did not decide: "forfeit: out of time"
                                        */
} cw_hive_document;

/* Readers fill a document, which cw_hive_document_clear frees; on failure nothing is left to free. Every move
 * must be legal. Repetition is off, since the programs that write these files do not know that rule, and the
 * queen may be laid first when the file does so. */
cw_status cw_hive_read_pgn(const char *text, size_t length, cw_hive_document *document, cw_error *error);
cw_status cw_hive_read_sgf(const char *text, size_t length, cw_hive_document *document, cw_error *error);
void cw_hive_document_clear(cw_hive_document *document);

/* Writers; of the document all but the game and the record may be empty. A result that is a game state string
 * becomes a sentence in SGF, and where there is none the record tells it. */
void cw_hive_write_pgn(const cw_hive_document *document, cw_text *text);
void cw_hive_write_sgf(const cw_hive_document *document, cw_text *text);

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

/* Makes a game and plays the moves of a game string; of its fields only the type and the moves count.
 * `settings` such as "repetition=off" are added to the game's. */
cw_status cw_uhp_read_game(const char *string, const char *settings, cw_game **game, cw_record **record,
                           cw_error *error);

#endif
