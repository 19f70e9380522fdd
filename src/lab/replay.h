/* Playing stored games of an experiment again: does this program still play them as they were? Games whose
 * players think by the clock are left out, since no clock repeats. */
#ifndef CW_LAB_REPLAY_H
#define CW_LAB_REPLAY_H

#include "lab/laboratory.h"

typedef struct cw_replay {
    int64_t wanted;    /* games, spread over the points */
    int64_t played;    /* again */
    int64_t same;      /* as they were: result, length, and moves where they are kept */
    int64_t timed;     /* points left out because of a clock */
    char example[200]; /* the first game that differs, in words */
} cw_replay;

/* Loads a run as cw_lab_load does, and plays games of it again. */
cw_status cw_replay_run(cw_lab *run, cw_replay *replay, cw_error *error);

#endif
