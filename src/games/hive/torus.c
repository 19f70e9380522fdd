#include "games/hive/torus.h"

/* ---- Neighbours ---- */

#define CELL(number) (uint16_t)((number) % CW_HIVE_CELLS)
#define NEIGHBORS(c)                                                                                         \
    {                                                                                                        \
        CELL((c) + CW_HIVE_CELLS + 1 - CW_HIVE_STRIDE), CELL((c) + 1), CELL((c) + CW_HIVE_STRIDE),           \
            CELL((c) + CW_HIVE_STRIDE - 1), CELL((c) + CW_HIVE_CELLS - 1),                                   \
            CELL((c) + CW_HIVE_CELLS - CW_HIVE_STRIDE)                                                       \
    }
#define NEIGHBORS_6(c)                                                                                       \
    NEIGHBORS(c), NEIGHBORS((c) + 1), NEIGHBORS((c) + 2), NEIGHBORS((c) + 3), NEIGHBORS((c) + 4),            \
        NEIGHBORS((c) + 5)
#define NEIGHBORS_24(c) NEIGHBORS_6(c), NEIGHBORS_6((c) + 6), NEIGHBORS_6((c) + 12), NEIGHBORS_6((c) + 18)
#define NEIGHBORS_120(c)                                                                                     \
    NEIGHBORS_24(c), NEIGHBORS_24((c) + 24), NEIGHBORS_24((c) + 48), NEIGHBORS_24((c) + 72),                 \
        NEIGHBORS_24((c) + 96)

const uint16_t cw_hive_neighbors[CW_HIVE_CELLS_SPACE][8] = {
    NEIGHBORS_120(0),   NEIGHBORS_120(120), NEIGHBORS_120(240), NEIGHBORS_120(360),
    NEIGHBORS_120(480), NEIGHBORS_120(600), NEIGHBORS_24(720),
};

/* ---- Rings ---- */

#define HAS(ring, direction) (((ring) >> ((direction) % 6)) & 1u)
#define EIGHT(of, ring)                                                                                      \
    of(ring), of((ring) + 1), of((ring) + 2), of((ring) + 3), of((ring) + 4), of((ring) + 5),                \
        of((ring) + 6), of((ring) + 7)
#define RINGS(of)                                                                                            \
    {                                                                                                        \
        EIGHT(of, 0u), EIGHT(of, 8u), EIGHT(of, 16u), EIGHT(of, 24u), EIGHT(of, 32u), EIGHT(of, 40u),        \
            EIGHT(of, 48u), EIGHT(of, 56u)                                                                   \
    }
#define SUM(ring, term)                                                                                      \
    (term(ring, 0u) + term(ring, 1u) + term(ring, 2u) + term(ring, 3u) + term(ring, 4u) + term(ring, 5u))

#define CAN_SLIDE(ring, direction)                                                                           \
    (((HAS(ring, direction) ^ 1u) & (HAS(ring, direction + 1u) ^ HAS(ring, direction + 5u))) << (direction))
#define BEGINS_RUN(ring, direction) (HAS(ring, direction) & (HAS(ring, direction + 5u) ^ 1u))

#define SLIDES(ring) (uint8_t) SUM(ring, CAN_SLIDE)
#define RUNS(ring) (uint8_t) SUM(ring, BEGINS_RUN)
#define COUNT(ring) (uint8_t) SUM(ring, HAS)

const uint8_t cw_hive_slides[64] = RINGS(SLIDES);
const uint8_t cw_hive_arcs[64] = RINGS(RUNS);
const uint8_t cw_hive_count[64] = RINGS(COUNT);

#define EIGHT_TOGETHER(of, ring)                                                                             \
    (of(ring) | of((ring) + 1) | of((ring) + 2) | of((ring) + 3) | of((ring) + 4) | of((ring) + 5) |         \
     of((ring) + 6) | of((ring) + 7))
#define SET_OF_RINGS(of)                                                                                     \
    (EIGHT_TOGETHER(of, 0u) | EIGHT_TOGETHER(of, 8u) | EIGHT_TOGETHER(of, 16u) | EIGHT_TOGETHER(of, 24u) |   \
     EIGHT_TOGETHER(of, 32u) | EIGHT_TOGETHER(of, 40u) | EIGHT_TOGETHER(of, 48u) | EIGHT_TOGETHER(of, 56u))
#define LEAVES(ring) ((uint64_t)(RUNS(ring) < 2) << (ring))
#define SLIDES_OUT(ring) ((uint64_t)(RUNS(ring) < 2 && SLIDES(ring) != 0) << (ring))

const uint64_t cw_hive_rings_to_leave = SET_OF_RINGS(LEAVES);
const uint64_t cw_hive_rings_to_slide = SET_OF_RINGS(SLIDES_OUT);
