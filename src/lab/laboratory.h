/* Running experiments: every point is a run in the store, so that an experiment can be ended and gone on with
 * at any time, in parts and on several machines. */
#ifndef CW_LAB_LABORATORY_H
#define CW_LAB_LABORATORY_H

#include "arena/run.h"
#include "causeway/flag.h"
#include "lab/experiment.h"

/* What came of a point. */
typedef struct cw_point_result {
    char **specs; /* the players, with @NAME put in and their times scaled */
    int spec_count;
    cw_game *game;
    cw_standings *standings;
    int64_t games_wanted;
    bool is_open; /* a player @NAME is not known yet, since that point has no games */
} cw_point_result;

/* An experiment with its results, in the order of its points. */
typedef struct cw_lab {
    const cw_experiment *experiment;
    double scale;      /* the share of each point's games that is played */
    double time_scale; /* every time budget and clock is multiplied by this: another run for the store */
    int threads;
    cw_store *store;
    const cw_flag *stop;
    cw_point_result *results; /* one a point */
    int64_t earlier_games;    /* that were there before; known of the points up to the present one */
    int64_t taken_over;       /* those of them that came from runs at another scale */
    bool any_version;         /* go on also with runs of another version, see cw_run */
    int other_runs;           /* points of which there is such a run, later than any of ours ... */
    cw_found_run other;       /* ... and one of them */

    /* Optional: called now and then while a point is played. */
    void (*progress)(const struct cw_lab *run, int point, const cw_standings *standings, void *payload);
    void *payload;
    /* Optional: called for each point that the store has games of, when a run is loaded. */
    cw_status (*loaded)(const struct cw_lab *run, int point, cw_run *match_run, void *payload,
                        cw_error *error);
    void *loaded_payload;
    /* Optional: plays the units elsewhere, see cw_run. */
    cw_status (*dispatch)(const cw_match *match, const cw_match_listener *listener, void *payload,
                          cw_error *error);
} cw_lab;

/* Plays what is missing in the store. */
cw_status cw_lab_play(cw_lab *run, cw_error *error);

/* Reads what is in the store and plays nothing. */
cw_status cw_lab_load(cw_lab *run, cw_error *error);

void cw_lab_release(cw_lab *run);

/* The number of games of each set of players of a point at a scale: at least two, and a multiple of the seats
 * where sides change. */
int64_t cw_lab_games(const cw_point *point, double scale);

/* The number of games of all sets of players of a point. */
int64_t cw_lab_all_games(const cw_point *point, double scale);

#endif
