/* GTP by example: every file in sessions/ is one conversation, "command -> answer" a line. */
#include "sessions.h"

#include "protocol/gtp.h"

static cw_gtp *must_open(const char *game, const char *player) {
    cw_gtp *gtp = NULL;
    cw_error error = {0};
    if (cw_gtp_open(must_create_game(game), player, 1, &gtp, &error) != CW_OK)
        fail_msg("%s, %s: %s", game, player, error.message);
    return gtp;
}

/* Answers a line, without the empty line at the end; lines of the answer are joined by " | ". */
static void answer_joined(cw_gtp *gtp, const char *line, cw_text *joined) {
    cw_text output = {0};
    cw_gtp_answer(gtp, line, &output);
    const char *string = cw_text_string(&output);
    size_t length = output.length;
    if (length > 0) {
        assert_true(length > 2 && string[length - 1] == '\n' && string[length - 2] == '\n');
        length -= 2;
    }
    cw_text_clear(joined);
    for (size_t i = 0; i < length; i++) {
        if (string[i] == '\n')
            cw_text_append(joined, " | ");
        else
            cw_text_append_char(joined, string[i]);
    }
    while (joined->length > 0 && joined->data[joined->length - 1] == ' ')
        joined->data[--joined->length] = '\0';
    cw_text_free(&output);
}

static void check_exchange(cw_gtp *gtp, const char *path, int number, char *line) {
    char *arrow = strstr(line, "->");
    assert_non_null(arrow);
    const char *expected = arrow + 2 + strspn(arrow + 2, " ");
    *arrow = '\0';
    cw_text answer = {0};
    answer_joined(gtp, line, &answer);
    size_t length = strlen(expected);
    bool is_prefix = length >= 3 && strcmp(expected + length - 3, "...") == 0;
    if (!fits_expected(cw_text_string(&answer), expected, is_prefix ? length - 3 : length, is_prefix))
        fail_msg("%s:%d: '%s' is answered by '%s', not by '%s'", path, number, line, cw_text_string(&answer),
                 expected);
    cw_text_free(&answer);
}

static void take_line(const session_line *line, void *payload) {
    cw_gtp **gtp = payload;
    char *text = line->text;
    text[strcspn(text, "\n")] = '\0';
    if (strncmp(text, "game ", 5) == 0) {
        cw_gtp_close(*gtp);
        *gtp = must_open(text + 5, "random");
    } else if (text[0] != '\0') {
        check_exchange(*gtp, line->path, line->number, text);
    }
}

static void check_session(const char *path) {
    cw_gtp *gtp = NULL;
    read_session(path, take_line, &gtp);
    cw_gtp_close(gtp);
}

static void sessions_go_as_written(void **state) {
    (void)state;
    check_sessions("tests/protocol/sessions", ".gtp", 3, check_session);
}

/* ---- Whole games ---- */

static void must_answer(cw_gtp *gtp, const char *line, cw_text *answer) {
    answer_joined(gtp, line, answer);
    if (cw_text_string(answer)[0] != '=')
        fail_msg("'%s' is answered by '%s'", line, cw_text_string(answer));
}

/* Plays a game by genmove to its end; what was played is a legal game with the same result. */
static void check_whole_game(const char *spec) {
    cw_gtp *gtp = must_open(spec, "random");
    cw_text answer = {0}, line = {0}, result = {0};
    must_answer(gtp, "result", &answer);
    for (int decider; (decider = cw_record_to_decide(gtp->record)) != CW_NOBODY;) {
        assert_string_equal(cw_text_string(&answer), "= ongoing");
        cw_text_clear(&line);
        cw_text_printf(&line, "genmove %s", cw_gtp_color_name(gtp, decider));
        must_answer(gtp, cw_text_string(&line), &answer);
        must_answer(gtp, "result", &answer);
    }
    cw_text_append(&result, cw_text_string(&answer));
    must_answer(gtp, "legal_moves", &answer);
    assert_string_equal(cw_text_string(&answer), "=");
    must_answer(gtp, "state_hash", &answer);
    cw_text moves = {0};
    cw_record_print(gtp->record, &moves);
    cw_record *again = must_play(gtp->game, cw_text_string(&moves));
    char hash[32];
    snprintf(hash, sizeof hash, "= %016llx",
             (unsigned long long)cw_record_hashes(again)[cw_record_length(again)]);
    assert_string_equal(cw_text_string(&answer), hash);
    cw_record_destroy(again);
    cw_text_free(&moves);
    cw_text_free(&answer);
    cw_text_free(&line);
    cw_text_free(&result);
    cw_gtp_close(gtp);
}

static void genmove_plays_whole_games(void **state) {
    (void)state;
    static const char *const specs[] = {"hex:size=4", "hive:max_turns=60", "six:max_moves=80", "tantrix",
                                        "tantrix:players=4"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++)
        check_whole_game(specs[i]);
}

static void the_same_seed_plays_the_same_session(void **state) {
    (void)state;
    cw_text answers[2] = {{0}, {0}};
    for (int round = 0; round < 2; round++) {
        cw_gtp *gtp = must_open("six", "random");
        for (int game = 0; game < 2; game++) {
            for (int i = 0; i < 10; i++)
                cw_gtp_answer(gtp, i % 2 == 0 ? "genmove r" : "genmove b", &answers[round]);
            cw_gtp_answer(gtp, "clear_board", &answers[round]);
        }
        cw_gtp_close(gtp);
    }
    assert_string_equal(cw_text_string(&answers[0]), cw_text_string(&answers[1]));
    cw_text_free(&answers[0]);
    cw_text_free(&answers[1]);
}

/* ---- Clocks ---- */

static void clocks_follow_time_settings(void **state) {
    (void)state;
    cw_gtp *gtp = must_open("six", "random");
    cw_text answer = {0};
    must_answer(gtp, "time_settings 60 10 5", &answer);
    assert_true(gtp->clocks[0].is_set && gtp->clocks[0].seconds == 60 && gtp->clocks[0].moves == 0);
    must_answer(gtp, "time_left r 4.5 3", &answer);
    assert_true(gtp->clocks[0].seconds == 4.5 && gtp->clocks[0].moves == 3);
    must_answer(gtp, "genmove r", &answer);
    assert_true(gtp->clocks[0].seconds <= 4.5 && gtp->clocks[0].moves == 2);
    /* When a period is used up the next one begins. */
    must_answer(gtp, "time_left b 0.5 1", &answer);
    must_answer(gtp, "genmove b", &answer);
    assert_true(gtp->clocks[1].seconds == 10 && gtp->clocks[1].moves == 5);
    must_answer(gtp, "clear_board", &answer);
    assert_true(gtp->clocks[0].seconds == 60 && gtp->clocks[1].seconds == 60 && gtp->clocks[1].moves == 0);
    must_answer(gtp, "time_settings 0 5 1", &answer);
    assert_true(gtp->clocks[1].is_set && gtp->clocks[1].seconds == 5 && gtp->clocks[1].moves == 1);
    /* A clock that nobody has set limits nothing. */
    must_answer(gtp, "time_settings 0 1 0", &answer);
    assert_false(gtp->clocks[0].is_set);
    must_answer(gtp, "time_left b 30", &answer);
    assert_true(gtp->clocks[1].is_set && !gtp->clocks[0].is_set);
    cw_text_free(&answer);
    cw_gtp_close(gtp);
}

/* ---- Any input ---- */

static const char *const vocabulary[] = {
    "play",       "genmove",  "undo",        "legal_moves", "clear_board",   "result",
    "state_hash", "r",        "b",           "w",           "chance",        "y",
    "0,0",        "1,0",      "x0,0",        "a1",          "wS1",           "bG1 -wQ",
    "+17",        "17@0,0/3", "pass",        "time_left",   "time_settings", "1e999",
    "-1",         "nan",      "99999999999", "#",           "known_command", "boardsize",
    "\t",         "\r",       "showboard",   "12",          "final_score",
};

static void random_line(cw_rng *rng, cw_text *line) {
    cw_text_clear(line);
    if (cw_rng_below(rng, 4) == 0) {
        for (uint32_t length = cw_rng_below(rng, 40); length > 0; length--)
            cw_text_append_char(line, (char)(1 + cw_rng_below(rng, 255)));
        return;
    }
    for (uint32_t words = 1 + cw_rng_below(rng, 4); words > 0; words--) {
        cw_text_append(line, vocabulary[cw_rng_below(rng, sizeof vocabulary / sizeof vocabulary[0])]);
        cw_text_append_char(line, ' ');
    }
}

static void any_input_gets_a_well_formed_answer(void **state) {
    (void)state;
    static const char *const specs[] = {"hex:size=5", "hive", "six", "tantrix"};
    const uint64_t seed = 20;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        cw_gtp *gtp = must_open(specs[i], "random");
        cw_rng rng = cw_rng_make(seed, i);
        cw_text line = {0}, output = {0};
        for (int round = 0; round < 3000; round++) {
            random_line(&rng, &line);
            cw_text_clear(&output);
            cw_gtp_answer(gtp, cw_text_string(&line), &output);
            const char *string = cw_text_string(&output);
            if (output.length == 0)
                continue;
            assert_true(string[0] == '=' || string[0] == '?');
            assert_ptr_equal(strstr(string, "\n\n"), string + output.length - 2);
        }
        cw_text_free(&line);
        cw_text_free(&output);
        cw_gtp_close(gtp);
    }
}

/* Game and player specs made of pieces that look right. */
static void any_spec_is_accepted_or_refused_with_a_message(void **state) {
    (void)state;
    static const char *const pieces[] = {
        "hex",  "six",   "tantrix", "hive",   "random", "alphabeta", ":",  ",",     "=",
        "size", "tiles", "players", "depth",  "5",      "99",        "-1", "1e400", "on",
        "",     "18:19", "type",    "Base+M", "\xff",   "time",      "1s", "eval",  "random_until",
        "half", " "};
    cw_rng rng = cw_rng_make(21, 0);
    cw_game *hex = must_create_game("hex:size=3");
    cw_text spec = {0};
    for (int round = 0; round < 3000; round++) {
        cw_text_clear(&spec);
        for (uint32_t count = 1 + cw_rng_below(&rng, 8); count > 0; count--)
            cw_text_append(&spec, pieces[cw_rng_below(&rng, sizeof pieces / sizeof pieces[0])]);
        cw_error error = {0};
        cw_game *game = NULL;
        if (cw_game_create(cw_text_string(&spec), &game, &error) != CW_OK)
            assert_true(error.message[0] != '\0' && strchr(error.message, '\n') == NULL);
        cw_game_destroy(game);
        cw_player *player = NULL;
        error = (cw_error){0};
        if (cw_player_create(cw_text_string(&spec), hex, 1, &player, &error) != CW_OK)
            assert_true(error.message[0] != '\0');
        cw_player_destroy(player);
    }
    cw_text_free(&spec);
    cw_game_destroy(hex);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_go_as_written),
        cmocka_unit_test(genmove_plays_whole_games),
        cmocka_unit_test(the_same_seed_plays_the_same_session),
        cmocka_unit_test(clocks_follow_time_settings),
        cmocka_unit_test(any_input_gets_a_well_formed_answer),
        cmocka_unit_test(any_spec_is_accepted_or_refused_with_a_message),
    };
    return RUN_TESTS(tests);
}
