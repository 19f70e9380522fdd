/* What a lay does for the players' lines, at a glance. A line of n tiles is worth n * n, so that one long
 * line is worth more than two short ones; the merit is what the worth of the mover's lines grows by, less
 * what those of the others grow by. Loops count twice their tiles. */
#ifndef CW_GAMES_TANTRIX_MERIT_H
#define CW_GAMES_TANTRIX_MERIT_H

#include "games/tantrix/tantrix.h"

/* What the worth of lines grows by when a segment comes to lie on this cell. */
CW_INLINE int tantrix_growth_through(const tantrix_table *table, unsigned cell,
                                     const tantrix_segment *segment) {
    unsigned from = table->cells[tantrix_neighbor(cell, segment->from)];
    unsigned to = table->cells[tantrix_neighbor(cell, segment->to)];
    unsigned from_end = (from & 0xFF) * TANTRIX_SIDES + (unsigned)cw_opposite(segment->from);
    unsigned to_end = (to & 0xFF) * TANTRIX_SIDES + (unsigned)cw_opposite(segment->to);
    int left = from & TANTRIX_LAID ? table->length[from_end] : 0;
    int right = to & TANTRIX_LAID ? table->length[to_end] : 0;
    if (left > 0 && right > 0 && table->other_end[from_end] == to_end)
        return 4 * (1 + left) * (1 + left) - left * left;
    return 1 + 2 * (left + right + left * right);
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
        int growth = tantrix_growth_through(&state->table, tantrix_move_cell(move), segment);
        merit += segment->color == own ? growth : -growth;
    }
    return merit;
}

#endif
