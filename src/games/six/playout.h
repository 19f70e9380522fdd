/* The course of a playout: whose turn it is, how far it went and how it ended. Policies differ in how they
 * choose; what follows from a choice is here. */
#ifndef CW_SIX_PLAYOUT_H
#define CW_SIX_PLAYOUT_H

#include "games/six/board.h"

enum { SIX_PLIES_LIMIT = 20000 }; /* the longest playout when the caller sets no limit */

typedef struct six_course {
    int player;
    int phase;
    int lifted; /* the cell that the tile in hand came from, or SIX_NO_CELL */
    int hand[SIX_COLORS];
    int moves; /* turns completed */
    int plies, plies_max;
    int horizon;
    six_ending ending; /* SIX_ONGOING: cut short */
    int winner;
    uint64_t *const *keys;
} six_course;

/* Makes what is special at the start (a choice between groups, the first tile beside a pair) through the
 * rules, then sets up the course and the board. False: the playout is over already. */
bool cw_six_course_begin(six_course *course, six_board *board, const cw_game *game, cw_state *state,
                         cw_rng *rng, cw_playout *playout);

/* Tells how it ended. */
void cw_six_course_end(const six_course *course, const cw_game *game, cw_playout *playout);

/* A lift that split the tiles: keeps a largest group at random and judges. True: the playout is over. */
bool cw_six_course_capture(six_course *course, six_board *board, const six_rules *rules, cw_rng *rng);

CW_INLINE void six_course_note(six_course *course, six_kind kind, int cell) {
    unsigned key = six_key(kind, cell);
    course->keys[course->player][key >> 6] |= 1ULL << (key & 63);
}

CW_INLINE bool six_course_is_cut(const six_course *course) {
    return course->plies >= course->plies_max;
}

/* Lays the tile; the turn is complete. */
CW_INLINE void six_course_lay(six_course *course, six_board *board, int cell, bool keyed) {
    int color = six_color_of(course->player);
    six_board_put(board, color, cell);
    six_board_list_tile(board, color, cell);
    course->plies++;
    course->moves++;
    if (keyed)
        six_course_note(course, SIX_LAY, cell);
}

/* The player won by laying at `cell`. Always true. */
CW_INLINE bool six_course_win(six_course *course, const six_board *board, int cell) {
    course->winner = six_color_of(course->player);
    course->ending = cw_six_shape_at(board->lines[course->winner][0], cell);
    return true;
}

/* Where the tile was lifted becomes a cell like others once it is laid elsewhere. */
CW_INLINE void six_course_list_origin(six_course *course, six_board *board, const six_rules *rules) {
    if (!rules->same_cell)
        board->open[board->open_count++] = (uint16_t)course->lifted;
    course->lifted = SIX_NO_CELL;
}

/* Lifts the player's tile at `cell`. True: the playout is over. */
CW_INLINE bool six_course_lift(six_course *course, six_board *board, const six_rules *rules, int cell,
                               cw_rng *rng, bool keyed) {
    int color = six_color_of(course->player);
    six_board_unlist_tile(board, color, cell);
    six_board_take(board, color, cell);
    course->lifted = cell;
    if (rules->same_cell)
        board->open[board->open_count++] = (uint16_t)cell;
    course->plies++;
    if (keyed)
        six_course_note(course, SIX_LIFT, cell);
    if (CW_UNLIKELY(cw_six_arcs[board->around[cell] & SIX_RING_MASK] > 1) &&
        cw_six_course_capture(course, board, rules, rng))
        return true;
    return six_course_is_cut(course);
}

/* After a tile was laid without winning: the next turn. True: the playout is over. */
CW_INLINE bool six_course_pass(six_course *course, const six_rules *rules) {
    if (course->phase == 1)
        course->hand[six_color_of(course->player)]--;
    course->player = course->player + 1 == rules->players ? 0 : course->player + 1;
    if (course->phase == 1) {
        if (course->hand[SIX_RED] + course->hand[SIX_BLACK] == 0) {
            if (rules->half) {
                course->ending = SIX_NO_WIN;
                return true;
            }
            course->phase = 2;
            if (course->horizon > 0 && course->phase > course->horizon)
                return true;
        } else if (course->hand[six_color_of(course->player)] == 0) {
            course->player = course->player + 1 == rules->players ? 0 : course->player + 1;
        }
    }
    if (CW_UNLIKELY(course->moves == rules->moves_limit)) {
        course->ending = SIX_LIMIT;
        return true;
    }
    return six_course_is_cut(course);
}

#endif
