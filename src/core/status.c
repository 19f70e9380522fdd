#include "causeway/status.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/utf8.h"

/* Messages quote what came from outside: control characters would break their one line, or the terminal, and
 * what is no UTF-8, or was cut in the middle of a character, could not be kept. */
static void make_safe(char *message) {
    cw_utf8_mend(message);
    for (; *message != '\0'; message++) {
        if ((unsigned char)*message < 0x20 || *message == 0x7F)
            *message = '?';
    }
}

cw_status cw_fail(cw_error *error, cw_status status, const char *format, ...) {
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        make_safe(error->message);
        error->status = status;
    }
    return status;
}

const char *cw_status_name(cw_status status) {
    switch (status) {
    case CW_OK:
        return "ok";
    case CW_BAD_INPUT:
        return "bad input";
    case CW_ILLEGAL:
        return "illegal";
    case CW_NO_MEMORY:
        return "out of memory";
    case CW_IO:
        return "input or output failed";
    case CW_TIMEOUT:
        return "no answer in time";
    case CW_UNSUPPORTED:
        return "not supported";
    case CW_STOPPED:
        return "stopped";
    }
    return "unknown";
}
