#include "harness.h"

/* A second preset of the same name could never be reached. */
static void every_name_stands_for_one_player(void **state) {
    (void)state;
    const cw_preset *one;
    for (int number = 0; (one = cw_preset_at(number, NULL)) != NULL; number++) {
        for (int before = 0; before < number; before++) {
            if (strcmp(one->name, cw_preset_at(before, NULL)->name) == 0)
                fail_msg("there are two presets named %s", one->name);
        }
        for (int i = 0; i < cw_player_type_count(); i++)
            assert_string_not_equal(one->name, cw_player_type_at(i)->name);
    }
}

static void every_preset_makes_a_player(void **state) {
    (void)state;
    const cw_preset *preset;
    const cw_game_type *type;
    for (int i = 0; (preset = cw_preset_at(i, &type)) != NULL; i++) {
        cw_game *game = NULL;
        cw_player *player = NULL;
        cw_error error = {0};
        assert_int_equal(cw_game_create_from(type, "", &game, &error), CW_OK);
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
