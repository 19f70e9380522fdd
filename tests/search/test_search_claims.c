/* What searches claim: a proof is true, a sure result is preferred by its value, nothing is lost by a cut. */
#include "grove.h"

#include "search/mcts/report.h"

/* ---- Alpha-beta ---- */

/* Proofs of every tree against looking at every path. */
static int check_claims(const char *trees, const char *spec, int count, cw_proof wanted) {
    cw_analysis analysis = {0};
    int claims = 0;
    for (int seed = 0; seed < count; seed++) {
        cw_game *game = make_grove(trees, seed);
        cw_state root;
        grove_start(game, &root);
        double truth = grove_value(game, &root, grove_to_decide(game, &root));
        ask(game, spec, "", (uint64_t)seed, &analysis);
        if ((analysis.proof == CW_PROOF_WIN && truth < 1) || (analysis.proof == CW_PROOF_LOSS && truth > 0))
            fail_msg("%s, %s, seed %d: proof %d, truth %.2f", trees, spec, seed, (int)analysis.proof, truth);
        claims += analysis.proof == wanted;
        cw_game_destroy(game);
    }
    cw_analysis_free(&analysis);
    return claims;
}

/* The moves that a short look leaves out may be the ones that hold. */
static void a_loss_is_claimed_only_of_all_moves(void **state) {
    (void)state;
    assert_true(check_claims("depth=3,width=5", "alphabeta:depth=3,eval=noise,late=1,memory=1", 300,
                             CW_PROOF_LOSS) > 5);
}

/* Out of nodes in the middle of a depth, the moves looked at so far may lose and others not. */
static void a_stopped_search_claims_no_loss(void **state) {
    (void)state;
    for (int nodes = 8; nodes < 120; nodes += 8) {
        char spec[80];
        snprintf(spec, sizeof spec, "alphabeta:nodes=%d,eval=noise,memory=1", nodes);
        check_claims("depth=4,width=3", spec, 200, CW_PROOF_LOSS);
    }
}

static void a_sample_of_luck_proves_nothing(void **state) {
    (void)state;
    check_claims("depth=4,width=4,chances=60", "alphabeta:depth=6,eval=noise,samples=1,memory=1", 200,
                 CW_PROOF_WIN);
    assert_true(check_claims("depth=4,width=3,chances=40", "alphabeta:depth=6,eval=noise,memory=1", 200,
                             CW_PROOF_WIN) > 5);
}

/* ---- A limit that the hash leaves out ---- */

/* One player steps or waits; three steps win, six decisions are a draw. */
enum { STEPS = 3, LIMIT = 6 };

static int walk_to_decide(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->path == STEPS || state->depth == LIMIT ? CW_NOBODY : 0;
}

static int walk_moves(const cw_game *game, const cw_state *state, cw_move *moves) {
    moves[0] = 0;
    moves[1] = 1;
    return walk_to_decide(game, state) == CW_NOBODY ? 0 : 2;
}

static void walk_play(const cw_game *game, cw_state *state, cw_move move) {
    (void)game;
    state->path += move;
    state->depth++;
}

static void walk_result(const cw_game *game, const cw_state *state, cw_result *result) {
    if (state->path == STEPS)
        *result = (cw_result){.reward = {1, 0}};
    else
        cw_result_draw(game, 0, result);
}

static int walk_plies_left(const cw_game *game, const cw_state *state) {
    (void)game;
    return LIMIT - state->depth;
}

static void a_win_that_comes_too_late_is_none(void **state) {
    (void)state;
    cw_game_type type = grove_type;
    type.to_decide = walk_to_decide;
    type.moves = walk_moves;
    type.play = walk_play;
    type.result = walk_result;
    type.plies_left = walk_plies_left;
    cw_game *game = NULL;
    assert_int_equal(cw_game_create_from(&type, "width=2", &game, NULL), CW_OK);
    cw_player *player = must_create_player("alphabeta:depth=3,deepen=off,eval=noise", game, 1);
    cw_analysis analysis = {0};
    cw_record *record = must_play(game, "");
    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
    assert_int_equal(analysis.proof, CW_PROOF_WIN);
    cw_record_destroy(record);
    record = must_play(game, "0 0 0 0"); /* the same position, with two decisions left */
    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
    assert_int_equal(analysis.proof, CW_PROOF_NONE);
    cw_record_destroy(record);
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_game_destroy(game);
}

/* Positions of Hive repeat in spite of a limit, which is told apart from the hash. */
static void hive_tells_the_plies_left(void **state) {
    (void)state;
    cw_game *limited = must_create_game("hive:max_turns=10"), *free_game = must_create_game("hive");
    cw_record *record = must_play(limited, "wG1; bG1 wG1-; wQ -wG1; bQ bG1-");
    assert_int_equal(limited->type->plies_left(limited, cw_record_state(record)), 6);
    uint64_t hash = limited->type->hash(limited, cw_record_state(record));
    cw_record_destroy(record);
    record = must_play(free_game, "wG1; bG1 wG1-; wQ -wG1; bQ bG1-");
    assert_int_equal(free_game->type->plies_left(free_game, cw_record_state(record)), 0);
    assert_true(free_game->type->hash(free_game, cw_record_state(record)) == hash);
    cw_record_destroy(record);
    cw_game_destroy(limited);
    cw_game_destroy(free_game);
}

/* ---- The tree search's choice ---- */

static void add(cw_analysis *analysis, cw_move move, uint64_t visits, double value, cw_proof proof) {
    cw_candidate *candidate = cw_analysis_add(analysis, move);
    candidate->visits = visits;
    candidate->value = value * (double)visits; /* a sum, until the choice is made */
    candidate->proof = proof;
}

/* Of three players a third of the game is less than half of it, however often it was looked at. */
static void a_proven_half_is_better_than_a_third(void **state) {
    (void)state;
    const cw_mcts_settings settings = {0};
    for (int proven = 0; proven < 2; proven++) {
        cw_analysis analysis = {.proof = proven ? CW_PROOF_DRAW : CW_PROOF_NONE};
        add(&analysis, 1, 1000, 1.0 / 3, CW_PROOF_DRAW);
        add(&analysis, 2, 10, 0.5, CW_PROOF_DRAW);
        cw_mcts_report_choose(&settings, CW_MOVE_NONE, CW_MOVE_NONE, &analysis);
        assert_int_equal(analysis.best, 2);
        cw_analysis_free(&analysis);
    }
}

/* ---- Two answers of a reasoner ---- */

static int answers;

/* First one move is worth looking at, then another. */
static void fickle_reason(const cw_game *game, void *context, const cw_state *state, cw_verdict *verdict) {
    (void)game;
    (void)context;
    if (state->depth != 1)
        return;
    verdict->move_count = 1;
    verdict->moves[0] = (cw_move)(answers++ % 2);
}

static void two_answers_leave_a_move(void **state) {
    (void)state;
    static const cw_reasoner reasoners[] = {{.base = {.name = "fickle", .help = ""}, .reason = fickle_reason},
                                            {.base = {.name = NULL}}};
    cw_game_type type = grove_type;
    type.reasoners = reasoners;
    cw_game *game = NULL;
    assert_int_equal(cw_game_create_from(&type, "width=2,depth=30", &game, NULL), CW_OK);
    cw_player *player = must_create_player("mcts:sims=200,reason=fickle,reason_at=1,expand_at=1", game, 1);
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        assert_true(analysis.candidate_count > 0);
        assert_int_equal(cw_record_play(record, analysis.best, NULL), CW_OK);
    }
    assert_true(answers > 1);
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_player_destroy(player);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loss_is_claimed_only_of_all_moves),
        cmocka_unit_test(a_stopped_search_claims_no_loss),
        cmocka_unit_test(a_sample_of_luck_proves_nothing),
        cmocka_unit_test(a_win_that_comes_too_late_is_none),
        cmocka_unit_test(hive_tells_the_plies_left),
        cmocka_unit_test(a_proven_half_is_better_than_a_third),
        cmocka_unit_test(two_answers_leave_a_move),
    };
    return RUN_TESTS(tests);
}
