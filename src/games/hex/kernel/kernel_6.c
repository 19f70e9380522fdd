/* The kernel for boards up to 19x19. */
#define KERNEL_WORDS 6
#define KERNEL_SIZE_MAX 19
#define KERNEL cw_hex_kernel_6
#include "games/hex/kernel/table.inc"
