/* Study beside the game: hints, analysts, variations, and positions that are set up by hand. */
#include "protocol/session/host.h"

/* Each step of a line of Hex lays one stone where it is picked, of the colour whose turn it is. */
static void assert_line_can_be_drawn(const json_t *line) {
    static const char *const colors[] = {"black", "white"};
    size_t i;
    const json_t *step;
    assert_true(json_array_size(line) >= 2);
    json_array_foreach(line, i, step) {
        const json_t *pick = json_array_get(json_object_get(step, "picks"), 0);
        const json_t *cell = json_array_get(json_object_get(step, "cells"), 0);
        assert_int_equal(json_array_size(json_object_get(step, "cells")), 1);
        assert_int_equal(json_integer_value(json_object_get(cell, "q")),
                         json_integer_value(json_object_get(pick, "q")));
        assert_int_equal(json_integer_value(json_object_get(cell, "r")),
                         json_integer_value(json_object_get(pick, "r")));
        assert_string_equal(json_string_value(json_object_get(cell, "fill")), colors[i % 2]);
        assert_int_equal(json_integer_value(json_object_get(step, "seat")), i % 2);
    }
}

static void assert_layers_are(const json_t *event, const char *expected) {
    cw_text names = {0};
    size_t i;
    const json_t *layer;
    json_array_foreach(json_object_get(event, "layers"), i, layer) {
        cw_text_printf(&names, "%s%s", i > 0 ? " " : "", json_string_value(json_object_get(layer, "name")));
    }
    assert_string_equal(cw_text_string(&names), expected);
    cw_text_free(&names);
}

static void hints_and_analyses_come_as_events(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=4', 'seats': ['human', 'human']");
    must(self, "'do': 'hint'");
    run_task(self);
    assert_non_null(last_event(self, "hint"));
    must(self, "'do': 'think', 'player': 'mcts:sims=200'");
    run_task(self);
    const json_t *event = last_event(self, "analysis");
    assert_non_null(event);
    assert_true(json_is_true(json_object_get(event, "done")));
    assert_true(json_array_size(json_object_get(event, "candidates")) > 0);
    assert_line_can_be_drawn(json_object_get(event, "line"));
    assert_layers_are(last_event(self, "insight"), "connections must-play dead solved");
    assert_int_equal(self->waiting_count, 0);
    must(self, "'do': 'move', 'move': 'b2', 'ply': 0"); /* it follows the game */
    assert_int_equal(self->waiting_count, 1);
    must(self, "'do': 'stop'");
    run_task(self);
    assert_int_equal(self->waiting_count, 0);
}

static void two_analysts_think_by_turns(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=4', 'seats': ['human', 'human']");
    assert_refused(self, "'do': 'think', 'player': 'mcts:sims=50', 'rival': 'nobody'", "nobody");
    must(self, "'do': 'think', 'player': 'mcts:sims=50', 'rival': 'mcts:sims=70'");
    for (int turn = 0; turn < 2; turn++) {
        run_task(self);
        const json_t *event = last_event(self, "analysis");
        assert_int_equal(json_integer_value(json_object_get(event, "analyst")), turn);
        assert_string_equal(json_string_value(json_object_get(event, "player")),
                            turn == 0 ? "mcts:sims=50" : "mcts:sims=70");
        assert_int_equal(json_integer_value(json_object_get(event, "simulations")), turn == 0 ? 50 : 70);
    }
    assert_int_equal(self->waiting_count, 0); /* both are done */
}

/* A search by depths begins anew in every turn; what is shown does not. */
static void a_shallow_turn_hides_no_deeper_one(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hive', 'seats': ['human', 'human'], "
               "'moves': 'wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-'");
    must(self, "'do': 'think', 'player': 'alphabeta:eval=hive'");
    run_task(self);
    const json_t *event = last_event(self, "analysis");
    json_int_t depth = number_of(event, "depth"), nodes = number_of(event, "nodes");
    assert_true(depth > 1);
    assert_true(json_is_false(json_object_get(event, "done")));
    assert_int_equal(self->waiting_count, 1);
    cw_flag_raise(&self->waiting[0]->stop); /* others wait: this turn has hardly begun when it ends */
    run_task(self);
    event = last_event(self, "analysis");
    assert_int_equal(number_of(event, "depth"), depth);
    assert_true(number_of(event, "nodes") > nodes);
    assert_int_equal(self->waiting_count, 1);
    must(self, "'do': 'stop'");
}

static const json_t *first_of(const json_t *object, const char *list) {
    return json_array_get(json_object_get(object, list), 0);
}

/* A move in a past position is a variation; the game stays as it is. */
static void variations_stand_beside_the_game(void **state) {
    desk *self = *state;
    json_t *heard = json_array();
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'human'], 'moves': 'c3;b2;d4'");
    const json_t *answer = hear(heard, self, "'do': 'vary', 'ply': 1, 'move': 'd2'");
    assert_int_equal(json_integer_value(json_object_get(answer, "variation")), 1);
    const json_t *table = json_object_get(answer, "table");
    assert_int_equal(json_integer_value(json_object_get(table, "ply")), 3);
    assert_int_equal(json_integer_value(json_object_get(first_of(table, "variations"), "ply")), 2);
    assert_int_equal(json_integer_value(json_object_get(first_of(table, "variations"), "seat")), 1);
    answer = hear(heard, self, "'do': 'vary', 'variation': 1, 'move': 'c4'");
    assert_int_equal(json_integer_value(json_object_get(answer, "variation")), 2);
    answer = hear(heard, self, "'do': 'vary', 'ply': 1, 'move': 'b2'"); /* the game's own move */
    assert_null(json_object_get(answer, "variation"));
    assert_int_equal(json_integer_value(json_object_get(answer, "ply")), 2);
    assert_refused(self, "'do': 'vary', 'variation': 2, 'move': 'c3'", "occupied");
    assert_refused(self, "'do': 'look', 'variation': 9", "no variation 9");
    must(self, "'do': 'preview', 'variation': 1, 'move': 'b2'"); /* free there, though not in the game */
    assert_refused(self, "'do': 'preview', 'variation': 1, 'move': 'd2'", "occupied");
    must(self, "'do': 'preview', 'ply': 1, 'move': 'd2'");
    answer = hear(heard, self, "'do': 'look', 'variation': 2, 'legal': 1");
    assert_int_equal(json_array_size(json_object_get(answer, "legal")), 22);
    must(self, "'do': 'think', 'variation': 2, 'player': 'mcts:sims=50'");
    run_task(self);
    assert_int_equal(json_integer_value(json_object_get(last_event(self, "analysis"), "variation")), 2);
    must(self, "'do': 'undo'");
    must(self, "'do': 'undo'"); /* what was taken back keeps its variations ... */
    answer = hear(heard, self, "'do': 'move', 'move': 'e5', 'ply': 1");
    table = json_object_get(answer, "table");
    assert_int_equal(json_array_size(json_object_get(table, "variations")),
                     2); /* ... off a move that stays */
    answer = hear(heard, self, "'do': 'prune', 'variation': 1");
    assert_null(json_object_get(json_object_get(answer, "table"), "variations"));
    json_decref(heard);
}

/* A position is set up step by step: what comes out is a spec, which goes in again. */
static void positions_are_set_up_by_hand(void **state) {
    static const char *const steps[][2] = {
        {"'game': 'hex:size=5,swap=pieces', 'q': 2, 'r': 2, 'piece': 0", "hex:size=5,black=c3"},
        {"'game': 'hex:size=5,black=c3', 'q': 0, 'r': 1, 'piece': 1", "hex:size=5,black=c3,white=a2"},
        {"'game': 'hex:size=5,black=c3,white=a2', 'q': 2, 'r': 2, 'piece': 1", "hex:size=5,white=a2c3"},
        {"'game': 'hex:size=5,white=a2c3', 'q': 0, 'r': 1", "hex:size=5,white=c3"},
        {"'game': 'hex:size=5,white=c3', 'option': 'turn', 'value': 'white'",
         "hex:size=5,white=c3,turn=white"},
        {"'game': 'hex:size=5,white=c3,turn=white', 'option': 'size', 'value': '7'",
         "hex:size=7,white=c3,turn=white"},
        {"'game': 'hex:size=7,white=c3,turn=white', 'clear': 1", "hex:size=7,turn=white"},
        {"'game': 'hex:size=7'", "hex:size=7"},
    };
    desk *self = *state;
    must(self, "'do': 'hello'");
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        char fields[160];
        snprintf(fields, sizeof fields, "'do': 'set_up', %s", steps[i][0]);
        json_t *answer = say(self, fields);
        assert_string_equal(json_string_value(json_object_get(answer, "game")), steps[i][1]);
        json_decref(answer);
    }
    assert_refused(self, "'do': 'set_up', 'game': 'hex:size=5', 'q': 5, 'r': 0, 'piece': 0", "no cell");
    assert_refused(self, "'do': 'set_up', 'game': 'hex:size=5', 'q': 0, 'r': 0, 'piece': 2", "no piece 2");
    assert_refused(self, "'do': 'set_up', 'game': 'hex:size=5', 'option': 'swap', 'value': 'on'",
                   "no option");
    assert_refused(self, "'do': 'set_up', 'game': 'hex:size=5,black=e5', 'option': 'size', 'value': '4'",
                   "e5");
    assert_refused(self, "'do': 'set_up', 'game': 'tantrix'", "Tantrix cannot be set up");
    assert_refused(self, "'do': 'set_up'", "no game yet");
}

static void a_position_of_the_game_is_where_setting_up_begins(void **state) {
    desk *self = *state;
    json_t *heard = json_array();
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'human'], 'moves': 'c3;b2;d4'");
    must(self, "'do': 'vary', 'ply': 1, 'move': 'd2'");
    const json_t *answer = hear(heard, self, "'do': 'set_up'");
    assert_string_equal(json_string_value(json_object_get(answer, "game")),
                        "hex:size=5,black=c3d4,white=b2,turn=white");
    assert_int_equal(json_integer_value(json_object_get(answer, "to_decide")), 1);
    answer = hear(heard, self, "'do': 'set_up', 'variation': 1");
    assert_string_equal(json_string_value(json_object_get(answer, "game")), "hex:size=5,black=c3,white=d2");
    json_decref(heard);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SESSION_TEST(hints_and_analyses_come_as_events),
        SESSION_TEST(two_analysts_think_by_turns),
        SESSION_TEST(a_shallow_turn_hides_no_deeper_one),
        SESSION_TEST(variations_stand_beside_the_game),
        SESSION_TEST(positions_are_set_up_by_hand),
        SESSION_TEST(a_position_of_the_game_is_where_setting_up_begins),
    };
    return RUN_TESTS(tests);
}
