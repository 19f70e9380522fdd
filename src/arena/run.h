/* A run: a match that is kept in a store, can be resumed, and ends in standings. This is what the command
 * line, the laboratory and clusters use. */
#ifndef CW_ARENA_RUN_H
#define CW_ARENA_RUN_H

#include "arena/meaning.h"
#include "arena/sprt.h"
#include "arena/standings.h"
#include "arena/store.h"

enum { CW_RUN_GAMES_KEPT = 100000 }; /* larger runs keep sums alone, unless moves are asked for */

typedef struct cw_run {
    cw_match match;
    const char *name; /* for the store; NULL is "" */
    int threads;
    cw_store *store;  /* NULL: nothing is kept */
    bool resume;      /* go on with an earlier run, or take over the games of one with more or fewer games */
    bool any_version; /* also with one of another version of the program, or whose players meant something
                         else */
    bool test;        /* end when `sprt` is decided */
    cw_sprt sprt;     /* between two entrants whose sides alternate */

    /* Optional: sees every game in order; also those of an earlier run that is resumed, unless only their
       sums were kept. False ends the run. */
    bool (*each_game)(const cw_match_game *game, const cw_standings *standings, void *payload);
    /* Optional: called now and then, with the standings so far. */
    void (*progress)(const cw_standings *standings, void *payload);
    void *payload;

    /* Optional: plays the units elsewhere, in place of cw_match_play. */
    cw_status (*dispatch)(const cw_match *match, const cw_match_listener *listener, void *payload,
                          cw_error *error);

    /* Optional: called before the first game where `resume` is set; the two below are known then. */
    void (*begun)(const struct cw_run *run, void *payload);

    /* Told when a run is resumed: the games that are there already, whether they are taken over from a run
       with another number of games, and the latest run of another version or meaning, which is left alone
       unless `any_version`. */
    int64_t earlier_games;
    bool is_taken_over;
    cw_found_run found;
} cw_run;

/* Prepares a match for a run: large ones are cut into larger units and keep no moves unless `keep_moves`. */
void cw_run_size(cw_run *run, bool keep_moves);

/* Plays all games that are missing and fills the standings with those of the whole run. Ended early by `stop`
 * or an error, the standings hold what was played. A store that fails ends the run; nothing committed is
 * lost. */
cw_status cw_run_play(cw_run *run, cw_standings *standings, cw_error *error);

/* Fills the standings with what the store has of the run, without playing; none if it has never begun. Where
 * only another version has played it, or players that meant something else, `found` tells so. */
cw_status cw_run_load(cw_run *run, cw_standings *standings, cw_error *error);

/* Which of the runs that were found is meant: that of this version and meaning, or with `any_version` the latest;
 * where there is but one of another version, that. 0: none. */
int64_t cw_run_chosen(const cw_run *run);

/* Whether the store gets the sums of units, and no games. */
bool cw_run_keeps_sums(const cw_run *run);

/* Keeps a unit of the run `id` in the store. */
cw_status cw_run_keep_unit(const cw_run *run, int64_t id, const cw_match_part *part, cw_error *error);

/* The definition as canonical JSON text: what the store knows a run by. */
cw_status cw_run_print_definition(const cw_run *run, cw_text *text, cw_error *error);

#endif
