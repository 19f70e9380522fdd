/* The levels of Hive that the player `best` plays. docs/levels.md tells how far they are apart. */
#include "games/hive/hive.h"

#define ALPHABETA "alphabeta:eval=hive,reduce=on,reduce_depth=4,prune=30,late=5,cache=on,memory=16,"
#define STRIVING "quiet=4,contempt=60,repeats=2,"

const cw_ladder cw_hive_ladder = {
    .swing = 1,
    .grades =
        {
            {ALPHABETA "depth=1,blur=120", 0},
            {ALPHABETA "depth=1,blur=50", 0},
            {ALPHABETA "quiet=4,depth=1,blur=18", 0},
            {ALPHABETA "quiet=4,depth=2,blur=40", 0},
            {ALPHABETA "quiet=4,depth=2,blur=20", 0},
            {ALPHABETA STRIVING "depth=3,blur=30", 0},
            {ALPHABETA STRIVING "nodes=1500,blur=20", 0},
            {ALPHABETA STRIVING "nodes=8000,blur=10", 0},
            {ALPHABETA STRIVING "nodes=80000,blur=5", 0},
        },
};
