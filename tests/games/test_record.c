#include "flower.h"
#include "harness.h"

typedef struct fixture {
    cw_game *game;
    cw_record *record;
} fixture;

static int set_up(void **state) {
    static fixture here;
    assert_int_equal(cw_game_create_from(&cw_flower_game, "", &here.game, NULL), CW_OK);
    assert_int_equal(cw_record_create(here.game, &here.record, NULL), CW_OK);
    *state = &here;
    return 0;
}

static int tear_down(void **state) {
    fixture *here = *state;
    cw_record_destroy(here->record);
    cw_game_destroy(here->game);
    return 0;
}

static void check_text(const cw_record *record, const char *expected) {
    cw_text text = {0};
    cw_record_print(record, &text);
    assert_string_equal(cw_text_string(&text), expected);
    cw_text_free(&text);
}

static void lines_take_semicolons_or_spaces(void **state) {
    cw_record *record = ((fixture *)*state)->record;
    assert_int_equal(cw_record_play_line(record, " 0,0 ;1,0;; ", NULL), CW_OK);
    assert_int_equal(cw_record_play_line(record, "0,1\t-1,0\n", NULL), CW_OK);
    check_text(record, "0,0;1,0;0,1;-1,0");
    assert_int_equal(cw_record_length(record), 4);
}

static void moves_before_a_bad_one_stay(void **state) {
    cw_record *record = ((fixture *)*state)->record;
    cw_error error;
    assert_int_equal(cw_record_play_line(record, "0,0;0,0;1,0", &error), CW_ILLEGAL);
    assert_string_equal(error.message, "move 2: 0,0 is taken");
    check_text(record, "0,0");
}

static void moves_can_be_taken_back(void **state) {
    cw_record *record = ((fixture *)*state)->record;
    cw_error error;
    uint64_t start = cw_record_hashes(record)[0];
    assert_int_equal(cw_record_undo(record, &error), CW_ILLEGAL);
    assert_string_equal(error.message, "there is no move to take back");
    assert_int_equal(cw_record_play_line(record, "0,0;1,0", NULL), CW_OK);
    assert_int_equal(cw_record_undo(record, NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), 1);
    assert_int_equal(cw_record_undo(record, NULL), CW_OK);
    assert_true(cw_record_hashes(record)[0] == start);
    assert_int_equal(cw_record_length(record), 0);
}

static void earlier_positions_are_kept(void **state) {
    fixture *here = *state;
    assert_int_equal(cw_record_play_line(here->record, "0,0;1,0;0,1", NULL), CW_OK);
    for (int i = 0; i <= 3; i++) {
        const cw_state *position = cw_record_state_at(here->record, i);
        assert_int_equal(here->game->type->move_number(here->game, position), i);
        assert_true(here->game->type->hash(here->game, position) == cw_record_hashes(here->record)[i]);
    }
}

static void nothing_is_played_after_the_end(void **state) {
    cw_record *record = ((fixture *)*state)->record;
    cw_error error;
    assert_int_equal(cw_record_play_line(record, "0,0 1,0 -1,0 0,1 0,-1", NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    assert_int_equal(cw_record_play_text(record, "1,-1", &error), CW_ILLEGAL);
    assert_string_equal(error.message, "'1,-1' cannot be played, the game is over");
    assert_int_equal(cw_record_play(record, 0, &error), CW_ILLEGAL);
    cw_record_clear(record);
    assert_int_equal(cw_record_to_decide(record), 0);
}

/* A game of any length finds room: the record starts with space for far fewer moves. */
static void long_games_fit(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=19");
    cw_record *record = must_play(game, "");
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    while (cw_record_to_decide(record) != CW_NOBODY) {
        game->type->moves(game, cw_record_state(record), moves);
        assert_int_equal(cw_record_play(record, moves[0], NULL), CW_OK);
    }
    assert_true(cw_record_length(record) > 128);
    for (int i = 0; i < cw_record_length(record); i++)
        assert_true(cw_game_is_legal(game, cw_record_state_at(record, i), cw_record_move(record, i)));
    free(moves);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* Two queens walk round each other; every second move they stand as before, only elsewhere. The third time is
   the end, and taking a move back opens the game again. */
static void a_repeated_position_is_a_draw(void **state) {
    (void)state;
    cw_game *game = must_create_game("hive:queen_first=on");
    cw_record *record = must_play(game, "wQ; bQ wQ-; wQ \\bQ; bQ wQ-; wQ \\bQ");
    cw_result result;
    assert_int_equal(cw_record_to_decide(record), 1);
    assert_int_equal(cw_record_play_text(record, "bQ wQ-", NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_record_result(record, &result);
    assert_true(result.reward[0] == 0.5 && result.reward[1] == 0.5);
    assert_int_equal(cw_record_undo(record, NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), 1);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Specs ---- */

static void a_game_is_the_same_in_other_words(void **state) {
    (void)state;
    static const struct {
        const char *game, *spec;
        bool is_same;
    } cases[] = {
        {"hex", "hex:size=11", true},
        {"hex:size=9,swap=pieces", "hex:swap=on,size=9", true},
        {"hex", "hex:size=10", false},
        {"hex", "hexagon", false},
        {"hex", "six", false},
        {"hive:max_turns=40,queen_first=on", "hive:queenfirst=yes,maxturns=40", true},
        {"six:same_cell=on,max_moves=9,tiles=19:19", "six:maxmoves=9,samecell=on", true},
        {"six:start=pair,first_contact=off", "six:firstcontact=off,start=pair", true},
        {"six", "six:nothing=on", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_game *game = must_create_game(cases[i].game);
        if (cw_game_is_same(game, cases[i].spec) != cases[i].is_same)
            fail_msg("%s and %s", cases[i].game, cases[i].spec);
        cw_game_destroy(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lines_take_semicolons_or_spaces, set_up, tear_down),
        cmocka_unit_test_setup_teardown(moves_before_a_bad_one_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(moves_can_be_taken_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(earlier_positions_are_kept, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_is_played_after_the_end, set_up, tear_down),
        cmocka_unit_test(long_games_fit),
        cmocka_unit_test(a_repeated_position_is_a_draw),
        cmocka_unit_test(a_game_is_the_same_in_other_words),
    };
    return RUN_TESTS(tests);
}
