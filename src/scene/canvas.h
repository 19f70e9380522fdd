/* A rectangle of characters to draw on, each with colours of its own. Drawing outside is ignored. */
#ifndef CW_SCENE_CANVAS_H
#define CW_SCENE_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "causeway/text.h"
#include "core/utf8.h"

/* Numbers of the 256 colours that terminals know; this one leaves the terminal's own colour. */
enum { CW_INK_NONE = 256 };

typedef struct cw_canvas_place {
    char bytes[5]; /* one character in UTF-8; empty: a space */
    uint16_t ink, paper;
    bool bold;
} cw_canvas_place;

typedef struct cw_canvas {
    int columns, rows;
    cw_canvas_place *places; /* NULL when memory is out */
} cw_canvas;

cw_canvas cw_canvas_make(int columns, int rows);
void cw_canvas_free(cw_canvas *canvas);

/* The place at a column and row, or NULL outside. */
cw_canvas_place *cw_canvas_at(cw_canvas *canvas, int column, int row);

/* Writes at most `width` characters of a UTF-8 string, and leaves the paper as it is. */
void cw_canvas_write(cw_canvas *canvas, int column, int row, const char *string, int width, uint16_t ink,
                     bool bold);
void cw_canvas_paint(cw_canvas *canvas, int column, int row, int width, uint16_t paper);

/* Keeps `columns` columns from `left` on. */
void cw_canvas_crop(cw_canvas *canvas, int left, int columns);

/* Appends all rows without spaces at their ends; with `color`, as ANSI sequences. */
void cw_canvas_print(const cw_canvas *canvas, bool color, cw_text *text);

#endif
