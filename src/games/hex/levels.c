/* The levels of Hex that the player `best` plays. docs/levels.md tells how far they are apart. */
#include "games/hex/hex.h"

#define MCTS "mcts:rave=0.00025,c=0,policy=templates2,"

const cw_ladder cw_hex_ladder = {
    .swing = 0,
    .grades =
        {
            {MCTS "sims=280,solver=off,reuse=off", 0.7},
            {MCTS "sims=400,solver=off,reuse=off", 0.57},
            {MCTS "sims=560,solver=off,reuse=off", 0.46},
            {MCTS "sims=800,solver=off,reuse=off", 0.38},
            {MCTS "sims=1400,reuse=off", 0.3},
            {MCTS "sims=3000,reuse=off", 0.2},
            {MCTS "sims=4600,reason=vc,reason_at=1000", 0.15},
            {MCTS "sims=20000,reason=vc,reason_at=1000", 0.05},
            {MCTS "sims=40000,reason=vc,reason_at=1000", 0.04},
        },
};
