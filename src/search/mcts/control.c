#include "search/mcts/control.h"

/* So small that no thread sits idle for long while another works off its last batch. */
static uint32_t batch_of(const cw_control *control, int threads) {
    enum { BATCH_MAX = 64, BATCHES = 16 };
    uint64_t iterations = control->playouts_max / control->playouts_per_iteration;
    if (control->iterations_max < iterations)
        iterations = control->iterations_max;
    uint64_t batch = iterations / ((uint64_t)threads * BATCHES);
    return batch < 1 ? 1 : batch > BATCH_MAX ? BATCH_MAX : (uint32_t)batch;
}

void cw_control_begin(cw_control *control, const cw_mcts_settings *settings, const cw_budget *budget,
                      uint64_t playouts) {
    control->playouts_max = settings->limits_playouts ? settings->playouts_max : UINT64_MAX;
    control->iterations_max = settings->limits_iterations ? settings->iterations_max : UINT64_MAX;
    control->budget = *budget;
    control->playouts_per_iteration = playouts;
    control->batch = batch_of(control, settings->threads);
    atomic_store(&control->playouts_claimed, 0);
    atomic_store(&control->iterations_claimed, 0);
    cw_flag_lower(&control->over);
}

/* Claims up to `amount` units of a budget; returns how many there were. */
static uint64_t claim(_Atomic uint64_t *claimed, uint64_t amount, uint64_t most) {
    uint64_t before = atomic_fetch_add_explicit(claimed, amount, memory_order_relaxed);
    uint64_t left = before < most ? most - before : 0;
    return amount < left ? amount : left;
}

/* The last iteration may make more playouts than are left. */
static uint32_t claim_batch(cw_control *control) {
    uint64_t each = control->playouts_per_iteration;
    uint64_t playouts = claim(&control->playouts_claimed, control->batch * each, control->playouts_max);
    uint64_t iterations = (playouts + each - 1) / each;
    if (iterations > 0)
        iterations = claim(&control->iterations_claimed, iterations, control->iterations_max);
    return (uint32_t)iterations;
}

bool cw_control_continue(cw_control *control, cw_control_pace *pace) {
    if (cw_flag_is_up(&control->over))
        return false;
    if (pace->granted == 0)
        pace->granted = claim_batch(control);
    if (pace->granted == 0) /* others may still have some */
        return false;
    if (cw_budget_is_late(&control->budget, &pace->clock)) {
        cw_control_end(control);
        return false;
    }
    pace->granted--;
    return true;
}

void cw_control_end(cw_control *control) {
    cw_flag_raise(&control->over);
}
