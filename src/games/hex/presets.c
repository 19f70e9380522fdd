/* Players of Hex under names of their own: those of papers, and the house's best. */
#include "games/hex/hex.h"

const cw_preset cw_hex_presets[] = {
    /* Cazenave and Saffidine, Monte-Carlo Hex (2009). */
    {.name = "yopt",
     .spec = "mcts:sims=16000,c=0,rave=0.00025,policy=templates2,reason=vc,reason_at=1000,expand_at=1",
     .help = "YOPT (2009): RAVE, playouts with bridges and edge templates, virtual connections"},
    {.name = "yopt-plain",
     .spec = "mcts:sims=16000,c=0,rave=0.00025,policy=templates2,expand_at=1",
     .help = "YOPT without virtual connections"},
    /* Steckelberg and others, AI Implementations for Hex (2017). */
    {.name = "maastricht-uct",
     .spec = "mcts:time=10s,c=0.6,spi=10,expand=one,expand_at=1,final=value,policy=uniform,solver=off",
     .help = "the best UCT player of the Maastricht report (2017)"},
    {.name = "maastricht-amaf",
     .spec = "mcts:time=10s,c=0,amaf=0.75,expand=one,expand_at=1,final=value,policy=uniform,solver=off",
     .help = "the best AMAF player of the Maastricht report (2017)"},
    {.name = "maastricht-leaf",
     .spec = "mcts:time=10s,c=0.6,spi=100,expand=one,expand_at=1,final=value,policy=uniform,solver=off,"
             "parallel=leaf,threads=2",
     .help = "the best leaf-parallel UCT player of the Maastricht report (2017)"},
    {.name = "maastricht-alphabeta",
     .spec = "alphabeta:depth=3,eval=circuit,deepen=off,table=off,killers=off,history=off,pvs=off",
     .help = "the best alpha-beta player of the Maastricht report (2017): one depth, no table; set depth"},
    /* The house's best. */
    {.name = "hex-best",
     .spec = "mcts:time=5s,judge=network,reason=vc,reason_at=200,threads=2,memory=512",
     .help =
         "the strongest player of Hex in the house: a learnt network in a tree search, virtual connections"},
    {.name = "hex-net",
     .spec = "net:judge.turned=on",
     .help =
         "the network of hex-best alone, without any search, averaged with the board turned by half a turn"},
    /* The best before there was a network, and where there are neither vector units nor time for one. */
    {.name = "hex-rave",
     .spec = "mcts:time=5s,c=0,rave=0.001,policy=ziggurat,reason=vc,reason_at=400,threads=2,memory=512",
     .help = "the strongest player of Hex without a network: RAVE, template playouts, virtual connections"},
    {.name = NULL},
};
