#include "games/tantrix/trace.h"

#include <string.h>

/* The piece of a colour's line on a laid tile; NULL if the tile does not have the colour. */
static const tantrix_segment *segment_of(const tantrix_tiles *tiles, const tantrix_table *table, int tile,
                                         int color) {
    const tantrix_face *face = &tiles->faces[table->laid_face[tile]];
    for (int i = 0; i < 3; i++) {
        if (face->segments[i].color == color)
            return &face->segments[i];
    }
    return NULL;
}

/* The tile beyond a side, or -1. */
static int tile_across(const tantrix_table *table, int tile, int side) {
    unsigned content = table->cells[tantrix_neighbor(table->laid_cell[tile], side)];
    return content & TANTRIX_LAID ? (int)(content & 0xFF) : -1;
}

/* Where a line begins: from `tile` back through its `from` sides, until there is no tile or it has come round. */
static int walk_back(const tantrix_tiles *tiles, const tantrix_table *table, int color, int tile, int *side) {
    int begin = tile;
    *side = segment_of(tiles, table, tile, color)->from;
    for (int next; (next = tile_across(table, tile, *side)) >= 0 && next != begin; tile = next) {
        const tantrix_segment *segment = segment_of(tiles, table, next, color);
        *side = segment->from == cw_opposite(*side) ? segment->to : segment->from;
    }
    return tile;
}

/* The line through a tile, from its beginning. */
static void follow(const tantrix_tiles *tiles, const tantrix_table *table, int color, int tile,
                   tantrix_trace *trace) {
    int side, begin = walk_back(tiles, table, color, tile, &side);
    trace->count = 0;
    trace->is_loop = false;
    for (tile = begin; tile >= 0 && !trace->is_loop; trace->is_loop = tile == begin) {
        const tantrix_segment *segment = segment_of(tiles, table, tile, color);
        trace->tiles[trace->count++] = (uint8_t)tile;
        int out = segment->from == side ? segment->to : segment->from;
        tile = tile_across(table, tile, out);
        side = cw_opposite(out);
    }
}

void cw_tantrix_trace_best(const tantrix_tiles *tiles, const tantrix_table *table, int color,
                           tantrix_trace *best) {
    bool seen[TANTRIX_TILES] = {false};
    *best = (tantrix_trace){0};
    for (int tile = 0; tile < table->laid_count; tile++) {
        if (seen[tile] || segment_of(tiles, table, tile, color) == NULL)
            continue;
        tantrix_trace trace;
        follow(tiles, table, color, tile, &trace);
        for (int i = 0; i < trace.count; i++)
            seen[trace.tiles[i]] = true;
        if (tantrix_trace_points(&trace) > tantrix_trace_points(best))
            *best = trace;
    }
}
