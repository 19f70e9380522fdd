/* The scene's threats: exactly the cells where the rules say that one more tile wins. */
#include "harness.h"

static cw_game *game;
static cw_record *record;
static cw_scene scene;

static int set_up(void **state) {
    (void)state;
    game = must_create_game("six:tiles=19");
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

/* Does a shape of this seat want a tile at q,r? Then `name` is what it would be. */
static bool is_threat(int seat, int q, int r, const char *ending) {
    for (int i = 0; i < scene.shape_count; i++) {
        const cw_scene_shape *shape = &scene.shapes[i];
        assert_int_equal(shape->kind, CW_SHAPE_THREAT);
        assert_int_equal(shape->count, 6);
        const cw_scene_place *last = &scene.places[shape->first + 5];
        if (shape->player == seat && last->q == q && last->r == r &&
            (ending == NULL || strcmp(ending, shape->name) == 0))
            return true;
    }
    return false;
}

/* Plays every move and takes it back; answers how many of them win. */
static int compare_with_the_rules(void) {
    cw_move moves[4096];
    cw_game_draw(game, cw_record_state(record), &scene);
    int seat = cw_record_to_decide(record), winning = 0;
    int count = game->type->moves(game, cw_record_state(record), moves);
    for (int i = 0; i < count; i++) {
        cw_pick picks[CW_PICKS_MAX];
        game->type->picks(game, cw_record_state(record), moves[i], picks);
        assert_int_equal(cw_record_play(record, moves[i], NULL), CW_OK);
        const char *ending = NULL;
        if (cw_record_to_decide(record) == CW_NOBODY) {
            cw_result result;
            cw_record_result(record, &result);
            ending = game->type->endings[result.ending];
        }
        assert_int_equal(cw_record_undo(record, NULL), CW_OK);
        assert_int_equal(is_threat(seat, picks[0].q, picks[0].r, ending), ending != NULL);
        winning += ending != NULL;
    }
    return winning;
}

static void threats_are_where_a_tile_wins(void **state) {
    (void)state;
    cw_move moves[4096];
    int met = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        cw_rng rng = cw_rng_make(seed, 0);
        cw_record_clear(record);
        for (int ply = 0; ply < 36 && cw_record_to_decide(record) != CW_NOBODY; ply++) {
            met += compare_with_the_rules();
            int count = game->type->moves(game, cw_record_state(record), moves);
            cw_move move = moves[cw_rng_below(&rng, (uint32_t)count)];
            assert_int_equal(cw_record_play(record, move, NULL), CW_OK);
        }
    }
    assert_true(met > 20);
}

static void a_game_that_is_over_threatens_nothing(void **state) {
    (void)state;
    cw_record *won = must_play(game, "0,0 0,1 1,0 1,1 2,0 2,1 3,0 3,1 4,0 4,1 5,0");
    cw_game_draw(game, cw_record_state(won), &scene);
    assert_int_equal(scene.shape_count, 0);
    cw_record_destroy(won);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threats_are_where_a_tile_wins),
        cmocka_unit_test(a_game_that_is_over_threatens_nothing),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
