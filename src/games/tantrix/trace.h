/* Follows lines from tile to tile: which tiles make up the best line or loop of a colour. */
#ifndef CW_GAMES_TANTRIX_TRACE_H
#define CW_GAMES_TANTRIX_TRACE_H

#include "games/tantrix/tantrix.h"

typedef struct tantrix_trace {
    uint8_t tiles[TANTRIX_TILES]; /* places in the order of play, from one end of the line to the other */
    int count;
    bool is_loop;
} tantrix_trace;

/* A loop counts twice. */
CW_INLINE int tantrix_trace_points(const tantrix_trace *trace) {
    return trace->is_loop ? 2 * trace->count : trace->count;
}

/* The best line or loop of a colour; of equal ones the one that began earliest. Empty if the colour has none. */
void cw_tantrix_trace_best(const tantrix_tiles *tiles, const tantrix_table *table, int color,
                           tantrix_trace *best);

#endif
