#include "search/mcts/control.h"

#include "core/clock.h"

void cw_control_begin(cw_control *control, const cw_mcts_settings *settings, const cw_budget *budget,
                      uint64_t playouts) {
    control->playouts_max = settings->limits_playouts ? settings->playouts_max : UINT64_MAX;
    control->iterations_max = settings->limits_iterations ? settings->iterations_max : UINT64_MAX;
    control->budget = *budget;
    control->playouts_per_iteration = playouts;
    atomic_store(&control->playouts_claimed, 0);
    atomic_store(&control->iterations_claimed, 0);
    atomic_store(&control->over, false);
}

/* Reads the clock now and then, so often that a stretch without a look lasts about a tenth of a
 * millisecond. */
static bool is_late(const cw_control *control, cw_control_pace *pace) {
    enum { STRIDE_MAX = 256 };
    if (control->budget.stop == NULL && control->budget.seconds == INFINITY)
        return false;
    if (pace->wait > 0) {
        pace->wait--;
        return false;
    }
    double now = cw_clock_now(), passed = pace->last > 0 ? now - pace->last : 0;
    if (passed < 0.00005 && pace->stride < STRIDE_MAX)
        pace->stride = 2 * pace->stride + 1;
    else if (passed > 0.0002)
        pace->stride /= 2;
    pace->last = now;
    pace->wait = pace->stride;
    pace->gap = fmax(pace->gap, passed);
    /* Another such gap must not make the answer late, as long as it does not cost much of the time. */
    double early = fmin(pace->gap, 0.1 * control->budget.seconds);
    return cw_budget_is_over(&control->budget) ||
           now + early >= control->budget.start + control->budget.seconds;
}

bool cw_control_continue(cw_control *control, cw_control_pace *pace) {
    if (atomic_load_explicit(&control->over, memory_order_relaxed))
        return false;
    bool spent = atomic_fetch_add_explicit(&control->playouts_claimed, control->playouts_per_iteration,
                                           memory_order_relaxed) >= control->playouts_max ||
                 atomic_fetch_add_explicit(&control->iterations_claimed, 1, memory_order_relaxed) >=
                     control->iterations_max;
    if (!spent && !is_late(control, pace))
        return true;
    cw_control_end(control);
    return false;
}

void cw_control_end(cw_control *control) {
    atomic_store_explicit(&control->over, true, memory_order_relaxed);
}
