#include <math.h>

#include "scene/geometry.h"
#include "scene/scenes.h"

static char *draw(cw_scene *scene) {
    cw_text text = {0};
    cw_scene_svg(scene, &text);
    assert_false(text.out_of_memory);
    cw_scene_free(scene);
    return text.data;
}

static int count_of(const char *string, const char *word) {
    int count = 0;
    for (const char *found = strstr(string, word); found != NULL; found = strstr(found + 1, word))
        count++;
    return count;
}

/* Every tag is closed, in the right order; quotes come in pairs. */
static void check_well_formed(const char *svg) {
    char open[16][16];
    int depth = 0;
    for (const char *place = strchr(svg, '<'); place != NULL; place = strchr(place + 1, '<')) {
        size_t length = strcspn(place, ">");
        assert_true(place[length] == '>');
        bool closing = place[1] == '/', single = place[length - 1] == '/';
        char name[16];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(place + 1 + closing, " >/"), place + 1 + closing);
        if (closing) {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        } else if (!single) {
            assert_true(depth < 16);
            snprintf(open[depth++], sizeof open[0], "%s", name);
        }
        int quotes = 0;
        for (size_t i = 0; i < length; i++)
            quotes += place[i] == '"';
        assert_int_equal(quotes % 2, 0);
    }
    assert_int_equal(depth, 0);
}

/* The view holds every corner of every hexagon. */
static void check_view(const char *svg) {
    double left, top, width, height;
    assert_int_equal(sscanf(strstr(svg, "viewBox=\"") + 9, "%lf,%lf %lf,%lf", &left, &top, &width, &height),
                     4);
    for (const char *place = strstr(svg, "points=\""); place != NULL;
         place = strstr(place + 1, "points=\"")) {
        const char *corner = place + 8;
        for (int i = 0; i < 6; i++) {
            double x, y;
            int used;
            assert_int_equal(sscanf(corner, "%lf,%lf%n", &x, &y, &used), 2);
            assert_true(x >= left && x <= left + width && y >= top && y <= top + height);
            corner += used;
        }
    }
}

static void every_kind_of_scene_is_well_formed(void **state) {
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        cw_scene scene = {0};
        if (kind == 0)
            make_hex_scene(&scene, 11);
        else if (kind == 1)
            make_hive_scene(&scene);
        else if (kind == 2)
            make_six_scene(&scene);
        else if (kind == 3)
            make_tantrix_scene(&scene);
        char *svg = draw(&scene);
        check_well_formed(svg);
        check_view(svg);
        free(svg);
    }
}

static void every_cell_and_border_is_drawn(void **state) {
    (void)state;
    cw_scene scene = {0};
    make_hex_scene(&scene, 5);
    char *svg = draw(&scene);
    assert_int_equal(count_of(svg, "<g>"), 25);
    assert_int_equal(count_of(svg, "<polygon"), 25 + 1); /* one mark */
    assert_int_equal(count_of(svg, "stroke-linecap=\"round\""),
                     2 * (4 * 10 - 2)); /* rim and colour; two corners share a side */
    free(svg);
}

static void a_stack_shows_its_height(void **state) {
    (void)state;
    cw_scene scene = {0};
    make_hive_scene(&scene);
    char *svg = draw(&scene);
    assert_int_equal(count_of(svg, "<circle"), 1);
    assert_int_equal(count_of(svg, ">3</text>"), 1);
    assert_int_equal(count_of(svg, ">×3</text>"), 2);
    free(svg);
}

static void text_is_escaped(void **state) {
    (void)state;
    cw_scene scene = {0};
    cw_scene_cell *cell = cw_scene_add_cell(&scene, 0, 0);
    set_glyph(cell->glyph, "<&>");
    snprintf(cell->note, sizeof cell->note, "a \"note\"");
    cw_text_append(&scene.caption, "bad \xff byte \x01 & <tag>");
    char *svg = draw(&scene);
    assert_non_null(strstr(svg, ">&lt;&amp;&gt;</text>"));
    assert_non_null(strstr(svg, "<title>a &quot;note&quot;</title>"));
    assert_non_null(strstr(svg, ">bad ? byte   &amp; &lt;tag&gt;</text>"));
    check_well_formed(svg);
    free(svg);
}

/* Lines leave a tile at the middle of its sides and at right
 * angles, so that they join those of neighbours. */
static void lines_meet_the_sides_at_right_angles(void **state) {
    (void)state;
    for (int from = 0; from < 6; from++) {
        for (int to = 0; to < 6; to++) {
            if (from == to)
                continue;
            cw_hexagon_curve curve = cw_hexagon_curve_between(from, to);
            cw_hexagon_point start = cw_hexagon_curve_at(&curve, 0), next = cw_hexagon_curve_at(&curve, 1e-6);
            cw_hexagon_point end = cw_hexagon_curve_at(&curve, 1), side = cw_hexagon_side(from);
            assert_true(hypot(start.x - side.x, start.y - side.y) < 1e-9);
            assert_true(hypot(end.x - cw_hexagon_side(to).x, end.y - cw_hexagon_side(to).y) < 1e-9);
            double step = hypot(next.x - start.x, next.y - start.y);
            double inward = -((next.x - start.x) * side.x + (next.y - start.y) * side.y) / CW_HEX_INRADIUS;
            assert_true(fabs(inward / step - 1) < 1e-5);
            for (double t = 0.05; t < 1; t += 0.05) {
                cw_hexagon_point point = cw_hexagon_curve_at(&curve, t);
                assert_true(cw_hexagon_contains(point));
                assert_true(cw_hexagon_curve_distance(&curve, point) < 1e-9);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_scene_is_well_formed),
        cmocka_unit_test(every_cell_and_border_is_drawn),
        cmocka_unit_test(a_stack_shows_its_height),
        cmocka_unit_test(text_is_escaped),
        cmocka_unit_test(lines_meet_the_sides_at_right_angles),
    };
    return RUN_TESTS(tests);
}
