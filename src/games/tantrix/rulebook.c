/* Tantrix told to people. */
#include "games/tantrix/tantrix.h"

const char *const cw_tantrix_rulebook[] = {
    "56 different tiles carry three lines each, in three of the four colours. Every player has a colour and "
    "a hand of "
    "six tiles that all can see; the other tiles are in the bag.",
    "Your score is your longest line, one point a tile; a closed loop counts two a tile. Only your best one "
    "counts, "
    "and the highest score wins.",
    "A tile must touch others, and where it touches, the colours must match.",
    "An empty cell with three or more neighbours is a forced space. As long as a tile of your hand fits into "
    "one, you "
    "must play such a tile; which and where is your choice.",
    "A turn is: all forced plays you have, then one free play, then all forced plays that are there now. "
    "After every "
    "tile you draw another while the bag lasts.",
    "While the bag lasts no play may make an empty cell with four neighbours, lie along a side that leads to "
    "one, or "
    "make a forced space with three edges of one colour.",
    "The restrictions end when the last tile is drawn. The game ends when all tiles are laid. Who cannot "
    "make a free "
    "play ends the game as a draw, or passes where the option deadlock says pass.",
    NULL,
};

const char cw_tantrix_notation[] =
    "T@q,r/o lays tile T at q,r turned o steps clockwise (0 to 5); q counts to the "
    "east, r to the south-east";
