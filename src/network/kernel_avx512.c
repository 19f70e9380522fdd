#if defined(__x86_64__) && !defined(CW_PORTABLE)
#define LANES 16
#define KERNEL cw_network_kernel_avx512
#define KERNEL_NAME "avx512"
#include "network/kernel_source.h"
#endif
