/* The text of a network as steps. Maps and vectors live in numbered slots. */
#ifndef CW_NETWORK_PROGRAM_H
#define CW_NETWORK_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "causeway/status.h"

enum {
    CW_NETWORK_STEPS_MAX = 256,
    CW_NETWORK_SLOTS_MAX = 64,
    CW_NETWORK_NAME_MAX = 16,
    CW_NETWORK_NOTE_MAX = 256,
    CW_NETWORK_WIDTH_MAX = 4096, /* channels, or numbers in a vector */
    CW_NETWORK_PLANES_MAX = 64,
    CW_NETWORK_BORDER_MAX = 2,
    CW_NETWORK_INPUT = -1, /* the slot of the input */
    CW_NETWORK_NONE = -2,
};

typedef enum cw_step_kind { CW_STEP_CONV, CW_STEP_POOL, CW_STEP_DENSE } cw_step_kind;

typedef struct cw_network_step {
    cw_step_kind kind;
    int target, source, add, shift; /* slots; add and shift: CW_NETWORK_NONE if not there */
    int taps, in, out;
    float slope; /* of what is below zero: 1 leaves it, 0 is relu */
} cw_network_step;

typedef struct cw_network_slot {
    char name[CW_NETWORK_NAME_MAX];
    bool map; /* or a vector */
    int width;
} cw_network_slot;

typedef struct cw_network_program {
    char game[CW_NETWORK_NAME_MAX];
    char note[CW_NETWORK_NOTE_MAX];
    int planes, border; /* of the input; 0 planes: it is a vector */
    int size;           /* of the input vector */
    cw_network_step steps[CW_NETWORK_STEPS_MAX];
    cw_network_slot slots[CW_NETWORK_SLOTS_MAX];
    int step_count, slot_count;
    int policy, value; /* slots, or CW_NETWORK_NONE */
} cw_network_program;

/* Reads the text of a network; `name` stands in messages. */
cw_status cw_network_program_read(const char *text, size_t length, const char *name,
                                  cw_network_program *program, cw_error *error);

/* Weights of a step: rows of `out` numbers, and as many biases. A pool has 0 rows and no biases. */
static inline size_t cw_network_step_rows(const cw_network_step *step) {
    return step->kind == CW_STEP_POOL ? 0 : (size_t)step->taps * (size_t)step->in;
}

static inline size_t cw_network_step_weights(const cw_network_step *step) {
    return step->kind == CW_STEP_POOL ? 0 : (cw_network_step_rows(step) + 1) * (size_t)step->out;
}

#endif
