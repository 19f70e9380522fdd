/* Uniform playouts against slow references: union-find for the winner, chi-square for the fill. */
#include <math.h>

#include "games/hex/board.h"
#include "harness.h"

/* ---- A slow, obvious reference ---- */

typedef struct groups {
    int parent[CW_HEX_CELLS_MAX + 2]; /* the last two are the colour's edges */
} groups;

static int find(groups *sets, int item) {
    while (sets->parent[item] != item)
        item = sets->parent[item] = sets->parent[sets->parent[item]];
    return item;
}

static bool slowly_joined(const cw_hex_board *board, const cw_hex_set *stones, int color) {
    enum { FIRST = CW_HEX_CELLS_MAX, LAST };
    static const int steps[3][2] = {{1, 0}, {0, 1}, {-1, 1}};
    groups sets;
    for (int i = 0; i <= LAST; i++)
        sets.parent[i] = i;
    for (int row = 0; row < board->size; row++) {
        for (int column = 0; column < board->size; column++) {
            int cell = cw_hex_cell(board, column, row), along = color == CW_HEX_BLACK ? row : column;
            if (!cw_hex_set_has(stones, cell))
                continue;
            if (along == 0)
                sets.parent[find(&sets, cell)] = find(&sets, FIRST);
            if (along == board->size - 1)
                sets.parent[find(&sets, cell)] = find(&sets, LAST);
            for (int i = 0; i < 3; i++) {
                int x = column + steps[i][0], y = row + steps[i][1];
                bool inside = x >= 0 && x < board->size && y < board->size;
                if (inside && cw_hex_set_has(stones, cw_hex_cell(board, x, y)))
                    sets.parent[find(&sets, cell)] = find(&sets, cw_hex_cell(board, x, y));
            }
        }
    }
    return find(&sets, FIRST) == find(&sets, LAST);
}

/* Each cell holds a stone with a chance of about half, so that chains are long and barely join or not. */
static void random_stones(const cw_hex_board *board, cw_rng *rng, cw_hex_set *stones) {
    uint64_t thin = cw_rng_below(rng, 4), words[CW_HEX_WIDE_WORDS];
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        words[i] = cw_rng_next(rng);
        if (thin == 0)
            words[i] &= cw_rng_next(rng) | cw_rng_next(rng);
        if (thin == 1)
            words[i] |= cw_rng_next(rng) & cw_rng_next(rng) & cw_rng_next(rng);
        stones->word[i] = words[i] & board->cells.word[i];
    }
}

static void floods_equal_union_find(void **state) {
    (void)state;
    enum { BOARDS = 1000000 };
    static cw_hex_board boards[CW_HEX_SIZE_MAX + 1];
    const uint64_t seed = 20171;
    cw_rng rng = cw_rng_make(seed, 0);
    int joined_count = 0;
    for (int size = 1; size <= CW_HEX_SIZE_MAX; size++)
        cw_hex_board_make(&boards[size], size, CW_HEX_SWAP_OFF);
    for (int i = 0; i < BOARDS; i++) {
        const cw_hex_board *board = &boards[1 + cw_rng_below(&rng, CW_HEX_SIZE_MAX)];
        int color = (int)cw_rng_below(&rng, 2);
        cw_hex_set stones;
        random_stones(board, &rng, &stones);
        bool joined = cw_hex_joined(board, stones.word, color, NULL);
        joined_count += joined;
        if (joined != slowly_joined(board, &stones, color))
            fail_msg("seed %llu: board %d of size %d", (unsigned long long)seed, i, board->size);
    }
    assert_in_range(joined_count, BOARDS / 4, 3 * BOARDS / 4);
}

/* ---- Whole playouts ---- */

/* A position after some random moves that has no winner yet. */
static void random_position(const cw_game *game, cw_rng *rng, cw_state *position) {
    cw_move moves[CW_HEX_CELLS_MAX + 1];
    game->type->start(game, position);
    int plies = (int)cw_rng_below(rng, (uint32_t)(game->moves_max * 3 / 4));
    cw_state *next = cw_game_alloc_states(game, 1);
    for (int i = 0; i < plies; i++) {
        int count = game->type->moves(game, position, moves);
        memcpy(next, position, game->state_size);
        game->type->play(game, next, moves[cw_rng_below(rng, (uint32_t)count)]);
        if (next->winner >= 0)
            break;
        memcpy(position, next, game->state_size);
    }
    free(next);
}

static int count_bits(const uint64_t *words, int count) {
    int bits = 0;
    for (int i = 0; i < count; i++)
        bits += __builtin_popcountll(words[i]);
    return bits;
}

/* One playout: every empty cell is owned by one side, the numbers are right, and so is the winner. */
static void check_playout(const cw_game *game, const cw_state *position, cw_rng *rng) {
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_state *scratch = cw_game_alloc_states(game, 1);
    uint64_t keys[2][CW_HEX_WIDE_WORDS + 1] = {{0}};
    cw_playout playout = {.keys = {keys[0], keys[1]}};
    cw_hex_set empty, black;
    cw_hex_empty_set(board, position, &empty);
    cw_hex_stones_set(board, position, CW_HEX_BLACK, &black);
    memcpy(scratch, position, game->state_size);
    game->type->policies[0].playout(game, NULL, scratch, rng, &playout);
    int mover = position->turn ^ position->crossed, black_player = position->crossed;
    int total = count_bits(empty.word, CW_HEX_WIDE_WORDS);
    assert_int_equal(count_bits(keys[mover], board->words), (total + 1) / 2);
    assert_int_equal(playout.plies, total);
    for (int i = 0; i < board->words; i++) {
        assert_true((keys[0][i] ^ keys[1][i]) == empty.word[i]);
        black.word[i] |= keys[black_player][i];
    }
    bool black_won = slowly_joined(board, &black, CW_HEX_BLACK);
    assert_true(playout.finished && playout.result.reward[black_player] == (black_won ? 1.0 : 0.0));
    assert_true(playout.result.reward[0] + playout.result.reward[1] == 1.0);
    free(scratch);
}

static void playouts_are_right_from_random_positions(void **state) {
    (void)state;
    static const char *const swaps[3] = {"off", "pieces", "sides"};
    cw_rng rng = cw_rng_make(20172, 0);
    for (int size = 1; size <= CW_HEX_SIZE_MAX; size++) {
        char spec[40];
        snprintf(spec, sizeof spec, "hex:size=%d,swap=%s", size, swaps[size % 3]);
        cw_game *game = must_create_game(spec);
        cw_state *position = cw_game_alloc_states(game, 1);
        for (int i = 0; i < 100; i++) {
            random_position(game, &rng, position);
            for (int j = 0; j < 10; j++)
                check_playout(game, position, &rng);
        }
        free(position);
        cw_game_destroy(game);
    }
}

/* Move by move: the game ends exactly when a chain joins two edges, for the colour that moved. */
static void games_end_with_the_joining_stone(void **state) {
    (void)state;
    cw_rng rng = cw_rng_make(20176, 0);
    for (int i = 0; i < 200; i++) {
        char spec[32];
        snprintf(spec, sizeof spec, "hex:size=%d", 1 + i % CW_HEX_SIZE_MAX);
        cw_game *game = must_create_game(spec);
        const cw_hex_board *board = cw_hex_board_of(game);
        cw_state *position = cw_game_alloc_states(game, 1);
        cw_move moves[CW_HEX_CELLS_MAX];
        game->type->start(game, position);
        while (position->winner < 0) {
            int color = position->turn, count = game->type->moves(game, position, moves);
            cw_hex_set stones;
            game->type->play(game, position, moves[cw_rng_below(&rng, (uint32_t)count)]);
            cw_hex_stones_set(board, position, color, &stones);
            assert_int_equal(position->winner, slowly_joined(board, &stones, color) ? color : -1);
        }
        free(position);
        cw_game_destroy(game);
    }
}

static void cut_playouts_leave_the_position(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_record *record = must_play(game, "c3");
    cw_state *scratch = cw_game_alloc_states(game, 1);
    cw_rng rng = cw_rng_make(20173, 0);
    for (int i = 0; i < 1000; i++) {
        cw_playout playout = {.plies_max = 1 + i % 24};
        memcpy(scratch, cw_record_state(record), game->state_size);
        game->type->policies[0].playout(game, NULL, scratch, &rng, &playout);
        assert_int_equal(scratch->moves, 1 + playout.plies);
        assert_int_equal(playout.finished, scratch->winner >= 0);
        assert_true(playout.finished || playout.plies == playout.plies_max);
        assert_true(playout.finished || playout.result.reward[0] == 0.5);
    }
    free(scratch);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Uniformity ---- */

/* The rank of a subset's bit pattern among all patterns, as an index into counts. */
static int pattern_of(const cw_hex_board *board, const uint64_t *keys) {
    int pattern = 0;
    for (int row = 0; row < board->size; row++) {
        for (int column = 0; column < board->size; column++) {
            int cell = cw_hex_cell(board, column, row);
            pattern = pattern << 1 | (int)(keys[cell >> 6] >> (cell & 63) & 1);
        }
    }
    return pattern;
}

/* Plays from the position after `moves` and returns the chi-square statistic over all balanced fills, as a
 * number of standard deviations above its mean. */
static double fill_deviation(const char *spec, const char *moves, int playouts) {
    cw_game *game = must_create_game(spec);
    cw_record *record = must_play(game, moves);
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_state *scratch = cw_game_alloc_states(game, 1);
    int patterns = 1 << board->size * board->size, seen = 0;
    int *counts = calloc((size_t)patterns, sizeof *counts);
    cw_rng rng = cw_rng_make(20174, 0);
    for (int i = 0; i < playouts; i++) {
        uint64_t keys[CW_HEX_WIDE_WORDS + 1] = {0};
        cw_playout playout = {.keys = {keys}};
        memcpy(scratch, cw_record_state(record), game->state_size);
        game->type->policies[0].playout(game, NULL, scratch, &rng, &playout);
        counts[pattern_of(board, keys)]++;
    }
    for (int i = 0; i < patterns; i++)
        seen += counts[i] > 0;
    double expected = playouts / (double)seen, statistic = 0;
    for (int i = 0; i < patterns; i++) {
        if (counts[i] > 0)
            statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
    }
    free(counts);
    free(scratch);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return (statistic - (seen - 1)) / sqrt(2.0 * (seen - 1));
}

static void every_balanced_fill_is_equally_likely(void **state) {
    (void)state;
    assert_true(fabs(fill_deviation("hex:size=3", "", 126 * 4000)) < 4.5); /* 9 over 5 is 126 fills */
    assert_true(fabs(fill_deviation("hex:size=3", "b2", 70 * 4000)) < 4.5);
    assert_true(fabs(fill_deviation("hex:size=4", "", 12870 * 50)) < 4.5);
    assert_true(fabs(fill_deviation("hex:size=4", "b2 c2 a1", 1716 * 300)) < 4.5);
}

/* In the wide layout: every cell is the mover's equally often, and every pair too (by the pair's distance in
 * the order of cells, so that a fault of shifting would show). */
static void wide_fills_treat_cells_alike(void **state) {
    (void)state;
    enum { PLAYOUTS = 40000 };
    cw_game *game = must_create_game("hex:size=12");
    cw_state *scratch = cw_game_alloc_states(game, 1);
    const cw_hex_board *board = cw_hex_board_of(game);
    static int single[CW_HEX_CELLS_MAX], pair[CW_HEX_CELLS_MAX];
    cw_rng rng = cw_rng_make(20175, 0);
    for (int i = 0; i < PLAYOUTS; i++) {
        cw_hex_set keys = {0};
        cw_playout playout = {.keys = {keys.word}};
        game->type->start(game, scratch);
        game->type->policies[0].playout(game, NULL, scratch, &rng, &playout);
        int before = 143 / 12 * board->stride + 143 % 12;
        for (int n = 0; n < 144; n++) {
            int cell = n / 12 * board->stride + n % 12;
            single[n] += cw_hex_set_has(&keys, cell);
            pair[n] += cw_hex_set_has(&keys, cell) && cw_hex_set_has(&keys, before);
            before = cell;
        }
    }
    double both = 72.0 * 71 / (144 * 143);
    for (int n = 0; n < 144; n++) {
        assert_true(fabs(single[n] - PLAYOUTS / 2.0) < 5 * sqrt(PLAYOUTS / 4.0));
        assert_true(fabs(pair[n] - PLAYOUTS * both) < 5 * sqrt(PLAYOUTS * both * (1 - both)));
    }
    free(scratch);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floods_equal_union_find),
        cmocka_unit_test(playouts_are_right_from_random_positions),
        cmocka_unit_test(games_end_with_the_joining_stone),
        cmocka_unit_test(cut_playouts_leave_the_position),
        cmocka_unit_test(every_balanced_fill_is_equally_likely),
        cmocka_unit_test(wide_fills_treat_cells_alike),
    };
    return RUN_TESTS(tests);
}
