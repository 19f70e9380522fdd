/* Random play to the end, every legal decision equally likely: a cell to lay a tile on; in phase two a tile,
 * then a cell. */
#include "games/six/playout.h"

#include "games/six/playout_lines.h"

CW_INLINE bool lay_at_random(six_course *course, six_board *board, cw_rng *rng, bool keyed) {
    int color = six_color_of(course->player);
    int cell = six_board_draw_open(board, rng);
    six_course_lay(course, board, cell, keyed);
    return six_board_completes(board, color, cell) && six_course_win(course, board, cell);
}

CW_INLINE void play_out(const six_rules *rules, six_course *course, six_board *board, cw_rng *rng,
                        bool keyed) {
    while (course->phase == 1) {
        if (lay_at_random(course, board, rng, keyed) || six_course_pass(course, rules))
            return;
    }
    for (;;) {
        if (course->lifted == SIX_NO_CELL) {
            int cell = six_board_draw_tile(board, six_color_of(course->player), rng);
            if (six_course_lift(course, board, rules, cell, rng, keyed))
                return;
        }
        if (lay_at_random(course, board, rng, keyed))
            return;
        six_course_list_origin(course, board, rules);
        if (six_course_pass(course, rules))
            return;
    }
}

CW_MULTIVERSION static void play_uniform(const six_rules *rules, six_course *course, six_board *board,
                                         cw_rng *rng) {
    play_out(rules, course, board, rng, false);
}

CW_MULTIVERSION static void play_uniform_keyed(const six_rules *rules, six_course *course, six_board *board,
                                               cw_rng *rng) {
    play_out(rules, course, board, rng, true);
}

static void uniform(const cw_game *game, void *context, cw_state *state, cw_rng *rng, cw_playout *playout) {
    (void)context;
    six_course course;
    six_board board;
    if (cw_six_course_begin(&course, &board, game, state, rng, playout)) {
        if (playout->keys[0] != NULL)
            play_uniform_keyed(six_rules_of(game), &course, &board, rng);
        else
            play_uniform(six_rules_of(game), &course, &board, rng);
    }
    cw_six_course_end(&course, game, playout);
}

const cw_policy cw_six_policies[] = {
    {.base = {.name = "uniform", .help = "every legal decision equally likely"}, .playout = uniform},
    {.base = {.name = "lines", .help = "takes a win, blocks the opponent's, otherwise as uniform"},
     .playout = cw_six_play_lines},
    {.base = {.name = NULL}},
};
