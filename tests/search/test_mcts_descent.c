/* The way down the tree where something stands in it: draws that never came, moves cut by another thread. */
#include "grove.h"

#include "search/mcts/worker.h"

/* ---- Draws that never came ---- */

/* A game of four decisions: player 0, a draw, player 1, who has the same moves whatever was drawn, and player
 * 0 with moves that the draw decides. */
enum { VEILED_MOVES = 3 };

static int veiled_to_decide(const cw_game *game, const cw_state *state) {
    static const int deciders[] = {0, CW_CHANCE, 1, 0, CW_NOBODY};
    (void)game;
    return deciders[state->depth];
}

static int veiled_moves(const cw_game *game, const cw_state *state, cw_move *moves) {
    (void)game;
    cw_move drawn = state->depth == 3 ? (cw_move)(state->path >> 4 & 15) : 0;
    for (cw_move i = 0; i < VEILED_MOVES; i++)
        moves[i] = VEILED_MOVES * drawn + i;
    return state->depth < 4 ? VEILED_MOVES : 0;
}

static void veiled_play(const cw_game *game, cw_state *state, cw_move move) {
    cw_move moves[VEILED_MOVES];
    veiled_moves(game, state, moves);
    assert_true(move >= moves[0] && move < moves[0] + VEILED_MOVES);
    state->path = state->path << 4 | move;
    state->depth++;
}

static void veiled_playout(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                           cw_playout *playout) {
    (void)context;
    cw_move moves[VEILED_MOVES];
    while (veiled_moves(game, state, moves) > 0)
        veiled_play(game, state, moves[cw_rng_below(rng, VEILED_MOVES)]);
    grove_result(game, state, &playout->result);
    playout->finished = true;
}

static cw_game *make_veiled(cw_game_type *type, uint64_t seed) {
    static const cw_policy policies[] = {
        {.base = {.name = "uniform", .help = "at random"}, .playout = veiled_playout},
        {.base = {.name = NULL}}};
    char settings[32];
    cw_game *game = NULL;
    *type = grove_type;
    type->to_decide = veiled_to_decide;
    type->moves = veiled_moves;
    type->play = veiled_play;
    type->policies = policies;
    snprintf(settings, sizeof settings, "depth=4,seed=%d", (int)seed);
    assert_int_equal(cw_game_create_from(type, settings, &game, NULL), CW_OK);
    return game;
}

/* Can player 1 win when the draw is made? */
static bool veiled_is_won(const cw_game *game, const cw_state *state) {
    for (cw_move reply = 0; reply < VEILED_MOVES; reply++) {
        bool holds = true;
        cw_state after = *state;
        cw_move moves[VEILED_MOVES];
        veiled_play(game, &after, reply);
        veiled_moves(game, &after, moves);
        for (int i = 0; i < VEILED_MOVES; i++) {
            cw_state end = after;
            cw_result result;
            veiled_play(game, &end, moves[i]);
            grove_result(game, &end, &result);
            holds = holds && result.reward[1] == 1;
        }
        if (holds)
            return true;
    }
    return false;
}

/* A tree that is kept holds nodes of draws that never came, also when nothing more is to be drawn. */
static void a_kept_open_tree_is_that_of_the_draw(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:sims=2000,chance=open,expand_at=1,c=0.5",
                                        "mcts:sims=2000,chance=open,expand_at=1,c=0.5,threads=2"};
    cw_analysis analysis = {0};
    for (uint64_t seed = 0; seed < 100; seed++) {
        cw_game_type type;
        cw_game *game = make_veiled(&type, seed);
        cw_record *record = must_play(game, "");
        cw_player *player = must_create_player(specs[seed % 2], game, seed);
        cw_rng rng = cw_rng_make(seed, 0);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        assert_int_equal(cw_record_play(record, analysis.best, NULL), CW_OK);
        assert_int_equal(cw_record_play(record, cw_rng_below(&rng, VEILED_MOVES), NULL), CW_OK);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        assert_int_equal(analysis.proof,
                         veiled_is_won(game, cw_record_state(record)) ? CW_PROOF_WIN : CW_PROOF_LOSS);
        cw_player_destroy(player);
        cw_record_destroy(record);
        cw_game_destroy(game);
    }
    cw_analysis_free(&analysis);
}

/* ---- Moves cut meanwhile ---- */

/* A grove in which another thread cuts all moves of the root just when one of them is being expanded. */
static const cw_node *root_to_cut;
static int cuts;

static int moves_while_cut(const cw_game *game, const cw_state *state, cw_move *moves) {
    if (state->depth > 0 && root_to_cut != NULL && cuts++ == 0) {
        for (uint32_t edge = 0; edge < root_to_cut->edge_count; edge++)
            cw_node_children(root_to_cut)[edge] = CW_NODE_CUT;
    }
    return grove_moves(game, state, moves);
}

static void a_move_cut_while_it_is_expanded_stays_cut(void **state) {
    (void)state;
    cw_game_type type = grove_type;
    type.moves = moves_while_cut;
    cw_game *game = NULL;
    cw_options options;
    cw_mcts_settings settings;
    cw_worker *worker = NULL;
    cw_tree tree;
    assert_int_equal(cw_game_create_from(&type, "", &game, NULL), CW_OK);
    cw_options_defaults(&options, cw_mcts_options);
    assert_int_equal(cw_mcts_extend(game, "expand_at=1", &options, NULL), CW_OK);
    assert_int_equal(cw_options_parse(&options, "player mcts", "expand_at=1", NULL), CW_OK);
    assert_int_equal(cw_mcts_read(game, &options, &settings, NULL), CW_OK);
    assert_int_equal(cw_worker_create(game, &settings, &options, 1, &worker, NULL), CW_OK);
    assert_int_equal(cw_tree_create(&tree, 1 << 20, 2, false, false, NULL), CW_OK);
    assert_true(cw_shadows_create(&worker->shadows, &tree, (uint32_t)game->moves_max, 0));
    cw_state start = {0};
    cw_worker_begin(worker, &tree, &start, NULL, 0, cw_rng_make(1, 0));
    assert_true(cw_worker_make_root(worker));
    root_to_cut = cw_tree_node(&tree, tree.root);
    for (int i = 0; i < 10 && cuts == 0; i++)
        cw_worker_iterate_shared(worker);
    assert_int_equal(cuts, 1);
    for (uint32_t edge = 0; edge < root_to_cut->edge_count; edge++)
        assert_true(cw_node_children(root_to_cut)[edge] == CW_NODE_CUT);
    root_to_cut = NULL;
    cw_tree_destroy(&tree);
    cw_worker_destroy(worker);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_open_tree_is_that_of_the_draw),
        cmocka_unit_test(a_move_cut_while_it_is_expanded_stays_cut),
    };
    return RUN_TESTS(tests);
}
