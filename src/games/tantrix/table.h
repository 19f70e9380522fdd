/* Laying a tile: everything that is kept up about the table changes here, and only near the new tile. */
#ifndef CW_GAMES_TANTRIX_TABLE_H
#define CW_GAMES_TANTRIX_TABLE_H

#include "games/tantrix/tantrix.h"

void cw_tantrix_table_start(tantrix_table *table, unsigned line_colors);

/* Takes a cell out of a short list that holds it. */
CW_INLINE void tantrix_remove_cell(uint16_t *list, uint8_t *count, unsigned cell) {
    unsigned place = 0;
    while (list[place] != cell)
        place++;
    list[place] = list[--*count];
}

/* Joins a new segment, the first piece of its tile's line, to the lines at its two sides.
 *
 *     ---- left end >[ segment ]< right end ----        a side without a tile is a new open end
 *
 * If both sides meet the two ends of one line, the line is closed to a loop and counts twice. */
CW_INLINE void tantrix_join(tantrix_table *table, unsigned index, const tantrix_segment *segment,
                            const uint8_t *touching) {
    unsigned from = index * TANTRIX_SIDES + segment->from, to = index * TANTRIX_SIDES + segment->to;
    unsigned length = 1, points;
    unsigned left = from, right = to;
    if (touching[segment->from] != 0xFF) {
        unsigned end = touching[segment->from] * TANTRIX_SIDES + (unsigned)cw_opposite(segment->from);
        left = table->other_end[end];
        length += table->length[end];
    }
    if (touching[segment->to] != 0xFF) {
        unsigned end = touching[segment->to] * TANTRIX_SIDES + (unsigned)cw_opposite(segment->to);
        if (left == end) {
            points = 2 * length;
            table->best[segment->color] =
                (uint8_t)(points > table->best[segment->color] ? points : table->best[segment->color]);
            return;
        }
        right = table->other_end[end];
        length += table->length[end];
    }
    table->other_end[left] = (uint16_t)right;
    table->other_end[right] = (uint16_t)left;
    table->length[left] = table->length[right] = (uint8_t)length;
    if (length > table->best[segment->color])
        table->best[segment->color] = (uint8_t)length;
}

/* The bits of a cell's diagonal, row and column. */
CW_INLINE void tantrix_use_lines(tantrix_table *table, unsigned cell) {
    unsigned q = cell & (TANTRIX_TORUS - 1), r = cell >> 6;
    table->lines[0] |= UINT64_C(1) << ((q + r) & (TANTRIX_TORUS - 1));
    table->lines[1] |= UINT64_C(1) << r;
    table->lines[2] |= UINT64_C(1) << q;
}

/* Lays a face on an empty cell of the frontier. */
CW_INLINE void tantrix_lay(const tantrix_tiles *tiles, tantrix_table *table, unsigned cell,
                           unsigned face_number) {
    const tantrix_face *face = &tiles->faces[face_number];
    unsigned index = table->laid_count++;
    table->laid_cell[index] = (uint16_t)cell;
    table->laid_face[index] = (uint16_t)face_number;
    tantrix_remove_cell(table->frontier, &table->frontier_count, cell);
    if (tiles->glance[table->cells[cell] & TANTRIX_PATTERN] & TANTRIX_THREE_SIDES)
        tantrix_remove_cell(table->spaces, &table->space_count, cell);
    table->cells[cell] = (uint16_t)(TANTRIX_LAID | index);
    tantrix_use_lines(table, cell);

    uint8_t touching[TANTRIX_SIDES];
#pragma GCC unroll 6
    for (int side = 0; side < TANTRIX_SIDES; side++) {
        unsigned across = tantrix_neighbor(cell, side);
        unsigned content = table->cells[across];
        touching[side] = (uint8_t)(content & TANTRIX_LAID ? content & 0xFF : 0xFF);
        if (content & TANTRIX_LAID)
            continue;
        unsigned before = content & TANTRIX_PATTERN;
        if (before == 0)
            table->frontier[table->frontier_count++] = (uint16_t)across;
        table->cells[across] = (uint16_t)(content + face->digits[side]);
        unsigned now_three = tiles->glance[before + face->digits[side]] & ~tiles->glance[before];
        if (now_three & TANTRIX_THREE_SIDES)
            table->spaces[table->space_count++] = (uint16_t)across;
    }
    for (int i = 0; i < 3; i++) {
        if (table->line_colors >> face->segments[i].color & 1)
            tantrix_join(table, index, &face->segments[i], touching);
    }
}

#endif
