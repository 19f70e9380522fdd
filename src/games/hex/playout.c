/* The uniform playout: the empty cells are dealt out at random, each side getting exactly the stones it would
 * have laid in alternation, and one flood tells the winner. This is the same as playing random moves to the
 * end, because stones laid after the winning one change nothing.
 *
 * Dealing. Each cell goes to the side to move by a fair coin; then random cells change sides until the number
 * is right. Both steps treat all cells alike, so every fill with the right numbers is equally likely. */
#include <string.h>

#include "games/hex/flood.h"
#include "games/hex/hex.h"

/* ---- A random subset of exactly `wanted` of the cells in `from` ---- */

CW_INLINE int count_compact(cw_uint128 set) {
    return __builtin_popcountll((uint64_t)set) + __builtin_popcountll((uint64_t)(set >> 64));
}

/* Toggles `surplus` different random members of `pool` in `chosen`. Random cell numbers are tried until
 * enough hit the pool, which shrinks with each hit. */
CW_INLINE cw_uint128 toggle_compact(cw_uint128 chosen, cw_uint128 pool, int surplus, cw_rng *rng) {
    while (surplus > 0) {
        uint64_t random = cw_rng_next(rng);
        for (int tries = 0; tries < 9 && surplus > 0; tries++, random >>= 7) {
            cw_uint128 hit = pool & (cw_uint128)1 << (random & 127);
            pool ^= hit;
            chosen ^= hit;
            surplus -= hit != 0;
        }
    }
    return chosen;
}

CW_INLINE cw_uint128 choose_compact(cw_uint128 from, int wanted, cw_rng *rng) {
    cw_uint128 coins = (cw_uint128)cw_rng_next(rng) << 64;
    coins |= cw_rng_next(rng);
    cw_uint128 chosen = from & coins;
    int surplus = count_compact(chosen) - wanted;
    return surplus >= 0 ? toggle_compact(chosen, chosen, surplus, rng)
                        : toggle_compact(chosen, from ^ chosen, -surplus, rng);
}

static void toggle_wide(cw_hex_set *chosen, cw_hex_set *pool, int surplus, cw_rng *rng) {
    while (surplus > 0) {
        uint64_t random = cw_rng_next(rng);
        for (int tries = 0; tries < 7 && surplus > 0; tries++, random >>= 9) {
            unsigned cell = random & 511;
            if (cell >= CW_HEX_CELLS_MAX)
                continue;
            uint64_t hit = pool->word[cell >> 6] & UINT64_C(1) << (cell & 63);
            pool->word[cell >> 6] ^= hit;
            chosen->word[cell >> 6] ^= hit;
            surplus -= hit != 0;
        }
    }
}

static void choose_wide(const cw_hex_set *from, int wanted, cw_rng *rng, cw_hex_set *chosen) {
    int surplus = -wanted;
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        chosen->word[i] = from->word[i] & cw_rng_next(rng);
        surplus += __builtin_popcountll(chosen->word[i]);
    }
    cw_hex_set pool = *chosen;
    if (surplus < 0) {
        for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
            pool.word[i] ^= from->word[i];
    }
    toggle_wide(chosen, &pool, surplus < 0 ? -surplus : surplus, rng);
}

/* ---- Filling the board ---- */

/* Tells a search who owns which of the cells that were empty. */
CW_INLINE void report_keys(const cw_state *state, const uint64_t *mover, const uint64_t *other, int words,
                           cw_playout *playout) {
    uint64_t *mover_keys = playout->keys[state->turn ^ state->crossed];
    uint64_t *other_keys = playout->keys[state->turn ^ state->crossed ^ 1];
    for (int i = 0; i < words; i++) {
        if (mover_keys != NULL)
            mover_keys[i] |= mover[i];
        if (other_keys != NULL)
            other_keys[i] |= other[i];
    }
}

CW_MULTIVERSION static void fill_compact(const cw_hex_board *board, cw_state *state, cw_rng *rng,
                                         cw_playout *playout) {
    cw_uint128 empty = cw_hex_compact(board->cells.word) &
                       ~(cw_hex_compact(state->stones) | cw_hex_compact(state->stones + 2));
    int count = count_compact(empty);
    cw_uint128 mover = choose_compact(empty, (count + 1) / 2, rng);
    cw_uint128 black = cw_hex_compact(state->stones) | (state->turn == CW_HEX_BLACK ? mover : empty ^ mover);
    cw_uint128 south = cw_hex_compact(board->edge[CW_HEX_SOUTH].word);
    cw_uint128 reached = cw_hex_flood_compact(cw_hex_compact(board->edge[CW_HEX_NORTH].word), black, south);
    cw_hex_write_result(state, (reached & south) != 0 ? CW_HEX_BLACK : CW_HEX_WHITE, &playout->result);
    playout->plies = count;
    playout->finished = true;
    if (playout->keys[0] != NULL || playout->keys[1] != NULL) {
        cw_uint128 other = empty ^ mover;
        report_keys(state, (uint64_t[2]){(uint64_t)mover, (uint64_t)(mover >> 64)},
                    (uint64_t[2]){(uint64_t)other, (uint64_t)(other >> 64)}, 2, playout);
    }
}

CW_MULTIVERSION static void fill_wide(const cw_hex_board *board, cw_state *state, cw_rng *rng,
                                      cw_playout *playout) {
    cw_hex_set empty, mover, other, black;
    cw_hex_empty_set(board, state, &empty);
    int count = 0;
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
        count += __builtin_popcountll(empty.word[i]);
    choose_wide(&empty, (count + 1) / 2, rng, &mover);
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++) {
        other.word[i] = empty.word[i] ^ mover.word[i];
        black.word[i] = state->stones[i] | (state->turn == CW_HEX_BLACK ? mover.word[i] : other.word[i]);
    }
    const cw_hex_set *south = &board->edge[CW_HEX_SOUTH];
    cw_hex_set reached = cw_hex_flood_wide(&board->edge[CW_HEX_NORTH], &black, south);
    uint64_t met = 0;
    for (int i = 0; i < CW_HEX_WIDE_WORDS; i++)
        met |= reached.word[i] & south->word[i];
    cw_hex_write_result(state, met != 0 ? CW_HEX_BLACK : CW_HEX_WHITE, &playout->result);
    playout->plies = count;
    playout->finished = true;
    report_keys(state, mover.word, other.word, CW_HEX_WIDE_WORDS, playout);
}

/* ---- A playout that is cut before the board is full ---- */

static void play_random(const cw_game *game, cw_state *state, cw_rng *rng, cw_playout *playout) {
    const cw_hex_board *board = cw_hex_board_of(game);
    cw_move moves[CW_HEX_CELLS_MAX + 1];
    while (state->winner < 0 && playout->plies < playout->plies_max) {
        int count = game->type->moves(game, state, moves);
        if (moves[count - 1] == CW_HEX_SWAP)
            count--;
        int cell = (int)moves[cw_rng_below(rng, (uint32_t)count)];
        uint64_t *keys = playout->keys[state->turn ^ state->crossed];
        if (keys != NULL)
            keys[cell >> 6] |= UINT64_C(1) << (cell & 63);
        cw_hex_put(board, state, state->turn, cell);
        state->turn ^= 1;
        playout->plies++;
    }
    playout->finished = state->winner >= 0;
    if (playout->finished)
        cw_hex_write_result(state, state->winner, &playout->result);
    else
        cw_result_draw(game, 0, &playout->result);
}

void cw_hex_playout_uniform(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                            cw_playout *playout) {
    (void)context;
    const cw_hex_board *board = cw_hex_board_of(game);
    playout->plies = 0;
    if (state->winner >= 0 || playout->plies_max > 0)
        play_random(game, state, rng, playout);
    else if (board->words == CW_HEX_COMPACT_WORDS)
        fill_compact(board, state, rng, playout);
    else
        fill_wide(board, state, rng, playout);
}
