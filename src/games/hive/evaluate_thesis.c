/* The two strategies of Brytting and Nygren (2013), as Out's thesis (2017) tells them. The text names what
 * earns points and gives no numbers, so every number is an option.
 *
 *     offensive  values of the pieces that can be played, pieces beside the enemy queen, pinned and blocked
 *                enemy pieces by value, and the beetle drop: a beetle near the enemy queen, best on top
 *     defensive  empty cells beside the own queen, circles (empty cells beside her that nothing can slide
 *                into), beetles and grasshoppers laid early; up to a cap, beyond which attack alone counts */
#include "core/lattice.h"
#include "games/hive/bugs.h"
#include "games/hive/evaluators.h"
#include "games/hive/hive.h"
#include "games/hive/survey.h"

/* ---- Weights ---- */

enum weight {
    WEIGHT_QUEEN, /* the values of the bugs, in the order of cw_hive_bug */
    WEIGHT_SPIDER,
    WEIGHT_BEETLE,
    WEIGHT_GRASSHOPPER,
    WEIGHT_ANT,
    WEIGHT_MOSQUITO,
    WEIGHT_LADYBUG,
    WEIGHT_PILLBUG,
    WEIGHT_PLAYABLE,
    WEIGHT_BESIDE,
    WEIGHT_PIN,
    WEIGHT_BLOCK,
    WEIGHT_DROP,
    WEIGHT_DROP_NEAR,
    WEIGHT_EMPTY,
    WEIGHT_CIRCLE,
    WEIGHT_EARLY,
    WEIGHT_EARLY_TURNS,
    WEIGHT_CAP,
    WEIGHT_ATTACK,
    WEIGHT_BEFORE,
    WEIGHT_COUNT,
};

/* The numbers are chosen so that both agents do against Random about as the thesis
 * reports; the presets set what a fit to its other results found better. */
#define ATTACK_WEIGHTS(pin, beside, drop, near)                                                              \
    CW_HIVE_WEIGHT("queen", "4", "value of the queen"), CW_HIVE_WEIGHT("spider", "3", "value of a spider"),  \
        CW_HIVE_WEIGHT("beetle", "6", "value of a beetle"),                                                  \
        CW_HIVE_WEIGHT("grasshopper", "4", "value of a grasshopper"),                                        \
        CW_HIVE_WEIGHT("ant", "8", "value of an ant"),                                                       \
        CW_HIVE_WEIGHT("mosquito", "7", "value of a mosquito"),                                              \
        CW_HIVE_WEIGHT("ladybug", "6", "value of a ladybug"),                                                \
        CW_HIVE_WEIGHT("pillbug", "5", "value of a pillbug"),                                                \
        CW_HIVE_WEIGHT("playable", "1", "times the value of each piece that can move"),                      \
        CW_HIVE_WEIGHT("beside", beside, "for each own piece beside the enemy queen"),                       \
        CW_HIVE_WEIGHT("pin", pin, "times the value of each pinned or covered enemy piece"),                 \
        CW_HIVE_WEIGHT("block", "1", "times the value of each enemy piece that is loose and cannot move"),   \
        CW_HIVE_WEIGHT("drop", drop, "for a beetle on top of the enemy queen"),                              \
        CW_HIVE_WEIGHT("near", near,                                                                         \
                       "for each step that the nearest beetle is closer than six to the queen")

const cw_option cw_hive_offensive_options[] = {ATTACK_WEIGHTS("1.5", "10", "15", "2"), {.name = NULL}};

const cw_option cw_hive_defensive_options[] = {
    ATTACK_WEIGHTS("4", "2", "4", "1"),
    CW_HIVE_WEIGHT("empty", "5", "for each empty cell beside the own queen"),
    CW_HIVE_WEIGHT("circle", "8", "for each of these cells into which nothing can slide"),
    CW_HIVE_WEIGHT("early", "3", "for each beetle and grasshopper laid early"),
    CW_HIVE_WEIGHT("early_turns", "12", "moves of both players that count as early"),
    CW_HIVE_WEIGHT("cap", "30", "defensive points at most; attack counts once they are reached"),
    CW_HIVE_WEIGHT("attack", "1", "times the offensive points, once the cap is reached"),
    CW_HIVE_WEIGHT("before", "0", "times the offensive points, before the cap is reached"),
    {.name = NULL},
};

/* ---- Attack ---- */

static double value_of(const double *weights, uint32_t pieces) {
    double value = 0;
    while (pieces != 0)
        value += weights[WEIGHT_QUEEN + cw_hive_bug_of[cw_hive_pop(&pieces)]];
    return value;
}

static int steps_between(const cw_axial *place, int a, int b) {
    return cw_distance(place[a], place[b]);
}

/* Points for bringing a beetle to the enemy queen and on top of her. */
static double beetle_drop(const cw_state *state, int side, const double *weights) {
    int queen = cw_hive_queen(!side);
    if (!cw_hive_on_board(state, queen))
        return 0;
    cw_axial place[32];
    cw_hive_locate(state, place);
    uint32_t beetles =
        state->board & ((3u << cw_hive_bug_first[CW_HIVE_BEETLE]) << side * CW_HIVE_SIDE_PIECES);
    int nearest = 6;
    while (beetles != 0) {
        int steps = steps_between(place, cw_hive_pop(&beetles), queen);
        nearest = steps < nearest ? steps : nearest;
    }
    return weights[WEIGHT_DROP_NEAR] * (6 - nearest) + (nearest == 0 ? weights[WEIGHT_DROP] : 0);
}

static double attack_points(const cw_state *state, const cw_hive_survey *survey, int side,
                            const double *weights) {
    uint32_t own = cw_hive_side_set(side), enemy = cw_hive_side_set(!side);
    uint32_t held = survey->pinned | state->covered | survey->mobile;
    bool enemy_moves = cw_hive_on_board(state, cw_hive_queen(!side));
    uint32_t blocked = enemy_moves ? state->board & enemy & ~held : 0;
    return weights[WEIGHT_PLAYABLE] * value_of(weights, survey->mobile & own) +
           weights[WEIGHT_BESIDE] * __builtin_popcount(survey->beside[!side] & own) +
           weights[WEIGHT_PIN] * value_of(weights, (survey->pinned | state->covered) & enemy) +
           weights[WEIGHT_BLOCK] * value_of(weights, blocked) + beetle_drop(state, side, weights);
}

/* ---- Defence ---- */

/* Empty cells beside the queen into which no piece can slide from outside. */
static int count_circles(const cw_state *state, int queen) {
    int circles = 0;
    unsigned empty = ~cw_hive_ring(state, state->cell[queen]) & CW_HIVE_RING;
    for (; empty != 0; empty &= empty - 1) {
        int cell = cw_hive_neighbor(state->cell[queen], cw_hive_first(empty));
        circles += cw_hive_slides[cw_hive_ring(state, cell)] == 0;
    }
    return circles;
}

static double defence_points(const cw_state *state, const cw_hive_survey *survey, int side,
                             const double *weights) {
    int queen = cw_hive_queen(side);
    double points = 0;
    if (cw_hive_on_board(state, queen))
        points += weights[WEIGHT_EMPTY] * (6 - survey->ring[side]) +
                  weights[WEIGHT_CIRCLE] * count_circles(state, queen);
    uint32_t early = (3u << cw_hive_bug_first[CW_HIVE_BEETLE] | 7u << cw_hive_bug_first[CW_HIVE_GRASSHOPPER])
                     << side * CW_HIVE_SIDE_PIECES;
    if (state->ply <= weights[WEIGHT_EARLY_TURNS])
        points += weights[WEIGHT_EARLY] * __builtin_popcount(state->board & early);
    return points;
}

/* ---- Strategies ---- */

void cw_hive_evaluate_offensive(const cw_game *game, void *context, const cw_state *state, double *points) {
    (void)game;
    cw_state work = *state;
    cw_hive_survey survey;
    cw_hive_survey_position(&work, &survey);
    for (int side = 0; side < 2; side++)
        points[side] = attack_points(state, &survey, side, context);
}

void cw_hive_evaluate_defensive(const cw_game *game, void *context, const cw_state *state, double *points) {
    (void)game;
    const double *weights = context;
    cw_state work = *state;
    cw_hive_survey survey;
    cw_hive_survey_position(&work, &survey);
    for (int side = 0; side < 2; side++) {
        double defence = defence_points(state, &survey, side, weights), cap = weights[WEIGHT_CAP];
        double attack = weights[defence >= cap ? WEIGHT_ATTACK : WEIGHT_BEFORE];
        points[side] = defence < cap ? defence : cap;
        if (attack != 0)
            points[side] += attack * attack_points(state, &survey, side, weights);
    }
}
