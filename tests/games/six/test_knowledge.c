/* The evaluator, the prior, the reasoner and the policy `lines`, checked by the rules alone. */
#include <math.h>

#include "harness.h"

enum { MOVES = 512 };

static const cw_reasoner *reasoner;
static void *reasoner_context;

static void create_reasoner(const cw_game *game) {
    cw_options options;
    cw_error error = {0};
    reasoner = cw_game_reasoner(game, "threats");
    cw_options_defaults(&options, reasoner->base.options);
    assert_int_equal(reasoner->base.create(game, &options, &reasoner_context, &error), CW_OK);
}

static void destroy_reasoner(void) {
    reasoner->base.destroy(reasoner_context);
}

static cw_verdict ask(const cw_game *game, const cw_state *state, cw_move *moves) {
    cw_verdict verdict = {.moves = moves, .move_count = -1};
    reasoner->reason(game, reasoner_context, state, &verdict);
    return verdict;
}

/* ---- Every proof is played out against every defence ---- */

static cw_state *copy_of(const cw_game *game, const cw_state *state) {
    cw_state *copy = cw_game_alloc_states(game, 1);
    memcpy(copy, state, game->state_size);
    return copy;
}

static void check_win(const cw_game *game, const cw_state *state, int winner, int depth);

/* Whatever the loser does (chance included), the winner still wins. */
static void check_all_replies(const cw_game *game, const cw_state *state, int winner, int depth) {
    cw_move moves[MOVES];
    int count = game->type->moves(game, state, moves);
    for (int i = 0; i < count; i++) {
        cw_state *next = copy_of(game, state);
        game->type->play(game, next, moves[i]);
        check_win(game, next, winner, depth + 1);
        free(next);
    }
}

/* The reasoner says that this colour wins: true by its own moves and the rules. */
static void check_win(const cw_game *game, const cw_state *state, int winner, int depth) {
    int decider = game->type->to_decide(game, state);
    assert_true(depth < 80);
    if (decider == CW_NOBODY) {
        cw_result result;
        game->type->result(game, state, &result);
        assert_true(result.reward[winner] == 1.0);
        return;
    }
    if (decider % 2 != winner) {
        check_all_replies(game, state, winner, depth);
        return;
    }
    cw_move moves[MOVES];
    cw_verdict verdict = ask(game, state, moves);
    assert_true(verdict.proven && verdict.reward[winner] == 1.0);
    cw_state *next = copy_of(game, state);
    game->type->play(game, next, verdict.best);
    check_win(game, next, winner, depth + 1);
    free(next);
}

/* The moves that the reasoner leaves out lose. */
static void check_cut_moves(const cw_game *game, const cw_state *state, const cw_verdict *verdict) {
    cw_move moves[MOVES];
    int count = game->type->moves(game, state, moves), decider = game->type->to_decide(game, state);
    assert_true(verdict->move_count > 0 && verdict->move_count <= count);
    for (int i = 0; i < count; i++) {
        bool kept = false;
        for (int k = 0; k < verdict->move_count; k++)
            kept = kept || verdict->moves[k] == moves[i];
        if (kept)
            continue;
        cw_state *next = copy_of(game, state);
        game->type->play(game, next, moves[i]);
        check_win(game, next, (decider + 1) % 2, 0);
        free(next);
    }
}

typedef struct seen {
    int wins[3], losses[3], cuts[3]; /* by phase */
} seen;

static void check_position(const cw_game *game, const cw_state *state, seen *counts) {
    cw_move moves[MOVES];
    int decider = game->type->to_decide(game, state), phase = game->type->phase(game, state);
    cw_verdict verdict = ask(game, state, moves);
    if (verdict.proven) {
        bool won = verdict.reward[decider] == 1.0;
        *(won ? &counts->wins[phase] : &counts->losses[phase]) += 1;
        if (won)
            check_win(game, state, decider % 2, 0);
        else
            check_all_replies(game, state, (decider + 1) % 2, 0);
    } else if (verdict.move_count >= 0) {
        counts->cuts[phase]++;
        check_cut_moves(game, state, &verdict);
    }
}

/* Plays by the prior with some chance, so that positions are full of threats, but never takes a win in phase
 * one. */
static cw_move choose(const cw_game *game, const cw_state *state, cw_rng *rng) {
    cw_move moves[MOVES];
    float weights[MOVES];
    int count = game->type->moves(game, state, moves);
    if (game->type->to_decide(game, state) == CW_CHANCE)
        return moves[cw_rng_below(rng, (uint32_t)count)];
    cw_game_prior(game, "threats")->weigh(game, NULL, state, moves, count, weights);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        assert_true(weights[i] >= 0 && isfinite(weights[i]));
        weights[i] = weights[i] < 40 ? weights[i] * weights[i] + 1e-6f : 1;
        sum += weights[i];
    }
    double draw = cw_rng_unit(rng) * sum;
    int choice = 0;
    while (choice < count - 1 && (draw -= weights[choice]) >= 0)
        choice++;
    return moves[choice];
}

static void check_games(const char *spec, int games, seen *counts) {
    cw_game *game = must_create_game(spec);
    cw_state *state = cw_game_alloc_states(game, 1);
    create_reasoner(game);
    for (int i = 0; i < games; i++) {
        cw_rng rng = cw_rng_make(77, (uint64_t)i);
        game->type->start(game, state);
        for (int ply = 0; ply < 120 && game->type->to_decide(game, state) != CW_NOBODY; ply++) {
            if (game->type->to_decide(game, state) != CW_CHANCE)
                check_position(game, state, counts);
            game->type->play(game, state, choose(game, state, &rng));
        }
    }
    destroy_reasoner();
    free(state);
    cw_game_destroy(game);
}

static void the_reasoner_is_never_wrong(void **state) {
    (void)state;
    seen counts = {0};
    check_games("six", 150, &counts);
    check_games("six:tiles=9:12,same_cell=on,max_moves=40", 200, &counts);
    check_games("six:tiles=12,players=4,phases=1", 150, &counts);
    check_games("six:tiles=10,ties=random,start=pair", 200, &counts);
    for (int phase = 1; phase <= 2; phase++) {
        if (counts.wins[phase] == 0 || counts.losses[phase] == 0 || counts.cuts[phase] == 0)
            fail_msg("phase %d: %d wins, %d losses, %d cuts seen", phase, counts.wins[phase],
                     counts.losses[phase], counts.cuts[phase]);
    }
}

/* ---- Known positions ---- */

/* Red has four in a row open at both ends, and the move. */
static void an_open_four_wins(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    create_reasoner(game);
    cw_move moves[MOVES];
    cw_record *record = must_play(game, "0,0 0,1 1,0 -1,2 2,0 -2,3 3,0 -2,2");
    cw_verdict verdict = ask(game, cw_record_state(record), moves);
    assert_true(verdict.proven && verdict.reward[0] == 1.0 && verdict.reward[1] == 0.0);
    cw_record_destroy(record);
    record = must_play(game, "0,0 0,1 1,0 -1,2 2,0 -2,3 3,0");
    verdict = ask(game, cw_record_state(record), moves);
    assert_false(verdict.proven);
    assert_true(verdict.move_count > 0 && verdict.move_count < 10); /* Black must stop it */
    cw_record_destroy(record);
    destroy_reasoner();
    cw_game_destroy(game);
}

/* ---- Policy ---- */

static double reward_of_one_ply(const cw_game *game, const cw_record *record, cw_rng *rng) {
    cw_state *state = copy_of(game, cw_record_state(record));
    cw_playout playout = {.plies_max = 1};
    cw_game_policy(game, "lines")->playout(game, NULL, state, rng, &playout);
    free(state);
    return playout.finished ? playout.result.reward[0] : 0.5;
}

static void lines_takes_a_win(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    cw_record *record = must_play(game, "0,0 0,1 1,0 -1,2 2,0 -2,3 3,0 -1,0 4,0 -2,2");
    cw_rng rng = cw_rng_make(3, 1);
    for (int i = 0; i < 20; i++)
        assert_true(reward_of_one_ply(game, record, &rng) == 1.0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void lines_blocks_a_win(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    cw_record *record = must_play(game, "0,0 0,1 1,0 -1,2 2,0 -2,3 3,0 -1,0 4,0");
    cw_move block;
    assert_int_equal(game->type->parse(game, cw_record_state(record), "5,0", &block, NULL), CW_OK);
    uint32_t key = game->type->key(game, cw_record_state(record), block);
    cw_rng rng = cw_rng_make(3, 1);
    for (int i = 0; i < 20; i++) {
        uint64_t keys[2][64] = {{0}};
        cw_playout playout = {.plies_max = 1, .keys = {keys[0], keys[1]}};
        cw_state *copy = copy_of(game, cw_record_state(record));
        cw_game_policy(game, "lines")->playout(game, NULL, copy, &rng, &playout);
        assert_true(keys[1][key / 64] >> key % 64 & 1);
        free(copy);
    }
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Evaluator ---- */

static double difference(const cw_game *game, const char *settings, const char *moves) {
    const cw_evaluator *evaluator = cw_game_evaluator(game, "threats");
    cw_options options;
    void *context;
    double points[CW_PLAYERS_MAX];
    cw_options_defaults(&options, evaluator->base.options);
    assert_int_equal(cw_options_parse(&options, "eval", settings, NULL), CW_OK);
    assert_int_equal(evaluator->base.create(game, &options, &context, NULL), CW_OK);
    cw_record *record = must_play(game, moves);
    evaluator->evaluate(game, context, cw_record_state(record), points);
    cw_record_destroy(record);
    evaluator->base.destroy(context);
    return points[0] - points[1];
}

/* Every window, found by walking: the tiles of a shape anywhere near, counted one by one. */
static double slow_difference(const char *cells[2], const double weights[7]) {
    static const int shapes[6][6][2] = {
        {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}},
        {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}},
        {{0, 0}, {1, -1}, {2, -2}, {3, -3}, {4, -4}, {5, -5}},
        {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {0, 2}},
        {{2, 0}, {1, 1}, {2, 1}, {0, 2}, {1, 2}, {2, 2}},
        {{1, 0}, {2, 0}, {0, 1}, {2, 1}, {0, 2}, {1, 2}},
    };
    bool tiles[2][40][40] = {{{false}}};
    for (int color = 0; color < 2; color++) {
        int q, r, used;
        for (const char *text = cells[color]; sscanf(text, "%d,%d%n", &q, &r, &used) == 2; text += used)
            tiles[color][q + 20][r + 20] = true;
    }
    double sum[2] = {0, 0};
    for (int shape = 0; shape < 6; shape++) {
        for (int q = 6; q < 34; q++) {
            for (int r = 6; r < 34; r++) {
                int count[2] = {0, 0};
                for (int i = 0; i < 6; i++) {
                    count[0] += tiles[0][q + shapes[shape][i][0]][r + shapes[shape][i][1]];
                    count[1] += tiles[1][q + shapes[shape][i][0]][r + shapes[shape][i][1]];
                }
                sum[0] += count[1] == 0 ? weights[count[0]] : 0;
                sum[1] += count[0] == 0 ? weights[count[1]] : 0;
            }
        }
    }
    return sum[0] - sum[1];
}

static void windows_are_counted(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    const double weights[7] = {0, 1, 3, 10, 30, 100, 0};
    static const char settings[] = "one=1,two=3,three=10,four=30,five=100";
    assert_true(difference(game, "one=1", "0,0") == 36); /* in six windows of each template */
    assert_true(difference(game, settings, "0,0 1,0 0,1 1,1 0,2 -1,3 1,2 -1,2 2,1 2,0") ==
                slow_difference((const char *[]){"0,0 0,1 0,2 1,2 2,1", "1,0 1,1 -1,3 -1,2 2,0"}, weights));
    assert_true(difference(game, settings, "0,0 -1,0 1,0 -2,0 2,0 -2,1 3,0 -1,-1 4,0") ==
                slow_difference((const char *[]){"0,0 1,0 2,0 3,0 4,0", "-1,0 -2,0 -2,1 -1,-1"}, weights));
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_reasoner_is_never_wrong), cmocka_unit_test(an_open_four_wins),
        cmocka_unit_test(lines_takes_a_win),           cmocka_unit_test(lines_blocks_a_win),
        cmocka_unit_test(windows_are_counted),
    };
    return RUN_TESTS(tests);
}
