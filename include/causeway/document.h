/* Documents: games as texts tell them, and the formats in which games read and write them.
 *
 * A format belongs to a game, whose type lists it (game.h). Texts are told apart by what they hold and not by
 * the names of files: cw_document_read asks every format of every game, and takes besides what the house
 * itself writes, the JSON of `causeway show --json` and of games saved in `causeway play`. */
#ifndef CAUSEWAY_DOCUMENT_H
#define CAUSEWAY_DOCUMENT_H

#include "causeway/game.h"
#include "causeway/record.h"

enum { CW_TAG_MAX = 128 };

typedef struct cw_notes cw_notes; /* variations and comments */

/* One game with what a text tells about it. Whatever is not told is empty. */
typedef struct cw_document {
    cw_game *game;                          /* owned */
    cw_record *record;                      /* owned */
    char names[CW_PLAYERS_MAX][CW_TAG_MAX]; /* of the players, in turn order */
    char event[CW_TAG_MAX], site[CW_TAG_MAX], round[CW_TAG_MAX];
    char date[CW_TAG_MAX];   /* to be written: 2026-01-31; after reading: as the text has it */
    char result[CW_TAG_MAX]; /* after reading: as the text tells it */
    char
        how[CW_TAG_MAX]; /* how the game ended where the board did not decide: "resign", "forfeit: no time" */
    int loser;           /* with `how`: the player who lost so; -1: the text does not tell */
    cw_notes *notes;     /* owned; NULL: none */
    int left_out;        /* after reading: variations that cannot be followed, with what comes after them */
} cw_document;

/* A way to write a game down. A list ends with a NULL name. Readers fill a document, which cw_document_clear
 * frees; on failure nothing is left to free. */
struct cw_format {
    const char *name;    /* "sgf" */
    const char *help;    /* one line: whose format it is */
    const char *endings; /* of files, separated by |, such as "sgf|SGF" */
    bool (*recognise)(const char *text, size_t length);
    cw_status (*read)(const char *text, size_t length, cw_document *document, cw_error *error);
    size_t (*extent)(const char *text, size_t length); /* of the first of several games; NULL: there is one */
    void (*write)(const cw_document *document, cw_text *text);
};

/* Reads any record of any game, told by its content; of a text with several games the first. */
CW_API cw_status cw_document_read(const char *text, size_t length, cw_document *document, cw_error *error);

/* How many games a text holds, and the one of a number, from 1. A text that cannot be read counts as one. */
CW_API int cw_document_count(const char *text, size_t length);
CW_API cw_status cw_document_read_at(const char *text, size_t length, int number, cw_document *document,
                                     cw_error *error);
CW_API void cw_document_clear(cw_document *document);

/* Copies a tag, shortened if need be. */
CW_API void cw_document_tag(char tag[CW_TAG_MAX], const char *value, size_t length);

/* The format of a game by its name, or by the ending of a file's name; NULL when there is none. */
CW_API const cw_format *cw_format_find(const cw_game_type *type, const char *name);
CW_API const cw_format *cw_format_of_file(const cw_game_type *type, const char *path);

#endif
