/* The best player of Hive in a hurry: in thousands of positions it misses no win in one and no block in one,
 * told by an obvious reference that plays every move and looks at the queens. The hurry is a number of
 * positions, so that it is the same on a busy machine: less than two thousandths of a second on a quiet one. */
#include "games/hive/hive.h"
#include "games/hive/moves.h"
#include "harness.h"

enum { POSITIONS = 1500, PLIES_MAX = 150 };

static const char hurried[] = "hive-best:nodes=800,time=1h,threads=1,memory=1";

/* ---- The reference ---- */

/* Does some move of the side to move enclose the enemy queen, and her alone? */
static bool can_win(const cw_state *state) {
    cw_state work = *state;
    cw_move moves[CW_HIVE_MOVES_MAX];
    int side = cw_hive_side(state), count = cw_hive_is_over(state) ? 0 : cw_hive_list_moves(&work, moves);
    for (int i = 0; i < count; i++) {
        cw_hive_undo undo = cw_hive_make(&work, moves[i]);
        bool won = cw_hive_is_enclosed(&work, !side) && !cw_hive_is_enclosed(&work, side);
        cw_hive_unmake(&work, moves[i], undo);
        if (won)
            return true;
    }
    return false;
}

/* After a move: has its side lost already, or will the other side win next? */
static bool is_blunder(const cw_state *after) {
    int side = !cw_hive_side(after);
    return can_win(after) || (cw_hive_is_enclosed(after, side) && !cw_hive_is_enclosed(after, !side));
}

/* Five taken neighbours are the least that a win in one needs. */
static bool is_in_danger(const cw_state *state, int side) {
    int queen = cw_hive_queen(side);
    return cw_hive_on_board(state, queen) && cw_hive_count[cw_hive_ring(state, state->cell[queen])] == 5;
}

static bool has_win(const cw_state *state) {
    return is_in_danger(state, !cw_hive_side(state)) && can_win(state);
}

/* No win, some moves that lose at once, and some that do not. */
static bool needs_block(const cw_state *state) {
    if (!is_in_danger(state, cw_hive_side(state)) || can_win(state))
        return false;
    cw_state work = *state;
    cw_move moves[CW_HIVE_MOVES_MAX];
    int count = cw_hive_list_moves(&work, moves), blunders = 0;
    for (int i = 0; i < count; i++) {
        cw_hive_undo undo = cw_hive_make(&work, moves[i]);
        blunders += is_blunder(&work);
        cw_hive_unmake(&work, moves[i], undo);
    }
    return blunders > 0 && blunders < count;
}

/* ---- Positions ---- */

static bool goes_beside_a_queen(const cw_state *state, cw_move move) {
    int queen = cw_hive_queen(!cw_hive_side(state));
    for (int direction = 0; direction < 6 && cw_hive_on_board(state, queen); direction++) {
        if (cw_hive_neighbor(state->cell[queen], direction) == cw_hive_move_cell(move))
            return true;
    }
    return false;
}

/* A random move, more often than not one towards the enemy queen. */
static cw_move stumble(const cw_game *game, const cw_state *state, cw_rng *rng) {
    cw_move moves[CW_HIVE_MOVES_MAX];
    int count = game->type->moves(game, state, moves);
    cw_move move = moves[cw_rng_below(rng, (uint32_t)count)];
    for (int tries = 0; tries < 8 && !goes_beside_a_queen(state, move); tries++)
        move = moves[cw_rng_below(rng, (uint32_t)count)];
    return move;
}

/* Goes on with stumbling games to the next position that is as wanted. */
static void find_position(cw_record *record, cw_rng *rng, bool (*wanted)(const cw_state *state)) {
    do {
        if (cw_record_to_decide(record) == CW_NOBODY || cw_record_length(record) >= PLIES_MAX)
            cw_record_clear(record);
        cw_move move = stumble(cw_record_game(record), cw_record_state(record), rng);
        assert_int_equal(cw_record_play(record, move, NULL), CW_OK);
    } while (cw_record_to_decide(record) == CW_NOBODY || !wanted(cw_record_state(record)));
}

/* ---- Tests ---- */

static void look_for_blunders(const char *game_spec, bool (*wanted)(const cw_state *state), bool win) {
    cw_game *game = must_create_game(game_spec);
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    cw_error error = {0};
    cw_analysis analysis = {0};
    cw_rng rng = cw_rng_make(17, win);
    if (cw_player_create(hurried, game, 1, &player, &error) != CW_OK)
        fail_msg("%s", error.message);
    for (int i = 0; i < POSITIONS / 2; i++) {
        find_position(record, &rng, wanted);
        cw_state after = *cw_record_state(record);
        int side = cw_hive_side(&after);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, &error), CW_OK);
        game->type->play(game, &after, analysis.best);
        if (win && !(cw_hive_is_enclosed(&after, !side) && !cw_hive_is_enclosed(&after, side)))
            fail_msg("position %d: a win in one is missed", i);
        if (!win && is_blunder(&after))
            fail_msg("position %d: a block in one is missed", i);
    }
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void no_win_in_one_is_missed(void **unused) {
    (void)unused;
    look_for_blunders("hive:repetition=off", has_win, true);
    look_for_blunders("hive:type=Base+MLP,repetition=off", has_win, true);
}

static void no_block_in_one_is_missed(void **unused) {
    (void)unused;
    look_for_blunders("hive:repetition=off", needs_block, false);
    look_for_blunders("hive:type=Base+MLP,repetition=off", needs_block, false);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_win_in_one_is_missed),
        cmocka_unit_test(no_block_in_one_is_missed),
    };
    return RUN_TESTS(tests);
}
