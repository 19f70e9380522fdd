/* The tree search with a judge: one call a position, exact values,
 * Gumbel at the root, the policy to learn. */
#include "grove.h"

#include <math.h>

/* ---- A judge that counts, and one without an opinion of values ---- */

static _Atomic uint64_t calls;

static void counting_judge(const cw_game *game, void *context, const cw_state *state, const cw_move *moves,
                           int count, double *rewards, float *priors) {
    calls++;
    grove_judge(game, context, state, moves, count, rewards, priors);
}

static void level_judge(const cw_game *game, void *context, const cw_state *state, const cw_move *moves,
                        int count, double *rewards, float *priors) {
    grove_judge(game, context, state, moves, count, rewards, priors);
    rewards[0] = rewards[1] = 0.5;
}

/* Player 0 is far ahead everywhere. */
static void clear_judge(const cw_game *game, void *context, const cw_state *state, const cw_move *moves,
                        int count, double *rewards, float *priors) {
    grove_judge(game, context, state, moves, count, rewards, priors);
    rewards[0] = 0.9;
    rewards[1] = 0.1;
}

static uint64_t questions;

/* A reasoner that knows nothing, and counts how often it is asked. */
static void ask_in_vain(const cw_game *game, void *context, const cw_state *state, cw_verdict *verdict) {
    (void)game, (void)context, (void)state, (void)verdict;
    questions++;
}

static cw_game *make_judged(cw_game_type *type, const char *settings) {
    static const cw_judge judges[] = {{.base = {.name = "counting", .help = ""}, .judge = counting_judge},
                                      {.base = {.name = "level", .help = ""}, .judge = level_judge},
                                      {.base = {.name = "clear", .help = ""}, .judge = clear_judge},
                                      {.base = {.name = NULL}}};
    static const cw_reasoner reasoners[] = {{.base = {.name = "vain", .help = ""}, .reason = ask_in_vain},
                                            {.base = {.name = NULL}}};
    cw_game *game = NULL;
    *type = grove_type;
    type->judges = judges;
    type->reasoners = reasoners;
    calls = 0;
    assert_int_equal(cw_game_create_from(type, settings, &game, NULL), CW_OK);
    return game;
}

static void judge_start(const cw_game *game, double *rewards, float *priors) {
    cw_state root;
    cw_move moves[100];
    grove_start(game, &root);
    int count = grove_moves(game, &root, moves);
    grove_judge(game, NULL, &root, moves, count, rewards, priors);
}

static const cw_candidate *candidate_of(const cw_analysis *analysis, cw_move move) {
    for (int i = 0; i < analysis->candidate_count; i++) {
        if (analysis->candidates[i].move == move)
            return &analysis->candidates[i];
    }
    return NULL;
}

/* ---- Values ---- */

static void every_position_is_judged_once(void **state) {
    (void)state;
    cw_game_type type;
    cw_game *game = make_judged(&type, "depth=30,width=5");
    cw_analysis analysis = {0};
    ask(game, "mcts:sims=500,judge=counting", "", 1, &analysis);
    assert_int_equal(analysis.simulations, 500);
    assert_int_equal(analysis.nodes, 501);
    assert_int_equal(calls, 501);
    calls = 0;
    ask(game, "mcts:sims=500,judge=counting,memory=2,threads=2", "", 1, &analysis);
    assert_true(calls >= 501 && calls < 520); /* two threads may meet at a position */
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* Of a node that is far from even a proof is likely, so that the reasoner is asked early. */
static void the_reasoner_is_asked_where_an_answer_is_likely(void **state) {
    (void)state;
    cw_game_type type;
    cw_game *game = make_judged(&type, "depth=30,width=5");
    cw_analysis analysis = {0};
    questions = 0;
    ask(game, "mcts:sims=90,judge=level,reason=vain,reason_at=100", "", 1, &analysis);
    assert_int_equal(questions, 1); /* at the root */
    questions = 0;
    ask(game, "mcts:sims=90,judge=clear,reason=vain,reason_at=100", "", 1, &analysis);
    assert_true(questions > 5 && questions < 60);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

static void one_look_is_at_the_first_choice_and_exact(void **state) {
    (void)state;
    for (int seed = 0; seed < 50; seed++) {
        cw_game *game = make_grove("depth=30,width=7", seed);
        cw_analysis analysis = {0};
        double rewards[CW_PLAYERS_MAX];
        float priors[7];
        cw_move best = 0;
        judge_start(game, rewards, priors);
        for (cw_move i = 1; i < 7; i++)
            best = priors[i] > priors[best] ? i : best;
        assert_true(priors[ask(game, "mcts:sims=0,judge=noise", "", 1, &analysis)] == priors[best]);
        ask(game, "mcts:sims=1,judge=noise", "", 1, &analysis);
        assert_true(priors[analysis.best] == priors[best]);
        cw_state after;
        cw_move moves[7];
        float others[7];
        grove_start(game, &after);
        int player = grove_to_decide(game, &after);
        grove_play(game, &after, analysis.best);
        grove_judge(game, NULL, &after, moves, grove_moves(game, &after, moves), rewards, others);
        assert_true(fabs(analysis.value - rewards[player]) < 0.0007);
        cw_analysis_free(&analysis);
        cw_game_destroy(game);
    }
}

static void a_seed_repeats_a_judged_search(void **state) {
    (void)state;
    static const char *const specs[] = {"mcts:sims=300,judge=noise",
                                        "mcts:sims=64,judge=noise,gumbel=8,noise=1",
                                        "mcts:sims=300,judge=noise,parallel=root,threads=3"};
    cw_game *game = make_grove("depth=30,width=20", 5);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_analysis first = {0}, second = {0};
        ask(game, specs[i], "", 9, &first);
        ask(game, specs[i], "", 9, &second);
        assert_int_equal(first.best, second.best);
        assert_memory_equal(first.candidates, second.candidates,
                            sizeof *first.candidates * (size_t)first.candidate_count);
        cw_analysis_free(&first);
        cw_analysis_free(&second);
    }
    cw_game_destroy(game);
}

/* ---- Gumbel ---- */

/* 32 visits for 8 moves: 1 each, then 2 each for 4, 5 each for 2, and the last 6 for those. */
static void halving_shares_out_the_visits(void **state) {
    (void)state;
    for (int seed = 0; seed < 30; seed++) {
        cw_game *game = make_grove("depth=30,width=20", seed);
        cw_analysis analysis = {0};
        double rewards[CW_PLAYERS_MAX];
        float priors[20], least_seen = 1, most_unseen = 0;
        judge_start(game, rewards, priors);
        ask(game,
            seed % 2 == 0 ? "mcts:sims=32,judge=noise,gumbel=8"
                          : "mcts:sims=32,judge=noise,gumbel=8,threads=2",
            "", 1, &analysis);
        int counts[33] = {0};
        for (int i = 0; i < analysis.candidate_count; i++) {
            const cw_candidate *candidate = &analysis.candidates[i];
            counts[candidate->visits]++;
            if (candidate->visits > 0)
                least_seen = fminf(least_seen, priors[candidate->move]);
            else
                most_unseen = fmaxf(most_unseen, priors[candidate->move]);
        }
        assert_true(counts[0] == 12 && counts[1] == 4 && counts[3] == 2 && counts[11] == 2);
        assert_true(least_seen >= most_unseen);
        assert_true(candidate_of(&analysis, analysis.best)->visits == 11);
        cw_analysis_free(&analysis);
        cw_game_destroy(game);
    }
}

/* Where values say nothing, noise draws moves by their priors. */
static void noise_draws_by_the_priors(void **state) {
    (void)state;
    enum { TRIALS = 4000, MOVES = 4 };
    cw_game_type type;
    cw_game *game = make_judged(&type, "depth=30,width=4");
    cw_player *player =
        must_create_player("mcts:sims=4,judge=level,gumbel=4,noise=1,solver=off,reuse=off", game, 0);
    cw_record *record = must_play(game, "");
    double rewards[CW_PLAYERS_MAX];
    float priors[MOVES];
    int drawn[MOVES] = {0};
    judge_start(game, rewards, priors);
    cw_analysis analysis = {0};
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        cw_player_reset(player, seed);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        drawn[analysis.best]++;
    }
    for (int i = 0; i < MOVES; i++) {
        double share = (double)priors[i], spread = sqrt(TRIALS * share * (1 - share));
        if (fabs(drawn[i] - TRIALS * share) > 4 * spread)
            fail_msg("move %d: drawn %d times of %d, prior %.3f", i, drawn[i], TRIALS, share);
    }
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_player_destroy(player);
    cw_game_destroy(game);
}

static void noise_ends_with_the_opening(void **state) {
    (void)state;
    cw_game *game = make_grove("depth=30,width=20", 3);
    cw_analysis plain = {0}, late = {0};
    for (uint64_t seed = 0; seed < 20; seed++) {
        ask(game, "mcts:sims=16,judge=noise,gumbel=8", "3 5", seed, &plain);
        ask(game, "mcts:sims=16,judge=noise,gumbel=8,noise=5,noise_until=2", "3 5", seed, &late);
        assert_int_equal(plain.best, late.best);
    }
    cw_analysis_free(&plain);
    cw_analysis_free(&late);
    cw_game_destroy(game);
}

/* ---- What one who learns should have ---- */

/* The shares again, from what the analysis tells of visits and values and what the judge says of the root. */
static void shares_are_the_improved_policy(void **state) {
    (void)state;
    enum { MOVES = 12 };
    for (int seed = 0; seed < 40; seed++) {
        cw_game *game = make_grove("depth=30,width=12", seed);
        cw_analysis analysis = {0};
        double rewards[CW_PLAYERS_MAX], seen = 0, weighed = 0, visits = 0, most = 0, sum = 0, target[MOVES];
        float priors[MOVES];
        cw_state root;
        grove_start(game, &root);
        judge_start(game, rewards, priors);
        ask(game, "mcts:sims=20,judge=noise,gumbel=6", "", 1, &analysis);
        for (int i = 0; i < MOVES; i++) {
            const cw_candidate *c = &analysis.candidates[i];
            visits += (double)c->visits;
            most = fmax(most, (double)c->visits);
            seen += c->visits > 0 ? (double)priors[c->move] : 0;
            weighed += c->visits > 0 ? (double)priors[c->move] * c->value : 0;
        }
        double mixed = (rewards[grove_to_decide(game, &root)] + visits * weighed / seen) / (1 + visits);
        for (int i = 0; i < MOVES; i++) {
            const cw_candidate *c = &analysis.candidates[i];
            target[i] = (double)priors[c->move] * exp((50 + most) * (c->visits > 0 ? c->value : mixed));
            sum += target[i];
        }
        for (int i = 0; i < MOVES; i++)
            assert_true(fabs(analysis.candidates[i].share - target[i] / sum) < 0.002);
        cw_analysis_free(&analysis);
        cw_game_destroy(game);
    }
}

/* A proof says all: what wins is to be learnt and nothing else, what loses is not. */
static void shares_follow_proofs(void **state) {
    (void)state;
    int wins = 0, losses = 0;
    for (int seed = 0; seed < 200; seed++) {
        cw_game *game = make_grove("depth=3,width=3", seed);
        cw_analysis analysis = {0};
        double sum = 0;
        ask(game, "mcts:sims=200,judge=noise", "", 1, &analysis);
        for (int i = 0; i < analysis.candidate_count; i++) {
            const cw_candidate *c = &analysis.candidates[i];
            sum += c->share;
            if (analysis.proof == CW_PROOF_WIN)
                assert_true((c->share > 0) == (c->proof == CW_PROOF_WIN));
            else if (analysis.proof == CW_PROOF_NONE && c->proof == CW_PROOF_LOSS)
                assert_true(c->share == 0);
        }
        assert_true(fabs(sum - 1) < 1e-9);
        wins += analysis.proof == CW_PROOF_WIN;
        losses += analysis.proof == CW_PROOF_LOSS;
        cw_analysis_free(&analysis);
        cw_game_destroy(game);
    }
    assert_true(wins > 20 && losses > 2);
}

/* ---- What is refused ---- */

static void contradictions_are_named(void **state) {
    (void)state;
    static const char *const specs[][2] = {
        {"mcts:judge=noise,rave=0.1", "rave"},
        {"mcts:judge=noise,spi=2", "spi"},
        {"mcts:judge=noise,prior=noise", "prior"},
        {"mcts:judge=noise,expand_at=4", "expand_at"},
        {"mcts:judge=noise,gumbel=4", "sims"},
        {"mcts:gumbel=4,sims=10", "judge"},
        {"mcts:judge=noise,sims=9,noise=1", "gumbel"},
        {"mcts:judge=noise,parallel=leaf", "leaf"},
        {"mcts:judge=nose", "noise"},
        {"mcts:fpu=parent-x", "fpu"},
    };
    cw_game *game = make_grove("depth=5,width=3", 1);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_player *player = NULL;
        cw_error error = {0};
        assert_int_not_equal(cw_player_create(specs[i][0], game, 1, &player, &error), CW_OK);
        if (strstr(error.message, specs[i][1]) == NULL)
            fail_msg("%s: %s", specs[i][0], error.message);
    }
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_position_is_judged_once),
        cmocka_unit_test(the_reasoner_is_asked_where_an_answer_is_likely),
        cmocka_unit_test(one_look_is_at_the_first_choice_and_exact),
        cmocka_unit_test(a_seed_repeats_a_judged_search),
        cmocka_unit_test(halving_shares_out_the_visits),
        cmocka_unit_test(noise_draws_by_the_priors),
        cmocka_unit_test(noise_ends_with_the_opening),
        cmocka_unit_test(shares_are_the_improved_policy),
        cmocka_unit_test(shares_follow_proofs),
        cmocka_unit_test(contradictions_are_named),
    };
    return RUN_TESTS(tests);
}
