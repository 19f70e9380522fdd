/* The desk of the laboratory: experiments and matches that run in the background, watched and stopped while
 * they do. What is played goes into the store, so that work goes on where it was after an end of any kind.
 *
 * Work waits in a line; few run at once, on threads of low priority. The list of work is kept in a file beside
 * the store, and what was not finished goes on when the desk opens.
 *
 * All functions are for one thread; answers are JSON in the forms of docs/session-protocol.schema.json. */
#ifndef CW_LAB_DESK_H
#define CW_LAB_DESK_H

#include <jansson.h>

#include "causeway/options.h"

enum {
    CW_DESK_WORKS_MAX = 16,     /* on the list at once */
    CW_DESK_GAMES_MAX = 100000, /* of a match, and of a person's own experiment */
    CW_DESK_POINTS_MAX = 200,   /* of a person's own experiment */
    CW_DESK_TEXT_MAX = 65536,   /* bytes of one */
    CW_DESK_PAGE_MAX = 200,     /* games listed at once */
};

typedef struct cw_desk_plan {
    const char *store;       /* the file of games; NULL: nothing can be played */
    const char *experiments; /* the folder of those that ship; NULL: none */
    const char *results;     /* the folder of their tables; NULL: none */
    cw_bounds bounds;        /* on the players of matches and of own experiments */
    int at_once;             /* work that runs at the same time; 0: one for each two cores */
    bool is_eager;           /* its threads do not step back: on a busy machine tests would wait for ever */
} cw_desk_plan;

typedef struct cw_desk cw_desk;

cw_status cw_desk_open(const cw_desk_plan *plan, cw_desk **desk, cw_error *error);

/* Stops all work and waits for it; it goes on when the desk opens again. */
void cw_desk_close(cw_desk *desk);

/* ---- Experiments ---- */

/* All of them, those that ship by name and then a person's own: name, title, paper, ruling, games. */
json_t *cw_desk_experiments(cw_desk *desk);

/* One with what it found so far, its figure and its rulings. */
cw_status cw_desk_experiment(cw_desk *desk, const char *name, json_t *answer, cw_error *error);

/* Reads a text as an experiment within the bounds. What is wrong is no failure: the answer tells it with its
 * line. */
void cw_desk_check(cw_desk *desk, const char *text, json_t *answer);

/* Keeps a person's own experiment, which must be right, or forgets it. */
cw_status cw_desk_write(cw_desk *desk, const char *name, const char *text, cw_error *error);
cw_status cw_desk_erase(cw_desk *desk, const char *name, cw_error *error);

/* ---- Work ---- */

typedef struct cw_desk_match {
    const char *game;
    const char *const *players;
    int player_count;
    int64_t games; /* of each set of players that meets */
    bool test;     /* end when it is decided between elo0 and elo1; two players */
    double elo0, elo1;
} cw_desk_match;

/* Puts an experiment, at a share of its games, or a match on the list, or goes on with one that was stopped.
 * The answer has the number of the work. */
cw_status cw_desk_run(cw_desk *desk, const char *name, double scale, json_t *answer, cw_error *error);
cw_status cw_desk_play(cw_desk *desk, const cw_desk_match *match, json_t *answer, cw_error *error);
cw_status cw_desk_resume(cw_desk *desk, int64_t work, cw_error *error);

/* Stops work; a second time, when it does not run, it leaves the list. Its games stay in the store. */
cw_status cw_desk_stop(cw_desk *desk, int64_t work, cw_error *error);

/* The list: what it is, how far it is, seconds left; of a match also its standings. */
json_t *cw_desk_works(cw_desk *desk);

/* ---- The store ---- */

typedef struct cw_desk_filter {
    int64_t run;      /* 0: of all runs */
    const char *game; /* its name; NULL: any */
    int winner;       /* the seat that won; -1: any; CW_PLAYERS_MAX: nobody */
    int64_t offset;   /* games to skip */
    int limit;
} cw_desk_filter;

/* The runs in the store, latest first. */
cw_status cw_desk_runs(cw_desk *desk, json_t *answer, cw_error *error);

/* A page of the store's games, latest first; the first page comes with the number of all that pass the
 * filter. */
cw_status cw_desk_games(cw_desk *desk, const cw_desk_filter *filter, json_t *answer, cw_error *error);

/* A game as the house writes it, {"game", "moves", "players"}. */
cw_status cw_desk_game(cw_desk *desk, int64_t run, int64_t number, json_t **record, cw_error *error);

#endif
