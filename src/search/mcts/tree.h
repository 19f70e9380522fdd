/* The search tree in memory.
 *
 * A node is one block of an arena: a header and arrays with one entry for each edge (move or chance outcome)
 * that leaves it, so that looking at all moves of a node reads a few stretches of memory in order. A child
 * that was never expanded is no block: its statistics are the entry in the parent's arrays.
 *
 *     arena  | unused | root block | block | block | ...          addressed by 32-bit references, in units of
 *                        |             ^                           32 bytes; 0 means no node
 *                        +-- child[5] -+
 *
 * With `positions` a node stands for a position, and several edges may lead to it; otherwise for a line of
 * moves.
 *
 * An edge has one child, except with chance=open: there luck decides which moves can be made next, and each
 * list of moves met has its own node, in a chain of siblings that lie behind each other.
 *
 *     block  | header | visits[n] | wins[n] | child[n] |           UCT: 16 bytes an edge with the move
 *            | rave_visits[n] | rave_wins[n] |                     with RAVE: 24 bytes
 *            | prior[n] |                                          with priors: 4 more
 *            | key[n] (16 bit) | move[n] (16 or 32 bit) |
 *
 * n is the number of edges rounded up to CW_EDGE_GROUP; entries beyond the last edge are marked as excluded.
 * Moves take 16 bits an edge in nodes where all of them fit (and there are keys to share the word with).
 *
 * Wins are sums of rewards in twelfths of a game, which is exact for draws of two, three and four players,
 * needs no floating point in threads that share the tree, and leaves room for 170 million visits. With a
 * judge, whose few values count one by one, they are in parts of a twelfth so small that rounding them is
 * nothing.
 *
 * Threads that share a tree read and write entries with relaxed atomics (shared.h) and publish a child with a
 * release store. A single thread uses plain accesses, which the compiler turns into vector code; both come
 * from one source through the constant parameter `shared`. */
#ifndef CW_SEARCH_MCTS_TREE_H
#define CW_SEARCH_MCTS_TREE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "causeway/game.h"
#include "core/cpu.h"
#include "core/slab.h"
#include "search/mcts/positions.h"

enum {
    CW_WIN_UNITS = 12,                 /* what a whole won game counts in bounds and, mostly, in `wins` */
    CW_FINE_UNITS = CW_WIN_UNITS * 64, /* in `wins` with a judge */
    CW_EDGE_GROUP = 8,                 /* arrays are padded to a multiple of this */
};

#define CW_EDGE_EXCLUDED 0x80000000u /* in `visits`: never select this edge */

/* References with a meaning of their own, in `child`. */
#define CW_NODE_NONE 0u          /* not expanded */
#define CW_NODE_BUSY 0xFFFFFFFFu /* a thread is expanding it */
#define CW_NODE_CUT 0xFFFFFFFEu  /* a reasoner showed that the move need not be looked at */
#define CW_NODE_LAST 0xFFFFFFF0u /* real references are below this */

enum cw_node_flags {
    CW_NODE_CHANCE = 1, /* the edges are chance outcomes; `player` is the last one who decided */
    CW_NODE_WIDE = 2,   /* moves take 32 bits */
};

typedef struct cw_node {
    uint16_t edge_count; /* 0: a finished game */
    uint16_t signature;  /* with chance=open: of the moves, whatever their order; else of the position */
    uint32_t visits;
    uint32_t wins;    /* of `player`, over all visits */
    uint32_t forward; /* while garbage is taken back: the next to mark, then the block's new place; else 0 */
    uint32_t low, high; /* proven bounds of the rewards in twelfths, one byte for each player */
    int8_t player;
    uint8_t flags;
    uint8_t reasoned; /* a reasoner has looked at it; between threads by atomics only */
    uint8_t unused;
    uint32_t sibling; /* the next node below the same edge, for other moves; CW_NODE_NONE: none */
} cw_node;

static_assert(sizeof(cw_node) == CW_SLAB_UNIT, "arrays begin on an aligned address");

typedef struct cw_tree {
    cw_slab arena;
    uint32_t node_count;
    uint32_t root;
    uint32_t high;      /* the upper bounds of a node of which nothing is known */
    uint32_t win_units; /* what a whole won game counts in `wins`: CW_WIN_UNITS or CW_FINE_UNITS */
    bool with_rave, with_priors;
    cw_positions positions; /* empty: nodes are not shared */
    bool full;              /* a node could not be made for want of memory */
} cw_tree;

/* A tree of at most `bytes` for a game of so many players. */
cw_status cw_tree_create(cw_tree *tree, size_t bytes, int players, bool with_rave, bool with_priors,
                         cw_error *error);
void cw_tree_destroy(cw_tree *tree);

/* Lets positions share nodes, with a table of at most `bytes`, or of one bucket. */
cw_status cw_tree_share_positions(cw_tree *tree, size_t bytes, cw_error *error);

/* With more visits of a node `wins` would leave 31 bits. */
static inline uint32_t cw_tree_visits_max(const cw_tree *tree) {
    return 0x7FFFFFFFu / tree->win_units;
}

/* Forgets all nodes; much memory goes back to the system, unless that is not to take time. */
void cw_tree_clear(cw_tree *tree, bool at_once);

/* The size of a node's block with arrays of `width` entries, and with moves of 32 bits if `wide`. */
size_t cw_tree_block_bytes(const cw_tree *tree, uint32_t width, bool wide);

/* The size of the block of a node. */
size_t cw_node_bytes(const cw_tree *tree, const cw_node *node);

/* Makes a block for a node with these edges, all statistics 0; returns its reference, or CW_NODE_NONE when
 * the memory is full. `keys` is used with RAVE only. */
uint32_t cw_tree_add(cw_tree *tree, int player, uint8_t flags, const cw_move *moves, const uint32_t *keys,
                     int count);

/* The node of a position with so many moves, or CW_NODE_NONE. */
uint32_t cw_tree_find(const cw_tree *tree, uint64_t hash, int player, int count);

/* Lets a node be found. */
void cw_tree_enlist(cw_tree *tree, uint64_t hash, uint32_t reference);

/* A number that tells lists of moves apart, in whatever order they are; two may share it by accident. */
uint16_t cw_moves_signature(const cw_move *moves, int count);

/* Makes `root` the root and takes back all memory that is not below it, in place. */
void cw_tree_keep(cw_tree *tree, uint32_t root);

/* Makes `root` the root at once; what is not below it stays where it is until the memory is taken back. */
void cw_tree_enter(cw_tree *tree, uint32_t root);

/* The seconds that cw_tree_keep may take, at the worst. */
double cw_tree_keep_seconds(const cw_tree *tree);

/* Is the game a matter of two sides, so that what one gets the other does not? */
static inline bool cw_has_two_camps(const cw_game *game) {
    return game->player_count == 2 || cw_game_fair_share(game) == 0.5;
}

/* ---- Looking into blocks ---- */

CW_INLINE cw_node *cw_tree_node(const cw_tree *tree, uint32_t reference) {
    assert(reference != CW_NODE_NONE && reference < CW_NODE_LAST);
    return (cw_node *)(void *)(tree->arena.base + (size_t)reference * CW_SLAB_UNIT);
}

/* The length of arrays for so many edges. */
CW_INLINE uint32_t cw_edges_padded(uint32_t edge_count) {
    return (edge_count + CW_EDGE_GROUP - 1) & ~(uint32_t)(CW_EDGE_GROUP - 1);
}

/* Does a reference in `child` or `sibling` lead to a node? */
CW_INLINE bool cw_is_node(uint32_t reference) {
    return reference != CW_NODE_NONE && reference < CW_NODE_LAST;
}

/* The length of the arrays. */
CW_INLINE uint32_t cw_node_width(const cw_node *node) {
    return cw_edges_padded(node->edge_count);
}

CW_INLINE uint32_t *cw_node_visits(const cw_node *node) {
    return (uint32_t *)(uintptr_t)(node + 1);
}

CW_INLINE uint32_t *cw_node_wins(const cw_node *node) {
    return cw_node_visits(node) + cw_node_width(node);
}

CW_INLINE uint32_t *cw_node_children(const cw_node *node) {
    return cw_node_visits(node) + 2 * (size_t)cw_node_width(node);
}

/* With RAVE only. */
CW_INLINE uint32_t *cw_node_rave_visits(const cw_node *node) {
    return cw_node_visits(node) + 3 * (size_t)cw_node_width(node);
}

CW_INLINE uint32_t *cw_node_rave_wins(const cw_node *node) {
    return cw_node_visits(node) + 4 * (size_t)cw_node_width(node);
}

/* The size of the header and the arrays that change; the rest is written before others see the node. */
CW_INLINE size_t cw_node_variable_bytes(const cw_tree *tree, const cw_node *node) {
    return sizeof *node + sizeof(uint32_t) * (tree->with_rave ? 5u : 3u) * (size_t)cw_node_width(node);
}

/* With priors only. */
CW_INLINE float *cw_node_priors(const cw_tree *tree, const cw_node *node) {
    return (float *)(void *)(cw_node_visits(node) + (tree->with_rave ? 5 : 3) * (size_t)cw_node_width(node));
}

CW_INLINE uint32_t *cw_node_tail(const cw_tree *tree, const cw_node *node) {
    size_t arrays = 3u + (tree->with_rave ? 2u : 0u) + (tree->with_priors ? 1u : 0u);
    return cw_node_visits(node) + arrays * cw_node_width(node);
}

/* With RAVE only. */
CW_INLINE uint16_t *cw_node_keys(const cw_tree *tree, const cw_node *node) {
    return (uint16_t *)(void *)cw_node_tail(tree, node);
}

CW_INLINE cw_move cw_node_move(const cw_tree *tree, const cw_node *node, uint32_t edge) {
    assert(edge < node->edge_count);
    uint16_t *tail = (uint16_t *)(void *)cw_node_tail(tree, node);
    if (tree->with_rave)
        tail += cw_node_width(node); /* past the keys */
    return (node->flags & CW_NODE_WIDE) != 0 ? ((const uint32_t *)(const void *)tail)[edge] : tail[edge];
}

CW_INLINE bool cw_node_is_proven(const cw_node *node) {
    return __atomic_load_n(&node->low, __ATOMIC_RELAXED) == __atomic_load_n(&node->high, __ATOMIC_RELAXED);
}

#endif
