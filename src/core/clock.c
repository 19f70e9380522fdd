#include "core/clock.h"

#include <time.h>

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double cw_clock_now(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double cw_clock_thread(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

double cw_clock_process(void) {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}
