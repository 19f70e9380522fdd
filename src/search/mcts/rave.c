#include "search/mcts/rave.h"

/* All ones if the key is in the set, else 0. */
CW_INLINE uint32_t mask_of(const uint64_t *keys, uint32_t key) {
    return 0u - (uint32_t)(keys[key >> 6] >> (key & 63) & 1);
}

/* Static, because a function with several versions cannot be kept out of the library's exports. */
CW_MULTIVERSION static void update(uint32_t *restrict rave_visits, uint32_t *restrict rave_wins,
                                   const uint16_t *restrict edge_keys, uint32_t width, const uint64_t *keys,
                                   uint32_t visits, uint32_t wins) {
    for (uint32_t i = 0; i < width; i++) {
        uint32_t mask = mask_of(keys, edge_keys[i]);
        rave_visits[i] += visits & mask;
        rave_wins[i] += wins & mask;
    }
}

void cw_rave_update(const cw_tree *tree, cw_node *node, const uint64_t *keys, uint32_t visits,
                    uint32_t wins) {
    update(cw_node_rave_visits(node), cw_node_rave_wins(node), cw_node_keys(tree, node), cw_node_width(node),
           keys, visits, wins);
}

void cw_rave_update_shared(const cw_tree *tree, cw_node *node, const uint64_t *keys, uint32_t visits,
                           uint32_t wins) {
    const uint16_t *edge_keys = cw_node_keys(tree, node);
    uint32_t *rave_visits = cw_node_rave_visits(node);
    uint32_t *rave_wins = cw_node_rave_wins(node);
    for (uint32_t i = 0; i < node->edge_count; i++) {
        uint32_t mask = mask_of(keys, edge_keys[i]);
        cw_shared_add_loosely(&rave_visits[i], visits & mask, true);
        cw_shared_add_loosely(&rave_wins[i], wins & mask, true);
    }
}
