/* When a search stops: budgets, the clock, the stop flag, a proven root. One control serves all threads of a
 * search. */
#ifndef CW_SEARCH_MCTS_CONTROL_H
#define CW_SEARCH_MCTS_CONTROL_H

#include <math.h>
#include <stdatomic.h>

#include "causeway/flag.h"
#include "search/budget.h"
#include "search/mcts/settings.h"

typedef struct cw_control {
    uint64_t playouts_max, iterations_max; /* UINT64_MAX: no limit */
    cw_budget budget;                      /* the clock and the stop flag */
    uint64_t playouts_per_iteration;
    uint32_t batch; /* iterations that a thread claims at once */
    cw_flag over;
    /* On other cache lines than the rest, which all threads read all the time. */
    char apart[128];
    _Atomic uint64_t playouts_claimed, iterations_claimed;
} cw_control;

/* One thread's view of the budgets. */
typedef struct cw_control_pace {
    uint32_t granted; /* iterations claimed and not yet begun */
    cw_pace clock;
} cw_control_pace;

/* Sets the limits of a search of which one iteration makes `playouts` playouts. */
void cw_control_begin(cw_control *control, const cw_mcts_settings *settings, const cw_budget *budget,
                      uint64_t playouts);

/* May this thread begin another iteration? */
bool cw_control_continue(cw_control *control, cw_control_pace *pace);

/* Ends the search for all threads. */
void cw_control_end(cw_control *control);

#endif
