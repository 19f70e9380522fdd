/* The margin as a tie-break, on an analysis made by hand. */
#include "harness.h"
#include "players/margin.h"

enum { MOVES_MAX = 4096 };

static cw_game *game;
static cw_record *record;
static cw_margin margin;
static cw_move moves[MOVES_MAX];
static int count;

/* A free move somewhere in the middle of a game of Tantrix. */
static int set_up(void **state) {
    (void)state;
    cw_rng rng = cw_rng_make(4, 0);
    game = must_create_game("tantrix");
    assert_true(game->moves_max <= MOVES_MAX);
    assert_int_equal(cw_record_create(game, &record, NULL), CW_OK);
    while (cw_record_to_decide(record) < 0 || count < 10 || cw_record_length(record) < 60) {
        count = game->type->moves(game, cw_record_state(record), moves);
        assert_int_equal(cw_record_play(record, moves[cw_rng_below(&rng, (uint32_t)count)], NULL), CW_OK);
        count = game->type->moves(game, cw_record_state(record), moves);
    }
    cw_options options;
    static const cw_option table[] = {
        {.name = "margin", .type = CW_OPTION_TEXT, .standard = "lines", .help = ""}, {.name = NULL}};
    cw_options_defaults(&options, table);
    assert_int_equal(cw_margin_extend(game, "", &options, NULL), CW_OK);
    assert_int_equal(cw_margin_create(&margin, game, &options, NULL), CW_OK);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    cw_margin_destroy(&margin);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return 0;
}

/* Lets the first `sure` moves be sure wins and the others be lost; the first one is best so far. */
static cw_move apply(int sure, double value) {
    cw_analysis analysis = {.best = moves[0], .value = value};
    for (int i = 0; i < count; i++) {
        cw_candidate *candidate = cw_analysis_add(&analysis, moves[i]);
        candidate->visits = 100;
        candidate->value = i < sure ? value : 0;
    }
    cw_margin_apply(&margin, game, cw_record_state(record), &analysis);
    cw_move best = analysis.best;
    cw_analysis_free(&analysis);
    return best;
}

static double lead_after(cw_move move) {
    const cw_evaluator *evaluator = cw_game_evaluator(game, "lines");
    int player = cw_record_to_decide(record);
    double points[CW_PLAYERS_MAX];
    assert_int_equal(cw_record_play(record, move, NULL), CW_OK);
    evaluator->evaluate(game, margin.evaluator.context, cw_record_state(record), points);
    assert_int_equal(cw_record_undo(record, NULL), CW_OK);
    return points[player] - points[1 - player];
}

static void the_greatest_lead_of_sure_wins_is_taken(void **state) {
    (void)state;
    cw_move best = apply(count, 1);
    for (int i = 0; i < count; i++)
        assert_true(lead_after(moves[i]) <= lead_after(best));
    assert_true(lead_after(best) > lead_after(moves[0]));
}

static void what_is_not_sure_stays(void **state) {
    (void)state;
    assert_int_equal(apply(count, 0.9), moves[0]);
    assert_int_equal(apply(1, 1), moves[0]);
}

/* A win that is proven is not given up for a greater one that only seems sure. */
static void a_proven_win_is_kept(void **state) {
    (void)state;
    cw_analysis analysis = {.best = moves[0], .value = 1, .proof = CW_PROOF_WIN};
    for (int i = 0; i < count; i++) {
        cw_candidate *candidate = cw_analysis_add(&analysis, moves[i]);
        candidate->visits = 100;
        candidate->value = i == 0 ? 1 : 0.995;
        candidate->proof = i == 0 ? CW_PROOF_WIN : CW_PROOF_NONE;
    }
    cw_margin_apply(&margin, game, cw_record_state(record), &analysis);
    assert_int_equal(analysis.best, moves[0]);
    cw_analysis_free(&analysis);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_greatest_lead_of_sure_wins_is_taken),
        cmocka_unit_test(what_is_not_sure_stays),
        cmocka_unit_test(a_proven_win_is_kept),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
