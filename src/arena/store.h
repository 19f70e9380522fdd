/* The store: every game that was played, in one SQLite file.
 *
 *     runs    one row a match: its definition as JSON text, which also tells what a resumed run has to play
 *     games   one row a game: who sat where, seed, result, timings, moves
 *     parts   one row a unit of a large run, of which only sums are kept
 *
 * A game is safe on the disk at most a second after it was added: games are gathered for half a second and
 * then written together. Several processes may write one store. */
#ifndef CW_ARENA_STORE_H
#define CW_ARENA_STORE_H

#include "arena/match.h"

typedef struct cw_store cw_store;

/* The store in the user's data folder, which is made: $XDG_DATA_HOME/causeway/causeway.db, or below
 * ~/.local/share. */
cw_status cw_store_default_path(cw_text *path, cw_error *error);

/* Opens a store and makes it where there is none. A database of another program is refused. */
cw_status cw_store_open(const char *path, cw_store **store, cw_error *error);

/* Opens a store to look at it, which may be on a read-only disk. Nothing is written. */
cw_status cw_store_open_to_read(const char *path, cw_store **store, cw_error *error);

/* Writes what waits and closes; tells when something could not be written. */
cw_status cw_store_close(cw_store *store, cw_error *error);

/* ---- Writing a run ---- */

/* What makes a run: a later run of the same match can go on with it, see arena/meaning.h. */
typedef struct cw_run_definition {
    const char *name;    /* for people: the experiment and point, or "" */
    const char *text;    /* canonical JSON of all that decides about the games */
    const char *meaning; /* what the game and the players mean to this program, see cw_match_print_meaning */
    const char *game;    /* spec */
    const char *test;    /* for people: the sequential test, such as "0,10", or "" */
    int64_t games;
} cw_run_definition;

cw_status cw_store_begin_run(cw_store *store, const cw_run_definition *definition, int64_t *run,
                             cw_error *error);

/* Notes that a run goes on, with this test or "". */
cw_status cw_store_go_on(cw_store *store, int64_t run, const char *test, cw_error *error);

/* Notes how a run was ended before its games were played, such as by a test; games after number `last` are
 * forgotten. */
cw_status cw_store_end_run(cw_store *store, int64_t run, const char *how, int64_t last, cw_error *error);

/* Forgets a run that has no games, neither ours nor those of another program that went on with it. */
cw_status cw_store_forget_run(cw_store *store, int64_t run, cw_error *error);

/* Forgets a run and its games. */
cw_status cw_store_delete_run(cw_store *store, int64_t run, cw_error *error);

/* Adds the games of a unit: all of them or none. Like sums they wait in memory for a moment; where they
 * cannot be written a later call tells. */
cw_status cw_store_add_games(cw_store *store, int64_t run, const cw_match_part *part, int player_count,
                             cw_error *error);

/* Adds the sums of a unit. */
cw_status cw_store_add_sums(cw_store *store, int64_t run, int64_t unit, int64_t games, const char *sums,
                            cw_error *error);

/* Writes what waits. */
cw_status cw_store_flush(cw_store *store, cw_error *error);

/* ---- Reading ---- */

typedef struct cw_stored_run {
    int64_t id;
    const char *name, *definition, *game, *version, *created;
    const char *meaning, *test, *ended; /* as in cw_run_definition and cw_store_end_run; "" is none */
    int64_t games, played;
} cw_stored_run;

/* Calls back for every run, or for one (`only` not 0); a callback that returns false ends it. */
cw_status cw_store_runs(cw_store *store, int64_t only, bool (*each)(const cw_stored_run *run, void *payload),
                        void *payload, cw_error *error);

/* Calls back for the runs, latest first, whose definition differs in nothing but game, players, the number of
 * games and how they are kept. What they have played is not counted. */
cw_status cw_store_kindred(cw_store *store, const char *definition,
                           bool (*each)(const cw_stored_run *run, void *payload), void *payload,
                           cw_error *error);

/* Calls back for the games of a run in order. */
cw_status cw_store_games(cw_store *store, int64_t run, bool (*each)(const cw_match_game *game, void *payload),
                         void *payload, cw_error *error);

/* A page of games, latest first. */
typedef struct cw_games_page {
    int64_t run;      /* 0: of all runs */
    const char *game; /* the name of the game; NULL: any */
    int winner;       /* the seat that won; -1: any; CW_PLAYERS_MAX: nobody alone */
    int64_t number;   /* the game of this number alone; -1: any */
    int64_t offset;   /* games to skip */
    int limit;
} cw_games_page;

/* Calls back for the games of a page; *total, unless it is NULL, becomes the number of those on all pages. */
cw_status cw_store_page(cw_store *store, const cw_games_page *page,
                        bool (*each)(int64_t run, const cw_match_game *game, void *payload), void *payload,
                        int64_t *total, cw_error *error);

/* Calls back for the sums of a run, in the order of units. */
cw_status cw_store_sums(cw_store *store, int64_t run,
                        bool (*each)(int64_t unit, const char *sums, void *payload), void *payload,
                        cw_error *error);

#endif
