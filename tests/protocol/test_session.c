/* The session protocol without sockets: every answer and event has the form that the schema gives it, and
 * says what the engine says. */
#include <math.h>

#include "harness.h"
#include "protocol/session/hub.h"
#include "schema.h"

/* A host that thinks only when it is told to, with a clock that only goes when it is told to. */
typedef struct desk {
    cw_hub *hub;
    cw_link link, other;
    double now;
    uint64_t random;
    cw_task *waiting[8];
    int waiting_count;
    json_t *events;       /* that the link was told */
    json_t *other_events; /* that the other link was told */
    json_t *schema;
    cw_desk *laboratory;
    /* One kept game, the latest. */
    cw_kept_game kept;
    char kept_session[64], kept_spec[64], kept_sentence[256];
    cw_text kept_record;
    int id;
} desk;

enum { MEMORY_MAX = 24 << 20 };

static double desk_now(void *payload) {
    return ((desk *)payload)->now;
}

static uint64_t desk_random(void *payload) {
    return cw_mix(++((desk *)payload)->random);
}

static void check_form(const desk *self, const char *definition, const json_t *value) {
    schema_check check = {.definitions = json_object_get(self->schema, "definitions")};
    const json_t *rule = json_object_get(check.definitions, definition);
    assert_non_null(rule);
    if (!schema_fits(&check, rule, value, definition))
        fail_msg("%s", check.fault);
}

static void desk_tell(void *payload, cw_link *link, const char *text, size_t length) {
    desk *self = payload;
    json_t *event = json_loadb(text, length, 0, NULL);
    char definition[64];
    assert_non_null(event);
    snprintf(definition, sizeof definition, "event_%s", json_string_value(json_object_get(event, "event")));
    check_form(self, definition, event);
    json_array_append_new(link == &self->link ? self->events : self->other_events, event);
}

static void desk_start(void *payload, cw_task *task) {
    desk *self = payload;
    assert_true(self->waiting_count < 8);
    self->waiting[self->waiting_count++] = task;
}

static void desk_keep(void *payload, const cw_kept_game *game) {
    desk *self = payload;
    cw_text_clear(&self->kept_record);
    cw_text_append(&self->kept_record, game->record);
    snprintf(self->kept_session, sizeof self->kept_session, "%s", game->session);
    snprintf(self->kept_spec, sizeof self->kept_spec, "%s", game->game);
    snprintf(self->kept_sentence, sizeof self->kept_sentence, "%s", game->sentence);
    self->kept = *game;
    self->kept.session = self->kept_session;
    self->kept.game = self->kept_spec;
    self->kept.sentence = self->kept_sentence;
    self->kept.record = cw_text_string(&self->kept_record);
    self->kept.changed = "2026-05-01T12:00:00Z";
}

static cw_status desk_find(void *payload, int64_t id, cw_kept_reader *each, void *reader, cw_error *error) {
    desk *self = payload;
    (void)error;
    if (self->kept.id == id)
        each(&self->kept, reader);
    return CW_OK;
}

static cw_status desk_find_session(void *payload, const char *session, cw_kept_reader *each, void *reader,
                                   cw_error *error) {
    desk *self = payload;
    (void)error;
    if (self->kept.id != 0 && strcmp(session, self->kept.session) == 0)
        each(&self->kept, reader);
    return CW_OK;
}

static cw_status desk_list(void *payload, int64_t before, int limit, cw_kept_reader *each, void *reader,
                           cw_error *error) {
    desk *self = payload;
    (void)before, (void)limit, (void)error;
    if (self->kept.id != 0)
        each(&self->kept, reader);
    return CW_OK;
}

static cw_status desk_forget(void *payload, int64_t id, cw_error *error) {
    desk *self = payload;
    (void)error;
    if (self->kept.id == id)
        self->kept.id = 0;
    return CW_OK;
}

static void open_hub(desk *self) {
    cw_hub_host host = {
        .payload = self,
        .bounds = {.most = {[CW_RESOURCE_SECONDS] = 5, [CW_RESOURCE_THREADS] = 1, [CW_RESOURCE_MEMORY] = 16}},
        .memory_max = MEMORY_MAX,
        .grace_seconds = 10,
        .forget_seconds = 100,
        .now = desk_now,
        .random = desk_random,
        .tell = desk_tell,
        .start = desk_start,
        .keep = desk_keep,
        .forget = desk_forget,
        .find = desk_find,
        .find_session = desk_find_session,
        .list = desk_list,
        .desk = self->laboratory};
    self->hub = cw_hub_create(&host);
    assert_non_null(self->hub);
    self->link = self->other = (cw_link){0};
}

static int set_up(void **state) {
    static desk self;
    self = (desk){.now = 1000, .events = json_array(), .other_events = json_array()};
    self.schema = json_load_file("docs/session-protocol.schema.json", 0, NULL);
    assert_non_null(self.schema);
    open_hub(&self);
    *state = &self;
    return 0;
}

/* Lets the oldest task think and end. */
static bool run_task(desk *self) {
    if (self->waiting_count == 0)
        return false;
    cw_task *task = self->waiting[0];
    self->waiting_count--;
    memmove(self->waiting, self->waiting + 1, sizeof self->waiting[0] * (size_t)self->waiting_count);
    cw_hub_place(self->hub, task, 0);
    cw_task_run(task);
    cw_hub_news(self->hub, task);
    cw_hub_finish(self->hub, task);
    return true;
}

static int tear_down(void **state) {
    desk *self = *state;
    cw_hub_stop(self->hub);
    while (run_task(self))
        continue;
    cw_hub_leave(self->hub, &self->link);
    cw_hub_leave(self->hub, &self->other);
    cw_hub_destroy(self->hub);
    json_decref(self->events);
    json_decref(self->other_events);
    json_decref(self->schema);
    cw_text_free(&self->kept_record);
    return 0;
}

static json_t *say_text(desk *self, cw_link *link, const char *text) {
    cw_text answer = {0};
    cw_hub_receive(self->hub, link, text, strlen(text), &answer);
    json_t *object = json_loads(cw_text_string(&answer), 0, NULL);
    if (object == NULL)
        fail_msg("not JSON: %s", cw_text_string(&answer));
    cw_text_free(&answer);
    return object;
}

/* Says a request, given as JSON with ' for ", and checks the form of request and answer. */
static json_t *say_by(desk *self, cw_link *link, const char *fields) {
    char text[4096], definition[64];
    snprintf(text, sizeof text, "{'id': %d, %s}", ++self->id, fields);
    for (char *quote = text; (quote = strchr(quote, '\'')) != NULL;)
        *quote = '"';
    json_t *request = json_loads(text, 0, NULL);
    assert_non_null(request);
    check_form(self, "request", request);
    json_t *answer = say_text(self, link, text);
    bool is_ok = json_is_true(json_object_get(answer, "ok"));
    snprintf(definition, sizeof definition, "answer_%s", json_string_value(json_object_get(request, "do")));
    check_form(self, is_ok ? definition : "refusal", answer);
    assert_int_equal(json_integer_value(json_object_get(answer, "id")), self->id);
    json_decref(request);
    return answer;
}

static json_t *say(desk *self, const char *fields) {
    json_t *answer = say_by(self, &self->link, fields);
    if (!json_is_true(json_object_get(answer, "ok")))
        fail_msg("%s: %s", fields, json_string_value(json_object_get(answer, "error")));
    return answer;
}

/* Says a request and returns its table, to be released. */
static json_t *say_table(desk *self, const char *fields) {
    json_t *answer = say(self, fields), *table = json_incref(json_object_get(answer, "table"));
    json_decref(answer);
    return table;
}

static void must(desk *self, const char *fields) {
    json_decref(say(self, fields));
}

static void assert_refused(desk *self, const char *fields, const char *words) {
    json_t *answer = say_by(self, &self->link, fields);
    const char *error = json_string_value(json_object_get(answer, "error"));
    if (error == NULL || strstr(error, words) == NULL)
        fail_msg("%s: '%s' does not say '%s'", fields, error != NULL ? error : "(accepted)", words);
    json_decref(answer);
}

static json_int_t number_of(const json_t *object, const char *key) {
    assert_true(json_is_integer(json_object_get(object, key)));
    return json_integer_value(json_object_get(object, key));
}

static const json_t *last_event(const desk *self, const char *name) {
    for (size_t i = json_array_size(self->events); i-- > 0;) {
        const json_t *event = json_array_get(self->events, i);
        if (strcmp(json_string_value(json_object_get(event, "event")), name) == 0)
            return event;
    }
    return NULL;
}

/* ---- Tests ---- */

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

static void assert_person(const json_t *table, size_t seat) {
    const json_t *object = json_array_get(json_object_get(table, "seats"), seat);
    assert_string_equal(json_string_value(json_object_get(object, "player")), "human");
}

/* A game is saved in every format of its kind, and loads from any of them. */
static void records_of_others_are_taken_and_given(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    json_t *table =
        say_table(self, "'do': 'load', 'text': '(;GM[11]SZ[5];B[a4];W[swap-pieces];W[c3];B[b2])'");
    assert_string_equal(json_string_value(json_object_get(table, "game")), "hex:size=5,swap=sides");
    assert_int_equal(number_of(table, "ply"), 4);
    assert_person(table, 1);
    json_decref(table);
    table = say_table(self, "'do': 'load', 'text': '{\\'game\\': \\'hex\\', \\'moves\\': [\\'a1\\']}'");
    assert_person(table, 1);
    json_decref(table);
    must(self, "'do': 'load', 'text': '(;GM[11]SZ[5];B[a4];W[swap-pieces];W[c3];B[b2])'");
    json_t *saved = say(self, "'do': 'save'");
    const char *sgf = json_string_value(json_object_get(json_object_get(saved, "texts"), "sgf"));
    assert_non_null(strstr(sgf, ";B[a4]\n;W[swap-sides]\n;W[c3]\n;B[b2])"));
    json_decref(saved);
    table = say_table(self, "'do': 'load', 'text': 'Base+M;InProgress;White[2];wS1;bS1 wS1-'");
    assert_int_equal(number_of(table, "ply"), 2);
    json_decref(table);
    assert_refused(self, "'do': 'load', 'text': '(;GM[11]SZ[5];B[a4];W[a4])'", "occupied");
    assert_refused(self, "'do': 'load', 'text': 'hello'", "no record that can be read");
}

/* Loads a record and expects the sentence about its end; NULL: the game goes on. */
static void expect_end(desk *self, const char *text, const char *sentence) {
    cw_text request = {0};
    cw_text_printf(&request, "'do': 'load', 'text': '%s'", text);
    json_t *table = say_table(self, cw_text_string(&request));
    const char *told = json_string_value(json_object_get(json_object_get(table, "over"), "sentence"));
    if (sentence == NULL)
        assert_null(told);
    else
        assert_string_equal(told != NULL ? told : "", sentence);
    json_decref(table);
    cw_text_free(&request);
}

#define PGN_MOVES "]\\n\\n1. wS1\\n2. bS1 wS1-\\n"
#define SGF_BEGIN "(;GM[27]SU[hive]P0[id \\'Ann\\']P1[id \\'Bob\\']"
#define SGF_MOVES ";P0[1 move W wS1 N 13 .];P0[2 done];P1[3 move B bS1 O 13 wS1-];P1[4 done]"

/* Who gave up in a game of others is whom the text says, not whoever sits first. */
static void resignations_of_others_are_read_rightly(void **state) {
    desk *self = *state;
    const char *termination = "[Termination \\'resign\\']\\n[Result \\'%s\\'" PGN_MOVES;
    const char *results[][2] = {{"WhiteWins", "White wins: black resigned."},
                                {"BlackWins", "Black wins: white resigned."},
                                {"Draw", NULL}};
    must(self, "'do': 'hello'");
    for (size_t i = 0; i < 3; i++) {
        cw_text text = {0};
        cw_text_append(&text, "[GameType \\'Base\\']\\n");
        cw_text_printf(&text, termination, results[i][0]);
        expect_end(self, cw_text_string(&text), results[i][1]);
        cw_text_free(&text);
    }
    expect_end(self, SGF_BEGIN SGF_MOVES ";P1[5 resign];P1[6 done])", "White wins: black resigned.");
    expect_end(self, SGF_BEGIN SGF_MOVES ";P0[5 resign];P0[6 done])", "Black wins: white resigned.");
    expect_end(self, SGF_BEGIN "RE[Game won by Ann (resign)]" SGF_MOVES ")", "White wins: black resigned.");
    expect_end(self, SGF_BEGIN "RE[Game won by Bob (forfeit: out of time)]" SGF_MOVES ")",
               "Black wins: white ran out of time.");
    expect_end(self, SGF_BEGIN "RE[The game is a draw (agreed)]" SGF_MOVES ")", NULL);
    expect_end(self, "(;GM[11]SZ[5]RE[B+Resign];B[a4];W[c3])", "Black wins: white resigned.");
    expect_end(self, "(;GM[11]SZ[5]RE[W+R];B[a4];W[c3])", "White wins: black resigned.");
    expect_end(self, "(;GM[11]SZ[5]RE[W+Time];B[a4];W[c3])", "White wins: black ran out of time.");
    expect_end(self, "(;GM[11]SZ[5]RE[?];B[a4];W[c3])", NULL);
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

static const json_t *first_of(const json_t *object, const char *list) {
    return json_array_get(json_object_get(object, list), 0);
}

/* The answer to a request, which `heard` keeps. */
static const json_t *hear(json_t *heard, desk *self, const char *fields) {
    json_t *answer = say(self, fields);
    json_array_append_new(heard, answer);
    return answer;
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

/* Loads a text; the answer, which `heard` keeps. */
static const json_t *load_text(json_t *heard, desk *self, const char *record) {
    json_t *request = json_pack("{s:i, s:s, s:s}", "id", 900, "do", "load", "text", record);
    char *text = json_dumps(request, JSON_COMPACT);
    json_t *answer = say_text(self, &self->link, text);
    json_array_append_new(heard, answer);
    free(text);
    json_decref(request);
    assert_true(json_is_true(json_object_get(answer, "ok")));
    return answer;
}

/* Saves the game and loads it again from the house's own record, or from SGF; its table, which `heard` keeps. */
static const json_t *reload(json_t *heard, desk *self, bool from_sgf) {
    const json_t *saved = hear(heard, self, "'do': 'save'");
    char *own = json_dumps(json_object_get(saved, "record"), JSON_COMPACT);
    const char *sgf = json_string_value(json_object_get(json_object_get(saved, "texts"), "sgf"));
    const json_t *answer = load_text(heard, self, from_sgf ? sgf : own);
    free(own);
    assert_null(json_object_get(answer, "left_out"));
    return json_object_get(answer, "table");
}

static void variations_that_cannot_be_followed_are_told(void **state) {
    desk *self = *state;
    json_t *heard = json_array();
    must(self, "'do': 'hello'");
    const json_t *answer = load_text(heard, self, "(;GM[11]SZ[5];B[c3](;W[b2])(;W[c3])(;W[d2]))");
    assert_int_equal(json_integer_value(json_object_get(answer, "left_out")), 1);
    assert_int_equal(json_array_size(json_object_get(json_object_get(answer, "table"), "variations")), 1);
    json_decref(heard);
}

static void check_records_keep_notes(desk *self, bool in_sgf) {
    json_t *heard = json_array();
    must(self, "'do': 'hello'");
    must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'human'], 'moves': 'c3;b2;d4'");
    must(self, "'do': 'vary', 'ply': 1, 'move': 'd2'");
    must(self, "'do': 'vary', 'variation': 1, 'move': 'c4'");
    must(self, "'do': 'comment', 'ply': 2, 'text': 'too far away'");
    must(self, "'do': 'comment', 'variation': 2, 'text': 'better'");
    const json_t *table = reload(heard, self, in_sgf);
    const json_t *variations = json_object_get(table, "variations");
    const json_t *comments = json_object_get(table, "comments");
    assert_int_equal(json_array_size(json_object_get(table, "moves")), 3);
    assert_int_equal(json_array_size(variations), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(variations, 1), "move")), "c4");
    assert_int_equal(json_integer_value(json_object_get(json_array_get(variations, 1), "after")),
                     json_integer_value(json_object_get(json_array_get(variations, 0), "variation")));
    assert_int_equal(json_array_size(comments), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *comment = json_array_get(comments, i);
        bool is_aside = json_object_get(comment, "variation") != NULL;
        assert_string_equal(json_string_value(json_object_get(comment, "text")),
                            is_aside ? "better" : "too far away");
        assert_int_equal(json_integer_value(json_object_get(comment, "ply")), is_aside ? 3 : 2);
    }
    json_decref(heard);
}

static void records_keep_variations_and_comments(void **state) {
    check_records_keep_notes(*state, false);
}

static void sgf_keeps_variations_and_comments(void **state) {
    check_records_keep_notes(*state, true);
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

int main(void) {
#define SESSION_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        SESSION_TEST(hello_tells_what_there_is),
        SESSION_TEST(every_game_can_be_played),
        SESSION_TEST(records_of_others_are_taken_and_given),
        SESSION_TEST(puzzles_are_shown_and_judged),
        SESSION_TEST(the_laboratory_answers),
        SESSION_TEST(scores_are_told_while_the_game_goes_on),
        SESSION_TEST(resignations_of_others_are_read_rightly),
        SESSION_TEST(engines_answer),
        SESSION_TEST(undo_goes_back_to_the_person_and_redo_forth),
        SESSION_TEST(a_session_has_one_thought_at_a_time),
        SESSION_TEST(hints_and_analyses_come_as_events),
        SESSION_TEST(two_analysts_think_by_turns),
        SESSION_TEST(variations_stand_beside_the_game),
        SESSION_TEST(records_keep_variations_and_comments),
        SESSION_TEST(sgf_keeps_variations_and_comments),
        SESSION_TEST(positions_are_set_up_by_hand),
        SESSION_TEST(a_position_of_the_game_is_where_setting_up_begins),
        SESSION_TEST(variations_that_cannot_be_followed_are_told),
        SESSION_TEST(strangers_are_held_to_bounds),
        SESSION_TEST(wrong_requests_are_refused),
        SESSION_TEST(clocks_run_for_who_is_to_move),
        SESSION_TEST(resigning_ends_and_a_rematch_changes_sides),
        SESSION_TEST(another_connection_sees_what_one_does),
        SESSION_TEST(a_session_survives_the_server),
        SESSION_TEST(a_closed_tab_ends_its_thought),
        SESSION_TEST(a_thought_is_held_to_its_time),
        SESSION_TEST(engines_among_themselves_keep_the_pace),
        SESSION_TEST(all_sessions_share_one_bound_on_memory),
        SESSION_TEST(who_leaves_gives_memory_back),
        SESSION_TEST(waiting_players_give_memory_back),
    };
    return RUN_TESTS(tests);
}
