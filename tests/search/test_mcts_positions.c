/* Positions reached by several orders of moves: one node for each, judged once, also after the garbage has
 * gone; and the same game-theoretic truth as without. */
#include "grove.h"

#include "search/mcts/solver.h"
#include "search/mcts/worker.h"

/* ---- The table ---- */

static uint32_t find(const cw_positions *positions, uint64_t hash) {
    uint32_t cursor = 0;
    return cw_positions_next(positions, hash, &cursor);
}

static uint32_t only_even(const void *context, uint32_t reference) {
    (void)context;
    return reference % 2 == 0 ? reference / 2 : 0;
}

static void what_is_entered_is_found_and_moves(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    cw_positions positions;
    cw_positions_create(&positions, 1 << 20);
    assert_non_null(positions.slots);
    for (uint32_t i = 1; i <= COUNT; i++)
        cw_positions_add(&positions, cw_mix(i), i);
    for (uint32_t i = 1; i <= COUNT; i++)
        assert_int_equal(find(&positions, cw_mix(i)), i);
    assert_int_equal(find(&positions, cw_mix(COUNT + 1)), 0);
    cw_positions_move(&positions, only_even, NULL);
    for (uint32_t i = 1; i <= COUNT; i++)
        assert_int_equal(find(&positions, cw_mix(i)), only_even(NULL, i));
    cw_positions_clear(&positions);
    assert_int_equal(find(&positions, cw_mix(2)), 0);
    cw_positions_destroy(&positions);
}

static void a_full_bucket_forgets(void **state) {
    (void)state;
    cw_positions positions;
    cw_positions_create(&positions, 64); /* one bucket of eight */
    for (uint32_t i = 1; i <= 100; i++)
        cw_positions_add(&positions, (uint64_t)i << 32, i);
    int found = 0;
    for (uint32_t i = 1; i <= 100; i++)
        found += find(&positions, (uint64_t)i << 32) == i;
    assert_int_equal(found, 8);
    assert_int_equal(find(&positions, (uint64_t)100 << 32), 100);
    cw_positions_destroy(&positions);
}

/* ---- A search of Hex ---- */

typedef struct bench {
    cw_game *game;
    cw_options options;
    cw_mcts_settings settings;
    cw_worker *worker;
    cw_tree tree;
    cw_state *root;
} bench;

static void set_up(bench *self, int iterations) {
    const char *spec = "judge=network";
    self->game = must_create_game("hex:size=4");
    cw_options_defaults(&self->options, cw_mcts_options);
    assert_int_equal(cw_mcts_extend(self->game, spec, &self->options, NULL), CW_OK);
    assert_int_equal(cw_options_parse(&self->options, "player mcts", spec, NULL), CW_OK);
    assert_int_equal(cw_mcts_read(self->game, &self->options, &self->settings, NULL), CW_OK);
    assert_true(self->settings.share_positions);
    assert_int_equal(cw_worker_create(self->game, &self->settings, &self->options, 1, &self->worker, NULL),
                     CW_OK);
    assert_int_equal(cw_tree_create(&self->tree, 8 << 20, 2, false, true, NULL), CW_OK);
    self->tree.win_units = cw_mcts_units(&self->settings);
    assert_int_equal(cw_tree_share_positions(&self->tree, 1 << 17, NULL), CW_OK);
    self->root = cw_game_alloc_states(self->game, 1);
    self->game->type->start(self->game, self->root);
    cw_worker_begin(self->worker, &self->tree, self->root, NULL, 0, cw_rng_make(1, 0));
    assert_true(cw_worker_make_root(self->worker));
    for (int i = 0; i < iterations; i++)
        cw_worker_iterate(self->worker);
}

static void tear_down(bench *self) {
    free(self->root);
    cw_tree_destroy(&self->tree);
    cw_worker_destroy(self->worker);
    cw_game_destroy(self->game);
}

/* What a walk over all lines of the tree has seen. */
typedef struct walk {
    uint32_t *node_of; /* by position, in the order met */
    uint64_t *hashes;
    uint32_t count;
    uint64_t lines; /* ways to nodes */
} walk;

static void see(const bench *self, walk *seen, uint32_t reference, const cw_state *position) {
    const cw_game *game = self->game;
    const cw_node *node = cw_tree_node(&self->tree, reference);
    seen->lines++;
    if (game->type->to_decide(game, position) == CW_NOBODY)
        return;
    uint64_t hash = game->type->hash(game, position);
    for (uint32_t i = 0; i < seen->count; i++) {
        if (seen->hashes[i] == hash) {
            assert_int_equal(seen->node_of[i], reference);
            return; /* what is below it was seen then */
        }
        assert_int_not_equal(seen->node_of[i], reference);
    }
    seen->hashes[seen->count] = hash;
    seen->node_of[seen->count++] = reference;
    assert_int_equal(cw_tree_find(&self->tree, hash, node->player, node->edge_count), reference);
    cw_state *next = cw_game_alloc_states(game, 1);
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        uint32_t child = cw_node_children(node)[edge];
        if (!cw_is_node(child))
            continue;
        memcpy(next, position, game->state_size);
        game->type->play(game, next, cw_node_move(&self->tree, node, edge));
        see(self, seen, child, next);
    }
    free(next);
}

static uint32_t positions_below(const bench *self, const cw_state *root, uint64_t *lines) {
    walk seen = {.node_of = malloc(sizeof(uint32_t) * self->tree.node_count),
                 .hashes = malloc(sizeof(uint64_t) * self->tree.node_count)};
    assert_true(seen.node_of != NULL && seen.hashes != NULL);
    see(self, &seen, self->tree.root, root);
    *lines = seen.lines;
    free(seen.node_of);
    free(seen.hashes);
    return seen.count;
}

static void each_position_has_one_node(void **state) {
    (void)state;
    bench self;
    uint64_t lines;
    set_up(&self, 2000);
    uint32_t count = positions_below(&self, self.root, &lines);
    assert_true(count > 200 && lines > count + 200); /* many were met again */
    tear_down(&self);
}

static void garbage_leaves_every_way_to_a_position(void **state) {
    (void)state;
    bench self;
    uint64_t before, after;
    set_up(&self, 2000);
    const cw_node *root = cw_tree_node(&self.tree, self.tree.root);
    uint32_t busiest = 0;
    for (uint32_t edge = 0; edge < root->edge_count; edge++)
        busiest = (cw_node_visits(root)[edge] & ~CW_EDGE_EXCLUDED) >
                          (cw_node_visits(root)[busiest] & ~CW_EDGE_EXCLUDED)
                      ? edge
                      : busiest;
    uint32_t child = cw_node_children(root)[busiest];
    self.game->type->play(self.game, self.root, cw_node_move(&self.tree, root, busiest));
    cw_tree_enter(&self.tree, child);
    uint32_t nodes = self.tree.node_count, count = positions_below(&self, self.root, &before);
    cw_tree_keep(&self.tree, child);
    assert_true(self.tree.node_count < nodes);
    assert_int_equal(positions_below(&self, self.root, &after), count);
    assert_int_equal(after, before);
    tear_down(&self);
}

/* ---- The player ---- */

static void it_solves_what_it_solved_without(void **state) {
    (void)state;
    const char *const openings[] = {"a1", "b3"}; /* few: an emulator computes no network quickly */
    for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
        cw_analysis with = {0}, without = {0}, together = {0};
        cw_game *game = must_create_game("hex:size=4");
        ask(game, "mcts:sims=30k,judge=network", openings[i], 1, &with);
        ask(game, "mcts:sims=30k,judge=network,transpose=off", openings[i], 1, &without);
        ask(game, "mcts:sims=30k,judge=network,threads=2", openings[i], 1, &together);
        assert_int_not_equal(with.proof, CW_PROOF_NONE);
        assert_int_equal(with.proof, without.proof);
        assert_int_equal(together.proof, without.proof);
        assert_true(with.nodes < without.nodes);
        cw_analysis_free(&with);
        cw_analysis_free(&without);
        cw_analysis_free(&together);
        cw_game_destroy(game);
    }
}

static bool shares(const cw_game *game, const char *spec) {
    cw_options options;
    cw_mcts_settings settings;
    cw_options_defaults(&options, cw_mcts_options);
    assert_int_equal(cw_mcts_extend(game, spec, &options, NULL), CW_OK);
    assert_int_equal(cw_options_parse(&options, "player mcts", spec, NULL), CW_OK);
    assert_int_equal(cw_mcts_read(game, &options, &settings, NULL), CW_OK);
    return settings.share_positions;
}

static void where_positions_may_recur_nodes_are_not_shared(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=4");
    assert_true(shares(game, "judge=network"));
    assert_false(shares(game, "judge=network,transpose=off"));
    assert_false(shares(game, "sims=10"));
    game->repetition_limit = 3;
    assert_false(shares(game, "judge=network"));
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_entered_is_found_and_moves),
        cmocka_unit_test(a_full_bucket_forgets),
        cmocka_unit_test(each_position_has_one_node),
        cmocka_unit_test(garbage_leaves_every_way_to_a_position),
        cmocka_unit_test(it_solves_what_it_solved_without),
        cmocka_unit_test(where_positions_may_recur_nodes_are_not_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
