/* Plays random games with the real Tantrix and the reference side by side, and compares every step. */
#ifndef CW_TESTS_TANTRIX_COMPARE_H
#define CW_TESTS_TANTRIX_COMPARE_H

#include <limits.h>

#include "games/tantrix/reference.h"

typedef struct compare_kind {
    const char *spec;
    int players;
    const char *colors;
    bool pass_in_deadlock;
} compare_kind;

static const compare_kind compare_kinds[] = {
    {"tantrix", 2, "RYGB", false},           {"tantrix:deadlock=pass,colors=GB", 2, "GB", true},
    {"tantrix:players=3", 3, "RYGB", false}, {"tantrix:players=3,deadlock=pass,colors=BYR", 3, "BYR", true},
    {"tantrix:players=4", 4, "RYGB", false}, {"tantrix:players=4,deadlock=pass", 4, "RYGB", true},
};
enum { COMPARE_KINDS = sizeof compare_kinds / sizeof compare_kinds[0] };

static int compare_texts(const void *left, const void *right) {
    return strcmp(left, right);
}

/* Lists the real game's moves as texts, and checks on the way that texts and moves go together. */
static void compare_list_moves(const cw_game *game, const cw_state *state, cw_move *packed,
                               reference_moves *moves) {
    moves->count = game->type->moves(game, state, packed);
    for (int i = 0; i < moves->count; i++) {
        cw_text text = {0};
        cw_move again;
        game->type->print(game, state, packed[i], &text);
        assert_true(text.length < REFERENCE_TEXT_MAX);
        snprintf(moves->text[i], REFERENCE_TEXT_MAX, "%s", cw_text_string(&text));
        assert_int_equal(game->type->parse(game, state, cw_text_string(&text), &again, NULL), CW_OK);
        assert_int_equal(again, packed[i]);
        cw_text_free(&text);
    }
}

static void compare_results(const cw_game *game, const cw_state *state, const reference *expected) {
    cw_result real, wanted;
    game->type->result(game, state, &real);
    reference_result(expected, &wanted);
    assert_int_equal(real.ending, wanted.ending);
    for (int player = 0; player < game->player_count; player++) {
        assert_int_equal(real.score[player], wanted.score[player]);
        assert_true(real.reward[player] == wanted.reward[player]);
    }
}

/* How the next move is picked. */
typedef enum compare_style {
    COMPARE_RANDOM,
    COMPARE_FAR, /* as far as possible in one direction, which takes games round the torus */
} compare_style;

/* How far a move lies in a direction of the lattice. */
static int compare_distance(const char *text, int direction) {
    int tile, q, r, turned;
    if (sscanf(text, "%d@%d,%d/%d", &tile, &q, &r, &turned) != 4)
        return 0;
    return q * (2 * reference_dq[direction] + reference_dr[direction]) +
           r * (2 * reference_dr[direction] + reference_dq[direction]);
}

/* The place of the next move in the real game's list. */
static int compare_pick(const reference_moves *moves, compare_style style, int direction, cw_rng *rng) {
    int picked = (int)cw_rng_below(rng, (uint32_t)moves->count);
    for (int i = 0; style == COMPARE_FAR && i < moves->count; i++) {
        if (compare_distance(moves->text[i], direction) > compare_distance(moves->text[picked], direction))
            picked = i;
    }
    return picked;
}

/* Compares the present position; false when the game is over. */
static bool compare_position(const cw_game *game, const cw_state *state, reference *expected,
                             const reference_moves *listed) {
    static reference_moves wanted, real;
    reference_settle(expected, &wanted);
    real = *listed;
    qsort(wanted.text, (size_t)wanted.count, REFERENCE_TEXT_MAX, compare_texts);
    qsort(real.text, (size_t)real.count, REFERENCE_TEXT_MAX, compare_texts);
    int decider = expected->draws > 0 ? CW_CHANCE : expected->player;
    assert_int_equal(game->type->to_decide(game, state), expected->over ? CW_NOBODY : decider);
    if (real.count != wanted.count)
        fail_msg("%d legal moves, the reference has %d", real.count, wanted.count);
    for (int i = 0; i < real.count; i++)
        assert_string_equal(real.text[i], wanted.text[i]);
    return !expected->over;
}

/* What a game came to. */
typedef struct compare_outcome {
    bool deadlock;
    int passes;
    long holes;
} compare_outcome;

static compare_outcome compare_game(const cw_game *game, const compare_kind *kind, compare_style style,
                                    int direction, cw_rng rng) {
    static reference expected;
    static reference_moves real;
    static cw_move packed[REFERENCE_MOVES_MAX];
    cw_state *state = cw_game_alloc_states(game, 1);
    compare_outcome outcome = {0};
    reference_start(&expected, kind->players, kind->colors, kind->pass_in_deadlock);
    game->type->start(game, state);
    for (;;) {
        compare_list_moves(game, state, packed, &real);
        if (!compare_position(game, state, &expected, &real))
            break;
        int picked = compare_pick(&real, style, direction, &rng);
        outcome.passes += strcmp(real.text[picked], "pass") == 0;
        game->type->play(game, state, packed[picked]);
        reference_play(&expected, real.text[picked]);
    }
    compare_results(game, state, &expected);
    outcome.deadlock = expected.drawn;
    outcome.holes = expected.holes;
    free(state);
    return outcome;
}

/* `games` games of every kind; returns how often an enclosed hole was met. */
static long compare_games(int games, compare_style style, uint64_t seed) {
    long holes = 0;
    for (int i = 0; i < COMPARE_KINDS; i++) {
        cw_game *game = must_create_game(compare_kinds[i].spec);
        for (int j = 0; j < games; j++)
            holes +=
                compare_game(game, &compare_kinds[i], style, j % 6, cw_rng_make(seed, (uint64_t)j)).holes;
        printf("%s: %d games agree, seed %llu\n", compare_kinds[i].spec, games, (unsigned long long)seed);
        cw_game_destroy(game);
    }
    return holes;
}

#endif
