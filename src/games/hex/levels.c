/* The levels of Hex that the player `best` plays. docs/levels.md tells how far they are apart. */
#include "games/hex/hex.h"

#define PLAYOUTS "mcts:rave=0.00025,c=0,policy=templates2,"
#define NETWORK "mcts:judge=network,reason=vc,"

/* A beginner's opponents search by playouts: what the network alone knows is more than they should. */
const cw_ladder cw_hex_ladder = {
    .swing = 1,
    .grades =
        {
            {PLAYOUTS "sims=280,solver=off,reuse=off", 0.7},
            {PLAYOUTS "sims=520,solver=off,reuse=off", 0.5},
            {PLAYOUTS "sims=1300,solver=off,reuse=off", 0.31},
            {PLAYOUTS "sims=3200,reuse=off", 0.2},
            {PLAYOUTS "sims=9000,reuse=off", 0.1},
            {PLAYOUTS "sims=20000,reason=vc,reason_at=1000", 0.08},
            {NETWORK "sims=24,reuse=off", 0.3},
            {NETWORK "sims=200,reuse=off", 0.1},
            {NETWORK "sims=1500,reuse=off", 0.05},
        },
};
