#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler has nothing else to speak to. */
static cw_flag interrupted;
static struct sigaction before;

static void on_interrupt(int number) {
    (void)number;
    cw_flag_raise(&interrupted);
}

const cw_flag *cli_interrupt_begin(void) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    cw_flag_lower(&interrupted);
    sigaction(SIGINT, &action, &before);
    return &interrupted;
}

void cli_interrupt_end(void) {
    sigaction(SIGINT, &before, NULL);
}

const cw_flag *cli_interrupt_once(bool or_terminated) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigaction(SIGINT, &action, NULL);
    if (or_terminated)
        sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}

bool cli_is_interrupted(void) {
    return cw_flag_is_up(&interrupted);
}
