/* What the files of the desk share. */
#ifndef CW_LAB_DESK_INNER_H
#define CW_LAB_DESK_INNER_H

#include <pthread.h>

#include "lab/desk.h"
#include "lab/findings.h"
#include "lab/ruling.h"

enum { CW_DESK_NAME_MAX = 48, CW_DESK_THREADS_MAX = 16, CW_DESK_ENTRIES_MAX = 256 };

/* An experiment that can be chosen. What was found of it is read by a thread of its own. */
typedef struct cw_desk_entry {
    char name[CW_DESK_NAME_MAX];
    char path[1024];
    bool is_own;
    cw_experiment *experiment; /* NULL: the file is wrong */
    cw_error error;            /* and why */
    bool wants_reading;        /* guarded by the desk's mutex, like all below */
    bool is_read;
    bool is_looked_at;    /* read before others */
    bool is_from_table;   /* found by those who ship it, not in the store */
    cw_finding *findings; /* one a point; NULL: nothing is known */
} cw_desk_entry;

typedef enum cw_work_state {
    CW_WORK_WAITS,
    CW_WORK_RUNS,
    CW_WORK_STOPPED,
    CW_WORK_DONE,
    CW_WORK_FAILED,
} cw_work_state;

/* Work on the list. */
typedef struct cw_work {
    int64_t id;
    char name[CW_DESK_NAME_MAX]; /* of the experiment; "": a match */
    double scale;
    json_t *match; /* a match as it was asked for: game, players, games, elo0, elo1 */
    cw_flag stop;
    bool is_leaving; /* the list, once it has ended */

    /* Guarded by the desk's mutex. */
    cw_work_state state;
    cw_error error;
    int64_t played, wanted;
    int64_t earlier;       /* games that were there when it began to run */
    double began, seconds; /* to run; that it has run until it ended */
    int point_count;
    cw_finding *findings; /* of an experiment, one a point */
    json_t *standings;    /* of a match */
} cw_work;

struct cw_desk {
    cw_desk_plan plan;
    char *store, *experiments, *results, *own; /* paths; `own` is the folder of a person's experiments */
    char *list;                                /* the file of the list of work */
    cw_desk_entry *entries[CW_DESK_ENTRIES_MAX];
    int entry_count;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    cw_work *works[CW_DESK_WORKS_MAX];
    int work_count;
    int64_t last_id;
    pthread_t threads[CW_DESK_THREADS_MAX], reader;
    int thread_count;
    pid_t stepped_back[CW_DESK_THREADS_MAX + 1]; /* the system's numbers of all these threads */
    int stepped_back_count;
    bool has_reader, is_closing;
    cw_flag is_stopping; /* stops what the reader does */
};

/* desk_files.c: finds the experiments; the one of a name, or NULL; a thread that reads what they found. */
void cw_desk_list_files(cw_desk *desk);
void cw_desk_free_files(cw_desk *desk);
cw_desk_entry *cw_desk_find(const cw_desk *desk, const char *name);
void *cw_desk_read_findings(void *payload);
void cw_desk_want_reading(cw_desk *desk, cw_desk_entry *entry); /* with the mutex held */

/* Reads an experiment of the desk as it is to be run: a person's own within the bounds. */
cw_status cw_desk_read(const cw_desk *desk, const cw_desk_entry *entry, cw_experiment **experiment,
                       cw_error *error);

/* desk_work.c: does a piece of work, on a thread of the desk's. */
cw_status cw_desk_do(cw_desk *desk, cw_work *work, cw_error *error);

/* desk_views.c: the standings of a match; a number or null; a piece of work, with the mutex held. */
json_t *cw_desk_view_standings(const cw_match *match, const cw_standings *standings, const cw_sprt *sprt);
json_t *cw_desk_number(double number);
json_t *cw_desk_view_work(const cw_work *work);

#endif
