#include "games/six/attack.h"

#include <string.h>

enum { CELLS_MAX = 8, CHAIN_MAX = 2 * SIX_TILES_MAX };

/* A few cells, each once. */
typedef struct cell_list {
    int cells[CELLS_MAX];
    int count;
} cell_list;

static void list_cell(cell_list *list, int cell) {
    for (int i = 0; i < list->count; i++) {
        if (list->cells[i] == cell)
            return;
    }
    if (list->count < CELLS_MAX)
        list->cells[list->count++] = cell;
}

void cw_six_attack_begin(six_attack *attack, const six_rules *rules, const cw_state *state, int attacker,
                         int nodes_max) {
    memcpy(attack->rows, state->rows, sizeof attack->rows);
    attack->used_rows = state->used_rows;
    attack->attacker = attacker;
    attack->hand[SIX_RED] = state->hand[SIX_RED];
    attack->hand[SIX_BLACK] = state->hand[SIX_BLACK];
    attack->moves_left = rules->moves_limit > 0 ? rules->moves_limit - state->move_count : 4 * SIX_TILES_MAX;
    attack->nodes = 0;
    attack->nodes_max = nodes_max;
}

/* ---- Looking ---- */

static bool touches_a_tile(const six_attack *attack, int cell) {
    return six_neighbor_mask(attack->rows[SIX_RED], cell) != 0 ||
           six_neighbor_mask(attack->rows[SIX_BLACK], cell) != 0;
}

/* The cells where a colour completes a shape. */
static void find_wins(const six_attack *attack, int color, cell_list *wins) {
    uint64_t cells[SIX_SIDE];
    wins->count = 0;
    if (!cw_six_winning_cells(attack->rows[color], attack->rows[color ^ 1], attack->used_rows, cells))
        return;
    for (int r = 0; r < SIX_SIDE; r++) {
        for (uint64_t row = cells[r]; row != 0; row &= row - 1)
            list_cell(wins, six_cell(__builtin_ctzll(row), r));
    }
}

/* The cells where the attacker would win after a tile at `cell`. */
static void find_threats(const six_pair *pairs, int pair_count, int cell, cell_list *threats) {
    threats->count = 0;
    for (int i = 0; i < pair_count; i++) {
        if (pairs[i].cells[0] == cell)
            list_cell(threats, pairs[i].cells[1]);
        if (pairs[i].cells[1] == cell)
            list_cell(threats, pairs[i].cells[0]);
    }
}

/* ---- The chain ---- */

static bool go_on(six_attack *attack, int must, int *first);

static void put(six_attack *attack, int color, int cell) {
    six_add(attack->rows[color], cell);
    attack->used_rows |= 1ULL << six_r(cell);
    attack->hand[color]--;
}

static void take_back(six_attack *attack, int color, int cell) {
    six_remove(attack->rows[color], cell);
    attack->hand[color]++;
}

/* Did the tile at `cell` leave a shape of this colour that lacks one tile? */
static bool may_threaten(const six_attack *attack, int color, int cell) {
    six_window windows[SIX_WINDOWS_THROUGH];
    cw_six_windows_through(attack->rows[color], attack->rows[color ^ 1], cell, windows);
    for (int i = 0; i < SIX_WINDOWS_THROUGH; i++) {
        if (windows[i].own == 4 && windows[i].other == 0)
            return true;
    }
    return false;
}

/* The defender has answered at `answer`: if that threatens, the attacker's next tile must go there. */
static bool goes_on_after(six_attack *attack, int answer) {
    int defender = attack->attacker ^ 1, next;
    put(attack, defender, answer);
    cell_list counters = {.count = 0};
    if (may_threaten(attack, defender, answer))
        find_wins(attack, defender, &counters);
    attack->moves_left -= 2;
    bool wins =
        counters.count < 2 && go_on(attack, counters.count == 1 ? counters.cells[0] : SIX_NO_CELL, &next);
    attack->moves_left += 2;
    take_back(attack, defender, answer);
    return wins;
}

/* Does a tile at `cell` win by force? The defender has no win of his own. */
static bool wins_by(six_attack *attack, const six_pair *pairs, int pair_count, int cell) {
    cell_list threats;
    find_threats(pairs, pair_count, cell, &threats);
    if (threats.count == 0 || !touches_a_tile(attack, cell))
        return false;
    if (threats.count > 1 || attack->hand[attack->attacker ^ 1] == 0)
        return true;
    put(attack, attack->attacker, cell);
    bool wins = goes_on_after(attack, threats.cells[0]);
    take_back(attack, attack->attacker, cell);
    return wins;
}

/* Is the cell among the first `count` of all pairs' cells? */
static bool came_before(const six_pair *pairs, int count, int cell) {
    for (int i = 0; i < count; i++) {
        if (pairs[i / 2].cells[i % 2] == cell)
            return true;
    }
    return false;
}

/* The attacker is to move and cannot win at once; `must` is the one cell that stops the defender, or none. A
 * threat takes two tiles, and a tile, an answer and a win three moves. */
static bool go_on(six_attack *attack, int must, int *first) {
    if (attack->hand[attack->attacker] < 2 || attack->moves_left < 3 || attack->nodes++ >= attack->nodes_max)
        return false;
    six_pair pairs[SIX_PAIRS_MAX];
    int count = cw_six_find_pairs(attack->rows[attack->attacker], attack->rows[attack->attacker ^ 1],
                                  attack->used_rows, pairs);
    for (int i = 0; i < 2 * count; i++) {
        int cell = pairs[i / 2].cells[i % 2];
        if ((must == SIX_NO_CELL || must == cell) && !came_before(pairs, i, cell) &&
            wins_by(attack, pairs, count, cell)) {
            *first = cell;
            return true;
        }
    }
    return false;
}

bool cw_six_attack_wins(six_attack *attack, int *first) {
    cell_list own, others;
    if (attack->hand[attack->attacker] < 1 || attack->moves_left < 1)
        return false;
    find_wins(attack, attack->attacker, &own);
    if (own.count > 0) {
        *first = own.cells[0];
        return true;
    }
    find_wins(attack, attack->attacker ^ 1, &others);
    if (attack->hand[attack->attacker ^ 1] == 0)
        others.count = 0;
    return others.count < 2 && go_on(attack, others.count == 1 ? others.cells[0] : SIX_NO_CELL, first);
}
