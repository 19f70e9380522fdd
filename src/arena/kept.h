/* The games that people play, kept beside the runs in the store's file: one row a game, written again after
 * each of its moves. A row is found by its number or by the session that plays it. */
#ifndef CW_ARENA_KEPT_H
#define CW_ARENA_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "causeway/status.h"
#include "causeway/text.h"

/* One game. Texts belong to whoever made it. */
typedef struct cw_kept_game {
    int64_t id;           /* chosen at random by who keeps it, so that several programs can write one file */
    const char *session;  /* the token of the session that plays it */
    const char *game;     /* spec */
    const char *record;   /* a JSON object: the moves and who plays */
    int plies;            /* decisions made */
    const char *sentence; /* how it ended; "" while it goes on */
    const char *changed;  /* when it was last written, such as 2026-05-01T12:00:00Z; filled by reading */
} cw_kept_game;

typedef bool cw_kept_reader(const cw_kept_game *game, void *payload); /* false: no more */

typedef struct cw_kept cw_kept;

/* Opens the file of a store, and makes it where there is none. One cw_kept belongs to one thread. */
cw_status cw_kept_open(const char *path, cw_kept **kept, cw_error *error);
void cw_kept_close(cw_kept *kept);

/* Writes a game, in the place of what was written of it before. */
cw_status cw_kept_write(cw_kept *kept, const cw_kept_game *game, cw_error *error);
cw_status cw_kept_forget(cw_kept *kept, int64_t id, cw_error *error);

/* Calls back for one game, if it is there. */
cw_status cw_kept_find(cw_kept *kept, int64_t id, cw_kept_reader *each, void *payload, cw_error *error);

/* Calls back for the game that a session wrote last. */
cw_status cw_kept_find_session(cw_kept *kept, const char *session, cw_kept_reader *each, void *payload,
                               cw_error *error);

/* Calls back for at most `limit` games, latest first; `before` not 0: for those written before that game. */
cw_status cw_kept_list(cw_kept *kept, int64_t before, int limit, cw_kept_reader *each, void *payload,
                       cw_error *error);

#endif
