/* The kernel for boards up to 7x7. */
#define KERNEL_WORDS 1
#define KERNEL_SIZE_MAX 7
#define KERNEL cw_hex_kernel_1
#include "games/hex/kernel/table.inc"
