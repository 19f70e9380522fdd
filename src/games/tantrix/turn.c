/* Whose decision it is, and playing it. */
#include "games/tantrix/turn.h"

#include <string.h>

/* ---- The course of the game ---- */

static void finish(cw_state *state, int ending) {
    state->decision = TANTRIX_OVER;
    state->ending = (uint8_t)ending;
}

/* The player to decide has tiles, none of them may be laid. */
static void meet_deadlock(const tantrix_rules *rules, cw_state *state) {
    if (rules->pass_in_deadlock)
        state->decision = TANTRIX_PASS;
    else
        finish(state, TANTRIX_ENDING_DEADLOCK);
}

/* Finds out what is to be decided next, after a decision has been carried out. */
static void settle(const tantrix_rules *rules, cw_state *state) {
    if (state->draws > 0) {
        state->decision = TANTRIX_DRAW;
        return;
    }
    if (state->table.laid_count == TANTRIX_TILES) {
        finish(state, TANTRIX_ENDING_COMPLETE);
        return;
    }
    for (;;) {
        tantrix_set hand = state->hands[state->player];
        if (cw_tantrix_must_fill(rules, state, hand)) {
            state->decision = TANTRIX_FORCED;
            return;
        }
        if (!state->free_done && hand != 0)
            break;
        tantrix_next_player(rules, state);
    }
    if (cw_tantrix_can_lay(rules, state, state->hands[state->player]))
        state->decision = TANTRIX_FREE;
    else
        meet_deadlock(rules, state);
}

void cw_tantrix_start(const cw_game *game, cw_state *state) {
    memset(state, 0, sizeof *state);
    cw_tantrix_table_start(&state->table, tantrix_rules_of(game)->line_colors);
    state->bag = TANTRIX_ALL_TILES;
    state->draws = TANTRIX_HAND;
    state->decision = TANTRIX_DRAW;
}

int cw_tantrix_to_decide(const cw_game *game, const cw_state *state) {
    (void)game;
    switch ((tantrix_decision)state->decision) {
    case TANTRIX_DRAW:
        return CW_CHANCE;
    case TANTRIX_OVER:
        return CW_NOBODY;
    default:
        return state->player;
    }
}

/* ---- Playing ---- */

static void draw_tile(const tantrix_rules *rules, cw_state *state, unsigned tile) {
    state->bag &= ~(UINT64_C(1) << tile);
    state->hands[state->player] |= UINT64_C(1) << tile;
    state->draws--;
    bool hand_dealt = state->table.laid_count == 0 && state->draws == 0;
    if (hand_dealt && state->player + 1 < rules->player_count) {
        state->player++;
        state->draws = TANTRIX_HAND;
    } else if (hand_dealt) {
        state->player = 0;
    }
}

static void lay_tile(const tantrix_rules *rules, cw_state *state, cw_move move) {
    tantrix_lay_from_hand(rules, state, tantrix_move_cell(move), tantrix_move_face(move));
    state->table_hash ^= cw_mix(move);
    state->free_done |= state->decision == TANTRIX_FREE;
    state->draws = state->bag != 0;
    state->passes = 0;
    state->moves++;
}

static void pass(const tantrix_rules *rules, cw_state *state) {
    state->passes++;
    state->moves++;
    tantrix_next_player(rules, state);
}

void cw_tantrix_play(const cw_game *game, cw_state *state, cw_move move) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    switch (tantrix_move_kind(move)) {
    case TANTRIX_KIND_DRAW:
        draw_tile(rules, state, tantrix_move_tile(move));
        break;
    case TANTRIX_KIND_LAY:
        lay_tile(rules, state, move);
        break;
    default:
        pass(rules, state);
        if (state->passes >= tantrix_players_with_tiles(state)) {
            finish(state, TANTRIX_ENDING_DEADLOCK);
            return;
        }
    }
    settle(rules, state);
}

/* ---- Results ---- */

void cw_tantrix_result(const cw_game *game, const cw_state *state, cw_result *result) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    *result = (cw_result){.ending = state->ending};
    int best = 0, best_count = 0;
    for (int player = 0; player < rules->player_count; player++) {
        int score = state->table.best[rules->colors[player]];
        result->score[player] = score;
        if (score > best)
            best_count = 0;
        if (score >= best) {
            best = score;
            best_count++;
        }
    }
    bool drawn = state->ending == TANTRIX_ENDING_DEADLOCK;
    for (int player = 0; player < rules->player_count; player++) {
        if (drawn)
            result->reward[player] = 1.0 / rules->player_count;
        else
            result->reward[player] = result->score[player] == best ? 1.0 / best_count : 0.0;
    }
}

uint64_t cw_tantrix_hash(const cw_game *game, const cw_state *state) {
    uint64_t hash = state->table_hash;
    for (int player = 0; player < tantrix_rules_of(game)->player_count; player++)
        hash ^= cw_mix(state->hands[player] | (uint64_t)(player + 1) << TANTRIX_TILES);
    uint64_t turn = state->player | (uint64_t)state->decision << 8 | (uint64_t)state->draws << 16 |
                    (uint64_t)state->free_done << 24 | (uint64_t)state->passes << 32 | UINT64_C(1) << 63;
    return hash ^ cw_mix(turn);
}
