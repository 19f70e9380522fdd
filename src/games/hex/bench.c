/* What is measured of Hex: the usual board of 11 by 11. */
#include "games/hex/hex.h"

static const cw_bench_case cases[] = {
    {.name = "mcts/uct", .kind = CW_BENCH_SEARCH, .subject = "mcts:sims=1M"},
    {.name = "mcts/rave", .kind = CW_BENCH_SEARCH, .subject = "mcts:sims=1M,rave=0.00025,c=0"},
    {.name = "mcts/rave-bridges",
     .kind = CW_BENCH_SEARCH,
     .subject = "mcts:sims=100000,rave=0.00025,c=0,policy=bridges"},
    {.name = "mcts/uct-2threads", .kind = CW_BENCH_SEARCH, .subject = "mcts:sims=1M,threads=2", .threads = 2},
    {.name = "mcts/rave-2threads",
     .kind = CW_BENCH_SEARCH,
     .subject = "mcts:sims=1M,rave=0.00025,c=0,threads=2",
     .threads = 2},
    {.name = "network", .kind = CW_BENCH_NODES, .subject = "net"},
    {.name = "flat", .kind = CW_BENCH_SEARCH, .subject = "flat:playouts=1000"},
    {.name = NULL},
};

const cw_bench cw_hex_bench = {.label = "hex11", .settings = "size=11", .cases = cases};
