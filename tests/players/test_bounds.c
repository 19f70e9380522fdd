/* Specs of strangers: held to bounds on time, threads and memory, and without files and programs. */
#include "harness.h"
#include "players/registry.h"
#include "protocol/catalogue.h"

static const cw_bounds bounds = {
    .most = {[CW_RESOURCE_SECONDS] = 2, [CW_RESOURCE_THREADS] = 1, [CW_RESOURCE_MEMORY] = 16}};

static void assert_refused(const cw_game *game, const char *spec, const char *words) {
    cw_player *player = NULL;
    cw_error error = {0};
    assert_int_equal(cw_player_create_within(&bounds, spec, game, 1, &player, &error), CW_BAD_INPUT);
    if (strstr(error.message, words) == NULL)
        fail_msg("'%s' does not say '%s'", error.message, words);
}

static void what_a_spec_asks_for_beyond_bounds_is_refused(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    assert_refused(game, "mcts:time=3s", "time=3s is more than is given here, at most 2");
    assert_refused(game, "mcts:threads=2", "threads=2");
    assert_refused(game, "mcts:memory=17", "memory=17");
    assert_refused(game, "alphabeta:memory=4096", "memory=4096");
    assert_refused(game, "hex-best:threads=4", "threads=4");
    assert_refused(game, "best:level=10,time=5s", "time=5s");
    cw_game_destroy(game);
}

static void programs_are_refused(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    assert_refused(game, "ext:gtp:/bin/true", "runs a program");
    cw_game_destroy(game);
}

static void assert_held(const cw_player *player) {
    const cw_options *options = &cw_player_plan(player)->options;
    for (int i = 0; i < options->count; i++) {
        cw_resource resource = options->values[i].option->resource;
        if (resource != CW_RESOURCE_NONE && options->values[i].set)
            assert_true(options->values[i].number <= bounds.most[resource]);
    }
}

static void presets_are_held_to_the_bounds(void **state) {
    (void)state;
    int held = 0;
    const cw_preset *preset;
    const cw_game_type *type;
    for (int i = 0; (preset = cw_preset_at(i, &type)) != NULL; i++) {
        cw_game *game = must_create_game(type->name);
        cw_player *player = NULL;
        cw_error error = {0};
        if (cw_player_create_within(&bounds, preset->name, game, 1, &player, &error) != CW_OK)
            fail_msg("%s: %s", preset->name, error.message);
        assert_held(player);
        held += strstr(preset->spec, "threads=2") != NULL;
        cw_player_destroy(player);
        cw_game_destroy(game);
    }
    assert_true(held > 0);
}

static void levels_hand_the_bounds_on(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    cw_player *player = NULL;
    assert_int_equal(cw_player_create_within(&bounds, "best:level=10", game, 1, &player, NULL), CW_OK);
    assert_true(cw_plan_seconds(cw_player_plan(player)) == 2); /* hex-best would take 5 */
    cw_player_destroy(player);
    cw_game_destroy(game);
}

static void settings_that_name_files_are_refused(void **state) {
    (void)state;
    static const cw_option table[] = {
        {.name = "net", .type = CW_OPTION_FILE, .standard = "shipped", .help = "network"}, {.name = NULL}};
    cw_options options = {0};
    cw_error error = {0};
    cw_options_extend(&options, &(cw_prefix){"eval.", NULL}, table);
    assert_int_equal(cw_options_check(&options, "player x", "", &bounds, &error), CW_OK);
    assert_int_equal(cw_options_check(&options, "player x", "eval.net=/etc/passwd", &bounds, &error),
                     CW_BAD_INPUT);
    assert_string_equal(error.message, "player x: eval.net names a file, which is not allowed here");
}

/* Whatever speaks of a file must be an option for files, or a stranger could name one. */
static void check_table(const char *owner, const cw_option *table) {
    for (const cw_option *option = table; option != NULL && option->name != NULL; option++) {
        bool speaks_of_files = strstr(option->name, "file") != NULL || strstr(option->help, "a file") != NULL;
        if (speaks_of_files && option->type != CW_OPTION_FILE)
            fail_msg("%s: %s speaks of files, but is not an option for files", owner, option->name);
    }
}

static void options_that_speak_of_files_are_for_files(void **state) {
    (void)state;
    for (int i = 0; i < cw_player_type_count(); i++)
        check_table(cw_player_type_at(i)->name, cw_player_type_at(i)->options);
    for (int i = 0; i < cw_game_type_count(); i++) {
        const cw_game_type *type = cw_game_type_at(i);
        const cw_knowledge *entry;
        check_table(type->name, type->options);
        for (int kind = 0; kind < CW_KNOWLEDGE_KINDS; kind++) {
            for (int index = 0; (entry = cw_game_knowledge_at(type, (cw_knowledge_kind)kind, index)) != NULL;
                 index++)
                check_table(entry->name, entry->options);
        }
    }
}

static void networks_of_strangers_are_refused(void **state) {
    (void)state;
    cw_game *game = must_create_game("hex:size=5");
    assert_refused(game, "mcts:judge=network,judge.file=/etc/passwd", "judge.file names a file");
    assert_refused(game, "mcts:judge=/etc/passwd", "judge=/etc/passwd: hex has no such judge");
    assert_refused(game, "net:judge=/etc/passwd", "judge names a file");
    assert_refused(game, "net:net=/etc/passwd", "judge names a file"); /* its old name */
    assert_refused(game, "net:net.file=/etc/passwd", "judge.file names a file");
    cw_game_destroy(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_spec_asks_for_beyond_bounds_is_refused),
        cmocka_unit_test(programs_are_refused),
        cmocka_unit_test(presets_are_held_to_the_bounds),
        cmocka_unit_test(levels_hand_the_bounds_on),
        cmocka_unit_test(settings_that_name_files_are_refused),
        cmocka_unit_test(options_that_speak_of_files_are_for_files),
        cmocka_unit_test(networks_of_strangers_are_refused),
    };
    return RUN_TESTS(tests);
}
