/* Hive's players: the thesis's agents with their rules. */
#include "games/hive/hive.h"
#include "games/hive/moves.h"
#include "harness.h"

/* The move that a player chooses after `moves`, as text. */
static const char *choice(const char *player_spec, uint64_t seed, const char *moves) {
    static char text[32];
    cw_game *game = must_create_game("hive:repetition=off,max_turns=100");
    cw_record *record = must_play(game, moves);
    cw_player *player = NULL;
    cw_error error = {0};
    cw_analysis analysis = {0};
    cw_text out = {0};
    if (cw_player_create(player_spec, game, seed, &player, &error) != CW_OK ||
        cw_player_choose(player, record, NULL, &analysis, &error) != CW_OK)
        fail_msg("%s: %s", player_spec, error.message);
    assert_true(cw_game_is_legal(game, cw_record_state(record), analysis.best));
    game->type->print(game, cw_record_state(record), analysis.best, &out);
    snprintf(text, sizeof text, "%s", cw_text_string(&out));
    cw_text_free(&out);
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return text;
}

static const char opening[] = "wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-";

/* White's grasshopper can jump into the last gap beside the black queen: /bA3 ends the game. */
static const char win_in_one[] = "wS1;bS1 wS1-;wQ \\wS1;bQ bS1/;wG1 -wQ;bG1 bQ-;wA1 wG1\\;bA1 bQ\\;wA2 \\wQ;"
                                 "bA2 \\bG1;wG2 wA2/;bA3 -bA2";

static bool wins(const char *move) {
    cw_game *game = must_create_game("hive:repetition=off");
    cw_record *record = must_play(game, win_in_one);
    cw_error error = {0};
    assert_int_equal(cw_record_play_text(record, move, &error), CW_OK);
    bool over = cw_record_to_decide(record) == CW_NOBODY;
    cw_record_destroy(record);
    cw_game_destroy(game);
    return over;
}

static void the_agents_take_a_win(void **unused) {
    (void)unused;
    static const char *const players[] = {
        "minimax-defensive:ends=result", "minimax-offensive:ends=result",  "out-mc:playouts=20",
        "out-mc-mod:playouts=20",        "hive-mc:score=wins,playouts=20", "hive-best:nodes=3000,threads=1"};
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++)
        assert_true(wins(choice(players[i], 1, win_in_one)));
}

static void the_queen_is_laid_on_the_third_turn(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 5; seed++)
        assert_int_equal(strncmp(choice("out-mc:playouts=3", seed, opening), "wQ ", 3), 0);
    bool other = false;
    for (uint64_t seed = 0; seed < 20; seed++)
        other |= strncmp(choice("out-mc:playouts=3,queen=0", seed, opening), "wQ ", 3) != 0;
    assert_true(other);
}

static void threads_do_not_change_the_choice(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 4; seed++) {
        char alone[32];
        snprintf(alone, sizeof alone, "%s", choice("out-mc:playouts=15,threads=1,queen=0", seed, opening));
        assert_string_equal(alone, choice("out-mc:playouts=15,threads=3,queen=0", seed, opening));
    }
}

static int pieces_beside(const char *moves, const char *move, int queen) {
    cw_game *game = must_create_game("hive:repetition=off");
    cw_record *record = must_play(game, moves);
    if (move != NULL)
        assert_int_equal(cw_record_play_text(record, move, NULL), CW_OK);
    const cw_state *state = cw_record_state(record);
    int count = cw_hive_count[cw_hive_ring(state, state->cell[queen])];
    cw_record_destroy(record);
    cw_game_destroy(game);
    return count;
}

/* With a guard over all moves no piece leaves the enemy queen; without one, some choice does. */
static void the_guard_keeps_pieces_beside_the_queen(void **unused) {
    (void)unused;
    static const char attack[] = "wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wA1 -wQ;bA1 bQ-;wA1 \\bQ;bA1 \\wQ";
    int before = pieces_beside(attack, NULL, CW_HIVE_SIDE_PIECES), left = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        assert_true(pieces_beside(attack, choice("out-mc:playouts=2,guard=100", seed, attack),
                                  CW_HIVE_SIDE_PIECES) >= before);
        left +=
            pieces_beside(attack, choice("out-mc:playouts=2", seed, attack), CW_HIVE_SIDE_PIECES) < before;
    }
    assert_true(left > 0);
}

static void the_agent_plays_hive_only(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hex:size=3");
    cw_player *player = NULL;
    cw_error error = {0};
    assert_int_equal(cw_player_create("hive-mc", game, 1, &player, &error), CW_BAD_INPUT);
    assert_string_equal(error.message, "the player hive-mc is made for hive, not for hex");
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_agents_take_a_win),
        cmocka_unit_test(the_queen_is_laid_on_the_third_turn),
        cmocka_unit_test(threads_do_not_change_the_choice),
        cmocka_unit_test(the_guard_keeps_pieces_beside_the_queen),
        cmocka_unit_test(the_agent_plays_hive_only),
    };
    return RUN_TESTS(tests);
}
