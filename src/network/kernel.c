#include "network/kernel.h"

#if defined(__x86_64__) && !defined(CW_PORTABLE)

int cw_network_kernels(const cw_network_kernel *kernels[CW_NETWORK_KERNELS_MAX]) {
    int count = 0;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("fma"))
        kernels[count++] = &cw_network_kernel_avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        kernels[count++] = &cw_network_kernel_avx2;
    kernels[count++] = &cw_network_kernel_portable;
    return count;
}

#else

int cw_network_kernels(const cw_network_kernel *kernels[CW_NETWORK_KERNELS_MAX]) {
    kernels[0] = &cw_network_kernel_portable;
    return 1;
}

#endif
