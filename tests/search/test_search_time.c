/* Searches and time: answers are not late whatever a step costs, a stopped search chooses among what it saw,
 * and a game clock is used. */
#include "grove.h"

#include <math.h>
#include <stdatomic.h>
#include <time.h>

#include "search/budget.h"
#include "search/mcts/tree.h"

/* ---- Costly and counted knowledge ---- */

static _Atomic int evaluations, reasonings;
static cw_flag stop;
static int stop_at;

static void count_evaluation(const cw_game *game, void *context, const cw_state *state, double *points) {
    if (++evaluations == stop_at)
        cw_flag_raise(&stop);
    grove_evaluate(game, context, state, points);
}

static void evaluate_slowly(const cw_game *game, void *context, const cw_state *state, double *points) {
    const struct timespec pause = {.tv_nsec = 4000000};
    nanosleep(&pause, NULL);
    count_evaluation(game, context, state, points);
}

static void count_reasoning(const cw_game *game, void *context, const cw_state *state, cw_verdict *verdict) {
    (void)game;
    (void)context;
    (void)state;
    verdict->move_count = -1;
    reasonings++;
}

static cw_game *make_timed(cw_game_type *type, const char *settings) {
    static const cw_evaluator evaluators[] = {
        {.base = {.name = "counted", .help = ""}, .scale = 50, .evaluate = count_evaluation},
        {.base = {.name = "slow", .help = ""}, .scale = 50, .evaluate = evaluate_slowly},
        {.base = {.name = NULL}}};
    static const cw_reasoner reasoners[] = {
        {.base = {.name = "counted", .help = ""}, .reason = count_reasoning}, {.base = {.name = NULL}}};
    cw_game *game = NULL;
    *type = grove_type;
    type->evaluators = evaluators;
    type->reasoners = reasoners;
    evaluations = reasonings = stop_at = 0;
    cw_flag_lower(&stop);
    assert_int_equal(cw_game_create_from(type, settings, &game, NULL), CW_OK);
    return game;
}

/* ---- Late answers ---- */

/* 40 ms are ten evaluations of 4 ms; a hundred moves cannot all be looked at even in a fifth of a second. */
static void alphabeta_sees_the_clock_between_slow_nodes(void **state) {
    (void)state;
    cw_game_type type;
    cw_game *game = make_timed(&type, "width=100,depth=30");
    cw_analysis analysis = {0};
    ask(game, "alphabeta:time=40ms,eval=slow", "", 1, &analysis);
    assert_true(evaluations > 0 && evaluations <= 12);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

static void one_answer_of_the_reasoner_serves_all_trees(void **state) {
    (void)state;
    cw_game_type type;
    cw_game *game = make_timed(&type, "width=5,depth=30");
    cw_analysis analysis = {0};
    ask(game, "mcts:sims=160,parallel=root,threads=16,reason=counted,reason_at=1000M", "", 1, &analysis);
    assert_int_equal(reasonings, 1);
    cw_analysis_free(&analysis);
    cw_game_destroy(game);
}

/* Plays the best move and asks for another at once; returns what the tree takes. */
static size_t memory_after_a_hurried_answer(const char *spec, double seconds, uint64_t *visits) {
    cw_game *game = must_create_game("hex:size=13");
    cw_player *player = must_create_player(spec, game, 1);
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    cw_limits limits = {.move_seconds = seconds};
    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
    assert_true(analysis.memory_bytes > 30u << 20);
    assert_int_equal(cw_record_play(record, analysis.best, NULL), CW_OK);
    assert_int_equal(cw_player_choose(player, record, &limits, &analysis, NULL), CW_OK);
    *visits = 0;
    for (int i = 0; i < analysis.candidate_count; i++)
        *visits += analysis.candidates[i].visits;
    size_t bytes = analysis.memory_bytes;
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_player_destroy(player);
    cw_game_destroy(game);
    return bytes;
}

/* Clearing up takes part of the time only; else the tree stays as
 * it is, or goes where it fills the memory. */
static void a_great_tree_does_not_make_an_answer_late(void **state) {
    (void)state;
    uint64_t visits;
    size_t kept = memory_after_a_hurried_answer("mcts:sims=40k,time=1h,expand_at=1,c=0.1", 0.002, &visits);
    assert_true(kept > 30u << 20 && visits > 100);
    size_t gone =
        memory_after_a_hurried_answer("mcts:sims=40k,time=1h,expand_at=1,c=0.1,memory=60", 0.002, &visits);
    assert_true(gone < 30u << 20);
}

/* A root that is entered stands at its place; taking back the memory later keeps all that is below it. */
static void an_entered_root_can_be_cleared_up_later(void **state) {
    (void)state;
    cw_tree tree;
    const cw_move moves[] = {0, 1, 2};
    assert_int_equal(cw_tree_create(&tree, 1 << 20, 2, false, false, NULL), CW_OK);
    uint32_t nodes[4];
    for (int i = 0; i < 4; i++) {
        nodes[i] = cw_tree_add(&tree, 0, 0, moves, NULL, 3);
        cw_tree_node(&tree, nodes[i])->visits = (uint32_t)i + 1;
        if (i > 0)
            cw_node_children(cw_tree_node(&tree, nodes[i - 1]))[i - 1] = nodes[i];
    }
    tree.root = nodes[0];
    size_t used = tree.arena.used;
    cw_tree_enter(&tree, nodes[1]);
    assert_int_equal(cw_tree_node(&tree, tree.root)->visits, 2);
    assert_int_equal(tree.arena.used, used);
    cw_tree_keep(&tree, cw_node_children(cw_tree_node(&tree, tree.root))[1]);
    assert_int_equal(tree.node_count, 2);
    assert_true(tree.arena.used < used);
    const cw_node *root = cw_tree_node(&tree, tree.root);
    assert_int_equal(root->visits, 3);
    assert_int_equal(cw_tree_node(&tree, cw_node_children(root)[2])->visits, 4);
    cw_tree_destroy(&tree);
}

/* ---- A stopped search ---- */

/* However far the look at two turns has come, what it has not reached is not chosen for its older value. */
static void turns_choose_among_moves_of_one_depth(void **state) {
    (void)state;
    cw_analysis analysis = {0};
    int partial = 0;
    for (int round = 0; round < 150; round++) {
        cw_game_type type;
        char settings[60];
        snprintf(settings, sizeof settings, "width=8,depth=30,seed=%d", round);
        cw_game *game = make_timed(&type, settings);
        cw_player *player =
            must_create_player("turns:turns=2,samples=1,endgame=0,eval=counted,choices=1", game, 1);
        cw_record *record = must_play(game, "");
        cw_limits limits = {.stop = &stop};
        stop_at = 9 + round;
        assert_int_equal(cw_player_choose(player, record, &limits, &analysis, NULL), CW_OK);
        uint64_t most = 0, least = UINT64_MAX, best = 0;
        for (int i = 0; i < analysis.candidate_count; i++) {
            const cw_candidate *candidate = &analysis.candidates[i];
            most = candidate->visits > most ? candidate->visits : most;
            least = candidate->visits < least ? candidate->visits : least;
            best = candidate->move == analysis.best ? candidate->visits : best;
        }
        partial += least < most;
        assert_int_equal(best, most);
        cw_record_destroy(record);
        cw_player_destroy(player);
        cw_game_destroy(game);
    }
    assert_true(partial > 20);
    cw_analysis_free(&analysis);
}

/* ---- The game clock ---- */

/* Plays so many own moves on a clock; returns what is left of it. */
static double clock_after(int moves, double progress_at_end) {
    double left = 60;
    for (int i = 0; i < moves; i++) {
        cw_limits limits = {.clock_seconds = left};
        cw_budget budget = cw_budget_start(&limits, 0, progress_at_end * i / moves);
        assert_true(budget.seconds > 0 && budget.seconds < left);
        left -= budget.seconds;
    }
    return left;
}

static void a_clock_is_used_and_never_used_up(void **state) {
    (void)state;
    assert_true(clock_after(25, 0.45) < 0.2 * 60); /* Hex on 11x11 */
    assert_true(clock_after(28, 1) < 0.1 * 60);    /* Tantrix of two */
    assert_true(clock_after(100, 0.5) > 0.05);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_sees_the_clock_between_slow_nodes),
        cmocka_unit_test(one_answer_of_the_reasoner_serves_all_trees),
        cmocka_unit_test(a_great_tree_does_not_make_an_answer_late),
        cmocka_unit_test(an_entered_root_can_be_cleared_up_later),
        cmocka_unit_test(turns_choose_among_moves_of_one_depth),
        cmocka_unit_test(a_clock_is_used_and_never_used_up),
    };
    return RUN_TESTS(tests);
}
