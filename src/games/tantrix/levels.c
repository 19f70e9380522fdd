/* The levels of Tantrix that the player `best` plays. docs/levels.md tells how far they are apart. */
#include "games/tantrix/tantrix.h"

#define MCTS "mcts:chance=open,"
#define LINES "policy=lines,policy.candidates=3,leaf=lines,cut=20,prior=lines,prior_weight=2,"

const cw_ladder cw_tantrix_ladder = {
    .swing = 0,
    .grades =
        {
            {MCTS "sims=20,solver=off,reuse=off", 1.0},
            {MCTS "sims=42,solver=off,reuse=off", 0.73},
            {MCTS "sims=95,solver=off,reuse=off", 0.46},
            {MCTS "sims=210,solver=off,reuse=off", 0.31},
            {MCTS "sims=430,solver=off,reuse=off", 0.225},
            {MCTS "sims=800,solver=off,reuse=off", 0.185},
            {MCTS LINES "sims=800", 0.105},
            {MCTS LINES "sims=1900", 0.062},
            {MCTS LINES "sims=16000", 0},
        },
};
