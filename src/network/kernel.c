#include "network/kernel.h"

#if defined(__x86_64__) && !defined(CW_PORTABLE)

#include <cpuid.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

/* Does the processor multiply bf16 numbers? Compilers take those that do to have AVX512BW as well. */
static bool has_bf16(void) {
    unsigned a, b, c, d;
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __get_cpuid_count(7, 1, &a, &b, &c, &d) && (a >> 5 & 1) != 0;
}

/* Has the processor tiles for them, and does the system let us use them? Asking twice does no harm. */
static bool has_tiles(void) {
#if defined(__linux__) && defined(SYS_arch_prctl)
    enum { REQUEST_PERMISSION = 0x1023, TILE_DATA = 18 };
    unsigned a, b, c, d;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (d >> 22 & 1) == 0 || (d >> 24 & 1) == 0)
        return false;
    return syscall(SYS_arch_prctl, REQUEST_PERMISSION, TILE_DATA) == 0;
#else
    return false;
#endif
}

int cw_network_kernels(const cw_network_kernel *kernels[CW_NETWORK_KERNELS_MAX]) {
    int count = 0;
    if (has_bf16() && has_tiles())
        kernels[count++] = &cw_network_kernel_amx;
    if (has_bf16())
        kernels[count++] = &cw_network_kernel_bf16;
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
