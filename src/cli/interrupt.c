#include "cli/interrupt.h"

#include <signal.h>
#include <stddef.h>

/* A signal handler has nothing else to speak to. */
static atomic_bool interrupted;
static struct sigaction before;

static void on_interrupt(int number) {
    (void)number;
    atomic_store(&interrupted, true);
}

const atomic_bool *cli_interrupt_begin(void) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    atomic_store(&interrupted, false);
    sigaction(SIGINT, &action, &before);
    return &interrupted;
}

void cli_interrupt_end(void) {
    sigaction(SIGINT, &before, NULL);
}

const atomic_bool *cli_interrupt_once(bool or_terminated) {
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = (int)(SA_RESETHAND | SA_RESTART)};
    sigaction(SIGINT, &action, NULL);
    if (or_terminated)
        sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}

bool cli_is_interrupted(void) {
    return atomic_load(&interrupted);
}
