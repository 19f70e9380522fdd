#include "network/network.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network/file.h"
#include "network/internal.h"

enum { FILE_BYTES_MAX = 256 << 20 };

/* ---- Making ---- */

/* Floats that a step's packed weights and padded biases take. */
static size_t packed_size(const cw_network_step *step) {
    return step->kind == CW_STEP_POOL
               ? 0
               : (cw_network_step_rows(step) + 1) * (size_t)cw_network_padded(step->out);
}

static void pack_dense(const float *weights, size_t rows, int out, float *packed) {
    for (size_t row = 0; row < rows; row++)
        memcpy(packed + row * (size_t)cw_network_padded(out), weights + row * (size_t)out,
               sizeof(float) * (size_t)out);
}

/* Puts the weights into the order in which they are read. */
static cw_status pack(cw_network *network, const float *weights, cw_error *error) {
    const cw_network_program *program = &network->program;
    size_t total = CW_NETWORK_ALIGN;
    for (int i = 0; i < program->step_count; i++)
        total += packed_size(&program->steps[i]);
    network->packed = aligned_alloc(64, total * sizeof(float));
    if (network->packed == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a network");
    memset(network->packed, 0, total * sizeof(float));
    float *place = network->packed;
    for (int i = 0; i < program->step_count; i++) {
        const cw_network_step *step = &program->steps[i];
        size_t rows = cw_network_step_rows(step);
        if (step->kind == CW_STEP_POOL)
            continue;
        network->weights[i] = place;
        if (step->kind == CW_STEP_CONV)
            network->kernel->pack(weights, step->taps, step->in, step->out, step->source == CW_NETWORK_INPUT,
                                  place);
        else
            pack_dense(weights, rows, step->out, place);
        weights += rows * (size_t)step->out;
        network->biases[i] = place + rows * (size_t)cw_network_padded(step->out);
        memcpy(place + rows * (size_t)cw_network_padded(step->out), weights,
               sizeof(float) * (size_t)step->out);
        weights += step->out;
        place += packed_size(step);
    }
    return CW_OK;
}

static cw_status check_count(const cw_network_program *program, size_t count, const char *name,
                             cw_error *error) {
    size_t needed = 0;
    for (int i = 0; i < program->step_count; i++)
        needed += cw_network_step_weights(&program->steps[i]);
    if (needed != count)
        return cw_fail(error, CW_BAD_INPUT, "network %s: %zu weights where its text needs %zu", name, count,
                       needed);
    return CW_OK;
}

static cw_status fill(cw_network *network, const unsigned char *bytes, const char *name, cw_error *error) {
    size_t length, count = cw_network_file_count(bytes);
    const char *text = cw_network_file_text(bytes, &length);
    cw_status status = cw_network_program_read(text, length, name, &network->program, error);
    if (status == CW_OK)
        status = check_count(&network->program, count, name, error);
    if (status != CW_OK)
        return status;
    float *weights = malloc(sizeof(float) * (count + 1));
    if (weights == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a network");
    status = cw_network_file_weights(bytes, name, weights, error);
    if (status == CW_OK)
        status = pack(network, weights, error);
    free(weights);
    return status;
}

cw_status cw_network_read(const void *bytes, size_t size, const char *name, const cw_network_kernel *kernel,
                          cw_network **network, cw_error *error) {
    const cw_network_kernel *kernels[CW_NETWORK_KERNELS_MAX];
    cw_network_kernels(kernels);
    cw_status status = cw_network_file_check(bytes, size, name, error);
    if (status != CW_OK)
        return status;
    cw_network *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a network");
    made->kernel = kernel != NULL ? kernel : kernels[0];
    snprintf(made->name, sizeof made->name, "%s", name);
    status = fill(made, bytes, name, error);
    if (status != CW_OK) {
        cw_network_destroy(made);
        return status;
    }
    *network = made;
    return CW_OK;
}

/* Reads a whole file, of a size that a network can have. */
static cw_status read_file(FILE *file, const char *path, unsigned char **bytes, size_t *size,
                           cw_error *error) {
    size_t capacity = 1 << 16;
    *size = 0;
    *bytes = NULL;
    for (size_t got = 1; got > 0 && *size < FILE_BYTES_MAX; *size += got) {
        capacity = *size + (1 << 16) > capacity ? 2 * capacity : capacity;
        unsigned char *grown = realloc(*bytes, capacity);
        if (grown == NULL)
            return cw_fail(error, CW_NO_MEMORY, "out of memory for the network %s", path);
        *bytes = grown;
        got = fread(*bytes + *size, 1, capacity - *size, file);
    }
    if (ferror(file))
        return cw_fail(error, CW_IO, "network %s: %s", path, strerror(errno));
    return CW_OK;
}

cw_status cw_network_load(const char *path, cw_network **network, cw_error *error) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return cw_fail(error, CW_IO, "network %s: %s", path, strerror(errno));
    unsigned char *bytes;
    size_t size;
    cw_status status = read_file(file, path, &bytes, &size, error);
    if (status == CW_OK)
        status = cw_network_read(bytes, size, path, NULL, network, error);
    free(bytes);
    fclose(file);
    return status;
}

void cw_network_destroy(cw_network *network) {
    if (network != NULL)
        free(network->packed);
    free(network);
}

/* ---- Questions ---- */

static cw_status expect_game(const cw_network *network, const char *game, cw_error *error) {
    if (strcmp(network->program.game, game) != 0)
        return cw_fail(error, CW_BAD_INPUT, "network %s is for %s, not for %s", network->name,
                       network->program.game, game);
    return CW_OK;
}

cw_status cw_network_expect_board(const cw_network *network, const char *game, int planes, int border,
                                  cw_error *error) {
    const cw_network_program *program = &network->program;
    cw_status status = expect_game(network, game, error);
    if (status != CW_OK)
        return status;
    if (program->planes != planes || program->border != border)
        return cw_fail(error, CW_BAD_INPUT,
                       "network %s takes %d planes with a border of %d, but %s gives %d with a border of %d",
                       network->name, program->planes, program->border, game, planes, border);
    if (program->policy < 0 || program->value < 0 || !program->slots[program->policy].map)
        return cw_fail(error, CW_BAD_INPUT,
                       "network %s has no value, or no policy with a number for each cell", network->name);
    return CW_OK;
}

cw_status cw_network_expect_vector(const cw_network *network, const char *game, int size, cw_error *error) {
    const cw_network_program *program = &network->program;
    cw_status status = expect_game(network, game, error);
    if (status != CW_OK)
        return status;
    if (program->planes != 0 || program->size != size)
        return cw_fail(error, CW_BAD_INPUT, "network %s takes %d numbers, but %s gives %d", network->name,
                       program->size, game, size);
    if (program->value < 0)
        return cw_fail(error, CW_BAD_INPUT, "network %s has no value", network->name);
    return CW_OK;
}

int cw_network_planes(const cw_network *network) {
    return network->program.planes;
}

const char *cw_network_note(const cw_network *network) {
    return network->program.note;
}

const char *cw_network_kernel_name(const cw_network *network) {
    return network->kernel->name;
}

uint64_t cw_network_work(const cw_network *network, int cells) {
    uint64_t work = 0;
    for (int i = 0; i < network->program.step_count; i++) {
        const cw_network_step *step = &network->program.steps[i];
        uint64_t times = step->kind == CW_STEP_CONV ? (uint64_t)cells : 1;
        work += times * cw_network_step_rows(step) * (uint64_t)step->out;
    }
    return work;
}
