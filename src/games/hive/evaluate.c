/* The house's own opinion of a position. For each side, in points of its own:
 *
 *     the ring of the enemy queen, more and more dangerous as it fills;
 *     pieces that can move by their value, their number of moves, and pieces pinned or covered;
 *     pieces that can reach the ring of the enemy queen in one move, from the board or the hand;
 *     a queen that can still move, a pillbug that stands beside her, a beetle on top of the enemy's;
 *     room to lay pieces, and pieces still in hand.
 *
 * All weights are options, to be tuned. */
#include "games/hive/evaluators.h"
#include "games/hive/foresight.h"
#include "games/hive/hive.h"
#include "games/hive/moves.h"
#include "games/hive/survey.h"

/* ---- Weights ---- */

enum weight {
    WEIGHT_QUEEN, /* a mobile piece, in the order of cw_hive_bug */
    WEIGHT_SPIDER,
    WEIGHT_BEETLE,
    WEIGHT_GRASSHOPPER,
    WEIGHT_ANT,
    WEIGHT_MOSQUITO,
    WEIGHT_LADYBUG,
    WEIGHT_PILLBUG,
    WEIGHT_HAND,
    WEIGHT_MOVES,
    WEIGHT_PINNED,
    WEIGHT_COVERED,
    WEIGHT_RING,
    WEIGHT_RING_SQUARE,
    WEIGHT_RING_FIVE,
    WEIGHT_ATTACKER,
    WEIGHT_ATTACKER_RING,
    WEIGHT_PLACE,
    WEIGHT_PLACE_BESIDE,
    WEIGHT_QUEEN_COVERED,
    WEIGHT_GUARD,
    WEIGHT_TEMPO,
};

const cw_option cw_hive_options[] = {
    CW_HIVE_WEIGHT("queen", "18", "a queen that can move"),
    CW_HIVE_WEIGHT("spider", "9", "a spider that can move"),
    CW_HIVE_WEIGHT("beetle", "12", "a beetle that can move"),
    CW_HIVE_WEIGHT("grasshopper", "10", "a grasshopper that can move"),
    CW_HIVE_WEIGHT("ant", "14", "an ant that can move"),
    CW_HIVE_WEIGHT("mosquito", "16", "a mosquito that can move"),
    CW_HIVE_WEIGHT("ladybug", "10", "a ladybug that can move"),
    CW_HIVE_WEIGHT("pillbug", "8", "a pillbug that can move"),
    CW_HIVE_WEIGHT("hand", "0.7", "times the value of a piece in hand"),
    CW_HIVE_WEIGHT("moves", "0.5", "each cell to which a piece can go, up to 20 a piece"),
    CW_HIVE_WEIGHT("pinned", "0", "a pinned piece"),
    CW_HIVE_WEIGHT("covered", "-4", "a piece under an enemy piece"),
    CW_HIVE_WEIGHT("ring", "5", "each taken neighbour of the enemy queen"),
    CW_HIVE_WEIGHT("ring_square", "2.5", "its square"),
    CW_HIVE_WEIGHT("ring_five", "40", "five of them"),
    CW_HIVE_WEIGHT("attacker", "2", "a piece that can get beside the enemy queen"),
    CW_HIVE_WEIGHT("attacker_ring", "1.2",
                   "each of them for the square of the enemy queen's taken neighbours"),
    CW_HIVE_WEIGHT("place", "2", "a cell to lay a piece, up to 12"),
    CW_HIVE_WEIGHT("place_beside", "30", "a cell to lay a piece beside the enemy queen"),
    CW_HIVE_WEIGHT("queen_covered", "5", "a piece on top of the enemy queen"),
    CW_HIVE_WEIGHT("guard", "12", "a pillbug beside the own queen"),
    CW_HIVE_WEIGHT("tempo", "5", "being to move"),
    {.name = NULL},
};

/* ---- Points ---- */

CW_INLINE double smaller(double a, double b) {
    return a < b ? a : b;
}

CW_INLINE double piece_points(const cw_state *state, const cw_hive_survey *survey, int side,
                              const double *weights) {
    uint32_t own = cw_hive_side_set(side);
    double points = 0;
    for (uint32_t rest = survey->mobile & own; rest != 0;) {
        int piece = cw_hive_pop(&rest);
        points += weights[WEIGHT_QUEEN + cw_hive_bug_of[piece]] +
                  weights[WEIGHT_MOVES] * smaller(survey->moves[piece], 20);
    }
    for (uint32_t rest = state->available & ~state->board & own; rest != 0;)
        points += weights[WEIGHT_HAND] * weights[WEIGHT_QUEEN + cw_hive_bug_of[cw_hive_pop(&rest)]];
    return points + weights[WEIGHT_PINNED] * __builtin_popcount(survey->pinned & own) +
           weights[WEIGHT_PLACE] * smaller(survey->places[side], 12);
}

/* The pieces of a side that lie under an enemy piece at the top of their stack. */
CW_INLINE int count_covered(const cw_state *state, int side) {
    int count = 0;
    for (uint32_t rest = state->covered & cw_hive_side_set(side); rest != 0;) {
        unsigned top = state->ground[state->cell[cw_hive_pop(&rest)]] >> CW_HIVE_TOP_SHIFT;
        count += top != 1u << side;
    }
    return count;
}

/* A queen with so many taken neighbours. */
CW_INLINE double ring_points(int ring, const double *weights) {
    return weights[WEIGHT_RING] * ring + weights[WEIGHT_RING_SQUARE] * ring * ring +
           (ring >= 5 ? weights[WEIGHT_RING_FIVE] : 0);
}

/* How far the enemy queen is enclosed and covered. */
CW_INLINE double siege_points(const cw_state *state, int side, const double *weights) {
    int queen = cw_hive_queen(!side);
    if (!cw_hive_on_board(state, queen))
        return 0;
    unsigned ground = state->ground[state->cell[queen]];
    double points = ring_points(cw_hive_count[ground & CW_HIVE_RING], weights);
    if ((state->covered >> queen & 1u) && ground >> CW_HIVE_TOP_SHIFT == 1u << side)
        points += weights[WEIGHT_QUEEN_COVERED];
    return points;
}

/* What can get beside the enemy queen. */
CW_INLINE double attack_points(const cw_state *state, const cw_hive_survey *survey, int side,
                               const double *weights) {
    if (!cw_hive_on_board(state, cw_hive_queen(!side)))
        return 0;
    int ring = survey->ring[!side];
    int attackers = __builtin_popcount(survey->attackers & cw_hive_side_set(side));
    return attackers * (weights[WEIGHT_ATTACKER] + weights[WEIGHT_ATTACKER_RING] * ring * ring) +
           (survey->places_beside[side] > 0 ? weights[WEIGHT_PLACE_BESIDE] : 0);
}

/* A pillbug that stands beside its queen and is not covered can carry her away. */
CW_INLINE bool is_guarded(const cw_hive_survey *survey, int side) {
    return survey->beside[side] >> (side * CW_HIVE_SIDE_PIECES + 13) & 1u;
}

CW_MULTIVERSION static void add_up(const cw_state *state, const cw_hive_survey *survey, const double *weights,
                                   double *points) {
    for (int side = 0; side < 2; side++) {
        points[side] = piece_points(state, survey, side, weights) + siege_points(state, side, weights) +
                       attack_points(state, survey, side, weights) +
                       weights[WEIGHT_COVERED] * count_covered(state, side) +
                       (is_guarded(survey, side) ? weights[WEIGHT_GUARD] : 0);
    }
    points[cw_hive_side(state)] += weights[WEIGHT_TEMPO];
}

void cw_hive_evaluate(const cw_game *game, void *context, const cw_state *state, double *points) {
    (void)game;
    cw_state work = *state;
    cw_hive_survey survey;
    cw_hive_survey_position(&work, &survey);
    add_up(state, &survey, context, points);
}

/* ---- Foresight ---- */

void cw_hive_gains(const cw_game *game, void *context, const cw_state *state, const cw_move *moves, int count,
                   float *gains) {
    (void)game;
    (void)context;
    cw_hive_foresee(state, moves, count, gains);
}

/* ---- Passing ---- */

/* Not before both queens are out, and not with the own queen one step from the end. */
bool cw_hive_pass(const cw_game *game, void *context, cw_state *state) {
    (void)game;
    (void)context;
    int queen = cw_hive_queen(cw_hive_side(state)), enemy = cw_hive_queen(!cw_hive_side(state));
    if (!cw_hive_on_board(state, queen) || !cw_hive_on_board(state, enemy) ||
        cw_hive_count[cw_hive_ring(state, state->cell[queen])] >= 5)
        return false;
    cw_hive_make(state, CW_HIVE_PASS);
    return true;
}

/* ---- Unquiet moves ---- */

enum { UNQUIET_RING = 4 }; /* from so many taken neighbours on, each further one is worth a look */

/* Cells around the enemy queen: 1 beside her, 2 if empty too. */
static void mark_ring(const cw_state *state, int queen, uint8_t marks[CW_HIVE_CELLS_SPACE]) {
    unsigned ring = cw_hive_ring(state, state->cell[queen]);
    for (int direction = 0; direction < 6; direction++)
        marks[cw_hive_neighbor(state->cell[queen], direction)] = ring >> direction & 1u ? 1 : 1 | 2;
}

static bool fills_ring(const cw_state *state, cw_move move, const uint8_t *marks) {
    int piece = cw_hive_move_piece(move);
    bool was_beside = cw_hive_on_board(state, piece) && marks[state->cell[piece]] && state->level[piece] == 0;
    return (marks[cw_hive_move_cell(move)] & 2) && !was_beside;
}

/* Can the side to move throw the enemy queen? */
static bool can_throw_queen(const cw_state *state, int queen) {
    cw_hive_throws throws;
    cw_hive_find_throws(state, cw_hive_side(state), &throws);
    uint32_t thrown = 0;
    for (int i = 0; i < throws.count; i++)
        thrown |= throws.thrown[i];
    return thrown >> queen & 1u;
}

/* Is she enclosed where this move throws her? */
static bool throws_into_hole(cw_state *state, int queen, cw_move move) {
    if (cw_hive_move_piece(move) != queen)
        return false;
    cw_hive_undo undo = cw_hive_make(state, move);
    bool enclosed = cw_hive_is_enclosed(state, cw_hive_color(queen));
    cw_hive_unmake(state, move, undo);
    return enclosed;
}

/* Moves that fill the ring of an enemy queen who is already in danger, or throw her where she is enclosed. */
int cw_hive_unquiet_moves(const cw_game *game, void *context, const cw_state *state, cw_move *moves) {
    (void)game;
    (void)context;
    int queen = cw_hive_queen(!cw_hive_side(state));
    if (!cw_hive_on_board(state, queen))
        return 0;
    bool in_danger = cw_hive_count[cw_hive_ring(state, state->cell[queen])] >= UNQUIET_RING;
    if (!in_danger && !can_throw_queen(state, queen))
        return 0;
    uint8_t marks[CW_HIVE_CELLS_SPACE] = {0};
    if (in_danger)
        mark_ring(state, queen, marks);
    cw_state work = *state;
    int count = cw_hive_list_moves(&work, moves), kept = 0;
    for (int i = 0; i < count && moves[i] != CW_HIVE_PASS; i++) {
        if (fills_ring(state, moves[i], marks) || throws_into_hole(&work, queen, moves[i]))
            moves[kept++] = moves[i];
    }
    return kept;
}
