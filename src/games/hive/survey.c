#include "games/hive/survey.h"

#include "games/hive/moves.h"

#define ANTS (7u << 8 | 7u << (8 + CW_HIVE_SIDE_PIECES))

/* Marks the neighbours of both queens: bit 0 for White's, bit 1 for Black's. */
CW_INLINE void mark_queen_rings(const cw_state *state, uint8_t near[CW_HIVE_CELLS_SPACE]) {
    memset(near, 0, CW_HIVE_CELLS_SPACE);
    for (int side = 0; side < 2; side++) {
        int queen = cw_hive_queen(side);
        for (int direction = 0; direction < 6 && cw_hive_on_board(state, queen); direction++)
            near[cw_hive_neighbor(state->cell[queen], direction)] |= (uint8_t)(1u << side);
    }
}

CW_INLINE void survey_queens(const cw_state *state, const uint8_t *near, cw_hive_survey *survey) {
    for (int side = 0; side < 2; side++) {
        int queen = cw_hive_queen(side);
        survey->beside[side] = 0;
        survey->ring[side] =
            cw_hive_on_board(state, queen) ? cw_hive_count[cw_hive_ring(state, state->cell[queen])] : 0;
    }
    for (uint32_t rest = state->board & ~state->covered; rest != 0;) {
        int piece = cw_hive_pop(&rest);
        unsigned sides = near[state->cell[piece]];
        survey->beside[0] |= sides & 1u ? cw_hive_set(piece) : 0;
        survey->beside[1] |= sides & 2u ? cw_hive_set(piece) : 0;
    }
}

/* Where a piece, or one that goes the same ways, can get: how many cells, and which queens' rings. */
typedef struct reach {
    int count;
    unsigned queens;
} reach;

CW_INLINE reach find_reach(cw_state *state, int piece, const uint8_t *near, cw_hive_finder *finder) {
    reach found = {0, 0};
    cw_hive_finder_begin(finder);
    cw_hive_add_own_moves(state, piece, finder);
    found.count = finder->count;
    for (int i = 0; i < finder->count; i++)
        found.queens |= near[finder->targets[i]];
    return found;
}

CW_INLINE void note_reach(const cw_state *state, int piece, reach found, const uint8_t *near,
                          cw_hive_survey *survey) {
    unsigned enemy = 1u << !cw_hive_color(piece);
    survey->moves[piece] = (uint8_t)found.count;
    if (found.count > 0)
        survey->mobile |= cw_hive_set(piece);
    if (found.queens & ~near[state->cell[piece]] & enemy)
        survey->attackers |= cw_hive_set(piece);
}

/* Can a piece step onto a cell with the finder's present marks? */
CW_INLINE bool touches_marks(const cw_state *state, int piece, const cw_hive_finder *finder) {
    int cell = state->cell[piece];
    unsigned steps = cw_hive_slides_from(state, cell);
    for (; steps != 0; steps &= steps - 1) {
        if (finder->mark[cw_hive_neighbor(cell, cw_hive_first(steps))] == finder->stamp)
            return true;
    }
    return false;
}

/* Ants nearly always share the outside of the hive: one that can step to where the ant before it can go is
 * taken to have the same reach, give or take a cell, and only the others are walked. */
CW_INLINE void survey_ants(cw_state *state, uint32_t ants, const uint8_t *near, cw_hive_finder *finder,
                           cw_hive_survey *survey) {
    reach found = {0, 0};
    while (ants != 0) {
        int piece = cw_hive_pop(&ants);
        if (found.count == 0 || !touches_marks(state, piece, finder))
            found = find_reach(state, piece, near, finder);
        note_reach(state, piece, found, near, survey);
    }
}

CW_INLINE void survey_places(const cw_state *state, const uint8_t *near, cw_hive_finder *finder,
                             cw_hive_survey *survey) {
    for (int side = 0; side < 2; side++) {
        survey->places[side] = survey->places_beside[side] = 0;
        if (cw_hive_hand(state, side) == 0)
            continue;
        cw_hive_find_places(state, side, finder);
        survey->places[side] = finder->count;
        for (int i = 0; i < finder->count; i++)
            survey->places_beside[side] += near[finder->targets[i]] >> !side & 1;
    }
}

CW_MULTIVERSION static void survey_all(cw_state *state, cw_hive_survey *survey) {
    uint8_t near[CW_HIVE_CELLS_SPACE];
    cw_hive_finder finder;
    cw_hive_finder_clear(&finder);
    mark_queen_rings(state, near);
    survey_queens(state, near, survey);
    survey->mobile = survey->attackers = 0;
    memset(survey->moves, 0, sizeof survey->moves);
    uint32_t tops = state->board & ~state->covered;
    survey->pinned = cw_hive_pinned(state, tops);
    uint32_t loose = tops & ~survey->pinned;
    for (int side = 0; side < 2; side++)
        loose &= cw_hive_on_board(state, cw_hive_queen(side)) ? UINT32_MAX : ~cw_hive_side_set(side);
    survey_ants(state, loose & ANTS, near, &finder, survey);
    for (uint32_t rest = loose & ~ANTS; rest != 0;) {
        int piece = cw_hive_pop(&rest);
        note_reach(state, piece, find_reach(state, piece, near, &finder), near, survey);
    }
    survey_places(state, near, &finder, survey);
}

void cw_hive_survey_position(cw_state *state, cw_hive_survey *survey) {
    survey_all(state, survey);
}
