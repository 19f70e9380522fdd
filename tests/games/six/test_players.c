/* The players of the thesis and the house's own: all of them finish games, and the best one misses nothing
 * near. */
#include "harness.h"

static cw_player *must_create_player(const char *spec, const cw_game *game) {
    cw_player *player = NULL;
    cw_error error = {0};
    if (cw_player_create(spec, game, 1, &player, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    return player;
}

/* Plays a game of one player against itself; chance takes the first outcome. */
static void finish_a_game(const cw_game *game, const char *spec) {
    cw_player *player = must_create_player(spec, game);
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    cw_move moves[512];
    for (int decider; (decider = cw_record_to_decide(record)) != CW_NOBODY;) {
        if (decider == CW_CHANCE)
            game->type->moves(game, cw_record_state(record), moves);
        else
            assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        assert_int_equal(cw_record_play(record, decider == CW_CHANCE ? moves[0] : analysis.best, NULL),
                         CW_OK);
    }
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_player_destroy(player);
}

static void every_preset_finishes_games(void **state) {
    (void)state;
    static const char *const specs[] = {
        "sixexe-weak:cursors=3",
        "sixexe-basic:playouts=2",
        "sixexe-diminished-weak:cursors=3",
        "sixexe-diminished-basic:playouts=2",
        "sixexe-second-phase-weak:cursors=3",
        "sixexe-second-phase-basic:playouts=2",
        "six-best:nodes=40",
        "six-mcts:sims=40",
    };
    static const char *const games[] = {
        "six:tiles=7,max_moves=40,ties=random,same_cell=on",
        "six:tiles=6:8,start=pair,max_moves=40,players=4",
        "six:tiles=8,phases=1",
    };
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        cw_game *game = must_create_game(games[g]);
        for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
            finish_a_game(game, specs[i]);
        cw_game_destroy(game);
    }
}

static void expect_move(const char *spec, const char *line, const char *expected) {
    cw_game *game = must_create_game("six");
    cw_player *player = must_create_player(spec, game);
    cw_record *record = must_play(game, line);
    cw_analysis analysis = {0};
    cw_text text = {0};
    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
    game->type->print(game, cw_record_state(record), analysis.best, &text);
    assert_string_equal(cw_text_string(&text), expected);
    cw_text_free(&text);
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_player_destroy(player);
    cw_game_destroy(game);
}

static void the_best_players_win_and_block_in_one(void **state) {
    (void)state;
    static const char *const specs[] = {"six-best:nodes=100", "six-mcts:sims=100"};
    for (int i = 0; i < 2; i++) {
        expect_move(specs[i], "0,0 0,1 1,0 -1,2 2,0 -2,3 3,0 -1,0 4,0 -2,2", "5,0"); /* completes a line */
        expect_move(specs[i], "0,0 0,1 1,0 -1,2 2,0 -2,3 3,0 -1,0 4,0", "5,0");      /* stops one */
    }
}

/* In the second phase a turn has two decisions: the tile to lift is searched for, where it goes is not. */
static void later_decisions_of_a_turn_may_be_left_to_chance(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=4");
    cw_record *record = must_play(game, "0,0 1,0 0,1 1,1 0,2 1,2 -1,3 1,3");
    cw_player *player = NULL;
    cw_analysis analysis = {0};
    assert_int_equal(cw_player_create("flat:playouts=3,random_later=on", game, 1, &player, NULL), CW_OK);
    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
    assert_true(analysis.simulations > 0);
    cw_record_play(record, analysis.best, NULL);
    assert_int_equal(cw_record_to_decide(record), 0);
    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
    assert_int_equal(analysis.simulations, 0);
    assert_true(cw_game_is_legal(game, cw_record_state(record), analysis.best));
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_decisions_of_a_turn_may_be_left_to_chance),
        cmocka_unit_test(every_preset_finishes_games),
        cmocka_unit_test(the_best_players_win_and_block_in_one),
    };
    return RUN_TESTS(tests);
}
