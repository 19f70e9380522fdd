/* Notes to a game: lines that were not played, and what somebody says of moves.
 *
 *     start --- c3 --- b2 --- d4      the game's own line, a record (record.h)
 *                 \
 *                  d2 (1) --- c4 (2)  notes: decisions beside it, each with a number of its own
 *                       \
 *                        b4 (3)
 *
 * A place is a position of this tree: after `ply` decisions of the game's line, or after a note. */
#ifndef CW_GAMES_NOTES_H
#define CW_GAMES_NOTES_H

#include "causeway/document.h"

enum { CW_NOTES_MAX = 4000, CW_COMMENT_MAX = 4096 };

/* A decision beside the game's line. */
typedef struct cw_note {
    int number; /* its own, above 0; never given to another */
    int after;  /* the note before it; 0: it leaves the game's line */
    int ply;    /* decisions up to it, with its own */
    cw_move move;
} cw_note;

/* A place: a note's number, or where that is 0 so many decisions of the game's line. */
typedef struct cw_spot {
    int ply, note;
} cw_spot;

typedef struct cw_comment {
    cw_spot place;
    char *text;
} cw_comment;

/* Zeroed, it is empty. */
struct cw_notes {
    cw_note *list; /* a note stands behind the one it comes after */
    int count, capacity, last_number;
    cw_comment *comments;
    int comment_count, comment_capacity;
};

void cw_notes_free(cw_notes *notes);

const cw_note *cw_notes_find(const cw_notes *notes, int number); /* or NULL */

/* The note with this decision at a place, which is made where there is none; 0: no memory, or too many. */
int cw_notes_add(cw_notes *notes, cw_spot place, cw_move move);

/* Removes a note with all that comes after it. */
void cw_notes_remove(cw_notes *notes, int number);

/* The game's line has changed behind `ply`: forgets what hung on it there. */
void cw_notes_cut(cw_notes *notes, int ply);

/* What is said at a place, or NULL; and says it, where an empty text takes it away. False: no memory. */
const char *cw_notes_comment(const cw_notes *notes, cw_spot place);
bool cw_notes_say(cw_notes *notes, cw_spot place, const char *text);

/* The decisions from the game's line to a note, in order; returns their number. The first is made at ply
 * `ply of the note - number`. `moves` has room for as many as the note's ply. */
int cw_notes_path(const cw_notes *notes, int number, cw_move *moves);

#endif
