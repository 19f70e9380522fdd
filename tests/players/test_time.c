/* The time budgets of players, scaled. */
#include "harness.h"
#include "players/time.h"

static void times_are_scaled_wherever_they_come_from(void **state) {
    (void)state;
    static const struct {
        const char *game, *spec, *scaled;
    } cases[] = {
        {"hex", "mcts:time=10s,c=0.6", "mcts:time=500ms,c=0.6"},
        {"hex", "mcts:c=0.6, time = 40s,spi=2", "mcts:c=0.6,time=2s,spi=2"},
        {"hex", "mcts", "mcts:time=50ms"},        /* a second, when no budget is given */
        {"tantrix", "otago", "otago:time=200ms"}, /* 4 s, from the preset */
        {"tantrix", "otago:c=0.3", "otago:c=0.3,time=200ms"},
        {"hex", "best", "best:time=250ms"}, /* 5 s, from hex-best */
        {"hex", "alphabeta:time=4ms", "alphabeta:time=1ms"},
        {"hex", "ext:gtp,time=4s:engine --time=4", "ext:gtp,time=200ms:engine --time=4"},
        {"hex", "ext:gtp:engine --time=4", "ext:gtp:engine --time=4"},
        {"hex", "mcts:sims=100", "mcts:sims=100"},
        {"hex", "best:level=3", "best:level=3"},
        {"hex", "alphabeta", "alphabeta"},
        {"hex", "random", "random"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cw_game *game = NULL;
        cw_text scaled = {0};
        cw_error error = {0};
        assert_int_equal(cw_game_create(cases[i].game, &game, NULL), CW_OK);
        if (cw_player_scale_time(cases[i].spec, game, 0.05, &scaled, &error) != CW_OK)
            fail_msg("%s", error.message);
        assert_string_equal(cw_text_string(&scaled), cases[i].scaled);
        cw_text_free(&scaled);
        cw_game_destroy(game);
    }
}

static void bad_players_are_refused(void **state) {
    (void)state;
    cw_game *game = NULL;
    cw_text scaled = {0};
    cw_error error = {0};
    assert_int_equal(cw_game_create("hex", &game, NULL), CW_OK);
    assert_int_equal(cw_player_scale_time("mcts:tome=1s", game, 0.5, &scaled, &error), CW_BAD_INPUT);
    assert_non_null(strstr(error.message, "did you mean 'time'"));
    cw_text_free(&scaled);
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_scaled_wherever_they_come_from),
        cmocka_unit_test(bad_players_are_refused),
    };
    return RUN_TESTS(tests);
}
