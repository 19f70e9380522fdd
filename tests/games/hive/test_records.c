/* Hive's files: games of our own making in all three formats, and, where they are at hand, the positions and
 * real games in ../shared/facts/hive, which are read in place. */
#include <dirent.h>

#include "games/hive/records.h"
#include "harness.h"

static const char facts[] = "../shared/facts/hive";

/* ---- Our own ---- */

static const char own_game[] =
    "Base+MLP;InProgress;White[5];wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ";

static void read_own(const char *string, cw_document *document) {
    cw_error error = {0};
    *document = (cw_document){.names = {"A \"quoted\" name", "B ] \\"}, .date = "2026.11.15"};
    if (cw_uhp_read_game(string, "repetition=off", &document->game, &document->record, &error) != CW_OK)
        fail_msg("%s", error.message);
}

static void assert_same_moves(const cw_record *a, const cw_record *b) {
    cw_text first = {0}, second = {0};
    cw_uhp_print_game(a, &first);
    cw_uhp_print_game(b, &second);
    assert_string_equal(cw_text_string(&first), cw_text_string(&second));
    cw_text_free(&first);
    cw_text_free(&second);
}

static void game_strings_come_back(void **unused) {
    (void)unused;
    static const char *const strings[] = {own_game, "Base;NotStarted;White[1]",
                                          "Base+P;InProgress;Black[1];wP"};
    for (size_t i = 0; i < sizeof strings / sizeof strings[0]; i++) {
        cw_document document;
        cw_text text = {0};
        read_own(strings[i], &document);
        cw_uhp_print_game(document.record, &text);
        assert_string_equal(cw_text_string(&text), strings[i]);
        cw_text_free(&text);
        cw_document_clear(&document);
    }
}

static void bad_game_strings_are_refused(void **unused) {
    (void)unused;
    static const char *const bad[] = {"",
                                      "Basic",
                                      "Base+",
                                      "Base+X",
                                      "Base+MM",
                                      "Base;InProgress;White[2];wX",
                                      "Base;InProgress;Black[1];wM",
                                      "Base;InProgress;White[2];wS1;bS1 wS1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cw_game *game;
        cw_record *record;
        cw_error error = {0};
        assert_int_not_equal(cw_uhp_read_game(bad[i], "", &game, &record, &error), CW_OK);
        assert_true(strlen(error.message) > 0);
    }
}

static void written_files_are_read_again(void **unused) {
    (void)unused;
    cw_document document, again;
    cw_text text = {0};
    cw_error error = {0};
    read_own(own_game, &document);
    cw_hive_write_pgn(&document, &text);
    assert_int_equal(cw_hive_read_pgn(cw_text_string(&text), text.length, &again, &error), CW_OK);
    assert_same_moves(document.record, again.record);
    assert_string_equal(again.date, "2026.11.15");
    cw_document_clear(&again);
    cw_text_clear(&text);
    cw_hive_write_sgf(&document, &text);
    assert_int_equal(cw_hive_read_sgf(cw_text_string(&text), text.length, &again, &error), CW_OK);
    assert_same_moves(document.record, again.record);
    assert_string_equal(again.names[1], "B ] \\");
    cw_document_clear(&again);
    cw_document_clear(&document);
    cw_text_free(&text);
}

static void a_climb_with_a_sign_is_read_from_files(void **unused) {
    (void)unused;
    static const char text[] = "[GameType \"Base\"]\n\n1. wS1\n2. bQ wS1- {a comment} 3. wB1 -wS1\n"
                               "4. bS1 bQ-\n5. wQ /wS1\n6. bA1 bS1-\n7. wB1 wB1-\n";
    static const char strict[] = "wS1;bS1 wS1-;wB1 -wS1;bQ bS1-;wQ /wS1;bA1 bQ-;wB1 wB1-";
    cw_document document;
    cw_error error = {0};
    if (cw_hive_read_pgn(text, sizeof text - 1, &document, &error) != CW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(cw_record_length(document.record), 7);
    cw_document_clear(&document);
    cw_game *game = must_create_game("hive");
    cw_record *record = must_play(game, "");
    assert_int_equal(cw_record_play_line(record, strict, &error), CW_ILLEGAL);
    assert_int_equal(cw_record_length(record), 6);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void comments_may_touch_the_moves(void **unused) {
    (void)unused;
    static const char text[] =
        "[GameType \"Base\"]\n\n1. {first}wS1\n2.{a}bS1{b} wS1-{c}\n{d}{e}3. wQ{f} -wS1 {open";
    cw_document document;
    cw_text moves = {0};
    cw_error error = {0};
    if (cw_hive_read_pgn(text, sizeof text - 1, &document, &error) != CW_OK)
        fail_msg("%s", error.message);
    cw_uhp_print_game(document.record, &moves);
    assert_string_equal(cw_text_string(&moves), "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1");
    cw_text_free(&moves);
    cw_document_clear(&document);
}

/* Random games with passes, climbs and throws survive both formats. */
static void random_games_survive_the_formats(void **unused) {
    (void)unused;
    for (uint64_t seed = 0; seed < 20; seed++) {
        cw_document document, again;
        cw_text text = {0};
        cw_error error = {0};
        cw_rng rng = cw_rng_make(seed, 0);
        read_own("Base+MLP", &document);
        for (int ply = 0; ply < 120 && cw_record_to_decide(document.record) != CW_NOBODY; ply++) {
            cw_move moves[2048];
            int count = document.game->type->moves(document.game, cw_record_state(document.record), moves);
            assert_int_equal(
                cw_record_play(document.record, moves[cw_rng_below(&rng, (uint32_t)count)], &error), CW_OK);
        }
        cw_hive_write_sgf(&document, &text);
        if (cw_hive_read_sgf(cw_text_string(&text), text.length, &again, &error) != CW_OK)
            fail_msg("seed %d: %s", (int)seed, error.message);
        assert_same_moves(document.record, again.record);
        cw_document_clear(&again);
        cw_text_clear(&text);
        cw_hive_write_pgn(&document, &text);
        if (cw_hive_read_pgn(cw_text_string(&text), text.length, &again, &error) != CW_OK)
            fail_msg("seed %d: %s", (int)seed, error.message);
        assert_same_moves(document.record, again.record);
        cw_document_clear(&again);
        cw_document_clear(&document);
        cw_text_free(&text);
    }
}

/* ---- Facts from outside ---- */

static char *read_whole(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    static char buffer[1 << 16];
    *length = fread(buffer, 1, sizeof buffer - 1, file);
    buffer[*length] = '\0';
    fclose(file);
    return buffer;
}

static void read_real(const char *name, const char *extension, cw_document *document) {
    char path[512];
    size_t length = 0;
    cw_error error = {0};
    snprintf(path, sizeof path, "%s/games/%s.%s", facts, name, extension);
    char *text = read_whole(path, &length);
    assert_non_null(text);
    cw_status status = strcmp(extension, "pgn") == 0 ? cw_hive_read_pgn(text, length, document, &error)
                                                     : cw_hive_read_sgf(text, length, document, &error);
    if (status != CW_OK)
        fail_msg("%s: %s", path, error.message);
}

static void real_games_replay_from_both_files(void **unused) {
    (void)unused;
    char path[512];
    snprintf(path, sizeof path, "%s/games", facts);
    DIR *folder = opendir(path);
    if (folder == NULL)
        skip();
    int games = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        char name[300];
        snprintf(name, sizeof name, "%s", entry->d_name);
        char *dot = strrchr(name, '.');
        if (dot == NULL || strcmp(dot, ".pgn") != 0)
            continue;
        *dot = '\0';
        cw_document pgn, sgf;
        read_real(name, "pgn", &pgn);
        read_real(name, "sgf", &sgf);
        assert_same_moves(pgn.record, sgf.record);
        assert_string_equal(pgn.names[0], sgf.names[0]);
        assert_true(cw_record_length(pgn.record) > 20);
        /* A game may be agreed drawn; a win is on the board. */
        if (strcmp(pgn.result, "Draw") != 0)
            assert_string_equal(cw_uhp_game_state(pgn.record), pgn.result);
        cw_document_clear(&pgn);
        cw_document_clear(&sgf);
        games++;
    }
    closedir(folder);
    assert_true(games > 0);
}

/* Calls `check` with the two fields of each row of a table; returns the number of rows. */
static int for_each_row(const char *name, void (*check)(const char *game, char *moves)) {
    char path[512];
    snprintf(path, sizeof path, "%s/positions/%s", facts, name);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return -1;
    int rows = 0;
    static char line[8192];
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        char *tab = strchr(line, '\t');
        if (line[0] == '#' || tab == NULL)
            continue;
        *tab = '\0';
        check(line, tab + 1);
        rows++;
    }
    fclose(file);
    return rows;
}

static void is_refused(const char *string, char *moves) {
    cw_game *game;
    cw_record *record;
    cw_error error = {0};
    if (cw_uhp_read_game(string, "repetition=off", &game, &record, &error) != CW_OK)
        fail_msg("%s: %s", string, error.message);
    if (cw_record_play_text(record, moves, &error) == CW_OK)
        fail_msg("'%s' was played in %s", moves, string);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void invalid_moves_are_refused(void **unused) {
    (void)unused;
    int rows = for_each_row("invalid-moves.tsv", is_refused);
    if (rows < 0)
        skip();
    assert_true(rows > 10);
}

/* The listed moves are all legal, and no other move of their piece is. */
static void are_the_moves_of_a_piece(const char *string, char *moves) {
    cw_game *game;
    cw_record *record;
    cw_error error = {0};
    if (cw_uhp_read_game(string, "repetition=off", &game, &record, &error) != CW_OK)
        fail_msg("%s: %s", string, error.message);
    const cw_state *state = cw_record_state(record);
    cw_move legal[2048], listed = 0;
    int count = game->type->moves(game, state, legal), same_piece = 0, rows = 0;
    char *rest = NULL;
    for (char *move = strtok_r(moves, ";", &rest); move != NULL; move = strtok_r(NULL, ";", &rest)) {
        if (game->type->parse(game, state, move, &listed, &error) != CW_OK)
            fail_msg("%s: %s", string, error.message);
        rows++;
    }
    for (int i = 0; i < count; i++)
        same_piece += legal[i] >> 10 == listed >> 10;
    assert_int_equal(rows, same_piece);
    cw_record_destroy(record);
    cw_game_destroy(game);
}

static void listed_moves_are_the_legal_ones(void **unused) {
    (void)unused;
    static const char *const tables[] = {
        "valid-Beetle.tsv",  "valid-Grasshopper.tsv", "valid-Ladybug.tsv",    "valid-Mosquito.tsv",
        "valid-Pillbug.tsv", "valid-QueenBee.tsv",    "valid-SoldierAnt.tsv", "valid-Spider.tsv"};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        int rows = for_each_row(tables[i], are_the_moves_of_a_piece);
        if (rows < 0)
            skip();
        assert_true(rows > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(game_strings_come_back),
        cmocka_unit_test(bad_game_strings_are_refused),
        cmocka_unit_test(written_files_are_read_again),
        cmocka_unit_test(a_climb_with_a_sign_is_read_from_files),
        cmocka_unit_test(comments_may_touch_the_moves),
        cmocka_unit_test(random_games_survive_the_formats),
        cmocka_unit_test(real_games_replay_from_both_files),
        cmocka_unit_test(invalid_moves_are_refused),
        cmocka_unit_test(listed_moves_are_the_legal_ones),
    };
    return RUN_TESTS(tests);
}
