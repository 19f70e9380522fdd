/* Six told to people. */
#include "games/six/six.h"

const char *const cw_six_rulebook[] = {
    "Red and Black have as many tiles each. Who first has six own tiles as a line, a triangle of side three "
    "or a ring "
    "round one cell wins; what lies inside the ring does not matter.",
    "First phase: in turn each lays a tile so that it touches one that is there. Red begins.",
    "When all tiles are laid and nobody has won, the second phase begins (where the option phases says "
    "1 the game is drawn instead): in turn each lifts an own tile and lays it somewhere else, touching the "
    "others.",
    "If a lift tears the tiles into several groups, the largest stays and all others, of both colours, are "
    "out of the "
    "game. Among equally large groups the mover chooses, or chance where the option ties says random.",
    "Who has fewer than six tiles left, the lifted one included, can build nothing any more and loses at "
    "once; if "
    "that happens to both it is a draw.",
    "The lifted tile may not go back to where it was, unless the option same cell allows it.",
    NULL,
};

const char cw_six_notation[] =
    "q,r lays a tile, xq,r lifts one, kq,r keeps the group with that tile; q counts to "
    "the east, r to the south-east";
