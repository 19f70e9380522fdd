/* Shadows: one thread's own copies of the nodes that all threads visit most.
 *
 * Each addition to a node of a shared tree takes its cache lines away from the other threads, which at the
 * root and just below costs more than the rest of an iteration. A thread therefore counts in its own copy of
 * a busy node, with plain accesses, and settles with the node itself now and then: it adds what it has
 * counted and takes over what the others have.
 *
 *     node    | header | visits[n] | wins[n] | child[n] | rave_visits[n] | rave_wins[n] | keys, moves ... |
 *     copy    the same block; `child`, the bounds and `reasoned` are those of the node alone
 *     base    | totals | visits[n] | wins[n] | rave_visits[n] | rave_wins[n] |    when last settled
 *
 *     settle: node += copy - base, then base = copy = node
 *
 * What a thread knows of the others is thus late by at most a part of a node's visits (see shadow.c). Copies
 * are found by the reference of their node in buckets of a few slots; the busier node keeps its slot. */
#ifndef CW_SEARCH_MCTS_SHADOW_H
#define CW_SEARCH_MCTS_SHADOW_H

#include "search/mcts/tree.h"

typedef struct cw_shadows {
    const cw_tree *tree;
    uint32_t slot_count; /* 0: no copies are kept */
    size_t copy_bytes, base_entries;
    uint32_t *references; /* of the nodes; CW_NODE_NONE: a free slot */
    uint32_t *last_used;  /* the number of the iteration */
    char *copies;
    uint32_t *bases;
} cw_shadows;

/* Makes room for copies of nodes with up to `edges` edges in at most `bytes`, or for none if that is little.
 * False when there is no memory. */
bool cw_shadows_create(cw_shadows *shadows, const cw_tree *tree, uint32_t edges, size_t bytes);
void cw_shadows_destroy(cw_shadows *shadows);

/* Where this thread counts the visits of a node in its iteration number `iteration`: in a copy, which stays
 * at its place until the next iteration, or in the node itself. */
cw_node *cw_shadow_of(cw_shadows *shadows, uint32_t reference, uint32_t iteration);

/* Makes the thread settle a copy before it uses it again: its node changed in a way that matters at once. */
CW_INLINE void cw_shadow_expire(cw_node *copy) {
    copy->forward = 0;
}

/* Settles all copies and forgets them. */
void cw_shadows_settle(cw_shadows *shadows);

#endif
