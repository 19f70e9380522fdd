#if defined(__x86_64__) && !defined(CW_PORTABLE)
#define LANES 8
#define KERNEL cw_network_kernel_avx2
#define KERNEL_NAME "avx2"
#include "network/kernel_source.h"
#endif
