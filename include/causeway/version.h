/* The version of the library and the program. */
#ifndef CAUSEWAY_VERSION_H
#define CAUSEWAY_VERSION_H

#include "causeway/status.h"

#define CW_VERSION "0.1.0"

/* The version of the library that is linked, which may differ from the header's. */
CW_API const char *cw_version(void);

#endif
