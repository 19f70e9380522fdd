/* Experiment files, given to the reader as a file in memory. */
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "lab/experiment.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int file = memfd_create("experiment", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    lseek(file, 0, SEEK_SET);
    cw_experiment *experiment = NULL;
    cw_error error = {0};
    cw_status status = cw_experiment_read(path, &experiment, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK)
        cw_experiment_destroy(experiment);
    close(file);
    return 0;
}
