/* Six as slowly and obviously as can be: a list of tiles with coordinates of an endless table, everything
 * else found by looking at all of them. Shares nothing with the library but the notation of moves. */
#ifndef CW_TESTS_SIX_REFERENCE_H
#define CW_TESTS_SIX_REFERENCE_H

#include "harness.h"

enum { REF_TILES = 64, REF_MOVES = 512, REF_TEXT = 32 };

typedef struct ref_tile {
    int q, r, color;
    int group; /* during a capture */
} ref_tile;

typedef struct ref_rules {
    int tiles[2];
    bool pair, first_contact, half, random_ties, same_cell;
    int limit, players;
} ref_rules;

typedef struct ref_game {
    ref_rules rules;
    ref_tile tiles[REF_TILES];
    int count;
    int hand[2];
    int player, phase, moves;
    bool lifted, choosing;
    int from_q, from_r;
    bool over;
    char ending[24];
    int winner; /* colour, or -1 */
} ref_game;

typedef struct ref_list {
    char text[REF_MOVES][REF_TEXT];
    int count;
} ref_list;

static const int ref_steps[6][2] = {{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}};

/* ---- Looking ---- */

static ref_tile *ref_at(ref_game *game, int q, int r) {
    for (int i = 0; i < game->count; i++) {
        if (game->tiles[i].q == q && game->tiles[i].r == r)
            return &game->tiles[i];
    }
    return NULL;
}

static bool ref_is(ref_game *game, int q, int r, int color) {
    ref_tile *tile = ref_at(game, q, r);
    return tile != NULL && tile->color == color;
}

static bool ref_touches(ref_game *game, int q, int r) {
    for (int d = 0; d < 6; d++) {
        if (ref_at(game, q + ref_steps[d][0], r + ref_steps[d][1]) != NULL)
            return true;
    }
    return false;
}

static int ref_tiles_of(const ref_game *game, int color) {
    int count = 0;
    for (int i = 0; i < game->count; i++)
        count += game->tiles[i].color == color;
    return count;
}

/* ---- Shapes: every tile is tried as the place where one begins ---- */

static bool ref_line_from(ref_game *game, int q, int r, int color) {
    for (int d = 0; d < 3; d++) {
        bool all = true;
        for (int i = 0; i < 6; i++)
            all = all && ref_is(game, q + i * ref_steps[d][0], r + i * ref_steps[d][1], color);
        if (all)
            return true;
    }
    return false;
}

/* A corner, and two neighbouring directions from it. */
static bool ref_triangle_from(ref_game *game, int q, int r, int color) {
    for (int d = 0; d < 6; d++) {
        const int *one = ref_steps[d], *two = ref_steps[(d + 1) % 6];
        bool all = true;
        for (int i = 0; i <= 2; i++) {
            for (int k = 0; i + k <= 2; k++)
                all = all && ref_is(game, q + i * one[0] + k * two[0], r + i * one[1] + k * two[1], color);
        }
        if (all)
            return true;
    }
    return false;
}

/* The middle is a neighbour of a tile. */
static bool ref_ring_from(ref_game *game, int q, int r, int color) {
    for (int d = 0; d < 6; d++) {
        int middle_q = q + ref_steps[d][0], middle_r = r + ref_steps[d][1];
        bool all = true;
        for (int i = 0; i < 6; i++)
            all = all && ref_is(game, middle_q + ref_steps[i][0], middle_r + ref_steps[i][1], color);
        if (all)
            return true;
    }
    return false;
}

static const char *ref_shape(ref_game *game, int color) {
    static bool (*const finders[])(ref_game *, int, int, int) = {ref_line_from, ref_triangle_from,
                                                                 ref_ring_from};
    static const char *const names[] = {"line", "triangle", "ring"};
    for (int kind = 0; kind < 3; kind++) {
        for (int i = 0; i < game->count; i++) {
            const ref_tile *tile = &game->tiles[i];
            if (tile->color == color && finders[kind](game, tile->q, tile->r, color))
                return names[kind];
        }
    }
    return NULL;
}

/* ---- Groups ---- */

static void ref_mark(ref_game *game, ref_tile *tile, int group) {
    tile->group = group;
    for (int d = 0; d < 6; d++) {
        ref_tile *next = ref_at(game, tile->q + ref_steps[d][0], tile->r + ref_steps[d][1]);
        if (next != NULL && next->group < 0)
            ref_mark(game, next, group);
    }
}

/* Numbers the groups; returns how many there are and their sizes. */
static int ref_groups(ref_game *game, int sizes[8]) {
    int groups = 0;
    for (int i = 0; i < game->count; i++)
        game->tiles[i].group = -1;
    for (int i = 0; i < game->count; i++) {
        if (game->tiles[i].group < 0)
            ref_mark(game, &game->tiles[i], groups++);
    }
    for (int g = 0; g < groups; g++) {
        sizes[g] = 0;
        for (int i = 0; i < game->count; i++)
            sizes[g] += game->tiles[i].group == g;
    }
    return groups;
}

static int ref_largest(const int sizes[8], int groups, int *how_many) {
    int best = 0;
    for (int g = 1; g < groups; g++)
        best = sizes[g] > sizes[best] ? g : best;
    *how_many = 0;
    for (int g = 0; g < groups; g++)
        *how_many += sizes[g] == sizes[best];
    return best;
}

static const ref_tile *ref_name_of(const ref_game *game, int group) {
    const ref_tile *name = NULL;
    for (int i = 0; i < game->count; i++) {
        const ref_tile *tile = &game->tiles[i];
        if (tile->group == group &&
            (name == NULL || tile->q < name->q || (tile->q == name->q && tile->r < name->r)))
            name = tile;
    }
    return name;
}

/* ---- Play ---- */

static void ref_add(ref_game *game, int q, int r, int color) {
    game->tiles[game->count++] = (ref_tile){.q = q, .r = r, .color = color};
}

static void ref_start(ref_game *game, const ref_rules *rules) {
    *game = (ref_game){.rules = *rules, .phase = 1, .winner = -1};
    for (int color = 0; color < 2; color++)
        game->hand[color] = rules->tiles[color] - (rules->pair ? 1 : 0);
    if (rules->pair) {
        ref_add(game, 0, 0, 0);
        ref_add(game, 1, 0, 1);
        if (game->hand[0] == 0)
            game->player = 1;
        if (game->hand[0] == 0 && game->hand[1] == 0) {
            game->phase = 2;
            game->player = 0;
        }
    }
}

static void ref_end(ref_game *game, const char *ending, int winner) {
    game->over = true;
    game->winner = winner;
    snprintf(game->ending, sizeof game->ending, "%s", ending);
}

static void ref_keep(ref_game *game, int group) {
    int kept = 0;
    for (int i = 0; i < game->count; i++) {
        if (game->tiles[i].group == group)
            game->tiles[kept++] = game->tiles[i];
    }
    game->count = kept;
    game->choosing = false;
    int mover = game->player % 2;
    bool red_out = ref_tiles_of(game, 0) + (mover == 0) < 6,
         black_out = ref_tiles_of(game, 1) + (mover == 1) < 6;
    if (red_out || black_out) {
        game->moves++;
        ref_end(game, red_out && black_out ? "both shut out" : "shut-out",
                red_out && black_out ? -1 : red_out);
    }
}

static void ref_lift(ref_game *game, int q, int r) {
    ref_tile *tile = ref_at(game, q, r);
    assert_non_null(tile);
    *tile = game->tiles[--game->count];
    game->lifted = true;
    game->from_q = q;
    game->from_r = r;
    int sizes[8], how_many;
    int groups = ref_groups(game, sizes);
    assert_true(groups <= 3);
    if (groups < 2)
        return;
    int best = ref_largest(sizes, groups, &how_many);
    if (how_many > 1)
        game->choosing = true;
    else
        ref_keep(game, best);
}

static void ref_lay(ref_game *game, int q, int r) {
    int color = game->player % 2;
    ref_add(game, q, r, color);
    game->lifted = false;
    game->moves++;
    if (game->phase == 1)
        game->hand[color]--;
    const char *shape = ref_shape(game, color);
    if (shape != NULL) {
        ref_end(game, shape, color);
        return;
    }
    game->player = (game->player + 1) % game->rules.players;
    bool all_laid = game->hand[0] == 0 && game->hand[1] == 0;
    if (game->phase == 1 && all_laid && game->rules.half) {
        ref_end(game, "no win", -1);
        return;
    }
    if (all_laid)
        game->phase = 2;
    while (game->phase == 1 && game->hand[game->player % 2] == 0)
        game->player = (game->player + 1) % game->rules.players;
    if (game->rules.limit > 0 && game->moves >= game->rules.limit)
        ref_end(game, "limit", -1);
}

static void ref_play(ref_game *game, const char *text) {
    int q, r;
    if (sscanf(text, "x%d,%d", &q, &r) == 2) {
        ref_lift(game, q, r);
    } else if (sscanf(text, "k%d,%d", &q, &r) == 2) {
        int sizes[8];
        ref_groups(game, sizes);
        ref_keep(game, ref_at(game, q, r)->group);
    } else {
        assert_int_equal(sscanf(text, "%d,%d", &q, &r), 2);
        ref_lay(game, q, r);
    }
}

/* ---- Legal moves ---- */

static void ref_push(ref_list *list, const char *prefix, int q, int r) {
    char text[REF_TEXT];
    snprintf(text, sizeof text, "%s%d,%d", prefix, q, r);
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->text[i], text) == 0)
            return;
    }
    assert_true(list->count < REF_MOVES);
    memcpy(list->text[list->count++], text, sizeof text);
}

static bool ref_may_lay(ref_game *game, int q, int r) {
    if (ref_at(game, q, r) != NULL || !ref_touches(game, q, r))
        return false;
    if (game->lifted && !game->rules.same_cell && q == game->from_q && r == game->from_r)
        return false;
    bool first = game->rules.pair && !game->rules.first_contact && game->moves == 0 && game->player == 0 &&
                 game->phase == 1;
    for (int d = 0; d < 6 && first; d++) {
        if (ref_is(game, q + ref_steps[d][0], r + ref_steps[d][1], 0))
            return false;
    }
    return true;
}

static void ref_list_lays(ref_game *game, ref_list *list) {
    if (game->count == 0)
        ref_push(list, "", 0, 0);
    for (int i = 0; i < game->count; i++) {
        for (int d = 0; d < 6; d++) {
            int q = game->tiles[i].q + ref_steps[d][0], r = game->tiles[i].r + ref_steps[d][1];
            if (ref_may_lay(game, q, r))
                ref_push(list, "", q, r);
        }
    }
}

static void ref_moves(ref_game *game, ref_list *list) {
    list->count = 0;
    if (game->over)
        return;
    if (game->choosing) {
        int sizes[8], how_many;
        int groups = ref_groups(game, sizes);
        int best = ref_largest(sizes, groups, &how_many);
        for (int g = 0; g < groups; g++) {
            if (sizes[g] == sizes[best])
                ref_push(list, "k", ref_name_of(game, g)->q, ref_name_of(game, g)->r);
        }
    } else if (game->phase == 2 && !game->lifted) {
        for (int i = 0; i < game->count; i++) {
            if (game->tiles[i].color == game->player % 2)
                ref_push(list, "x", game->tiles[i].q, game->tiles[i].r);
        }
    } else {
        ref_list_lays(game, list);
    }
}

/* ---- Side by side with the library ---- */

static int ref_compare_texts(const void *one, const void *two) {
    return strcmp(one, two);
}

static void ref_sort(ref_list *list) {
    qsort(list->text, (size_t)list->count, sizeof list->text[0], ref_compare_texts);
}

static ref_rules ref_random_rules(cw_rng *rng) {
    static const int often[] = {19, 21, 6, 7, 8, 12, 30};
    ref_rules rules = {.players = cw_rng_below(rng, 4) == 0 ? 4 : 2};
    rules.tiles[0] = cw_rng_below(rng, 3) == 0 ? 1 + (int)cw_rng_below(rng, 30) : often[cw_rng_below(rng, 7)];
    rules.tiles[1] = cw_rng_below(rng, 3) == 0 ? 1 + (int)cw_rng_below(rng, 30) : rules.tiles[0];
    rules.pair = cw_rng_below(rng, 3) == 0;
    rules.first_contact = !rules.pair || cw_rng_below(rng, 2) == 0;
    rules.half = cw_rng_below(rng, 6) == 0;
    rules.random_ties = cw_rng_below(rng, 2) == 0;
    rules.same_cell = cw_rng_below(rng, 2) == 0;
    rules.limit = 70 + (int)cw_rng_below(rng, 80);
    if (rules.pair && rules.half && rules.tiles[0] + rules.tiles[1] == 2)
        rules.half = false;
    return rules;
}

static void ref_spec(const ref_rules *rules, char *spec, size_t size) {
    snprintf(
        spec, size,
        "six:tiles=%d:%d,start=%s,first_contact=%s,phases=%d,ties=%s,same_cell=%s,max_moves=%d,players=%d",
        rules->tiles[0], rules->tiles[1], rules->pair ? "pair" : "single",
        rules->first_contact ? "on" : "off", rules->half ? 1 : 2, rules->random_ties ? "random" : "choose",
        rules->same_cell ? "on" : "off", rules->limit, rules->players);
}

static void ref_check_decider(const cw_game *game, const cw_state *state, const ref_game *slow) {
    int expected = slow->over                                  ? CW_NOBODY
                   : slow->choosing && slow->rules.random_ties ? CW_CHANCE
                                                               : slow->player;
    assert_int_equal(game->type->to_decide(game, state), expected);
    assert_int_equal(game->type->move_number(game, state), slow->moves);
    assert_int_equal(game->type->phase(game, state), slow->phase);
}

static void ref_check_result(const cw_game *game, const cw_state *state, const ref_game *slow) {
    cw_result result;
    game->type->result(game, state, &result);
    assert_string_equal(game->type->endings[result.ending], slow->ending);
    for (int player = 0; player < game->player_count; player++) {
        double expected = slow->winner < 0 ? 0.5 : player % 2 == slow->winner;
        assert_true(result.reward[player] == expected);
    }
}

/* Both list the same moves; the library's texts parse to its moves. */
static void ref_check_moves(const cw_game *game, const cw_state *state, ref_game *slow, cw_move *moves,
                            ref_list *fast_list, ref_list *slow_list) {
    fast_list->count = game->type->moves(game, state, moves);
    assert_true(fast_list->count <= game->moves_max);
    assert_int_equal(game->type->count_moves(game, state), fast_list->count);
    for (int i = 0; i < fast_list->count; i++) {
        cw_text text = {0};
        cw_move again;
        game->type->print(game, state, moves[i], &text);
        snprintf(fast_list->text[i], REF_TEXT, "%s", cw_text_string(&text));
        assert_int_equal(game->type->parse(game, state, cw_text_string(&text), &again, NULL), CW_OK);
        assert_int_equal(again, moves[i]);
        cw_text_free(&text);
    }
    ref_moves(slow, slow_list);
    assert_int_equal(fast_list->count, slow_list->count);
    ref_list sorted = *fast_list;
    ref_sort(&sorted);
    ref_sort(slow_list);
    for (int i = 0; i < sorted.count; i++)
        assert_string_equal(sorted.text[i], slow_list->text[i]);
}

/* Plays one random game of random options on both; counts endings in `seen` by name. */
static void ref_play_one(uint64_t seed, uint64_t number, int *endings) {
    cw_rng rng = cw_rng_make(seed, number);
    ref_rules rules = ref_random_rules(&rng);
    char spec[160];
    ref_spec(&rules, spec, sizeof spec);
    cw_game *game = must_create_game(spec);
    cw_state *state = cw_game_alloc_states(game, 1);
    cw_move moves[REF_MOVES];
    ref_game slow;
    ref_list fast_list, slow_list;
    ref_start(&slow, &rules);
    game->type->start(game, state);
    while (!slow.over) {
        ref_check_decider(game, state, &slow);
        ref_check_moves(game, state, &slow, moves, &fast_list, &slow_list);
        int choice = (int)cw_rng_below(&rng, (uint32_t)fast_list.count);
        game->type->play(game, state, moves[choice]);
        ref_play(&slow, fast_list.text[choice]);
    }
    ref_check_decider(game, state, &slow);
    ref_check_result(game, state, &slow);
    cw_result result;
    game->type->result(game, state, &result);
    endings[result.ending]++;
    free(state);
    cw_game_destroy(game);
}

/* Plays games from `first` on; all endings must have been seen. */
static inline void ref_play_many(uint64_t seed, int count) {
    int endings[16] = {0};
    for (int i = 0; i < count; i++)
        ref_play_one(seed, (uint64_t)i, endings);
    for (int i = 0; i < 7; i++)
        assert_true(endings[i] > 0);
}

#endif
