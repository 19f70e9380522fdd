#include "core/numbers.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

bool cw_number_read(const char *text, double low, double high, double *number) {
    char *end;
    errno = 0;
    double read = strtod(text, &end);
    bool is_number = end != text && *end == '\0' && errno == 0 && !isspace((unsigned char)text[0]);
    if (!is_number || !(read >= low && read <= high))
        return false;
    *number = read;
    return true;
}

bool cw_whole_read(const char *text, int64_t low, int64_t high, int64_t *number) {
    char *end;
    errno = 0;
    long long read = strtoll(text, &end, 10);
    bool is_number = end != text && *end == '\0' && errno == 0 && !isspace((unsigned char)text[0]);
    if (!is_number || read < low || read > high)
        return false;
    *number = read;
    return true;
}
