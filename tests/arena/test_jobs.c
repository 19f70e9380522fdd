/* Jobs are delivered in order, whatever the number of threads. */
#include "harness.h"

#include "arena/jobs.h"

typedef struct job_log {
    int64_t delivered, stop_at, fail_at;
    int open, closed, discarded;
} job_log;

static cw_status open_job(void *payload, void **worker, cw_error *error) {
    (void)error;
    ((job_log *)payload)->open++;
    *worker = payload;
    return CW_OK;
}

static void close_job(void *worker) {
    ((job_log *)worker)->closed++;
}

static cw_status run_job(void *worker, int64_t number, void **product, cw_error *error) {
    if (number == ((job_log *)worker)->fail_at)
        return cw_fail(error, CW_IO, "job %lld fails", (long long)number);
    int64_t *square = malloc(sizeof *square);
    assert_non_null(square);
    *square = number * number;
    *product = square;
    return CW_OK;
}

static bool deliver_job(void *payload, int64_t number, void *product) {
    job_log *log = payload;
    assert_int_equal(number, log->delivered);
    assert_int_equal(*(int64_t *)product, number * number);
    free(product);
    return ++log->delivered != log->stop_at;
}

static cw_jobs make_jobs(job_log *log, int64_t count, int threads) {
    return (cw_jobs){.count = count,
                     .threads = threads,
                     .payload = log,
                     .open = open_job,
                     .close = close_job,
                     .run = run_job,
                     .deliver = deliver_job,
                     .discard = free};
}

static void all_jobs_are_delivered_in_order(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        job_log log = {.fail_at = -1};
        cw_jobs jobs = make_jobs(&log, 20000, threads);
        assert_int_equal(cw_jobs_run(&jobs, NULL), CW_OK);
        assert_int_equal(log.delivered, 20000);
        assert_int_equal(log.open, log.closed);
    }
}

static void a_listener_can_end_the_run(void **state) {
    (void)state;
    job_log log = {.fail_at = -1, .stop_at = 100};
    cw_jobs jobs = make_jobs(&log, 20000, 3);
    assert_int_equal(cw_jobs_run(&jobs, NULL), CW_OK);
    assert_int_equal(log.delivered, 100);
}

static void a_failure_ends_the_run(void **state) {
    (void)state;
    job_log log = {.fail_at = 50};
    cw_error error = {0};
    cw_jobs jobs = make_jobs(&log, 20000, 3);
    assert_int_equal(cw_jobs_run(&jobs, &error), CW_IO);
    assert_string_equal(error.message, "job 50 fails");
    assert_true(log.delivered <= 50);
    assert_int_equal(log.open, log.closed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_jobs_are_delivered_in_order),
        cmocka_unit_test(a_listener_can_end_the_run),
        cmocka_unit_test(a_failure_ends_the_run),
    };
    return RUN_TESTS(tests);
}
