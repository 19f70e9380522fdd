/* Records that a session takes and gives, also those of others, with their variations, comments and ends. */
#include "protocol/session/host.h"

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

static void one_of_several_games_is_loaded_by_its_number(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    json_t *first = say(self, "'do': 'load', 'text': '(;GM[11]SZ[5];B[c3])(;GM[11]SZ[7];B[a1];W[b2])'");
    assert_int_equal(number_of(first, "games"), 2);
    assert_int_equal(number_of(json_object_get(first, "table"), "ply"), 1);
    json_t *second =
        say(self, "'do': 'load', 'number': 2, 'text': '(;GM[11]SZ[5];B[c3])(;GM[11]SZ[7];B[a1];W[b2])'");
    assert_int_equal(number_of(json_object_get(second, "table"), "ply"), 2);
    json_decref(first);
    json_decref(second);
    assert_refused(self, "'do': 'load', 'number': 3, 'text': '(;GM[11]SZ[5];B[c3])(;GM[11]SZ[7];B[a1])'",
                   "2");
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

static void expect_sentence(const json_t *table, const char *sentence) {
    const json_t *over = json_object_get(table, "over");
    assert_non_null(over);
    assert_string_equal(json_string_value(json_object_get(over, "sentence")), sentence);
}

/* A game that was given up, or lost on time, is still so when it was saved and loaded, in either format. */
static void records_keep_how_a_game_was_lost(void **state) {
    desk *self = *state;
    must(self, "'do': 'hello'");
    for (int format = 0; format < 2; format++) {
        json_t *heard = json_array();
        must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'human'], 'moves': 'c3'");
        must(self, "'do': 'resign', 'seat': 1");
        expect_sentence(reload(heard, self, format == 1), "Black wins: white resigned.");
        must(self, "'do': 'new', 'game': 'hex:size=5', 'seats': ['human', 'human'], 'clock': 60");
        must(self, "'do': 'move', 'move': 'c3', 'ply': 0");
        self->now += 61;
        cw_hub_tick(self->hub);
        expect_sentence(reload(heard, self, format == 1), "Black wins: white ran out of time.");
        json_decref(heard);
    }
}

static void records_keep_variations_and_comments(void **state) {
    check_records_keep_notes(*state, false);
}

static void sgf_keeps_variations_and_comments(void **state) {
    check_records_keep_notes(*state, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        SESSION_TEST(records_of_others_are_taken_and_given),
        SESSION_TEST(resignations_of_others_are_read_rightly),
        SESSION_TEST(variations_that_cannot_be_followed_are_told),
        SESSION_TEST(one_of_several_games_is_loaded_by_its_number),
        SESSION_TEST(records_keep_how_a_game_was_lost),
        SESSION_TEST(records_keep_variations_and_comments),
        SESSION_TEST(sgf_keeps_variations_and_comments),
    };
    return RUN_TESTS(tests);
}
