/* Players of Six under names of their own: those of papers, and the house's best. */
#include "games/six/six.h"

const cw_preset cw_six_presets[] = {
    /* Deering, Applications of Monte Carlo on the Board Game Six (2018). */
    {.name = "sixexe-weak",
     .spec = "flat:mode=weak,cursors=100,policy=uniform",
     .help = "Weak Monte Carlo of the Six thesis (2018)"},
    {.name = "sixexe-basic",
     .spec = "flat:mode=basic,playouts=100,policy=uniform",
     .help = "Basic Monte Carlo of the Six thesis (2018)"},
    {.name = "sixexe-diminished-weak",
     .spec = "flat:mode=weak,cursors=100,horizon=phase1,policy=uniform",
     .help = "Weak Monte Carlo that does not look into phase two from phase one"},
    {.name = "sixexe-diminished-basic",
     .spec = "flat:mode=basic,playouts=100,horizon=phase1,policy=uniform",
     .help = "Basic Monte Carlo that does not look into phase two from phase one"},
    {.name = "sixexe-second-phase-weak",
     .spec = "flat:mode=weak,cursors=100,policy=uniform,random_until=phase2",
     .help = "Weak Monte Carlo in phase two only, random before"},
    {.name = "sixexe-second-phase-basic",
     .spec = "flat:mode=basic,playouts=100,policy=uniform,random_until=phase2",
     .help = "Basic Monte Carlo in phase two only, random before"},
    {.name = "six-best",
     .spec = "alphabeta:time=1s,eval=threats,prior=threats,reason=threats,reason_depth=2,reduce=on",
     .help = "the strongest player of Six in the house: alpha-beta on open windows, with chains of threats"},
    {.name = "six-mcts",
     .spec = "mcts:time=1s,c=0,rave=0.001,policy=lines,eval=threats,mix=0.3,prior=threats,reason=threats,"
             "reason_at=4",
     .help = "RAVE with win and block knowledge, open windows at the leaves and chains of threats"},
    {.name = NULL},
};
