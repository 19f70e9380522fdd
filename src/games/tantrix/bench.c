/* What is measured of Tantrix. Searches begin when both hands are full. */
#include "games/tantrix/tantrix.h"

static const cw_bench_case cases[] = {
    {.name = "games", .kind = CW_BENCH_GAMES, .moves = ""},
    {.name = "games", .label = "tantrix4", .kind = CW_BENCH_GAMES, .settings = "players=4", .moves = ""},
    {.name = "mcts/uct", .kind = CW_BENCH_SEARCH, .subject = "mcts:sims=20000"},
    {.name = NULL},
};

const cw_bench cw_tantrix_bench = {
    .moves = "+1 +2 +3 +4 +5 +6 +7 +8 +9 +10 +11 +12", .limit = "depth=2,nodes=2000", .cases = cases};
