/* The source of every kernel. A file that defines LANES (floats in a vector), KERNEL (the table) and
 * KERNEL_NAME and includes this is one; the compiler's flags for that file decide the instructions. Without
 * them it is the portable one.
 *
 * The hot loop keeps TILE cells x 2 vectors of sums in registers. For each tap and input channel it loads two
 * vectors of weights once and multiplies them with one number of each cell. Weights are packed in the order
 * in which they are read: by pairs of vectors, then taps, then input channels. */
#include "network/kernel.h"

#include "core/cpu.h"

#ifndef LANES
#define LANES 4
#define KERNEL cw_network_kernel_portable
#define KERNEL_NAME "portable"
#endif
#define TILE CW_NETWORK_TILE

typedef float vector __attribute__((vector_size(LANES * sizeof(float))));
typedef int32_t bits __attribute__((vector_size(LANES * sizeof(int32_t))));

CW_INLINE vector spread(float number) {
    return number - (vector){0};
}

CW_INLINE vector bend(vector sum, float slope) {
    bits above = sum > 0;
    return (vector)(((bits)sum & above) | ((bits)(sum * spread(slope)) & ~above));
}

static int vectors_of(int out) {
    return (out + LANES - 1) / LANES;
}

/* The sums of `width` vectors (1 or 2, known to the compiler) of a tile of cells. */
CW_INLINE void convolve_tile(const cw_convolution *convolution, const float *weights, int cell, int first,
                             const int width) {
    const int step = cw_network_padded(convolution->out), in = convolution->in;
    const float *source[TILE];
    vector sums[TILE][2];
    for (int i = 0; i < TILE; i++) {
        int place = convolution->places != NULL ? convolution->places[cell + i]
                                                : (cell + i) * convolution->source_step;
        source[i] = convolution->source + place;
        for (int j = 0; j < width; j++) {
            sums[i][j] = ((const vector *)convolution->biases)[first + j];
            if (convolution->add != NULL)
                sums[i][j] += ((const vector *)(convolution->add + (cell + i) * step))[first + j];
        }
    }
    const vector *weight = (const vector *)weights;
    for (int tap = 0; tap < convolution->taps; tap++) {
        const int32_t reach = convolution->reach[tap];
        for (int channel = 0; channel < in; channel++, weight += width) {
            for (int i = 0; i < TILE; i++) {
                vector number = spread(source[i][reach + channel]);
                for (int j = 0; j < width; j++)
                    sums[i][j] += number * weight[j];
            }
        }
    }
    for (int i = 0; i < TILE; i++) {
        for (int j = 0; j < width; j++)
            ((vector *)(convolution->target + (cell + i) * step))[first + j] =
                bend(sums[i][j], convolution->slope);
    }
}

static void convolve(const cw_convolution *convolution) {
    const int vectors = vectors_of(convolution->out), rows = convolution->taps * convolution->in;
    const float *weights = convolution->weights;
    int first = 0;
    for (; first + 2 <= vectors; first += 2, weights += rows * 2 * LANES) {
        for (int cell = 0; cell < convolution->cells; cell += TILE)
            convolve_tile(convolution, weights, cell, first, 2);
    }
    for (int cell = 0; first < vectors && cell < convolution->cells; cell += TILE)
        convolve_tile(convolution, weights, cell, first, 1);
}

static void pack(const float *weights, int taps, int in, int out, bool gathers, void *packed) {
    float *place = packed;
    const int vectors = vectors_of(out), rows = taps * in;
    (void)gathers;
    for (int first = 0; first < vectors; first += 2) {
        const int width = LANES * (vectors - first < 2 ? 1 : 2);
        for (int row = 0; row < rows; row++) {
            for (int lane = 0; lane < width; lane++) {
                int column = first * LANES + lane;
                *place++ = column < out ? weights[(size_t)row * (size_t)out + (size_t)column] : 0;
            }
        }
    }
}

const cw_network_kernel KERNEL = {
    .name = KERNEL_NAME,
    .pack = pack,
    .convolve = convolve,
};
