/* The evaluators against points counted by hand, and what they must see. */
#include "games/hive/state.h"
#include "games/hive/survey.h"
#include "harness.h"

static void evaluate(const char *evaluator, const char *settings, const char *spec, const char *moves,
                     double points[2]) {
    cw_game *game = must_create_game(spec);
    cw_record *record = must_play(game, moves);
    const cw_evaluator *found = cw_game_evaluator(game, evaluator);
    assert_non_null(found);
    static cw_options options;
    cw_error error = {0};
    void *context = NULL;
    cw_options_defaults(&options, found->base.options);
    if (cw_options_parse(&options, evaluator, settings, &error) != CW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(found->base.create(game, &options, &context, &error), CW_OK);
    found->evaluate(game, context, cw_record_state(record), points);
    found->base.destroy(context);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* A row: wQ wG1 bG1 bQ. The queens can move, the grasshoppers are pinned. */
static const char row[] = "wG1;bG1 wG1-;wQ -wG1;bQ bG1-";

static void offensive_points_add_up(void **unused) {
    (void)unused;
    double points[2];
    evaluate("offensive", "queen=4,grasshopper=5,playable=2,pin=3", "hive", row, points);
    assert_true(points[0] == 2 * 4 + 3 * 5);
    assert_true(points[1] == points[0]);
    /* One piece beside the enemy queen more, and a beetle four steps from her. */
    evaluate("offensive", "playable=0,pin=0,block=0,beside=7,near=1", "hive",
             "wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wB1 -wQ;bG2 bQ-", points);
    assert_true(points[0] == 6 - 4);
    assert_true(points[1] == 0);
}

static void defensive_points_stop_at_the_cap(void **unused) {
    (void)unused;
    double points[2];
    /* Five empty cells and one grasshopper laid early. */
    evaluate("defensive", "empty=10,circle=8,early=3,cap=60", "hive", row, points);
    assert_true(points[0] == 5 * 10 + 3);
    evaluate("defensive", "empty=10,early=3,early_turns=3,cap=60", "hive", row, points);
    assert_true(points[0] == 5 * 10);
    /* Beyond the cap attack counts: a mobile queen and a pinned grasshopper. */
    evaluate("defensive", "empty=10,early=3,cap=50,attack=2,pin=1,queen=4,grasshopper=5", "hive", row,
             points);
    assert_true(points[0] == 50 + 2 * (4 + 5));
    /* In the other reading it counts before, too. */
    evaluate("defensive", "empty=10,early=3,cap=60,attack=2,before=1,pin=1,queen=4,grasshopper=5", "hive",
             row, points);
    assert_true(points[0] == 5 * 10 + 3 + 4 + 5);
}

static void a_survey_tells_who_can_move(void **unused) {
    (void)unused;
    cw_game *game = must_create_game("hive");
    cw_record *record = must_play(game, "wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wA1 -wQ;bA1 bQ-");
    cw_state state = *cw_record_state(record);
    cw_hive_survey survey;
    cw_hive_survey_position(&state, &survey);
    uint32_t ants = 1u << 8 | 1u << (8 + CW_HIVE_SIDE_PIECES);
    assert_int_equal(survey.mobile, ants);
    assert_int_equal(survey.attackers, ants);
    assert_int_equal(__builtin_popcount(survey.pinned), 4);
    /* Around a row of five, from one end to the other. */
    assert_int_equal(survey.moves[8], 13);
    assert_int_equal(survey.ring[0], 2);
    assert_memory_equal(&state, cw_record_state(record), sizeof state);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* The house's evaluator is the same for both sides: the mirrored game has the mirrored points. */
static void colours_are_treated_alike(void **unused) {
    (void)unused;
    double points[2];
    evaluate("hive", "tempo=0", "hive", "wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wA1 -wQ;bA1 bQ-", points);
    assert_true(points[0] == points[1]);
    evaluate("hive", "tempo=3", "hive", "wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wA1 -wQ;bA1 bQ-", points);
    assert_true(points[0] == points[1] + 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offensive_points_add_up),
        cmocka_unit_test(defensive_points_stop_at_the_cap),
        cmocka_unit_test(a_survey_tells_who_can_move),
        cmocka_unit_test(colours_are_treated_alike),
    };
    return RUN_TESTS(tests);
}
