/* Draws any scene as an SVG document: hexagons with sides of `SIDE` units, hands at the right, the caption
 * below. Everything is drawn from the back to the front: borders, cells by rising level, marks, text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "causeway/scene.h"
#include "scene/canvas.h"
#include "scene/geometry.h"

static const double SIDE = 32;
static const double LIFT = 7;       /* how much higher a piece stands on another */
static const double HAND_SIDE = 17; /* the side of a hexagon in a hand */
static const double HAND_STEP = 44; /* from one thing in a hand to the next */
static const double MARGIN = 16;
static const double CAPTION_SIZE = 17;
enum { HAND_COLUMNS = 6 };

typedef struct dye {
    const char *fill, *rim, *text;
} dye;

static const dye paints[CW_COLOR_COUNT] = {
    [CW_COLOR_NONE] = {"none", "#a39a8b", "#4a463f"},
    [CW_COLOR_BOARD] = {"#efe2c6", "#b7a27b", "#6d5c3d"},
    [CW_COLOR_BLACK] = {"#2a2b31", "#0f1013", "#f6f3ec"},
    [CW_COLOR_WHITE] = {"#ffffff", "#8f8674", "#2a2b31"},
    [CW_COLOR_RED] = {"#d5433a", "#8d221c", "#fff6f2"},
    [CW_COLOR_YELLOW] = {"#f3c52f", "#a37f0c", "#3a2f07"},
    [CW_COLOR_GREEN] = {"#3d9a58", "#205c33", "#f4fff6"},
    [CW_COLOR_BLUE] = {"#3676cc", "#1b4585", "#f3f8ff"},
    [CW_COLOR_GRAY] = {"#9b9ca3", "#64656b", "#1e1e22"},
};

static const char *const font = "font-family=\"Helvetica, Arial, sans-serif\"";

typedef struct extent {
    double left, top, right, bottom;
} extent;

/* ---- Writing ---- */

/* A number with at most two decimals, the same in every locale. */
static void put_number(cw_text *text, double value) {
    long hundredths = lround(value * 100);
    unsigned long size = hundredths < 0 ? 0ul - (unsigned long)hundredths : (unsigned long)hundredths;
    cw_text_printf(text, "%s%lu", hundredths < 0 ? "-" : "", size / 100);
    if (size % 100 != 0)
        cw_text_printf(text, size % 10 == 0 ? ".%lu" : ".%02lu",
                       size % 10 == 0 ? size % 100 / 10 : size % 100);
}

static void put_attribute(cw_text *text, const char *name, double value) {
    cw_text_printf(text, " %s=\"", name);
    put_number(text, value);
    cw_text_append_char(text, '"');
}

static void put_point(cw_text *text, cw_hexagon_point point) {
    put_number(text, point.x);
    cw_text_append_char(text, ',');
    put_number(text, point.y);
}

/* Text as XML wants it: special characters escaped, those that XML forbids replaced. */
static void put_escaped(cw_text *text, const char *string, size_t length) {
    const char *end = string + length;
    while (string < end) {
        bool valid;
        int step = cw_utf8_step(string, &valid);
        if (!valid || (unsigned char)*string < 0x20)
            cw_text_append_char(text, valid ? ' ' : '?');
        else if (*string == '&')
            cw_text_append(text, "&amp;");
        else if (*string == '<')
            cw_text_append(text, "&lt;");
        else if (*string == '>')
            cw_text_append(text, "&gt;");
        else if (*string == '"')
            cw_text_append(text, "&quot;");
        else
            cw_text_append_bytes(text, string, (size_t)step);
        string += step;
    }
}

static void put_text(cw_text *text, cw_hexagon_point at, double size, const char *color, const char *anchor,
                     const char *weight, const char *string, size_t length) {
    cw_text_append(text, "<text");
    put_attribute(text, "x", at.x);
    put_attribute(text, "y", at.y + size * 0.35);
    put_attribute(text, "font-size", size);
    cw_text_printf(text, " %s font-weight=\"%s\" text-anchor=\"%s\" fill=\"%s\">", font, weight, anchor,
                   color);
    put_escaped(text, string, length);
    cw_text_append(text, "</text>\n");
}

/* ---- Hexagons ---- */

static cw_hexagon_point on(cw_hexagon_point middle, double side, cw_hexagon_point point) {
    return (cw_hexagon_point){middle.x + side * point.x, middle.y + side * point.y};
}

static void put_hexagon(cw_text *text, cw_hexagon_point middle, double side, const char *fill,
                        const char *rim, double rim_width, const char *more) {
    cw_text_append(text, "<polygon points=\"");
    for (int corner = 0; corner < 6; corner++) {
        if (corner > 0)
            cw_text_append_char(text, ' ');
        put_point(text, on(middle, side, cw_hexagon_corner(corner)));
    }
    cw_text_printf(text, "\" fill=\"%s\" stroke=\"%s\"", fill, rim);
    put_attribute(text, "stroke-width", rim_width);
    cw_text_printf(text, " stroke-linejoin=\"round\"%s/>\n", more);
}

static void put_curve(cw_text *text, cw_hexagon_point middle, double side, const cw_scene_line *line,
                      double width, const char *color) {
    cw_hexagon_curve curve = cw_hexagon_curve_between(line->from, line->to);
    cw_text_append(text, "<path d=\"M");
    put_point(text, on(middle, side, curve.from));
    if (curve.straight) {
        cw_text_append(text, " L");
    } else {
        cw_text_append(text, " A");
        put_point(text, (cw_hexagon_point){side * curve.radius, side * curve.radius});
        cw_text_printf(text, " 0 0 %d ", curve.turn > 0);
    }
    put_point(text, on(middle, side, curve.to));
    cw_text_printf(text, "\" fill=\"none\" stroke=\"%s\"", color);
    put_attribute(text, "stroke-width", width);
    cw_text_append(text, "/>\n");
}

/* The lines of a tile, each with a dark rim so that crossings can be followed. */
static void put_lines(cw_text *text, cw_hexagon_point middle, double side, const cw_scene_line *lines,
                      int count) {
    for (int i = 0; i < count; i++) {
        put_curve(text, middle, side, &lines[i], side * 0.34, "#16171a");
        put_curve(text, middle, side, &lines[i], side * 0.24, paints[lines[i].color].fill);
    }
}

/* ---- Cells ---- */

static cw_hexagon_point place_of(int q, int r, int level) {
    cw_hexagon_point center = cw_hexagon_center(q, r);
    return (cw_hexagon_point){SIDE * center.x, SIDE * center.y - LIFT * level};
}

static double glyph_size(double side, const char *glyph) {
    int length = cw_utf8_length(glyph);
    return side * (length <= 1 ? 0.85 : length == 2 ? 0.68 : length == 3 ? 0.58 : 0.42);
}

/* The coloured sides of a cell: their rim, or what lies on it. */
static void put_borders(cw_text *text, const cw_scene_cell *cell, bool rim) {
    cw_hexagon_point middle = place_of(cell->q, cell->r, 0);
    for (int side = 0; side < 6; side++) {
        if (cell->border[side] == CW_COLOR_NONE)
            continue;
        const dye *paint = &paints[cell->border[side]];
        cw_text_append(text, "<path d=\"M");
        put_point(text, on(middle, SIDE, cw_hexagon_corner(side)));
        cw_text_append(text, " L");
        put_point(text, on(middle, SIDE, cw_hexagon_corner((side + 1) % 6)));
        cw_text_printf(text, "\" stroke=\"%s\" stroke-linecap=\"round\"", rim ? paint->rim : paint->fill);
        put_attribute(text, "stroke-width", rim ? 15 : 13);
        cw_text_append(text, "/>\n");
    }
}

static void put_marks(cw_text *text, const cw_scene_cell *cell, cw_hexagon_point middle) {
    if (cell->marks & CW_MARK_FORCED)
        put_hexagon(text, middle, SIDE * 0.8, "none", "#c2571a", 2.4, " stroke-dasharray=\"6 4\"");
    if (cell->marks & CW_MARK_WINNING)
        put_hexagon(text, middle, SIDE * 0.88, "none", "#e8a90c", 4, "");
    if (cell->marks & CW_MARK_LAST)
        put_hexagon(text, middle, SIDE * (cell->line_count > 0 ? 0.92 : 0.76), "none", "#2fa8a0", 3, "");
    if (cell->marks & CW_MARK_BLOCKED)
        put_hexagon(text, middle, SIDE * 0.8, "none", "#7d7d86", 2.4, " stroke-dasharray=\"2 4\"");
}

/* How many pieces lie at a place, as a small number at its upper right. */
static void put_stack_count(cw_text *text, const cw_scene_cell *cell, cw_hexagon_point middle) {
    cw_text count = {0};
    cw_hexagon_point at = on(middle, SIDE, (cw_hexagon_point){0.62, -0.62});
    cw_text_printf(&count, "%d", cell->level + 1);
    cw_text_append(text, "<circle");
    put_attribute(text, "cx", at.x);
    put_attribute(text, "cy", at.y);
    cw_text_append(text, " r=\"8.5\" fill=\"#fffdf7\" stroke=\"#55504a\" stroke-width=\"1.2\"/>\n");
    put_text(text, at, 11, "#2a2b31", "middle", "bold", cw_text_string(&count), count.length);
    cw_text_free(&count);
}

static void put_cell_text(cw_text *text, const cw_scene_cell *cell, cw_hexagon_point middle) {
    if (cell->glyph[0] == '\0')
        return;
    const char *ink = cell->ink != CW_COLOR_NONE ? paints[cell->ink].fill : paints[cell->fill].text;
    if (cell->line_count == 0) {
        put_text(text, middle, glyph_size(SIDE, cell->glyph), ink, "middle", "bold", cell->glyph,
                 strlen(cell->glyph));
        return;
    }
    cw_text_append(text, "<circle");
    put_attribute(text, "cx", middle.x);
    put_attribute(text, "cy", middle.y);
    cw_text_append(text, " r=\"8\" fill=\"#16171a\" fill-opacity=\"0.72\"/>\n");
    put_text(text, middle, 10, ink, "middle", "normal", cell->glyph, strlen(cell->glyph));
}

static bool is_top(const cw_scene *scene, const cw_scene_cell *cell) {
    for (int i = 0; i < scene->cell_count; i++) {
        const cw_scene_cell *other = &scene->cells[i];
        if (other->q == cell->q && other->r == cell->r && other->level > cell->level)
            return false;
    }
    return true;
}

static void put_cell(cw_text *text, const cw_scene *scene, const cw_scene_cell *cell) {
    cw_hexagon_point middle = place_of(cell->q, cell->r, cell->level);
    const dye *paint = &paints[cell->fill];
    bool outline = cell->fill == CW_COLOR_NONE;
    cw_text_append(text, "<g>");
    if (cell->note[0] != '\0') {
        cw_text_append(text, "<title>");
        put_escaped(text, cell->note, strlen(cell->note));
        cw_text_append(text, "</title>");
    }
    cw_text_append_char(text, '\n');
    put_hexagon(text, middle, cell->line_count > 0 ? SIDE * 0.985 : SIDE * 0.97, paint->fill, paint->rim, 1.4,
                outline ? " stroke-dasharray=\"3 4\"" : "");
    put_lines(text, middle, SIDE * 0.985, cell->lines, cell->line_count);
    put_marks(text, cell, middle);
    put_cell_text(text, cell, middle);
    if (cell->level > 0 && is_top(scene, cell))
        put_stack_count(text, cell, middle);
    cw_text_append(text, "</g>\n");
}

/* Cells from the back to the front: by level, and within a level from north to south. */
static int compare_cells(const void *left, const void *right) {
    const cw_scene_cell *a = *(const cw_scene_cell *const *)left, *b = *(const cw_scene_cell *const *)right;
    if (a->level != b->level)
        return a->level < b->level ? -1 : 1;
    if (a->r != b->r)
        return a->r < b->r ? -1 : 1;
    return a->q < b->q ? -1 : a->q > b->q;
}

static void put_cells(cw_text *text, const cw_scene *scene) {
    if (scene->cell_count == 0)
        return;
    const cw_scene_cell **order = malloc(sizeof *order * (size_t)scene->cell_count);
    if (order == NULL) {
        text->out_of_memory = true;
        return;
    }
    for (int i = 0; i < scene->cell_count; i++)
        order[i] = &scene->cells[i];
    qsort(order, (size_t)scene->cell_count, sizeof *order, compare_cells);
    for (int i = 0; i < scene->cell_count; i++)
        put_borders(text, order[i], true);
    for (int i = 0; i < scene->cell_count; i++)
        put_borders(text, order[i], false);
    for (int i = 0; i < scene->cell_count; i++)
        put_cell(text, scene, order[i]);
    free(order);
}

static void put_labels(cw_text *text, const cw_scene *scene) {
    for (int i = 0; i < scene->label_count; i++) {
        const cw_scene_label *label = &scene->labels[i];
        put_text(text, place_of(label->q, label->r, 0), SIDE * 0.5, "#5d574e", "middle", "normal",
                 label->text, strlen(label->text));
    }
}

/* ---- Hands and caption ---- */

static void stretch(extent *box, cw_hexagon_point at, double across, double down) {
    box->left = fmin(box->left, at.x - across);
    box->right = fmax(box->right, at.x + across);
    box->top = fmin(box->top, at.y - down);
    box->bottom = fmax(box->bottom, at.y + down);
}

static void put_item(cw_text *text, const cw_scene_item *item, cw_hexagon_point at) {
    const dye *paint = &paints[item->fill];
    put_hexagon(text, at, HAND_SIDE, paint->fill, paint->rim, 1.2, "");
    put_lines(text, at, HAND_SIDE, item->lines, item->line_count);
    if (item->line_count == 0)
        put_text(text, at, glyph_size(HAND_SIDE, item->glyph), paint->text, "middle", "bold", item->glyph,
                 strlen(item->glyph));
    else
        put_text(text, (cw_hexagon_point){at.x, at.y + HAND_SIDE + 7}, 10, "#5d574e", "middle", "normal",
                 item->glyph, strlen(item->glyph));
    if (item->count != 1) {
        cw_text count = {0};
        cw_text_printf(&count, "×%d", item->count);
        put_text(text, (cw_hexagon_point){at.x + HAND_SIDE, at.y + HAND_SIDE * 0.9}, 11, "#5d574e", "middle",
                 "bold", cw_text_string(&count), count.length);
        cw_text_free(&count);
    }
}

/* One hand with its name above it, from the top left corner of `box`, which grows to hold it. */
static void put_hand(cw_text *text, const cw_scene *scene, int player, extent *box) {
    double left = box->left, top = box->bottom;
    int shown = 0;
    for (int i = 0; i < scene->item_count; i++) {
        if (scene->items[i].player != player)
            continue;
        if (shown == 0) {
            cw_text name = {0};
            if (scene->hands[player][0] != '\0')
                cw_text_append(&name, scene->hands[player]);
            else
                cw_text_printf(&name, "hand %d", player + 1);
            put_text(text, (cw_hexagon_point){left, top + 8}, 14, "#3b3731", "start", "bold",
                     cw_text_string(&name), name.length);
            cw_text_free(&name);
        }
        int column = shown % HAND_COLUMNS, row = shown / HAND_COLUMNS;
        cw_hexagon_point at = {left + HAND_SIDE + HAND_STEP * column, top + 40 + HAND_STEP * row};
        put_item(text, &scene->items[i], at);
        box->right = fmax(box->right, at.x + HAND_STEP * 0.6);
        box->bottom = fmax(box->bottom, at.y + HAND_STEP * 0.8);
        shown++;
    }
}

static double caption_width(const char *caption) {
    double widest = 0;
    for (const char *line = caption; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        widest = fmax(widest, 0.56 * CAPTION_SIZE * (double)length);
        line += length + (line[length] != '\0');
    }
    return widest;
}

/* The caption's lines from `top` down; returns where they end. */
static double put_caption(cw_text *text, const char *caption, double left, double top) {
    for (const char *line = caption; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        top += CAPTION_SIZE * 1.4;
        put_text(text, (cw_hexagon_point){left, top - CAPTION_SIZE * 0.5}, CAPTION_SIZE, "#2f2b26", "start",
                 "normal", line, length);
        line += length + (line[length] != '\0');
    }
    return top;
}

/* ---- The whole ---- */

static extent board_box(const cw_scene *scene) {
    if (scene->cell_count == 0 && scene->label_count == 0)
        return (extent){0, 0, 0, 0};
    extent box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < scene->cell_count; i++) {
        const cw_scene_cell *cell = &scene->cells[i];
        bool bordered = false;
        for (int side = 0; side < 6; side++)
            bordered |= cell->border[side] != CW_COLOR_NONE;
        stretch(&box, place_of(cell->q, cell->r, cell->level), SIDE + 8 * bordered, SIDE + 8 * bordered);
    }
    for (int i = 0; i < scene->label_count; i++)
        stretch(&box, place_of(scene->labels[i].q, scene->labels[i].r, 0), SIDE * 0.6, SIDE * 0.6);
    return box;
}

void cw_scene_svg(const cw_scene *scene, cw_text *text) {
    cw_text body = {0};
    extent all = board_box(scene);
    put_cells(&body, scene);
    put_labels(&body, scene);

    double gap = all.right > all.left ? 24 : 0;
    extent hands = {all.right + gap, all.top, all.right, all.top};
    for (int player = 0; player < CW_HANDS_MAX; player++)
        put_hand(&body, scene, player, &hands);
    all.right = fmax(all.right, hands.right);
    all.bottom = fmax(all.bottom, hands.bottom);

    const char *caption = cw_text_string(&scene->caption);
    all.right = fmax(all.right, all.left + caption_width(caption));
    all.bottom = put_caption(&body, caption, all.left, all.bottom + (scene->caption.length > 0 ? 8 : 0));

    extent frame = {all.left - MARGIN, all.top - MARGIN, all.right + MARGIN, all.bottom + MARGIN};
    cw_text_append(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"");
    put_point(text, (cw_hexagon_point){frame.left, frame.top});
    cw_text_append_char(text, ' ');
    put_point(text, (cw_hexagon_point){frame.right - frame.left, frame.bottom - frame.top});
    cw_text_append_char(text, '"');
    put_attribute(text, "width", frame.right - frame.left);
    put_attribute(text, "height", frame.bottom - frame.top);
    cw_text_append(text, ">\n<rect");
    put_attribute(text, "x", frame.left);
    put_attribute(text, "y", frame.top);
    cw_text_append(text, " width=\"100%\" height=\"100%\" fill=\"#f6f3ec\"/>\n");
    cw_text_append_bytes(text, cw_text_string(&body), body.length);
    cw_text_append(text, "</svg>\n");
    text->out_of_memory |= body.out_of_memory;
    cw_text_free(&body);
}
