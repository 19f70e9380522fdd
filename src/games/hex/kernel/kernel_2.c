/* The kernel for boards up to 11x11. */
#define KERNEL_WORDS 2
#define KERNEL_SIZE_MAX 11
#define KERNEL cw_hex_kernel_2
#include "games/hex/kernel/table.inc"
