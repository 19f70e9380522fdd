/* The solver of the tree search against the truth: random trees that are looked through completely, and the
 * solved openings of small Hex boards. */
#include "grove.h"

#include <math.h>

#include "search/mcts/solver.h"

static double proven_value(cw_proof proof) {
    return proof == CW_PROOF_WIN ? 1 : proof == CW_PROOF_LOSS ? 0 : 0.5;
}

/* Every variant must prove each tree, and play a move that reaches the value. */
static void check_trees(const char *trees, const char *spec, int count) {
    cw_analysis analysis = {0};
    for (int seed = 0; seed < count; seed++) {
        cw_game *game = make_grove(trees, seed);
        cw_state root, next;
        grove_start(game, &root);
        int player = grove_to_decide(game, &root);
        double truth = grove_value(game, &root, player);
        ask(game, spec, "", (uint64_t)seed, &analysis);
        if (analysis.proof == CW_PROOF_NONE || proven_value(analysis.proof) != truth)
            fail_msg("%s seed %d: proof %d, truth %.1f", spec, seed, (int)analysis.proof, truth);
        assert_true(analysis.value == truth);
        next = root;
        grove_play(game, &next, analysis.best);
        assert_true(grove_value(game, &next, player) == truth);
        cw_game_destroy(game);
    }
    cw_analysis_free(&analysis);
}

static void wins_and_losses_are_proven(void **state) {
    (void)state;
    check_trees("depth=6,width=3", "mcts:sims=100k", 100);
    check_trees("depth=6,width=3", "mcts:sims=100k,expand_at=1,rave=0.001,c=0.3", 100);
}

static void draws_are_proven_by_bounds(void **state) {
    (void)state;
    check_trees("depth=6,width=3,draws=40", "mcts:sims=100k", 200);
    check_trees("depth=5,width=4,draws=70", "mcts:sims=100k,expand_at=1", 100);
}

static void threads_and_knowledge_prove_the_same(void **state) {
    (void)state;
    check_trees("depth=6,width=3,draws=30", "mcts:sims=200k,threads=2", 30);
    check_trees("depth=6,width=3,draws=30", "mcts:sims=200k,threads=2,rave=0,parallel=root", 20);
    check_trees("depth=6,width=3,draws=30", "mcts:sims=200k,threads=2,parallel=leaf", 20);
    check_trees("depth=6,width=3,draws=30", "mcts:sims=100k,eval=noise,mix=0.3,prior=noise", 50);
    check_trees("depth=6,width=3,draws=30", "mcts:sims=100k,judge=noise,fpu=parent,puct=2", 50);
    check_trees("depth=6,width=3,draws=30", "mcts:sims=100k,judge=noise,fpu=parent,puct=2,threads=2", 30);
    check_trees("depth=6,width=3", "mcts:sims=100k,judge=noise,gumbel=4,fpu=parent,puct=2", 50);
}

static void reasoners_cut_and_prove(void **state) {
    (void)state;
    check_trees("depth=6,width=3", "mcts:sims=100k,reason=oracle,reason_at=5", 100);
    check_trees("depth=6,width=3,draws=30", "mcts:sims=100k,reason=oracle,reason_at=1,threads=2", 50);
}

/* With chance a proof means that nothing can go otherwise; the value comes near the truth in any case. */
static void check_chance(const char *spec) {
    cw_analysis analysis = {0};
    int proven = 0;
    for (int seed = 0; seed < 30; seed++) {
        cw_game *game = make_grove("depth=5,width=3,chances=40,draws=20", seed);
        cw_state root;
        grove_start(game, &root);
        double truth = grove_value(game, &root, grove_to_decide(game, &root));
        ask(game, spec, "", (uint64_t)seed, &analysis);
        if (analysis.proof != CW_PROOF_NONE) {
            proven++;
            assert_true(fabs(proven_value(analysis.proof) - truth) < 1e-9);
        } else if (fabs(analysis.value - truth) > 0.05) {
            fail_msg("%s seed %d: value %.3f, truth %.3f", spec, seed, analysis.value, truth);
        }
        cw_game_destroy(game);
    }
    assert_true(proven > 0 && proven < 30);
    cw_analysis_free(&analysis);
}

static void chance_is_sampled(void **state) {
    (void)state;
    check_chance("mcts:sims=100k,c=1,expand_at=1");
}

static void chance_is_averaged(void **state) {
    (void)state;
    check_chance("mcts:sims=100k,c=1,expand_at=1,chance=average");
}

/* A tree without outcomes does not see them, so that its value may be another; what it proves must hold. */
static void an_open_tree_proves_nothing_by_luck(void **state) {
    (void)state;
    cw_analysis analysis = {0};
    int proven = 0;
    for (int seed = 0; seed < 300; seed++) {
        cw_game *game = make_grove("depth=5,width=3,chances=25,draws=20", seed);
        cw_state root;
        grove_start(game, &root);
        double truth = grove_value(game, &root, grove_to_decide(game, &root));
        ask(game, "mcts:sims=3000,c=1,expand_at=1,chance=open", "", (uint64_t)seed, &analysis);
        if (analysis.proof != CW_PROOF_NONE) {
            proven++;
            assert_true(fabs(proven_value(analysis.proof) - truth) < 1e-9);
        }
        cw_game_destroy(game);
    }
    assert_true(proven > 0 && proven < 300);
    cw_analysis_free(&analysis);
}

/* What one player can force against all others together must be found, and nothing else called a win. */
static void three_players_prove_what_is_forced(void **state) {
    (void)state;
    cw_analysis analysis = {0};
    int forced = 0;
    for (int seed = 0; seed < 200; seed++) {
        cw_game *game = make_grove("players=3,depth=5,width=4,draws=10", seed);
        cw_state root, next;
        grove_start(game, &root);
        int player = grove_to_decide(game, &root);
        /* Looks everywhere: a player who loses anyway may make another move look better for long. */
        ask(game, "mcts:sims=100k,expand_at=1,c=4", "", (uint64_t)seed, &analysis);
        if (grove_value(game, &root, player) == 1) {
            forced++;
            assert_int_equal(analysis.proof, CW_PROOF_WIN);
            next = root;
            grove_play(game, &next, analysis.best);
        }
        cw_game_destroy(game);
    }
    assert_true(forced > 20);
    cw_analysis_free(&analysis);
}

/* The value that the deciding player expects at the root when everybody plays for the own reward and, of
 * equal moves, plays any: what a search without proofs tends to. */
static void grove_expected(const cw_game *game, const cw_state *state, double *rewards) {
    const grove *g = game->data;
    int decider = grove_to_decide(game, state), ties = 0;
    if (decider == CW_NOBODY) {
        cw_result result;
        grove_result(game, state, &result);
        memcpy(rewards, result.reward, sizeof result.reward);
        return;
    }
    double best = -1;
    for (int i = 0; i < g->width; i++) {
        cw_state next = *state;
        double below[CW_PLAYERS_MAX] = {0};
        grove_play(game, &next, (cw_move)i);
        grove_expected(game, &next, below);
        if (below[decider] > best + 1e-9) {
            best = below[decider];
            ties = 0;
        } else if (below[decider] < best - 1e-9) {
            continue;
        }
        ties++;
        for (int player = 0; player < CW_PLAYERS_MAX; player++)
            rewards[player] +=
                ties == 1 ? below[player] - rewards[player] : (below[player] - rewards[player]) / ties;
    }
}

/* Whoever loses anyway decides who wins: such a move is no lower bound, and nothing to leave out. */
static void a_player_who_loses_anyway_keeps_all_moves(void **state) {
    (void)state;
    cw_analysis analysis = {0};
    int undecided = 0;
    for (int players = 3; players <= 4; players++) {
        for (int seed = 0; seed < 60; seed++) {
            cw_game *game =
                make_grove(players == 3 ? "players=3,depth=2,width=5" : "players=4,depth=2,width=5", seed);
            cw_state root;
            double truth[CW_PLAYERS_MAX] = {0};
            grove_start(game, &root);
            int player = grove_to_decide(game, &root);
            grove_expected(game, &root, truth);
            ask(game, "mcts:sims=20k,c=0.7,expand_at=1", "", (uint64_t)seed, &analysis);
            if (analysis.proof == CW_PROOF_NONE) {
                undecided++;
                if (fabs(analysis.value - truth[player]) > 0.08)
                    fail_msg("players %d seed %d: value %.3f, truth %.3f", players, seed, analysis.value,
                             truth[player]);
            }
            cw_game_destroy(game);
        }
    }
    assert_true(undecided > 10);
    cw_analysis_free(&analysis);
}

static void a_ring_of_positions_proves_nothing(void **state) {
    (void)state;
    cw_game *game = make_grove("ring=on,width=2,depth=20", 1);
    cw_analysis analysis = {0};
    ask(game, "mcts:sims=5000,expand_at=1", "", 1, &analysis);
    assert_int_equal(analysis.proof, CW_PROOF_NONE);
    assert_true(analysis.value == 0.5);
    /* Positions come again at the latest after 2 * 6 + 1 steps. */
    assert_true(analysis.depth <= 13);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* ---- Hex ---- */

static const char *const openings3[] = {"..*", "***", "*.."};
static const char *const openings4[] = {"...*", "..*.", ".*..", "*..."};

/* White decides after the opening, so a winning opening is a proven loss. */
static void check_openings(int size, const char *const *openings, const char *spec) {
    char name[32];
    snprintf(name, sizeof name, "hex:size=%d", size);
    cw_game *game = must_create_game(name);
    cw_analysis analysis = {0};
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            char opening[16];
            snprintf(opening, sizeof opening, "%c%d", 'a' + x, y + 1);
            ask(game, spec, opening, 1, &analysis);
            cw_proof truth = openings[y][x] == '*' ? CW_PROOF_LOSS : CW_PROOF_WIN;
            if (analysis.proof != truth)
                fail_msg("%s on %s: proof %d after %lu simulations", opening, name, (int)analysis.proof,
                         (unsigned long)analysis.simulations);
        }
    }
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

static void openings_of_3x3_hex_are_proven(void **state) {
    (void)state;
    check_openings(3, openings3, "mcts:sims=1M");
    check_openings(3, openings3, "mcts:sims=1M,rave=0.001,c=0,expand_at=1");
}

static void openings_of_4x4_hex_are_proven(void **state) {
    (void)state;
    check_openings(4, openings4, "mcts:sims=5M,expand_at=2");
}

/* ---- Bounds of one node ---- */

static void bounds_of_a_decision_are_those_of_the_best_move(void **state) {
    (void)state;
    cw_game *game = make_grove("players=2,width=3", 0);
    cw_tree tree;
    assert_int_equal(cw_tree_create(&tree, 1 << 20, 2, false, false, NULL), CW_OK);
    const cw_move moves[] = {0, 1, 2};
    tree.root = cw_tree_add(&tree, 1, 0, moves, NULL, 3);
    cw_node *root = cw_tree_node(&tree, tree.root);
    uint32_t *children = cw_node_children(root);
    for (int i = 0; i < 2; i++)
        children[i] = cw_tree_add(&tree, 0, 0, moves, NULL, 3);
    /* Move 0 loses for player 1, move 1 is at least a draw, move 2 is not known. */
    assert_true(cw_solver_narrow(cw_tree_node(&tree, children[0]), 0x000C, 0x000C));
    assert_true(cw_solver_narrow(cw_tree_node(&tree, children[1]), 0x0600, 0x0C06));
    assert_true(cw_solver_update(game, &tree, root));
    assert_int_equal(root->low, 0x0600);
    assert_int_equal(root->high, 0x0C06);
    assert_true(cw_node_visits(root)[0] == CW_EDGE_EXCLUDED);
    assert_true(cw_node_visits(root)[1] == 0 && cw_node_visits(root)[2] == 0);
    /* The draw is certain, and the last move cannot be better. */
    children[2] = cw_tree_add(&tree, 0, 0, moves, NULL, 3);
    cw_solver_narrow(cw_tree_node(&tree, children[1]), 0x0606, 0x0606);
    cw_solver_narrow(cw_tree_node(&tree, children[2]), 0x0006, 0x060C);
    assert_true(cw_solver_update(game, &tree, root));
    assert_true(cw_node_is_proven(root));
    assert_true(cw_node_visits(root)[1] == 0 && cw_node_visits(root)[2] == CW_EDGE_EXCLUDED);
    assert_false(cw_solver_update(game, &tree, root));
    cw_tree_destroy(&tree);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wins_and_losses_are_proven),
        cmocka_unit_test(draws_are_proven_by_bounds),
        cmocka_unit_test(threads_and_knowledge_prove_the_same),
        cmocka_unit_test(reasoners_cut_and_prove),
        cmocka_unit_test(chance_is_sampled),
        cmocka_unit_test(chance_is_averaged),
        cmocka_unit_test(an_open_tree_proves_nothing_by_luck),
        cmocka_unit_test(three_players_prove_what_is_forced),
        cmocka_unit_test(a_player_who_loses_anyway_keeps_all_moves),
        cmocka_unit_test(a_ring_of_positions_proves_nothing),
        cmocka_unit_test(openings_of_3x3_hex_are_proven),
        cmocka_unit_test(openings_of_4x4_hex_are_proven),
        cmocka_unit_test(bounds_of_a_decision_are_those_of_the_best_move),
    };
    return RUN_TESTS(tests);
}
