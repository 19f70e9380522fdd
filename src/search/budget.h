/* How long a search may think about one move: from the player's own budget, the wish of whoever asks, and the
 * game clock. */
#ifndef CW_SEARCH_BUDGET_H
#define CW_SEARCH_BUDGET_H

#include "causeway/analysis.h"

typedef struct cw_budget {
    double start;        /* cw_clock_now at the beginning */
    double seconds;      /* how long; infinite when no time is set */
    bool is_shared;      /* by the game clock: what is not used is left for later moves */
    const cw_flag *stop; /* from the limits, may be NULL */
} cw_budget;

/* Starts the clock. `own_seconds` is the player's option time, 0 when not set; `progress` is how much of the
 * game is over, from 0 to 1. A move on the game clock takes its fair share of what is left and keeps a
 * reserve. */
cw_budget cw_budget_start(const cw_limits *limits, double own_seconds, double progress);

double cw_budget_elapsed(const cw_budget *budget);

/* Is it time to answer: the seconds are over, or somebody asked to stop? */
bool cw_budget_is_over(const cw_budget *budget);

/* How often a thread reads the clock: the more seldom, the shorter its steps are. Zeroed at the start. */
typedef struct cw_pace {
    double last;   /* when the clock was read; 0: not yet */
    double gap;    /* the longest time between two readings: how long a busy machine keeps a thread waiting */
    uint32_t wait; /* steps until it is read again */
    uint32_t stride;
} cw_pace;

/* The same question, asked before every step of a search. The answer comes early
 * enough that another gap as long as the longest so far does not make the search
 * late, as long as that does not cost much of the time. */
bool cw_budget_is_late(const cw_budget *budget, cw_pace *pace);

/* When those who watch a search hear of it: ten times a second, which is enough for the eye. */
typedef struct cw_beat {
    double next; /* by cw_clock_now */
} cw_beat;

cw_beat cw_beat_start(void);

/* Is it time to tell? A beat that was heard late does not put off the next one; those missed are left out. */
bool cw_beat_is_due(cw_beat *beat, double now);

#endif
