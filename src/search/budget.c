#include "search/budget.h"

#include <math.h>

#include "core/clock.h"

/* What an answer may cost beyond the search itself: waking up, sorting, writing. */
static const double reserve_seconds = 0.02;

/* The share of the clock for one move, when the rest of the game may take so many more. Games end before
 * their progress does, or after hundreds of moves: a part of what is left is never all, and better spent
 * early than not. */
static double clock_share(const cw_limits *limits, double progress) {
    double moves_left = limits->clock_moves > 0 ? limits->clock_moves : 4 + 13 * (1 - progress);
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
    return (cw_budget){.start = cw_clock_now(),
                       .seconds = seconds,
                       .is_shared = limits->clock_seconds > 0,
                       .stop = limits->stop};
}

double cw_budget_elapsed(const cw_budget *budget) {
    return cw_clock_now() - budget->start;
}

bool cw_budget_is_over(const cw_budget *budget) {
    if (cw_flag_is_up(budget->stop))
        return true;
    return budget->seconds < INFINITY && cw_budget_elapsed(budget) >= budget->seconds;
}

/* So often that a stretch without a look lasts about a tenth of a millisecond. */
static void set_stride(cw_pace *pace, double passed) {
    enum { STRIDE_MAX = 256 };
    if (passed < 0.00005 && pace->stride < STRIDE_MAX)
        pace->stride = 2 * pace->stride + 1;
    else if (passed > 0.0002)
        pace->stride /= 2;
    pace->wait = pace->stride;
}

bool cw_budget_is_late(const cw_budget *budget, cw_pace *pace) {
    if (budget->stop == NULL && budget->seconds == INFINITY)
        return false;
    if (pace->wait > 0) {
        pace->wait--;
        return false;
    }
    double now = cw_clock_now(), passed = pace->last > 0 ? now - pace->last : 0;
    set_stride(pace, passed);
    pace->last = now;
    pace->gap = fmax(pace->gap, passed);
    double early = fmin(pace->gap, 0.1 * budget->seconds);
    return cw_budget_is_over(budget) || now + early >= budget->start + budget->seconds;
}

static const double beat_seconds = 0.1;

cw_beat cw_beat_start(void) {
    return (cw_beat){.next = cw_clock_now() + beat_seconds};
}

bool cw_beat_is_due(cw_beat *beat, double now) {
    if (now < beat->next)
        return false;
    beat->next += beat_seconds;
    if (beat->next <= now)
        beat->next = now + beat_seconds;
    return true;
}
