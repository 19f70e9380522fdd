/* Files of fits, given to the reader as a file in memory; each player of each candidate has a spec. */
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "lab/fit.h"

/* The specs of a few candidates, the first and the last among them. */
static void print_specs(const cw_fit *fit) {
    int step = fit->candidate_count / 8 + 1;
    for (int i = fit->candidate_count - 1; i >= 0; i -= step) {
        for (int player = 0; player < fit->player_count; player++) {
            cw_text spec = {0};
            cw_error error = {0};
            fuzz_check_error(cw_fit_spec(fit, &fit->candidates[i], player, &spec, &error), &error);
            cw_text_free(&spec);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int file = memfd_create("fit", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    lseek(file, 0, SEEK_SET);
    cw_fit *fit = NULL;
    cw_error error = {0};
    cw_status status = cw_fit_read(path, &fit, &error);
    fuzz_check_error(status, &error);
    if (status == CW_OK) {
        fuzz_check(fit->candidate_count >= 1, "there is a candidate");
        print_specs(fit);
        cw_fit_destroy(fit);
    }
    close(file);
    return 0;
}
