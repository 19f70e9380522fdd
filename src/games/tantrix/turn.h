/* The course of a turn, for play and playouts alike: forced plays, the free move, forced plays. */
#ifndef CW_GAMES_TANTRIX_TURN_H
#define CW_GAMES_TANTRIX_TURN_H

#include "games/tantrix/table.h"

/* Lays a tile of the hand of the player to decide. */
CW_INLINE void tantrix_lay_from_hand(const tantrix_rules *rules, cw_state *state, unsigned cell,
                                     unsigned face) {
    unsigned content = state->table.cells[cell];
    unsigned touched = rules->tiles.glance[content & TANTRIX_PATTERN] & TANTRIX_TOUCHED;
    state->hands[state->player] &= ~(UINT64_C(1) << face / TANTRIX_SIDES);
    tantrix_lay(&rules->tiles, &state->table, cell, face);
    /* Tiles on both sides of two gaps may have closed a ring. */
    unsigned run_starts = touched & ~(touched << 1 | touched >> 5);
    if ((run_starts & (run_starts - 1)) != 0 && !(content & TANTRIX_ENCLOSED))
        cw_tantrix_find_holes(&state->table);
}

/* Gives the turn to the next player who has tiles. There must be one. */
CW_INLINE void tantrix_next_player(const tantrix_rules *rules, cw_state *state) {
    do
        state->player = (uint8_t)(state->player + 1 == rules->player_count ? 0 : state->player + 1);
    while (state->hands[state->player] == 0);
    state->free_done = false;
}

CW_INLINE int tantrix_players_with_tiles(const cw_state *state) {
    int count = 0;
    for (int player = 0; player < CW_PLAYERS_MAX; player++)
        count += state->hands[player] != 0;
    return count;
}

#endif
