/* HTP transcripts: what is asked and what must be answered. */
#include <unistd.h>

#include "harness.h"
#include "protocol/gtp.h"

static cw_gtp *open_session(const char *spec, const char *player) {
    cw_gtp *gtp = NULL;
    cw_error error = {0};
    if (cw_gtp_open(must_create_game(spec), player, 1, &gtp, &error) != CW_OK)
        fail_msg("%s", error.message);
    return gtp;
}

static void expect(cw_gtp *gtp, const char *line, const char *answer) {
    cw_text output = {0};
    cw_gtp_answer(gtp, line, &output);
    char wanted[1024];
    snprintf(wanted, sizeof wanted, "%s\n\n", answer);
    if (strcmp(cw_text_string(&output), wanted) != 0)
        fail_msg("%s\nanswers  %swanted   %s", line, cw_text_string(&output), wanted);
    cw_text_free(&output);
}

static void expect_part(cw_gtp *gtp, const char *line, const char *part) {
    cw_text output = {0};
    cw_gtp_answer(gtp, line, &output);
    if (strstr(cw_text_string(&output), part) == NULL)
        fail_msg("%s\nanswers  %swithout  %s", line, cw_text_string(&output), part);
    cw_text_free(&output);
}

static void stones_come_in_any_order(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=3", "random");
    expect(gtp, "play b a1", "= ");
    expect(gtp, "play black b1", "= ");
    expect(gtp, "7 play w a1", "?7 illegal move: white a1 (occupied)");
    expect(gtp, "play w d1", "? illegal move: white d1 (invalid)");
    expect(gtp, "play w swap-pieces", "? illegal move: white swap-pieces (invalid)");
    expect(gtp, "play red c3", "? argument 1 must be color");
    expect(gtp, "play b b2", "= ");
    expect_part(gtp, "showboard", "not a position of the game: 3 black and 0 white stones");
    expect(gtp, "final_score", "= cannot score");
    expect(gtp, "play b b3", "= ");
    expect(gtp, "final_score", "= B+");
    expect(gtp, "play w c3", "? illegal move: white c3 (game over)");
    expect(gtp, "genmove w", "= resign");
    expect(gtp, "undo", "= ");
    expect(gtp, "play w b3", "= ");
    expect(gtp, "final_score", "= cannot score");
    cw_gtp_close(gtp);
}

static void genmove_is_for_any_colour(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=2", "mcts:sims=200");
    expect_part(gtp, "genmove w", "= ");
    expect_part(gtp, "genmove w", "= ");
    expect(gtp, "final_score", "= W+");
    expect(gtp, "undo", "= ");
    expect(gtp, "undo", "= ");
    expect(gtp, "undo", "? there is no move to take back");
    expect(gtp, "play b a1", "= ");
    expect_part(gtp, "reg_genmove b", "= a2"); /* a1 and a2 join the sides */
    expect_part(gtp, "legal_moves", "a2\n");
    cw_gtp_close(gtp);
}

/* The values of a search are of its board: another one has none yet. */
static void a_new_board_has_no_values(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=5", "mcts:sims=50");
    expect_part(gtp, "genmove b", "= ");
    expect_part(gtp, "mohex-values", "= ");
    expect(gtp, "boardsize 2", "= ");
    expect(gtp, "mohex-values", "= ");
    expect(gtp, "mohex-get-pv", "= ");
    cw_gtp_close(gtp);
}

static void sizes_are_checked(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex", "random");
    expect(gtp, "boardsize 3 3", "= ");
    expect(gtp, "play b c3", "= ");
    expect(gtp, "boardsize 20", "? unacceptable size: 20, it takes 1 to 19");
    expect(gtp, "boardsize x", "? unacceptable size: x, it takes 1 to 19");
    expect(gtp, "boardsize 5 4", "? unacceptable size: 5x4, boards are square");
    expect(gtp, "play w c3", "? illegal move: white c3 (occupied)"); /* nothing was lost */
    expect(gtp, "boardsize 19", "= ");
    expect(gtp, "play w s19", "= ");
    cw_gtp_close(gtp);
}

static void swap_words_have_two_meanings(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=3", "random");
    expect(gtp, "play b a3", "= ");
    expect(gtp, "param_game allow_swap 1", "= ");
    expect(gtp, "all_legal_moves", "= resign a1 b1 c1 a2 b2 c2 b3 c3 swap-pieces");
    expect(gtp, "play b swap-pieces", "? illegal move: black swap-pieces (invalid)");
    expect(gtp, "play w swap-sides", "? illegal move: white swap-sides (invalid)");
    expect(gtp, "play w swap-pieces", "= ");
    expect(gtp, "play w c1", "? illegal move: white c1 (occupied)"); /* a3 mirrored */
    expect(gtp, "param_game allow_swap 0", "? allow_swap cannot change, a swap has been played");
    expect(gtp, "clear_board", "= ");
    expect(gtp, "param_game old_swap 1", "= ");
    expect(gtp, "play-game a3 swap-pieces", "= ");
    expect(gtp, "play w a3", "? illegal move: white a3 (occupied)"); /* the stone stays */
    expect(gtp, "play w c1", "= ");
    expect_part(gtp, "param_game", "[bool] old_swap 1");
    cw_gtp_close(gtp);
}

static void resigning_ends_the_game(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=3", "random");
    expect(gtp, "play b resign", "= ");
    expect(gtp, "final_score", "= W+");
    expect(gtp, "result", "= 0 1");
    expect(gtp, "legal_moves", "= ");
    expect(gtp, "all_legal_moves", "= resign");
    expect(gtp, "genmove w", "= resign");
    expect(gtp, "analyze", "? the game is over");
    expect(gtp, "undo", "= ");
    expect(gtp, "final_score", "= cannot score");
    expect_part(gtp, "legal_moves", "a1\nb1\n");
    cw_gtp_close(gtp);
}

static void play_game_starts_anew(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=3", "random");
    expect(gtp, "play-game a1 b1", "= ");
    expect(gtp, "play-game b1 c1", "= ");
    expect(gtp, "all_legal_moves", "= resign a1 a2 b2 c2 a3 b3 c3");
    expect(gtp, "play-game a1 d4", "? illegal move: white d4 (invalid)");
    expect(gtp, "all_legal_moves", "= resign a1 a2 b2 c2 a3 b3 c3"); /* nothing was lost */
    expect(gtp, "play w resign", "= ");
    expect(gtp, "play-game a2", "= ");
    expect(gtp, "final_score", "= cannot score");
    cw_gtp_close(gtp);
}

static void reasoning_has_knobs(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=4", "mcts:sims=50,reason=vc");
    expect_part(gtp, "param_player_vc", "[string] softlimit_full 8\n[string] softlimit_semi 16");
    expect_part(gtp, "vc-between-cells-full b north south", "= ");
    expect(gtp, "param_player_vc softlimit_full 2", "= ");
    expect(gtp, "param_player_vc max_ors 3", "= ");
    expect_part(gtp, "param_player_vc", "[string] max_ors 3");
    expect_part(gtp, "param_player", "[string] reason.full 2");
    expect_part(gtp, "param_player", "[string] reason.or 3");
    expect(gtp, "param_player_ice fill 0", "= ");
    expect_part(gtp, "param_player_ice", "[bool] fill 0");
    expect_part(gtp, "param_player", "[bool] reason.fill 0");
    expect_part(gtp, "param_player_vc max_ors 99", "? ");
    expect_part(gtp, "param_player_vc use_patterns 1", "? unknown parameter: use_patterns");
    expect(gtp, "param_player_ice fill", "? expected no arguments, or a name and a value");
    cw_gtp_close(gtp);
}

static void parameters_set_the_player(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=4", "mcts:sims=50");
    expect_part(gtp, "param_mohex", "[string] max_games 50");
    expect(gtp, "param_mohex max_games 70", "= ");
    expect_part(gtp, "param_mohex", "[string] max_games 70");
    expect(gtp, "param_mohex use_rave 1", "= ");
    expect_part(gtp, "param_mohex", "[bool] use_rave 1");
    expect(gtp, "param_mohex use_rave 0", "= ");
    expect_part(gtp, "param_mohex", "[bool] use_rave 0");
    expect(gtp, "param_mohex max_memory 2097152", "= ");
    expect_part(gtp, "param_player", "[string] memory 2");
    expect(gtp, "param_player reuse 0", "= ");
    expect_part(gtp, "param_player", "[bool] reuse 0");
    expect_part(gtp, "param_player nonsense 3", "? ");
    expect_part(gtp, "param_mohex nonsense 3", "? unknown parameter: nonsense");
    expect(gtp, "param_mohex max_games", "? expected no arguments, or a name and a value");
    expect(gtp, "param_game allow_swap maybe", "? allow_swap takes 0 or 1, not 'maybe'");
    expect(gtp, "param_game game_time 60", "= ");
    expect_part(gtp, "genmove b", "= ");
    expect_part(gtp, "mohex-search-statistics", "Simulations  70");
    expect_part(gtp, "mohex-values", "@");
    cw_gtp_close(gtp);
}

static void evaluators_answer(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=3", "random");
    expect(gtp, "eval-twod b", "= 0 (own 3, other 3)");
    expect(gtp, "play b b2", "= ");
    expect(gtp, "eval-twod b", "= 1 (own 2, other 3)");
    expect_part(gtp, "eval-resist w", "= -");
    expect_part(gtp, "eval-resist-cells b", " a1 ");
    expect(gtp, "eval-resist", "? arguments are missing, the usage is: eval-resist COLOR");
    cw_gtp_close(gtp);
}

static void connections_are_told(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=5", "random");
    expect(gtp, "play b c4", "= ");
    expect(gtp, "vc-between-cells-full b c4 south", "= \nblack c4 south full or 2 [ b5 c5 ]");
    expect(gtp, "vc-union-full b c4 south", "=  b5 c5");
    expect(gtp, "vc-intersection-semi b c4 south", "= ");
    expect_part(gtp, "vc-connected-to-full b c4", "south");
    expect_part(gtp, "vc-build w", "b5 fb c5 fb");
    expect(gtp, "play b c2", "= "); /* joined to both edges and over b3, c3 */
    expect(gtp, "vc-get-mustplay w", "= ");
    expect(gtp, "vc-between-cells-full b c4 nowhere", "? argument 3 must be cell");
    expect(gtp, "vc-build green", "? argument 1 must be color");
    cw_gtp_close(gtp);
}

static void positions_are_solved(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=4", "random");
    expect(gtp, "dfpn-solve-state b", "= black");
    expect(gtp, "dfpn-get-bounds b", "= black wins");
    expect(gtp, "play b a1", "= ");
    expect(gtp, "dfpn-solve-state w", "= white");
    expect_part(gtp, "dfpn-get-pv w", "= ");
    expect(gtp, "boardsize 3", "= ");
    expect(gtp, "dfs-solver-find-winning b", "=  c1 a2 b2 c2 a3"); /* all but a1, b1, b3 and c3 */
    expect(gtp, "dfpn-clear-tt", "= ");
    expect(gtp, "param_dfpn timelimit 0.001", "= ");
    expect_part(gtp, "param_dfpn", "[string] timelimit 0.001");
    expect(gtp, "param_dfpn timelimit soon", "? expected no arguments, or a name and a number");
    expect(gtp, "boardsize 13", "= ");
    expect_part(gtp, "dfpn-solve-state b", "= unknown (");
    expect(gtp, "dfpn-solve-state green", "? argument 1 must be color");
    cw_gtp_close(gtp);
}

static void hexgui_finds_its_menu(void **state) {
    (void)state;
    cw_gtp *gtp = open_session("hex:size=3", "random");
    expect_part(gtp, "hexgui-analyze_commands", "pspairs/Search Values/mohex-values\n");
    expect_part(gtp, "hexgui-analyze_commands", "param/Game Options/param_game");
    static const char *const commands[] = {"play",        "genmove",   "undo",      "boardsize",
                                           "clear_board", "showboard", "time_left", "gogui-interrupt",
                                           "loadsgf",     "quit"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char line[64];
        snprintf(line, sizeof line, "known_command %s", commands[i]);
        expect(gtp, line, "= true");
        snprintf(line, sizeof line, "%s\n", commands[i]);
        expect_part(gtp, "list_commands", line);
    }
    cw_gtp_close(gtp);
}

/* ---- Files ---- */

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void games_are_saved_and_loaded(void **state) {
    (void)state;
    char folder[] = "/tmp/causeway-htp-XXXXXX", line[128], path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.sgf", folder);
    cw_gtp *gtp = open_session("hex:size=5,swap=on", "random");
    expect(gtp, "play-game b4 swap-pieces c3 a1", "= ");
    expect(gtp, "play w a2", "= ");
    snprintf(line, sizeof line, "savesgf %s", path);
    expect(gtp, line, "= ");
    cw_text before = {0}, after = {0};
    cw_gtp_answer(gtp, "showboard", &before);
    expect(gtp, "boardsize 7", "= ");
    snprintf(line, sizeof line, "loadsgf %s", path);
    expect(gtp, line, "= ");
    cw_gtp_answer(gtp, "showboard", &after);
    assert_string_equal(cw_text_string(&before), cw_text_string(&after));
    cw_text_free(&before);
    cw_text_free(&after);
    cw_gtp_close(gtp);
    unlink(path);
    rmdir(folder);
}

static void setup_and_old_words_are_read(void **state) {
    (void)state;
    char folder[] = "/tmp/causeway-htp-XXXXXX", line[128], path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.sgf", folder);
    cw_gtp *gtp = open_session("hex:size=5", "random");
    snprintf(line, sizeof line, "loadsgf %s", path);
    write_file(path, "(;FF[4]GM[11]SZ[4]AB[a1][b2]AW[c3]PL[W];W[d4](;B[a4];W[resign])(;B[a3]))");
    expect(gtp, line, "= ");
    expect(gtp, "play w b2", "? illegal move: white b2 (occupied)");
    expect(gtp, "play w a4", "? illegal move: white a4 (occupied)");
    expect(gtp, "play w a3", "= ");
    write_file(path, "(;GM[11]SZ[13];W[bc];B[swap])"); /* Little Golem's cells */
    expect_part(gtp, line, "? ");
    write_file(path, "(;GM[11]SZ[13];B[bc];W[swap])");
    expect(gtp, line, "= ");
    expect(gtp, "play b c2", "? illegal move: black c2 (occupied)"); /* b3 mirrored */
    write_file(path, "(;GM[11]SZ[3];B[a1];W[b2];B[c3])");
    snprintf(line, sizeof line, "loadsgf %s 2", path);
    expect(gtp, line, "= ");
    expect(gtp, "play w b2", "= ");
    cw_gtp_close(gtp);
    unlink(path);
    rmdir(folder);
}

/* Old HexGui wrote swap-pieces for both kinds of swap; whose move follows tells which. */
static void whose_move_follows_tells_the_swap(void **state) {
    (void)state;
    char folder[] = "/tmp/causeway-htp-XXXXXX", line[128], path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.sgf", folder);
    snprintf(line, sizeof line, "loadsgf %s", path);
    cw_gtp *gtp = open_session("hex:size=5", "random");
    write_file(path, "(;GM[11]SZ[5];B[a4];W[swap-pieces];W[c3];B[b2])");
    expect(gtp, line, "= ");
    expect(gtp, "play w a4", "? illegal move: white a4 (occupied)"); /* the stone has stayed */
    expect(gtp, "play w d1", "= ");
    expect_part(gtp, "param_game", "old_swap 1");
    write_file(path, "(;GM[11]SZ[5];B[a4];W[swap-pieces];B[c3];W[b2])");
    expect(gtp, line, "= ");
    expect(gtp, "play b d1", "? illegal move: black d1 (occupied)"); /* a4 mirrored */
    expect(gtp, "play b a4", "= ");
    expect_part(gtp, "param_game", "old_swap 0");
    cw_gtp_close(gtp);
    unlink(path);
    rmdir(folder);
}

static void bad_files_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "(",
        "(;GM[1]SZ[9];B[aa])",
        "(;GM[11]SZ[25])",
        "(;GM[11]SZ[x])",
        "(;GM[11]SZ[5:6])",
        "(;GM[11]SZ[5];B[z1])",
        "(;GM[11]SZ[5];B[a9999999999999999999])",
        "(;GM[11]SZ[5];B[a1];W[a1])",
        "(;GM[11]SZ[7];B[a1];W[swap-sides];W[b2];B[b2])",
        "(;GM[11]SZ[5];B[a1",
        "(;GM[11]SZ[5]AB[])",
    };
    char folder[] = "/tmp/causeway-htp-XXXXXX", line[128], path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/game.sgf", folder);
    snprintf(line, sizeof line, "loadsgf %s", path);
    cw_gtp *gtp = open_session("hex:size=5", "random");
    expect(gtp, "play-game a2 c3 b4", "= ");
    cw_text before = {0}, after = {0};
    cw_gtp_answer(gtp, "showboard", &before);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        write_file(path, bad[i]);
        expect_part(gtp, line, "? ");
        cw_text_clear(&after);
        cw_gtp_answer(gtp, "showboard", &after);
        assert_string_equal(cw_text_string(&after), cw_text_string(&before)); /* nothing has changed */
    }
    expect_part(gtp, "param_game", "allow_swap 0");
    expect_part(gtp, "play-game a1 a2 a1", "? ");
    cw_text_clear(&after);
    cw_gtp_answer(gtp, "showboard", &after);
    assert_string_equal(cw_text_string(&after), cw_text_string(&before));
    cw_text_free(&before);
    cw_text_free(&after);
    expect_part(gtp, "loadsgf /nowhere/at/all.sgf", "? cannot read the file /nowhere/at/all.sgf");
    expect_part(gtp, "savesgf /nowhere/at/all.sgf", "? cannot write the file /nowhere/at/all.sgf");
    snprintf(line, sizeof line, "exec %s", path);
    write_file(path, "boardsize 4\n# a comment\nplay b a1\nplay b a1\n");
    expect_part(gtp, line, "line 4: illegal move: black a1 (occupied)");
    expect(gtp, "play w d4", "= ");
    snprintf(line, sizeof line, "exec %s\n", path);
    write_file(path, line); /* a file that runs itself */
    expect_part(gtp, line, "? ");
    cw_gtp_close(gtp);
    unlink(path);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stones_come_in_any_order),     cmocka_unit_test(genmove_is_for_any_colour),
        cmocka_unit_test(a_new_board_has_no_values),    cmocka_unit_test(sizes_are_checked),
        cmocka_unit_test(swap_words_have_two_meanings), cmocka_unit_test(resigning_ends_the_game),
        cmocka_unit_test(play_game_starts_anew),        cmocka_unit_test(reasoning_has_knobs),
        cmocka_unit_test(parameters_set_the_player),    cmocka_unit_test(evaluators_answer),
        cmocka_unit_test(connections_are_told),         cmocka_unit_test(positions_are_solved),
        cmocka_unit_test(hexgui_finds_its_menu),        cmocka_unit_test(games_are_saved_and_loaded),
        cmocka_unit_test(setup_and_old_words_are_read), cmocka_unit_test(whose_move_follows_tells_the_swap),
        cmocka_unit_test(bad_files_are_refused),
    };
    return RUN_TESTS(tests);
}
