#include "games/hive/playout.h"

#include "games/hive/hive.h"
#include "games/hive/moves.h"

enum { PLIES_MAX = 200 };

/* What a random game needs beside the position. */
typedef struct random_game {
    cw_state *state;
    cw_rng *rng;
    cw_hive_finder finder;
} random_game;

/* ---- One piece ---- */

/* Is the piece held in place by the hive? One question for one piece, without the walk over all of them. */
CW_INLINE bool is_pinned(const cw_state *state, int piece) {
    return state->level[piece] == 0 && cw_hive_is_cut(state, state->cell[piece]);
}

/* The piece of a set at a random place. */
CW_INLINE int random_piece(uint32_t set, cw_rng *rng) {
    for (uint32_t skip = cw_rng_below(rng, (uint32_t)__builtin_popcount(set)); skip > 0; skip--)
        set &= set - 1;
    return __builtin_ctz(set);
}

CW_INLINE cw_move random_target(random_game *run, int piece) {
    if (run->finder.count == 0)
        return CW_HIVE_NO_MOVE;
    return cw_hive_move(piece, run->finder.targets[cw_rng_below(run->rng, (uint32_t)run->finder.count)]);
}

/* A random move or throw of a pillbug, or of a mosquito that acts as one. */
static cw_move random_throw_or_move(random_game *run, int piece) {
    cw_state *state = run->state;
    cw_hive_throws throws = {.count = 0};
    cw_move moves[CW_HIVE_CELLS];
    int count = 0;
    cw_hive_add_thrower(state, piece, &throws);
    cw_hive_finder_begin(&run->finder);
    if (!is_pinned(state, piece))
        cw_hive_add_own_moves(state, piece, &run->finder);
    for (int i = 0; i < run->finder.count; i++)
        moves[count++] = cw_hive_move(piece, run->finder.targets[i]);
    for (uint32_t rest = throws.thrown[0]; rest != 0;) {
        int victim = cw_hive_pop(&rest);
        if (is_pinned(state, victim))
            continue;
        for (unsigned down = throws.landing[0]; down != 0; down &= down - 1)
            moves[count++] = cw_hive_move(victim, cw_hive_neighbor(throws.cell[0], cw_hive_first(down)));
    }
    return count > 0 ? moves[cw_rng_below(run->rng, (uint32_t)count)] : (cw_move)CW_HIVE_NO_MOVE;
}

/* A random move of a top piece, or CW_HIVE_NO_MOVE if it has none. */
CW_INLINE cw_move random_move_of(random_game *run, int piece) {
    cw_state *state = run->state;
    if (CW_UNLIKELY(cw_hive_bug_of[piece] >= CW_HIVE_MOSQUITO) && (state->available >> 13 & 1u) &&
        cw_hive_bug_of[piece] != CW_HIVE_LADYBUG && cw_hive_can_throw(state, piece))
        return random_throw_or_move(run, piece);
    if (is_pinned(state, piece))
        return CW_HIVE_NO_MOVE;
    cw_hive_finder_begin(&run->finder);
    cw_hive_add_own_moves(state, piece, &run->finder);
    return random_target(run, piece);
}

/* A random place for a piece in hand, or CW_HIVE_NO_MOVE if there is none. */
CW_INLINE cw_move random_place_for(random_game *run, int piece) {
    cw_hive_find_places(run->state, cw_hive_side(run->state), &run->finder);
    return random_target(run, piece);
}

/* The pieces on the board of which a side may choose one to move or to throw with. */
CW_INLINE uint32_t actors(const cw_state *state, int side) {
    if (!cw_hive_on_board(state, cw_hive_queen(side)))
        return 0;
    return state->board & ~state->covered & cw_hive_side_set(side) & ~cw_hive_set(state->stunned);
}

/* A random move of a random piece out of a set, each piece that can move being equally likely. */
CW_INLINE cw_move random_actor_move(random_game *run, uint32_t set) {
    cw_move move = CW_HIVE_NO_MOVE;
    while (set != 0 && move == CW_HIVE_NO_MOVE) {
        int piece = random_piece(set, run->rng);
        move = random_move_of(run, piece);
        set &= ~cw_hive_set(piece);
    }
    return move;
}

/* ---- Policies ---- */

CW_INLINE cw_move choose_uniform(random_game *run) {
    cw_move moves[CW_HIVE_MOVES_MAX];
    int count = cw_hive_list_moves(run->state, moves);
    return moves[cw_rng_below(run->rng, (uint32_t)count)];
}

CW_INLINE cw_move choose_piece_first(random_game *run) {
    cw_state *state = run->state;
    int side = cw_hive_side(state);
    uint32_t hand = cw_hive_layable(state, side), pool = hand | actors(state, side);
    while (pool != 0) {
        int piece = random_piece(pool, run->rng);
        bool laid = cw_hive_on_board(state, piece);
        cw_move move = laid ? random_move_of(run, piece) : random_place_for(run, piece);
        if (move != CW_HIVE_NO_MOVE)
            return move;
        pool &= laid ? ~cw_hive_set(piece) : ~hand;
    }
    return CW_HIVE_PASS;
}

/* A random place for a random piece of the hand, where copies of a bug count. */
CW_INLINE cw_move lay_random_copy(random_game *run) {
    cw_state *state = run->state;
    int side = cw_hive_side(state);
    uint32_t next = cw_hive_layable(state, side);
    uint32_t copies = state->available & ~state->board & cw_hive_side_set(side);
    if (next == 0)
        return CW_HIVE_NO_MOVE;
    for (;;) {
        int bug = cw_hive_bug_of[random_piece(copies, run->rng)];
        uint32_t all = ((1u << cw_hive_bug_pieces[bug]) - 1)
                       << (cw_hive_bug_first[bug] + side * CW_HIVE_SIDE_PIECES);
        if (next & all)
            return random_place_for(run, __builtin_ctz(next & all));
    }
}

CW_INLINE cw_move choose_in_three_steps(random_game *run) {
    uint32_t set = actors(run->state, cw_hive_side(run->state));
    bool lay_first = cw_rng_next(run->rng) >> 63;
    cw_move move = lay_first ? lay_random_copy(run) : random_actor_move(run, set);
    if (move == CW_HIVE_NO_MOVE)
        move = lay_first ? random_actor_move(run, set) : lay_random_copy(run);
    return move != CW_HIVE_NO_MOVE ? move : (cw_move)CW_HIVE_PASS;
}

/* ---- The loop ---- */

CW_INLINE int play_out(cw_state *state, cw_hive_policy policy, int plies_max, cw_rng *rng) {
    random_game run = {.state = state, .rng = rng};
    int plies = 0;
    cw_hive_finder_clear(&run.finder);
    while (plies < plies_max && !cw_hive_is_over(state)) {
        cw_move move;
        if (policy == CW_HIVE_UNIFORM)
            move = choose_uniform(&run);
        else if (policy == CW_HIVE_STEPS3)
            move = choose_in_three_steps(&run);
        else
            move = choose_piece_first(&run);
        cw_hive_make(state, move);
        plies++;
    }
    return plies;
}

CW_MULTIVERSION static int run_uniform(cw_state *state, int plies_max, cw_rng *rng) {
    return play_out(state, CW_HIVE_UNIFORM, plies_max, rng);
}

CW_MULTIVERSION static int run_steps3(cw_state *state, int plies_max, cw_rng *rng) {
    return play_out(state, CW_HIVE_STEPS3, plies_max, rng);
}

CW_MULTIVERSION static int run_pieces_first(cw_state *state, int plies_max, cw_rng *rng) {
    return play_out(state, CW_HIVE_PIECES_FIRST, plies_max, rng);
}

int cw_hive_play_out(cw_state *state, cw_hive_policy policy, int plies_max, cw_rng *rng) {
    switch (policy) {
    case CW_HIVE_UNIFORM:
        return run_uniform(state, plies_max, rng);
    case CW_HIVE_STEPS3:
        return run_steps3(state, plies_max, rng);
    default:
        return run_pieces_first(state, plies_max, rng);
    }
}

static void finish(const cw_game *game, cw_state *state, cw_hive_policy policy, cw_rng *rng,
                   cw_playout *playout) {
    int limit = playout->plies_max > 0 ? playout->plies_max : PLIES_MAX;
    playout->plies = cw_hive_play_out(state, policy, limit, rng);
    playout->finished = cw_hive_is_over(state);
    game->type->result(game, state, &playout->result);
}

static void playout_pieces(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                           cw_playout *playout) {
    (void)context;
    finish(game, state, CW_HIVE_PIECES_FIRST, rng, playout);
}

static void playout_uniform(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                            cw_playout *playout) {
    (void)context;
    finish(game, state, CW_HIVE_UNIFORM, rng, playout);
}

static void playout_steps3(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                           cw_playout *playout) {
    (void)context;
    finish(game, state, CW_HIVE_STEPS3, rng, playout);
}

const cw_policy cw_hive_policies[] = {
    {.base = {.name = "pieces", .help = "a random piece, then a random move of it; 200 plies at most"},
     .playout = playout_pieces},
    {.base = {.name = "uniform", .help = "every legal move is equally likely; 200 plies at most"},
     .playout = playout_uniform},
    {.base = {.name = "steps3",
              .help =
                  "lay or move by a fair coin, then a piece, then its move (Out 2017); 200 plies at most"},
     .playout = playout_steps3},
    {.base = {.name = NULL}},
};
