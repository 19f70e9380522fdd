/* The 56 tiles of Tantrix, and which of them fit where.
 *
 * A tile turned to one of its six orientations is a face. The edges around an empty cell are a pattern: a
 * number in base five whose digit for side s is 0 where no tile touches and 1 + colour where one does. What
 * fits a pattern is one look-up, as a set of tiles: bit t stands for the tile with index t, which people call
 * t + 1. */
#ifndef CW_GAMES_TANTRIX_TILES_H
#define CW_GAMES_TANTRIX_TILES_H

#include <stdint.h>

enum {
    TANTRIX_TILES = 56,
    TANTRIX_SIDES = 6,
    TANTRIX_FACES = TANTRIX_TILES * TANTRIX_SIDES,
    TANTRIX_PATTERNS = 15625, /* five to the power of six sides */
    TANTRIX_COLORS = 4,
};

/* The colours in the order of their letters R Y G B. */
typedef enum tantrix_color { TANTRIX_RED, TANTRIX_YELLOW, TANTRIX_GREEN, TANTRIX_BLUE } tantrix_color;

/* A set of tiles. */
typedef uint64_t tantrix_set;
#define TANTRIX_ALL_TILES ((UINT64_C(1) << TANTRIX_TILES) - 1)

/* A piece of a line across one tile. */
typedef struct tantrix_segment {
    uint8_t from, to; /* sides */
    uint8_t color;
} tantrix_segment;

/* A tile at one orientation. */
typedef struct tantrix_face {
    uint32_t edges;                 /* four bits a side, one of them set: the colour */
    uint16_t digits[TANTRIX_SIDES]; /* what the face adds to the pattern of the cell across each side */
    uint8_t color[TANTRIX_SIDES];
    tantrix_segment segments[3];
} tantrix_face;

/* What is known of a pattern at a glance. */
enum {
    TANTRIX_TOUCHED = 0x3F,     /* one bit for each side that a tile touches */
    TANTRIX_THREE_SIDES = 0x40, /* three or more tiles touch */
    TANTRIX_THREE_ALIKE = 0x80, /* three or more edges have one colour */
};

/* What fits a pattern with at least one edge. No tile fits such a pattern in more than two ways. */
typedef struct tantrix_fit {
    tantrix_set once;  /* tiles that fit in at least one orientation */
    tantrix_set twice; /* tiles that fit in two */
    uint32_t edges;    /* four bits a side, as in a face; 0 where no tile touches */
} tantrix_fit;

/* All tables. They depend on nothing and never change. */
typedef struct tantrix_tiles {
    tantrix_face faces[TANTRIX_FACES]; /* tile index * 6 + orientation */
    /* The two sides of a tile at orientation 0 that have a colour; both 0xFF where the tile lacks it. */
    uint8_t color_sides[TANTRIX_TILES][TANTRIX_COLORS][2];
    tantrix_set with_color[TANTRIX_COLORS];
    uint8_t glance[TANTRIX_PATTERNS];
    tantrix_fit fits[TANTRIX_PATTERNS];
} tantrix_tiles;

/* The colours of a tile clockwise from the north-east side at orientation 0, such as "GGRRYY". */
const char *cw_tantrix_tile_string(int tile);

/* The letter of a colour, one of R Y G B. */
char cw_tantrix_color_letter(int color);

/* Fills all tables. */
void cw_tantrix_build_tiles(tantrix_tiles *tiles);

/* The face of `tile` that shows its colour-`color` side number `which` (0 or 1) at `side`. The tile must have
 * the colour. */
static inline unsigned tantrix_face_with(const tantrix_tiles *tiles, unsigned tile, unsigned color,
                                         unsigned which, unsigned side) {
    unsigned orientation = side + TANTRIX_SIDES - tiles->color_sides[tile][color][which];
    return tile * TANTRIX_SIDES + (orientation >= TANTRIX_SIDES ? orientation - TANTRIX_SIDES : orientation);
}

#endif
