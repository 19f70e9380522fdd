/* Plays random games with the real Tantrix and the reference side by side, and compares every step. */
#ifndef CW_TESTS_TANTRIX_COMPARE_H
#define CW_TESTS_TANTRIX_COMPARE_H

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
    qsort(moves->text, (size_t)moves->count, REFERENCE_TEXT_MAX, compare_texts);
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

/* One random game; returns false for a deadlock. */
static bool compare_game(const cw_game *game, const compare_kind *kind, cw_rng *rng, cw_state *state) {
    static reference expected;
    static reference_moves wanted, real;
    static cw_move packed[REFERENCE_MOVES_MAX];
    reference_start(&expected, kind->players, kind->colors, kind->pass_in_deadlock);
    game->type->start(game, state);
    for (;;) {
        reference_settle(&expected, &wanted);
        qsort(wanted.text, (size_t)wanted.count, REFERENCE_TEXT_MAX, compare_texts);
        compare_list_moves(game, state, packed, &real);
        int decider = game->type->to_decide(game, state);
        assert_int_equal(decider, expected.over        ? CW_NOBODY
                                  : expected.draws > 0 ? CW_CHANCE
                                                       : expected.player);
        if (real.count != wanted.count)
            fail_msg("%d legal moves, the reference has %d", real.count, wanted.count);
        for (int i = 0; i < real.count; i++)
            assert_string_equal(real.text[i], wanted.text[i]);
        if (expected.over)
            break;
        const char *text = wanted.text[cw_rng_below(rng, (uint32_t)wanted.count)];
        cw_move move;
        assert_int_equal(game->type->parse(game, state, text, &move, NULL), CW_OK);
        game->type->play(game, state, move);
        reference_play(&expected, text);
    }
    compare_results(game, state, &expected);
    return !expected.drawn;
}

/* `games` random games of every kind. */
static void compare_games(int games, uint64_t seed) {
    for (int i = 0; i < COMPARE_KINDS; i++) {
        cw_game *game = must_create_game(compare_kinds[i].spec);
        cw_state *state = cw_game_alloc_states(game, 1);
        cw_rng rng = cw_rng_make(seed, (uint64_t)i);
        int deadlocks = 0;
        for (int j = 0; j < games; j++)
            deadlocks += !compare_game(game, &compare_kinds[i], &rng, state);
        printf("%s: %d games agree, seed %llu, %d deadlocks\n", compare_kinds[i].spec, games,
               (unsigned long long)seed, deadlocks);
        free(state);
        cw_game_destroy(game);
    }
}

#endif
