/* Running a network. A map of a board lies row by row with one empty column between rows, so that a tap is a
 * constant distance, and with empty cells before and after:
 *
 *     . . . .      stride = columns + 1
 *     0 1 2 .      a cell's number: row * stride + column
 *     4 5 6 .      the dots stay 0
 *     . . . . */
#include <stdlib.h>
#include <string.h>

#include "network/internal.h"
#include "network/network.h"

struct cw_workspace {
    const cw_network *network;
    int rows, columns, stride;
    int cells; /* computed: whole tiles */
    int guard; /* empty cells before the first */
    float *memory;
    float *slots[CW_NETWORK_SLOTS_MAX]; /* maps begin at their first cell */
    uint16_t *scratch;                  /* for the kernel */
    float *biases, *sums;               /* room for a padded vector of the greatest width */
    float *policy;
    uint8_t *planes; /* the input as given: [plane][row][column] */
    float *input;    /* and as the kernel reads it: [cell][plane], or the vector */
    int32_t *places; /* where the cells begin in it */
};

static int input_rows(const cw_workspace *workspace) {
    return workspace->rows + 2 * workspace->network->program.border;
}

static int input_columns(const cw_workspace *workspace) {
    return workspace->columns + 2 * workspace->network->program.border;
}

/* ---- Making ---- */

static size_t slot_floats(const cw_workspace *workspace, const cw_network_slot *slot) {
    size_t cells = slot->map ? (size_t)(workspace->cells + 2 * workspace->guard) : 1;
    return cells * (size_t)cw_network_padded(slot->width);
}

/* A part of the workspace's memory, or only its size while there is no memory yet. */
static void *take(cw_workspace *workspace, size_t *used, size_t floats) {
    float *part = workspace->memory == NULL ? NULL : workspace->memory + *used;
    *used += (floats + CW_NETWORK_ALIGN - 1) / CW_NETWORK_ALIGN * CW_NETWORK_ALIGN;
    return part;
}

/* Numbers in `cells` cells of the scratch, for a source of so many channels. */
static size_t numbers_in(int cells, int channels) {
    const int whole = CW_NETWORK_SCRATCH_CHANNELS;
    return (size_t)(cells + CW_NETWORK_SCRATCH_CELLS) * (size_t)((channels + whole - 1) / whole * whole);
}

/* What the scratch must hold: the input, or the widest map. */
static size_t scratch_numbers(const cw_workspace *workspace) {
    const cw_network_program *program = &workspace->network->program;
    size_t most = numbers_in(input_rows(workspace) * input_columns(workspace), program->planes);
    for (int i = 0; i < program->slot_count; i++) {
        size_t numbers = numbers_in(workspace->cells + 2 * workspace->guard, program->slots[i].width);
        most = program->slots[i].map && numbers > most ? numbers : most;
    }
    return most;
}

/* Deals out the memory; returns the floats needed. */
static size_t deal(cw_workspace *workspace) {
    const cw_network_program *program = &workspace->network->program;
    size_t used = 0;
    for (int i = 0; i < program->slot_count; i++) {
        const cw_network_slot *slot = &program->slots[i];
        workspace->slots[i] = take(workspace, &used, slot_floats(workspace, slot));
        if (slot->map && workspace->slots[i] != NULL)
            workspace->slots[i] += workspace->guard * cw_network_padded(slot->width);
    }
    size_t area = (size_t)(input_rows(workspace) * input_columns(workspace)) * (size_t)program->planes;
    workspace->scratch = take(workspace, &used, scratch_numbers(workspace) / 2 + 1024);
    workspace->biases = take(workspace, &used, CW_NETWORK_WIDTH_MAX);
    workspace->sums = take(workspace, &used, CW_NETWORK_WIDTH_MAX);
    workspace->policy = take(workspace, &used, (size_t)(workspace->rows * workspace->columns));
    workspace->input = take(workspace, &used, program->planes > 0 ? area : (size_t)program->size);
    workspace->planes = take(workspace, &used, (area + 3) / 4);
    workspace->places = take(workspace, &used, (size_t)workspace->cells);
    return used;
}

/* Cells off the board, which are computed and thrown away, read the nearest cell before them. */
static void find_places(cw_workspace *workspace) {
    const cw_network_program *program = &workspace->network->program;
    for (int cell = 0; cell < workspace->cells; cell++) {
        int row = cell / workspace->stride, column = cell % workspace->stride;
        row = row < workspace->rows ? row : workspace->rows - 1;
        column = column < workspace->columns ? column : workspace->columns - 1;
        workspace->places[cell] =
            ((row + program->border) * input_columns(workspace) + column + program->border) * program->planes;
    }
}

cw_status cw_workspace_create(const cw_network *network, int rows, int columns, cw_workspace **workspace,
                              cw_error *error) {
    cw_workspace *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a network's workspace");
    made->network = network;
    made->rows = rows;
    made->columns = columns;
    made->stride = columns + 1;
    made->guard = made->stride + 1;
    made->cells = (rows * made->stride + CW_NETWORK_TILE - 1) / CW_NETWORK_TILE * CW_NETWORK_TILE;
    size_t bytes = deal(made) * sizeof(float);
    made->memory = aligned_alloc(64, bytes);
    if (made->memory == NULL) {
        free(made);
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a network's workspace");
    }
    memset(made->memory, 0, bytes);
    deal(made);
    if (network->program.planes > 0)
        find_places(made);
    *workspace = made;
    return CW_OK;
}

void cw_workspace_destroy(cw_workspace *workspace) {
    if (workspace != NULL)
        free(workspace->memory);
    free(workspace);
}

uint8_t *cw_workspace_planes(cw_workspace *workspace) {
    return workspace->planes;
}

float *cw_workspace_vector(cw_workspace *workspace) {
    return workspace->input;
}

/* ---- Running ---- */

/* From planes of bytes to cells of floats. */
static void spread_input(cw_workspace *workspace) {
    int planes = workspace->network->program.planes;
    int area = input_rows(workspace) * input_columns(workspace);
    for (int plane = 0; plane < planes; plane++) {
        for (int cell = 0; cell < area; cell++)
            workspace->input[cell * planes + plane] = workspace->planes[plane * area + cell];
    }
}

/* How far the taps lie, row by row, in a map whose rows are `stride` cells of `step` floats apart. */
static void set_reach(cw_convolution *convolution, int stride, int step) {
    int radius = convolution->taps == 1 ? 0 : convolution->taps == 7 ? 1 : 2;
    int tap = 0;
    for (int row = -radius; row <= radius; row++) {
        for (int column = -radius; column <= radius; column++) {
            if (abs(row + column) <= radius)
                convolution->reach[tap++] = (row * stride + column) * step;
        }
    }
}

/* Empties the column between rows and what was computed beyond the last row. */
static void clear_off_board(const cw_workspace *workspace, float *map, int step) {
    size_t bytes = sizeof(float) * (size_t)step;
    int beyond = workspace->rows * workspace->stride;
    for (int row = 0; row < workspace->rows; row++)
        memset(map + (row * workspace->stride + workspace->columns) * step, 0, bytes);
    memset(map + beyond * step, 0, bytes * (size_t)(workspace->cells - beyond));
}

static void run_convolution(cw_workspace *workspace, const cw_network_step *step, const float *weights,
                            const float *biases) {
    const cw_network_program *program = &workspace->network->program;
    bool from_input = step->source == CW_NETWORK_INPUT;
    int source_step = from_input ? program->planes : cw_network_padded(step->in);
    if (step->shift >= 0) {
        for (int i = 0; i < step->out; i++)
            workspace->biases[i] = biases[i] + workspace->slots[step->shift][i];
        memset(workspace->biases + step->out, 0,
               sizeof(float) * (size_t)(cw_network_padded(step->out) - step->out));
        biases = workspace->biases;
    }
    cw_convolution convolution = {
        .source = from_input ? workspace->input : workspace->slots[step->source],
        .places = from_input ? workspace->places : NULL,
        .source_step = source_step,
        .taps = step->taps,
        .in = step->in,
        .weights = weights,
        .biases = biases,
        .add = step->add >= 0 ? workspace->slots[step->add] : NULL,
        .target = workspace->slots[step->target],
        .out = step->out,
        .cells = workspace->cells,
        .slope = step->slope,
        .scratch = workspace->scratch,
    };
    set_reach(&convolution, from_input ? input_columns(workspace) : workspace->stride, source_step);
    workspace->network->kernel->convolve(&convolution);
    clear_off_board(workspace, convolution.target, cw_network_padded(step->out));
}

static void run_pool(const cw_workspace *workspace, const cw_network_step *step) {
    const int channels = step->in, width = cw_network_padded(channels);
    const float *map = workspace->slots[step->source];
    float *restrict mean = workspace->slots[step->target], *restrict most = workspace->sums;
    memset(mean, 0, sizeof(float) * (size_t)cw_network_padded(step->out));
    memcpy(most, map, sizeof(float) * (size_t)width);
    for (int row = 0; row < workspace->rows; row++) {
        for (int column = 0; column < workspace->columns; column++) {
            const float *cell = map + (row * workspace->stride + column) * width;
            for (int i = 0; i < channels; i++) {
                mean[i] += cell[i];
                most[i] = cell[i] > most[i] ? cell[i] : most[i];
            }
        }
    }
    float share = 1.0F / (float)(workspace->rows * workspace->columns);
    for (int i = 0; i < channels; i++) {
        mean[i] *= share;
        mean[channels + i] = most[i];
    }
}

static void run_dense(cw_workspace *workspace, const cw_network_step *step, const float *weights,
                      const float *biases) {
    const float *source =
        step->source == CW_NETWORK_INPUT ? workspace->input : workspace->slots[step->source];
    if (step->add >= 0) {
        for (int i = 0; i < step->out; i++)
            workspace->biases[i] = biases[i] + workspace->slots[step->add][i];
        biases = workspace->biases;
    }
    cw_network_dense(source, step->in, weights, biases, step->out, step->slope, workspace->sums);
    memcpy(workspace->slots[step->target], workspace->sums, sizeof(float) * (size_t)step->out);
}

/* A policy that is a map, as numbers row by row. */
static void gather_policy(cw_workspace *workspace) {
    const float *map = workspace->slots[workspace->network->program.policy];
    float *policy = workspace->policy;
    for (int row = 0; row < workspace->rows; row++) {
        for (int column = 0; column < workspace->columns; column++)
            *policy++ = map[(row * workspace->stride + column) * CW_NETWORK_ALIGN];
    }
}

static void run_steps(cw_workspace *workspace) {
    const cw_network *network = workspace->network;
    const cw_network_program *program = &network->program;
    for (int i = 0; i < program->step_count; i++) {
        const cw_network_step *step = &program->steps[i];
        if (step->kind == CW_STEP_CONV)
            run_convolution(workspace, step, network->weights[i], network->biases[i]);
        else if (step->kind == CW_STEP_POOL)
            run_pool(workspace, step);
        else
            run_dense(workspace, step, network->weights[i], network->biases[i]);
    }
}

void cw_workspace_run(cw_workspace *workspace) {
    const cw_network_kernel *kernel = workspace->network->kernel;
    const cw_network_program *program = &workspace->network->program;
    bool convolves = program->planes > 0;
    if (convolves)
        spread_input(workspace);
    if (convolves && kernel->begin != NULL)
        kernel->begin();
    run_steps(workspace);
    if (convolves && kernel->end != NULL)
        kernel->end();
    if (program->policy >= 0 && program->slots[program->policy].map)
        gather_policy(workspace);
}

const float *cw_workspace_policy(const cw_workspace *workspace) {
    int policy = workspace->network->program.policy;
    if (policy < 0)
        return NULL;
    return workspace->network->program.slots[policy].map ? workspace->policy : workspace->slots[policy];
}

const float *cw_workspace_value(const cw_workspace *workspace) {
    int value = workspace->network->program.value;
    return value < 0 ? NULL : workspace->slots[value];
}
