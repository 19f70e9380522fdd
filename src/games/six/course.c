/* The parts of a playout's course that are seldom walked. */
#include "games/six/playout.h"

/* Decisions that the board does not know about: they can only be the first ones. */
static bool needs_the_rules(const cw_game *game, const cw_state *state) {
    const six_rules *rules = six_rules_of(game);
    bool away = rules->pair && !rules->first_contact && state->move_count == 0 && state->phase == 1;
    return state->stage == SIX_STAGE_KEEP || (away && state->stage == SIX_STAGE_LAY);
}

static void decide_by_the_rules(const cw_game *game, cw_state *state, cw_rng *rng, six_course *course) {
    cw_move moves[4 * 2 * SIX_TILES_MAX + 2];
    int count = cw_six_moves(game, state, moves);
    int decider = cw_six_to_decide(game, state);
    cw_move move = moves[cw_rng_below(rng, (uint32_t)count)];
    if (decider != CW_CHANCE) {
        course->plies++;
        if (course->keys[decider] != NULL)
            six_course_note(course, six_move_kind(move), six_move_cell(move));
    }
    cw_six_play(game, state, move);
}

static void take_over(six_course *course, const cw_state *state) {
    course->player = state->player;
    course->phase = state->phase;
    course->lifted = state->lifted;
    course->moves = state->move_count;
    course->ending = (six_ending)state->ending;
    course->winner = state->winner;
    for (int color = 0; color < SIX_COLORS; color++)
        course->hand[color] = state->hand[color];
}

bool cw_six_course_begin(six_course *course, six_board *board, const cw_game *game, cw_state *state,
                         cw_rng *rng, cw_playout *playout) {
    course->plies = 0;
    course->plies_max = playout->plies_max > 0 ? playout->plies_max : SIX_PLIES_LIMIT;
    course->horizon = playout->horizon;
    course->keys = playout->keys;
    take_over(course, state);
    bool beyond = playout->horizon > 0 && state->phase > playout->horizon;
    if (state->stage == SIX_STAGE_OVER || beyond)
        return false;
    while (needs_the_rules(game, state)) {
        decide_by_the_rules(game, state, rng, course);
        take_over(course, state);
        if (state->stage == SIX_STAGE_OVER || six_course_is_cut(course) ||
            (playout->horizon > 0 && state->phase > playout->horizon))
            return false;
    }
    cw_six_board_load(board, state, six_rules_of(game));
    return true;
}

void cw_six_course_end(const six_course *course, const cw_game *game, cw_playout *playout) {
    playout->plies = course->plies;
    playout->finished = course->ending != SIX_ONGOING;
    cw_six_reward(six_rules_of(game), playout->finished ? course->ending : SIX_LIMIT, course->winner,
                  &playout->result);
}

static bool is_out(const six_board *board, const six_course *course, int color) {
    return board->tile_count[color] + (color == six_color_of(course->player)) < SIX_SHAPE_TILES;
}

static bool judge(six_course *course, const six_board *board) {
    bool red_out = is_out(board, course, SIX_RED), black_out = is_out(board, course, SIX_BLACK);
    if (!red_out && !black_out)
        return false;
    course->moves++;
    course->ending = red_out && black_out ? SIX_BOTH_SHUT_OUT : SIX_SHUT_OUT;
    course->winner = red_out ? SIX_BLACK : SIX_RED;
    return true;
}

/* Which of the largest groups stays. */
static int choose_group(six_course *course, const six_split *split, const six_rules *rules, cw_rng *rng) {
    if (split->largest == 1)
        return 0;
    int chosen = (int)cw_rng_below(rng, (uint32_t)split->largest);
    if (!rules->random_ties) {
        course->plies++;
        if (course->keys[course->player] != NULL)
            six_course_note(course, SIX_KEEP, cw_six_group_name(&split->groups[chosen]));
    }
    return chosen;
}

bool cw_six_course_capture(six_course *course, six_board *board, const six_rules *rules, cw_rng *rng) {
    unsigned ring = cw_six_board_ring(board, course->lifted);
    if (cw_six_arcs[ring] < 2)
        return false;
    six_settled settled = cw_six_board_settle(board, course->lifted, ring);
    if (settled == SIX_UNSETTLED) {
        six_split split;
        if (!cw_six_board_split(board, course->lifted, &split))
            return false;
        cw_six_board_keep(board, &split.groups[choose_group(course, &split, rules, rng)]);
    }
    return settled != SIX_WHOLE && judge(course, board);
}
