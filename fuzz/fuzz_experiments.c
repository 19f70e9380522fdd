/* Experiment files, given to the reader as a file in memory and as a text: both are read alike. */
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
    char *text = fuzz_string(data, size);
    cw_status again = cw_experiment_parse(path, text, &experiment, &error);
    fuzz_check_error(again, &error);
    fuzz_check(memchr(data, 0, size) != NULL || again == status, "a text reads like a file");
    if (again == CW_OK)
        cw_experiment_destroy(experiment);
    free(text);
    return 0;
}
