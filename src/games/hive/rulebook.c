/* Hive told to people. */
#include "games/hive/hive.h"

const char *const cw_hive_rulebook[] = {
    "Each side has a queen, two spiders, two beetles, three grasshoppers and three ants, and with the "
    "expansions a "
    "mosquito, a ladybug and a pillbug. Whose queen is shut in by six neighbours of any colour loses.",
    "In a turn you lay a piece or move one. White begins; the second piece touches the first. After that a "
    "new piece "
    "may touch pieces of its own colour only.",
    "The queen must be laid in one of your first four turns, and not in the first unless the option queen "
    "first allows it. Before she is laid your pieces do not move.",
    "The hive stays in one piece at all times, also while a piece is being moved. A piece that slides must "
    "fit "
    "through the gap.",
    "The queen slides one step. The spider slides exactly three steps, the ant as many as it likes. The "
    "beetle makes "
    "one step and may climb on top of others, which then cannot move.",
    "The grasshopper jumps in a straight line over at least one piece to the first empty cell. The ladybug "
    "makes two "
    "steps on top of the hive and one down.",
    "The mosquito moves as any piece that it touches; on top of others it moves as a beetle.",
    "The pillbug slides one step, or lifts a neighbour of either colour over itself to another empty cell "
    "beside it; "
    "a piece that has just moved cannot be lifted, and one that was lifted rests for a turn.",
    "Who can do nothing passes. If both queens are shut in at once, or a position comes for the third time, "
    "the game "
    "is drawn.",
    NULL,
};

const char cw_hive_notation[] =
    "the piece, and where it goes: beside another piece, the stroke on the side it "
    "comes to (wA1 -bQ is west of the black queen, wA1 bQ/ north-east of her), or on "
    "top of it (wB1 bQ)";
