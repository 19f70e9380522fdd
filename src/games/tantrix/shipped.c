/* The network of Tantrix that ships, embedded in the program as its file is (networks/tantrix.cwn). */
#include "core/embed.h"
#include "games/tantrix/forecast.h"

#ifndef CW_TANTRIX_NETWORK
#define CW_TANTRIX_NETWORK "networks/tantrix.cwn" /* for those who only look at the source */
#endif

CW_EMBED(cw_tantrix_shipped, CW_TANTRIX_NETWORK)

const unsigned char *cw_tantrix_shipped_network(size_t *size) {
    *size = cw_embedded_size(cw_tantrix_shipped_begin, cw_tantrix_shipped_end);
    return cw_tantrix_shipped_begin;
}
