/* One hand-made scene of each kind, for the tests of the renderers. */
#ifndef CW_TESTS_SCENE_SCENES_H
#define CW_TESTS_SCENE_SCENES_H

#include "harness.h"

static inline void set_glyph(char glyph[CW_GLYPH_MAX], const char *string) {
    snprintf(glyph, CW_GLYPH_MAX, "%s", string);
}

/* A rhombus with borders and labels, a stone of each colour, and the last move marked. */
static inline void make_hex_scene(cw_scene *scene, int size) {
    for (int r = 0; r < size; r++) {
        for (int q = 0; q < size; q++) {
            cw_scene_cell *cell = cw_scene_add_cell(scene, q, r);
            cell->fill = CW_COLOR_BOARD;
            if (r == 0)
                cell->border[5] = cell->border[0] = CW_COLOR_BLACK;
            if (r == size - 1)
                cell->border[2] = cell->border[3] = CW_COLOR_BLACK;
            if (q == 0)
                cell->border[3] = cell->border[4] = CW_COLOR_WHITE;
            if (q == size - 1)
                cell->border[0] = cell->border[1] = CW_COLOR_WHITE;
        }
    }
    scene->cells[1 * size + 2].fill = CW_COLOR_BLACK;
    scene->cells[2 * size + 1].fill = CW_COLOR_WHITE;
    scene->cells[2 * size + 1].marks = CW_MARK_LAST;
    for (int i = 0; i < size; i++) {
        char name[CW_GLYPH_MAX];
        snprintf(name, sizeof name, "%c", 'a' + i);
        cw_scene_add_label(scene, i, -1, name);
        cw_scene_add_label(scene, i, size, name);
        snprintf(name, sizeof name, "%d", i + 1);
        cw_scene_add_label(scene, -1, i, name);
        cw_scene_add_label(scene, size, i, name);
    }
    cw_text_append(&scene->caption, "Black to move");
}

static inline void add_piece(cw_scene *scene, int q, int r, int level, const char *name, unsigned marks) {
    cw_scene_cell *cell = cw_scene_add_cell(scene, q, r);
    cell->level = level;
    cell->fill = name[0] == 'w' ? CW_COLOR_WHITE : CW_COLOR_BLACK;
    cell->marks = marks;
    set_glyph(cell->glyph, name);
}

/* Pieces with names, a stack of three, and what is left in the hands. */
static inline void make_hive_scene(cw_scene *scene) {
    add_piece(scene, 0, 0, 0, "wQ", 0);
    add_piece(scene, 1, 0, 0, "bQ", 0);
    add_piece(scene, 1, 0, 1, "wB1", 0);
    add_piece(scene, 1, 0, 2, "bB2", CW_MARK_LAST);
    add_piece(scene, -1, 1, 0, "wS1", CW_MARK_BLOCKED);
    add_piece(scene, 2, -1, 0, "bA3", 0);
    static const char *const names[] = {"G", "A"};
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < 2; i++) {
            cw_scene_item *item = cw_scene_add_item(scene, player, i);
            item->fill = player == 0 ? CW_COLOR_WHITE : CW_COLOR_BLACK;
            item->count = 3 - i;
            set_glyph(item->glyph, names[i]);
        }
    }
    snprintf(scene->hands[0], sizeof scene->hands[0], "white");
    cw_text_append(&scene->caption, "White to move");
}

/* Plain tiles of two colours with a winning line. */
static inline void make_six_scene(cw_scene *scene) {
    for (int q = 0; q < 6; q++) {
        cw_scene_cell *cell = cw_scene_add_cell(scene, q, 0);
        cell->fill = CW_COLOR_RED;
        cell->marks = CW_MARK_WINNING | (q == 5 ? CW_MARK_LAST : 0u);
    }
    for (int q = 0; q < 5; q++)
        cw_scene_add_cell(scene, q, 1)->fill = CW_COLOR_BLACK;
    cw_text_append(&scene->caption, "Red wins\nA line of six");
}

static inline void set_lines(cw_scene_line *lines, int *count, const int sides[3][2],
                             const cw_color colors[3]) {
    for (int i = 0; i < 3; i++)
        lines[i] = (cw_scene_line){(uint8_t)sides[i][0], (uint8_t)sides[i][1], (uint8_t)colors[i]};
    *count = 3;
}

/* Tiles with all kinds of lines, a forced space, and a hand. */
static inline void make_tantrix_scene(cw_scene *scene) {
    static const int corners[3][2] = {{0, 1}, {2, 3}, {4, 5}};
    static const int straight[3][2] = {{4, 1}, {2, 3}, {5, 0}};
    static const int bends[3][2] = {{4, 1}, {0, 2}, {3, 5}};
    static const cw_color ryb[3] = {CW_COLOR_RED, CW_COLOR_YELLOW, CW_COLOR_BLUE};
    static const cw_color rgy[3] = {CW_COLOR_RED, CW_COLOR_GREEN, CW_COLOR_YELLOW};
    cw_scene_cell *cell = cw_scene_add_cell(scene, 0, 0);
    cell->fill = CW_COLOR_BLACK;
    set_glyph(cell->glyph, "17");
    set_lines(cell->lines, &cell->line_count, corners, ryb);
    cell = cw_scene_add_cell(scene, 1, 0);
    cell->fill = CW_COLOR_BLACK;
    cell->marks = CW_MARK_LAST;
    set_lines(cell->lines, &cell->line_count, straight, rgy);
    cell = cw_scene_add_cell(scene, 0, 1);
    cell->fill = CW_COLOR_BLACK;
    set_lines(cell->lines, &cell->line_count, bends, ryb);
    cell = cw_scene_add_cell(scene, 1, 1);
    cell->marks = CW_MARK_FORCED;
    cw_scene_item *item = cw_scene_add_item(scene, 0, 23);
    item->fill = CW_COLOR_BLACK;
    set_glyph(item->glyph, "23");
    set_lines(item->lines, &item->line_count, bends, rgy);
    snprintf(scene->hands[0], sizeof scene->hands[0], "red");
    cw_text_append(&scene->caption, "Red to move");
}

#endif
