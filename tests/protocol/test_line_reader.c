/* The reader thread: order of lines, cleaning, interrupts, and its end. */
#include "harness.h"

#include <unistd.h>

#include "core/clock.h"
#include "protocol/gtp.h"
#include "protocol/line_reader.h"

typedef struct channel {
    int ends[2];
    cw_flag stop;
    cw_line_reader *lines;
} channel;

static void open_channel(channel *self) {
    cw_error error = {0};
    assert_int_equal(pipe(self->ends), 0);
    cw_flag_lower(&self->stop);
    assert_int_equal(cw_line_reader_open(self->ends[0], "# interrupt", &self->stop, &self->lines, &error),
                     CW_OK);
}

static void close_channel(channel *self) {
    cw_line_reader_close(self->lines);
    close(self->ends[0]);
    if (self->ends[1] >= 0)
        close(self->ends[1]);
}

static void send_string(const channel *self, const char *string) {
    assert_int_equal(write(self->ends[1], string, strlen(string)), (ssize_t)strlen(string));
}

static void expect_line(channel *self, const char *expected) {
    char *line = cw_line_reader_next(self->lines);
    assert_non_null(line);
    assert_string_equal(line, expected);
    free(line);
}

/* Waits until a condition that another thread brings about holds. */
#define WAIT_UNTIL(condition)                                                                                \
    for (double start = cw_clock_now(); !(condition);)                                                       \
    assert_true(cw_clock_now() - start < 200)

static void lines_come_in_order_and_clean(void **state) {
    (void)state;
    channel self;
    open_channel(&self);
    send_string(&self, "name\r\n\n  b\tc\x01 \nlast");
    close(self.ends[1]);
    self.ends[1] = -1;
    expect_line(&self, "name");
    expect_line(&self, "");
    expect_line(&self, "  b\tc ");
    expect_line(&self, "last");
    assert_null(cw_line_reader_next(self.lines));
    assert_null(cw_line_reader_next(self.lines));
    close_channel(&self);
}

static void an_interrupt_reaches_the_running_line(void **state) {
    (void)state;
    channel self;
    open_channel(&self);
    send_string(&self, "one\n");
    expect_line(&self, "one");
    assert_false(cw_flag_is_up(&self.stop));
    send_string(&self, "# interrupt\n");
    WAIT_UNTIL(cw_flag_is_up(&self.stop));
    send_string(&self, "two\n");
    expect_line(&self, "two");
    assert_false(cw_flag_is_up(&self.stop));
    close_channel(&self);
}

static void an_interrupt_reaches_lines_that_wait_before_it(void **state) {
    (void)state;
    channel self;
    open_channel(&self);
    send_string(&self, "one\ntwo\n# interrupt\nthree\n");
    WAIT_UNTIL(cw_flag_is_up(&self.stop));
    expect_line(&self, "one");
    assert_true(cw_flag_is_up(&self.stop));
    expect_line(&self, "two");
    assert_true(cw_flag_is_up(&self.stop));
    expect_line(&self, "three");
    assert_false(cw_flag_is_up(&self.stop));
    close_channel(&self);
}

static void closing_does_not_wait_for_input(void **state) {
    (void)state;
    channel self;
    open_channel(&self);
    close_channel(&self);
}

/* Serves commands from a pipe that stays open; the answers are to be freed. */
static char *serve(const char *player, const char *commands) {
    int ends[2];
    cw_error error = {0};
    cw_gtp *gtp = NULL;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(cw_gtp_open(must_create_game("six"), player, 1, &gtp, &error), CW_OK);
    assert_int_equal(write(ends[1], commands, strlen(commands)), (ssize_t)strlen(commands));
    char *answers = NULL;
    size_t length = 0;
    FILE *output = open_memstream(&answers, &length);
    assert_int_equal(cw_gtp_serve(gtp, ends[0], output, &error), CW_OK);
    fclose(output);
    cw_gtp_close(gtp);
    close(ends[0]);
    close(ends[1]);
    return answers;
}

static void a_session_ends_at_quit_though_input_goes_on(void **state) {
    (void)state;
    char *answers = serve("random", "1 name\n2 quit\n3 name\n");
    assert_string_equal(answers, "=1 Causeway\n\n=2 \n\n");
    free(answers);
}

static void an_interrupt_ends_a_thought(void **state) {
    (void)state;
    double start = cw_clock_now();
    char *answers = serve("mcts:time=300s", "play r 0,0\ngenmove b\n# interrupt\nresult\nquit\n");
    assert_true(cw_clock_now() - start < 60);
    assert_non_null(strstr(answers, "= ongoing"));
    assert_null(strstr(answers, "?"));
    free(answers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_in_order_and_clean),
        cmocka_unit_test(an_interrupt_reaches_the_running_line),
        cmocka_unit_test(an_interrupt_reaches_lines_that_wait_before_it),
        cmocka_unit_test(closing_does_not_wait_for_input),
        cmocka_unit_test(a_session_ends_at_quit_though_input_goes_on),
        cmocka_unit_test(an_interrupt_ends_a_thought),
    };
    return RUN_TESTS(tests);
}
