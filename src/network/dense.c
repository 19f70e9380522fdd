/* Full layers. They are small, and games that promise the same play on every machine are built on them: so
 * there is one order of additions and no fused ones, and inputs that are 0 are passed over. */
#include <string.h>

#include "core/cpu.h"
#include "network/kernel.h"

/* `width` outputs (16 or 32, known to the compiler), which stay in registers. */
CW_INLINE void compute(const float *source, int in, const float *weights, int step, const float *biases,
                       float slope, float *target, const int width) {
    float sums[2 * CW_NETWORK_ALIGN];
    memcpy(sums, biases, sizeof(float) * (size_t)width);
    for (int i = 0; i < in; i++, weights += step) {
        const float number = source[i];
        if (number == 0)
            continue;
        for (int j = 0; j < width; j++)
            sums[j] += number * weights[j];
    }
    for (int j = 0; j < width; j++)
        target[j] = sums[j] > 0 ? sums[j] : slope * sums[j];
}

CW_MULTIVERSION
static void compute_all(const float *source, int in, const float *weights, int step, const float *biases,
                        float slope, float *target) {
    int first = 0;
    for (; first + 2 * CW_NETWORK_ALIGN <= step; first += 2 * CW_NETWORK_ALIGN)
        compute(source, in, weights + first, step, biases + first, slope, target + first,
                2 * CW_NETWORK_ALIGN);
    if (first < step)
        compute(source, in, weights + first, step, biases + first, slope, target + first, CW_NETWORK_ALIGN);
}

void cw_network_dense(const float *source, int in, const float *weights, const float *biases, int out,
                      float slope, float *target) {
    compute_all(source, in, weights, cw_network_padded(out), biases, slope, target);
}
