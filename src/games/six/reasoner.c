/* The reasoner: proves wins and losses by threats, and finds the moves that do not lose to them.
 *
 * Phase one: an attack (attack.h) by the mover wins; where the opponent would attack, only moves that stop it
 * are left. Phase two: a win in this turn, and the one cell that stops a win in the opponent's next. */
#include <stdlib.h>
#include <string.h>

#include "games/six/attack.h"
#include "games/six/groups.h"

typedef struct reasoner {
    int nodes_max;
    bool defend;
} reasoner;

static const cw_option options[] = {
    {.name = "nodes",
     .type = CW_OPTION_INTEGER,
     .low = 1,
     .high = 1e6,
     .standard = "200",
     .help = "positions an attack may look at",
     .place = CW_PLACE(reasoner, nodes_max)},
    {.name = "defend",
     .type = CW_OPTION_SWITCH,
     .standard = "on",
     .help = "look for the moves that stop the opponent's attacks too",
     .place = CW_PLACE(reasoner, defend)},
    {.name = NULL},
};

static cw_status create(const cw_game *game, const cw_options *settings, void **context, cw_error *error) {
    (void)game;
    reasoner *made = malloc(sizeof *made);
    if (made == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for the reasoner threats");
    cw_options_fill(settings, options, made);
    *context = made;
    return CW_OK;
}

static void prove(const cw_game *game, cw_verdict *verdict, int winner, cw_move best) {
    verdict->proven = true;
    verdict->best = best;
    for (int player = 0; player < game->player_count; player++)
        verdict->reward[player] = six_color_of(player) == winner;
}

static void play_only(cw_verdict *verdict, cw_move move) {
    verdict->move_count = 1;
    verdict->moves[0] = move;
}

/* Does the opponent have another turn after this one? */
static bool opponent_has_a_turn(const six_rules *rules, const cw_state *state) {
    int opponent = six_color_of(state->player) ^ 1;
    bool in_time = rules->moves_limit == 0 || state->move_count + 2 <= rules->moves_limit;
    return in_time && (state->phase == 2 || state->hand[opponent] > 0);
}

/* Up to two cells of a set. */
static int first_cells(const uint64_t rows[SIX_SIDE], int cells[2]) {
    int count = 0;
    for (int r = 0; r < SIX_SIDE && count < 2; r++) {
        for (uint64_t row = rows[r]; row != 0 && count < 2; row &= row - 1)
            cells[count++] = six_cell(__builtin_ctzll(row), r);
    }
    return count;
}

/* ---- Phase one ---- */

/* The opponent's attack after the mover laid a tile at `cell`, or passed if it is SIX_NO_CELL. */
static bool loses_to_attack(const reasoner *self, const six_rules *rules, const cw_state *state, int cell) {
    int mover = six_color_of(state->player), first;
    six_attack attack;
    cw_six_attack_begin(&attack, rules, state, mover ^ 1, self->nodes_max);
    attack.moves_left--;
    attack.hand[mover]--;
    if (cell != SIX_NO_CELL) {
        six_add(attack.rows[mover], cell);
        attack.used_rows |= 1ULL << six_r(cell);
    }
    return cw_six_attack_wins(&attack, &first);
}

/* Leaves the moves that stop the opponent's attack; none: the game is lost. */
static void find_defences(const cw_game *game, const reasoner *self, const cw_state *state,
                          cw_verdict *verdict) {
    const six_rules *rules = six_rules_of(game);
    if (!loses_to_attack(self, rules, state, SIX_NO_CELL))
        return;
    int count = cw_six_moves(game, state, verdict->moves), kept = 0;
    for (int i = 0; i < count; i++) {
        if (!loses_to_attack(self, rules, state, six_move_cell(verdict->moves[i])))
            verdict->moves[kept++] = verdict->moves[i];
    }
    if (kept == 0)
        prove(game, verdict, six_color_of(state->player) ^ 1, CW_MOVE_NONE);
    else
        verdict->move_count = kept;
}

/* The opponent threatens to win: one cell stops him, two cannot be held. */
static void stop_a_win(const cw_game *game, const cw_state *state, cw_verdict *verdict) {
    int mover = six_color_of(state->player), cells[2];
    uint64_t wins[SIX_SIDE];
    cw_six_winning_cells(state->rows[mover ^ 1], state->rows[mover], state->used_rows, wins);
    if (first_cells(wins, cells) == 2)
        prove(game, verdict, mover ^ 1, CW_MOVE_NONE);
    else
        play_only(verdict, six_move(SIX_LAY, cells[0]));
}

static void reason_in_phase_one(const cw_game *game, const reasoner *self, const cw_state *state,
                                cw_verdict *verdict) {
    const six_rules *rules = six_rules_of(game);
    int mover = six_color_of(state->player), first;
    six_open_windows windows; /* a look at them tells that most positions have no threats */
    cw_six_count_windows(state, &windows);
    const int *own = windows.count[mover], *others = windows.count[mover ^ 1];
    six_attack attack;
    cw_six_attack_begin(&attack, rules, state, mover, self->nodes_max);
    if (own[4] + own[5] > 0 && cw_six_attack_wins(&attack, &first)) {
        prove(game, verdict, mover, six_move(SIX_LAY, first));
        return;
    }
    if (!opponent_has_a_turn(rules, state))
        return;
    if (others[5] > 0)
        stop_a_win(game, state, verdict);
    else if (others[4] > 0 && self->defend)
        find_defences(game, self, state, verdict);
}

/* ---- Phase two, a tile in hand ---- */

static bool completes(const uint64_t own[SIX_SIDE], int cell) {
    uint64_t with[SIX_SIDE];
    memcpy(with, own, sizeof with);
    six_add(with, cell);
    return cw_six_shape_at(with, cell) != SIX_ONGOING;
}

/* Can this colour win at `goal` in its next turn whatever is laid elsewhere? It lifts a tile that is not
 * needed and whose lift splits nothing. (A tile laid beside that one alone may fall off then; that hurts its
 * owner only.) */
static bool has_spare_tile(const cw_state *state, int color, int goal) {
    uint64_t own[SIX_SIDE], occupied[SIX_SIDE];
    memcpy(own, state->rows[color], sizeof own);
    six_occupied(state, occupied);
    for (uint64_t rows = state->used_rows; rows != 0; rows &= rows - 1) {
        int r = __builtin_ctzll(rows);
        for (uint64_t tiles = state->rows[color][r]; tiles != 0; tiles &= tiles - 1) {
            int cell = six_cell(__builtin_ctzll(tiles), r);
            if (cw_six_arcs[six_neighbor_mask(occupied, cell)] != 1)
                continue;
            six_remove(own, cell);
            bool spare = completes(own, goal);
            six_add(own, cell);
            if (spare)
                return true;
        }
    }
    return false;
}

/* The cells that complete a shape of the mover's and where he may lay. */
static bool can_win_by_laying(const cw_game *game, const cw_state *state, int *cell) {
    int mover = six_color_of(state->player), cells[2];
    uint64_t wins[SIX_SIDE];
    if (!cw_six_winning_cells(state->rows[mover], state->rows[mover ^ 1], state->used_rows, wins))
        return false;
    for (int r = 0; r < SIX_SIDE; r++) {
        if (wins[r] != 0)
            wins[r] &= cw_six_open_row(game, state, r);
    }
    if (first_cells(wins, cells) == 0)
        return false;
    *cell = cells[0];
    return true;
}

static void reason_before_laying(const cw_game *game, const cw_state *state, cw_verdict *verdict) {
    int mover = six_color_of(state->player), cell;
    if (can_win_by_laying(game, state, &cell)) {
        prove(game, verdict, mover, six_move(SIX_LAY, cell));
        return;
    }
    uint64_t wins[SIX_SIDE];
    if (!opponent_has_a_turn(six_rules_of(game), state) ||
        !cw_six_winning_cells(state->rows[mover ^ 1], state->rows[mover], state->used_rows, wins))
        return;
    int danger = SIX_NO_CELL, count = 0;
    for (int r = 0; r < SIX_SIDE; r++) {
        for (uint64_t row = wins[r]; row != 0; row &= row - 1) {
            int goal = six_cell(__builtin_ctzll(row), r);
            if (has_spare_tile(state, mover ^ 1, goal)) {
                danger = goal;
                count++;
            }
        }
    }
    cw_move block = six_move(SIX_LAY, danger & (SIX_CELLS - 1));
    if (count > 1 || (count == 1 && !cw_six_is_legal(game, state, block)))
        prove(game, verdict, mover ^ 1, CW_MOVE_NONE);
    else if (count == 1)
        play_only(verdict, block);
}

/* ---- Phase two, before the lift ---- */

/* Does the turn win from here on? The mover may still have to choose a group. */
static bool wins_this_turn(const cw_game *game, const cw_state *state, int mover) {
    int cell;
    if (state->stage == SIX_STAGE_OVER)
        return state->ending <= SIX_SHUT_OUT && state->winner == mover;
    if (state->stage == SIX_STAGE_LAY)
        return can_win_by_laying(game, state, &cell);
    return false;
}

static void reason_before_lifting(const cw_game *game, const cw_state *state, cw_verdict *verdict) {
    int mover = six_color_of(state->player);
    uint64_t wins[SIX_SIDE], occupied[SIX_SIDE];
    six_occupied(state, occupied);
    bool near = cw_six_winning_cells(state->rows[mover], state->rows[mover ^ 1], state->used_rows, wins);
    int count = cw_six_moves(game, state, verdict->moves);
    for (int i = 0; i < count; i++) {
        bool splits = cw_six_arcs[six_neighbor_mask(occupied, six_move_cell(verdict->moves[i]))] > 1;
        if (!near && !splits)
            continue;
        cw_state after;
        memcpy(&after, state, sizeof after);
        cw_six_play(game, &after, verdict->moves[i]);
        if (wins_this_turn(game, &after, mover)) {
            prove(game, verdict, mover, verdict->moves[i]);
            return;
        }
    }
}

static void reason(const cw_game *game, void *context, const cw_state *state, cw_verdict *verdict) {
    verdict->proven = false;
    verdict->best = CW_MOVE_NONE;
    verdict->move_count = -1;
    if (state->stage == SIX_STAGE_LAY && state->phase == 1)
        reason_in_phase_one(game, context, state, verdict);
    else if (state->stage == SIX_STAGE_LAY)
        reason_before_laying(game, state, verdict);
    else if (state->stage == SIX_STAGE_LIFT)
        reason_before_lifting(game, state, verdict);
}

const cw_reasoner cw_six_reasoners[] = {
    {.base = {.name = "threats",
              .help = "chains of threats in phase one, wins within a turn in phase two, and what stops them",
              .options = options,
              .create = create,
              .destroy = free},
     .reason = reason},
    {.base = {.name = NULL}},
};
