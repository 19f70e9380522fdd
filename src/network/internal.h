/* What the files of this room share about a network. */
#ifndef CW_NETWORK_INTERNAL_H
#define CW_NETWORK_INTERNAL_H

#include "network/kernel.h"
#include "network/program.h"

struct cw_network {
    char name[CW_NETWORK_NOTE_MAX]; /* for messages */
    cw_network_program program;
    const cw_network_kernel *kernel;
    float *packed; /* all weights, as the kernel reads them */
    const float *weights[CW_NETWORK_STEPS_MAX], *biases[CW_NETWORK_STEPS_MAX]; /* of each step, in `packed` */
};

#endif
