/* Files of networks. The checksum is set right, so that what is behind it meets damaged texts and numbers; a
 * network that is read computes something on a board. */
#include <string.h>

#include "fuzz.h"
#include "network/network.h"

enum { HEADER = 24, SIZE_MAX_BYTES = 1 << 16, WORK_MAX = 20000000 };

/* CRC-32, bit by bit. */
static uint32_t checksum(const uint8_t *bytes, size_t size) {
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc & 1) != 0 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}

static void compute(const cw_network *network) {
    cw_workspace *workspace = NULL;
    if (cw_network_work(network, 9) > WORK_MAX ||
        cw_workspace_create(network, 3, 3, &workspace, NULL) != CW_OK)
        return;
    cw_workspace_run(workspace);
    cw_workspace_destroy(workspace);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t copy[SIZE_MAX_BYTES];
    cw_network *network = NULL;
    cw_error error = {0};
    if (size > sizeof copy)
        return 0;
    memcpy(copy, data, size);
    if (size > HEADER) {
        uint32_t crc = checksum(copy + HEADER, size - HEADER);
        memcpy(copy + 20, &crc, sizeof crc);
    }
    cw_status status = cw_network_read(copy, size, "fuzzed", NULL, &network, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK)
        compute(network);
    cw_network_destroy(status == CW_OK ? network : NULL);
    return 0;
}
