#include "search/budget.h"

#include <math.h>

#include "core/clock.h"

/* What an answer may cost beyond the search itself: waking up, sorting, writing. */
static const double reserve_seconds = 0.02;

/* The share of the clock for one move, when the rest of the game may take so many more. */
static double clock_share(const cw_limits *limits, double progress) {
    double moves_left = limits->clock_moves > 0 ? limits->clock_moves : 8 + 24 * (1 - progress);
    double usable = limits->clock_seconds - 2 * reserve_seconds;
    return fmax(usable / moves_left, 0.001);
}

/* A time less the reserve, or less a quarter of itself when it is short. */
static double without_reserve(double seconds) {
    return fmax(seconds - reserve_seconds, 0.75 * seconds);
}

cw_budget cw_budget_start(const cw_limits *limits, double own_seconds, double progress) {
    double seconds = own_seconds > 0 ? without_reserve(own_seconds) : INFINITY;
    if (limits->move_seconds > 0)
        seconds = without_reserve(limits->move_seconds);
    if (limits->clock_seconds > 0)
        seconds = fmin(seconds, clock_share(limits, progress));
    return (cw_budget){.start = cw_clock_now(), .seconds = seconds, .stop = limits->stop};
}

double cw_budget_elapsed(const cw_budget *budget) {
    return cw_clock_now() - budget->start;
}

bool cw_budget_is_over(const cw_budget *budget) {
    if (budget->stop != NULL && atomic_load_explicit(budget->stop, memory_order_relaxed))
        return true;
    return budget->seconds < INFINITY && cw_budget_elapsed(budget) >= budget->seconds;
}
