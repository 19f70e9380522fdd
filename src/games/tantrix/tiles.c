#include "games/tantrix/tiles.h"

#include <string.h>

#include "core/lattice.h"

/* In the numbering of the online game. */
static const char strings[TANTRIX_TILES][TANTRIX_SIDES + 1] = {
    "GGRRYY", "RRGGYY", "GYRRYG", "YGRRGY", "YRGGRY", "RYRGYG", "RGRYGY", "GRGYRY", "YRGRGY", "YGRGRY",
    "GRYRYG", "GYRYRG", "RGYGYR", "RYGYGR", "GGBBYY", "BBGGYY", "GYBBYG", "YGBBGY", "YBGGBY", "BYBGYG",
    "BGBYGY", "GBGYBY", "YBGBGY", "YGBGBY", "GBYBYG", "GYBYBG", "BGYGYB", "BYGYGB", "RRBBYY", "YYBBRR",
    "RYBBYR", "YRBBRY", "YBRRBY", "BYBRYR", "BRBYRY", "RBRYBY", "YBRBRY", "YRBRBY", "RBYBYR", "RYBYBR",
    "BRYRYB", "BYRYRB", "RRBBGG", "BBRRGG", "RGBBGR", "GRBBRG", "GBRRBG", "BGBRGR", "BRBGRG", "RBRGBG",
    "GBRBRG", "GRBRBG", "RBGBGR", "RGBGBR", "BRGRGB", "BGRGRB",
};

static const char letters[] = "RYGB";

static const uint16_t powers_of_five[TANTRIX_SIDES] = {1, 5, 25, 125, 625, 3125};

const char *cw_tantrix_tile_string(int tile) {
    return strings[tile];
}

char cw_tantrix_color_letter(int color) {
    return letters[color];
}

static int color_of_letter(char letter) {
    return (int)(strchr(letters, letter) - letters);
}

/* The segments come in the order of their colours. */
static void find_segments(tantrix_face *face) {
    tantrix_segment *segment = face->segments;
    for (int color = 0; color < TANTRIX_COLORS; color++) {
        int from = -1;
        for (int side = 0; side < TANTRIX_SIDES; side++) {
            if (face->color[side] != color)
                continue;
            if (from >= 0)
                *segment++ = (tantrix_segment){(uint8_t)from, (uint8_t)side, (uint8_t)color};
            from = side;
        }
    }
}

static void build_face(tantrix_face *face, int tile, int orientation) {
    for (int side = 0; side < TANTRIX_SIDES; side++) {
        int color = color_of_letter(strings[tile][(side + TANTRIX_SIDES - orientation) % TANTRIX_SIDES]);
        face->color[side] = (uint8_t)color;
        face->edges |= 1u << (4 * side + color);
        face->digits[side] = (uint16_t)((1 + color) * powers_of_five[cw_opposite(side)]);
    }
    find_segments(face);
}

static void find_color_sides(tantrix_tiles *tiles, int tile) {
    memset(tiles->color_sides[tile], 0xFF, sizeof tiles->color_sides[tile]);
    const tantrix_face *face = &tiles->faces[tile * TANTRIX_SIDES];
    for (int i = 0; i < 3; i++) {
        const tantrix_segment *segment = &face->segments[i];
        tiles->color_sides[tile][segment->color][0] = segment->from;
        tiles->color_sides[tile][segment->color][1] = segment->to;
        tiles->with_color[segment->color] |= UINT64_C(1) << tile;
    }
}

/* Enters a face in every pattern that it fits: each subset of its own edges. */
static void enter_face(tantrix_tiles *tiles, int tile, const tantrix_face *face) {
    tantrix_set bit = UINT64_C(1) << tile;
    for (unsigned subset = 1; subset < 1u << TANTRIX_SIDES; subset++) {
        unsigned pattern = 0;
        for (int side = 0; side < TANTRIX_SIDES; side++) {
            if (subset >> side & 1)
                pattern += (1u + face->color[side]) * powers_of_five[side];
        }
        tantrix_fit *fit = &tiles->fits[pattern];
        fit->twice |= fit->once & bit;
        fit->once |= bit;
    }
}

static void describe_pattern(tantrix_tiles *tiles, unsigned pattern) {
    unsigned touched = 0, edges = 0;
    int count = 0, alike[1 + TANTRIX_COLORS] = {0}, most_alike = 0;
    for (int side = 0; side < TANTRIX_SIDES; side++) {
        unsigned digit = pattern / powers_of_five[side] % 5;
        if (digit == 0)
            continue;
        touched |= 1u << side;
        edges |= 1u << (4 * side + (int)digit - 1);
        count++;
        if (++alike[digit] > most_alike)
            most_alike = alike[digit];
    }
    tiles->glance[pattern] = (uint8_t)(touched | (count >= 3 ? TANTRIX_THREE_SIDES : 0) |
                                       (most_alike >= 3 ? TANTRIX_THREE_ALIKE : 0));
    tiles->fits[pattern].edges = edges;
}

void cw_tantrix_build_tiles(tantrix_tiles *tiles) {
    memset(tiles, 0, sizeof *tiles);
    for (unsigned pattern = 0; pattern < TANTRIX_PATTERNS; pattern++)
        describe_pattern(tiles, pattern);
    for (int tile = 0; tile < TANTRIX_TILES; tile++) {
        for (int orientation = 0; orientation < TANTRIX_SIDES; orientation++) {
            tantrix_face *face = &tiles->faces[tile * TANTRIX_SIDES + orientation];
            build_face(face, tile, orientation);
            enter_face(tiles, tile, face);
        }
        find_color_sides(tiles, tile);
    }
}
