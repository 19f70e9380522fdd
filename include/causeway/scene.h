/* A scene: what to draw, as data. A game describes its position as a scene; the terminal, SVG files and the
 * page draw scenes and know no game.
 *
 * Cells are pointy-top hexagons at axial coordinates q,r: q grows to the east, r to the south-east.
 *
 *          NW  NE
 *         W  **  E        clockwise: NE (+1,-1), E (+1,0), SE (0,+1), SW (-1,+1), W (-1,0), NW (0,-1)
 *          SW  SE
 *
 * A stack is several cells with the same q,r and rising level. A tile with lines joins pairs of its sides.
 *
 * A shape is what several cells form together: the best line so far, or one that wants a single piece more.
 *
 * A piece has a number that it keeps through the game, from hand to cell and from cell to cell, so that a
 * page can show it moving; and a symbol's name where it is more than a plain stone or tile. */
#ifndef CAUSEWAY_SCENE_H
#define CAUSEWAY_SCENE_H

#include <stdbool.h>
#include <stdint.h>

#include "causeway/status.h"
#include "causeway/text.h"

typedef enum cw_color {
    CW_COLOR_NONE, /* not drawn */
    CW_COLOR_BOARD,
    CW_COLOR_BLACK,
    CW_COLOR_WHITE,
    CW_COLOR_RED,
    CW_COLOR_YELLOW,
    CW_COLOR_GREEN,
    CW_COLOR_BLUE,
    CW_COLOR_GRAY,
    CW_COLOR_COUNT,
} cw_color;

enum {
    CW_MARK_LAST = 1,    /* part of the last move */
    CW_MARK_FORCED = 2,  /* a place the rules speak of: a forced space */
    CW_MARK_WINNING = 4, /* part of what won */
    CW_MARK_BLOCKED = 8, /* may not move now */
};

enum {
    CW_GLYPH_MAX = 8,
    CW_LINES_MAX = 3,
    CW_NOTE_MAX = 64,
    CW_HANDS_MAX = 4,
    CW_HAND_NAME_MAX = 16,
    CW_SYMBOL_MAX = 16
};

/* A coloured line from one side of a tile to another (sides 0 to 5, clockwise from the north-east). */
typedef struct cw_scene_line {
    uint8_t from, to;
    uint8_t color;
} cw_scene_line;

typedef struct cw_scene_cell {
    int q, r, level;
    cw_color fill;            /* NONE: only an outline */
    cw_color ink;             /* of the glyph; NONE: the renderer chooses one that can be read */
    char glyph[CW_GLYPH_MAX]; /* a few letters on the cell, may be empty */
    unsigned marks;
    cw_color border[6]; /* coloured sides, as at the edges of a Hex board */
    cw_scene_line lines[CW_LINES_MAX];
    int line_count;
    char note[CW_NOTE_MAX];     /* a word about the cell, shown when pointed at */
    int piece;                  /* the number of the piece here, the same wherever it goes; 0: none */
    char symbol[CW_SYMBOL_MAX]; /* what the piece shows, such as "queen" or "ant"; empty: a plain one */
} cw_scene_cell;

/* Text beside the cells, such as the name of a column, where a cell at q,r would be. */
typedef struct cw_scene_label {
    int q, r;
    char text[CW_GLYPH_MAX];
} cw_scene_label;

/* Something in a player's hand. */
typedef struct cw_scene_item {
    int player;
    int index; /* the game's number for it: what CW_PICK_HAND names */
    int count; /* how many of them */
    cw_color fill;
    char glyph[CW_GLYPH_MAX];
    cw_scene_line lines[CW_LINES_MAX];
    int line_count;
    int piece; /* the number of the piece that is laid next of them; 0: not known */
    char symbol[CW_SYMBOL_MAX];
} cw_scene_item;

typedef enum cw_shape_kind {
    CW_SHAPE_BEST,   /* the best that a player has made; on tiles with lines it follows those of its colour */
    CW_SHAPE_THREAT, /* one piece more and it wins: its last place is the one where that is missing */
} cw_shape_kind;

typedef struct cw_scene_place {
    int q, r;
} cw_scene_place;

typedef struct cw_scene_shape {
    cw_shape_kind kind;
    int player;
    cw_color color;
    char name[CW_SYMBOL_MAX]; /* such as "line" */
    int points;               /* what it counts; 0: nothing */
    int first, count;         /* its cells: a part of the scene's places */
} cw_scene_shape;

typedef struct cw_scene {
    cw_scene_cell *cells;
    int cell_count, cell_capacity;
    cw_scene_label *labels;
    int label_count, label_capacity;
    cw_scene_item *items;
    int item_count, item_capacity;
    cw_scene_shape *shapes;
    int shape_count, shape_capacity;
    cw_scene_place *places;
    int place_count, place_capacity;
    char hands[CW_HANDS_MAX][CW_HAND_NAME_MAX]; /* whose hand it is, "white"; empty: shown by number */
    cw_text caption; /* one line or several: whose move, scores, how the game ended */
    bool out_of_memory;
} cw_scene;

/* Adds an empty cell, label or item and returns it to be filled. Never NULL: when memory is out, a spare
 * place. */
CW_API cw_scene_cell *cw_scene_add_cell(cw_scene *scene, int q, int r);
CW_API cw_scene_label *cw_scene_add_label(cw_scene *scene, int q, int r, const char *label);
CW_API cw_scene_item *cw_scene_add_item(cw_scene *scene, int player, int index);

/* Begins a shape; cw_scene_extend_shape adds a cell to the shape that was begun last. */
CW_API cw_scene_shape *cw_scene_add_shape(cw_scene *scene, cw_shape_kind kind, int player, cw_color color,
                                          const char *name);
CW_API void cw_scene_extend_shape(cw_scene *scene, int q, int r);

/* Names the rows and diagonals of all cells there are, for games whose moves are written as q,r: "r2" at the
 * left of a row, "q-1" above the line that runs from there to the south-east. */
CW_API void cw_scene_add_axes(cw_scene *scene);

CW_API void cw_scene_clear(cw_scene *scene);
CW_API void cw_scene_free(cw_scene *scene);

typedef struct cw_scene_style {
    bool color;   /* ANSI colours (terminal) */
    bool unicode; /* characters beyond ASCII (terminal) */
    int columns;  /* of the terminal: wider boards are drawn smaller, or in part; 0: any width will do */
} cw_scene_style;

/* Draws with characters. */
CW_API void cw_scene_print(const cw_scene *scene, cw_scene_style style, cw_text *text);

/* Draws as a complete SVG document. */
CW_API void cw_scene_svg(const cw_scene *scene, cw_text *text);

/* What a person touches, one after the other, to say a move: see cw_game_type.picks. */
typedef enum cw_pick_kind {
    CW_PICK_CELL,   /* the cell or the piece at q,r */
    CW_PICK_HAND,   /* the item `index` of the hand of whoever decides */
    CW_PICK_TURN,   /* an orientation: `index` steps clockwise */
    CW_PICK_BUTTON, /* a button with the move's own text, such as pass */
} cw_pick_kind;

typedef struct cw_pick {
    cw_pick_kind kind;
    int q, r, index;
} cw_pick;

enum { CW_PICKS_MAX = 4 };

#endif
