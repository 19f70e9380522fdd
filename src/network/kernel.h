/* The arithmetic of a network: one source (kernel_source.h) compiled for several kinds of processors, and two
 * that round to bf16, of which the best that runs here is picked when a network is made.
 *
 * Maps lie as [cell][channel]; the channels of a cell are padded to a multiple of CW_NETWORK_ALIGN floats,
 * and all begin at multiples of 64 bytes. Cells are counted in tiles of CW_NETWORK_TILE; a map has room for
 * whole tiles. */
#ifndef CW_NETWORK_KERNEL_H
#define CW_NETWORK_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CW_NETWORK_ALIGN = 16, /* floats in 64 bytes: the widest vector */
    CW_NETWORK_TILE = 6,   /* cells that are computed together */
    CW_NETWORK_TAPS_MAX = 19,
    CW_NETWORK_SCRATCH_CELLS = 32,
    CW_NETWORK_SCRATCH_CHANNELS = 32, /* the channels of a cell are a multiple of this */
    CW_NETWORK_KERNELS_MAX = 5,
};

/* A number of floats made up to whole units of 64 bytes. */
static inline int cw_network_padded(int count) {
    return (count + CW_NETWORK_ALIGN - 1) / CW_NETWORK_ALIGN * CW_NETWORK_ALIGN;
}

/* One convolution: target = bend(biases + add + sum over taps of weights * source). */
typedef struct cw_convolution {
    const float *source;
    const int32_t *places; /* where each cell begins in the source, in floats; NULL: cell * source_step */
    int source_step;       /* floats from cell to cell in the source */
    int32_t reach[CW_NETWORK_TAPS_MAX]; /* how far away each tap lies in the source, in floats */
    int taps, in;
    const void *weights; /* as `pack` leaves them */
    const float *biases; /* padded */
    const float *add;    /* NULL, or a map like the target; may be the target */
    float *target;
    int out, cells;    /* cells: a multiple of CW_NETWORK_TILE */
    uint16_t *scratch; /* room for as many numbers as the source has, its channels made up to
                          CW_NETWORK_SCRATCH_CHANNELS, CW_NETWORK_SCRATCH_CELLS cells and 4 kB more */
    float slope;       /* what is below zero is multiplied by this */
} cw_convolution;

typedef struct cw_network_kernel {
    const char *name;
    /* Reorders the weights [tap][in][out] of a convolution as `convolve` reads them, into room for
       taps * in * padded(out) floats. `gathers`: it will be called with `places`. */
    void (*pack)(const float *weights, int taps, int in, int out, bool gathers, void *packed);
    /* Optional: called by a thread before its first convolution of an evaluation and after the last one. */
    void (*begin)(void);
    void (*end)(void);
    void (*convolve)(const cw_convolution *convolution);
} cw_network_kernel;

/* The kernels that run on this processor, best first; the last one, "portable", always does. */
int cw_network_kernels(const cw_network_kernel *kernels[CW_NETWORK_KERNELS_MAX]);

/* A full layer, the same to the bit on every processor: target = bend(biases + weights * source). Weights lie
 * as [in][padded(out)], biases and target have room for padded(out). The target is not the source. */
void cw_network_dense(const float *source, int in, const float *weights, const float *biases, int out,
                      float slope, float *target);

/* Where the compiler builds them. */
extern const cw_network_kernel cw_network_kernel_portable;
extern const cw_network_kernel cw_network_kernel_avx2;
extern const cw_network_kernel cw_network_kernel_avx512;
extern const cw_network_kernel cw_network_kernel_bf16;
extern const cw_network_kernel cw_network_kernel_amx;

#endif
