/* Endgames of every game: the tree search and alpha-beta find the value that looking at every line gives. */
#include "harness.h"

#include <math.h>

/* The true reward of `player` when every other player is against; `nodes` counts down, below 0 gives up. */
static double look_through(const cw_game *game, const cw_state *state, int player, int *nodes) {
    int decider = game->type->to_decide(game, state);
    if (decider == CW_NOBODY) {
        cw_result result;
        game->type->result(game, state, &result);
        return result.reward[player];
    }
    assert_true(decider != CW_CHANCE);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    cw_state *next = cw_game_alloc_states(game, 1);
    int count = game->type->moves(game, state, moves);
    double best = decider == player ? 0 : 1;
    for (int i = 0; i < count && (*nodes)-- > 0; i++) {
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        double value = look_through(game, next, player, nodes);
        best = decider == player ? fmax(best, value) : fmin(best, value);
    }
    free(moves);
    free(next);
    return best;
}

/* Plays at random until the end, then goes back as far as everything can still be looked through; NULL if
 * that is not one move. */
static cw_record *random_endgame(const cw_game *game, uint64_t seed, double *truth) {
    enum { NODES_MAX = 20000 };
    cw_record *record = must_play(game, "");
    cw_rng rng = cw_rng_make(seed, 77);
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    while (cw_record_to_decide(record) != CW_NOBODY) {
        int count = game->type->moves(game, cw_record_state(record), moves);
        assert_int_equal(cw_record_play(record, moves[cw_rng_below(&rng, (uint32_t)count)], NULL), CW_OK);
    }
    free(moves);
    int found = -1;
    for (int back = 1; back <= cw_record_length(record); back++) {
        const cw_state *state = cw_record_state_at(record, cw_record_length(record) - back);
        int decider = game->type->to_decide(game, state), nodes = NODES_MAX;
        if (decider == CW_CHANCE)
            break;
        double value = look_through(game, state, decider, &nodes);
        if (nodes < 0)
            break;
        *truth = value;
        found = back;
    }
    for (int i = 0; i < found; i++)
        cw_record_undo(record, NULL);
    if (found > 0)
        return record;
    cw_record_destroy(record);
    return NULL;
}

static void check(const cw_game *game, const cw_record *record, const char *spec, double truth, bool proves) {
    cw_player *player = NULL;
    cw_error error = {0};
    cw_analysis analysis = {0};
    if (cw_player_create(spec, game, 1, &player, &error) != CW_OK ||
        cw_player_choose(player, record, NULL, &analysis, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    cw_move moves[2048];
    assert_true(game->moves_max <= 2048);
    bool choice = game->type->moves(game, cw_record_state(record), moves) > 1;
    if (choice && (fabs(analysis.value - truth) > 0.01 || (proves && analysis.proof == CW_PROOF_NONE))) {
        cw_text line = {0};
        cw_record_print(record, &line);
        fail_msg("%s after %s: value %.3f, proof %d, truth %.2f", spec, cw_text_string(&line), analysis.value,
                 (int)analysis.proof, truth);
    }
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
}

static void check_game(const char *spec, int endgames) {
    cw_game *game = must_create_game(spec);
    for (uint64_t seed = 0; endgames > 0; seed++) {
        double truth = 0;
        assert_true(seed < 1000);
        cw_record *record = random_endgame(game, seed, &truth);
        if (record == NULL)
            continue;
        endgames--;
        check(game, record, "mcts:sims=2M,expand_at=1,c=1", truth, true);
        check(game, record, "alphabeta:depth=32,deepen=off", truth, false);
        cw_record_destroy(record);
    }
    cw_game_destroy(game);
}

static void hex_endgames_are_solved(void **state) {
    (void)state;
    check_game("hex:size=4", 20);
    check_game("hex:size=5", 10);
}

static void six_endgames_are_solved(void **state) {
    (void)state;
    check_game("six:tiles=8,phases=1", 20);
    check_game("six:tiles=7,max_moves=20", 10);
}

static void tantrix_endgames_are_solved(void **state) {
    (void)state;
    check_game("tantrix", 10);
}

static void hive_endgames_are_solved(void **state) {
    (void)state;
    check_game("hive:max_turns=24,repetition=off", 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_endgames_are_solved),
        cmocka_unit_test(six_endgames_are_solved),
        cmocka_unit_test(tantrix_endgames_are_solved),
        cmocka_unit_test(hive_endgames_are_solved),
    };
    return RUN_TESTS(tests);
}
