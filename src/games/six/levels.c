/* The levels of Six that the player `best` plays. docs/levels.md tells how far they are apart. */
#include "games/six/six.h"

#define MCTS "mcts:c=0,rave=0.001,policy=lines,"
#define THREATS "prior=threats,reason=threats,reason_at=4,"
#define ALPHABETA "alphabeta:eval=threats,prior=threats,reason=threats,reason_depth=2,reduce=on,memory=16,"

const cw_ladder cw_six_ladder = {
    .swing = 1,
    .grades =
        {
            {MCTS "sims=60,solver=off,reuse=off", 1.0},
            {MCTS "sims=300,solver=off,reuse=off", 0.38},
            {MCTS "sims=1800,reuse=off", 0.13},
            {MCTS THREATS "sims=1200", 0.05},
            {ALPHABETA "nodes=3000,blur=320", 0},
            {ALPHABETA "nodes=3000,blur=140", 0},
            {ALPHABETA "nodes=20000,blur=190", 0},
            {ALPHABETA "nodes=30000,blur=90", 0},
            {ALPHABETA "nodes=60000,blur=40", 0},
        },
};
