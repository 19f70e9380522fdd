/* The levels of Tantrix that the player `best` plays. docs/levels.md tells how far they are apart. */
#include "games/tantrix/tantrix.h"

#define MCTS "mcts:chance=open,"
#define LINES "policy=lines,policy.candidates=3,eval=lines,cut=20,prior=lines,prior_weight=2,"

const cw_ladder cw_tantrix_ladder = {
    .swing = 0,
    .grades =
        {
            {MCTS "sims=146,solver=off,reuse=off", 0.38},
            {MCTS "sims=232,solver=off,reuse=off", 0.3},
            {MCTS "sims=367,solver=off,reuse=off", 0.245},
            {MCTS "sims=572,solver=off,reuse=off", 0.205},
            {MCTS "sims=1300,solver=off,reuse=off", 0.15},
            {MCTS LINES "sims=650", 0.118},
            {MCTS LINES "sims=900", 0.095},
            {MCTS LINES "sims=1700", 0.064},
            {MCTS LINES "sims=5000", 0.03},
        },
};
