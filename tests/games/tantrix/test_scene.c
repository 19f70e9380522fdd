/* The scene: tiles with their lines, forced spaces with who can
 * fill them, hands, and how moves are picked. */
#include "harness.h"

static cw_game *game;
static cw_record *record;
static cw_scene scene;

static int set_up(void **state) {
    (void)state;
    game = must_create_game("tantrix");
    assert_int_equal(cw_record_create(game, &record, NULL), CW_OK);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    cw_scene_free(&scene);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return 0;
}

static void play_randomly(uint64_t seed, int moves) {
    cw_rng rng = cw_rng_make(seed, 0);
    cw_move *list = malloc(sizeof *list * (size_t)game->moves_max);
    cw_record_clear(record);
    while (
        cw_record_to_decide(record) != CW_NOBODY &&
        (game->type->move_number(game, cw_record_state(record)) < moves || cw_record_to_decide(record) < 0)) {
        int count = game->type->moves(game, cw_record_state(record), list);
        assert_int_equal(cw_record_play(record, list[cw_rng_below(&rng, (uint32_t)count)], NULL), CW_OK);
    }
    free(list);
    cw_scene_clear(&scene);
    game->type->draw(game, cw_record_state(record), &scene);
}

static const cw_scene_cell *cell_at(int q, int r) {
    for (int i = 0; i < scene.cell_count; i++) {
        if (scene.cells[i].q == q && scene.cells[i].r == r)
            return &scene.cells[i];
    }
    return NULL;
}

static void tiles_and_hands_are_drawn(void **state) {
    (void)state;
    play_randomly(1, 20);
    int tiles = 0, last = 0;
    for (int i = 0; i < scene.cell_count; i++) {
        tiles += scene.cells[i].line_count == 3;
        last += (scene.cells[i].marks & CW_MARK_LAST) != 0;
    }
    assert_int_equal(tiles, 20);
    assert_int_equal(last, 1);
    assert_int_equal(scene.item_count, 12);
    assert_non_null(strstr(cw_text_string(&scene.caption), "24 tiles in the bag"));
}

/* Where the position demands a forced play, each such move's cell
 * is marked, and its note names the player. */
static void forced_spaces_name_who_can_fill_them(void **state) {
    (void)state;
    cw_move *list = malloc(sizeof *list * (size_t)game->moves_max);
    int met = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        play_randomly(seed, 25);
        int player = cw_record_to_decide(record);
        if (player < 0 || strstr(cw_text_string(&scene.caption), "must fill") == NULL)
            continue;
        int count = game->type->moves(game, cw_record_state(record), list);
        for (int i = 0; i < count; i++) {
            cw_pick picks[CW_PICKS_MAX];
            assert_int_equal(game->type->picks(game, cw_record_state(record), list[i], picks), 3);
            assert_int_equal(picks[0].kind, CW_PICK_HAND);
            assert_int_equal(picks[1].kind, CW_PICK_CELL);
            assert_int_equal(picks[2].kind, CW_PICK_TURN);
            const cw_scene_cell *cell = cell_at(picks[1].q, picks[1].r);
            assert_non_null(cell);
            assert_true(cell->marks & CW_MARK_FORCED);
            assert_non_null(strstr(cell->note, game->seats[player].name));
            met++;
        }
    }
    free(list);
    assert_true(met > 0);
}

static void the_end_is_told(void **state) {
    (void)state;
    play_randomly(3, 57);
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    assert_int_equal(scene.item_count, 0);
    const char *caption = cw_text_string(&scene.caption);
    assert_true(strstr(caption, "wins") != NULL || strstr(caption, "share the win") != NULL);
}

static const cw_scene_shape *best_of(int player) {
    for (int i = 0; i < scene.shape_count; i++) {
        if (scene.shapes[i].kind == CW_SHAPE_BEST && scene.shapes[i].player == player)
            return &scene.shapes[i];
    }
    return NULL;
}

static bool touch(cw_scene_place one, cw_scene_place other) {
    int q = abs(one.q - other.q), r = abs(one.r - other.r), s = abs(one.q + one.r - other.q - other.r);
    return q <= 1 && r <= 1 && s <= 1;
}

/* A shape goes from tile to neighbouring tile, all with a line of its colour, and is worth what the game says
 * that the player has. */
static void expect_best(int player, int score) {
    const cw_scene_shape *shape = best_of(player);
    if (score == 0) {
        assert_null(shape);
        return;
    }
    assert_non_null(shape);
    bool is_loop = strcmp(shape->name, "loop") == 0;
    assert_int_equal(shape->points, score);
    assert_int_equal(shape->points, is_loop ? 2 * shape->count : shape->count);
    const cw_scene_place *places = &scene.places[shape->first];
    for (int i = 0; i < shape->count; i++) {
        const cw_scene_cell *tile = cell_at(places[i].q, places[i].r);
        int lines = 0;
        for (int line = 0; line < tile->line_count; line++)
            lines += tile->lines[line].color == (uint8_t)shape->color;
        assert_int_equal(lines, 1);
        assert_true(i == 0 ? !is_loop || touch(places[0], places[shape->count - 1])
                           : touch(places[i - 1], places[i]));
    }
}

static void best_lines_are_those_that_count(void **state) {
    (void)state;
    int loops = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        play_randomly(seed, (int)seed);
        cw_result result = {0};
        game->type->result(game, cw_record_state(record), &result);
        for (int player = 0; player < game->player_count; player++) {
            expect_best(player, result.score[player]);
            loops += best_of(player) != NULL && strcmp(best_of(player)->name, "loop") == 0;
        }
    }
    assert_true(loops > 0);
}

/* At the end the winner's tiles are marked, and no others. */
static void the_winning_line_is_marked(void **state) {
    (void)state;
    play_randomly(3, 57);
    cw_result result;
    cw_record_result(record, &result);
    int wanted = 0, marked = 0;
    for (int player = 0; player < game->player_count; player++)
        wanted += result.reward[player] > 0 ? best_of(player)->count : 0;
    for (int i = 0; i < scene.cell_count; i++)
        marked += (scene.cells[i].marks & CW_MARK_WINNING) != 0;
    assert_true(result.reward[0] + result.reward[1] > 0);
    assert_int_equal(marked, wanted);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_and_hands_are_drawn),
        cmocka_unit_test(forced_spaces_name_who_can_fill_them),
        cmocka_unit_test(the_end_is_told),
        cmocka_unit_test(best_lines_are_those_that_count),
        cmocka_unit_test(the_winning_line_is_marked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
