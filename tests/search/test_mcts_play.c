/* The player mcts from outside: repeatability, budgets, memory, reuse, threads, and what it refuses. */
#include "grove.h"

#include <math.h>

#include "core/clock.h"
#include "search/mcts/worker.h"

static void assert_same(const cw_analysis *a, const cw_analysis *b) {
    assert_int_equal(a->best, b->best);
    assert_int_equal(a->simulations, b->simulations);
    assert_int_equal(a->candidate_count, b->candidate_count);
    for (int i = 0; i < a->candidate_count; i++) {
        assert_int_equal(a->candidates[i].move, b->candidates[i].move);
        assert_int_equal(a->candidates[i].visits, b->candidates[i].visits);
        assert_true(a->candidates[i].value == b->candidates[i].value);
        assert_int_equal(a->candidates[i].rave_visits, b->candidates[i].rave_visits);
    }
}

/* ---- Repeatability ---- */

static void a_seed_repeats_a_search(void **state) {
    (void)state;
    static const char *const specs[] = {
        "mcts:sims=3000",
        "mcts:sims=3000,rave=0.00025,c=0",
        "mcts:sims=3000,amaf=0.5,spi=3,expand=one",
        "mcts:sims=3000,parallel=root,threads=3",
        "mcts:sims=3000,parallel=leaf,threads=3,spi=5,rave=0.001",
        "mcts:iterations=500,n_plus=1,expand_at=1",
    };
    cw_game *game = must_create_game("hex:size=7");
    cw_analysis first = {0}, second = {0};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        ask(game, specs[i], "d4 c3", 11, &first);
        ask(game, specs[i], "d4 c3", 11, &second);
        assert_same(&first, &second);
        ask(game, specs[i], "d4 c3", 12, &second);
        assert_true(first.candidates[0].visits != second.candidates[0].visits || first.best != second.best);
    }
    cw_analysis_free(&first);
    cw_analysis_free(&second);
    cw_game_destroy(game);
}

static void without_chance_an_open_tree_is_any_tree(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=6");
    cw_analysis closed = {0}, open = {0};
    ask(game, "mcts:sims=3000,expand_at=1", "c3", 4, &closed);
    ask(game, "mcts:sims=3000,expand_at=1,chance=open", "c3", 4, &open);
    assert_same(&closed, &open);
    cw_analysis_free(&closed);
    cw_analysis_free(&open);
    cw_game_destroy(game);
}

static void play_randomly(cw_record *record, cw_rng *rng) {
    const cw_game *game = cw_record_game(record);
    cw_move moves[4096];
    int count = game->type->moves(game, cw_record_state(record), moves);
    assert_int_equal(cw_record_play(record, moves[cw_rng_below(rng, (uint32_t)count)], NULL), CW_OK);
}

/* Tantrix that does not let a search make an illegal move. */
static uint64_t strict_plays;

static void strict_play(const cw_game *game, cw_state *state, cw_move move) {
    const cw_game_type *lenient = cw_game_type_find("tantrix");
    strict_plays++;
    assert_true(lenient->is_legal(game, state, move));
    lenient->play(game, state, move);
}

/* After other draws than those that made a node, some of its moves are not there. */
static void an_open_tree_makes_legal_moves_only(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:sims=2000,chance=open,expand_at=1,c=0.1",
                                        "mcts:sims=2000,chance=open,expand_at=1,c=0,rave=0.01"};
    cw_game_type strict = *cw_game_type_find("tantrix");
    strict.play = strict_play;
    cw_game *game = NULL;
    assert_int_equal(cw_game_create_from(&strict, "", &game, NULL), CW_OK);
    cw_analysis analysis = {0};
    for (uint64_t seed = 0; seed < 6; seed++) {
        cw_record *record = must_play(game, "");
        cw_player *player = must_create_player(specs[seed % 2], game, seed);
        cw_rng rng = cw_rng_make(seed, 0);
        for (uint64_t n = 0; n < 40 + 12 * seed || cw_record_to_decide(record) < 0; n++)
            play_randomly(record, &rng);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        cw_player_destroy(player);
        cw_record_destroy(record);
    }
    assert_true(strict_plays > 6000);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* The moves that a player has; none where chance decides. */
static int choices(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    cw_move moves[4096];
    return cw_record_to_decide(record) >= 0 ? game->type->moves(game, cw_record_state(record), moves) : 0;
}

static uint64_t visits_of_all(const cw_analysis *analysis) {
    uint64_t visits = 0;
    for (int i = 0; i < analysis->candidate_count; i++)
        visits += analysis->candidates[i].visits;
    return visits;
}

/* Whatever is drawn, the search goes on in the tree, and finds its way there when the draw has been made. */
static void an_open_tree_grows_below_all_draws(void **state) {
    (void)state;
    enum { GAMES = 8 };
    cw_game *game = must_create_game("tantrix");
    cw_analysis analysis = {0};
    int kept = 0, searched = 0;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        cw_record *record = must_play(game, "");
        cw_player *player = must_create_player("mcts:sims=3000,chance=open,expand_at=1", game, seed);
        cw_rng rng = cw_rng_make(seed, 0);
        for (uint64_t n = 0; n < 40 + 4 * seed || choices(record) < 20; n++)
            play_randomly(record, &rng);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        assert_true(analysis.nodes > 1500);
        assert_int_equal(cw_record_play(record, analysis.best, NULL), CW_OK);
        while (cw_record_to_decide(record) < 0)
            play_randomly(record, &rng);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        searched += analysis.candidate_count > 1;
        kept += visits_of_all(&analysis) > 3000;
        cw_player_destroy(player);
        cw_record_destroy(record);
    }
    assert_true(searched > 2 && 2 * kept > searched);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

static void simulations_and_iterations_are_counted(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=9");
    cw_analysis analysis = {0};
    ask(game, "mcts:sims=1000", "", 1, &analysis);
    assert_int_equal(analysis.simulations, 1000);
    ask(game, "mcts:sims=1000,spi=10", "", 1, &analysis);
    assert_int_equal(analysis.simulations, 1000);
    ask(game, "mcts:iterations=100,spi=7", "", 1, &analysis);
    assert_int_equal(analysis.simulations, 700);
    ask(game, "mcts:sims=1000,spi=10,eval=circuit,mix=1", "", 1, &analysis); /* without playouts one look */
    assert_int_equal(analysis.simulations, 1000);
    ask(game, "mcts:sims=1000,threads=2", "", 1, &analysis);
    assert_int_equal(analysis.simulations, 1000);
    uint64_t visits = 0;
    for (int i = 0; i < analysis.candidate_count; i++)
        visits += analysis.candidates[i].visits;
    assert_int_equal(visits, 1000); /* every virtual loss is taken back */
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* What is known counts as much as the playouts it stands in for. */
static void leaf_threads_count_known_results_alike(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=2");
    cw_analysis leaf = {0}, plain = {0};
    ask(game, "mcts:sims=8000,parallel=leaf,threads=8,solver=off,c=0.7", "", 1, &leaf);
    assert_int_equal(leaf.simulations, 8000);
    ask(game, "mcts:sims=8000,spi=8,solver=off,c=0.7", "", 1, &plain);
    assert_true(fabs(leaf.value - plain.value) < 0.05);
    cw_analysis_free(&leaf);
    cw_analysis_free(&plain);
    cw_game_destroy(game);
}

/* ---- RAVE ---- */

/* A node credits the moves made there or later by the player who decides there, nothing else: after each
 * simulation of full length from an empty Hex board Black owns 5 of the 9 cells of 3x3. */
static void amaf_credits_the_own_later_moves(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_analysis analysis = {0};
    ask(game, "mcts:sims=50,rave=0.001,c=0.5,expand_at=100,solver=off", "", 3, &analysis);
    uint64_t credits = 0;
    double wins = 0;
    for (int i = 0; i < analysis.candidate_count; i++) {
        const cw_candidate *candidate = &analysis.candidates[i];
        assert_true(candidate->rave_visits >= candidate->visits);
        credits += candidate->rave_visits;
        wins += candidate->rave_value * (double)candidate->rave_visits;
    }
    assert_int_equal(credits, 50 * 5);
    double won = 0;
    for (int i = 0; i < analysis.candidate_count; i++)
        won += analysis.candidates[i].value * (double)analysis.candidates[i].visits;
    assert_true(fabs(wins - 5 * won) < 1e-6);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* Boards differ in how they lie in memory: sanitizers watch every size here. Networks get few simulations, since
 * an emulator computes no real number quickly. */
static void every_size_of_hex_is_searched(void **state) {
    (void)state;
    static const char *const specs[] = {
        "hex-best:time=1h,sims=30,reason_at=10,memory=16", "hex-best:time=1h,sims=30,threads=1,memory=16",
        "hex-rave:time=1h,sims=120,reason_at=40,memory=16",
        "hex-rave:time=1h,sims=120,threads=1,memory=16,spi=2",
        "mcts:sims=120,rave=0.001,c=0,parallel=leaf,threads=3,policy=ziggurat,memory=16"};
    cw_analysis analysis = {0};
    for (int size = 1; size <= 19; size++) {
        char name[32];
        snprintf(name, sizeof name, "hex:size=%d,swap=%s", size, size % 2 == 0 ? "pieces" : "sides");
        cw_game *game = must_create_game(name);
        for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
            ask(game, specs[i], "", (uint64_t)size, &analysis);
            assert_true(size == 1 || analysis.proof != CW_PROOF_NONE || analysis.simulations >= 30);
        }
        cw_game_destroy(game);
    }
    cw_analysis_free(&analysis);
}

/* A swap is never made later, so AMAF cannot speak for it. */
static void a_move_that_amaf_cannot_know_is_found(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=7,swap=pieces");
    cw_record *record = must_play(game, "d4");
    cw_move swap;
    assert_int_equal(game->type->parse(game, cw_record_state(record), "swap-pieces", &swap, NULL), CW_OK);
    cw_record_destroy(record);
    cw_analysis analysis = {0};
    for (uint64_t seed = 0; seed < 10; seed++) {
        assert_int_equal(ask(game, "mcts:sims=10k,rave=0.001,c=0", "d4", seed, &analysis), swap);
        assert_int_equal(ask(game, "mcts:sims=10k,rave=0.001,c=0,threads=2", "d4", seed, &analysis), swap);
    }
    static const char *const specs[] = {
        "mcts:sims=40k,rave=0.001,c=0,spi=2", "mcts:sims=40k,rave=0.001,c=0,spi=3",
        "mcts:sims=80k,rave=0.001,c=0,spi=10", "mcts:sims=80k,rave=0.001,c=0,parallel=leaf,threads=4"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        assert_int_equal(ask(game, specs[i], "d4", i, &analysis), swap);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* ---- Budgets ---- */

static void no_budget_still_gives_a_legal_move(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:sims=0",
                                        "mcts:iterations=0",
                                        "mcts:time=0",
                                        "mcts:time=0,threads=2",
                                        "mcts:sims=0,threads=2,parallel=root",
                                        "mcts:sims=0,threads=2,parallel=leaf"};
    cw_game *game = must_create_game("hex:size=5");
    cw_analysis analysis = {0};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        ask(game, specs[i], "c3", 1, &analysis);
        assert_int_equal(analysis.simulations, 0);
    }
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

static void one_legal_move_is_answered_at_once(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=1");
    cw_analysis analysis = {0};
    double start = cw_clock_now();
    ask(game, "mcts:time=1h", "", 1, &analysis);
    assert_true(cw_clock_now() - start < 100);
    assert_int_equal(analysis.simulations, 0);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

static void time_is_kept(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=11");
    cw_record *record = must_play(game, "");
    cw_player *player = must_create_player("mcts:time=1h,sims=1000M", game, 1);
    cw_analysis analysis = {0};
    const cw_limits limits[] = {{.move_seconds = 0.2}, {.clock_seconds = 4}, {.clock_seconds = 0.001}};
    for (int i = 0; i < 3; i++) {
        double start = cw_clock_now();
        assert_int_equal(cw_player_choose(player, record, &limits[i], &analysis, NULL), CW_OK);
        assert_true(cw_clock_now() - start < 100); /* loose: the machine may be busy */
        assert_true(cw_game_is_legal(game, cw_record_state(record), analysis.best));
    }
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void a_set_stop_flag_ends_the_search(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:time=1h", "mcts:time=1h,threads=2",
                                        "mcts:time=1h,threads=2,parallel=root",
                                        "mcts:sims=1000M,threads=2,parallel=leaf"};
    cw_game *game = must_create_game("hex:size=11");
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    cw_flag stop = {1};
    cw_limits limits = {.stop = &stop};
    for (int i = 0; i < 4; i++) {
        cw_player *player = must_create_player(specs[i], game, 1);
        assert_int_equal(cw_player_choose(player, record, &limits, &analysis, NULL), CW_OK);
        assert_true(cw_game_is_legal(game, cw_record_state(record), analysis.best));
        cw_player_destroy(player);
    }
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void count_call(const cw_analysis *analysis, void *payload) {
    assert_true(analysis->candidate_count > 0 && analysis->line_length > 0);
    assert_true(analysis->simulations > 0 && analysis->nodes > 0);
    cw_flag *stop = payload;
    cw_flag_raise(stop);
}

static void progress_is_told_and_may_stop_the_search(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:time=1h,rave=0.001", "mcts:time=1h,threads=2",
                                        "mcts:time=1h,threads=3,parallel=root,rave=0.001",
                                        "mcts:time=1h,threads=2,parallel=leaf"};
    cw_game *game = must_create_game("hex:size=11");
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    for (int i = 0; i < 4; i++) {
        cw_flag stop = {0};
        cw_limits limits = {.stop = &stop, .progress = count_call, .payload = &stop};
        cw_player *player = must_create_player(specs[i], game, 1);
        assert_int_equal(cw_player_choose(player, record, &limits, &analysis, NULL), CW_OK);
        cw_player_destroy(player);
    }
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Memory ---- */

static void a_full_memory_is_said_and_survived(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:sims=20k,memory=2,expand_at=1",
                                        "mcts:sims=20k,memory=2,expand_at=1,rave=0.001",
                                        "mcts:sims=20k,memory=2,expand_at=1,threads=2"};
    cw_game *game = must_create_game("hex:size=13");
    cw_analysis analysis = {0};
    for (int i = 0; i < 3; i++) {
        ask(game, specs[i], "", 1, &analysis);
        assert_int_equal(analysis.simulations, 20000);
        assert_true(analysis.memory_bytes <= 2 << 20);
        assert_non_null(strstr(analysis.note, "full"));
    }
    ask(game, "mcts:sims=20k,memory=64", "", 1, &analysis);
    assert_string_equal(analysis.note, "");
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* The memory is the player's, not a tree's. */
static void trees_share_the_memory(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=9");
    cw_analysis analysis = {0};
    ask(game, "mcts:sims=40k,memory=2,expand_at=1,parallel=root,threads=8", "", 1, &analysis);
    assert_true(analysis.memory_bytes > 1 << 20 && analysis.memory_bytes <= 2 << 20);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
    game = must_create_game("hex:size=19");
    cw_player *player = NULL;
    cw_error error = {0};
    assert_int_equal(cw_player_create("mcts:memory=2,parallel=root,threads=256", game, 1, &player, &error),
                     CW_BAD_INPUT);
    assert_non_null(strstr(error.message, "memory"));
    cw_game_destroy(game);
}

static void an_edge_takes_no_more_than_promised(void **state) {
    (void)state;
    const struct {
        bool rave, priors;
        size_t bytes;
    } layouts[] = {{false, false, 16}, {true, false, 24}, {true, true, 28}, {false, true, 20}};
    enum { EDGES = 120 };
    cw_move moves[EDGES];
    uint32_t keys[EDGES];
    for (uint32_t i = 0; i < EDGES; i++)
        moves[i] = keys[i] = i;
    for (int i = 0; i < 4; i++) {
        cw_tree tree;
        assert_int_equal(cw_tree_create(&tree, 1 << 20, 2, layouts[i].rave, layouts[i].priors, NULL), CW_OK);
        cw_node *node = cw_tree_node(&tree, cw_tree_add(&tree, 0, 0, moves, keys, EDGES));
        assert_true(cw_node_bytes(&tree, node) <= layouts[i].bytes * EDGES + 2 * sizeof(cw_node));
        for (uint32_t edge = 0; edge < EDGES; edge++) {
            assert_int_equal(cw_node_move(&tree, node, edge), edge);
            if (layouts[i].rave)
                assert_int_equal(cw_node_keys(&tree, node)[edge], edge);
        }
        cw_tree_destroy(&tree);
    }
}

/* The sum of the priors at the root of a search with these settings. */
static double sum_of_priors(const cw_game *game, const char *spec) {
    cw_options options;
    cw_mcts_settings settings;
    cw_worker *worker = NULL;
    cw_tree tree;
    cw_options_defaults(&options, cw_mcts_options);
    assert_int_equal(cw_mcts_extend(game, spec, &options, NULL), CW_OK);
    assert_int_equal(cw_options_parse(&options, "player mcts", spec, NULL), CW_OK);
    assert_int_equal(cw_mcts_read(game, &options, &settings, NULL), CW_OK);
    assert_int_equal(cw_worker_create(game, &settings, &options, 1, &worker, NULL), CW_OK);
    assert_int_equal(cw_tree_create(&tree, 1 << 20, 2, false, true, NULL), CW_OK);
    cw_state *start = cw_game_alloc_states(game, 1);
    game->type->start(game, start);
    cw_worker_begin(worker, &tree, start, NULL, 0, cw_rng_make(1, 0));
    assert_true(cw_worker_make_root(worker));
    const cw_node *root = cw_tree_node(&tree, tree.root);
    double sum = 0;
    for (uint32_t edge = 0; edge < root->edge_count; edge++)
        sum += (double)cw_node_priors(&tree, root)[edge];
    free(start);
    cw_tree_destroy(&tree);
    cw_worker_destroy(worker);
    return sum;
}

static void with_puct_priors_are_shares(void **state) {
    (void)state;
    cw_game *game = make_grove("depth=5,width=6", 1);
    assert_true(fabs(sum_of_priors(game, "prior=noise,puct=1") - 1) < 1e-5);
    assert_true(sum_of_priors(game, "prior=noise") > 1.1);
    cw_game_destroy(game);
}

/* Garbage goes, everything below the new root stays, whatever lies between. */
static void keeping_a_subtree_changes_nothing_in_it(void **state) {
    (void)state;
    enum { COUNT = 5000 };
    cw_tree tree;
    const cw_move moves[] = {7, 70000, 9};
    const uint32_t keys[] = {1, 2, 3};
    assert_int_equal(cw_tree_create(&tree, 8 << 20, 2, true, true, NULL), CW_OK);
    uint32_t nodes[COUNT];
    cw_rng rng = cw_rng_make(1, 2);
    for (uint32_t i = 0; i < COUNT; i++) {
        nodes[i] = cw_tree_add(&tree, (int)(i & 1), 0, moves, keys, 1 + (int)(i % 3));
        cw_node *node = cw_tree_node(&tree, nodes[i]);
        node->visits = i;
        cw_node_wins(node)[0] = i * 3;
        cw_node_priors(&tree, node)[0] = (float)i;
        if (i == 0)
            continue;
        /* Hangs below a random earlier node with a free edge; otherwise it is garbage. */
        cw_node *above = cw_tree_node(&tree, nodes[cw_rng_below(&rng, i)]);
        uint32_t edge = cw_rng_below(&rng, above->edge_count);
        if (cw_node_children(above)[edge] == CW_NODE_NONE)
            cw_node_children(above)[edge] = nodes[i];
    }
    /* The same sum over the subtree of a child, before and after. */
    uint32_t first = cw_node_children(cw_tree_node(&tree, nodes[0]))[0];
    assert_int_not_equal(first, CW_NODE_NONE);
    uint64_t sums[2];
    for (int round = 0; round < 2; round++) {
        uint32_t stack[COUNT], top = 0, count = 0;
        sums[round] = 0;
        stack[top++] = round == 0 ? first : tree.root;
        while (top > 0) {
            const cw_node *node = cw_tree_node(&tree, stack[--top]);
            count++;
            assert_int_equal(cw_node_wins(node)[0], 3 * node->visits);
            assert_true(cw_node_priors(&tree, node)[0] == (float)node->visits);
            assert_int_equal(cw_node_move(&tree, node, 0), 7);
            assert_int_equal(node->edge_count, 1 + node->visits % 3);
            sums[round] += cw_mix(node->visits);
            for (uint32_t edge = 0; edge < node->edge_count; edge++) {
                if (cw_node_children(node)[edge] != CW_NODE_NONE)
                    stack[top++] = cw_node_children(node)[edge];
            }
        }
        if (round == 0)
            cw_tree_keep(&tree, first);
        else
            assert_int_equal(count, tree.node_count);
    }
    assert_true(sums[0] == sums[1]);
    cw_tree_destroy(&tree);
}

/* ---- Reuse ---- */

static void a_kept_tree_goes_on_where_it_was(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=7");
    cw_analysis before = {0}, after = {0};
    cw_player *player = must_create_player("mcts:sims=20k,rave=0.001,c=0.2", game, 5);
    cw_record *record = must_play(game, "");
    assert_int_equal(cw_player_choose(player, record, NULL, &before, NULL), CW_OK);
    assert_true(before.line_length >= 3);
    assert_int_equal(cw_record_play(record, before.line[0], NULL), CW_OK);
    assert_int_equal(cw_record_play(record, before.line[1], NULL), CW_OK);
    /* A stop flag that is set: the tree is kept but not searched, so its statistics are those of before. */
    cw_flag stop = {1};
    cw_limits limits = {.stop = &stop};
    assert_int_equal(cw_player_choose(player, record, &limits, &after, NULL), CW_OK);
    assert_int_equal(after.best, before.line[2]);
    assert_true(after.candidates[0].visits > 0 && after.nodes < before.nodes);
    /* The same without reuse knows nothing. */
    cw_player *forgetful = must_create_player("mcts:sims=20k,rave=0.001,c=0.2,reuse=off", game, 5);
    assert_int_equal(cw_player_choose(forgetful, record, &limits, &after, NULL), CW_OK);
    assert_int_equal(after.candidates[0].visits, 0);
    /* A move taken back, or another game, makes the tree useless and harmless. */
    cw_record_undo(record, NULL);
    assert_int_equal(cw_player_choose(player, record, &limits, &after, NULL), CW_OK);
    assert_int_equal(after.candidates[0].visits, 0);
    cw_player_destroy(player);
    cw_player_destroy(forgetful);
    cw_record_destroy(record);
    cw_analysis_free(&before);
    cw_analysis_free(&after);
    cw_game_destroy(game);
}

/* ---- Every game, every mode ---- */

static void plays_whole_games_in_every_mode(void **state) {
    (void)state;
    static const char *const specs[] = {
        "mcts:sims=60",
        "mcts:sims=60,threads=2,virtual_loss=3",
        "mcts:sims=60,threads=2,parallel=leaf,spi=4,leaf_stop=2",
        "mcts:sims=60,threads=2,parallel=leaf,workers=spawn,leaf_stop=1",
        "mcts:sims=60,threads=2,parallel=root",
        "mcts:sims=60,final=value,chance=average,expand_at=1",
        "mcts:sims=60,chance=open,expand_at=1",
        "mcts:sims=60,chance=open,expand_at=1,threads=2",
        "mcts:sims=60,chance=open,expand_at=1,rave=0.001,c=0",
    };
    static const char *const games[] = {"hex:size=5", "tantrix:players=3", "six:tiles=8,max_moves=40",
                                        "six:tiles=8,players=4,max_moves=40"};
    cw_analysis analysis = {0};
    for (size_t g = 0; g < sizeof games / sizeof games[0]; g++) {
        for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
            cw_game *game = must_create_game(games[g]);
            cw_player *player = must_create_player(specs[i], game, i);
            cw_record *record = must_play(game, "");
            cw_rng rng = cw_rng_make(i, g);
            int decider;
            for (int n = 0; (decider = cw_record_to_decide(record)) != CW_NOBODY && n < 400; n++) {
                cw_move moves[4096];
                assert_true(game->moves_max <= 4096);
                int count = game->type->moves(game, cw_record_state(record), moves);
                cw_move move = moves[cw_rng_below(&rng, (uint32_t)count)];
                if (decider == 0) {
                    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
                    move = analysis.best;
                }
                assert_int_equal(cw_record_play(record, move, NULL), CW_OK);
            }
            cw_record_destroy(record);
            cw_player_destroy(player);
            cw_game_destroy(game);
        }
    }
    cw_analysis_free(&analysis);
}

/* ---- Bad input ---- */

static void nonsense_is_refused_by_name(void **state) {
    (void)state;
    static const char *const specs[][2] = {
        {"mcts:rave=0.1,amaf=0.1", "amaf"},
        {"mcts:expand=one,fpu=0.5", "fpu"},
        {"mcts:fpu=soon", "fpu"},
        {"mcts:fpu=-1", "fpu"},
        {"mcts:mix=0.5", "eval"},
        {"mcts:cut=5", "eval"},
        {"mcts:eval=circuit,cut=5,mix=0.5", "mix"},
        {"mcts:eval=circuit,cut=5,policy=bridges", "bridges"},
        {"mcts:reason_at=5", "reason"},
        {"mcts:prior_weight=5", "prior"},
        {"mcts:puct=1", "prior"},
        {"mcts:prior=templates,prior_weight=1,puct=1", "puct"},
        {"mcts:leaf_stop=4", "parallel=leaf"},
        {"mcts:workers=spawn", "parallel=leaf"},
        {"mcts:virtual_loss=2,parallel=root,threads=2", "parallel=tree"},
        {"mcts:policy=none", "policy"},
        {"mcts:policy=bridge", "bridges"},
        {"mcts:widen=0.5,chance=open", "widen"},
        {"mcts:sims=-1", "sims"},
        {"mcts:threads=0", "threads"},
        {"mcts:explore=1", "option"},
    };
    cw_game *game = must_create_game("hex:size=5");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_player *player = NULL;
        cw_error error = {0};
        if (cw_player_create(specs[i][0], game, 1, &player, &error) == CW_OK)
            fail_msg("%s was taken", specs[i][0]);
        if (strstr(error.message, specs[i][1]) == NULL)
            fail_msg("%s: %s", specs[i][0], error.message);
    }
    cw_game_destroy(game);
}

/* ---- Strength ---- */

/* Sixteen times the simulations win at least 30 of 40 games (less would happen once in a thousand matches of
 * equals; in truth nearly all are won). */
static void more_simulations_beat_fewer(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=7");
    cw_player *players[2] = {must_create_player("mcts:sims=1600", game, 1),
                             must_create_player("mcts:sims=100", game, 2)};
    cw_analysis analysis = {0};
    int won = 0;
    for (uint64_t number = 0; number < 40; number++) {
        cw_record *record = must_play(game, "");
        int strong = (int)(number & 1);
        cw_player_reset(players[0], 2 * number);
        cw_player_reset(players[1], 2 * number + 1);
        int decider;
        while ((decider = cw_record_to_decide(record)) != CW_NOBODY) {
            cw_player *player = players[decider == strong ? 0 : 1];
            assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
            assert_int_equal(cw_record_play(record, analysis.best, NULL), CW_OK);
        }
        cw_result result;
        cw_record_result(record, &result);
        won += result.reward[strong] == 1;
        cw_record_destroy(record);
    }
    assert_true(won >= 30);
    cw_player_destroy(players[0]);
    cw_player_destroy(players[1]);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_repeats_a_search),
        cmocka_unit_test(without_chance_an_open_tree_is_any_tree),
        cmocka_unit_test(an_open_tree_makes_legal_moves_only),
        cmocka_unit_test(an_open_tree_grows_below_all_draws),
        cmocka_unit_test(simulations_and_iterations_are_counted),
        cmocka_unit_test(leaf_threads_count_known_results_alike),
        cmocka_unit_test(amaf_credits_the_own_later_moves),
        cmocka_unit_test(every_size_of_hex_is_searched),
        cmocka_unit_test(a_move_that_amaf_cannot_know_is_found),
        cmocka_unit_test(no_budget_still_gives_a_legal_move),
        cmocka_unit_test(one_legal_move_is_answered_at_once),
        cmocka_unit_test(time_is_kept),
        cmocka_unit_test(a_set_stop_flag_ends_the_search),
        cmocka_unit_test(progress_is_told_and_may_stop_the_search),
        cmocka_unit_test(a_full_memory_is_said_and_survived),
        cmocka_unit_test(trees_share_the_memory),
        cmocka_unit_test(an_edge_takes_no_more_than_promised),
        cmocka_unit_test(with_puct_priors_are_shares),
        cmocka_unit_test(keeping_a_subtree_changes_nothing_in_it),
        cmocka_unit_test(a_kept_tree_goes_on_where_it_was),
        cmocka_unit_test(plays_whole_games_in_every_mode),
        cmocka_unit_test(nonsense_is_refused_by_name),
        cmocka_unit_test(more_simulations_beat_fewer),
    };
    return RUN_TESTS(tests);
}
