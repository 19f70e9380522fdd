/* The tiles against their description, the published list, and known counts of what fits. */
#include "games/tantrix/tiles.h"
#include "harness.h"

static tantrix_tiles tiles;

static int set_up(void **state) {
    (void)state;
    cw_tantrix_build_tiles(&tiles);
    return 0;
}

static bool same_up_to_turning(const char *left, const char *right) {
    for (int turned = 0; turned < 6; turned++) {
        int equal = 0;
        for (int side = 0; side < 6; side++)
            equal += left[side] == right[(side + turned) % 6];
        if (equal == 6)
            return true;
    }
    return false;
}

/* Is this a tile by the description: three colours on two sides each, not three straights? */
static bool is_tile(const char *string) {
    int straights = 0, pairs = 0;
    for (const char *color = "RYGB"; *color != '\0'; color++) {
        int count = 0;
        for (int side = 0; side < 6; side++)
            count += string[side] == *color;
        if (count != 0 && count != 2)
            return false;
        pairs += count == 2;
    }
    for (int side = 0; side < 3; side++)
        straights += string[side] == string[side + 3];
    return pairs == 3 && straights < 3;
}

static void every_possible_tile_is_there_once(void **state) {
    (void)state;
    int found[TANTRIX_TILES] = {0}, faces = 0;
    for (int code = 0; code < 4096; code++) {
        char string[7] = {0};
        for (int side = 0; side < 6; side++)
            string[side] = "RYGB"[code >> 2 * side & 3];
        if (!is_tile(string))
            continue;
        int matches = 0;
        for (int tile = 0; tile < TANTRIX_TILES; tile++) {
            bool same = same_up_to_turning(string, cw_tantrix_tile_string(tile));
            matches += same;
            found[tile] += same;
        }
        assert_int_equal(matches, 1);
        faces++;
    }
    for (int tile = 0; tile < TANTRIX_TILES; tile++)
        assert_true(found[tile] > 0);
    /* No tile looks the same after less than a full turn. */
    assert_int_equal(faces, TANTRIX_FACES);
}

/* How far apart the ends of each line are, smallest first: 111, 113, 122 or 223. */
static int shape(int tile) {
    int lengths[4] = {0};
    const tantrix_face *face = &tiles.faces[tile * TANTRIX_SIDES];
    for (int i = 0; i < 3; i++) {
        int apart = face->segments[i].to - face->segments[i].from;
        lengths[apart > 3 ? 6 - apart : apart]++;
    }
    int digits = 0;
    for (int length = 1; length <= 3; length++) {
        for (int i = 0; i < lengths[length]; i++)
            digits = 10 * digits + length;
    }
    return digits;
}

static void each_triple_of_colors_has_fourteen(void **state) {
    (void)state;
    for (int missing = 0; missing < TANTRIX_COLORS; missing++) {
        int corners = 0, bridges = 0, straights = 0, crossings = 0;
        for (int tile = 0; tile < TANTRIX_TILES; tile++) {
            if (tiles.with_color[missing] >> tile & 1)
                continue;
            corners += shape(tile) == 111;
            bridges += shape(tile) == 113;
            straights += shape(tile) == 223;
            crossings += shape(tile) == 122;
        }
        assert_int_equal(corners, 2);
        assert_int_equal(bridges, 3);
        assert_int_equal(straights, 3);
        assert_int_equal(crossings, 6);
    }
}

static void the_published_list_agrees(void **state) {
    (void)state;
    FILE *file = fopen("../shared/facts/tantrix-tiles.txt", "r");
    if (file == NULL)
        skip();
    char line[256];
    int seen = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        int number, printed, listed_shape;
        char string[7];
        if (line[0] == '#' || sscanf(line, "%d %6s %d %d", &number, string, &printed, &listed_shape) != 4)
            continue;
        assert_in_range(number, 1, TANTRIX_TILES);
        assert_string_equal(cw_tantrix_tile_string(number - 1), string);
        assert_int_equal(shape(number - 1), listed_shape);
        seen++;
    }
    fclose(file);
    assert_int_equal(seen, TANTRIX_TILES);
}

static unsigned pattern_of(const char *edges) {
    unsigned pattern = 0, power = 1;
    for (int side = 0; side < 6; side++, power *= 5)
        pattern += edges[side] == '.' ? 0 : power * (1 + (unsigned)(strchr("RYGB", edges[side]) - "RYGB"));
    return pattern;
}

static int fitting(const char *edges) {
    return __builtin_popcountll(tiles.fits[pattern_of(edges)].once);
}

static void what_fits_is_counted(void **state) {
    (void)state;
    static const struct {
        const char *edges;
        int count;
    } cases[] = {
        {"RYG...", 5}, {"RRY...", 6},  {"RYY...", 6},  {"RYR...", 6},  {"RRR...", 0},  {"..BGR.", 5},
        {"Y...YY", 0}, {"R.....", 42}, {"RR....", 18}, {"RY....", 20}, {"B....G", 20}, {".GG...", 18},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(fitting(cases[i].edges), cases[i].count);
}

static void three_edges_leave_one_way_to_turn(void **state) {
    (void)state;
    for (int code = 0; code < 64; code++) {
        char edges[7] = "......";
        for (int i = 0; i < 3; i++)
            edges[i] = "RYGB"[code >> 2 * i & 3];
        assert_true(tiles.fits[pattern_of(edges)].twice == 0);
    }
}

/* The look-up tables against trying every face on every pattern. */
static void look_ups_agree_with_trying(void **state) {
    (void)state;
    for (unsigned pattern = 1; pattern < TANTRIX_PATTERNS; pattern++) {
        const tantrix_fit *fit = &tiles.fits[pattern];
        for (int tile = 0; tile < TANTRIX_TILES; tile++) {
            int ways = 0;
            for (int orientation = 0; orientation < 6; orientation++) {
                unsigned rest = pattern;
                bool matches = true;
                for (int side = 0; side < 6; side++, rest /= 5) {
                    char color = cw_tantrix_tile_string(tile)[(side + 6 - orientation) % 6];
                    matches &= rest % 5 == 0 || "RYGB"[rest % 5 - 1] == color;
                }
                ways += matches;
            }
            assert_int_equal((fit->once >> tile & 1) + (fit->twice >> tile & 1), ways);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_possible_tile_is_there_once, set_up),
        cmocka_unit_test_setup(each_triple_of_colors_has_fourteen, set_up),
        cmocka_unit_test_setup(the_published_list_agrees, set_up),
        cmocka_unit_test_setup(what_fits_is_counted, set_up),
        cmocka_unit_test_setup(three_edges_leave_one_way_to_turn, set_up),
        cmocka_unit_test_setup(look_ups_agree_with_trying, set_up),
    };
    return RUN_TESTS(tests);
}
