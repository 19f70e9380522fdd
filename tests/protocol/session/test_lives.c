/* Sessions come and go: other connections, servers that end, thoughts that nobody waits for, memory that is shared. */
#include <math.h>

#include "protocol/session/host.h"

static void another_connection_sees_what_one_does(void **state) {
    desk *self = *state;
    json_t *hello = say(self, "'do': 'hello'");
    char fields[128];
    snprintf(fields, sizeof fields, "'do': 'hello', 'session': '%s'",
             json_string_value(json_object_get(hello, "session")));
    json_decref(hello);
    json_t *answer = say_by(self, &self->other, fields);
    assert_true(json_is_true(json_object_get(answer, "resumed")));
    json_decref(answer);
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'human']");
    assert_int_equal(json_array_size(self->other_events), 1);
    assert_int_equal(json_array_size(self->events), 0);
}

static void a_session_survives_the_server(void **state) {
    desk *self = *state;
    json_t *hello = say(self, "'do': 'hello'");
    char fields[128];
    snprintf(fields, sizeof fields, "'do': 'hello', 'session': '%s'",
             json_string_value(json_object_get(hello, "session")));
    json_decref(hello);
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'human'], 'clock': 60");
    must(self, "'do': 'move', 'move': 'c3', 'ply': 0");
    cw_hub_leave(self->hub, &self->link);
    cw_hub_destroy(self->hub);
    open_hub(self);
    hello = say(self, fields);
    assert_true(json_is_true(json_object_get(hello, "resumed")));
    const json_t *table = json_object_get(hello, "table");
    assert_int_equal(number_of(table, "ply"), 1);
    assert_int_equal(number_of(table, "kept"), self->kept.id);
    json_decref(hello);
    json_t *games = say(self, "'do': 'games', 'limit': 10");
    assert_int_equal(json_array_size(json_object_get(games, "games")), 1);
    json_decref(games);
    must(self, "'do': 'new', 'game': 'six', 'seats': ['human', 'human']");
    snprintf(fields, sizeof fields, "'do': 'open', 'kept': %lld", (long long)self->kept.id);
    json_t *opened = say_table(self, fields);
    assert_string_equal(json_string_value(json_object_get(opened, "name")), "hex");
    json_decref(opened);
    snprintf(fields, sizeof fields, "'do': 'forget', 'kept': %lld", (long long)self->kept.id);
    must(self, fields);
    assert_int_equal(self->kept.id, 0);
}

static void a_session_has_one_thought_at_a_time(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    for (int i = 0; i < 5; i++) {
        must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['level:1', 'level:1']");
        assert_int_equal(self->waiting_count, 1);
    }
    run_task(self); /* the first one, not wanted any more */
    assert_int_equal(self->waiting_count, 1);
    must(self, "'do': 'think'");
    must(self, "'do': 'pause'");
    run_task(self);
    assert_int_equal(self->waiting_count, 1); /* the analysis */
}

static void a_closed_tab_ends_its_thought(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['level:1', 'level:1'], 'pace': 0");
    cw_task *task = self->waiting[0];
    cw_hub_leave(self->hub, &self->link);
    self->now += 5;
    cw_hub_tick(self->hub);
    assert_false(cw_flag_is_up(&task->stop)); /* it may only be reloading */
    self->now += 6;
    cw_hub_tick(self->hub);
    assert_true(cw_flag_is_up(&task->stop));
    run_task(self);
    assert_int_equal(self->waiting_count, 0);
    assert_int_equal(cw_hub_sessions(self->hub), 1);
    self->now += 100;
    cw_hub_tick(self->hub);
    assert_int_equal(cw_hub_sessions(self->hub), 0);
}

static void a_thought_is_held_to_its_time(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=11', 'seats': ['mcts:sims=1000M', 'human']");
    cw_task *task = self->waiting[0];
    cw_hub_place(self->hub, task, 0);
    self->now += 4;
    cw_hub_tick(self->hub);
    assert_false(cw_flag_is_up(&task->stop));
    assert_true(fabs(cw_hub_due(self->hub) - (self->now + 1)) < 1e-6);
    self->now += 1.01;
    cw_hub_tick(self->hub);
    assert_true(cw_flag_is_up(&task->stop));
}

static void all_sessions_share_one_bound_on_memory(void **state) {
    desk *self = *state;
    const char *game = "'do': 'new', 'game': 'six', 'seats': ['alphabeta:nodes=100,memory=16', 'human']";
    must(self, "'do': 'hello'");
    must(self, game);
    run_task(self);
    size_t one = cw_hub_memory(self->hub);
    assert_true(one > 0 && 2 * one > MEMORY_MAX);
    self->now += 1;
    json_decref(say_by(self, &self->other, "'do': 'hello'"));
    json_decref(say_by(self, &self->other, game));
    run_task(self);
    assert_int_equal(cw_hub_memory(self->hub), one); /* the first one has given its own back */
}

static void who_leaves_gives_memory_back(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'six', 'seats': ['alphabeta:nodes=100,memory=16', 'human']");
    run_task(self);
    must(self, "'do': 'hint'"); /* still under way when the person goes */
    cw_hub_leave(self->hub, &self->link);
    self->now += 11;
    cw_hub_tick(self->hub);
    assert_int_equal(cw_hub_memory(self->hub), 0);
    run_task(self);
    assert_int_equal(cw_hub_memory(self->hub), 0);
}

static void waiting_players_give_memory_back(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'six', 'seats': ['alphabeta:nodes=100,memory=16', 'human']");
    run_task(self);
    assert_true(cw_hub_memory(self->hub) > 0);
    must(self, "'do': 'new', 'game': 'hex:size=3', 'seats': ['human', 'human']");
    assert_int_equal(cw_hub_memory(self->hub), 0);
}

/* Where there are as many sessions as may be, one that nobody uses goes; if all are used, who comes waits. */
static void too_many_sessions_are_refused(void **state) {
    desk *self = *state;
    cw_hub_destroy(self->hub);
    self->sessions_max = 1;
    open_hub(self);
    must(self, "'do': 'hello'");
    json_t *answer = say_by(self, &self->other, "'do': 'hello'");
    assert_string_equal(json_string_value(json_object_get(answer, "error")),
                        "there are too many sessions, come back later");
    json_decref(answer);
    cw_hub_leave(self->hub, &self->link);
    answer = say_by(self, &self->other, "'do': 'hello'");
    assert_true(json_is_true(json_object_get(answer, "ok")));
    json_decref(answer);
    assert_int_equal(cw_hub_sessions(self->hub), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SESSION_TEST(another_connection_sees_what_one_does),
        SESSION_TEST(a_session_survives_the_server),
        SESSION_TEST(too_many_sessions_are_refused),
        SESSION_TEST(a_session_has_one_thought_at_a_time),
        SESSION_TEST(a_closed_tab_ends_its_thought),
        SESSION_TEST(a_thought_is_held_to_its_time),
        SESSION_TEST(all_sessions_share_one_bound_on_memory),
        SESSION_TEST(who_leaves_gives_memory_back),
        SESSION_TEST(waiting_players_give_memory_back),
    };
    return RUN_TESTS(tests);
}
