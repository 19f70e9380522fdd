#include "scene/canvas.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

cw_canvas cw_canvas_make(int columns, int rows) {
    cw_canvas canvas = {columns, rows, calloc((size_t)columns * (size_t)rows, sizeof *canvas.places)};
    if (canvas.places == NULL)
        return canvas;
    for (size_t i = 0; i < (size_t)columns * (size_t)rows; i++)
        canvas.places[i].ink = canvas.places[i].paper = CW_INK_NONE;
    return canvas;
}

void cw_canvas_free(cw_canvas *canvas) {
    free(canvas->places);
    canvas->places = NULL;
}

cw_canvas_place *cw_canvas_at(cw_canvas *canvas, int column, int row) {
    if (column < 0 || column >= canvas->columns || row < 0 || row >= canvas->rows)
        return NULL;
    return &canvas->places[(size_t)row * (size_t)canvas->columns + (size_t)column];
}

void cw_canvas_write(cw_canvas *canvas, int column, int row, const char *string, int width, uint16_t ink,
                     bool bold) {
    for (int i = 0; i < width && *string != '\0'; i++) {
        bool valid;
        int step = cw_utf8_step(string, &valid);
        cw_canvas_place *place = cw_canvas_at(canvas, column + i, row);
        if (place != NULL) {
            memset(place->bytes, 0, sizeof place->bytes);
            memcpy(place->bytes, valid ? string : "?", valid ? (size_t)step : 1);
            place->ink = ink;
            place->bold = bold;
        }
        string += step;
    }
}

void cw_canvas_paint(cw_canvas *canvas, int column, int row, int width, uint16_t paper) {
    for (int i = 0; i < width; i++) {
        cw_canvas_place *place = cw_canvas_at(canvas, column + i, row);
        if (place != NULL)
            place->paper = paper;
    }
}

static bool is_blank(const cw_canvas_place *place, bool color) {
    return (place->bytes[0] == '\0' || place->bytes[0] == ' ') && !(color && place->paper != CW_INK_NONE);
}

/* Switches from one look to another. */
static void change_look(const cw_canvas_place *place, cw_text *text) {
    cw_text_append(text, "\033[0");
    if (place->bold)
        cw_text_append(text, ";1");
    if (place->ink != CW_INK_NONE)
        cw_text_printf(text, ";38;5;%u", place->ink);
    if (place->paper != CW_INK_NONE)
        cw_text_printf(text, ";48;5;%u", place->paper);
    cw_text_append(text, "m");
}

static void print_row(const cw_canvas_place *row, int columns, bool color, cw_text *text) {
    const cw_canvas_place plain = {.ink = CW_INK_NONE, .paper = CW_INK_NONE};
    const cw_canvas_place *look = &plain;
    while (columns > 0 && is_blank(&row[columns - 1], color))
        columns--;
    for (int i = 0; i < columns; i++) {
        const cw_canvas_place *place = &row[i];
        if (color && (place->ink != look->ink || place->paper != look->paper || place->bold != look->bold)) {
            change_look(place, text);
            look = place;
        }
        cw_text_append(text, place->bytes[0] != '\0' ? place->bytes : " ");
    }
    if (look->bold || look->ink != CW_INK_NONE || look->paper != CW_INK_NONE)
        cw_text_append(text, "\033[0m");
    cw_text_append_char(text, '\n');
}

void cw_canvas_crop(cw_canvas *canvas, int left, int columns) {
    assert(left >= 0 && columns >= 0 && left + columns <= canvas->columns);
    for (int row = 0; row < canvas->rows; row++)
        memmove(&canvas->places[(size_t)row * (size_t)columns],
                &canvas->places[(size_t)row * (size_t)canvas->columns + (size_t)left],
                sizeof *canvas->places * (size_t)columns);
    canvas->columns = columns;
}

void cw_canvas_print(const cw_canvas *canvas, bool color, cw_text *text) {
    for (int row = 0; row < canvas->rows; row++)
        print_row(&canvas->places[(size_t)row * (size_t)canvas->columns], canvas->columns, color, text);
}
