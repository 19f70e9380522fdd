/* The kernel for processors that multiply matrices (AMX): ten times as many multiplications a second, of
 * numbers rounded to bf16 (8 significant bits). Sums, biases and what is added stay 32-bit floats.
 *
 * A tile holds 16 cells x 32 channels of the source (a tap is a constant distance, so every tap is a tile of
 * the same map), 32 x 16 weights, or 16 cells x 16 channels of sums. The planes of an input are made up to
 * whole tiles, and its cells taken row by row of the board. What fits badly, such as the heads, is left to
 * the kernel for AVX-512. */
#if defined(__x86_64__) && !defined(CW_PORTABLE)
#include "network/kernel_bf16.h"

enum {
    TILE_ROWS = 16,     /* cells */
    TILE_CHANNELS = 32, /* of the source */
    TILE_OUT = CW_BF16_OUTPUTS,
    TILE_NUMBERS = TILE_ROWS * TILE_CHANNELS,
    ROW_BYTES = 64,
    OTHERS = 2 * TILE_ROWS * TILE_OUT, /* where the second 16 cells begin among the sums */
};

static void pack(const float *weights, int taps, int in, int out, bool gathers, void *packed) {
    if (cw_bf16_fits(in, out, gathers, TILE_CHANNELS))
        cw_bf16_pack(weights, taps, in, out, TILE_CHANNELS, packed);
    else
        cw_network_kernel_avx512.pack(weights, taps, in, out, gathers, packed);
}

/* ---- Tiles ---- */

typedef struct __attribute__((packed)) tile_shapes {
    uint8_t palette, start_row, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} tile_shapes;

/* Constant, because some compilers believe that only the first bytes of it are read. */
static const tile_shapes shapes = {
    .palette = 1,
    .row_bytes = {ROW_BYTES, ROW_BYTES, ROW_BYTES, ROW_BYTES, ROW_BYTES, ROW_BYTES, ROW_BYTES, ROW_BYTES},
    .rows = {TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS, TILE_ROWS},
};

static void open_tiles(void) {
    _tile_loadconfig(&shapes);
}

static void close_tiles(void) {
    _tile_release();
}

/* After rounding: gcc 12 does not know that loading a tile reads memory. */
static void keep_rounded(void) {
    __asm__ volatile("" ::: "memory");
}

/* The sums of twice 16 cells x 32 outputs: tiles 0 to 3 hold them, 4 and 5 cells, 6 and 7 weights. */
static void multiply_wide(const cw_bf16_footprint *print, const uint16_t *cells, const uint16_t *others,
                          const uint16_t *weights, int weights_step, float *sums) {
    const size_t step = sizeof(uint16_t) * (size_t)print->in;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int tap = 0; tap < print->taps; tap++) {
        const int32_t reach = print->reach[tap];
        for (int channel = 0; channel < print->in; channel += TILE_CHANNELS, weights += TILE_NUMBERS) {
            _tile_loadd(4, cells + reach + channel, step);
            _tile_loadd(5, others + reach + channel, step);
            _tile_loadd(6, weights, ROW_BYTES);
            _tile_loadd(7, weights + weights_step, ROW_BYTES);
            _tile_dpbf16ps(0, 4, 6);
            _tile_dpbf16ps(1, 4, 7);
            _tile_dpbf16ps(2, 5, 6);
            _tile_dpbf16ps(3, 5, 7);
        }
    }
    _tile_stored(0, sums, 2 * ROW_BYTES);
    _tile_stored(1, sums + TILE_OUT, 2 * ROW_BYTES);
    _tile_stored(2, sums + OTHERS, 2 * ROW_BYTES);
    _tile_stored(3, sums + OTHERS + TILE_OUT, 2 * ROW_BYTES);
}

/* The sums of 16 cells x 16 outputs, in the same places. */
static void multiply_narrow(const cw_bf16_footprint *print, const uint16_t *cells, const uint16_t *weights,
                            float *sums) {
    const size_t step = sizeof(uint16_t) * (size_t)print->in;
    _tile_zero(0);
    for (int tap = 0; tap < print->taps; tap++) {
        for (int channel = 0; channel < print->in; channel += TILE_CHANNELS, weights += TILE_NUMBERS) {
            _tile_loadd(4, cells + print->reach[tap] + channel, step);
            _tile_loadd(6, weights, ROW_BYTES);
            _tile_dpbf16ps(0, 4, 6);
        }
    }
    _tile_stored(0, sums, 2 * ROW_BYTES);
}

/* Finishes the sums of `count` cells; `width` is 1 or 2 vectors. */
CW_INLINE void finish(const cw_convolution *convolution, const float *sums, int cell, int count, int first,
                      const int width) {
    for (int row = 0; row < count; row++) {
        for (int j = 0; j < width; j++)
            cw_bf16_finish(convolution, *(const cw_bf16_sums *)(sums + 2 * row * TILE_OUT + j * TILE_OUT),
                           cell + row, first + j * TILE_OUT);
    }
}

/* ---- From a map ---- */

/* All cells for 32 outputs: as long as there are more than 16 cells, 32 of them at once. */
static void convolve_wide(const cw_convolution *convolution, const cw_bf16_footprint *print,
                          const uint16_t *weights, int weights_step, int first, float *sums) {
    int cell = 0;
    for (; convolution->cells - cell > TILE_ROWS; cell += 2 * TILE_ROWS) {
        int left = convolution->cells - cell;
        const uint16_t *begin = cw_bf16_cell(convolution, print, cell);
        multiply_wide(print, begin, begin + TILE_ROWS * print->in, weights, weights_step, sums);
        finish(convolution, sums, cell, left < 2 * TILE_ROWS ? left : 2 * TILE_ROWS, first, 2);
    }
    if (cell == convolution->cells)
        return;
    multiply_narrow(print, cw_bf16_cell(convolution, print, cell), weights, sums);
    multiply_narrow(print, cw_bf16_cell(convolution, print, cell), weights + weights_step, sums + TILE_OUT);
    finish(convolution, sums, cell, convolution->cells - cell, first, 2);
}

static void convolve_narrow(const cw_convolution *convolution, const cw_bf16_footprint *print,
                            const uint16_t *weights, int first, float *sums) {
    for (int cell = 0; cell < convolution->cells; cell += TILE_ROWS) {
        int left = convolution->cells - cell;
        multiply_narrow(print, cw_bf16_cell(convolution, print, cell), weights, sums);
        finish(convolution, sums, cell, left < TILE_ROWS ? left : TILE_ROWS, first, 1);
    }
}

static void convolve_map(const cw_convolution *convolution, float *sums) {
    const cw_bf16_footprint print = cw_bf16_round_map(convolution);
    const int weights_step = print.taps * print.in * TILE_OUT;
    const uint16_t *weights = convolution->weights;
    keep_rounded();
    int first = 0;
    for (; first + 2 * TILE_OUT <= convolution->out; first += 2 * TILE_OUT, weights += 2 * weights_step)
        convolve_wide(convolution, &print, weights, weights_step, first, sums);
    if (first < convolution->out)
        convolve_narrow(convolution, &print, weights, first, sums);
}

/* ---- From the input ---- */

/* Cells side by side in the input as well as in the target. */
typedef struct run {
    int cell, count;
    const uint16_t *begin;
} run;

/* The run that begins with a cell, of one tile at most. */
static run run_at(const cw_convolution *convolution, const cw_bf16_footprint *print, int cell) {
    const int32_t *places = convolution->places;
    run found = {cell, 1, cw_bf16_cell(convolution, print, cell)};
    while (found.count < TILE_ROWS && cell + found.count < convolution->cells &&
           places[cell + found.count] == places[cell] + found.count * convolution->in)
        found.count++;
    return found;
}

/* A cell off the board that reads what the one before it does; what is computed of it is thrown away. */
static bool is_idle(const cw_convolution *convolution, int cell) {
    return cell > 0 && cell < convolution->cells &&
           convolution->places[cell] == convolution->places[cell - 1];
}

static int next_cell(const cw_convolution *convolution, const run *last) {
    int cell = last->cell + last->count;
    while (is_idle(convolution, cell))
        cell++;
    return cell;
}

/* All cells for 16 or 32 outputs, two runs at once. */
static void convolve_runs(const cw_convolution *convolution, const cw_bf16_footprint *print,
                          const uint16_t *weights, int weights_step, int first, float *sums) {
    bool wide = first + 2 * TILE_OUT <= convolution->out;
    for (int cell = 0; cell < convolution->cells;) {
        run one = run_at(convolution, print, cell), other = {0};
        cell = next_cell(convolution, &one);
        if (wide && cell < convolution->cells) {
            other = run_at(convolution, print, cell);
            cell = next_cell(convolution, &other);
        }
        if (wide)
            multiply_wide(print, one.begin, other.count > 0 ? other.begin : one.begin, weights, weights_step,
                          sums);
        else
            multiply_narrow(print, one.begin, weights, sums);
        if (wide) {
            finish(convolution, sums, one.cell, one.count, first, 2);
            finish(convolution, sums + OTHERS, other.cell, other.count, first, 2);
        } else
            finish(convolution, sums, one.cell, one.count, first, 1);
    }
}

static void convolve_input(const cw_convolution *convolution, float *sums) {
    const cw_bf16_footprint print = cw_bf16_round_input(convolution, TILE_CHANNELS);
    const int weights_step = print.taps * print.in * TILE_OUT;
    const uint16_t *weights = convolution->weights;
    keep_rounded();
    for (int first = 0; first < convolution->out; first += 2 * TILE_OUT, weights += 2 * weights_step)
        convolve_runs(convolution, &print, weights, weights_step, first, sums);
}

static void convolve(const cw_convolution *convolution) {
    _Alignas(64) float sums[2 * OTHERS];
    if (!cw_bf16_fits(convolution->in, convolution->out, convolution->places != NULL, TILE_CHANNELS))
        cw_network_kernel_avx512.convolve(convolution);
    else if (convolution->places != NULL)
        convolve_input(convolution, sums);
    else
        convolve_map(convolution, sums);
}

const cw_network_kernel cw_network_kernel_amx = {
    .name = "amx",
    .pack = pack,
    .begin = open_tiles,
    .end = close_tiles,
    .convolve = convolve,
};
#endif
