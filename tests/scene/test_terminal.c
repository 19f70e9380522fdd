#include "scene/scenes.h"

static const cw_scene_style plain = {.color = false, .unicode = false};

static void check_print(const cw_scene *scene, cw_scene_style style, const char *expected) {
    cw_text text = {0};
    cw_scene_print(scene, style, &text);
    assert_string_equal(cw_text_string(&text), expected);
    cw_text_free(&text);
}

static void a_hex_board_is_a_slanted_rhombus(void **state) {
    (void)state;
    cw_scene scene = {0};
    make_hex_scene(&scene, 4);
    check_print(&scene, plain,
                "  a b c d\n"
                " 1 . . . . 1\n"
                "  2 . . B . 2\n"
                "   3 .(W). . 3\n"
                "    4 . . . . 4\n"
                "       a b c d\n"
                "() last move\n"
                "Black to move\n");
    cw_scene_free(&scene);
}

static void labels_of_two_letters_stay_beside_the_board(void **state) {
    (void)state;
    cw_scene scene = {0};
    cw_text text = {0};
    make_hex_scene(&scene, 10);
    cw_scene_print(&scene, plain, &text);
    assert_non_null(strstr(cw_text_string(&text), "\n         10 . . . . . . . . . . 10\n"));
    assert_non_null(strstr(cw_text_string(&text), "\n         9 . . . . . . . . . . 9\n"));
    cw_text_free(&text);
    cw_scene_free(&scene);
}

static void hive_stacks_show_their_top_and_height(void **state) {
    (void)state;
    cw_scene scene = {0};
    make_hive_scene(&scene);
    check_print(&scene, plain,
                "          / \\\n"
                "         |bA3|\n"
                "    / \\ / \\ /\n"
                "   |wQ (bB2)\n"
                "  / \\ / \\3/\n"
                " <wS1>\n"
                "  \\ /\n"
                "() last move  <> may not move\n"
                "stack of 3: bQ wB1 bB2\n"
                "white: Gx3 Ax2\n"
                "hand 2: Gx3 Ax2\n"
                "White to move\n");
    cw_scene_free(&scene);
}

static void hands_that_are_too_wide_go_on_below_their_name(void **state) {
    (void)state;
    cw_scene scene = {0};
    cw_text text = {0};
    make_hive_scene(&scene);
    cw_scene_print(&scene, (cw_scene_style){.columns = 12}, &text);
    assert_non_null(strstr(cw_text_string(&text), "\nwhite: Gx3\n       Ax2\nhand 2: Gx3\n        Ax2\n"));
    cw_text_free(&text);
    cw_scene_free(&scene);
}

static void six_tiles_share_their_brackets(void **state) {
    (void)state;
    cw_scene scene = {0};
    make_six_scene(&scene);
    check_print(&scene, plain,
                " [R|R|R|R|R|R)\n"
                "   B B B B B\n"
                "() last move  [] winning\n"
                "Red wins\n"
                "A line of six\n");
    cw_scene_free(&scene);
}

static void lines_of_tiles_can_be_followed_by_letters(void **state) {
    (void)state;
    cw_scene scene = {0};
    make_tantrix_scene(&scene);
    check_print(&scene, plain,
                "      .         .\n"
                "    B   R     YY YY\n"
                " . BB   RR .   YYY   .\n"
                " BBB 17  RRRRRR()RRRRR\n"
                " .   YYY   .   GGG   .\n"
                "    YY YYB   YGG GG\n"
                "      .  BB YY  .         .\n"
                "      RRRRRRRRRR    {}\n"
                "      .  BB YY  .         .\n"
                "         B   Y\n"
                "           .         .\n"
                "() last move  {} forced\n"
                "red: 23:GRGYRY\n"
                "Red to move\n");
    cw_scene_free(&scene);
}

/* What a text says when the colours are taken out of it. */
static void strip_colors(const char *from, cw_text *text) {
    while (*from != '\0') {
        if (*from == '\033')
            from += strcspn(from, "m");
        else
            cw_text_append_char(text, *from);
        from++;
    }
}

static void colors_change_no_character(void **state) {
    (void)state;
    cw_scene scene = {0};
    cw_text colored = {0}, stripped = {0}, expected = {0};
    make_hive_scene(&scene);
    cw_scene_print(&scene, (cw_scene_style){.color = true}, &colored);
    cw_scene_print(&scene, plain, &expected);
    strip_colors(cw_text_string(&colored), &stripped);
    assert_true(colored.length > stripped.length);
    assert_string_equal(cw_text_string(&stripped), cw_text_string(&expected));
    cw_text_free(&colored);
    cw_text_free(&stripped);
    cw_text_free(&expected);
    cw_scene_free(&scene);
}

static void every_line_ends_without_a_color(void **state) {
    (void)state;
    cw_scene scene = {0};
    cw_text text = {0};
    make_tantrix_scene(&scene);
    cw_scene_print(&scene, (cw_scene_style){.color = true, .unicode = true}, &text);
    bool colored = false;
    for (const char *place = cw_text_string(&text); *place != '\0'; place++) {
        if (*place == '\033')
            colored = strncmp(place, "\033[0m", 4) != 0;
        if (*place == '\n')
            assert_false(colored);
    }
    assert_non_null(strstr(cw_text_string(&text), "▀"));
    cw_text_free(&text);
    cw_scene_free(&scene);
}

static void axes_name_rows_and_diagonals(void **state) {
    (void)state;
    cw_scene scene = {0};
    cw_scene_add_cell(&scene, 0, 0)->fill = CW_COLOR_RED;
    cw_scene_add_cell(&scene, 1, 0)->fill = CW_COLOR_BLACK;
    cw_scene_add_cell(&scene, -1, 1)->marks = CW_MARK_LAST;
    cw_scene_add_axes(&scene);
    check_print(&scene, plain,
                "   q-1 q0  q1\n"
                " r0       R   B\n"
                "   r1 ( . )\n"
                "() last move\n");
    cw_scene_free(&scene);
}

static int widest_line(const char *text) {
    size_t widest = 0;
    for (const char *line = text; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        widest = length > widest ? length : widest;
        line += length + (line[length] != '\0');
    }
    return (int)widest;
}

/* A row of tiles, the third of them the last move. */
static void make_row_of_tiles(cw_scene *scene, int count) {
    for (int q = 0; q < count; q++) {
        cw_scene_cell *cell = cw_scene_add_cell(scene, q, 0);
        *cell =
            (cw_scene_cell){.q = q, .fill = CW_COLOR_BLACK, .lines = {{0, 3, CW_COLOR_RED}}, .line_count = 1};
        snprintf(cell->glyph, sizeof cell->glyph, "%d", q);
        cell->marks = q == 2 ? CW_MARK_LAST : 0;
    }
}

static void tiles_shrink_to_the_terminal(void **state) {
    (void)state;
    for (int columns = 20; columns <= 120; columns += 10) {
        cw_scene scene = {0};
        cw_text text = {0};
        make_row_of_tiles(&scene, 10);
        cw_scene_print(&scene, (cw_scene_style){.columns = columns}, &text);
        char *legend = strstr(cw_text_string(&text), "() last");
        bool is_cut = strstr(cw_text_string(&text), "wider than the terminal") != NULL;
        assert_non_null(strstr(cw_text_string(&text), "(2)"));
        assert_true(is_cut == (columns < 63));
        *legend = '\0';
        assert_true(is_cut || widest_line(cw_text_string(&text)) <= columns);
        cw_text_free(&text);
        cw_scene_free(&scene);
    }
}

static void an_empty_scene_prints_its_caption(void **state) {
    (void)state;
    cw_scene scene = {0};
    check_print(&scene, plain, "");
    cw_text_append(&scene.caption, "nothing yet\n");
    check_print(&scene, plain, "nothing yet\n");
    cw_scene_free(&scene);
}

static void a_position_too_wide_is_refused(void **state) {
    (void)state;
    cw_scene scene = {0};
    cw_scene_add_cell(&scene, -40000, 0)->fill = CW_COLOR_RED;
    cw_scene_add_cell(&scene, 40000, 0)->fill = CW_COLOR_RED;
    check_print(&scene, plain, "(the position is too wide to draw)\n");
    cw_scene_free(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hex_board_is_a_slanted_rhombus),
        cmocka_unit_test(labels_of_two_letters_stay_beside_the_board),
        cmocka_unit_test(hive_stacks_show_their_top_and_height),
        cmocka_unit_test(hands_that_are_too_wide_go_on_below_their_name),
        cmocka_unit_test(six_tiles_share_their_brackets),
        cmocka_unit_test(lines_of_tiles_can_be_followed_by_letters),
        cmocka_unit_test(colors_change_no_character),
        cmocka_unit_test(every_line_ends_without_a_color),
        cmocka_unit_test(axes_name_rows_and_diagonals),
        cmocka_unit_test(tiles_shrink_to_the_terminal),
        cmocka_unit_test(an_empty_scene_prints_its_caption),
        cmocka_unit_test(a_position_too_wide_is_refused),
    };
    return RUN_TESTS(tests);
}
