/* The store: every game that was played, in one SQLite file.
 *
 *     runs    one row a match: its definition as JSON text, which also tells what a resumed run has to play
 *     games   one row a game: who sat where, seed, result, timings, moves
 *     parts   one row a unit of a large run, of which only sums are kept
 *
 * A game is safe on the disk at most a second after it was added: changes are gathered for half a second and
 * then committed. Several processes may write one store. */
#ifndef CW_ARENA_STORE_H
#define CW_ARENA_STORE_H

#include "arena/match.h"

typedef struct cw_store cw_store;

/* The store in the user's data folder, which is made: $XDG_DATA_HOME/causeway/causeway.db, or below
 * ~/.local/share. */
cw_status cw_store_default_path(cw_text *path, cw_error *error);

/* Opens a store and makes it where there is none. */
cw_status cw_store_open(const char *path, cw_store **store, cw_error *error);

/* Opens a store to look at it, which may be on a read-only disk. */
cw_status cw_store_open_to_read(const char *path, cw_store **store, cw_error *error);

/* Commits and closes; tells when something could not be written. */
cw_status cw_store_close(cw_store *store, cw_error *error);

/* ---- Writing a run ---- */

/* What makes a run: a later run with the same definition can go on with it. */
typedef struct cw_run_definition {
    const char *name; /* for people: the experiment and point, or "" */
    const char *text; /* canonical JSON of all that decides about the games */
    const char *game; /* spec */
    int64_t games;
} cw_run_definition;

/* Begins a run, or with `resume` goes on with the latest run of the same definition where there is one;
 * *is_new tells which. */
cw_status cw_store_begin_run(cw_store *store, const cw_run_definition *definition, bool resume, int64_t *run,
                             bool *is_new, cw_error *error);

/* The latest run of a definition; 0 if there is none. */
cw_status cw_store_find_run(cw_store *store, const char *definition, int64_t *run, cw_error *error);

/* Adds a game; of a unit of several games all are added together. */
cw_status cw_store_add_games(cw_store *store, int64_t run, const cw_match_part *part, int player_count,
                             cw_error *error);

/* Adds the sums of a unit. */
cw_status cw_store_add_sums(cw_store *store, int64_t run, int64_t unit, int64_t games, const char *sums,
                            cw_error *error);

/* Commits what is gathered. */
cw_status cw_store_flush(cw_store *store, cw_error *error);

/* ---- Reading ---- */

typedef struct cw_stored_run {
    int64_t id;
    const char *name, *definition, *game, *version, *created;
    int64_t games, played;
} cw_stored_run;

/* Calls back for every run, or for one (`only` not 0); a callback that returns false ends it. */
cw_status cw_store_runs(cw_store *store, int64_t only, bool (*each)(const cw_stored_run *run, void *payload),
                        void *payload, cw_error *error);

/* Calls back for the runs, latest first, whose definition differs in nothing but the number of games and how
 * they are kept; `games` are those of each set of players that meets. */
cw_status cw_store_siblings(cw_store *store, const char *definition,
                            bool (*each)(int64_t run, int64_t games, void *payload), void *payload,
                            cw_error *error);

/* Calls back for the games of a run in order. */
cw_status cw_store_games(cw_store *store, int64_t run, bool (*each)(const cw_match_game *game, void *payload),
                         void *payload, cw_error *error);

/* Calls back for the sums of a run, in the order of units. */
cw_status cw_store_sums(cw_store *store, int64_t run,
                        bool (*each)(int64_t unit, const char *sums, void *payload), void *payload,
                        cw_error *error);

#endif
