/* A thread's own copies of busy nodes: what is counted in them reaches the node, once and whole. */
#include "grove.h"

#include "search/mcts/shadow.h"

enum { EDGES = 13, BUSY = 1000, ROOM = 1 << 20 };

/* A tree with `count` nodes of EDGES edges, each visited `visits`
 * times; returns the first one's reference. */
static uint32_t plant(cw_tree *tree, int count, uint32_t visits) {
    cw_move moves[EDGES];
    uint32_t keys[EDGES], first = CW_NODE_NONE;
    for (uint32_t i = 0; i < EDGES; i++)
        moves[i] = keys[i] = i + 100;
    assert_int_equal(cw_tree_create(tree, 4 << 20, 2, true, true, NULL), CW_OK);
    for (int i = 0; i < count; i++) {
        uint32_t made = cw_tree_add(tree, 1, 0, moves, keys, EDGES);
        cw_tree_node(tree, made)->visits = visits;
        for (uint32_t edge = 0; edge < EDGES; edge++)
            cw_node_priors(tree, cw_tree_node(tree, made))[edge] = (float)edge;
        first = i == 0 ? made : first;
    }
    return first;
}

static void count_visit(cw_node *book, uint32_t edge) {
    book->visits += 1;
    book->wins += 12;
    cw_node_visits(book)[edge] += 1;
    cw_node_wins(book)[edge] += 12;
    cw_node_rave_visits(book)[edge] += 2;
    cw_node_rave_wins(book)[edge] += 24;
}

static void a_copy_is_the_node_to_the_eye(void **state) {
    (void)state;
    cw_tree tree;
    uint32_t reference = plant(&tree, 1, BUSY);
    cw_node *node = cw_tree_node(&tree, reference);
    cw_node_wins(node)[3] = 77;
    cw_node_rave_visits(node)[4] = 88;
    cw_node_rave_wins(node)[5] = 99;
    cw_shadows shadows;
    assert_true(cw_shadows_create(&shadows, &tree, EDGES, ROOM));
    const cw_node *copy = cw_shadow_of(&shadows, reference, 1);
    assert_ptr_not_equal(copy, node);
    assert_int_equal(copy->edge_count, EDGES);
    assert_int_equal(copy->player, 1);
    assert_int_equal(copy->visits, BUSY);
    assert_int_equal(cw_node_wins(copy)[3], 77);
    assert_int_equal(cw_node_rave_visits(copy)[4], 88);
    assert_int_equal(cw_node_rave_wins(copy)[5], 99);
    for (uint32_t edge = 0; edge < EDGES; edge++) {
        assert_int_equal(cw_node_move(&tree, copy, edge), edge + 100);
        assert_int_equal(cw_node_keys(&tree, copy)[edge], edge + 100);
        assert_true(cw_node_priors(&tree, copy)[edge] == (float)edge);
    }
    assert_true(cw_node_visits(copy)[EDGES] == CW_EDGE_EXCLUDED); /* the padding */
    cw_shadows_destroy(&shadows);
    cw_tree_destroy(&tree);
}

/* Two threads count 500 visits each, in turn; in the end the node knows all, and on the way each of them
 * never lacks more of the other's than a sixteenth of the visits. */
static void two_threads_add_up(void **state) {
    (void)state;
    cw_tree tree;
    uint32_t reference = plant(&tree, 1, BUSY);
    cw_node *node = cw_tree_node(&tree, reference);
    cw_shadows shadows[2];
    for (int i = 0; i < 2; i++)
        assert_true(cw_shadows_create(&shadows[i], &tree, EDGES, ROOM));
    for (uint32_t n = 0; n < 500; n++) {
        for (int i = 0; i < 2; i++) {
            cw_node *book = cw_shadow_of(&shadows[i], reference, n);
            count_visit(book, (n + (uint32_t)i) % EDGES);
            uint32_t all = BUSY + 2 * n + 1 + (uint32_t)i;
            assert_true(book->visits <= all && all - book->visits <= 2 * (all / 16));
        }
    }
    assert_true(node->visits < BUSY + 1000); /* not all is settled yet */
    for (int i = 0; i < 2; i++)
        cw_shadows_settle(&shadows[i]);
    assert_int_equal(node->visits, BUSY + 1000);
    assert_int_equal(node->wins, 12 * 1000);
    uint32_t visits = 0, wins = 0, rave_visits = 0, rave_wins = 0;
    for (uint32_t edge = 0; edge < EDGES; edge++) {
        visits += cw_node_visits(node)[edge];
        wins += cw_node_wins(node)[edge];
        rave_visits += cw_node_rave_visits(node)[edge];
        rave_wins += cw_node_rave_wins(node)[edge];
    }
    assert_int_equal(visits, 1000);
    assert_int_equal(wins, 12 * 1000);
    assert_int_equal(rave_visits, 2000);
    assert_int_equal(rave_wins, 24 * 1000);
    assert_int_equal(cw_node_visits(node)[0], 39 + 38); /* 0, 13, ... 494 and 12, 25, ... 493 */
    for (int i = 0; i < 2; i++)
        cw_shadows_destroy(&shadows[i]);
    cw_tree_destroy(&tree);
}

/* A move that the solver excludes at the node is excluded in an expired copy, and the mark is no count. */
static void exclusions_are_learnt_and_kept(void **state) {
    (void)state;
    cw_tree tree;
    uint32_t reference = plant(&tree, 1, BUSY);
    cw_node *node = cw_tree_node(&tree, reference);
    cw_shadows shadows;
    assert_true(cw_shadows_create(&shadows, &tree, EDGES, ROOM));
    cw_node *copy = cw_shadow_of(&shadows, reference, 1);
    count_visit(copy, 2);
    cw_node_visits(node)[2] |= CW_EDGE_EXCLUDED;
    cw_shadow_expire(copy);
    assert_ptr_equal(cw_shadow_of(&shadows, reference, 2), copy);
    assert_true(cw_node_visits(copy)[2] == (CW_EDGE_EXCLUDED | 1));
    count_visit(copy, 2);
    cw_shadows_settle(&shadows);
    assert_true(cw_node_visits(node)[2] == (CW_EDGE_EXCLUDED | 2));
    cw_shadows_destroy(&shadows);
    cw_tree_destroy(&tree);
}

/* With room for few copies, nodes of like visits keep theirs, and a much busier node gets one; what was
 * counted in a copy that has to go is not lost, and no copy goes that the iteration uses. */
static void the_busier_node_gets_the_copy(void **state) {
    (void)state;
    enum { NODES = 50 };
    cw_tree tree;
    uint32_t first = plant(&tree, NODES, BUSY), references[NODES];
    uint32_t units = (uint32_t)(cw_node_bytes(&tree, cw_tree_node(&tree, first)) / CW_SLAB_UNIT);
    for (uint32_t i = 0; i < NODES; i++)
        references[i] = first + i * units;
    cw_shadows shadows;
    assert_true(cw_shadows_create(&shadows, &tree, EDGES, 4096));
    assert_int_equal(shadows.slot_count, 4);
    for (uint32_t i = 0; i < NODES; i++) {
        cw_node *book = cw_shadow_of(&shadows, references[i], 1);
        assert_int_equal(book == cw_tree_node(&tree, references[i]), i >= 4);
        count_visit(book, 1);
    }
    cw_node *busiest = cw_tree_node(&tree, references[NODES - 1]);
    busiest->visits = 3 * BUSY;
    assert_ptr_equal(cw_shadow_of(&shadows, references[NODES - 1], 1), busiest);
    assert_ptr_not_equal(cw_shadow_of(&shadows, references[NODES - 1], 2), busiest);
    cw_shadows_settle(&shadows);
    for (uint32_t i = 0; i < NODES; i++)
        assert_int_equal(cw_node_visits(cw_tree_node(&tree, references[i]))[1], 1);
    /* A node that is no more than young is not worth a copy, and without room there are none. */
    cw_tree_node(&tree, first)->visits = 10;
    assert_ptr_equal(cw_shadow_of(&shadows, first, 3), cw_tree_node(&tree, first));
    cw_shadows_destroy(&shadows);
    assert_true(cw_shadows_create(&shadows, &tree, EDGES, 100));
    assert_ptr_equal(cw_shadow_of(&shadows, references[1], 1), cw_tree_node(&tree, references[1]));
    cw_shadows_destroy(&shadows);
    cw_tree_destroy(&tree);
}

/* Every simulation of a shared search is counted at the root, whoever made it. */
static void no_visit_is_lost_in_a_search(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:sims=30k,threads=2", "mcts:sims=30k,threads=4,rave=0.001,c=0",
                                        "mcts:sims=30k,threads=3,memory=2"};
    cw_game *game = must_create_game("hex:size=9");
    cw_analysis analysis = {0};
    for (int i = 0; i < 3; i++) {
        ask(game, specs[i], "", 1, &analysis);
        uint64_t visits = 0;
        for (int j = 0; j < analysis.candidate_count; j++)
            visits += analysis.candidates[j].visits;
        assert_int_equal(analysis.simulations, 30000);
        assert_int_equal(visits, 30000);
    }
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_copy_is_the_node_to_the_eye),  cmocka_unit_test(two_threads_add_up),
        cmocka_unit_test(exclusions_are_learnt_and_kept), cmocka_unit_test(the_busier_node_gets_the_copy),
        cmocka_unit_test(no_visit_is_lost_in_a_search),
    };
    return RUN_TESTS(tests);
}
