#include "causeway/scene.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/growth.h"

void *cw_scene_grow(void **array, int *count, int *capacity, size_t size) {
    if (*count == *capacity) {
        int more = *capacity > 0 ? 2 * *capacity : 64;
        void *bigger = realloc(*array, size * (size_t)more);
        if (bigger == NULL)
            return NULL;
        *array = bigger;
        *capacity = more;
    }
    void *place = (char *)*array + size * (size_t)(*count)++;
    memset(place, 0, size);
    return place;
}

/* The same for an array of a scene, which remembers when memory was out. */
static void *grow(cw_scene *scene, void **array, int *count, int *capacity, size_t size) {
    void *place = cw_scene_grow(array, count, capacity, size);
    scene->out_of_memory = scene->out_of_memory || place == NULL;
    return place;
}

cw_scene_cell *cw_scene_add_cell(cw_scene *scene, int q, int r) {
    static _Thread_local cw_scene_cell spare;
    void *array = scene->cells;
    cw_scene_cell *cell = grow(scene, &array, &scene->cell_count, &scene->cell_capacity, sizeof *cell);
    scene->cells = array;
    if (cell == NULL)
        cell = &spare;
    cell->q = q;
    cell->r = r;
    return cell;
}

cw_scene_label *cw_scene_add_label(cw_scene *scene, int q, int r, const char *label) {
    static _Thread_local cw_scene_label spare;
    void *array = scene->labels;
    cw_scene_label *place = grow(scene, &array, &scene->label_count, &scene->label_capacity, sizeof *place);
    scene->labels = array;
    if (place == NULL)
        place = &spare;
    place->q = q;
    place->r = r;
    snprintf(place->text, sizeof place->text, "%s", label);
    return place;
}

/* ---- Axes ---- */

/* The cells' first and last row, and twice the distance of the westmost cell from the middle of 0,0. */
typedef struct reach {
    int top, bottom, west;
} reach;

static reach reach_of(const cw_scene *scene) {
    reach all = {INT_MAX, INT_MIN, INT_MAX};
    for (int i = 0; i < scene->cell_count; i++) {
        const cw_scene_cell *cell = &scene->cells[i];
        all.top = cell->r < all.top ? cell->r : all.top;
        all.bottom = cell->r > all.bottom ? cell->r : all.bottom;
        all.west = 2 * cell->q + cell->r < all.west ? 2 * cell->q + cell->r : all.west;
    }
    return all;
}

static void add_axis_label(cw_scene *scene, int q, int r, char axis, int number) {
    char label[16];
    snprintf(label, sizeof label, "%c%d", axis, number);
    cw_scene_add_label(scene, q, r, label);
}

static bool has_diagonal(const cw_scene *scene, int q) {
    for (int i = 0; i < scene->cell_count; i++) {
        if (scene->cells[i].q == q)
            return true;
    }
    return false;
}

void cw_scene_add_axes(cw_scene *scene) {
    if (scene->cell_count == 0)
        return;
    reach all = reach_of(scene);
    for (int r = all.top; r <= all.bottom; r++) {
        int twice = all.west - 2 - r; /* one cell west of the westmost, or half a cell more */
        add_axis_label(scene, (twice - (twice & 1)) / 2, r, 'r', r);
    }
    int low = INT_MAX, high = INT_MIN;
    for (int i = 0; i < scene->cell_count; i++) {
        low = scene->cells[i].q < low ? scene->cells[i].q : low;
        high = scene->cells[i].q > high ? scene->cells[i].q : high;
    }
    for (int q = low; q <= high; q++) {
        if (has_diagonal(scene, q))
            add_axis_label(scene, q, all.top - 1, 'q', q);
    }
}

cw_scene_item *cw_scene_add_item(cw_scene *scene, int player, int index) {
    static _Thread_local cw_scene_item spare;
    void *array = scene->items;
    cw_scene_item *item = grow(scene, &array, &scene->item_count, &scene->item_capacity, sizeof *item);
    scene->items = array;
    if (item == NULL)
        item = &spare;
    item->player = player;
    item->index = index;
    item->count = 1;
    return item;
}

cw_scene_shape *cw_scene_add_shape(cw_scene *scene, cw_shape_kind kind, int player, cw_color color,
                                   const char *name) {
    static _Thread_local cw_scene_shape spare;
    void *array = scene->shapes;
    cw_scene_shape *shape = grow(scene, &array, &scene->shape_count, &scene->shape_capacity, sizeof *shape);
    scene->shapes = array;
    if (shape == NULL)
        shape = &spare;
    shape->kind = kind;
    shape->player = player;
    shape->color = color;
    shape->first = scene->place_count;
    snprintf(shape->name, sizeof shape->name, "%s", name);
    return shape;
}

void cw_scene_extend_shape(cw_scene *scene, int q, int r) {
    void *array = scene->places;
    cw_scene_place *place = grow(scene, &array, &scene->place_count, &scene->place_capacity, sizeof *place);
    scene->places = array;
    if (place == NULL || scene->shape_count == 0)
        return;
    *place = (cw_scene_place){q, r};
    scene->shapes[scene->shape_count - 1].count++;
}

void cw_scene_clear(cw_scene *scene) {
    scene->cell_count = scene->label_count = scene->item_count = 0;
    scene->shape_count = scene->place_count = 0;
    memset(scene->hands, 0, sizeof scene->hands);
    scene->out_of_memory = false;
    cw_text_clear(&scene->caption);
}

void cw_scene_free(cw_scene *scene) {
    free(scene->cells);
    free(scene->labels);
    free(scene->items);
    free(scene->shapes);
    free(scene->places);
    cw_text_free(&scene->caption);
    *scene = (cw_scene){0};
}
