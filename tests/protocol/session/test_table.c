/* Games at a table: moves, engines that answer, going back and forth, clocks, ends. */
#include <math.h>

#include "protocol/session/host.h"

/* Two persons play each game to its end, always the last legal move, with looks and previews on the way. */
static void play_through(desk *self, const char *game) {
    char fields[512];
    snprintf(fields, sizeof fields, "'do': 'new', 'game': '%s', 'seats': ['human', 'human']", game);
    json_t *table = say_table(self, fields);
    for (int i = 0; json_object_get(table, "over") == NULL && i < 400; i++) {
        const json_t *legal = json_object_get(table, "legal");
        json_int_t ply = number_of(table, "ply");
        assert_true(json_array_size(legal) > 0);
        size_t pick = (size_t)(cw_mix((uint64_t)i) % json_array_size(legal));
        const char *move = json_string_value(json_object_get(json_array_get(legal, pick), "move"));
        char quoted[128];
        snprintf(quoted, sizeof quoted, "%s", move);
        for (char *slash = quoted; (slash = strchr(slash, '\\')) != NULL; slash += 2)
            memmove(slash + 1, slash, strlen(slash) + 1);
        snprintf(fields, sizeof fields, "'do': 'preview', 'move': '%s', 'ply': %d", quoted, (int)ply);
        must(self, fields);
        snprintf(fields, sizeof fields, "'do': 'move', 'move': '%s', 'ply': %d", quoted, (int)ply);
        json_decref(table);
        table = say_table(self, fields);
        assert_true(number_of(table, "ply") > ply);
    }
    must(self, "'do': 'look', 'ply': 0");
    must(self, "'do': 'save'");
    json_decref(table);
}

static void every_game_can_be_played(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    play_through(self, "hex:size=5,swap=sides");
    play_through(self, "hive:type=Base+MLP");
    play_through(self, "six");
    play_through(self, "tantrix");
    assert_non_null(strstr(self->kept_sentence, "wins"));
}

static void scores_are_told_while_the_game_goes_on(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    json_t *table = say_table(self, "'do': 'new', 'game': 'tantrix', 'seats': ['human', 'human']");
    assert_int_equal(number_of(json_array_get(json_object_get(table, "seats"), 0), "score"), 0);
    json_decref(table);
}

static void engines_answer(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'level:1']");
    json_t *table = say_table(self, "'do': 'move', 'move': 'c3', 'ply': 0");
    assert_int_equal(number_of(table, "ply"), 1);
    assert_non_null(json_object_get(table, "thinking"));
    assert_null(json_object_get(table, "legal"));
    json_decref(table);
    assert_refused(self, "'do': 'move', 'move': 'a1', 'ply': 1", "not your turn");
    assert_refused(self, "'do': 'move', 'move': 'a1', 'ply': 0", "gone on");
    assert_true(run_task(self));
    const json_t *event = last_event(self, "table");
    assert_non_null(event);
    assert_int_equal(number_of(json_object_get(event, "table"), "ply"), 2);
    assert_non_null(last_event(self, "progress"));
}

/* The player that was thinking does not come back to a seat that was given to another. */
static void an_engine_is_changed_while_it_thinks(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['level:1', 'human']");
    assert_int_equal(self->waiting_count, 1);
    must(self, "'do': 'seat', 'seat': 0, 'player': 'level:2'");
    assert_true(run_task(self));
    while (self->waiting_count == 0)
        must(self, "'do': 'move', 'move': 'a1', 'ply': 1");
    const cw_task *task = self->waiting[0];
    cw_text spec = {0};
    if (task->player != NULL)
        cw_plan_print(cw_player_plan(task->player), &spec);
    assert_string_equal(task->spec, "level:2");
    assert_null(strstr(cw_text_string(&spec), "level=1"));
    cw_text_free(&spec);
}

static void undo_goes_back_to_the_person_and_redo_forth(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'level:1']");
    assert_refused(self, "'do': 'undo'", "no move to take back");
    must(self, "'do': 'move', 'move': 'c3', 'ply': 0");
    run_task(self);
    json_t *table = say_table(self, "'do': 'undo'");
    assert_int_equal(number_of(table, "ply"), 0);
    assert_int_equal(number_of(table, "length"), 2);
    json_decref(table);
    must(self, "'do': 'look', 'ply': 2");
    table = say_table(self, "'do': 'redo'");
    assert_int_equal(number_of(table, "ply"), 2);
    json_decref(table);
    /* Taken back in the middle of a thought: the engine's move is not made. */
    must(self, "'do': 'move', 'move': 'a1', 'ply': 2");
    must(self, "'do': 'undo'");
    assert_int_equal(self->waiting_count, 1);
    run_task(self);
    table = say_table(self, "'do': 'pace', 'seconds': 0");
    assert_int_equal(number_of(table, "ply"), 2);
    json_decref(table);
}

static void clocks_run_for_who_is_to_move(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self,
         "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'level:1'], 'clock': 60, 'increment': 2");
    self->now += 5; /* before the first move no clock runs */
    json_t *table = say_table(self, "'do': 'move', 'move': 'c3', 'ply': 0");
    const json_t *seats = json_object_get(table, "seats");
    assert_true(json_number_value(json_object_get(json_array_get(seats, 0), "clock")) == 62);
    assert_true(json_is_null(json_object_get(table, "running")));
    json_decref(table);
    self->now += 30; /* the engine waits for a worker: nobody pays for that */
    run_task(self);
    self->now += 10;
    table = say_table(self, "'do': 'pace', 'seconds': 0");
    seats = json_object_get(table, "seats");
    assert_true(json_number_value(json_object_get(json_array_get(seats, 0), "clock")) == 52);
    assert_true(json_number_value(json_object_get(json_array_get(seats, 1), "clock")) == 62);
    assert_int_equal(number_of(table, "running"), 0);
    json_decref(table);
    assert_true(fabs(cw_hub_due(self->hub) - (self->now + 52)) < 1e-6);
    self->now += 53;
    cw_hub_tick(self->hub);
    const json_t *over = json_object_get(json_object_get(last_event(self, "table"), "table"), "over");
    assert_string_equal(json_string_value(json_object_get(over, "ending")), "time");
    assert_int_equal(number_of(over, "winner"), 1);
}

/* An engine pays for what it thinks, and loses like anybody when its clock is over. */
static void an_engine_that_is_late_loses(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'random'], 'clock': 60");
    must(self, "'do': 'move', 'move': 'c3', 'ply': 0");
    cw_task *task = self->waiting[0];
    self->waiting_count = 0;
    cw_hub_place(self->hub, task, 0);
    self->now += 61;
    cw_task_run(task);
    cw_hub_finish(self->hub, task);
    const json_t *table = json_object_get(last_event(self, "table"), "table");
    const json_t *over = json_object_get(table, "over");
    assert_int_equal(number_of(table, "ply"), 1);
    assert_string_equal(json_string_value(json_object_get(over, "sentence")),
                        "Black wins: white ran out of time.");
}

static void resigning_ends_and_a_rematch_changes_sides(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'level:2']");
    must(self, "'do': 'move', 'move': 'c3', 'ply': 0");
    json_t *table = say_table(self, "'do': 'resign'");
    const json_t *over = json_object_get(table, "over");
    assert_string_equal(json_string_value(json_object_get(over, "sentence")), "White wins: black resigned.");
    json_decref(table);
    run_task(self);
    table = say_table(self, "'do': 'rematch'");
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(json_object_get(table, "seats"), 0), "player")),
        "level:2");
    json_decref(table);
}

static void engines_among_themselves_keep_the_pace(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=3', 'seats': ['random', 'random'], 'pace': 2");
    run_task(self);
    assert_int_equal(self->waiting_count, 0);
    self->now += 2.1;
    cw_hub_tick(self->hub);
    assert_int_equal(self->waiting_count, 1);
    must(self, "'do': 'pause'");
    run_task(self);
    assert_int_equal(self->waiting_count, 0);
    must(self, "'do': 'step'");
    run_task(self);
    self->now += 10;
    cw_hub_tick(self->hub);
    assert_int_equal(self->waiting_count, 0);
    must(self, "'do': 'resume'");
    assert_int_equal(self->waiting_count, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SESSION_TEST(every_game_can_be_played),
        SESSION_TEST(scores_are_told_while_the_game_goes_on),
        SESSION_TEST(engines_answer),
        SESSION_TEST(an_engine_is_changed_while_it_thinks),
        SESSION_TEST(undo_goes_back_to_the_person_and_redo_forth),
        SESSION_TEST(clocks_run_for_who_is_to_move),
        SESSION_TEST(an_engine_that_is_late_loses),
        SESSION_TEST(resigning_ends_and_a_rematch_changes_sides),
        SESSION_TEST(engines_among_themselves_keep_the_pace),
    };
    return RUN_TESTS(tests);
}
