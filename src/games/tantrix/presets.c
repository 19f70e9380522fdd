/* Players of Tantrix under names of their own: those of papers, and the house's best. */
#include "games/tantrix/tantrix.h"

const cw_preset cw_tantrix_presets[] = {
    /* Bruns, Monte-Carlo Tree Search in the game of Tantrix (2010). */
    {.name = "otago",
     .spec = "mcts:time=4s,c=0.35,n_plus=1,fpu=parent,expand=all,expand_at=1,reuse=off,solver=off,"
             "policy=uniform",
     .help = "the MCTS bot of the Otago report (2010), with its best alpha"},
    {.name = "otago-match",
     .spec = "mcts:time=6s,c=0.5,n_plus=1,fpu=parent,expand=all,expand_at=1,reuse=off,solver=off,"
             "policy=uniform",
     .help = "the MCTS bot of the Otago report (2010) as in its matches against GoodBot and Oliver"},
    {.name = "tantrix-lines",
     .spec = "turns:turns=1,samples=4,eval=lines",
     .help = "predicts line lengths and looks at its own turn, in the manner of the early Tantrix robots"},
    {.name = "tantrix-lines2",
     .spec = "turns:turns=2,samples=8,width=12,eval=lines",
     .help = "predicts line lengths and looks at its own turn and the reply"},
    /* The robots that the report met, after what is published of them (docs/experiments-tantrix.md). */
    {.name = "tantrix-goodbot",
     .spec = "turns:turns=2,samples=8,width=12,eval=lines",
     .help = "stands in for GoodBot: predicts what every line will be worth, and looks at the reply"},
    {.name = "tantrix-oliver",
     .spec = "turns:turns=2,samples=4,width=8,eval=lines,eval.own=0.1,eval.other=0.1,eval.bag=0.1,"
             "eval.second=0",
     .help = "stands in for Oliver: lines that may be joined count as one by the chance of a tile that fits, "
             "whoever holds it"},
    {.name = "tantrix-best",
     .spec = "mcts:time=1s,c=0,policy=lines,policy.candidates=3,policy.late=64,eval=forecast,cut=20,"
             "prior=forecast,puct=0.6,chance=open,margin=lines",
     .help = "tree search with knowledge of lines in short playouts, and a network that learnt from games at "
             "their ends and for priors; wins by as much as it can"},
    {.name = NULL},
};
