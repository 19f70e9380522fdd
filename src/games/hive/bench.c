/* What is measured of Hive. */
#include "games/hive/hive.h"

/* The last position of the public perft table: the middle game with all expansions. */
#define LATE_MOVES "wB1;bB1 -wB1;wQ wB1-;bQ /bB1;wB2 wQ-;bQ /wB1;wB2 wQ;bB1 bQ"

static const cw_bench_case cases[] = {
    {.name = "playout-plies", .kind = CW_BENCH_PLIES},
    {.name = "perft", .kind = CW_BENCH_PERFT, .depth = 6},
    {.name = "perft-late",
     .kind = CW_BENCH_PERFT,
     .depth = 4,
     .settings = "type=Base+MLP",
     .moves = LATE_MOVES},
    {.name = "mcts/uct", .kind = CW_BENCH_SEARCH, .subject = "mcts:sims=2000"},
    {.name = NULL},
};

const cw_bench cw_hive_bench = {.limit = "depth=4", .cases = cases};
