#include "cli/bench_figure.h"

#include <linux/perf_event.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/files.h"

/* ---- Instructions ---- */

int bench_counter_open(void) {
    struct perf_event_attr wanted = {.type = PERF_TYPE_HARDWARE,
                                     .size = sizeof wanted,
                                     .config = PERF_COUNT_HW_INSTRUCTIONS,
                                     .exclude_kernel = 1,
                                     .exclude_hv = 1};
    return (int)syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

double bench_counter_read(int counter) {
    uint64_t count = 0;
    if (counter < 0 || read(counter, &count, sizeof count) != (ssize_t)sizeof count)
        return 0;
    return (double)count;
}

/* ---- Earlier figures ---- */

/* A line is an object with a name and a figure. */
static cw_status read_line(const char *line, size_t length, json_t *old, const char *path, cw_error *error) {
    json_t *object = json_loadb(line, length, 0, NULL);
    if (!json_is_string(json_object_get(object, "name")) ||
        !json_is_number(json_object_get(object, "per_second"))) {
        json_decref(object);
        return cw_fail(error, CW_BAD_INPUT, "%s is not what 'causeway bench --json' writes: line %zu", path,
                       json_array_size(old) + 1);
    }
    json_array_append_new(old, object);
    return CW_OK;
}

cw_status bench_read_old(const char *path, json_t **old, cw_error *error) {
    enum { BYTES_MAX = 1 << 20 };
    cw_text text = {0};
    cw_status status = cw_file_read(path, BYTES_MAX, &text, error);
    *old = json_array();
    for (const char *line = cw_text_string(&text); status == CW_OK && *line != '\0';) {
        size_t length = strcspn(line, "\n");
        if (length > 0)
            status = read_line(line, length, *old, path, error);
        line += length + (line[length] == '\n');
    }
    if (status == CW_OK && json_array_size(*old) == 0)
        status =
            cw_fail(error, CW_BAD_INPUT, "%s holds no figures, 'causeway bench --json' writes some", path);
    cw_text_free(&text);
    if (status != CW_OK) {
        json_decref(*old);
        *old = NULL;
    }
    return status;
}

bench_figure bench_find_old(const json_t *old, const char *name) {
    for (size_t i = 0; i < json_array_size(old); i++) {
        const json_t *object = json_array_get(old, i);
        if (strcmp(json_string_value(json_object_get(object, "name")), name) == 0)
            return (bench_figure){.per_second = json_number_value(json_object_get(object, "per_second")),
                                  .spread = json_number_value(json_object_get(object, "spread")),
                                  .instructions = json_number_value(json_object_get(object, "instructions"))};
    }
    return (bench_figure){0};
}

/* ---- Comparing ---- */

double bench_change(bench_figure old, bench_figure now) {
    return old.per_second > 0 ? now.per_second / old.per_second - 1 : 0;
}

bench_verdict bench_compare(bench_figure old, bench_figure now) {
    const double counted = 0.01, timed = 0.02;
    if (old.per_second <= 0)
        return BENCH_NEW;
    if (old.instructions > 0 && now.instructions > 0) {
        double ratio = now.instructions / old.instructions;
        return fabs(ratio - 1) <= counted ? BENCH_SAME : ratio < 1 ? BENCH_FASTER : BENCH_SLOWER;
    }
    /* Measured from the slower of both: from the faster no change is more than 100 %, and a spread may be. */
    double noise = fmax(fmax(old.spread, now.spread), timed);
    bool is_faster = now.per_second > old.per_second;
    bench_figure slow = is_faster ? old : now, fast = is_faster ? now : old;
    bool is_noise = fast.per_second <= slow.per_second * (1 + noise);
    return is_noise ? BENCH_SAME : is_faster ? BENCH_FASTER : BENCH_SLOWER;
}
