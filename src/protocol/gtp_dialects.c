/* The dialects of GTP. A new one is one file and its two lines here. */
#include <stddef.h>

#include "protocol/gtp.h"

extern const cw_gtp_dialect cw_htp_dialect;

const cw_gtp_dialect *const cw_gtp_dialects[] = {
    &cw_htp_dialect,
    NULL,
};
