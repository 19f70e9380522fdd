/* Draws any scene with characters, in one of three ways: dots for boards of single stones, outlined cells for
 * pieces with names and stacks, and tiles where lines run across them.
 *
 *      . . B .            / \ / \            the third draws hexagons of six to ten columns
 *       . W .            |wQ |bA1|           and four to six rows from pixels
 *                         \ / \2/                                                                          */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/scene.h"
#include "core/lattice.h"
#include "scene/canvas.h"
#include "scene/geometry.h"

typedef struct appearance {
    uint16_t paper, text;
    char letter;
} appearance;

static const appearance looks[CW_COLOR_COUNT] = {
    [CW_COLOR_NONE] = {CW_INK_NONE, CW_INK_NONE, '.'},
    [CW_COLOR_BOARD] = {180, 94, '.'},
    [CW_COLOR_BLACK] = {234, 255, 'B'},
    [CW_COLOR_WHITE] = {255, 234, 'W'},
    [CW_COLOR_RED] = {160, 255, 'R'},
    [CW_COLOR_YELLOW] = {220, 234, 'Y'},
    [CW_COLOR_GREEN] = {34, 255, 'G'},
    [CW_COLOR_BLUE] = {33, 255, 'B'},
    [CW_COLOR_GRAY] = {245, 234, 'x'},
};

static const struct mark {
    unsigned mark;
    const char *left, *right, *meaning;
} marks[] = {
    {CW_MARK_LAST, "(", ")", "last move"},
    {CW_MARK_WINNING, "[", "]", "winning"},
    {CW_MARK_FORCED, "{", "}", "forced"},
    {CW_MARK_BLOCKED, "<", ">", "may not move"},
};
enum { MARKS = sizeof marks / sizeof marks[0] };

/* How cells lie on the canvas. */
typedef struct spacing {
    int width, height; /* columns from a cell to the one east of it, rows from a row of cells to the next */
    int reach;         /* rows that a cell takes above and below its middle */
    int left, top;     /* what to take from the position of the cell at 0,0 */
    int columns, rows;
} spacing;

typedef struct sketch {
    const cw_scene *scene;
    cw_scene_style style;
    spacing layout;
    cw_canvas canvas;
    /* Only for large tiles: rows of pixels, `fine` of them in a row of characters; 0: nothing there. With
       colours a pixel is a colour number plus 1, without them a letter. */
    uint16_t *pixels;
    int fine;
} sketch;

/* ---- Layout ---- */

enum { CANVAS_SIDE_MAX = 20000 };

static bool is_empty(const cw_scene_cell *cell) {
    return cell->fill == CW_COLOR_NONE || cell->fill == CW_COLOR_BOARD;
}

static bool has_lines(const cw_scene *scene) {
    for (int i = 0; i < scene->cell_count; i++) {
        if (scene->cells[i].line_count > 0)
            return true;
    }
    return false;
}

/* Are there stacks, or pieces with names? */
static bool has_pieces(const cw_scene *scene) {
    for (int i = 0; i < scene->cell_count; i++) {
        const cw_scene_cell *cell = &scene->cells[i];
        if (cell->level > 0 || (!is_empty(cell) && cw_utf8_length(cell->glyph) > 1))
            return true;
    }
    return false;
}

/* Are there words that dots side by side leave no room for? */
static bool has_words(const cw_scene *scene) {
    for (int i = 0; i < scene->label_count; i++) {
        if (cw_utf8_length(scene->labels[i].text) > 2)
            return true;
    }
    for (int i = 0; i < scene->cell_count; i++) {
        if (cw_utf8_length(scene->cells[i].glyph) > 1)
            return true;
    }
    return false;
}

static int column_of(const spacing *layout, int q, int r) {
    return layout->width * q + layout->width / 2 * r - layout->left;
}

static int row_of(const spacing *layout, int r) {
    return layout->height * r - layout->top;
}

static void stretch(const spacing *layout, int q, int r, int room, int *low, int *high) {
    int column = column_of(layout, q, r), row = row_of(layout, r);
    low[0] = column - room < low[0] ? column - room : low[0];
    high[0] = column + room > high[0] ? column + room : high[0];
    low[1] = row - layout->reach < low[1] ? row - layout->reach : low[1];
    high[1] = row + layout->reach > high[1] ? row + layout->reach : high[1];
}

static bool row_has_cells(const cw_scene *scene, int r) {
    for (int i = 0; i < scene->cell_count; i++) {
        if (scene->cells[i].r == r)
            return true;
    }
    return false;
}

/* Gives a size its place: where the canvas begins, and how large it is. */
static spacing lay_out(const cw_scene *scene, spacing layout) {
    int low[2] = {CANVAS_SIDE_MAX, CANVAS_SIDE_MAX}, high[2] = {-CANVAS_SIDE_MAX, -CANVAS_SIDE_MAX};
    for (int i = 0; i < scene->cell_count; i++)
        stretch(&layout, scene->cells[i].q, scene->cells[i].r, layout.width / 2 + 1, low, high);
    for (int i = 0; i < scene->label_count; i++)
        stretch(&layout, scene->labels[i].q, scene->labels[i].r, cw_utf8_length(scene->labels[i].text), low,
                high);
    if (low[0] > high[0])
        return layout;
    layout.left = low[0];
    layout.top = low[1];
    layout.columns = high[0] - low[0] + 1;
    layout.rows = high[1] - low[1] + 1;
    return layout;
}

/* The largest of the sizes for tiles that is not too wide, or the smallest. */
static spacing lay_out_tiles(const cw_scene *scene, int columns) {
    static const spacing sizes[] = {{.width = 10, .height = 4, .reach = 3},
                                    {.width = 8, .height = 3, .reach = 2},
                                    {.width = 6, .height = 3, .reach = 2}};
    spacing layout = {0};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        layout = lay_out(scene, sizes[i]);
        if (columns == 0 || layout.columns <= columns)
            break;
    }
    return layout;
}

static spacing make_layout(const cw_scene *scene, int columns) {
    if (has_lines(scene))
        return lay_out_tiles(scene, columns);
    if (has_pieces(scene))
        return lay_out(scene, (spacing){.width = 4, .height = 2, .reach = 1});
    return lay_out(scene, (spacing){.width = has_words(scene) ? 4 : 2, .height = 1});
}

/* ---- What dots and outlines share ---- */

static const struct mark *first_mark(const cw_scene_cell *cell) {
    for (int i = 0; i < MARKS; i++) {
        if (cell->marks & marks[i].mark)
            return &marks[i];
    }
    return NULL;
}

/* Writes one bracket, dark on what is painted, else in the terminal's own colour, which can always be read.
 * Where it meets one of `others`, a stroke stands for both. */
static void draw_bracket(sketch *drawing, int column, int row, const char *bracket, const char *others) {
    const cw_canvas_place *place = cw_canvas_at(&drawing->canvas, column, row);
    if (place == NULL)
        return;
    bool meets = place->bytes[0] != '\0' && strchr(others, place->bytes[0]) != NULL;
    uint16_t ink = place->paper != CW_INK_NONE ? looks[CW_COLOR_BLACK].paper : CW_INK_NONE;
    cw_canvas_write(&drawing->canvas, column, row, meets ? "|" : bracket, 1, ink, true);
}

/* The brackets of a cell's mark. */
static void draw_brackets(sketch *drawing, const cw_scene_cell *cell) {
    const struct mark *mark = first_mark(cell);
    int column = column_of(&drawing->layout, cell->q, cell->r), row = row_of(&drawing->layout, cell->r);
    int distance = drawing->layout.width / 2;
    if (mark == NULL)
        return;
    draw_bracket(drawing, column - distance, row, mark->left, ")]}>");
    draw_bracket(drawing, column + distance, row, mark->right, "([{<");
}

/* The border that some cell turns towards a place beside the board, or NONE. */
static cw_color border_towards(const cw_scene *scene, int q, int r) {
    for (int i = 0; i < scene->cell_count; i++) {
        const cw_scene_cell *cell = &scene->cells[i];
        int side = cw_direction_between((cw_axial){cell->q, cell->r}, (cw_axial){q, r});
        if (side >= 0 && cell->border[side] != CW_COLOR_NONE)
            return cell->border[side];
    }
    return CW_COLOR_NONE;
}

static bool has_cell(const cw_scene *scene, int q, int r) {
    for (int i = 0; i < scene->cell_count; i++) {
        if (scene->cells[i].q == q && scene->cells[i].r == r)
            return true;
    }
    return false;
}

/* Labels end at their place on the left of the board, begin there on the right, and stand in the middle of it
 * above and below. */
static void draw_labels(sketch *drawing) {
    const cw_scene *scene = drawing->scene;
    for (int i = 0; i < scene->label_count; i++) {
        const cw_scene_label *label = &scene->labels[i];
        int length = cw_utf8_length(label->text);
        int column = column_of(&drawing->layout, label->q, label->r);
        int row = row_of(&drawing->layout, label->r);
        if (!row_has_cells(scene, label->r))
            column -= length / 2;
        else if (!has_cell(scene, label->q - 1, label->r))
            column -= length - 1;
        const appearance *edge = &looks[border_towards(scene, label->q, label->r)];
        cw_canvas_write(&drawing->canvas, column, row, label->text, length, edge->text, false);
        cw_canvas_paint(&drawing->canvas, column, row, length, edge->paper);
    }
}

/* ---- Dots ---- */

static void draw_dot(sketch *drawing, const cw_scene_cell *cell) {
    int column = column_of(&drawing->layout, cell->q, cell->r), row = row_of(&drawing->layout, cell->r);
    const appearance *look = &looks[cell->fill];
    const char letter[2] = {look->letter, '\0'};
    bool empty = is_empty(cell), stone = !empty && cell->glyph[0] == '\0';
    const char *glyph = cell->glyph[0] != '\0' ? cell->glyph : letter;
    if (drawing->style.unicode)
        glyph = stone && drawing->style.color ? "●" : empty && cell->glyph[0] == '\0' ? "·" : glyph;
    uint16_t paper = cell->fill == CW_COLOR_NONE ? CW_INK_NONE : looks[CW_COLOR_BOARD].paper;
    uint16_t ink = empty ? look->text : look->paper;
    if (cell->ink != CW_COLOR_NONE)
        ink = looks[cell->ink].paper;
    cw_canvas_paint(&drawing->canvas, column - 1, row, 3, paper);
    int length = cw_utf8_length(glyph);
    cw_canvas_write(&drawing->canvas, column - (length > 1), row, glyph, length == 1 ? 1 : 3, ink, !empty);
}

/* ---- Outlined cells ---- */

static void draw_outline(sketch *drawing, const cw_scene_cell *cell, int column, int row) {
    static const struct {
        int column, row;
        const char *stroke;
    } strokes[] = {{-1, -1, "/"}, {1, -1, "\\"}, {2, 0, "|"}, {1, 1, "/"}, {-1, 1, "\\"}, {-2, 0, "|"}};
    (void)cell;
    for (int i = 0; i < 6; i++) {
        cw_canvas_place *place =
            cw_canvas_at(&drawing->canvas, column + strokes[i].column, row + strokes[i].row);
        if (place != NULL && place->bytes[0] == '\0')
            cw_canvas_write(&drawing->canvas, column + strokes[i].column, row + strokes[i].row,
                            strokes[i].stroke, 1, CW_INK_NONE, false);
    }
}

static void draw_outlined(sketch *drawing, const cw_scene_cell *cell) {
    int column = column_of(&drawing->layout, cell->q, cell->r), row = row_of(&drawing->layout, cell->r);
    const appearance *look = &looks[cell->fill];
    const char letter[2] = {cell->fill == CW_COLOR_NONE ? ' ' : look->letter, '\0'};
    const char *glyph = cell->glyph[0] != '\0' ? cell->glyph : letter;
    int length = cw_utf8_length(glyph);
    uint16_t ink = cell->ink != CW_COLOR_NONE ? looks[cell->ink].paper : look->text;
    draw_outline(drawing, cell, column, row);
    cw_canvas_write(&drawing->canvas, column - 1, row, "   ", 3, ink, false);
    cw_canvas_write(&drawing->canvas, column - (length > 1), row, glyph, length == 1 ? 1 : 3, ink, true);
    cw_canvas_paint(&drawing->canvas, column - 1, row, 3, look->paper);
    if (cell->level > 0) {
        char height[12];
        snprintf(height, sizeof height, "%d", cell->level + 1);
        cw_canvas_write(&drawing->canvas, column, row + 1, height, 1, CW_INK_NONE, true);
    }
}

/* ---- Large tiles ---- */

/* The line of a tile that runs through a point, or -1. */
static int line_through(const cw_scene_cell *cell, cw_hexagon_point point, double breadth) {
    int nearest = -1;
    for (int i = 0; i < cell->line_count; i++) {
        cw_hexagon_curve curve = cw_hexagon_curve_between(cell->lines[i].from, cell->lines[i].to);
        double distance = cw_hexagon_curve_distance(&curve, point);
        if (distance <= breadth) {
            breadth = distance;
            nearest = i;
        }
    }
    return nearest;
}

/* What a tile shows at a point inside it. Neighbouring tiles have different shades. */
static uint16_t tile_pixel(const sketch *drawing, const cw_scene_cell *cell, cw_hexagon_point point) {
    static const uint16_t shades[3] = {233, 235, 237};
    int line = line_through(cell, point, drawing->style.color ? 0.17 : 0.2);
    if (line >= 0) {
        const appearance *look = &looks[cell->lines[line].color];
        return drawing->style.color ? (uint16_t)(look->paper + 1) : (uint16_t)look->letter;
    }
    if (!drawing->style.color)
        return 0;
    if (cell->fill != CW_COLOR_BLACK)
        return cell->fill == CW_COLOR_NONE ? 0 : (uint16_t)(looks[cell->fill].paper + 1);
    return (uint16_t)(shades[((cell->q - cell->r) % 3 + 3) % 3] + 1);
}

static void rasterize_tile(sketch *drawing, const cw_scene_cell *cell) {
    const spacing *layout = &drawing->layout;
    int column = column_of(layout, cell->q, cell->r), row = row_of(layout, cell->r), fine = drawing->fine;
    double across = 2 * CW_HEX_INRADIUS / layout->width, down = 1.5 / layout->height;
    for (int y = (row - layout->reach) * fine; y < (row + layout->reach + 1) * fine; y++) {
        for (int x = column - layout->width / 2; x <= column + layout->width / 2; x++) {
            cw_hexagon_point point = {(x - column) * across, ((y + 0.5) / fine - (row + 0.5)) * down};
            if (cw_hexagon_contains(point))
                drawing->pixels[(size_t)y * (size_t)layout->columns + (size_t)x] =
                    tile_pixel(drawing, cell, point);
        }
    }
}

/* Turns the one or two pixels of each character into a character. */
static void develop_pixels(sketch *drawing) {
    const spacing *layout = &drawing->layout;
    for (int row = 0; row < layout->rows; row++) {
        for (int column = 0; column < layout->columns; column++) {
            const uint16_t *pixel =
                &drawing->pixels[(size_t)(row * drawing->fine) * (size_t)layout->columns + (size_t)column];
            uint16_t upper = pixel[0], lower = pixel[drawing->fine > 1 ? layout->columns : 0];
            if (upper == 0 && lower == 0)
                continue;
            if (!drawing->style.color) {
                cw_canvas_write(&drawing->canvas, column, row, (const char[2]){(char)upper, '\0'}, 1,
                                CW_INK_NONE, false);
            } else if (upper == lower) {
                cw_canvas_paint(&drawing->canvas, column, row, 1, (uint16_t)(upper - 1));
            } else {
                uint16_t ink = (uint16_t)((upper != 0 ? upper : lower) - 1);
                cw_canvas_write(&drawing->canvas, column, row, upper != 0 ? "▀" : "▄", 1, ink, false);
                if (upper != 0 && lower != 0)
                    cw_canvas_paint(&drawing->canvas, column, row, 1, (uint16_t)(lower - 1));
            }
        }
    }
}

/* Dots at the corners of an empty cell, and of every tile when there are no colours. */
static void draw_corners(sketch *drawing, const cw_scene_cell *cell) {
    const spacing *layout = &drawing->layout;
    for (int corner = 0; corner < 6; corner++) {
        cw_hexagon_point point = cw_hexagon_corner(corner);
        double column = point.x * layout->width / (2 * CW_HEX_INRADIUS), row = point.y * layout->height / 1.5;
        int x = column_of(layout, cell->q, cell->r) + (int)(column < 0 ? column - 0.5 : column + 0.5);
        int y = row_of(layout, cell->r) + (int)(row < 0 ? row - 0.5 : row + 0.5);
        cw_canvas_place *place = cw_canvas_at(&drawing->canvas, x, y);
        if (place != NULL && place->bytes[0] == '\0' && place->paper == CW_INK_NONE)
            cw_canvas_write(&drawing->canvas, x, y, ".", 1, CW_INK_NONE, false);
    }
}

/* The name of a tile, or its mark alone, in the middle. */
static void draw_tile_text(sketch *drawing, const cw_scene_cell *cell) {
    const struct mark *mark = first_mark(cell);
    char string[CW_GLYPH_MAX + 4];
    snprintf(string, sizeof string, "%s%s%s", mark != NULL ? mark->left : "", cell->glyph,
             mark != NULL ? mark->right : "");
    int length = cw_utf8_length(string);
    int column = column_of(&drawing->layout, cell->q, cell->r) - length / 2;
    uint16_t ink = cell->fill == CW_COLOR_NONE ? CW_INK_NONE : looks[cell->fill].text;
    cw_canvas_write(&drawing->canvas, column, row_of(&drawing->layout, cell->r), string, length, ink, true);
    if (cell->fill != CW_COLOR_NONE)
        cw_canvas_paint(&drawing->canvas, column, row_of(&drawing->layout, cell->r), length,
                        looks[cell->fill].paper);
}

static bool draw_tiles(sketch *drawing) {
    const cw_scene *scene = drawing->scene;
    drawing->fine = drawing->style.color && drawing->style.unicode ? 2 : 1;
    drawing->pixels = calloc((size_t)drawing->layout.columns * (size_t)(drawing->layout.rows * drawing->fine),
                             sizeof *drawing->pixels);
    if (drawing->pixels == NULL)
        return false;
    for (int i = 0; i < scene->cell_count; i++)
        rasterize_tile(drawing, &scene->cells[i]);
    develop_pixels(drawing);
    for (int i = 0; i < scene->cell_count; i++) {
        if (!drawing->style.color || scene->cells[i].fill == CW_COLOR_NONE)
            draw_corners(drawing, &scene->cells[i]);
    }
    for (int i = 0; i < scene->cell_count; i++)
        draw_tile_text(drawing, &scene->cells[i]);
    free(drawing->pixels);
    return true;
}

/* ---- Around the board ---- */

static void print_colored(const char *string, cw_color color, cw_scene_style style, cw_text *text) {
    if (style.color && color != CW_COLOR_NONE)
        cw_text_printf(text, "\033[1;38;5;%u;48;5;%um%s\033[0m", looks[color].text, looks[color].paper,
                       string);
    else
        cw_text_append(text, string);
}

static void print_legend(const cw_scene *scene, cw_text *text) {
    unsigned present = 0;
    for (int i = 0; i < scene->cell_count; i++)
        present |= scene->cells[i].marks;
    bool first = true;
    for (int i = 0; i < MARKS; i++) {
        if ((present & marks[i].mark) == 0)
            continue;
        cw_text_printf(text, "%s%s%s %s", first ? "" : "  ", marks[i].left, marks[i].right, marks[i].meaning);
        first = false;
    }
    if (!first)
        cw_text_append_char(text, '\n');
}

/* The pieces of one stack, from the bottom to the top. */
static void print_stack(const cw_scene *scene, const cw_scene_cell *top, cw_scene_style style,
                        cw_text *text) {
    cw_text_printf(text, "stack of %d:", top->level + 1);
    for (int level = 0; level <= top->level; level++) {
        for (int i = 0; i < scene->cell_count; i++) {
            const cw_scene_cell *cell = &scene->cells[i];
            if (cell->q == top->q && cell->r == top->r && cell->level == level) {
                cw_text_append_char(text, ' ');
                print_colored(cell->glyph, cell->fill, style, text);
            }
        }
    }
    cw_text_append_char(text, '\n');
}

static bool is_top(const cw_scene *scene, const cw_scene_cell *cell) {
    for (int i = 0; i < scene->cell_count; i++) {
        const cw_scene_cell *other = &scene->cells[i];
        if (other->q == cell->q && other->r == cell->r && other->level > cell->level)
            return false;
    }
    return true;
}

static void print_stacks(const cw_scene *scene, cw_scene_style style, cw_text *text) {
    for (int i = 0; i < scene->cell_count; i++) {
        if (scene->cells[i].level > 0 && is_top(scene, &scene->cells[i]))
            print_stack(scene, &scene->cells[i], style, text);
    }
}

/* A thing in a hand: its name, and the colours of its sides clockwise from the north-east. */
static void print_item(const cw_scene_item *item, cw_scene_style style, cw_text *text) {
    cw_color sides[6] = {CW_COLOR_NONE};
    for (int i = 0; i < item->line_count; i++)
        sides[item->lines[i].from] = sides[item->lines[i].to] = item->lines[i].color;
    cw_text_append_char(text, ' ');
    const char letter[2] = {looks[item->fill].letter, '\0'};
    print_colored(item->glyph[0] != '\0' || item->line_count > 0 ? item->glyph : letter, item->fill, style,
                  text);
    if (item->line_count > 0)
        cw_text_append(text, item->glyph[0] != '\0' ? ":" : "");
    for (int side = 0; side < 6 && item->line_count > 0; side++)
        print_colored((const char[2]){looks[sides[side]].letter, '\0'}, sides[side], style, text);
    if (item->count != 1)
        cw_text_printf(text, "x%d", item->count);
}

/* The columns that a thing in a hand takes. */
static int item_width(const cw_scene_item *item) {
    cw_text plain = {0};
    print_item(item, (cw_scene_style){0}, &plain);
    int width = cw_utf8_length(cw_text_string(&plain));
    cw_text_free(&plain);
    return width;
}

/* One hand, on as many lines as the terminal needs. */
static void print_hand(const cw_scene *scene, int player, cw_scene_style style, cw_text *text) {
    cw_text name = {0};
    if (scene->hands[player][0] != '\0')
        cw_text_printf(&name, "%s:", scene->hands[player]);
    else
        cw_text_printf(&name, "hand %d:", player + 1);
    int margin = cw_utf8_length(cw_text_string(&name)), column = margin;
    cw_text_append(text, cw_text_string(&name));
    cw_text_free(&name);
    for (int i = 0; i < scene->item_count; i++) {
        if (scene->items[i].player != player)
            continue;
        int width = item_width(&scene->items[i]);
        if (style.columns > 0 && column > margin && column + width > style.columns) {
            cw_text_printf(text, "\n%*s", margin, "");
            column = margin;
        }
        print_item(&scene->items[i], style, text);
        column += width;
    }
    cw_text_append_char(text, '\n');
}

static void print_hands(const cw_scene *scene, cw_scene_style style, cw_text *text) {
    for (int player = 0; player < CW_HANDS_MAX; player++) {
        bool any = false;
        for (int i = 0; i < scene->item_count && !any; i++)
            any = scene->items[i].player == player;
        if (any)
            print_hand(scene, player, style, text);
    }
}

/* ---- The whole ---- */

static void draw_cells(sketch *drawing) {
    const cw_scene *scene = drawing->scene;
    for (int i = 0; i < scene->cell_count; i++) {
        if (drawing->layout.reach == 0)
            draw_dot(drawing, &scene->cells[i]);
        else if (is_top(scene, &scene->cells[i]))
            draw_outlined(drawing, &scene->cells[i]);
    }
    for (int i = 0; i < scene->cell_count; i++) {
        if (is_top(scene, &scene->cells[i]))
            draw_brackets(drawing, &scene->cells[i]);
    }
}

/* Keeps the part round the last move of a board that is too wide for the terminal. */
static void crop(sketch *drawing, cw_text *text) {
    const spacing *layout = &drawing->layout;
    int columns = drawing->style.columns, middle = layout->columns / 2;
    if (columns == 0 || layout->columns <= columns)
        return;
    for (int i = 0; i < drawing->scene->cell_count; i++) {
        const cw_scene_cell *cell = &drawing->scene->cells[i];
        if (cell->marks & CW_MARK_LAST)
            middle = column_of(layout, cell->q, cell->r);
    }
    int left = middle - columns / 2;
    left = left > layout->columns - columns ? layout->columns - columns : left < 0 ? 0 : left;
    cw_canvas_crop(&drawing->canvas, left, columns);
    cw_text_printf(text, "(columns %d to %d of %d: the board is wider than the terminal)\n", left + 1,
                   left + columns, layout->columns);
}

static void print_board(const cw_scene *scene, cw_scene_style style, cw_text *text) {
    sketch drawing = {.scene = scene, .style = style, .layout = make_layout(scene, style.columns)};
    const spacing *layout = &drawing.layout;
    if (layout->columns == 0)
        return;
    if (layout->columns > CANVAS_SIDE_MAX || layout->rows > CANVAS_SIDE_MAX) {
        cw_text_append(text, "(the position is too wide to draw)\n");
        return;
    }
    drawing.canvas = cw_canvas_make(layout->columns, layout->rows);
    bool drawn = drawing.canvas.places != NULL;
    if (drawn && layout->reach > 1)
        drawn = draw_tiles(&drawing);
    else if (drawn)
        draw_cells(&drawing);
    if (drawn) {
        draw_labels(&drawing);
        crop(&drawing, text);
        cw_canvas_print(&drawing.canvas, style.color, text);
    } else {
        text->out_of_memory = true;
    }
    cw_canvas_free(&drawing.canvas);
}

void cw_scene_print(const cw_scene *scene, cw_scene_style style, cw_text *text) {
    print_board(scene, style, text);
    print_legend(scene, text);
    print_stacks(scene, style, text);
    print_hands(scene, style, text);
    const char *caption = cw_text_string(&scene->caption);
    cw_text_append(text, caption);
    if (scene->caption.length > 0 && caption[scene->caption.length - 1] != '\n')
        cw_text_append_char(text, '\n');
}
