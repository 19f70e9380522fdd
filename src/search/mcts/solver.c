#include "search/mcts/solver.h"

#include <math.h>

static const uint32_t full = CW_WIN_UNITS * 0x01010101u;

uint32_t cw_bounds_of(const cw_game *game, const double *rewards) {
    uint32_t bounds = 0;
    for (int player = 0; player < game->player_count; player++)
        bounds |= (uint32_t)lround(rewards[player] * CW_WIN_UNITS) << (8 * player);
    return bounds;
}

/* ---- Words of bounds ---- */

static uint32_t word_of(const uint32_t *bounds) {
    uint32_t word = 0;
    for (int player = 0; player < CW_PLAYERS_MAX; player++)
        word |= bounds[player] << (8 * player);
    return word;
}

static uint32_t greater(uint32_t a, uint32_t b) {
    uint32_t bounds[CW_PLAYERS_MAX];
    for (int player = 0; player < CW_PLAYERS_MAX; player++)
        bounds[player] =
            cw_bound_of(a, player) > cw_bound_of(b, player) ? cw_bound_of(a, player) : cw_bound_of(b, player);
    return word_of(bounds);
}

static uint32_t lesser(uint32_t a, uint32_t b) {
    return full - greater(full - a, full - b);
}

/* Moves one bound to the better of its present value and `bound`; true if it moved. */
static bool tighten(uint32_t *entry, uint32_t bound, uint32_t (*better)(uint32_t, uint32_t)) {
    uint32_t old = __atomic_load_n(entry, __ATOMIC_RELAXED), next;
    do {
        next = better(old, bound);
        if (next == old)
            return false;
    } while (!__atomic_compare_exchange_n(entry, &old, next, true, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
    return true;
}

bool cw_solver_narrow(cw_node *node, uint32_t low, uint32_t high) {
    bool raised = tighten(&node->low, low, greater);
    bool lowered = tighten(&node->high, high, lesser);
    return raised || lowered;
}

void cw_solver_edge(const cw_tree *tree, const cw_node *node, uint32_t edge, uint32_t *low, uint32_t *high) {
    uint32_t child = __atomic_load_n(&cw_node_children(node)[edge], __ATOMIC_ACQUIRE);
    if (!cw_is_node(child)) {
        *low = 0;
        *high = full;
        return;
    }
    const cw_node *below = cw_tree_node(tree, child);
    *low = __atomic_load_n(&below->low, __ATOMIC_ACQUIRE);
    *high = __atomic_load_n(&below->high, __ATOMIC_ACQUIRE);
}

static bool is_cut(const cw_node *node, uint32_t edge) {
    return __atomic_load_n(&cw_node_children(node)[edge], __ATOMIC_RELAXED) == CW_NODE_CUT;
}

/* ---- Chance ---- */

static bool update_chance(const cw_tree *tree, cw_node *node) {
    uint32_t low = full, high = 0;
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        uint32_t edge_low, edge_high;
        cw_solver_edge(tree, node, edge, &edge_low, &edge_high);
        low = lesser(low, edge_low);
        high = greater(high, edge_high);
    }
    return cw_solver_narrow(node, low, high);
}

/* ---- Decisions ---- */

/* The bounds of the player who decides: those of the best move. `*safest` is a move with that low. */
static void own_bounds(const cw_tree *tree, const cw_node *node, uint32_t *own_low, uint32_t *own_high,
                       uint32_t *safest) {
    *own_low = *own_high = 0;
    *safest = UINT32_MAX;
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        if (is_cut(node, edge))
            continue;
        uint32_t low, high;
        cw_solver_edge(tree, node, edge, &low, &high);
        if (*safest == UINT32_MAX || cw_bound_of(low, node->player) > *own_low) {
            *own_low = cw_bound_of(low, node->player);
            *safest = edge;
        }
        if (cw_bound_of(high, node->player) > *own_high)
            *own_high = cw_bound_of(high, node->player);
    }
}

/* The bounds of all players over the moves that can still be best for the one who decides. */
static void span_bounds(const cw_tree *tree, const cw_node *node, uint32_t own_low, uint32_t *low,
                        uint32_t *high) {
    *low = full;
    *high = 0;
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        uint32_t edge_low, edge_high;
        cw_solver_edge(tree, node, edge, &edge_low, &edge_high);
        if (is_cut(node, edge) || cw_bound_of(edge_high, node->player) < own_low)
            continue;
        *low = lesser(*low, edge_low);
        *high = greater(*high, edge_high);
    }
}

static uint32_t with_bound(uint32_t bounds, int player, uint32_t bound) {
    return (bounds & ~(0xFFu << (8 * player))) | bound << (8 * player);
}

/* The same bound for all of the player's camp, and another for the rest. */
static uint32_t camp_bounds(const cw_game *game, int player, uint32_t own, uint32_t others) {
    uint32_t bounds = 0;
    for (int i = 0; i < game->player_count; i++)
        bounds = with_bound(bounds, i, cw_game_allied(game, player, i) ? own : others);
    return bounds;
}

/* Excludes the moves that cannot be better than the safest one. Where several sides play and every move loses
 * for who decides, all moves stay: which one is made matters to the others, and nothing tells. */
static void exclude_moves(const cw_tree *tree, cw_node *node, uint32_t own_low, uint32_t safest, bool keep) {
    uint32_t *visits = cw_node_visits(node);
    for (uint32_t edge = 0; edge < node->edge_count; edge++) {
        uint32_t low, high;
        cw_solver_edge(tree, node, edge, &low, &high);
        bool pointless = cw_bound_of(high, node->player) <= own_low && (own_low == 0 || edge != safest);
        if (pointless && !keep)
            __atomic_fetch_or(&visits[edge], CW_EDGE_EXCLUDED, __ATOMIC_RELAXED);
        else if (keep && !is_cut(node, edge))
            __atomic_fetch_and(&visits[edge], ~CW_EDGE_EXCLUDED, __ATOMIC_RELAXED);
    }
}

static bool update_decision(const cw_game *game, const cw_tree *tree, cw_node *node) {
    uint32_t own_low, own_high, safest, low, high;
    own_bounds(tree, node, &own_low, &own_high, &safest);
    if (safest == UINT32_MAX)
        return false;
    if (cw_has_two_camps(game)) {
        low = camp_bounds(game, node->player, own_low, CW_WIN_UNITS - own_high);
        high = camp_bounds(game, node->player, own_high, CW_WIN_UNITS - own_low);
    } else if (own_low == CW_WIN_UNITS) {
        cw_solver_edge(tree, node, safest, &low, &high);
    } else {
        span_bounds(tree, node, own_low, &low, &high);
    }
    low = with_bound(low, node->player, own_low);
    high = with_bound(high, node->player, own_high);
    exclude_moves(tree, node, own_low, safest, own_high == 0 && !cw_has_two_camps(game));
    return cw_solver_narrow(node, low, high);
}

bool cw_solver_update(const cw_game *game, const cw_tree *tree, cw_node *node) {
    return (node->flags & CW_NODE_CHANCE) != 0 ? update_chance(tree, node)
                                               : update_decision(game, tree, node);
}
