/* What is measured of Six. Searches begin when there is something to decide. */
#include "games/six/six.h"

static const cw_bench_case cases[] = {
    {.name = "games", .kind = CW_BENCH_GAMES, .moves = ""},
    {.name = "half-games", .kind = CW_BENCH_GAMES, .settings = "phases=1", .moves = ""},
    {.name = "perft", .kind = CW_BENCH_PERFT, .depth = 5, .moves = ""},
    {.name = "mcts/uct", .kind = CW_BENCH_SEARCH, .subject = "mcts:sims=20000"},
    {.name = NULL},
};

const cw_bench cw_six_bench = {.moves = "0,0 1,0 0,1 -1,0", .limit = "depth=3", .cases = cases};
