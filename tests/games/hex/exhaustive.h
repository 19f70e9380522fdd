/* Slow, obvious truth about small Hex boards (up to 5x5, whose cells all lie in the first word of a set):
 * who wins by exhaustive play, and whether a claimed connection holds. */
#ifndef CW_TESTS_HEX_EXHAUSTIVE_H
#define CW_TESTS_HEX_EXHAUSTIVE_H

#include "games/hex/connections.h"
#include "harness.h"

enum { MEMO_SIZE = 1 << 18, EXHAUSTIVE_SIZE_MAX = 5 };

typedef struct exhaustive_memo {
    uint64_t own, empty;
    uint32_t question; /* which question the answer belongs to; 0: none */
    bool to_move, answer;
} exhaustive_memo;

/* May the colour join two sets of cells, and where? Stones of the colour are `own`. */
typedef struct exhaustive {
    const cw_hex_board *board;
    uint64_t from, to;  /* joined when a chain of own stones has a stone in each */
    uint32_t questions; /* asked so far */
    exhaustive_memo memo[MEMO_SIZE];
} exhaustive;

static inline exhaustive *exhaustive_create(const cw_hex_board *board) {
    assert_true(board->size <= EXHAUSTIVE_SIZE_MAX);
    exhaustive *truth = calloc(1, sizeof *truth);
    assert_non_null(truth);
    truth->board = board;
    return truth;
}

static inline bool exhaustive_joined(const exhaustive *truth, uint64_t own) {
    uint64_t reached = truth->from & own, todo = reached;
    while (todo != 0) {
        int cell = __builtin_ctzll(todo);
        todo &= todo - 1;
        if (truth->to >> cell & 1)
            return true;
        uint64_t next = truth->board->neighbors[cell].word[0] & own & ~reached;
        reached |= next;
        todo |= next;
    }
    return false;
}

/* Plays out every order of moves on the empty cells. `to_move`: the colour that wants to join moves next. */
static inline bool exhaustive_play(exhaustive *truth, uint64_t own, uint64_t empty, bool to_move) {
    if (exhaustive_joined(truth, own))
        return true;
    if (!exhaustive_joined(truth, own | empty))
        return false;
    exhaustive_memo *memo = &truth->memo[cw_mix(own ^ cw_mix(empty + to_move)) % MEMO_SIZE];
    if (memo->question == truth->questions && memo->own == own && memo->empty == empty &&
        memo->to_move == to_move)
        return memo->answer;
    bool answer = !to_move;
    for (uint64_t rest = empty; rest != 0 && answer != to_move; rest &= rest - 1) {
        uint64_t cell = rest & -rest;
        answer = exhaustive_play(truth, to_move ? own | cell : own, empty & ~cell, !to_move);
    }
    *memo = (exhaustive_memo){own, empty, truth->questions, to_move, answer};
    return answer;
}

/* Does `color` win with `turn` to move? */
static inline bool exhaustive_wins(exhaustive *truth, const uint64_t stones[2], int color, int turn) {
    truth->from = truth->board->edge[2 * color].word[0];
    truth->to = truth->board->edge[2 * color + 1].word[0];
    truth->questions++;
    uint64_t empty = truth->board->cells.word[0] & ~(stones[0] | stones[1]);
    return exhaustive_play(truth, stones[color], empty, color == turn);
}

static inline uint64_t exhaustive_end(const cw_hex_board *board, int endpoint) {
    if (endpoint >= CW_HEX_ENDPOINT_EDGE)
        return board->edge[endpoint - CW_HEX_ENDPOINT_EDGE].word[0];
    return UINT64_C(1) << endpoint;
}

/* Does a claimed connection hold, with all cells outside its carrier the opponent's? */
static inline bool exhaustive_holds(exhaustive *truth, const uint64_t stones[2], int color,
                                    const cw_hex_connection *claim) {
    uint64_t carrier = claim->carrier.word[0], own = stones[color];
    truth->from = exhaustive_end(truth->board, claim->from);
    truth->to = exhaustive_end(truth->board, claim->to);
    truth->questions++;
    if ((carrier & (stones[0] | stones[1])) != 0 || (carrier & ~truth->board->cells.word[0]) != 0)
        return false;
    for (int i = 0; i < 2; i++) { /* an empty endpoint counts as a stone */
        int endpoint = i == 0 ? claim->from : claim->to;
        if (endpoint >= CW_HEX_ENDPOINT_EDGE)
            continue;
        if (carrier >> endpoint & 1 || stones[!color] >> endpoint & 1)
            return false;
        own |= UINT64_C(1) << endpoint;
    }
    if (claim->kind == CW_HEX_FULL)
        return exhaustive_play(truth, own, carrier, false);
    if (claim->key < 0 || !(carrier >> claim->key & 1))
        return false;
    uint64_t key = UINT64_C(1) << claim->key;
    return exhaustive_play(truth, own | key, carrier & ~key, false);
}

/* A random stone of a random colour on an empty cell; false: the board is full. */
static inline bool add_random_stone(const cw_hex_board *board, cw_rng *rng, uint64_t stones[2], int *color,
                                    int *cell) {
    uint64_t empty = board->cells.word[0] & ~(stones[0] | stones[1]);
    if (empty == 0)
        return false;
    for (uint32_t skip = cw_rng_below(rng, (uint32_t)__builtin_popcountll(empty)); skip > 0; skip--)
        empty &= empty - 1;
    *cell = __builtin_ctzll(empty);
    *color = (int)cw_rng_below(rng, 2);
    stones[*color] |= empty & -empty;
    return true;
}

#endif
