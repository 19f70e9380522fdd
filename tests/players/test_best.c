/* The ten levels of `best` for every game. */
#include <malloc.h>

#include "harness.h"

/* Plays one decision at a level from a position where a player decides. */
static cw_move decide(const cw_game *game, const cw_record *record, int level, uint64_t seed) {
    char spec[48];
    snprintf(spec, sizeof spec, "best:level=%d%s", level, level == 10 ? ",time=20ms" : "");
    cw_player *player = NULL;
    cw_error error = {0};
    if (cw_player_create(spec, game, seed, &player, &error) != CW_OK)
        fail_msg("%s for %s: %s", spec, game->type->name, error.message);
    cw_analysis analysis = {0};
    assert_int_equal(cw_player_choose(player, record, NULL, &analysis, &error), CW_OK);
    cw_move move = analysis.best;
    assert_true(cw_game_is_legal(game, cw_record_state(record), move));
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    return move;
}

/* A new game in which chance has made its first draws. */
static cw_record *begin(const cw_game *game) {
    cw_record *record = must_play(game, "");
    cw_move *moves = malloc(sizeof *moves * (size_t)game->moves_max);
    while (cw_record_to_decide(record) == CW_CHANCE) {
        game->type->moves(game, cw_record_state(record), moves);
        assert_int_equal(cw_record_play(record, moves[0], NULL), CW_OK);
    }
    free(moves);
    return record;
}

static void every_level_of_every_game_plays(void **state) {
    (void)state;
    for (int i = 0; i < cw_game_type_count(); i++) {
        cw_game *game = must_create_game(cw_game_type_at(i)->name);
        cw_record *record = begin(game);
        for (int level = 1; level <= 10; level++)
            decide(game, record, level, 1);
        cw_record_destroy(record);
        cw_game_destroy(game);
    }
}

/* Under the swap rule the opening is one that is held to be fair, and one in the middle is swapped. */
static void openings_mind_the_swap_rule(void **state) {
    (void)state;
    static const char *const fair[] = {"c2", "a3", "i10", "k9"};
    cw_game *game = must_create_game("hex:size=11,swap=pieces");
    cw_record *record = begin(game), *central = must_play(game, "f6"), *edge = must_play(game, "a1");
    bool seen[4] = {false};
    for (uint64_t seed = 0; seed < 40; seed++) {
        cw_move move = decide(game, record, 1, seed);
        int found = -1;
        for (int i = 0; i < 4; i++) {
            cw_move known;
            assert_int_equal(game->type->parse(game, cw_record_state(record), fair[i], &known, NULL), CW_OK);
            found = known == move ? i : found;
        }
        assert_true(found >= 0);
        seen[found] = true;
    }
    assert_true(seen[0] && seen[1] && seen[2] && seen[3]);
    cw_move swap;
    assert_int_equal(game->type->parse(game, cw_record_state(central), "swap-pieces", &swap, NULL), CW_OK);
    assert_int_equal(decide(game, central, 1, 1), swap);
    decide(game, edge, 1, 1); /* left to the search */
    cw_record_destroy(record);
    cw_record_destroy(central);
    cw_record_destroy(edge);
    cw_game_destroy(game);
}

/* A weak level varies, and the same seed gives the same move. */
static void weak_levels_vary(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=7");
    cw_record *record = begin(game);
    cw_move seen[12];
    int different = 0;
    for (int i = 0; i < 12; i++) {
        seen[i] = decide(game, record, 1, (uint64_t)i);
        assert_int_equal(seen[i], decide(game, record, 1, (uint64_t)i));
        bool is_new = true;
        for (int j = 0; j < i; j++)
            is_new &= seen[j] != seen[i];
        different += is_new;
    }
    assert_true(different >= 3);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* In Six a level has good days and bad ones: from game to game it thinks more or less, never within one. */
static void form_changes_from_game_to_game(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    cw_record *record = must_play(game, "0,0");
    uint64_t least = UINT64_MAX, most = 0;
    for (uint64_t seed = 0; seed < 12; seed++) {
        cw_player *player = NULL;
        cw_analysis analysis = {0};
        assert_int_equal(cw_player_create("best:level=2", game, seed, &player, NULL), CW_OK);
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        uint64_t thoughts = analysis.simulations;
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, NULL), CW_OK);
        assert_int_equal(analysis.simulations, thoughts);
        least = thoughts < least ? thoughts : least;
        most = thoughts > most ? thoughts : most;
        cw_analysis_free(&analysis);
        cw_player_destroy(player);
    }
    assert_true(most > 2 * least);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* Even the weakest level takes a win that lies open. */
static void open_wins_are_taken(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record = must_play(game, "b2 a3 b1 c3"); /* b3 wins, and White would take it */
    int wins = 0;
    for (int i = 0; i < 20; i++) {
        cw_move move = decide(game, record, 1, (uint64_t)i);
        cw_text text = {0};
        game->type->print(game, cw_record_state(record), move, &text);
        wins += strcmp(cw_text_string(&text), "b3") == 0;
        cw_text_free(&text);
    }
    assert_true(wins >= 18);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* A level that has good days and bad ones holds the tables of today's form, not of all. */
static void a_level_holds_one_table(void **state) {
    (void)state;
    const size_t table = (size_t)16 << 20;
    cw_game *game = must_create_game("hive");
    cw_player *player = NULL;
    size_t before = mallinfo2().hblkhd;
    assert_int_equal(cw_player_create("best:level=5", game, 1, &player, NULL), CW_OK);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        cw_player_reset(player, seed);
        assert_true(mallinfo2().hblkhd - before < 2 * table);
    }
    cw_player_destroy(player);
    assert_int_equal(mallinfo2().hblkhd, before);
    cw_game_destroy(game);
}

static void levels_have_bounds(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_player *player = NULL;
    assert_int_equal(cw_player_create("best:level=0", game, 1, &player, NULL), CW_BAD_INPUT);
    assert_int_equal(cw_player_create("best:level=11", game, 1, &player, NULL), CW_BAD_INPUT);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_of_every_game_plays),
        cmocka_unit_test(weak_levels_vary),
        cmocka_unit_test(openings_mind_the_swap_rule),
        cmocka_unit_test(form_changes_from_game_to_game),
        cmocka_unit_test(open_wins_are_taken),
        cmocka_unit_test(a_level_holds_one_table),
        cmocka_unit_test(levels_have_bounds),
    };
    return RUN_TESTS(tests);
}
