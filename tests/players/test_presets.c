#include "harness.h"

static const cw_game_type *game_of(const cw_preset *preset) {
    return preset->game != NULL ? cw_game_type_find(preset->game) : cw_game_type_at(0);
}

/* A second preset of the same name could never be reached. */
static void every_name_stands_for_one_player(void **state) {
    (void)state;
    for (const cw_preset *one = cw_presets(); one->name != NULL; one++) {
        for (const cw_preset *other = cw_presets(); other != one; other++) {
            if (strcmp(one->name, other->name) == 0)
                fail_msg("there are two presets named %s", one->name);
        }
        for (int i = 0; i < cw_player_type_count(); i++)
            assert_string_not_equal(one->name, cw_player_type_at(i)->name);
    }
}

static void every_preset_makes_a_player(void **state) {
    (void)state;
    for (const cw_preset *preset = cw_presets(); preset->name != NULL; preset++) {
        cw_game *game = NULL;
        cw_player *player = NULL;
        cw_error error = {0};
        assert_non_null(game_of(preset));
        assert_int_equal(cw_game_create_from(game_of(preset), "", &game, &error), CW_OK);
        if (cw_player_create(preset->name, game, 1, &player, &error) != CW_OK)
            fail_msg("%s: %s", preset->name, error.message);
        cw_player_destroy(player);
        cw_game_destroy(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_stands_for_one_player),
        cmocka_unit_test(every_preset_makes_a_player),
    };
    return RUN_TESTS(tests);
}
