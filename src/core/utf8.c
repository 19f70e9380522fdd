#include "core/utf8.h"

/* The length that the first byte tells; 0 if no character begins so. */
static int length_told(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* Some second bytes would make a shorter character long, a half of a pair, or one beyond the last. */
static bool is_second_byte(unsigned char first, unsigned char second) {
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
}

int cw_utf8_step(const char *string, bool *valid) {
    const unsigned char *bytes = (const unsigned char *)string;
    int length = length_told(bytes[0]);
    *valid = length > 0 && (length == 1 || is_second_byte(bytes[0], bytes[1]));
    for (int i = 2; i < length && *valid; i++)
        *valid = (bytes[i] & 0xC0) == 0x80;
    return *valid ? length : 1;
}

int cw_utf8_length(const char *string) {
    int length = 0;
    for (bool valid; *string != '\0'; length++)
        string += cw_utf8_step(string, &valid);
    return length;
}

bool cw_utf8_is_valid(const char *string) {
    bool valid = true;
    while (*string != '\0' && valid)
        string += cw_utf8_step(string, &valid);
    return valid;
}

void cw_utf8_mend(char *string) {
    while (*string != '\0') {
        bool valid;
        int step = cw_utf8_step(string, &valid);
        if (!valid)
            *string = '?';
        string += step;
    }
}
