/* Legal moves. */
#include "games/tantrix/fitting.h"

/* At one cell a hand has at most two plays for each tile. */
enum { PLAYS_AT_CELL_MAX = 2 * TANTRIX_HAND };

/* ---- Plays of a hand ---- */

int cw_tantrix_fills(const tantrix_rules *rules, const cw_state *state, tantrix_set hand, cw_move *moves) {
    const tantrix_table *table = &state->table;
    int count = 0;
    for (int i = 0; i < table->space_count; i++) {
        if (tantrix_is_forced_space(&rules->tiles, table, table->spaces[i]))
            count += tantrix_plays_at(&rules->tiles, table, table->spaces[i], hand, state->bag != 0,
                                      moves + count);
    }
    return count;
}

bool cw_tantrix_must_fill(const tantrix_rules *rules, const cw_state *state, tantrix_set hand) {
    const tantrix_table *table = &state->table;
    cw_move plays[PLAYS_AT_CELL_MAX];
    for (int i = 0; i < table->space_count; i++) {
        if (tantrix_is_forced_space(&rules->tiles, table, table->spaces[i]) &&
            tantrix_plays_at(&rules->tiles, table, table->spaces[i], hand, state->bag != 0, plays) > 0)
            return true;
    }
    return false;
}

/* The first tile may lie in any orientation. */
static int first_lays(tantrix_set hand, cw_move *moves) {
    int count = 0;
    for (; hand != 0; hand &= hand - 1) {
        for (unsigned orientation = 0; orientation < TANTRIX_SIDES; orientation++)
            moves[count++] =
                tantrix_lay_move(tantrix_cell(0, 0), tantrix_first_tile(hand) * TANTRIX_SIDES + orientation);
    }
    return count;
}

static int lays_at(const tantrix_rules *rules, const cw_state *state, unsigned cell, tantrix_set hand,
                   cw_move *moves) {
    bool restricted = state->bag != 0;
    if (restricted && tantrix_leaves_gap(&rules->tiles, &state->table, cell))
        return 0;
    return tantrix_plays_at(&rules->tiles, &state->table, cell, hand, restricted, moves);
}

int cw_tantrix_lays(const tantrix_rules *rules, const cw_state *state, tantrix_set hand, cw_move *moves) {
    const tantrix_table *table = &state->table;
    if (table->laid_count == 0)
        return first_lays(hand, moves);
    int count = 0;
    for (int i = 0; i < table->frontier_count; i++)
        count += lays_at(rules, state, table->frontier[i], hand, moves + count);
    return count;
}

bool cw_tantrix_can_lay(const tantrix_rules *rules, const cw_state *state, tantrix_set hand) {
    const tantrix_table *table = &state->table;
    if (table->laid_count == 0)
        return true;
    cw_move plays[PLAYS_AT_CELL_MAX];
    for (int i = 0; i < table->frontier_count; i++) {
        if (lays_at(rules, state, table->frontier[i], hand, plays) > 0)
            return true;
    }
    return false;
}

/* ---- The interface ---- */

/* The lists of cells are in the order of play's accidents; moves come sorted by their packing instead. */
static void sort_moves(cw_move *moves, int count) {
    for (int gap = count / 2; gap > 0; gap /= 2) {
        for (int i = gap; i < count; i++) {
            cw_move move = moves[i];
            int place = i;
            for (; place >= gap && moves[place - gap] > move; place -= gap)
                moves[place] = moves[place - gap];
            moves[place] = move;
        }
    }
}

static int draws(tantrix_set bag, cw_move *moves) {
    int count = 0;
    for (; bag != 0; bag &= bag - 1)
        moves[count++] = tantrix_draw_move(tantrix_first_tile(bag));
    return count;
}

int cw_tantrix_moves(const cw_game *game, const cw_state *state, cw_move *moves) {
    const tantrix_rules *rules = tantrix_rules_of(game);
    int count = 0;
    switch ((tantrix_decision)state->decision) {
    case TANTRIX_DRAW:
        return draws(state->bag, moves);
    case TANTRIX_FORCED:
        count = cw_tantrix_fills(rules, state, state->hands[state->player], moves);
        break;
    case TANTRIX_FREE:
        count = cw_tantrix_lays(rules, state, state->hands[state->player], moves);
        break;
    case TANTRIX_PASS:
        moves[0] = TANTRIX_PASS_MOVE;
        return 1;
    case TANTRIX_OVER:
        return 0;
    }
    sort_moves(moves, count);
    return count;
}

static bool is_legal_lay(const tantrix_rules *rules, const cw_state *state, cw_move move) {
    unsigned cell = tantrix_move_cell(move), face = tantrix_move_face(move);
    if (move != tantrix_lay_move(cell, face) || face >= TANTRIX_FACES ||
        !(state->hands[state->player] >> face / TANTRIX_SIDES & 1))
        return false;
    const tantrix_table *table = &state->table;
    if (table->laid_count == 0)
        return cell == tantrix_cell(0, 0);
    unsigned content = table->cells[cell];
    if ((content & TANTRIX_LAID) || (content & TANTRIX_PATTERN) == 0)
        return false;
    if (state->decision == TANTRIX_FORCED && !tantrix_is_forced_space(&rules->tiles, table, cell))
        return false;
    uint32_t edges = rules->tiles.fits[content & TANTRIX_PATTERN].edges;
    if ((rules->tiles.faces[face].edges & edges) != edges)
        return false;
    return state->bag == 0 || (!tantrix_leaves_gap(&rules->tiles, table, cell) &&
                               !tantrix_leaves_three_alike(&rules->tiles, table, cell, face));
}

bool cw_tantrix_is_legal(const cw_game *game, const cw_state *state, cw_move move) {
    switch ((tantrix_decision)state->decision) {
    case TANTRIX_DRAW:
        return move < tantrix_draw_move(TANTRIX_TILES) && tantrix_move_kind(move) == TANTRIX_KIND_DRAW &&
               (state->bag >> tantrix_move_tile(move) & 1);
    case TANTRIX_FORCED:
    case TANTRIX_FREE:
        return is_legal_lay(tantrix_rules_of(game), state, move);
    case TANTRIX_PASS:
        return move == TANTRIX_PASS_MOVE;
    case TANTRIX_OVER:
        break;
    }
    return false;
}
