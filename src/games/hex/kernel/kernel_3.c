/* The kernel for boards up to 13x13. */
#define KERNEL_WORDS 3
#define KERNEL_SIZE_MAX 13
#define KERNEL cw_hex_kernel_3
#include "games/hex/kernel/table.inc"
