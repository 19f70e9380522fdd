#include "network/file.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { HEADER_BYTES = 24, VERSION = 1 }; /* the checksum covers everything behind the header */

static const unsigned char magic[8] = {0x89, 'C', 'W', 'N', '\r', '\n', 0x1A, '\n'};

_Static_assert(sizeof(float) == 4, "weights are 32-bit floats");

static uint32_t read_u32(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* CRC-32 as in zlib, four bits at a time. */
static uint32_t checksum(const unsigned char *bytes, size_t size) {
    static const uint32_t table[16] = {
        0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
        0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C,
    };
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc = table[(crc ^ bytes[i]) & 15] ^ crc >> 4;
        crc = table[(crc ^ (uint32_t)bytes[i] >> 4) & 15] ^ crc >> 4;
    }
    return ~crc;
}

cw_status cw_network_file_check(const unsigned char *bytes, size_t size, const char *name, cw_error *error) {
    if (size < HEADER_BYTES || memcmp(bytes, magic, sizeof magic) != 0)
        return cw_fail(error, CW_BAD_INPUT, "network %s: this is no network file", name);
    uint32_t version = read_u32(bytes + 8);
    if (version != VERSION)
        return cw_fail(error, CW_BAD_INPUT, "network %s: version %" PRIu32 " of the format, not %d", name,
                       version, VERSION);
    uint64_t expected = HEADER_BYTES + (uint64_t)read_u32(bytes + 12) + 4 * (uint64_t)read_u32(bytes + 16);
    if (size != expected)
        return cw_fail(error, CW_BAD_INPUT, "network %s: %zu bytes where %" PRIu64 " belong: it is %s", name,
                       size, expected, size < expected ? "cut" : "too long");
    if (checksum(bytes + HEADER_BYTES, size - HEADER_BYTES) != read_u32(bytes + 20))
        return cw_fail(error, CW_BAD_INPUT, "network %s: its checksum is wrong, the file is damaged", name);
    return CW_OK;
}

const char *cw_network_file_text(const unsigned char *bytes, size_t *length) {
    *length = read_u32(bytes + 12);
    return (const char *)bytes + HEADER_BYTES;
}

size_t cw_network_file_count(const unsigned char *bytes) {
    return read_u32(bytes + 16);
}

cw_status cw_network_file_weights(const unsigned char *bytes, const char *name, float *weights,
                                  cw_error *error) {
    const unsigned char *place = bytes + HEADER_BYTES + read_u32(bytes + 12);
    size_t count = cw_network_file_count(bytes);
    for (size_t i = 0; i < count; i++, place += 4) {
        uint32_t bits = read_u32(place);
        memcpy(&weights[i], &bits, sizeof bits);
        if (!isfinite(weights[i]))
            return cw_fail(error, CW_BAD_INPUT, "network %s: weight %zu is not a finite number", name, i);
    }
    return CW_OK;
}

static void append_u32(cw_text *file, uint32_t number) {
    for (int shift = 0; shift < 32; shift += 8)
        cw_text_append_char(file, (char)(number >> shift));
}

void cw_network_file_write(const char *text, const float *weights, size_t count, cw_text *file) {
    cw_text body = {0};
    cw_text_append(&body, text);
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &weights[i], sizeof bits);
        append_u32(&body, bits);
    }
    cw_text_append_bytes(file, (const char *)magic, sizeof magic);
    append_u32(file, VERSION);
    append_u32(file, (uint32_t)strlen(text));
    append_u32(file, (uint32_t)count);
    append_u32(file, checksum((const unsigned char *)cw_text_string(&body), body.length));
    cw_text_append_bytes(file, cw_text_string(&body), body.length);
    file->out_of_memory = file->out_of_memory || body.out_of_memory;
    cw_text_free(&body);
}
