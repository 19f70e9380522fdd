#include "cli/interrupt.h"

#include <signal.h>
#include <stdbool.h>
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
