/* Alpha-beta against plain minimax, solved Hex boards, and a game of chance worked by hand. */
#include <math.h>

#include "harness.h"
#include "search/alphabeta.h"

/* ---- Hex with an evaluator that is arbitrary but fixed, so that every shortcut would show ---- */

static void arbitrary_points(const cw_game *game, void *context, const cw_state *state, double *points) {
    (void)context;
    uint64_t mixed = cw_mix(game->type->hash(game, state));
    points[0] = (double)(mixed % 2001) - 1000;
    points[1] = 0;
}

static const cw_evaluator arbitrary[] = {
    {.base = {.name = "arbitrary", .help = "fixed random points"},
     .scale = 300,
     .evaluate = arbitrary_points},
    {.base = {.name = NULL}},
};

static cw_game_type hex_type;

static cw_game *make_hex(const char *settings) {
    hex_type = *cw_game_type_find("hex");
    hex_type.evaluators = arbitrary;
    cw_game *game = NULL;
    assert_int_equal(cw_game_create_from(&hex_type, settings, &game, NULL), CW_OK);
    return game;
}

/* The definition of minimax, nothing more. Scores are told for `hero`. */
static int32_t minimax(const cw_game *game, const cw_state *state, int depth, int hero, int ply) {
    int decider = game->type->to_decide(game, state);
    if (decider == CW_NOBODY) {
        cw_result result;
        game->type->result(game, state, &result);
        return result.reward[hero] > 0.5 ? CW_SCORE_WIN - ply : -CW_SCORE_WIN + ply;
    }
    if (depth == 0) {
        double points[CW_PLAYERS_MAX];
        arbitrary_points(game, NULL, state, points);
        return cw_alphabeta_squash(hero == 0 ? points[0] : -points[0], arbitrary[0].scale);
    }
    cw_move moves[400];
    int count = game->type->moves(game, state, moves);
    int32_t best = decider == hero ? -INT32_MAX : INT32_MAX;
    cw_state *next = cw_game_alloc_states(game, 1);
    for (int i = 0; i < count; i++) {
        memcpy(next, state, game->state_size);
        game->type->play(game, next, moves[i]);
        int32_t score = minimax(game, next, depth - 1, hero, ply + 1);
        if (decider == hero ? score > best : score < best)
            best = score;
    }
    free(next);
    return best;
}

static double ask(const cw_game *game, const cw_record *record, const char *spec, cw_analysis *analysis) {
    cw_player *player = NULL;
    cw_error error = {0};
    if (cw_player_create(spec, game, 1, &player, &error) != CW_OK ||
        cw_player_choose(player, record, NULL, analysis, &error) != CW_OK)
        fail_msg("%s: %s", spec, error.message);
    cw_player_destroy(player);
    return analysis->value;
}

static void play_at_random(cw_record *record, int moves, cw_rng *rng) {
    cw_move list[400];
    const cw_game *game = cw_record_game(record);
    for (int i = 0; i < moves && cw_record_to_decide(record) >= 0; i++) {
        int count = game->type->moves(game, cw_record_state(record), list);
        cw_record_play(record, list[cw_rng_below(rng, (uint32_t)count)], NULL);
    }
}

static void no_option_changes_the_value(void **state) {
    (void)state;
    static const char *const variants[] = {
        "table=off,killers=off,history=off,pvs=off,deepen=off",
        "table=on,killers=off,history=off,pvs=off,deepen=off",
        "table=off,killers=on,history=on,pvs=off,deepen=on",
        "table=off,killers=off,history=off,pvs=on,deepen=on",
        "table=on,killers=on,history=on,pvs=on,deepen=on",
        "table=on,killers=on,history=on,pvs=on,deepen=on,threads=2",
        "table=on,killers=on,history=on,pvs=on,deepen=on,cache=on",
    };
    cw_game *game = make_hex("size=4");
    cw_record *record = must_play(game, "");
    cw_rng rng = cw_rng_make(7, 0);
    cw_analysis analysis = {0};
    for (int round = 0; round < 12; round++) {
        cw_record_clear(record);
        play_at_random(record, 4 + round % 5, &rng);
        int depth = 1 + round % 4;
        const cw_state *root = cw_record_state(record);
        int hero = cw_record_to_decide(record);
        if (hero < 0)
            continue;
        double truth = cw_alphabeta_reward(minimax(game, root, depth, hero, 0), arbitrary[0].scale);
        for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
            char spec[200];
            snprintf(spec, sizeof spec, "alphabeta:depth=%d,memory=1,%s", depth, variants[i]);
            assert_true(ask(game, record, spec, &analysis) == truth);
        }
    }
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* The evaluator gives all points to the first player: by its own points alone the second sees a draw
 * everywhere, by the lead it does not. */
static void a_player_may_look_at_its_own_points_alone(void **state) {
    (void)state;
    cw_game *game = make_hex("size=4");
    cw_record *record = must_play(game, "a1");
    cw_analysis analysis = {0};
    assert_true(ask(game, record, "alphabeta:depth=1,view=lead", &analysis) != 0.5);
    assert_true(ask(game, record, "alphabeta:depth=1,view=own", &analysis) == 0.5);
    cw_record_clear(record);
    double lead = ask(game, record, "alphabeta:depth=2,view=lead", &analysis);
    assert_true(ask(game, record, "alphabeta:depth=2,view=own", &analysis) == lead);
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* A player that judges ended games by points takes a won game for one of many positions. */
static void a_player_may_not_know_a_won_game(void **state) {
    (void)state;
    cw_game *game = make_hex("size=2");
    cw_record *record = must_play(game, "a1 b1");
    cw_analysis analysis = {0};
    ask(game, record, "alphabeta:depth=1", &analysis);
    assert_int_equal(analysis.proof, CW_PROOF_WIN);
    ask(game, record, "alphabeta:depth=1,ends=points", &analysis);
    assert_int_equal(analysis.proof, CW_PROOF_NONE);
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* Of each move an analysis tells the exact value or, marked so, no
 * less than it; the count is of positions. */
static void told_values_are_exact_or_marked(void **state) {
    (void)state;
    static const char *const variants[] = {"", ",pvs=off,table=off", ",deepen=off", ",noise=0.000001"};
    enum { DEPTH = 3 };
    cw_game *game = make_hex("size=4");
    cw_record *record = must_play(game, "");
    int hero = cw_record_to_decide(record), bounds = 0, exact = 0;
    cw_state *next = cw_game_alloc_states(game, 1);
    cw_analysis analysis = {0};
    for (int i = 0; i < 4; i++) {
        char spec[80];
        snprintf(spec, sizeof spec, "alphabeta:depth=%d%s", DEPTH, variants[i]);
        double best = ask(game, record, spec, &analysis);
        assert_int_equal(analysis.simulations, 0);
        assert_true(analysis.nodes > 16 && cw_analysis_has_value(&analysis));
        assert_int_equal(analysis.candidate_count, 16);
        for (int j = 0; j < analysis.candidate_count; j++) {
            const cw_candidate *candidate = &analysis.candidates[j];
            memcpy(next, cw_record_state(record), game->state_size);
            game->type->play(game, next, candidate->move);
            double truth = cw_alphabeta_reward(minimax(game, next, DEPTH - 1, hero, 1), arbitrary[0].scale);
            if (candidate->at_most)
                assert_true(candidate->value >= truth && candidate->value <= best);
            else
                assert_true(fabs(candidate->value - truth) < 1e-6);
            bounds += candidate->at_most;
            exact += !candidate->at_most;
        }
        assert_false(analysis.candidates[0].at_most);
    }
    assert_true(bounds >= 3 * 8 && exact >= 3 + 16); /* with noise every value is exact */
    cw_analysis_free(&analysis);
    free(next);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* A level that misjudges on purpose does not tell people what it believes. */
static void a_blurred_value_is_none(void **state) {
    (void)state;
    cw_game *game = make_hex("size=4");
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    ask(game, record, "alphabeta:depth=2,blur=3", &analysis);
    assert_true(analysis.is_blurred && !cw_analysis_has_value(&analysis));
    ask(game, record, "alphabeta:depth=2", &analysis);
    assert_true(!analysis.is_blurred && cw_analysis_has_value(&analysis));
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* A won position: that a move is no better than the fastest win does not prove that it wins. */
static void a_bound_proves_no_win(void **state) {
    (void)state;
    cw_game *game = make_hex("size=3");
    cw_record *record = must_play(game, "b2 a1");
    cw_analysis analysis = {0};
    ask(game, record, "alphabeta:depth=7", &analysis);
    assert_int_equal(analysis.proof, CW_PROOF_WIN);
    for (int i = 0; i < analysis.candidate_count; i++)
        assert_false(analysis.candidates[i].at_most && analysis.candidates[i].proof == CW_PROOF_WIN);
    /* One position is no look at any move. */
    ask(game, record, "alphabeta:nodes=1", &analysis);
    assert_false(cw_analysis_has_value(&analysis));
    ask(game, record, "random", &analysis);
    assert_false(cw_analysis_has_value(&analysis));
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void contradictions_are_named(void **state) {
    (void)state;
    static const char *const specs[][2] = {
        {"alphabeta:reason_depth=2", "reason"},

        {"alphabeta:deepen=off,time=1s", "depth"}, {"alphabeta:deepen=off,nodes=1000", "depth"},
        {"alphabeta:eval=none", "eval=none"},      {"alphabeta:eval=nonsense", "arbitrary"},
        {"alphabeta:depth=0", "from 1 to 40"},     {"alphabeta:many=alone", "paranoid"},
        {"alphabeta:deepth=3", "depth"},           {"alphabeta:blur=5,many=maxn", "many=maxn"},
    };
    cw_game *game = make_hex("size=3");
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_player *player = NULL;
        cw_error error = {0};
        assert_int_equal(cw_player_create(specs[i][0], game, 1, &player, &error), CW_BAD_INPUT);
        if (strstr(error.message, specs[i][1]) == NULL)
            fail_msg("%s: %s", specs[i][0], error.message);
    }
    cw_game_destroy(game);
}

/* Openings that win for the first player, from outside. */
static void small_boards_are_solved(void **state) {
    (void)state;
    static const char *const winning[] = {"", "a1", "b1 a2", "c1 a2 b2 c2 a3", "d1 c2 b3 a4"};
    for (int size = 1; size <= 4; size++) {
        char settings[16];
        snprintf(settings, sizeof settings, "size=%d", size);
        cw_game *game = make_hex(settings);
        cw_analysis analysis = {0};
        for (int cell = 0; cell < size * size; cell++) {
            char opening[16];
            snprintf(opening, sizeof opening, "%c%d", 'a' + cell % size, 1 + cell / size);
            cw_record *record = must_play(game, opening);
            bool wins = strstr(winning[size], opening) != NULL;
            if (cw_record_to_decide(record) >= 0) {
                ask(game, record, "alphabeta:depth=16,deepen=off", &analysis);
                assert_int_equal(analysis.proof, wins ? CW_PROOF_LOSS : CW_PROOF_WIN);
            }
            cw_record_destroy(record);
        }
        cw_analysis_free(&analysis);
        cw_game_destroy(game);
    }
}

static void noise_varies_the_first_move_only(void **state) {
    (void)state;
    cw_game *game = make_hex("size=4");
    cw_record *start = must_play(game, ""), *later = must_play(game, "a1 b1");
    bool varies = false;
    cw_move first = CW_MOVE_NONE, second = CW_MOVE_NONE;
    for (uint64_t seed = 0; seed < 10; seed++) {
        cw_player *player = NULL;
        cw_analysis analysis = {0};
        assert_int_equal(cw_player_create("alphabeta:depth=1,noise=5000", game, seed, &player, NULL), CW_OK);
        assert_int_equal(cw_player_choose(player, start, NULL, &analysis, NULL), CW_OK);
        varies |= first != CW_MOVE_NONE && first != analysis.best;
        first = analysis.best;
        assert_int_equal(cw_player_choose(player, later, NULL, &analysis, NULL), CW_OK);
        assert_true(second == CW_MOVE_NONE || second == analysis.best);
        second = analysis.best;
        cw_analysis_free(&analysis);
        cw_player_destroy(player);
    }
    assert_true(varies);
    cw_record_destroy(start);
    cw_record_destroy(later);
    cw_game_destroy(game);
}

/* A blurred player misjudges by its seed, in all of a game alike, but takes a win that it sees. */
static void blur_misjudges_all_but_the_end(void **state) {
    (void)state;
    cw_game *game = make_hex("size=4");
    cw_record *middle = must_play(game, "a1 b1"), *end = must_play(game, "b1 a1 b2 a2 b3 a3");
    cw_move moves[10];
    int others = 0;
    for (int seed = 0; seed < 10; seed++) {
        cw_player *player = NULL;
        cw_analysis analysis = {0};
        assert_int_equal(cw_player_create("alphabeta:depth=2,blur=5000", game, (uint64_t)seed, &player, NULL),
                         CW_OK);
        assert_int_equal(cw_player_choose(player, middle, NULL, &analysis, NULL), CW_OK);
        moves[seed] = analysis.best;
        others += moves[seed] != moves[0];
        assert_int_equal(cw_player_choose(player, middle, NULL, &analysis, NULL), CW_OK);
        assert_int_equal(analysis.best, moves[seed]);
        assert_int_equal(cw_player_choose(player, end, NULL, &analysis, NULL), CW_OK);
        assert_int_equal(analysis.proof, CW_PROOF_WIN);
        cw_analysis_free(&analysis);
        cw_player_destroy(player);
    }
    assert_true(others > 0);
    cw_record_destroy(middle);
    cw_record_destroy(end);
    cw_game_destroy(game);
}

/* Both queens have gone out and back, so that one move leads to a position seen before. Whoever loves draws
 * takes it if the second occurrence counts as one. */
static void repeats_tells_when_a_position_is_a_draw(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        bool repeats;
    } cases[] = {{"alphabeta:depth=1,eval=hive,contempt=-100000,repeats=2", true},
                 {"alphabeta:depth=1,eval=hive,contempt=100000,repeats=2", false},
                 {"alphabeta:depth=1,eval=hive,contempt=-100000", false}};
    cw_game *game = must_create_game("hive");
    cw_record *record = must_play(game, "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_player *player = NULL;
        cw_analysis analysis = {0};
        assert_int_equal(cw_player_create(cases[i].spec, game, 1, &player, NULL), CW_OK);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        assert_int_equal(analysis.best == cw_record_move(record, 4), cases[i].repeats);
        cw_analysis_free(&analysis);
        cw_player_destroy(player);
    }
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void budgets_end_the_search(void **state) {
    (void)state;
    cw_game *game = make_hex("size=9");
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    ask(game, record, "alphabeta:nodes=5000", &analysis);
    assert_true(analysis.nodes <= 5000);
    assert_true(cw_game_is_legal(game, cw_record_state(record), analysis.best));
    uint64_t once = analysis.nodes;
    cw_move best = analysis.best;
    ask(game, record, "alphabeta:nodes=5000", &analysis);
    assert_true(analysis.nodes == once && analysis.best == best);
    ask(game, record, "alphabeta:time=50ms,threads=2", &analysis);
    assert_true(cw_game_is_legal(game, cw_record_state(record), analysis.best));
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- A game of chance: take a draw, or throw a die of three sides of which two win ---- */

struct cw_state {
    int choice; /* -1 before it */
    int side;   /* -1 before the throw */
};

static cw_status configure_dice(cw_game *game, cw_error *error) {
    (void)error;
    game->player_count = 2;
    game->seats[0] = (cw_seat){"first", "a", CW_COLOR_RED};
    game->seats[1] = (cw_seat){"second", "b", CW_COLOR_BLUE};
    game->state_size = sizeof(struct cw_state);
    game->moves_max = 3;
    return CW_OK;
}

static void start_dice(const cw_game *game, cw_state *state) {
    (void)game;
    *state = (cw_state){-1, -1};
}

static int decide_dice(const cw_game *game, const cw_state *state) {
    (void)game;
    if (state->choice < 0)
        return 0;
    return state->choice == 1 && state->side < 0 ? CW_CHANCE : CW_NOBODY;
}

static int moves_dice(const cw_game *game, const cw_state *state, cw_move *moves) {
    int count = state->choice < 0 ? 2 : decide_dice(game, state) == CW_CHANCE ? 3 : 0;
    for (int i = 0; i < count; i++)
        moves[i] = (cw_move)i;
    return count;
}

static void play_dice(const cw_game *game, cw_state *state, cw_move move) {
    (void)game;
    if (state->choice < 0)
        state->choice = (int)move;
    else
        state->side = (int)move;
}

static void result_dice(const cw_game *game, const cw_state *state, cw_result *result) {
    cw_result_draw(game, 0, result);
    if (state->choice == 1) {
        result->reward[0] = state->side < 2;
        result->reward[1] = 1 - result->reward[0];
    }
}

static uint64_t hash_dice(const cw_game *game, const cw_state *state) {
    (void)game;
    return (uint64_t)(state->choice * 8 + state->side);
}

static double progress_dice(const cw_game *game, const cw_state *state) {
    (void)game;
    return state->choice >= 0;
}

static void chance_is_averaged(void **state) {
    (void)state;
    static const char *const endings[] = {"end", NULL};
    static const cw_option no_options[] = {{.name = NULL}};
    static const cw_game_type dice = {
        .name = "dice",
        .options = no_options,
        .endings = endings,
        .evaluators = arbitrary,
        .configure = configure_dice,
        .start = start_dice,
        .to_decide = decide_dice,
        .moves = moves_dice,
        .play = play_dice,
        .result = result_dice,
        .hash = hash_dice,
        .progress = progress_dice,
    };
    cw_game *game = NULL;
    assert_int_equal(cw_game_create_from(&dice, "", &game, NULL), CW_OK);
    cw_record *record = must_play(game, "");
    cw_analysis analysis = {0};
    double value = ask(game, record, "alphabeta:depth=2", &analysis);
    assert_int_equal(analysis.best, 1);
    assert_true(value > 0.666 && value < 0.667);
    cw_analysis_free(&analysis);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_option_changes_the_value),
        cmocka_unit_test(a_player_may_look_at_its_own_points_alone),
        cmocka_unit_test(a_player_may_not_know_a_won_game),
        cmocka_unit_test(told_values_are_exact_or_marked),
        cmocka_unit_test(a_blurred_value_is_none),
        cmocka_unit_test(a_bound_proves_no_win),
        cmocka_unit_test(contradictions_are_named),
        cmocka_unit_test(small_boards_are_solved),
        cmocka_unit_test(noise_varies_the_first_move_only),
        cmocka_unit_test(blur_misjudges_all_but_the_end),
        cmocka_unit_test(budgets_end_the_search),
        cmocka_unit_test(repeats_tells_when_a_position_is_a_draw),
        cmocka_unit_test(chance_is_averaged),
    };
    return RUN_TESTS(tests);
}
