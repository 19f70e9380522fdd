#include "search/mcts/tree.h"

#include <string.h>

#include "causeway/rng.h"

enum { FIRST_REFERENCE = 1 }; /* reference 0 means none */

cw_status cw_tree_create(cw_tree *tree, size_t bytes, int players, bool with_rave, bool with_priors,
                         cw_error *error) {
    *tree = (cw_tree){.win_units = CW_WIN_UNITS, .with_rave = with_rave, .with_priors = with_priors};
    for (int player = 0; player < players; player++)
        tree->high |= (uint32_t)CW_WIN_UNITS << (8 * player);
    cw_status status = cw_slab_create(&tree->arena, bytes, error);
    if (status == CW_OK)
        cw_tree_clear(tree, false);
    return status;
}

void cw_tree_destroy(cw_tree *tree) {
    cw_positions_destroy(&tree->positions);
    cw_slab_destroy(&tree->arena);
}

void cw_tree_clear(cw_tree *tree, bool at_once) {
    if (at_once)
        cw_slab_rewind(&tree->arena, 0);
    else
        cw_slab_shrink(&tree->arena, 0);
    size_t offset;
    bool taken = cw_slab_take(&tree->arena, FIRST_REFERENCE * CW_SLAB_UNIT, &offset);
    assert(taken);
    (void)taken;
    cw_positions_clear(&tree->positions);
    tree->root = CW_NODE_NONE;
    tree->node_count = 0;
    tree->full = false;
}

/* ---- Making nodes ---- */

/* Moves may take 16 bits only next to keys, so that every array but the last keeps its alignment. */
static bool needs_wide_moves(const cw_tree *tree, const cw_move *moves, int count) {
    if (!tree->with_rave)
        return true;
    cw_move all = 0;
    for (int i = 0; i < count; i++)
        all |= moves[i];
    return all > UINT16_MAX;
}

size_t cw_tree_block_bytes(const cw_tree *tree, uint32_t width, bool wide) {
    size_t edge = 12u + (tree->with_rave ? 8u + 2u : 0u) + (tree->with_priors ? 4u : 0u) + (wide ? 4u : 2u);
    size_t bytes = sizeof(cw_node) + edge * width;
    return (bytes + CW_SLAB_UNIT - 1) & ~(size_t)(CW_SLAB_UNIT - 1);
}

size_t cw_node_bytes(const cw_tree *tree, const cw_node *node) {
    return cw_tree_block_bytes(tree, cw_node_width(node), (node->flags & CW_NODE_WIDE) != 0);
}

uint16_t cw_moves_signature(const cw_move *moves, int count) {
    uint64_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += cw_mix(moves[i]);
    return (uint16_t)(sum >> 48);
}

static void write_moves(const cw_tree *tree, cw_node *node, const cw_move *moves, const uint32_t *keys) {
    uint16_t *tail = (uint16_t *)(void *)cw_node_tail(tree, node);
    if (tree->with_rave) {
        for (uint32_t i = 0; i < node->edge_count; i++)
            tail[i] = (uint16_t)keys[i];
        for (uint32_t i = node->edge_count; i < cw_node_width(node); i++)
            tail[i] = 0;
        tail += cw_node_width(node);
    }
    if ((node->flags & CW_NODE_WIDE) != 0) {
        if (node->edge_count > 0)
            memcpy(tail, moves, sizeof *moves * node->edge_count);
    } else {
        for (uint32_t i = 0; i < node->edge_count; i++)
            tail[i] = (uint16_t)moves[i];
    }
}

uint32_t cw_tree_add(cw_tree *tree, int player, uint8_t flags, const cw_move *moves, const uint32_t *keys,
                     int count) {
    assert(count <= UINT16_MAX);
    bool wide = needs_wide_moves(tree, moves, count);
    uint32_t width = cw_edges_padded((uint32_t)count);
    size_t bytes = cw_tree_block_bytes(tree, width, wide), offset;
    if (!cw_slab_take(&tree->arena, bytes, &offset)) {
        __atomic_store_n(&tree->full, true, __ATOMIC_RELAXED);
        return CW_NODE_NONE;
    }
    uint32_t reference = (uint32_t)(offset / CW_SLAB_UNIT);
    cw_node *node = cw_tree_node(tree, reference);
    *node = (cw_node){.edge_count = (uint16_t)count,
                      .high = tree->high,
                      .player = (int8_t)player,
                      .flags = (uint8_t)(flags | (wide ? CW_NODE_WIDE : 0))};
    memset(node + 1, 0, sizeof(uint32_t) * (size_t)(cw_node_tail(tree, node) - cw_node_visits(node)));
    for (uint32_t i = node->edge_count; i < width; i++)
        cw_node_visits(node)[i] = CW_EDGE_EXCLUDED;
    write_moves(tree, node, moves, keys);
    __atomic_fetch_add(&tree->node_count, 1, __ATOMIC_RELAXED);
    return reference;
}

/* ---- Positions ---- */

cw_status cw_tree_share_positions(cw_tree *tree, size_t bytes, cw_error *error) {
    cw_positions_create(&tree->positions, bytes);
    if (tree->positions.slots == NULL)
        return cw_fail(error, CW_NO_MEMORY, "out of memory for a search");
    return CW_OK;
}

uint32_t cw_tree_find(const cw_tree *tree, uint64_t hash, int player, int count) {
    uint32_t reference, cursor = 0;
    while ((reference = cw_positions_next(&tree->positions, hash, &cursor)) != CW_NODE_NONE) {
        const cw_node *node = cw_tree_node(tree, reference);
        if (node->signature == cw_position_signature(hash) && node->player == player &&
            node->edge_count == count)
            return reference;
    }
    return CW_NODE_NONE;
}

void cw_tree_enlist(cw_tree *tree, uint64_t hash, uint32_t reference) {
    cw_tree_node(tree, reference)->signature = cw_position_signature(hash);
    cw_positions_add(&tree->positions, hash, reference);
}

/* ---- Taking garbage back ----
 *
 * First all that hangs below the new root is marked, then each block kept gets its new place, in the order of
 * addresses, then all references follow, and last the blocks move down. Nothing is copied aside: nodes yet to
 * be looked at for children are chained by `forward`. */

#define CHAIN_END CW_NODE_LAST

/* The length of a node's block in units. */
static uint32_t units_of(const cw_tree *tree, const cw_node *node) {
    return (uint32_t)(cw_node_bytes(tree, node) / CW_SLAB_UNIT);
}

/* Puts a node and its siblings before the chain; returns its new head. */
static uint32_t chain(const cw_tree *tree, uint32_t reference, uint32_t head) {
    for (; cw_is_node(reference); reference = cw_tree_node(tree, reference)->sibling) {
        cw_node *node = cw_tree_node(tree, reference);
        if (node->forward != 0)
            continue;
        node->forward = head;
        head = reference;
    }
    return head;
}

/* Leaves `forward` other than 0 in all nodes below the root. */
static void mark(const cw_tree *tree, uint32_t root) {
    uint32_t head = chain(tree, root, CHAIN_END);
    while (head != CHAIN_END) {
        const cw_node *node = cw_tree_node(tree, head);
        const uint32_t *children = cw_node_children(node);
        head = node->forward;
        for (uint32_t i = 0; i < node->edge_count; i++)
            head = chain(tree, children[i], head);
    }
}

/* Plans the new places; returns the reference behind the last block kept. */
static uint32_t plan(cw_tree *tree, uint32_t end) {
    uint32_t next = FIRST_REFERENCE;
    tree->node_count = 0;
    for (uint32_t reference = FIRST_REFERENCE, size; reference < end; reference += size) {
        cw_node *node = cw_tree_node(tree, reference);
        size = units_of(tree, node);
        if (node->forward == 0)
            continue;
        node->forward = next;
        next += size;
        tree->node_count++;
    }
    return next;
}

/* Where a reference will lead once the blocks have moved. */
static uint32_t place_of(const void *context, uint32_t reference) {
    return cw_is_node(reference) ? cw_tree_node(context, reference)->forward : reference;
}

static void redirect(cw_tree *tree, uint32_t end) {
    for (uint32_t reference = FIRST_REFERENCE, size; reference < end; reference += size) {
        cw_node *node = cw_tree_node(tree, reference);
        size = units_of(tree, node);
        if (node->forward == 0)
            continue;
        uint32_t *children = cw_node_children(node);
        for (uint32_t i = 0; i < node->edge_count; i++)
            children[i] = place_of(tree, children[i]);
        node->sibling = place_of(tree, node->sibling);
    }
    tree->root = place_of(tree, tree->root);
    cw_positions_move(&tree->positions, place_of, tree);
}

static void move_down(cw_tree *tree, uint32_t end) {
    for (uint32_t reference = FIRST_REFERENCE, size; reference < end; reference += size) {
        cw_node *node = cw_tree_node(tree, reference);
        size = units_of(tree, node);
        if (node->forward == 0)
            continue;
        cw_node *place = cw_tree_node(tree, node->forward);
        node->forward = 0;
        memmove(place, node, (size_t)size * CW_SLAB_UNIT);
    }
}

void cw_tree_enter(cw_tree *tree, uint32_t root) {
    cw_tree_node(tree, root)->sibling = CW_NODE_NONE;
    tree->root = root;
}

double cw_tree_keep_seconds(const cw_tree *tree) {
    const double bytes_a_second = 1.5e9; /* all passes, as memory is slow */
    return (double)(tree->arena.used + cw_positions_bytes(&tree->positions)) / bytes_a_second;
}

void cw_tree_keep(cw_tree *tree, uint32_t root) {
    uint32_t end = (uint32_t)(tree->arena.used / CW_SLAB_UNIT);
    cw_tree_enter(tree, root);
    mark(tree, root);
    uint32_t next = plan(tree, end);
    redirect(tree, end);
    move_down(tree, end);
    cw_slab_shrink(&tree->arena, (size_t)next * CW_SLAB_UNIT);
    tree->full = false;
}
