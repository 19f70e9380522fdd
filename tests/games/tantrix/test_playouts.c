/* Playouts against the rules: the same games come out, and uniform is uniform. */
#include <limits.h>

#include "games/tantrix/tantrix.h"
#include "harness.h"

static cw_game *game;
static cw_state *state, *copy;
static cw_move moves[TANTRIX_MOVES_MAX];

static int set_up(void **unused) {
    (void)unused;
    game = must_create_game("tantrix");
    state = cw_game_alloc_states(game, 1);
    copy = cw_game_alloc_states(game, 1);
    return 0;
}

static int tear_down(void **unused) {
    (void)unused;
    free(state);
    free(copy);
    cw_game_destroy(game);
    return 0;
}

/* Plays at random until so many tiles lie and a player with several moves is to decide. */
static int play_until(int tiles, cw_rng *rng) {
    game->type->start(game, state);
    for (;;) {
        int count = game->type->moves(game, state, moves);
        assert_true(count > 0);
        if (state->table.laid_count >= tiles && game->type->to_decide(game, state) >= 0 && count > 1)
            return count;
        game->type->play(game, state, moves[cw_rng_below(rng, (uint32_t)count)]);
    }
}

/* The first move of many playouts from one position: each legal move must come up equally often. */
static void first_moves_are_uniform(int tiles, uint64_t seed) {
    enum { TRIALS_PER_MOVE = 400 };
    cw_rng rng = cw_rng_make(seed, 0);
    int count = play_until(tiles, &rng), seen[TANTRIX_MOVES_MAX] = {0};
    for (int trial = 0; trial < count * TRIALS_PER_MOVE; trial++) {
        cw_playout playout = {.plies_max = 1};
        memcpy(copy, state, game->state_size);
        cw_game_policy(game, "uniform")->playout(game, NULL, copy, &rng, &playout);
        int laid = state->table.laid_count;
        cw_move made = tantrix_lay_move(copy->table.laid_cell[laid], copy->table.laid_face[laid]);
        int found = 0;
        while (found < count && moves[found] != made)
            found++;
        assert_true(found < count);
        seen[found]++;
    }
    double chi = 0;
    for (int i = 0; i < count; i++)
        chi += (seen[i] - TRIALS_PER_MOVE) * (double)(seen[i] - TRIALS_PER_MOVE) / TRIALS_PER_MOVE;
    /* Chi square has the mean count - 1 and the variance 2 (count - 1); five standard deviations. */
    double excess = chi - (count - 1);
    if (excess * excess > 25 * 2 * (count - 1))
        fail_msg("seed %llu, %d tiles: chi square %g for %d moves", (unsigned long long)seed, tiles, chi,
                 count);
}

static void uniform_is_uniform(void **unused) {
    (void)unused;
    for (int tiles = 0; tiles < 54; tiles += 3)
        first_moves_are_uniform(tiles, (uint64_t)tiles + 1);
}

/* Every policy ends every game by the rules: all tiles laid, scores and rewards as the position says. */
static void playouts_end_by_the_rules(void **unused) {
    (void)unused;
    cw_rng rng = cw_rng_make(5, 0);
    for (const cw_policy *policy = game->type->policies; policy->base.name != NULL; policy++) {
        void *context = NULL;
        cw_options options;
        if (policy->base.create != NULL) {
            cw_options_defaults(&options, policy->base.options);
            assert_int_equal(policy->base.create(game, &options, &context, NULL), CW_OK);
        }
        for (int i = 0; i < 1000; i++) {
            cw_playout playout = {0};
            game->type->start(game, copy);
            policy->playout(game, context, copy, &rng, &playout);
            cw_result result;
            game->type->result(game, copy, &result);
            assert_true(playout.finished);
            assert_int_equal(playout.plies, TANTRIX_TILES);
            assert_int_equal(copy->table.laid_count, TANTRIX_TILES);
            assert_int_equal(copy->table.frontier_count > 0, 1);
            assert_memory_equal(&result, &playout.result, sizeof result);
        }
        if (policy->base.destroy != NULL)
            policy->base.destroy(context);
    }
}

/* Twice the sum of the squares of a colour's open lines: each is met at both of its ends. */
static int open_worth(const cw_state *position, unsigned color) {
    const tantrix_table *table = &position->table;
    int worth = 0;
    for (int i = 0; i < table->laid_count; i++) {
        const tantrix_face *face = &tantrix_rules_of(game)->tiles.faces[table->laid_face[i]];
        for (int side = 0; side < TANTRIX_SIDES; side++) {
            int length = table->length[i * TANTRIX_SIDES + side];
            bool is_open = !(table->cells[tantrix_neighbor(table->laid_cell[i], side)] & TANTRIX_LAID);
            worth += is_open && face->color[side] == color ? length * length : 0;
        }
    }
    return worth;
}

/* What the worth of a colour's lines grows by; only a loop takes an open line away. */
static int growth(const cw_state *before, const cw_state *after, unsigned color) {
    int grown = (open_worth(after, color) - open_worth(before, color)) / 2, loop = 0;
    while (grown < 0 && loop * loop < -grown)
        loop++;
    return grown < 0 ? grown + 4 * (loop + 1) * (loop + 1) : grown;
}

static int merit_after(cw_move move) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    unsigned own = state->player;
    memcpy(copy, state, game->state_size);
    game->type->play(game, copy, move);
    return growth(state, copy, rules->colors[own]) - growth(state, copy, rules->colors[1 - own]);
}

/* With more candidates than there are moves, and moves that R3 forbids, the policy lines plays one of the
 * best. */
static void check_plays_best(const char *settings, int first_tile) {
    cw_rng rng = cw_rng_make(8, 0);
    const cw_policy *policy = cw_game_policy(game, "lines");
    void *context = NULL;
    cw_options options;
    cw_options_defaults(&options, policy->base.options);
    assert_int_equal(cw_options_parse(&options, "lines", settings, NULL), CW_OK);
    assert_int_equal(policy->base.create(game, &options, &context, NULL), CW_OK);
    for (int trial = 0; trial < 300; trial++) {
        int count = play_until(first_tile + trial % (51 - first_tile), &rng);
        int best = INT_MIN, laid = state->table.laid_count;
        for (int i = 0; i < count && count <= 32; i++) {
            int merit = merit_after(moves[i]);
            best = merit > best ? merit : best;
        }
        if (count > 32)
            continue;
        cw_playout playout = {.plies_max = 1};
        memcpy(copy, state, game->state_size);
        policy->playout(game, context, copy, &rng, &playout);
        cw_move made = tantrix_lay_move(copy->table.laid_cell[laid], copy->table.laid_face[laid]);
        assert_true(cw_game_is_legal(game, state, made));
        assert_int_equal(merit_after(made), best);
    }
    policy->base.destroy(context);
}

static void lines_plays_what_does_most(void **unused) {
    (void)unused;
    check_plays_best("candidates=64", 1);
}

static void lines_looks_at_more_moves_once_the_bag_is_empty(void **unused) {
    (void)unused;
    check_plays_best("candidates=1,late=64", TANTRIX_TILES - 2 * TANTRIX_HAND);
}

static void playouts_can_be_cut(void **unused) {
    (void)unused;
    cw_rng rng = cw_rng_make(6, 0);
    cw_playout playout = {.plies_max = 7};
    game->type->start(game, copy);
    cw_game_policy(game, "uniform")->playout(game, NULL, copy, &rng, &playout);
    assert_false(playout.finished);
    assert_int_equal(playout.plies, 7);
    assert_int_equal(copy->table.laid_count, 7);
    assert_true(playout.result.reward[0] == 0.5);
    playout = (cw_playout){.horizon = 1};
    game->type->start(game, copy);
    cw_game_policy(game, "uniform")->playout(game, NULL, copy, &rng, &playout);
    assert_false(playout.finished);
    assert_int_equal(copy->table.laid_count, TANTRIX_TILES - 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniform_is_uniform),
        cmocka_unit_test(playouts_end_by_the_rules),
        cmocka_unit_test(lines_plays_what_does_most),
        cmocka_unit_test(lines_looks_at_more_moves_once_the_bag_is_empty),
        cmocka_unit_test(playouts_can_be_cut),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
