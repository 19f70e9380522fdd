/* Who asks gets an answer of the promised form: what there is, puzzles, the laboratory, and refusals that say why. */
#include "protocol/session/host.h"

static void hello_tells_what_there_is(void **state) {
    desk *self = *state;
    assert_refused(self, "'do': 'save'", "say hello first");
    json_t *answer = say(self, "'do': 'hello'");
    assert_int_equal(json_array_size(json_object_get(answer, "games")), cw_game_type_count());
    assert_true(json_is_null(json_object_get(answer, "table")));
    assert_true(json_is_false(json_object_get(answer, "resumed")));
    assert_int_equal(strlen(json_string_value(json_object_get(answer, "session"))), 32);
    json_decref(answer);
    for (int i = 0; i < cw_game_type_count(); i++) {
        char fields[128];
        snprintf(fields, sizeof fields, "'do': 'players', 'game': '%s'", cw_game_type_at(i)->name);
        must(self, fields);
    }
    assert_refused(self, "'do': 'move', 'move': 'a1', 'ply': 0", "no game yet");
}

static void wrong_requests_are_refused(void **state) {
    desk *self = *state;
    static const char *const lines[] = {
        "",
        "x",
        "[]",
        "{}",
        "1",
        "{\"do\": \"hello\"}",
        "{\"id\": -1, \"do\": \"hello\"}",
        "{\"id\": 1.5, \"do\": \"hello\"}",
        "{\"id\": 1}",
        "{\"id\": 1, \"do\": 3}",
        "{\"id\": 1, \"do\": \"hello\", \"session\": 3}",
        "{\"id\": 1, \"do\": \"hello\", \"nonsense\": 3}",
        "{\"id\": 1, \"id\": 2, \"do\": \"hello\"}",
        "{\"id\": 1, \"do\": \"hel\\u0000lo\"}",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        json_t *answer = say_text(self, &self->link, lines[i]);
        bool is_event = json_object_get(answer, "event") != NULL;
        check_form(self, is_event ? "event_error" : "refusal", answer);
        json_decref(answer);
    }
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=3', 'seats': ['human', 'human']");
    assert_refused(self, "'do': 'move', 'move': 'z9', 'ply': 0", "z9");
    assert_refused(self, "'do': 'look', 'ply': 99", "no ply 99");
    assert_refused(self, "'do': 'open', 'kept': 12345", "no kept game");
    assert_refused(self, "'do': 'load', 'text': 'hello'", "no record that can be read");
    assert_refused(self, "'do': 'draw', 'game': 'chess'", "chess");
    json_t *answer = say_text(self, &self->link, "{\"id\": 1, \"do\": \"mvoe\"}");
    assert_string_equal(json_string_value(json_object_get(answer, "error")),
                        "there is no request 'mvoe', did you mean 'move'?");
    json_decref(answer);
}

static void strangers_are_held_to_bounds(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    assert_refused(self, "'do': 'new', 'game': 'hex', 'seats': ['human', 'ext:gtp:/bin/true']", "program");
    assert_refused(self, "'do': 'new', 'game': 'hex', 'seats': ['mcts:time=1h']", "at most 5");
    assert_refused(self, "'do': 'check', 'game': 'hex', 'seats': ['mcts:memory=1000']", "at most 16");
    assert_refused(self, "'do': 'seat', 'seat': 0, 'player': 'random'", "no game yet");
    assert_refused(self, "'do': 'new', 'game': 'hex', 'seats': ['level:11']", "from 1 to 10");
    assert_refused(self, "'do': 'new', 'game': 'hex', 'seats': ['level:1x']", "from 1 to 10");
    must(self, "'do': 'check', 'game': 'hex', 'seats': ['level:10', 'hex-best']");
    must(self, "'do': 'new', 'game': 'hex:size=4'");
    assert_refused(self, "'do': 'think', 'player': 'mcts:threads=8'", "at most 1");
}

/* The puzzle's own solution is right, another move is wrong and is answered, and the table stays as it was. */
static void puzzles_are_shown_and_judged(void **state) {
    desk *self = *state;
    char fields[512];
    must(self, "'do': 'hello'");
    for (int i = 0; i < cw_game_type_count(); i++) {
        snprintf(fields, sizeof fields, "'do': 'puzzles', 'game': '%s'", cw_game_type_at(i)->name);
        must(self, fields);
    }
    json_t *puzzle = say(self, "'do': 'puzzle', 'game': 'hex', 'number': 1"),
           *solution = say(self, "'do': 'solution', 'game': 'hex', 'number': 1");
    const json_t *legal = json_object_get(json_object_get(puzzle, "table"), "legal");
    const char *right = json_string_value(json_array_get(json_object_get(solution, "moves"), 0));
    for (size_t i = 0; i < json_array_size(legal); i++) {
        const char *move = json_string_value(json_object_get(json_array_get(legal, i), "move"));
        snprintf(fields, sizeof fields, "'do': 'answer', 'game': 'hex', 'number': 1, 'moves': '%s'", move);
        json_t *answer = say(self, fields);
        bool is_right = strcmp(move, right) == 0;
        assert_string_equal(json_string_value(json_object_get(answer, "verdict")),
                            is_right ? "solved" : "wrong");
        assert_int_equal(json_array_size(json_object_get(answer, "replies")), is_right ? 0 : 1);
        json_decref(answer);
    }
    json_decref(puzzle);
    json_decref(solution);
    assert_refused(self, "'do': 'puzzle', 'game': 'hex', 'number': 100000", "no puzzle 100000");
    assert_refused(self, "'do': 'puzzle', 'game': 'chess', 'number': 1", "no game 'chess'");
    assert_refused(self, "'do': 'answer', 'game': 'hex', 'number': 1, 'moves': 'z99'", "z99");
    assert_refused(self, "'do': 'save'", "no game yet");
}

/* What the laboratory says has its form; the rest of it is tested beside it. */
static void the_laboratory_answers(void **state) {
    desk *self = *state;
    const cw_desk_plan plan = {.experiments = "experiments", .results = "docs/results", .is_eager = true};
    must(self, "'do': 'hello'");
    assert_refused(self, "'do': 'experiments'", "no laboratory");
    cw_hub_leave(self->hub, &self->link);
    cw_hub_destroy(self->hub);
    assert_int_equal(cw_desk_open(&plan, &self->laboratory, NULL), CW_OK);
    open_hub(self);
    must(self, "'do': 'hello'");
    must(self, "'do': 'experiments'");
    must(self, "'do': 'experiment', 'name': 'hive-03'");
    must(self, "'do': 'proofread', 'text': 'title: A'");
    must(self, "'do': 'works'");
    assert_refused(self, "'do': 'experiment', 'name': 'hive-99'", "no experiment");
    assert_refused(self, "'do': 'run', 'name': 'hive-03'", "no store");
    assert_refused(self, "'do': 'match', 'game': 'hex', 'players': ['random', 'random'], 'games': 2",
                   "no store");
    assert_refused(self, "'do': 'runs'", "no store");
    assert_refused(self, "'do': 'stored', 'game': 'hex', 'winner': 1", "no store");
    assert_refused(self, "'do': 'replay', 'run': 1, 'number': 0", "no store");
    assert_refused(self, "'do': 'halt', 'work': 7", "no work 7");
    cw_desk_close(self->laboratory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SESSION_TEST(hello_tells_what_there_is),    SESSION_TEST(wrong_requests_are_refused),
        SESSION_TEST(strangers_are_held_to_bounds), SESSION_TEST(puzzles_are_shown_and_judged),
        SESSION_TEST(the_laboratory_answers),
    };
    return RUN_TESTS(tests);
}
