/* What every player may be told, whatever its kind: the settings of the common options. */
#ifndef CW_PLAYERS_HABITS_H
#define CW_PLAYERS_HABITS_H

#include <stdbool.h>

typedef enum cw_random_until { CW_RANDOM_OFF, CW_RANDOM_PHASE2, CW_RANDOM_HALF } cw_random_until;

typedef struct cw_habits {
    cw_random_until random_until;
    bool random_later; /* decisions of a turn after its first are made at random */
} cw_habits;

#endif
