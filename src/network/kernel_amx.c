/* The kernel for processors that multiply matrices (AMX): ten times as many multiplications a second, of
 * numbers rounded to bf16 (8 significant bits). Sums, biases and what is added stay 32-bit floats.
 *
 * A tile holds 16 cells x 32 channels of the source (a tap is a constant distance, so every tap is a tile of
 * the same map), 32 x 16 weights, or 16 cells x 16 channels of sums. What does not fit into whole tiles, such
 * as the input and the heads, is left to the kernel for AVX-512. */
#if defined(__x86_64__) && !defined(CW_PORTABLE)
#include <immintrin.h>
#include <string.h>

#include "core/cpu.h"
#include "network/kernel.h"

enum {
    TILE_ROWS = 16,     /* cells */
    TILE_CHANNELS = 32, /* of the source */
    TILE_OUT = 16,
    TILE_NUMBERS = TILE_ROWS * TILE_CHANNELS,
    ROW_BYTES = 64,
};

typedef float vector __attribute__((vector_size(64)));
typedef int32_t bits __attribute__((vector_size(64)));

static bool fits(int in, int out, bool gathers) {
    return !gathers && in % TILE_CHANNELS == 0 && out % TILE_OUT == 0;
}

/* ---- Weights ---- */

static uint16_t round_number(float number) {
    uint32_t whole;
    memcpy(&whole, &number, sizeof whole);
    return (uint16_t)((whole + 0x7FFF + (whole >> 16 & 1)) >> 16);
}

/* Tiles of weights by 16 outputs, then taps, then 32 inputs; in a
 * tile two inputs of an output lie together. */
static void pack(const float *weights, int taps, int in, int out, bool gathers, void *packed) {
    if (!fits(in, out, gathers)) {
        cw_network_kernel_avx512.pack(weights, taps, in, out, gathers, packed);
        return;
    }
    uint16_t *place = packed;
    for (int first = 0; first < out; first += TILE_OUT) {
        for (int row = 0; row < taps * in; row += 2) {
            for (int column = 0; column < TILE_OUT; column++) {
                *place++ = round_number(weights[row * out + first + column]);
                *place++ = round_number(weights[(row + 1) * out + first + column]);
            }
        }
    }
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

/* The source as bf16: `count` numbers, a multiple of 32. */
static void round_all(const float *source, int count, uint16_t *rounded) {
    for (int i = 0; i < count; i += 32) {
        __m512bh both = _mm512_cvtne2ps_pbh(_mm512_loadu_ps(source + i + 16), _mm512_loadu_ps(source + i));
        memcpy(rounded + i, &both, sizeof both);
    }
    __asm__ volatile("" ::: "memory"); /* gcc 12 does not know that loading a tile reads memory */
}

/* The sums of 32 cells x 32 outputs: tiles 0 to 3 hold them, 4 and 5 cells, 6 and 7 weights. */
static void multiply_wide(const cw_convolution *convolution, const uint16_t *cells, const uint16_t *weights,
                          int weights_step, int low, float *sums) {
    const int in = convolution->in;
    const size_t step = sizeof(uint16_t) * (size_t)in;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int tap = 0; tap < convolution->taps; tap++) {
        const uint16_t *from = cells + convolution->reach[tap] - low;
        for (int channel = 0; channel < in; channel += TILE_CHANNELS, weights += TILE_NUMBERS) {
            _tile_loadd(4, from + channel, step);
            _tile_loadd(5, from + TILE_ROWS * in + channel, step);
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
    _tile_stored(2, sums + 2 * TILE_ROWS * TILE_OUT, 2 * ROW_BYTES);
    _tile_stored(3, sums + 2 * TILE_ROWS * TILE_OUT + TILE_OUT, 2 * ROW_BYTES);
}

/* The sums of 16 cells x 16 outputs, in the same places. */
static void multiply_narrow(const cw_convolution *convolution, const uint16_t *cells, const uint16_t *weights,
                            int low, float *sums) {
    const int in = convolution->in;
    const size_t step = sizeof(uint16_t) * (size_t)in;
    _tile_zero(0);
    for (int tap = 0; tap < convolution->taps; tap++) {
        const uint16_t *from = cells + convolution->reach[tap] - low;
        for (int channel = 0; channel < in; channel += TILE_CHANNELS, weights += TILE_NUMBERS) {
            _tile_loadd(4, from + channel, step);
            _tile_loadd(6, weights, ROW_BYTES);
            _tile_dpbf16ps(0, 4, 6);
        }
    }
    _tile_stored(0, sums, 2 * ROW_BYTES);
}

/* Adds what is to be added to the sums of `count` cells and bends them; `width` is 1 or 2 vectors. */
CW_INLINE void finish(const cw_convolution *convolution, const float *sums, int cell, int count, int first,
                      const int width) {
    const int step = convolution->out;
    const vector slope = convolution->slope - (vector){0};
    for (int row = 0; row < count; row++) {
        for (int j = 0; j < width; j++) {
            const int place = (cell + row) * step + first + j * TILE_OUT;
            vector sum = *(const vector *)(sums + 2 * row * TILE_OUT + j * TILE_OUT) +
                         *(const vector *)(convolution->biases + first + j * TILE_OUT);
            if (convolution->add != NULL)
                sum += *(const vector *)(convolution->add + place);
            bits above = sum > 0;
            *(vector *)(convolution->target + place) =
                (vector)(((bits)sum & above) | ((bits)(sum * slope) & ~above));
        }
    }
}

/* All cells for 32 outputs: as long as there are more than 16 cells, 32 of them at once. */
static void convolve_wide(const cw_convolution *convolution, const uint16_t *cells, const uint16_t *weights,
                          int weights_step, int low, int first, float *sums) {
    int cell = 0;
    for (; convolution->cells - cell > TILE_ROWS; cell += 2 * TILE_ROWS) {
        int left = convolution->cells - cell;
        multiply_wide(convolution, cells + cell * convolution->in, weights, weights_step, low, sums);
        finish(convolution, sums, cell, left < 2 * TILE_ROWS ? left : 2 * TILE_ROWS, first, 2);
    }
    if (cell == convolution->cells)
        return;
    multiply_narrow(convolution, cells + cell * convolution->in, weights, low, sums);
    multiply_narrow(convolution, cells + cell * convolution->in, weights + weights_step, low,
                    sums + TILE_OUT);
    finish(convolution, sums, cell, convolution->cells - cell, first, 2);
}

static void convolve_narrow(const cw_convolution *convolution, const uint16_t *cells, const uint16_t *weights,
                            int low, int first, float *sums) {
    for (int cell = 0; cell < convolution->cells; cell += TILE_ROWS) {
        int left = convolution->cells - cell;
        multiply_narrow(convolution, cells + cell * convolution->in, weights, low, sums);
        finish(convolution, sums, cell, left < TILE_ROWS ? left : TILE_ROWS, first, 1);
    }
}

static void convolve(const cw_convolution *convolution) {
    if (!fits(convolution->in, convolution->out, convolution->places != NULL)) {
        cw_network_kernel_avx512.convolve(convolution);
        return;
    }
    _Alignas(64) float sums[2 * TILE_ROWS * 2 * TILE_OUT];
    const int low = convolution->reach[0], high = convolution->reach[convolution->taps - 1];
    const int weights_step = convolution->taps * convolution->in * TILE_OUT;
    const uint16_t *weights = convolution->weights;
    round_all(convolution->source + low, convolution->cells * convolution->in + high - low,
              convolution->scratch);
    int first = 0;
    for (; first + 2 * TILE_OUT <= convolution->out; first += 2 * TILE_OUT, weights += 2 * weights_step)
        convolve_wide(convolution, convolution->scratch, weights, weights_step, low, first, sums);
    if (first < convolution->out)
        convolve_narrow(convolution, convolution->scratch, weights, low, first, sums);
}

const cw_network_kernel cw_network_kernel_amx = {
    .name = "amx",
    .pack = pack,
    .begin = open_tiles,
    .end = close_tiles,
    .convolve = convolve,
};
#endif
