/* Players under names of their own: those of the papers, and the house's best. */
#include "causeway/player.h"

static const cw_preset presets[] = {
    /* Cazenave and Saffidine, Monte-Carlo Hex (2009). */
    {.name = "yopt",
     .game = "hex",
     .spec = "mcts:sims=16000,c=0,rave=0.00025,policy=templates2,reason=vc,reason_at=1000,expand_at=1",
     .help = "YOPT (2009): RAVE, playouts with bridges and edge templates, virtual connections"},
    {.name = "yopt-plain",
     .game = "hex",
     .spec = "mcts:sims=16000,c=0,rave=0.00025,policy=templates2,expand_at=1",
     .help = "YOPT without virtual connections"},
    /* Steckelberg and others, AI Implementations for Hex (2017). */
    {.name = "maastricht-uct",
     .game = "hex",
     .spec = "mcts:time=10s,c=0.6,spi=10,expand=one,expand_at=1,final=value,policy=uniform,solver=off",
     .help = "the best UCT player of the Maastricht report (2017)"},
    {.name = "maastricht-amaf",
     .game = "hex",
     .spec = "mcts:time=10s,c=0,amaf=0.75,expand=one,expand_at=1,final=value,policy=uniform,solver=off",
     .help = "the best AMAF player of the Maastricht report (2017)"},
    {.name = "maastricht-leaf",
     .game = "hex",
     .spec = "mcts:time=10s,c=0.6,spi=100,expand=one,expand_at=1,final=value,policy=uniform,solver=off,"
             "parallel=leaf,threads=2",
     .help = "the best leaf-parallel UCT player of the Maastricht report (2017)"},
    /* Bruns, Monte-Carlo Tree Search in the game of Tantrix (2010). */
    {.name = "otago",
     .game = "tantrix",
     .spec = "mcts:time=4s,c=0.35,n_plus=1,fpu=parent,expand=all,expand_at=1,reuse=off,solver=off,"
             "policy=uniform",
     .help = "the MCTS bot of the Otago report (2010), with its best alpha"},
    {.name = "otago-match",
     .game = "tantrix",
     .spec = "mcts:time=6s,c=0.5,n_plus=1,fpu=parent,expand=all,expand_at=1,reuse=off,solver=off,"
             "policy=uniform",
     .help = "the MCTS bot of the Otago report (2010) as in its matches against GoodBot and Oliver"},
    /* Deering, Applications of Monte Carlo on the Board Game Six (2018). */
    {.name = "sixexe-weak",
     .game = "six",
     .spec = "flat:mode=weak,cursors=100,policy=uniform",
     .help = "Weak Monte Carlo of the Six thesis (2018)"},
    {.name = "sixexe-basic",
     .game = "six",
     .spec = "flat:mode=basic,playouts=100,policy=uniform",
     .help = "Basic Monte Carlo of the Six thesis (2018)"},
    {.name = "sixexe-diminished-weak",
     .game = "six",
     .spec = "flat:mode=weak,cursors=100,horizon=phase1,policy=uniform",
     .help = "Weak Monte Carlo that does not look into phase two from phase one"},
    {.name = "sixexe-diminished-basic",
     .game = "six",
     .spec = "flat:mode=basic,playouts=100,horizon=phase1,policy=uniform",
     .help = "Basic Monte Carlo that does not look into phase two from phase one"},
    {.name = "sixexe-second-phase-weak",
     .game = "six",
     .spec = "flat:mode=weak,cursors=100,policy=uniform,random-until=phase2",
     .help = "Weak Monte Carlo in phase two only, random before"},
    {.name = "sixexe-second-phase-basic",
     .game = "six",
     .spec = "flat:mode=basic,playouts=100,policy=uniform,random-until=phase2",
     .help = "Basic Monte Carlo in phase two only, random before"},
    {.name = "tantrix-lines",
     .game = "tantrix",
     .spec = "turns:turns=1,samples=4,eval=lines",
     .help = "predicts line lengths and looks at its own turn, in the manner of the early Tantrix robots"},
    {.name = "tantrix-lines2",
     .game = "tantrix",
     .spec = "turns:turns=2,samples=8,width=12,eval=lines",
     .help = "predicts line lengths and looks at its own turn and the reply"},
    /* Out, A Monte Carlo strategy for the game of Hive (2017), and Brytting and Nygren before him. */
    {.name = "minimax-defensive",
     .game = "hive",
     .spec = "alphabeta:depth=3,eval=defensive",
     .help = "the defensive Minimax agent of Brytting and Nygren (2013), depth 3"},
    {.name = "minimax-offensive",
     .game = "hive",
     .spec = "alphabeta:depth=2,eval=offensive",
     .help =
         "the offensive (aggressive) Minimax agent of Brytting and Nygren (2013), depth 2 as in the thesis"},
    /* The house's best. */
    {.name = "hive-best",
     .game = "hive",
     .spec = "alphabeta:time=5s,eval=hive,prior=hive,quiet=4,reduce=on,threads=2,memory=256",
     .help = "the strongest player of Hive in the house"},
    {.name = NULL},
};

const cw_preset *cw_presets(void) {
    return presets;
}
