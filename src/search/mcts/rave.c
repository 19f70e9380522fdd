#include "search/mcts/rave.h"

#include "search/mcts/shared.h"

/* All ones if the key is in the set, else 0. */
CW_INLINE uint32_t mask_of(const uint32_t *keys, uint32_t key) {
    return 0u - (keys[key >> 5] >> (key & 31) & 1);
}

/* Static, because a function with several versions cannot be kept out of the library's exports. */
CW_MULTIVERSION static void update(uint32_t *restrict rave_visits, uint32_t *restrict rave_wins,
                                   const uint16_t *restrict edge_keys, uint32_t width, const uint32_t *keys,
                                   uint32_t visits, uint32_t wins) {
    for (uint32_t i = 0; i < width; i++) {
        uint32_t mask = mask_of(keys, edge_keys[i]);
        rave_visits[i] += visits & mask;
        rave_wins[i] += wins & mask;
    }
}

void cw_rave_update(const cw_tree *tree, cw_node *node, const uint32_t *keys, uint32_t visits,
                    uint32_t wins) {
    update(cw_node_rave_visits(node), cw_node_rave_wins(node), cw_node_keys(tree, node), cw_node_width(node),
           keys, visits, wins);
}

CW_MULTIVERSION static void write_masks(uint32_t *restrict masks, const uint16_t *restrict edge_keys,
                                        uint32_t width, const uint32_t *keys) {
    for (uint32_t i = 0; i < width; i++)
        masks[i] = mask_of(keys, edge_keys[i]);
}

void cw_rave_update_shared(const cw_tree *tree, cw_node *node, const uint32_t *keys, uint32_t visits,
                           uint32_t wins, uint32_t *masks) {
    uint32_t width = cw_node_width(node);
    write_masks(masks, cw_node_keys(tree, node), width, keys);
    cw_shared_add_masked(cw_node_rave_visits(node), masks, width, visits);
    if (wins > 0)
        cw_shared_add_masked(cw_node_rave_wins(node), masks, width, wins);
}
