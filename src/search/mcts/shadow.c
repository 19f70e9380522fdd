#include "search/mcts/shadow.h"

#include <stdlib.h>
#include <string.h>

#include "search/mcts/shared.h"

enum {
    WAYS = 4,          /* slots of a bucket */
    BUSY_VISITS = 128, /* a node with fewer is not copied */
    /* A copy is settled when its visits have grown by this part, within limits. */
    LATE_PART = 16,
    LATE_MIN = 16,
    LATE_MAX = 1024,
};

/* ---- Making ---- */

bool cw_shadows_create(cw_shadows *shadows, const cw_tree *tree, uint32_t edges, size_t bytes) {
    *shadows = (cw_shadows){.tree = tree};
    shadows->copy_bytes = cw_tree_block_bytes(tree, cw_edges_padded(edges), true);
    shadows->base_entries = CW_EDGE_GROUP + (tree->with_rave ? 4 : 2) * (size_t)cw_edges_padded(edges);
    size_t slot_bytes = shadows->copy_bytes + sizeof(uint32_t) * (shadows->base_entries + 2);
    uint32_t slots = WAYS;
    while (2 * slots * slot_bytes <= bytes)
        slots *= 2;
    if (slots * slot_bytes > bytes)
        return true;
    shadows->references = calloc(slots, sizeof *shadows->references);
    shadows->last_used = calloc(slots, sizeof *shadows->last_used);
    shadows->copies = aligned_alloc(CW_SLAB_UNIT, slots * shadows->copy_bytes);
    shadows->bases = aligned_alloc(CW_SLAB_UNIT, sizeof *shadows->bases * slots * shadows->base_entries);
    shadows->slot_count = slots;
    return shadows->references != NULL && shadows->last_used != NULL && shadows->copies != NULL &&
           shadows->bases != NULL;
}

void cw_shadows_destroy(cw_shadows *shadows) {
    free(shadows->references);
    free(shadows->last_used);
    free(shadows->copies);
    free(shadows->bases);
    *shadows = (cw_shadows){0};
}

static cw_node *copy_at(const cw_shadows *shadows, uint32_t slot) {
    return (cw_node *)(void *)(shadows->copies + slot * shadows->copy_bytes);
}

static uint32_t *base_at(const cw_shadows *shadows, uint32_t slot) {
    return shadows->bases + slot * shadows->base_entries;
}

/* ---- Settling ---- */

/* For entries of which a thread changes few: nothing gets lost. */
static void settle_exactly(uint32_t *entries, uint32_t *copy, uint32_t *base, uint32_t count) {
    for (uint32_t i = 0; i < count; i += CW_EDGE_GROUP) {
        bool changed = memcmp(copy + i, base + i, sizeof *copy * CW_EDGE_GROUP) != 0;
        for (uint32_t j = i; changed && j < i + CW_EDGE_GROUP; j++) {
            if (copy[j] != base[j])
                __atomic_fetch_add(&entries[j], copy[j] - base[j], __ATOMIC_RELAXED);
        }
    }
    cw_shared_copy(copy, entries, count);
    memcpy(base, copy, sizeof *base * count);
}

static void settle_total(uint32_t *entry, uint32_t *copy, uint32_t *base) {
    uint32_t growth = *copy - *base;
    *copy = *base = __atomic_fetch_add(entry, growth, __ATOMIC_RELAXED) + growth;
}

static void settle(const cw_shadows *shadows, uint32_t slot) {
    cw_node *node = cw_tree_node(shadows->tree, shadows->references[slot]);
    cw_node *copy = copy_at(shadows, slot);
    uint32_t *totals = base_at(shadows, slot), *base = totals + CW_EDGE_GROUP, width = cw_node_width(node);
    settle_total(&node->visits, &copy->visits, &totals[0]);
    settle_total(&node->wins, &copy->wins, &totals[1]);
    settle_exactly(cw_node_visits(node), cw_node_visits(copy), base, 2 * width); /* wins follow visits */
    if (shadows->tree->with_rave)
        cw_shared_settle(cw_node_rave_visits(node), cw_node_rave_visits(copy), base + 2 * (size_t)width,
                         2 * width);
    uint32_t growth = copy->visits / LATE_PART;
    growth = growth < LATE_MIN ? LATE_MIN : growth > LATE_MAX ? LATE_MAX : growth;
    copy->forward = copy->visits + growth;
}

void cw_shadows_settle(cw_shadows *shadows) {
    for (uint32_t slot = 0; slot < shadows->slot_count; slot++) {
        if (shadows->references[slot] != CW_NODE_NONE)
            settle(shadows, slot);
        shadows->references[slot] = CW_NODE_NONE;
    }
}

/* ---- Finding ---- */

/* Fills a slot with what never changes of a node, and settles the rest from nothing. */
static void take_over(cw_shadows *shadows, uint32_t slot, uint32_t reference) {
    const cw_tree *tree = shadows->tree;
    const cw_node *node = cw_tree_node(tree, reference);
    cw_node *copy = copy_at(shadows, slot);
    size_t block = cw_node_bytes(tree, node), variable = cw_node_variable_bytes(tree, node);
    *copy = (cw_node){.edge_count = node->edge_count, .player = node->player, .flags = node->flags};
    memset(copy + 1, 0, variable - sizeof *copy);
    memcpy((char *)copy + variable, (const char *)node + variable, block - variable);
    memset(base_at(shadows, slot), 0, sizeof(uint32_t) * shadows->base_entries);
    shadows->references[slot] = reference;
    settle(shadows, slot);
}

/* The slot of a bucket for a node with so many visits, or UINT32_MAX: a free one, or that of a node with less
 * than half as many which the present iteration does not use. */
static uint32_t slot_for(const cw_shadows *shadows, uint32_t bucket, uint32_t visits, uint32_t iteration) {
    uint32_t best = UINT32_MAX, least = visits / 2;
    for (uint32_t slot = bucket; slot < bucket + WAYS; slot++) {
        if (shadows->references[slot] == CW_NODE_NONE)
            return slot;
        uint32_t rival = copy_at(shadows, slot)->visits;
        if (rival < least && shadows->last_used[slot] != iteration) {
            least = rival;
            best = slot;
        }
    }
    return best;
}

cw_node *cw_shadow_of(cw_shadows *shadows, uint32_t reference, uint32_t iteration) {
    cw_node *node = cw_tree_node(shadows->tree, reference);
    if (shadows->slot_count == 0)
        return node;
    uint32_t buckets = shadows->slot_count / WAYS;
    uint32_t bucket = WAYS * (reference * 0x9E3779B9u >> 8 & (buckets - 1));
    for (uint32_t slot = bucket; slot < bucket + WAYS; slot++) {
        if (shadows->references[slot] != reference)
            continue;
        cw_node *copy = copy_at(shadows, slot);
        shadows->last_used[slot] = iteration;
        if (copy->visits >= copy->forward)
            settle(shadows, slot);
        return copy;
    }
    uint32_t visits = cw_shared_load(&node->visits, true);
    uint32_t slot = visits >= BUSY_VISITS ? slot_for(shadows, bucket, visits, iteration) : UINT32_MAX;
    if (slot == UINT32_MAX)
        return node;
    if (shadows->references[slot] != CW_NODE_NONE)
        settle(shadows, slot);
    take_over(shadows, slot, reference);
    shadows->last_used[slot] = iteration;
    return copy_at(shadows, slot);
}
