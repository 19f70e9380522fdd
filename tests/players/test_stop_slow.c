/* Every player answers soon after it is stopped, even with one of its numbers at its most: a stranger may ask
 * for that. */
#include <pthread.h>
#include <unistd.h>

#include "core/clock.h"
#include "core/cpu.h"
#include "harness.h"

static const cw_bounds bounds = {
    .most = {[CW_RESOURCE_SECONDS] = 60, [CW_RESOURCE_THREADS] = 1, [CW_RESOURCE_MEMORY] = 16}};

/* A stop that comes after a moment. */
typedef struct alarm_clock {
    cw_flag stop;
    double rung; /* processor time when it rang */
} alarm_clock;

static void *ring(void *payload) {
    alarm_clock *self = payload;
    usleep(20000);
    self->rung = cw_clock_process();
    cw_flag_raise(&self->stop);
    return NULL;
}

/* Of processor time: other programs do not count. Sanitizers make everything many times slower. */
#ifdef CW_SANITIZED
static const double most = 10;
#else
static const double most = 0.5;
#endif

static void check_stop(const cw_record *record, const char *spec) {
    cw_player *player = NULL;
    cw_error error = {0};
    if (cw_player_create_within(&bounds, spec, cw_record_game(record), 1, &player, &error) != CW_OK)
        return; /* some settings need others */
    alarm_clock alarm = {0};
    cw_analysis analysis = {0};
    cw_limits limits = {.stop = &alarm.stop};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ring, &alarm), 0);
    cw_player_choose(player, record, &limits, &analysis, &error);
    double end = cw_clock_process();
    bool is_late = cw_flag_is_up(&alarm.stop) && end - alarm.rung > most;
    pthread_join(thread, NULL);
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    if (is_late)
        fail_msg("%s answers %.2f s after it was stopped", spec, end - alarm.rung);
}

static void check_every_number(const char *game_spec, const char *moves) {
    cw_game *game = must_create_game(game_spec);
    cw_record *record = must_play(game, moves);
    for (int i = 0; i < cw_player_type_count(); i++) {
        const cw_player_type *type = cw_player_type_at(i);
        for (const cw_option *option = type->options; !type->verbatim && option->name != NULL; option++) {
            double bound = bounds.most[option->resource];
            double highest = bound > 0 && bound < option->high ? bound : option->high;
            char spec[128];
            snprintf(spec, sizeof spec, "%s:%s=%.0f", type->name, option->name, highest);
            if (option->type == CW_OPTION_INTEGER || option->type == CW_OPTION_PAIR)
                check_stop(record, spec);
        }
    }
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void players_of_hive_hear_a_stop(void **state) {
    (void)state;
    check_every_number("hive", "wS1; bS1 wS1-; wQ -wS1; bQ bS1-; wA1 /wQ; bA1 bQ-");
}

static void players_of_hex_hear_a_stop(void **state) {
    (void)state;
    check_every_number("hex", "f6; e5");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_of_hive_hear_a_stop),
        cmocka_unit_test(players_of_hex_hear_a_stop),
    };
    return RUN_TESTS(tests);
}
