/* Players of Hive under names of their own: those of papers, and the house's best. */
#include "games/hive/hive.h"

const cw_preset cw_hive_presets[] = {
    /* Out, A Monte Carlo strategy for the game of Hive (2017), and Brytting and Nygren before him, whose
     * agents are read as experiments/fits/brytting-nygren.yaml found them nearest to the results. */
    {.name = "minimax-defensive",
     .spec = "alphabeta:depth=3,eval=defensive,eval.beside=25,ends=points",
     .help = "the defensive Minimax agent of Brytting and Nygren (2013), depth 3"},
    {.name = "minimax-offensive",
     .spec = "alphabeta:depth=2,eval=offensive,ends=points",
     .help =
         "the offensive (aggressive) Minimax agent of Brytting and Nygren (2013), depth 2 as in the thesis"},
    {.name = "hive-mc",
     .spec = "flat:custom=thesis,score=depth,depth=100,policy=steps3",
     .help = "flat Monte Carlo with the rules of Out's thesis (2017), to be set at will"},
    {.name = "out-mc",
     .spec = "flat:custom=thesis,score=depth,policy=steps3,playouts=250,depth=100",
     .help = "the Monte Carlo agent of Out's thesis (2017) without its modification"},
    {.name = "out-mc-mod",
     .spec = "flat:custom=thesis,score=depth,policy=steps3,playouts=250,depth=100,guard=3",
     .help = "the same with the modification: pieces beside the enemy queen stay there"},
    {.name = "out-mc-500",
     .spec = "flat:custom=thesis,score=depth,policy=steps3,playouts=500,depth=50",
     .help = "the best setting of the thesis: 500 playouts of 50 turns"},
    {.name = "out-mc-budget",
     .spec = "flat:custom=thesis,score=depth,policy=steps3,playouts=250,depth=100,schedule=budget",
     .help = "depth and playouts follow the turns that are left"},
    {.name = "out-mc-selfplay",
     .spec = "flat:custom=thesis,score=depth,policy=steps3,playouts=256,depth=100,break=random",
     .help = "MC(k) of the self-play series: playouts=k, a random one of several best moves"},
    {.name = "hive-best",
     .spec =
         "alphabeta:time=5s,eval=hive,prior=hive,quiet=4,reduce=on,reduce_depth=4,prune=30,late=5,cache=on,"
         "contempt=60,repeats=2,threads=2,memory=256",
     .help = "the strongest player of Hive in the house"},
    {.name = NULL},
};
