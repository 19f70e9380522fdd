/* The network of Hex that ships, embedded in the program as its file is (networks/hex.cwn). */
#include "core/embed.h"
#include "games/hex/hex.h"

#ifndef CW_HEX_NETWORK
#define CW_HEX_NETWORK "networks/hex.cwn" /* for those who only look at the source */
#endif

CW_EMBED(cw_hex_shipped, CW_HEX_NETWORK)

const unsigned char *cw_hex_shipped_network(size_t *size) {
    *size = cw_embedded_size(cw_hex_shipped_begin, cw_hex_shipped_end);
    return cw_hex_shipped_begin;
}
