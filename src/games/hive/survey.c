#include "games/hive/survey.h"

#include "games/hive/moves.h"

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

CW_INLINE void survey_piece(cw_state *state, int piece, const uint8_t *near, cw_hive_finder *finder,
                            cw_hive_survey *survey) {
    cw_hive_finder_begin(finder);
    cw_hive_add_own_moves(state, piece, finder);
    survey->moves[piece] = (uint8_t)finder->count;
    if (finder->count == 0)
        return;
    survey->mobile |= cw_hive_set(piece);
    unsigned enemy = 1u << !cw_hive_color(piece), reached = 0;
    for (int i = 0; i < finder->count; i++)
        reached |= near[finder->targets[i]];
    if (reached & ~near[state->cell[piece]] & enemy)
        survey->attackers |= cw_hive_set(piece);
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
    for (int side = 0; side < 2; side++) {
        uint32_t loose = tops & ~survey->pinned & cw_hive_side_set(side);
        while (cw_hive_on_board(state, cw_hive_queen(side)) && loose != 0)
            survey_piece(state, cw_hive_pop(&loose), near, &finder, survey);
    }
    survey_places(state, near, &finder, survey);
}

void cw_hive_survey_position(cw_state *state, cw_hive_survey *survey) {
    survey_all(state, survey);
}
