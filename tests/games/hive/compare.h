/* Plays random games with the game and with the slow reference side by side, and compares all legal moves by
 * their texts. */
#ifndef CW_TESTS_HIVE_COMPARE_H
#define CW_TESTS_HIVE_COMPARE_H

#include "games/hive/reference.h"
#include "harness.h"

typedef struct comparison {
    cw_game *game;
    cw_state *state;
    ref_board reference;
    ref_moves reference_moves;
    cw_move moves[REF_MOVES_MAX];
    char texts[REF_MOVES_MAX][16], reference_texts[REF_MOVES_MAX][16];
    cw_text scratch;
} comparison;

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

/* A random place in the list: half of the time a piece is chosen first, so that ants do not do everything. */
static int random_index(const ref_moves *moves, cw_rng *rng) {
    int index = (int)cw_rng_below(rng, (uint32_t)moves->count);
    int piece = moves->move[index].piece;
    if (cw_rng_below(rng, 2) == 0) {
        for (int tries = 0; tries < 20 && moves->move[index].piece == piece; tries++)
            index = (int)cw_rng_below(rng, (uint32_t)moves->count);
    }
    return index;
}

/* Both lists as sorted texts. */
static int list_texts(comparison *c) {
    int count = c->game->type->moves(c->game, c->state, c->moves);
    for (int i = 0; i < count; i++) {
        cw_text_clear(&c->scratch);
        c->game->type->print(c->game, c->state, c->moves[i], &c->scratch);
        snprintf(c->texts[i], sizeof c->texts[i], "%s", cw_text_string(&c->scratch));
    }
    for (int i = 0; i < c->reference_moves.count; i++)
        ref_print(&c->reference, c->reference_moves.move[i], c->reference_texts[i]);
    qsort(c->texts, (size_t)count, sizeof c->texts[0], compare_texts);
    qsort(c->reference_texts, (size_t)c->reference_moves.count, sizeof c->texts[0], compare_texts);
    return count;
}

static void compare_position(comparison *c, uint64_t seed) {
    bool over = c->game->type->to_decide(c->game, c->state) == CW_NOBODY;
    ref_list(&c->reference, &c->reference_moves);
    assert_int_equal(over, c->reference_moves.count == 0);
    int count = list_texts(c);
    if (!over)
        assert_int_equal(count, c->game->type->count_moves(c->game, c->state));
    for (int i = 0; i < count || i < c->reference_moves.count; i++) {
        if (i >= count || i >= c->reference_moves.count || strcmp(c->texts[i], c->reference_texts[i]) != 0)
            fail_msg("seed %llu, ply %d: '%s' against '%s' of the reference", (unsigned long long)seed,
                     c->reference.ply, i < count ? c->texts[i] : "nothing",
                     i < c->reference_moves.count ? c->reference_texts[i] : "nothing");
    }
}

static void play_both(comparison *c, ref_move chosen, uint64_t seed) {
    char text[16];
    cw_move move;
    cw_error error = {0};
    ref_print(&c->reference, chosen, text);
    if (c->game->type->parse(c->game, c->state, text, &move, &error) != CW_OK)
        fail_msg("seed %llu: %s", (unsigned long long)seed, error.message);
    c->game->type->play(c->game, c->state, move);
    ref_play(&c->reference, chosen);
}

static void compare_game(const char *type, uint64_t seed, int plies) {
    comparison *c = calloc(1, sizeof *c);
    assert_non_null(c);
    cw_rng rng = cw_rng_make(seed, 0);
    bool queen_first = cw_rng_below(&rng, 4) == 0;
    char spec[80];
    snprintf(spec, sizeof spec, "hive:type=%s,queen_first=%s", type, queen_first ? "on" : "off");
    c->game = must_create_game(spec);
    c->state = cw_game_alloc_states(c->game, 1);
    assert_non_null(c->state);
    c->game->type->start(c->game, c->state);
    ref_start(&c->reference, type, queen_first);
    for (int ply = 0; ply <= plies; ply++) {
        compare_position(c, seed);
        if (c->reference_moves.count == 0)
            break;
        play_both(c, c->reference_moves.move[random_index(&c->reference_moves, &rng)], seed);
    }
    cw_text_free(&c->scratch);
    free(c->state);
    cw_game_destroy(c->game);
    free(c);
}

/* Every tenth round of all types goes to `plies`, the others to `short_plies`. */
static void compare_games(uint64_t first, int count, int plies, int short_plies) {
    static const char *const types[] = {"Base",    "Base+M",  "Base+L",  "Base+P",
                                        "Base+ML", "Base+MP", "Base+LP", "Base+MLP"};
    for (int i = 0; i < count; i++)
        compare_game(types[i % 8], first + (uint64_t)i, i % 80 < 8 ? plies : short_plies);
}

#endif
