#include "games/six/reference.h"

static const char figure[] = /* the published capture figure: 7 red and 9 black tiles, Red to lift */
    "0,0 1,0 1,-1 2,0 2,-1 2,-2 3,-2 3,-1 2,-3 4,-2 5,-2 5,-1 5,0 4,-3 4,0 6,-1";
static const char figure_game[] = "six:tiles=7:9,same_cell=on";

/* ---- Helpers ---- */

static void expect_ending(const cw_record *record, const char *ending, double first_reward) {
    const cw_game *game = cw_record_game(record);
    cw_result result;
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_record_result(record, &result);
    assert_string_equal(game->type->endings[result.ending], ending);
    assert_true(result.reward[0] == first_reward);
}

/* Is there a tile at q,r? */
static bool is_tile(const cw_record *record, int q, int r) {
    const cw_game *game = cw_record_game(record);
    cw_scene scene = {0};
    game->type->draw(game, cw_record_state(record), &scene);
    bool found = false;
    for (int i = 0; i < scene.cell_count; i++)
        found =
            found || (scene.cells[i].q == q && scene.cells[i].r == r && scene.cells[i].fill != CW_COLOR_NONE);
    cw_scene_free(&scene);
    return found;
}

static int tile_count(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    cw_scene scene = {0};
    game->type->draw(game, cw_record_state(record), &scene);
    int count = 0;
    for (int i = 0; i < scene.cell_count; i++)
        count += scene.cells[i].fill != CW_COLOR_NONE;
    cw_scene_free(&scene);
    return count;
}

static int move_count(const cw_record *record) {
    const cw_game *game = cw_record_game(record);
    return game->type->count_moves(game, cw_record_state(record));
}

static void expect_error(const char *spec, const char *moves, const char *move, cw_status status,
                         const char *message) {
    cw_game *game = must_create_game(spec);
    cw_record *record = must_play(game, moves);
    cw_error error = {0};
    assert_int_equal(cw_record_play_text(record, move, &error), status);
    assert_string_equal(error.message, message);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Shapes ---- */

static const int templates[6][6][2] = {
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}},
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}},
    {{0, 0}, {1, -1}, {2, -2}, {3, -3}, {4, -4}, {5, -5}},
    {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {0, 2}},
    {{0, 0}, {-1, 1}, {0, 1}, {-2, 2}, {-1, 2}, {0, 2}},
    {{0, 0}, {1, 0}, {2, -1}, {2, -2}, {1, -2}, {0, -1}},
};
static const char *const template_endings[6] = {"line", "line", "line", "triangle", "triangle", "ring"};

static bool belongs(int template, const char *text) {
    for (int i = 0; i < 6; i++) {
        char cell[32];
        snprintf(cell, sizeof cell, "%d,%d", templates[template][i][0], templates[template][i][1]);
        if (strcmp(cell, text) == 0)
            return true;
    }
    return false;
}

/* Black lays the last legal tile that is not in Red's way. */
static void black_lays_elsewhere(cw_record *record, int template) {
    const cw_game *game = cw_record_game(record);
    cw_move moves[REF_MOVES];
    int count = game->type->moves(game, cw_record_state(record), moves);
    for (int i = count - 1; i >= 0; i--) {
        cw_text text = {0};
        game->type->print(game, cw_record_state(record), moves[i], &text);
        bool free_cell = !belongs(template, cw_text_string(&text));
        cw_text_free(&text);
        if (free_cell) {
            assert_int_equal(cw_record_play(record, moves[i], NULL), CW_OK);
            return;
        }
    }
    fail();
}

static void each_template_wins(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    for (int template = 0; template <6; template ++) {
        cw_record *record = must_play(game, "");
        for (int i = 0; i < 6; i++) {
            char cell[32];
            snprintf(cell, sizeof cell, "%d,%d", templates[template][i][0], templates[template][i][1]);
            assert_int_not_equal(cw_record_to_decide(record), CW_NOBODY);
            assert_int_equal(cw_record_play_text(record, cell, NULL), CW_OK);
            if (i < 5)
                black_lays_elsewhere(record, template);
        }
        expect_ending(record, template_endings[template], 1.0);
        assert_int_equal(game->type->move_number(game, cw_record_state(record)), 11);
        cw_record_destroy(record);
    }
    cw_game_destroy(game);
}

static void what_lies_in_a_ring_does_not_matter(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    cw_record *record = must_play(game, "0,0 1,-1 1,0 -1,0 2,-1 -2,0 2,-2 -3,0 1,-2 -4,0 0,-1");
    expect_ending(record, "ring", 1.0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void black_wins_too_and_five_is_not_enough(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    cw_record *record = must_play(game, "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0 4,1 5,1");
    assert_int_equal(cw_record_to_decide(record), 1);
    cw_record_destroy(record);
    record = must_play(game, "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 -1,0 4,1 0,-1 5,1");
    expect_ending(record, "line", 0.0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Captures ---- */

static void the_published_figure_captures_as_told(void **state) {
    (void)state;
    cw_game *game = must_create_game(figure_game);
    cw_record *record = must_play(game, figure);
    assert_int_equal(game->type->phase(game, cw_record_state(record)), 2);
    assert_int_equal(cw_record_play_line(record, "x5,-2", NULL), CW_OK);
    assert_int_equal(tile_count(record), 16 - 1 - 4);
    assert_false(is_tile(record, 4, 0) || is_tile(record, 5, 0) || is_tile(record, 5, -1) ||
                 is_tile(record, 6, -1));
    assert_int_equal(cw_record_to_decide(record), 0);
    cw_record_destroy(record);

    record = must_play(game, figure);
    assert_int_equal(cw_record_play_line(record, "x0,0 0,0 x2,-2", NULL), CW_OK);
    assert_int_equal(tile_count(record), 16 - 1 - 1);
    assert_false(is_tile(record, 2, -3));
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void the_figure_has_three_capturing_lifts_for_black(void **state) {
    (void)state;
    cw_game *game = must_create_game(figure_game);
    cw_record *record = must_play(game, figure);
    assert_int_equal(cw_record_play_line(record, "x0,0 0,0", NULL), CW_OK);
    cw_text capturing = {0};
    cw_move moves[REF_MOVES];
    int count = game->type->moves(game, cw_record_state(record), moves);
    assert_int_equal(count, 9);
    for (int i = 0; i < count; i++) {
        assert_int_equal(cw_record_play(record, moves[i], NULL), CW_OK);
        bool captured = tile_count(record) < 15;
        assert_int_equal(cw_record_undo(record, NULL), CW_OK);
        if (captured) {
            game->type->print(game, cw_record_state(record), moves[i], &capturing);
            cw_text_append(&capturing, " ");
        }
    }
    /* In the order of rows of the torus, where row -1 is the last. */
    assert_non_null(strstr(cw_text_string(&capturing), "x2,-2 "));
    assert_non_null(strstr(cw_text_string(&capturing), "x4,-2 "));
    assert_non_null(strstr(cw_text_string(&capturing), "x5,-1 "));
    assert_int_equal(strlen(cw_text_string(&capturing)), 3 * strlen("x2,-2 "));
    cw_text_free(&capturing);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* Three arms of two tiles from 0,0: lifting the middle leaves three groups of the same size. */
static const char star[] = "0,0 1,0 2,0 0,-1 0,-2 -1,1 -2,2 x0,0";

static void a_tie_of_three_is_the_movers_choice(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=3:4");
    cw_record *record = must_play(game, star);
    assert_int_equal(cw_record_to_decide(record), 0);
    assert_int_equal(move_count(record), 3);
    assert_int_equal(cw_record_play_line(record, "k-2,2", NULL), CW_OK);
    expect_ending(record, "both shut out", 0.5);
    assert_int_equal(game->type->move_number(game, cw_record_state(record)), 8);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void a_tie_can_be_left_to_chance(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=3:4,ties=random");
    cw_record *record = must_play(game, star);
    assert_int_equal(cw_record_to_decide(record), CW_CHANCE);
    assert_int_equal(move_count(record), 3);
    assert_int_equal(cw_record_play_text(record, "k0,-2", NULL), CW_OK);
    assert_true(is_tile(record, 0, -1));
    assert_false(is_tile(record, 1, 0));
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void expect_shut_out(const char *last, const char *ending, double red_reward, int moves) {
    static const char chain[] = "0,0 1,0 2,0 3,0 4,0 5,0 6,0 7,0 8,0 9,0 10,0 11,0";
    cw_game *game = must_create_game("six:tiles=6,same_cell=on");
    cw_record *record = must_play(game, chain);
    assert_int_equal(cw_record_play_line(record, last, NULL), CW_OK);
    expect_ending(record, ending, red_reward);
    assert_int_equal(game->type->move_number(game, cw_record_state(record)), moves);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void fewer_than_six_tiles_are_too_few(void **state) {
    (void)state;
    expect_shut_out("x10,0", "shut-out", 1.0, 13);
    expect_shut_out("x0,0 0,0 x1,0", "shut-out", 0.0, 14);
    expect_shut_out("x2,0", "both shut out", 0.5, 13);
}

static void one_can_shut_out_oneself(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=6");
    cw_record *record = must_play(game, "0,0 1,0 -1,0 2,0 -2,0 3,0 -3,0 4,0 -4,0 5,0 -5,1 6,-1 x-4,0");
    expect_ending(record, "shut-out", 0.0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

/* ---- Options ---- */

static void half_six_is_a_draw_without_a_win(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=2,phases=1");
    cw_record *record = must_play(game, "0,0 1,0 2,0 3,0");
    expect_ending(record, "no win", 0.5);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void a_side_without_tiles_is_skipped(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=1:3");
    cw_record *record = must_play(game, "0,0 1,0");
    assert_int_equal(cw_record_to_decide(record), 1);
    assert_int_equal(cw_record_play_line(record, "2,0 3,0", NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), 0);
    assert_int_equal(game->type->phase(game, cw_record_state(record)), 2);
    cw_record_destroy(record);
    cw_game_destroy(game);
    game = must_create_game("six:tiles=3:1");
    record = must_play(game, "0,0 1,0 2,0");
    assert_int_equal(cw_record_to_decide(record), 0);
    assert_int_equal(cw_record_play_line(record, "3,0", NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), 1);
    assert_int_equal(game->type->phase(game, cw_record_state(record)), 2);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void a_pair_may_be_on_the_table(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:start=pair,tiles=21");
    cw_record *record = must_play(game, "");
    assert_int_equal(tile_count(record), 2);
    assert_int_equal(move_count(record), 8);
    cw_record_destroy(record);
    cw_game_destroy(game);
    game = must_create_game("six:start=pair,tiles=21,first_contact=off");
    record = must_play(game, "");
    assert_int_equal(move_count(record), 3);
    assert_int_equal(cw_record_play_text(record, "0,1", NULL), CW_ILLEGAL);
    assert_int_equal(cw_record_play_line(record, "2,0 0,1", NULL), CW_OK);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void the_same_cell_is_an_option(void **state) {
    (void)state;
    cw_game *off = must_create_game("six:tiles=2"), *on = must_create_game("six:tiles=2,same_cell=on");
    cw_record *record = must_play(off, "0,0 1,0 2,0 3,0 x2,0"); /* cuts off 3,0 */
    expect_ending(record, "both shut out", 0.5);
    cw_record_destroy(record);
    record = must_play(off, "0,0 1,0 2,0 3,0 x0,0");
    int without = move_count(record);
    assert_int_equal(cw_record_play_text(record, "0,0", NULL), CW_ILLEGAL);
    cw_record_destroy(record);
    record = must_play(on, "0,0 1,0 2,0 3,0 x0,0");
    assert_int_equal(move_count(record), without + 1);
    assert_int_equal(cw_record_play_text(record, "0,0", NULL), CW_OK);
    cw_record_destroy(record);
    cw_game_destroy(off);
    cw_game_destroy(on);
}

static void a_limit_of_moves_is_a_draw(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:tiles=2,max_moves=5");
    cw_record *record = must_play(game, "0,0 1,0 2,0 3,0 x0,0");
    assert_int_equal(game->type->move_number(game, cw_record_state(record)), 4);
    assert_int_equal(cw_record_play_text(record, "4,0", NULL), CW_OK);
    expect_ending(record, "limit", 0.5);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void four_players_are_two_teams(void **state) {
    (void)state;
    cw_game *game = must_create_game("six:players=4");
    static const char *const letters[] = {"a", "c", "b", "d"};
    assert_int_equal(game->player_count, 4);
    for (int player = 0; player < 4; player++)
        assert_string_equal(game->seats[player].letter, letters[player]);
    cw_record *record = must_play(game, "0,0 0,1 1,0 1,1 2,0");
    assert_int_equal(cw_record_to_decide(record), 1);
    assert_int_equal(cw_record_play_line(record, "2,1 3,0", NULL), CW_OK);
    assert_int_equal(cw_record_to_decide(record), 3);
    assert_int_equal(cw_record_play_line(record, "3,1 4,0 4,1 5,0", NULL), CW_OK);
    expect_ending(record, "line", 1.0);
    cw_result result;
    cw_record_result(record, &result);
    assert_true(result.reward[1] == 0 && result.reward[2] == 1 && result.reward[3] == 0);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void options_that_contradict_are_refused(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"six:first_contact=off", "six: first_contact=off goes with start=pair only"},
        {"six:tiles=1,start=pair,phases=1",
         "six: with tiles=1, start=pair and phases=1 there is nothing to play, take more tiles"},
        {"six:tiles=31",
         "six: tiles=31 is not valid, it takes a whole number from 1 to 30, or two such as 1:30"},
        {"six:players=3", "six: players=3 is not valid, it takes one of 2, 4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_game *game;
        cw_error error = {0};
        assert_int_equal(cw_game_create(cases[i][0], &game, &error), CW_BAD_INPUT);
        assert_string_equal(error.message, cases[i][1]);
    }
}

/* ---- Notation ---- */

static void bad_moves_are_explained(void **state) {
    (void)state;
    static const char *const nonsense[] = {"",      "a1", "1",    "1,",   ",1",
                                           "1,2,3", "x",  "x1;2", "1 ,2", "99999999999,0"};
    for (size_t i = 0; i < sizeof nonsense / sizeof nonsense[0]; i++) {
        char message[200];
        snprintf(message, sizeof message,
                 "'%s' is not a move of Six: q,r lays a tile, xq,r lifts one, kq,r keeps a group",
                 nonsense[i]);
        expect_error("six", "", nonsense[i], CW_BAD_INPUT, message);
    }
    expect_error("six", "", "1,0", CW_ILLEGAL, "1,0: the first tile goes to 0,0");
    expect_error("six", "", "64,0", CW_ILLEGAL, "64,0: the first tile goes to 0,0");
    expect_error("six", "0,0", "0,0", CW_ILLEGAL, "0,0: there is a tile already");
    expect_error("six", "0,0", "2,0", CW_ILLEGAL, "2,0 touches no tile");
    expect_error("six", "0,0", "65,0", CW_ILLEGAL, "65,0 touches no tile");
    expect_error("six", "0,0", "x0,0", CW_ILLEGAL, "x0,0: a tile is to be laid now, as in 1,-2");
    expect_error("six:tiles=1", "0,0 1,0", "x1,0", CW_ILLEGAL, "x1,0: there is no red tile");
    expect_error("six:tiles=1", "0,0 1,0", "0,1", CW_ILLEGAL, "0,1: a tile is to be lifted now, as in x1,-2");
    expect_error("six:tiles=1", "0,0 1,0 x0,0", "0,0", CW_ILLEGAL,
                 "0,0: the tile may not go back to the cell it came from");
    expect_error("six:tiles=3:4", star, "k1,0x", CW_BAD_INPUT,
                 "'k1,0x' is not a move of Six: q,r lays a tile, xq,r lifts one, kq,r keeps a group");
    expect_error("six:tiles=3:4", star, "k2,0", CW_ILLEGAL,
                 "k2,0: a group is to be kept now, written k and its cell with the smallest q, then r");
}

static uint64_t hash_after(const cw_game *game, const char *moves) {
    cw_record *record = must_play(game, moves);
    uint64_t hash = cw_record_hashes(record)[cw_record_length(record)];
    cw_record_destroy(record);
    return hash;
}

static void equal_positions_have_equal_hashes(void **state) {
    (void)state;
    cw_game *game = must_create_game("six");
    uint64_t hash = hash_after(game, "0,0 1,0 0,1 -1,0");
    assert_true(hash == hash_after(game, "0,0 -1,0 0,1 1,0"));
    assert_true(hash != hash_after(game, "0,0 -1,0 0,1 1,-1"));
    assert_true(hash != hash_after(game, "0,0 0,1 1,0 -1,0"));
    cw_game_destroy(game);
}

/* ---- The endless table ---- */

/* The move of a list with the greatest (or smallest) q that the filter allows. */
static int farthest(const ref_list *list, bool east) {
    int best = 0, best_q = 0;
    for (int i = 0; i < list->count; i++) {
        int q = (int)strtol(list->text[i] + (list->text[i][0] == 'x' || list->text[i][0] == 'k'), NULL, 10);
        if (i == 0 || (east ? q > best_q : q < best_q)) {
            best = i;
            best_q = q;
        }
    }
    return best;
}

/* Tiles walk: always the last one is lifted and laid in front, if all goes well for more than the torus. */
static void walk(const char *spec, const ref_rules *rules, int moves_wanted, bool east) {
    cw_game *game = must_create_game(spec);
    cw_state *state = cw_game_alloc_states(game, 1);
    cw_move moves[REF_MOVES];
    ref_game slow;
    ref_list fast_list, slow_list;
    ref_start(&slow, rules);
    game->type->start(game, state);
    while (!slow.over && slow.moves < moves_wanted) {
        ref_check_decider(game, state, &slow);
        ref_check_moves(game, state, &slow, moves, &fast_list, &slow_list);
        bool lifting = slow.phase == 2 && !slow.lifted;
        int choice = farthest(&fast_list, lifting ? !east : east);
        game->type->play(game, state, moves[choice]);
        ref_play(&slow, fast_list.text[choice]);
    }
    assert_false(slow.over);
    assert_true(east ? slow.tiles[0].q > 64 : slow.tiles[0].q < -64);
    free(state);
    cw_game_destroy(game);
}

static void coordinates_stay_right_when_the_tiles_drift(void **state) {
    (void)state;
    const ref_rules few = {.tiles = {3, 3}, .players = 2, .first_contact = true};
    walk("six:tiles=3", &few, 300, true);
    walk("six:tiles=3", &few, 300, false);
    const ref_rules most = {.tiles = {30, 30}, .players = 2, .first_contact = true};
    walk("six:tiles=30", &most, 200, true);
}

/* Random games on a bounded table: every cell that may be taken lies inside, and the edge is reached. */
static void a_bounded_table_has_an_edge(void **state) {
    (void)state;
    enum { REACH = 3 };
    cw_game *game = must_create_game("six:tiles=10,reach=3,max_moves=60");
    cw_record *record = must_play(game, "");
    cw_rng rng = cw_rng_make(3, 0);
    cw_move moves[200];
    int at_edge = 0;
    while (cw_record_to_decide(record) >= 0) {
        int count = game->type->moves(game, cw_record_state(record), moves);
        for (int i = 0; i < count; i++) {
            cw_text text = {0};
            int q = 0, r = 0;
            game->type->print(game, cw_record_state(record), moves[i], &text);
            if (sscanf(cw_text_string(&text), "%d,%d", &q, &r) == 2) {
                assert_true(abs(q) <= REACH && abs(r) <= REACH);
                at_edge += abs(q) == REACH;
            }
            cw_text_free(&text);
        }
        cw_record_play(record, moves[cw_rng_below(&rng, (uint32_t)count)], NULL);
    }
    assert_true(at_edge > 0);
    cw_record_destroy(record);
    cw_game_destroy(game);
    cw_error error = {0};
    assert_int_equal(cw_game_create("six:reach=3", &game, &error), CW_BAD_INPUT);
    assert_non_null(strstr(error.message, "too little room"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bounded_table_has_an_edge),
        cmocka_unit_test(each_template_wins),
        cmocka_unit_test(what_lies_in_a_ring_does_not_matter),
        cmocka_unit_test(black_wins_too_and_five_is_not_enough),
        cmocka_unit_test(the_published_figure_captures_as_told),
        cmocka_unit_test(the_figure_has_three_capturing_lifts_for_black),
        cmocka_unit_test(a_tie_of_three_is_the_movers_choice),
        cmocka_unit_test(a_tie_can_be_left_to_chance),
        cmocka_unit_test(fewer_than_six_tiles_are_too_few),
        cmocka_unit_test(one_can_shut_out_oneself),
        cmocka_unit_test(half_six_is_a_draw_without_a_win),
        cmocka_unit_test(a_side_without_tiles_is_skipped),
        cmocka_unit_test(a_pair_may_be_on_the_table),
        cmocka_unit_test(the_same_cell_is_an_option),
        cmocka_unit_test(a_limit_of_moves_is_a_draw),
        cmocka_unit_test(four_players_are_two_teams),
        cmocka_unit_test(options_that_contradict_are_refused),
        cmocka_unit_test(bad_moves_are_explained),
        cmocka_unit_test(equal_positions_have_equal_hashes),
        cmocka_unit_test(coordinates_stay_right_when_the_tiles_drift),
    };
    return RUN_TESTS(tests);
}
