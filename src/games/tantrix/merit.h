/* What a lay does for the players' lines, at a glance: the length of the mover's line through the new tile,
 * less the lengths of the others' lines through it. Loops count twice. */
#ifndef CW_GAMES_TANTRIX_MERIT_H
#define CW_GAMES_TANTRIX_MERIT_H

#include "games/tantrix/tantrix.h"

/* The points of the line that a segment on this cell would belong to. */
CW_INLINE int tantrix_points_through(const tantrix_table *table, unsigned cell,
                                     const tantrix_segment *segment) {
    unsigned from = table->cells[tantrix_neighbor(cell, segment->from)];
    unsigned to = table->cells[tantrix_neighbor(cell, segment->to)];
    unsigned from_end = (from & 0xFF) * TANTRIX_SIDES + (unsigned)cw_opposite(segment->from);
    unsigned to_end = (to & 0xFF) * TANTRIX_SIDES + (unsigned)cw_opposite(segment->to);
    bool joins_from = from & TANTRIX_LAID, joins_to = to & TANTRIX_LAID;
    if (joins_from && joins_to && table->other_end[from_end] == to_end)
        return 2 * (1 + table->length[from_end]);
    return 1 + (joins_from ? table->length[from_end] : 0) + (joins_to ? table->length[to_end] : 0);
}

/* The merit of a lay for the player to decide. */
CW_INLINE int tantrix_merit(const tantrix_rules *rules, const cw_state *state, cw_move move) {
    const tantrix_face *face = &rules->tiles.faces[tantrix_move_face(move)];
    unsigned own = rules->colors[state->player];
    int merit = 0;
    for (int i = 0; i < 3; i++) {
        const tantrix_segment *segment = &face->segments[i];
        if (!(rules->line_colors >> segment->color & 1))
            continue;
        int points = tantrix_points_through(&state->table, tantrix_move_cell(move), segment);
        merit += segment->color == own ? points : -points;
    }
    return merit;
}

#endif
