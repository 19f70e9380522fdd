/* Other programs as players: small shell scripts that behave well and badly. */
#include "harness.h"

/* Answers every command; genmove takes the moves of its arguments in turn. */
#define SCRIPT(moves)                                                                                        \
    "set -- " moves                                                                                          \
    "; while read c a b; do case $c in genmove) echo \"= $1\"; shift;; quit) exit;; *) echo '=';; "          \
    "esac; echo; done"

static cw_status ask(const char *spec, const char *line, char answer[64], cw_error *error) {
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record = must_play(game, line);
    cw_player *player = NULL;
    cw_analysis analysis = {0};
    cw_status status = cw_player_create(spec, game, 1, &player, error);
    if (status == CW_OK)
        status = cw_player_choose(player, record, NULL, &analysis, error);
    if (status == CW_OK) {
        cw_text text = {0};
        game->type->print(game, cw_record_state(record), analysis.best, &text);
        snprintf(answer, 64, "%s", cw_text_string(&text));
        cw_text_free(&text);
    }
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
    return status;
}

static void an_engine_answers(void **state) {
    (void)state;
    char answer[64];
    cw_error error = {0};
    if (ask("ext:gtp:" SCRIPT("b2 a1"), "a1 a2", answer, &error) != CW_OK)
        fail_msg("%s", error.message);
    assert_string_equal(answer, "b2");
}

static void a_whole_game_is_followed(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=3");
    cw_record *record = must_play(game, "");
    cw_player *player = NULL;
    cw_analysis analysis = {0};
    cw_error error = {0};
    assert_int_equal(cw_player_create("ext:gtp:" SCRIPT("b1 b2 b3"), game, 1, &player, &error), CW_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(cw_player_choose(player, record, NULL, &analysis, &error), CW_OK);
        assert_int_equal(cw_record_play(record, analysis.best, &error), CW_OK);
        if (i < 2)
            assert_int_equal(cw_record_play_text(record, i == 0 ? "a1" : "c3", &error), CW_OK);
    }
    assert_int_equal(cw_record_to_decide(record), CW_NOBODY);
    cw_analysis_free(&analysis);
    cw_player_destroy(player);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void bad_engines_are_reported(void **state) {
    (void)state;
    static const struct {
        const char *spec;
        cw_status status;
        const char *message;
    } cases[] = {
        {"ext:gtp:" SCRIPT("a1"), CW_ILLEGAL, "the engine's move 'a1' is illegal"},
        {"ext:gtp:" SCRIPT("nonsense"), CW_ILLEGAL, "the engine's move 'nonsense' is illegal"},
        {"ext:gtp:" SCRIPT("resign"), CW_ILLEGAL, "the engine resigned"},
        {"ext:gtp,timeout=300ms:sleep 60", CW_BAD_INPUT,
         "the engine 'sleep 60' does not start: the engine did not"},
        {"ext:gtp,timeout=300ms:read x; echo =; echo; sleep 60", CW_TIMEOUT,
         "the engine did not answer in time"},
        {"ext:gtp:read x; echo =; echo", CW_IO, "the engine has ended"},
        {"ext:gtp:exit 1", CW_BAD_INPUT, "the engine 'exit 1' does not start: the engine has ended"},
        {"ext:gtp:", CW_BAD_INPUT, "player ext:gtp: has no command"},
        {"ext:xyz:cat", CW_BAD_INPUT, "player ext: protocol=xyz is not valid, it takes one of gtp, uhp"},
        {"ext:uhp:cat", CW_BAD_INPUT, "player ext:uhp plays hive, not hex"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char answer[64];
        cw_error error = {0};
        assert_int_equal(ask(cases[i].spec, "a1 a2", answer, &error), cases[i].status);
        if (strncmp(error.message, cases[i].message, strlen(cases[i].message)) != 0)
            fail_msg("%s: %s", cases[i].spec, error.message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_engine_answers),
        cmocka_unit_test(a_whole_game_is_followed),
        cmocka_unit_test(bad_engines_are_reported),
    };
    return RUN_TESTS(tests);
}
