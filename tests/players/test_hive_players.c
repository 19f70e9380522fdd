/* Hive's players: the thesis's Monte Carlo agent with its rules, and the house's best, which does not miss a
 * win or a block. */
#include "games/hive/hive.h"
#include "games/hive/moves.h"
#include "harness.h"

/* The move that a player chooses after `moves`, as text. */
static const char *choice(const char *player_spec, uint64_t seed, const char *moves) {
    static char text[32];
    cw_game *game = must_create_game("hive:repetition=off,maxturns=100");
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
    static const char *const players[] = {"minimax-defensive",
                                          "minimax-offensive",
                                          "out-mc:playouts=20",
                                          "out-mc-mod:playouts=20",
                                          "hive-mc:score=wins,playouts=20",
                                          "hive-best:nodes=3000,threads=1"};
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

/* ---- Wins and blocks in one ---- */

enum { POSITIONS = 30 };

/* Does some move of the side to move enclose the enemy queen, and her alone? */
static bool can_win(const cw_state *state) {
    cw_state work = *state;
    cw_move moves[CW_HIVE_MOVES_MAX];
    int side = cw_hive_side(state), count = cw_hive_is_over(state) ? 0 : cw_hive_list_moves(&work, moves);
    for (int i = 0; i < count; i++) {
        cw_state after = *state;
        cw_hive_make(&after, moves[i]);
        if (cw_hive_is_enclosed(&after, !side) && !cw_hive_is_enclosed(&after, side))
            return true;
    }
    return false;
}

/* Could the other side win if it were its turn now? */
static bool is_threatened(const cw_state *state) {
    if (state->ply < 2)
        return false; /* a pass would leave an empty table, which the rules never do */
    cw_state passed = *state;
    cw_hive_make(&passed, CW_HIVE_PASS);
    return can_win(&passed);
}

static bool can_block(const cw_state *state) {
    cw_state work = *state;
    cw_move moves[CW_HIVE_MOVES_MAX];
    int count = cw_hive_list_moves(&work, moves);
    for (int i = 0; i < count; i++) {
        cw_state after = *state;
        cw_hive_make(&after, moves[i]);
        if (!can_win(&after) && !cw_hive_is_over(&after))
            return true;
    }
    return false;
}

/* Plays random games until a position is as wanted, and leaves it in the record. */
static void find_position(cw_record *record, cw_rng *rng, bool (*wanted)(const cw_state *state)) {
    const cw_game *game = cw_record_game(record);
    for (;;) {
        cw_record_clear(record);
        for (int ply = 0; ply < 120 && cw_record_to_decide(record) != CW_NOBODY; ply++) {
            cw_move moves[CW_HIVE_MOVES_MAX];
            if (wanted(cw_record_state(record)))
                return;
            int count = game->type->moves(game, cw_record_state(record), moves);
            assert_int_equal(cw_record_play(record, moves[cw_rng_below(rng, (uint32_t)count)], NULL), CW_OK);
        }
    }
}

static bool has_win(const cw_state *state) {
    return can_win(state);
}

static bool needs_block(const cw_state *state) {
    return !can_win(state) && is_threatened(state) && can_block(state);
}

static void best_sees(bool (*wanted)(const cw_state *state), bool win) {
    cw_game *game = must_create_game("hive:type=Base+MLP,repetition=off");
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    cw_error error = {0};
    cw_analysis analysis = {0};
    cw_rng rng = cw_rng_make(17, win);
    if (cw_player_create("hive-best:nodes=3000,threads=1,memory=1", game, 1, &player, &error) != CW_OK)
        fail_msg("%s", error.message);
    for (int i = 0; i < POSITIONS; i++) {
        find_position(record, &rng, wanted);
        int side = cw_hive_side(cw_record_state(record));
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, &error), CW_OK);
        assert_int_equal(cw_record_play(record, analysis.best, &error), CW_OK);
        const cw_state *after = cw_record_state(record);
        if (win)
            assert_true(cw_hive_is_enclosed(after, !side) && !cw_hive_is_enclosed(after, side));
        else
            assert_false(can_win(after) || cw_hive_is_enclosed(after, side));
    }
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void the_best_misses_no_win_in_one(void **unused) {
    (void)unused;
    best_sees(has_win, true);
}

static void the_best_misses_no_block_in_one(void **unused) {
    (void)unused;
    best_sees(needs_block, false);
}

static void the_agent_plays_hive_only(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hex:size=3");
    cw_player *player = NULL;
    cw_error error = {0};
    assert_int_equal(cw_player_create("hive-mc", game, 1, &player, &error), CW_UNSUPPORTED);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_agents_take_a_win),
        cmocka_unit_test(the_queen_is_laid_on_the_third_turn),
        cmocka_unit_test(threads_do_not_change_the_choice),
        cmocka_unit_test(the_guard_keeps_pieces_beside_the_queen),
        cmocka_unit_test(the_best_misses_no_win_in_one),
        cmocka_unit_test(the_best_misses_no_block_in_one),
        cmocka_unit_test(the_agent_plays_hive_only),
    };
    return RUN_TESTS(tests);
}
