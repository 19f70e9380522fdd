/* The network of Hex that ships, embedded in the program as its file is (networks/hex.cwn). */
#include "games/hex/hex.h"

#ifndef CW_HEX_NETWORK
#define CW_HEX_NETWORK "networks/hex.cwn" /* for those who only look at the source */
#endif

__asm__(".section .rodata\n"
        ".balign 16\n"
        "cw_hex_shipped_begin:\n"
        ".incbin \"" CW_HEX_NETWORK "\"\n"
        "cw_hex_shipped_end:\n"
        ".byte 0\n"
        ".previous\n");

extern const unsigned char cw_hex_shipped_begin[], cw_hex_shipped_end[];

const unsigned char *cw_hex_shipped_network(size_t *size) {
    *size = (size_t)(cw_hex_shipped_end - cw_hex_shipped_begin);
    return cw_hex_shipped_begin;
}
