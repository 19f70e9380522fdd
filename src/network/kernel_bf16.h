/* What kernels share that multiply numbers rounded to bf16 (8 significant bits): which convolutions they take,
 * how weights and sources are rounded, and how sums become a target. Sums, biases and what is added stay
 * 32-bit floats. For files compiled with AVX-512 and its instructions for bf16.
 *
 * The channels of a source are made up to whole units, which each kernel chooses; two channels of it, and the
 * two weights that belong to them, lie together in 32 bits. */
#ifndef CW_NETWORK_KERNEL_BF16_H
#define CW_NETWORK_KERNEL_BF16_H

#if defined(__x86_64__) && !defined(CW_PORTABLE)
#include <immintrin.h>
#include <string.h>

#include "core/cpu.h"
#include "network/kernel.h"

enum {
    CW_BF16_OUTPUTS = 16,      /* in a vector of sums */
    CW_BF16_VECTOR = 32,       /* bf16 numbers in a vector; of weights: 16 outputs x 2 channels */
    CW_BF16_MAP_CHANNELS = 32, /* the channels of a map that fits are a multiple of this */
};

typedef float cw_bf16_sums __attribute__((vector_size(64)));
typedef int32_t cw_bf16_bits __attribute__((vector_size(64)));

/* Channels made up to whole units. */
CW_INLINE int cw_bf16_whole(int in, int unit) {
    return (in + unit - 1) / unit * unit;
}

/* An input of few planes for a large unit would need more room than there is, and more time. */
CW_INLINE bool cw_bf16_fits(int in, int out, bool gathers, int unit) {
    return out % CW_BF16_OUTPUTS == 0 &&
           (gathers ? 2 * in >= cw_bf16_whole(in, unit) : in % CW_BF16_MAP_CHANNELS == 0);
}

/* ---- Weights ---- */

CW_INLINE uint16_t cw_bf16_round(float number) {
    uint32_t whole;
    memcpy(&whole, &number, sizeof whole);
    return (uint16_t)((whole + 0x7FFF + (whole >> 16 & 1)) >> 16);
}

CW_INLINE uint16_t cw_bf16_weight(const float *weights, int tap, int channel, int in, int out, int column) {
    return channel < in ? cw_bf16_round(weights[(tap * in + channel) * out + column]) : 0;
}

/* By 16 outputs, then taps, then two inputs, which lie together. */
CW_INLINE void cw_bf16_pack(const float *weights, int taps, int in, int out, int unit, uint16_t *place) {
    const int whole = cw_bf16_whole(in, unit);
    for (int first = 0; first < out; first += CW_BF16_OUTPUTS) {
        for (int row = 0; row < taps * whole; row += 2) {
            int tap = row / whole, channel = row % whole;
            for (int column = first; column < first + CW_BF16_OUTPUTS; column++) {
                *place++ = cw_bf16_weight(weights, tap, channel, in, out, column);
                *place++ = cw_bf16_weight(weights, tap, channel + 1, in, out, column);
            }
        }
    }
}

/* ---- Sources ---- */

/* A source as bf16, and which of its numbers belong to a cell: how far from its own its taps lie, and the
 * channels of each. */
typedef struct cw_bf16_footprint {
    const uint16_t *cells; /* the cell at place 0 */
    int32_t reach[CW_NETWORK_TAPS_MAX];
    int taps, in;
} cw_bf16_footprint;

/* Rounds a map; its channels are whole units already. */
CW_INLINE cw_bf16_footprint cw_bf16_round_map(const cw_convolution *convolution) {
    cw_bf16_footprint print = {.taps = convolution->taps, .in = convolution->in};
    memcpy(print.reach, convolution->reach, sizeof print.reach);
    const int low = print.reach[0], high = print.reach[print.taps - 1];
    const int count = convolution->cells * print.in + high - low;
    const float *source = convolution->source + low;
    print.cells = convolution->scratch - low;
    for (int i = 0; i < count; i += CW_BF16_VECTOR) {
        __m512bh both = _mm512_cvtne2ps_pbh(_mm512_loadu_ps(source + i + 16), _mm512_loadu_ps(source + i));
        memcpy(convolution->scratch + i, &both, sizeof both);
    }
    return print;
}

/* Rounds one cell of an input, with empty channels up to whole vectors: what is beyond whole units the next
 * cell overwrites, and after the last one the scratch has room. */
CW_INLINE void cw_bf16_round_cell(const float *source, int in, uint16_t *rounded) {
    for (int i = 0; i < in; i += CW_BF16_VECTOR) {
        int low = in - i < 16 ? in - i : 16, high = in - i - 16;
        high = high < 0 ? 0 : high > 16 ? 16 : high;
        __m512 lower = _mm512_maskz_loadu_ps((__mmask16)((1u << low) - 1), source + i);
        __m512 upper = _mm512_maskz_loadu_ps((__mmask16)((1u << high) - 1), source + i + 16);
        __m512bh both = _mm512_cvtne2ps_pbh(upper, lower);
        memcpy(rounded + i, &both, sizeof both);
    }
}

/* Rounds an input from the first tap of the first to the last tap of the last. */
CW_INLINE cw_bf16_footprint cw_bf16_round_input(const cw_convolution *convolution, int unit) {
    const int in = convolution->in, taps = convolution->taps;
    cw_bf16_footprint print = {.taps = taps, .in = cw_bf16_whole(in, unit)};
    int32_t last = convolution->places[0];
    for (int tap = 0; tap < taps; tap++)
        print.reach[tap] = convolution->reach[tap] / in * print.in;
    for (int cell = 1; cell < convolution->cells; cell++)
        last = convolution->places[cell] > last ? convolution->places[cell] : last;
    const int low = convolution->places[0] + convolution->reach[0];
    const int count = (last + convolution->reach[taps - 1] - low) / in + 1;
    print.cells = convolution->scratch - low / in * print.in;
    for (int cell = 0; cell < count; cell++)
        cw_bf16_round_cell(convolution->source + low + cell * in, in, convolution->scratch + cell * print.in);
    return print;
}

/* Where the rounded numbers of a cell begin. */
CW_INLINE const uint16_t *cw_bf16_cell(const cw_convolution *convolution, const cw_bf16_footprint *print,
                                       int cell) {
    const int index = convolution->places != NULL ? convolution->places[cell] / convolution->in : cell;
    return print->cells + index * print->in;
}

/* ---- Targets ---- */

/* Adds what is to be added to 16 sums of a cell, bends them and keeps them. */
CW_INLINE void cw_bf16_finish(const cw_convolution *convolution, cw_bf16_sums sum, int cell, int column) {
    const int place = cell * convolution->out + column;
    const cw_bf16_sums slope = convolution->slope - (cw_bf16_sums){0};
    sum += *(const cw_bf16_sums *)(convolution->biases + column);
    if (convolution->add != NULL)
        sum += *(const cw_bf16_sums *)(convolution->add + place);
    cw_bf16_bits above = sum > 0;
    *(cw_bf16_sums *)(convolution->target + place) =
        (cw_bf16_sums)(((cw_bf16_bits)sum & above) | ((cw_bf16_bits)(sum * slope) & ~above));
}

#endif
#endif
