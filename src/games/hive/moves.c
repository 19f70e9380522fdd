#include "games/hive/moves.h"

CW_INLINE bool may_move(const cw_state *state, int side) {
    return cw_hive_on_board(state, cw_hive_queen(side));
}

/* ---- Counting ---- */

CW_INLINE int count_moves(cw_state *state) {
    int side = cw_hive_side(state), count = 0;
    cw_hive_finder finder;
    cw_hive_finder_clear(&finder);
    uint32_t hand = cw_hive_layable(state, side);
    if (hand != 0) {
        cw_hive_find_places(state, side, &finder);
        count = finder.count * __builtin_popcount(hand);
    }
    if (may_move(state, side)) {
        cw_hive_movers movers;
        cw_hive_find_movers(state, side, &movers);
        for (uint32_t rest = movers.free; rest != 0;) {
            cw_hive_find_targets(state, &movers, cw_hive_pop(&rest), &finder);
            count += finder.count;
        }
    }
    return count > 0 ? count : 1;
}

CW_MULTIVERSION static int count_all(cw_state *state) {
    return count_moves(state);
}

int cw_hive_count_moves(cw_state *state) {
    return count_all(state);
}

/* ---- Listing ---- */

CW_MULTIVERSION static int list_all(cw_state *state, cw_move *moves) {
    int side = cw_hive_side(state), count = 0;
    cw_hive_finder finder;
    cw_hive_finder_clear(&finder);
    uint32_t hand = cw_hive_layable(state, side);
    if (hand != 0)
        cw_hive_find_places(state, side, &finder);
    while (hand != 0) {
        int piece = cw_hive_pop(&hand);
        for (int i = 0; i < finder.count; i++)
            moves[count++] = cw_hive_move(piece, finder.targets[i]);
    }
    if (may_move(state, side)) {
        cw_hive_movers movers;
        cw_hive_find_movers(state, side, &movers);
        for (uint32_t rest = movers.free; rest != 0;) {
            int piece = cw_hive_pop(&rest);
            cw_hive_find_targets(state, &movers, piece, &finder);
            for (int i = 0; i < finder.count; i++)
                moves[count++] = cw_hive_move(piece, finder.targets[i]);
        }
    }
    if (count == 0)
        moves[count++] = CW_HIVE_PASS;
    assert(count <= CW_HIVE_MOVES_MAX);
    return count;
}

int cw_hive_list_moves(cw_state *state, cw_move *moves) {
    return list_all(state, moves);
}

/* ---- Perft ---- */

/* The leaves two plies below: the last ply is counted, not played. */
CW_MULTIVERSION static uint64_t perft_two(cw_state *state, const cw_move *moves, int count) {
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        cw_hive_undo undo = cw_hive_make(state, moves[i]);
        if (!cw_hive_is_over(state))
            leaves += (uint64_t)count_moves(state);
        cw_hive_unmake(state, moves[i], undo);
    }
    return leaves;
}

uint64_t cw_hive_perft(cw_state *state, int depth) {
    if (depth == 0)
        return 1;
    if (cw_hive_is_over(state))
        return 0;
    if (depth == 1)
        return (uint64_t)cw_hive_count_moves(state);
    cw_move moves[CW_HIVE_MOVES_MAX];
    int count = cw_hive_list_moves(state, moves);
    if (depth == 2)
        return perft_two(state, moves, count);
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        cw_hive_undo undo = cw_hive_make(state, moves[i]);
        leaves += cw_hive_perft(state, depth - 1);
        cw_hive_unmake(state, moves[i], undo);
    }
    return leaves;
}
