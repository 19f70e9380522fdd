#include "cli/version.h"

#include "causeway/version.h"
#include "cli/commit.h"

#if defined(__clang__)
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif

#ifdef NDEBUG
#define KIND "release"
#else
#define KIND "debug"
#endif

const char *cli_version(void) {
    return "causeway " CW_VERSION " (commit " CW_COMMIT ", " COMPILER ", " KIND ")";
}
