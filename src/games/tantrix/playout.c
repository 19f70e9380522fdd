/* Playouts: `uniform` plays every legal move with the same chance; `lines` looks at the moves on a few random
 * cells and plays the one that does most for the player's own line and least for the lines of others.
 *
 * A free move is found by drawing (cell, tile, way to turn it) from all that could possibly be legal until
 * one is: every legal move is exactly one such triple, so each is equally likely. Rarely nothing is found for
 * long; then the legal moves are listed. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "games/tantrix/fitting.h"
#include "games/tantrix/merit.h"
#include "games/tantrix/turn.h"

enum { TRIES_MAX = 64 };

/* The context of `lines`. */
typedef struct lines_policy {
    int candidates;
    int late; /* candidates once the bag is empty */
} lines_policy;

/* The bag as a list, so that a draw takes one step. */
typedef struct bag_list {
    uint8_t tiles[TANTRIX_TILES];
    unsigned count;
} bag_list;

CW_INLINE void open_bag(bag_list *list, tantrix_set bag) {
    list->count = 0;
    for (; bag != 0; bag &= bag - 1)
        list->tiles[list->count++] = (uint8_t)tantrix_first_tile(bag);
}

CW_INLINE void draw_from(bag_list *list, cw_state *state, cw_rng *rng) {
    unsigned place = cw_rng_below(rng, list->count);
    tantrix_set bit = UINT64_C(1) << list->tiles[place];
    list->tiles[place] = list->tiles[--list->count];
    state->bag ^= bit;
    state->hands[state->player] |= bit;
}

/* Deals what is left of the opening hands, or the one tile that is due. */
static void make_draws(const tantrix_rules *rules, bag_list *list, cw_state *state, cw_rng *rng) {
    for (; state->draws > 0; state->draws--)
        draw_from(list, state, rng);
    if (state->table.laid_count > 0)
        return;
    while (state->player + 1 < rules->player_count) {
        state->player++;
        for (int i = 0; i < TANTRIX_HAND; i++)
            draw_from(list, state, rng);
    }
    state->player = 0;
}

/* One uniformly chosen free move, or CW_MOVE_NONE if there is none. */
CW_INLINE cw_move random_lay(const tantrix_rules *rules, const lines_policy *policy, const cw_state *state,
                             cw_rng *rng) {
    (void)policy;
    const tantrix_tiles *tiles = &rules->tiles;
    const tantrix_table *table = &state->table;
    tantrix_set hand = state->hands[state->player];
    bool restricted = state->bag != 0;
    uint8_t held[TANTRIX_HAND];
    unsigned held_count = 0;
    for (tantrix_set rest = hand; rest != 0; rest &= rest - 1)
        held[held_count++] = (uint8_t)tantrix_first_tile(rest);
    uint32_t ways = 2 * held_count;
    for (int try = 0; try < TRIES_MAX && table->laid_count > 0; try++) {
        uint32_t triple = cw_rng_below(rng, table->frontier_count * ways);
        unsigned cell = table->frontier[triple / ways];
        unsigned tile = held[triple % ways / 2];
        const tantrix_fit *fit = &tiles->fits[table->cells[cell] & TANTRIX_PATTERN];
        if (!((triple & 1 ? fit->twice : fit->once) >> tile & 1))
            continue;
        if (restricted && tantrix_leaves_gap(tiles, table, cell))
            continue;
        tantrix_hold hold = tantrix_hold_of(fit);
        unsigned face, first;
        bool first_fits = tantrix_fits(tiles, &hold, tile, 0, &first);
        if ((triple & 1) == 0 && first_fits)
            face = first;
        else
            tantrix_fits(tiles, &hold, tile, 1, &face);
        if (restricted && tantrix_leaves_three_alike(tiles, table, cell, face))
            continue;
        return tantrix_lay_move(cell, face);
    }
    cw_move moves[TANTRIX_MOVES_MAX];
    int count = cw_tantrix_lays(rules, state, hand, moves);
    return count > 0 ? moves[cw_rng_below(rng, (uint32_t)count)] : CW_MOVE_NONE;
}

CW_INLINE cw_move random_fill(const tantrix_rules *rules, const lines_policy *policy, const cw_state *state,
                              cw_rng *rng) {
    (void)policy;
    if (state->table.space_count == 0)
        return CW_MOVE_NONE;
    cw_move moves[TANTRIX_MOVES_MAX];
    int count = cw_tantrix_fills(rules, state, state->hands[state->player], moves);
    return count > 0 ? moves[cw_rng_below(rng, (uint32_t)count)] : CW_MOVE_NONE;
}

/* ---- Moves with merit ---- */

/* The best of the moves seen so far. */
typedef struct choice {
    cw_move move;
    int merit;
    int seen;
} choice;

/* Looks at the moves of a hand on one cell. R3 takes longest, so only what would be played is asked for
 * it. */
CW_INLINE void look_at_cell(const tantrix_rules *rules, const cw_state *state, unsigned cell, bool restricted,
                            choice *best) {
    const tantrix_fit *fit = &rules->tiles.fits[state->table.cells[cell] & TANTRIX_PATTERN];
    tantrix_set fitting = fit->once & state->hands[state->player];
    if (fitting == 0)
        return;
    tantrix_hold hold = tantrix_hold_of(fit);
    for (; fitting != 0; fitting &= fitting - 1) {
        for (unsigned which = 0; which < 2; which++) {
            unsigned face;
            if (!tantrix_fits(&rules->tiles, &hold, tantrix_first_tile(fitting), which, &face))
                continue;
            cw_move move = tantrix_lay_move(cell, face);
            int merit = tantrix_merit(rules, state, move);
            bool is_better = best->move == CW_MOVE_NONE || merit > best->merit;
            if (is_better && restricted &&
                tantrix_leaves_three_alike(&rules->tiles, &state->table, cell, face))
                continue;
            best->seen++;
            if (is_better) {
                best->merit = merit;
                best->move = move;
            }
        }
    }
}

/* The best of the moves on cells drawn at random, as many cells as have enough moves. */
CW_INLINE cw_move good_lay(const tantrix_rules *rules, const lines_policy *policy, const cw_state *state,
                           cw_rng *rng) {
    const tantrix_table *table = &state->table;
    if (table->laid_count == 0)
        return random_lay(rules, policy, state, rng);
    bool restricted = state->bag != 0;
    int candidates = restricted ? policy->candidates : policy->late;
    uint16_t cells[TANTRIX_FRONTIER_MAX];
    memcpy(cells, table->frontier, sizeof cells);
    choice best = {.move = CW_MOVE_NONE};
    for (uint32_t left = table->frontier_count; left > 0 && best.seen < candidates;) {
        uint32_t place = cw_rng_below(rng, left);
        unsigned cell = cells[place];
        cells[place] = cells[--left];
        if (!restricted || !tantrix_leaves_gap(&rules->tiles, table, cell))
            look_at_cell(rules, state, cell, restricted, &best);
    }
    return best.move;
}

/* The best of all plays into forced spaces; they are few. */
CW_INLINE cw_move good_fill(const tantrix_rules *rules, const lines_policy *policy, const cw_state *state,
                            cw_rng *rng) {
    (void)policy;
    (void)rng;
    if (state->table.space_count == 0)
        return CW_MOVE_NONE;
    cw_move moves[TANTRIX_MOVES_MAX], best = CW_MOVE_NONE;
    int count = cw_tantrix_fills(rules, state, state->hands[state->player], moves), best_merit = INT_MIN;
    for (int i = 0; i < count; i++) {
        int merit = count > 1 ? tantrix_merit(rules, state, moves[i]) : 0;
        if (merit > best_merit) {
            best_merit = merit;
            best = moves[i];
        }
    }
    return best;
}

/* ---- The loop ---- */

typedef cw_move chooser(const tantrix_rules *rules, const lines_policy *policy, const cw_state *state,
                        cw_rng *rng);

/* How a step of a playout ended. */
typedef enum step { STEP_LAID, STEP_PASSED, STEP_STUCK } step;

/* Lays one tile for whoever is to lay it, or finds that nobody can. */
CW_INLINE step take_step(const tantrix_rules *rules, const lines_policy *policy, bag_list *list,
                         cw_state *state, cw_rng *rng, uint64_t *const *keys, chooser *choose_fill,
                         chooser *choose_lay) {
    cw_move move = choose_fill(rules, policy, state, rng);
    while (move == CW_MOVE_NONE && (state->free_done || state->hands[state->player] == 0)) {
        tantrix_next_player(rules, state);
        move = choose_fill(rules, policy, state, rng);
    }
    if (move == CW_MOVE_NONE) {
        move = choose_lay(rules, policy, state, rng);
        if (move == CW_MOVE_NONE) {
            state->passes++;
            bool stuck = !rules->pass_in_deadlock || state->passes >= tantrix_players_with_tiles(state);
            if (!stuck)
                tantrix_next_player(rules, state);
            return stuck ? STEP_STUCK : STEP_PASSED;
        }
        state->free_done = true;
    }
    state->passes = 0;
    if (keys[state->player] != NULL)
        keys[state->player][tantrix_key(move) / 64] |= UINT64_C(1) << tantrix_key(move) % 64;
    tantrix_lay_from_hand(rules, state, tantrix_move_cell(move), tantrix_move_face(move));
    if (list->count > 0)
        draw_from(list, state, rng);
    return STEP_LAID;
}

CW_INLINE void run_playout(const cw_game *game, const lines_policy *policy, cw_state *state, cw_rng *rng,
                           cw_playout *playout, chooser *choose_fill, chooser *choose_lay) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    playout->plies = 0;
    playout->finished = true;
    if (state->decision != TANTRIX_OVER) {
        bag_list list;
        open_bag(&list, state->bag);
        make_draws(rules, &list, state, rng);
        step outcome = STEP_LAID;
        state->ending = TANTRIX_ENDING_COMPLETE;
        while (outcome != STEP_STUCK && state->table.laid_count < TANTRIX_TILES) {
            if ((playout->plies_max > 0 && playout->plies >= playout->plies_max) ||
                (playout->horizon == 1 && state->bag == 0)) {
                playout->finished = false;
                cw_result_draw(game, TANTRIX_ENDING_COMPLETE, &playout->result);
                return;
            }
            outcome = take_step(rules, policy, &list, state, rng, playout->keys, choose_fill, choose_lay);
            playout->plies++;
        }
        if (outcome == STEP_STUCK)
            state->ending = TANTRIX_ENDING_DEADLOCK;
    }
    cw_tantrix_result(game, state, &playout->result);
}

CW_MULTIVERSION
static void uniform_playout(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                            cw_playout *playout) {
    run_playout(game, context, state, rng, playout, random_fill, random_lay);
}

CW_MULTIVERSION
static void lines_playout(const cw_game *game, void *context, cw_state *state, cw_rng *rng,
                          cw_playout *playout) {
    run_playout(game, context, state, rng, playout, good_fill, good_lay);
}

/* ---- Policies ---- */

static const cw_option lines_options[] = {
    {.name = "candidates",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 64,
     .standard = "2",
     .help = "free moves to see, on cells drawn at random, of which the best is played",
     .place = CW_PLACE(lines_policy, candidates)},
    {.name = "late",
     .type = CW_OPTION_INTEGER,
     .low = 0,
     .high = 64,
     .standard = "0",
     .help = "the same once the bag is empty; 0: as many as before",
     .place = CW_PLACE(lines_policy, late)},
    {.name = NULL},
};

static cw_status create_lines(const cw_game *game, const cw_options *options, void **context,
                              cw_error *error) {
    (void)game;
    lines_policy *policy = calloc(1, sizeof *policy);
    if (policy == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the policy lines");
    cw_options_fill(options, lines_options, policy);
    if (policy->late == 0)
        policy->late = policy->candidates;
    *context = policy;
    return CW_OK;
}

const cw_policy cw_tantrix_policies[] = {
    {.base = {.name = "uniform", .help = "every legal move with the same chance"},
     .playout = uniform_playout,
     .leaves_position = true},
    {.base = {.name = "lines",
              .help = "the best of a few random moves, by what it does for the players' lines",
              .options = lines_options,
              .create = create_lines,
              .destroy = free},
     .playout = lines_playout,
     .leaves_position = true},
    {.base = {.name = NULL}},
};
