/* What results, positions and options are worth to the searches, in numbers worked by hand or found by
 * looking at every path. */
#include "grove.h"

#include <math.h>

#include "search/flat.h"
#include "search/mcts/settings.h"

static void assert_close(double value, double expected, double tolerance) {
    if (fabs(value - expected) > tolerance)
        fail_msg("%.9f is not %.9f", value, expected);
}

/* The position after one move. */
static cw_state after(const cw_game *game, cw_move move) {
    cw_state state;
    game->type->start(game, &state);
    game->type->play(game, &state, move);
    return state;
}

/* ---- Flat Monte Carlo ---- */

typedef struct ranking {
    cw_options options;
    cw_flat_settings settings;
    cw_flat *flat;
    const cw_flat_entry *entries;
    int count;
} ranking;

static void rank(const cw_game *game, const char *settings, ranking *made) {
    cw_state start;
    game->type->start(game, &start);
    cw_options_defaults(&made->options, cw_flat_options);
    assert_int_equal(cw_options_parse(&made->options, "flat", settings, NULL), CW_OK);
    assert_int_equal(cw_flat_read(game, &made->options, &made->settings, NULL), CW_OK);
    assert_int_equal(cw_flat_create(game, &made->settings, &made->options, &made->flat, NULL), CW_OK);
    assert_int_equal(cw_flat_rank(made->flat, &start, 1, NULL, &made->entries, &made->count, NULL), CW_OK);
}

/* Moves that end the game at once: a win counts its kind and the whole length bonus, a loss the opposite, a
 * draw what the option says. */
static void results_count_what_the_options_say(void **state) {
    (void)state;
    cw_game *game = make_grove("depth=1,width=40,draws=30", 5);
    cw_state start;
    game->type->start(game, &start);
    int hero = game->type->to_decide(game, &start), seen[3] = {0};
    ranking made;
    rank(game, "playouts=3,draw=0.25,length=0.125,kind=end:0.5", &made);
    assert_int_equal(made.count, 40);
    for (int i = 0; i < made.count; i++) {
        cw_state end = after(game, made.entries[i].move);
        cw_result result;
        game->type->result(game, &end, &result);
        double reward = result.reward[hero];
        double expected = reward == 1 ? 0.625 : reward == 0 ? -0.625 : 0.25;
        assert_close(made.entries[i].score, expected, 1e-12);
        assert_close(made.entries[i].reward, reward, 1e-12);
        seen[(int)(2 * reward)]++;
    }
    assert_true(seen[0] > 0 && seen[1] > 0 && seen[2] > 0);
    cw_flat_destroy(made.flat);
    cw_game_destroy(game);
}

/* The bonus is halved at ten plies: length / (1 + plies / 10). */
static void the_length_bonus_fades(void **state) {
    (void)state;
    cw_game *game = make_grove("depth=10,width=2", 3); /* every playout tells a length of ten plies */
    ranking made;
    rank(game, "playouts=64,length=0.5", &made);
    for (int i = 0; i < made.count; i++) {
        double won = made.entries[i].reward;
        assert_close(made.entries[i].score, (won - (1 - won)) * (1 + 0.25), 1e-12);
    }
    cw_flat_destroy(made.flat);
    cw_game_destroy(game);
}

/* ---- Leaf values ---- */

/* With two players a leaf is worth 1 / (1 + exp(-lead / scale)); mixed with playouts, the two means by
 * weight. */
static void leaf_values_mix_with_playouts(void **state) {
    (void)state;
    static const double mixes[] = {1, 0.5, 0.25};
    cw_game *game = make_grove("depth=2,width=3", 11);
    cw_state start;
    game->type->start(game, &start);
    int hero = game->type->to_decide(game, &start);
    cw_analysis analysis = {0};
    for (int i = 0; i < 3; i++) {
        char spec[120];
        snprintf(spec, sizeof spec, "mcts:sims=20k,c=100,eval=noise,mix=%g,expand_at=1000000,solver=off",
                 mixes[i]);
        ask(game, spec, "", 1, &analysis);
        for (int j = 0; j < analysis.candidate_count; j++) {
            cw_state leaf = after(game, analysis.candidates[j].move);
            double points[2], mean = 0;
            grove_evaluate(game, NULL, &leaf, points);
            for (cw_move move = 0; move < 3; move++) {
                cw_state end = leaf;
                cw_result result;
                game->type->play(game, &end, move);
                game->type->result(game, &end, &result);
                mean += result.reward[hero] / 3;
            }
            double valued = 1 / (1 + exp(-(points[hero] - points[1 - hero]) / 50));
            assert_true(analysis.candidates[j].visits > 6000);
            assert_close(analysis.candidates[j].value, mixes[i] * valued + (1 - mixes[i]) * mean, 0.025);
        }
    }
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* A playout that is cut after one decision is worth what the evaluator expects there; one that ends sooner is
 * worth its result. */
static void a_playout_that_is_cut_is_evaluated(void **state) {
    (void)state;
    static const int cuts[] = {1, 2};
    cw_game *game = make_grove("depth=3,width=3", 11);
    cw_state start;
    game->type->start(game, &start);
    int hero = game->type->to_decide(game, &start);
    cw_analysis analysis = {0};
    for (int i = 0; i < 2; i++) {
        char spec[120];
        snprintf(spec, sizeof spec, "mcts:sims=20k,c=100,eval=noise,cut=%d,expand_at=1000000,solver=off",
                 cuts[i]);
        ask(game, spec, "", 1, &analysis);
        for (int j = 0; j < analysis.candidate_count; j++) {
            double mean = 0;
            for (cw_move path = 0; path < 9; path++) {
                cw_state reached = after(game, analysis.candidates[j].move);
                cw_result result;
                double points[2];
                game->type->play(game, &reached, path / 3);
                grove_evaluate(game, NULL, &reached, points);
                game->type->play(game, &reached, path % 3);
                game->type->result(game, &reached, &result);
                mean += cuts[i] == 2 ? result.reward[hero] / 9
                                     : 1 / (1 + exp(-(points[hero] - points[1 - hero]) / 50)) / 9;
            }
            assert_true(analysis.candidates[j].visits > 5000);
            assert_close(analysis.candidates[j].value, mean, 0.025);
        }
    }
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* Each sample has as many nodes as the last one, so that a count may meet leaves only; time ends all the
 * same. */
static void turns_end_in_time_where_samples_are_alike(void **state) {
    (void)state;
    cw_analysis analysis = {0};
    for (int seed = 0; seed < 4; seed++) {
        cw_game *game = make_grove("depth=2,width=3", seed);
        ask(game, "turns:turns=2,time=5ms,eval=noise,endgame=0", "", 1, &analysis);
        assert_int_equal(analysis.candidate_count, 3);
        cw_game_destroy(game);
    }
    cw_analysis_free(&analysis);
}

/* White has two cells left, and whichever it takes Black joins by the other: every playout is lost. */
static void lost_leaves_are_given_up_early(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        uint64_t least, most;
    } cases[] = {
        {"mcts:iterations=10,spi=10,solver=off,parallel=leaf,expand_at=1000", 100, 100},
        {"mcts:iterations=10,spi=10,solver=off,parallel=leaf,expand_at=1000,leaf_stop=3", 30, 30},
        {"mcts:iterations=10,spi=10,solver=off,parallel=leaf,expand_at=1000,leaf_stop=3,threads=2", 30, 40},
        {"mcts:iterations=10,spi=10,solver=off,parallel=leaf,expand_at=1000,leaf_stop=3,threads=2,workers="
         "spawn",
         30, 40},
    };
    cw_game *game = must_create_game("hex:size=3");
    cw_analysis analysis = {0};
    for (int i = 0; i < 4; i++) {
        ask(game, cases[i].spec, "b1 a1 b2 a2 c1 c3 c2", 1, &analysis);
        assert_true(analysis.value == 0);
        assert_true(analysis.simulations >= cases[i].least && analysis.simulations <= cases[i].most);
        /* Black to move wins with every playout: nothing is given up. */
        ask(game, cases[i].spec, "b1 a1 b2 a2 c1 c3", 1, &analysis);
        assert_true(analysis.simulations > cases[i].most || cases[i].most == 100);
    }
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* ---- Options ---- */

static cw_mcts_settings read_spec(const cw_game *game, const char *spec) {
    cw_mcts_settings settings;
    cw_player *player = must_create_player(spec, game, 1);
    assert_int_equal(cw_mcts_read(game, &cw_player_plan(player)->options, &settings, NULL), CW_OK);
    cw_player_destroy(player);
    return settings;
}

static void options_become_terms_of_the_formulas(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    assert_close((double)read_spec(game, "mcts:amaf=0.75").rave_weight, 2.25, 1e-6); /* 4 b^2 */
    assert_close((double)read_spec(game, "mcts:rave=0.00025").rave_weight, 0.00025, 1e-9);
    cw_mcts_settings zero = read_spec(game, "mcts:rave=0");
    assert_true(zero.with_rave && zero.rave_weight == 0.0f);
    assert_false(read_spec(game, "mcts").with_rave);
    assert_int_equal(read_spec(game, "mcts:expand=one").fpu, CW_FPU_INFINITE);
    assert_int_equal(read_spec(game, "mcts:expand=all").fpu, CW_FPU_PARENT);
    assert_close((double)read_spec(game, "mcts:fpu=1.5").fpu_number, 1.5, 1e-6);
    assert_int_equal(read_spec(game, "mcts:memory=3").memory_bytes, 3 << 20);
    cw_game_destroy(game);
}

/* ---- Three players ---- */

/* Rewards when everyone takes the best for themselves, the first of equals. */
static void take_own_best(const cw_game *game, const cw_state *here, cw_result *result) {
    const grove *g = game->data;
    int decider = game->type->to_decide(game, here);
    if (decider == CW_NOBODY) {
        game->type->result(game, here, result);
        return;
    }
    for (cw_move move = 0; move < (cw_move)g->width; move++) {
        cw_state next = *here;
        cw_result reached;
        game->type->play(game, &next, move);
        take_own_best(game, &next, &reached);
        if (move == 0 || reached.reward[decider] > result->reward[decider])
            *result = reached;
    }
}

static void three_players_are_paranoid_or_selfish(void **state) {
    (void)state;
    int differ = 0, won = 0;
    cw_analysis analysis = {0};
    for (int seed = 0; seed < 60; seed++) {
        cw_game *game = make_grove("players=3,depth=5,width=3", seed);
        cw_state start;
        cw_result selfish;
        game->type->start(game, &start);
        int hero = game->type->to_decide(game, &start);
        ask(game, "alphabeta:depth=5,memory=1", "", 1, &analysis);
        bool paranoid = grove_value(game, &start, hero) == 1;
        assert_int_equal(analysis.proof, paranoid ? CW_PROOF_WIN : CW_PROOF_LOSS);
        ask(game, "alphabeta:depth=5,memory=1,many=maxn", "", 1, &analysis);
        take_own_best(game, &start, &selfish);
        assert_int_equal(analysis.proof, selfish.reward[hero] == 1 ? CW_PROOF_WIN : CW_PROOF_LOSS);
        differ += paranoid != (selfish.reward[hero] == 1);
        won += paranoid;
        cw_game_destroy(game);
    }
    assert_true(differ >= 5 && won >= 5);
    cw_analysis_free(&analysis);
}

/* ---- Bad input ---- */

static void a_finished_game_is_refused(void **state) {
    (void)state;
    static const char *const specs[] = {"random", "mcts:sims=10", "flat", "alphabeta", "best:level=1"};
    cw_game *game = must_create_game("hex:size=1");
    cw_record *record = must_play(game, "a1");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_player *player = must_create_player(specs[i], game, 1);
        cw_analysis analysis = {0};
        cw_error error = {0};
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, &error), CW_ILLEGAL);
        assert_non_null(strstr(error.message, "over"));
        cw_analysis_free(&analysis);
        cw_player_destroy(player);
    }
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_count_what_the_options_say),
        cmocka_unit_test(the_length_bonus_fades),
        cmocka_unit_test(leaf_values_mix_with_playouts),
        cmocka_unit_test(a_playout_that_is_cut_is_evaluated),
        cmocka_unit_test(turns_end_in_time_where_samples_are_alike),
        cmocka_unit_test(lost_leaves_are_given_up_early),
        cmocka_unit_test(options_become_terms_of_the_formulas),
        cmocka_unit_test(three_players_are_paranoid_or_selfish),
        cmocka_unit_test(a_finished_game_is_refused),
    };
    return RUN_TESTS(tests);
}
