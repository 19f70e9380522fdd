/* Hex told to people. */
#include "games/hex/hex.h"

const char *const cw_hex_rulebook[] = {
    "The board is a rhombus of hexagons. Two of its opposite sides, top and bottom, belong to Black, the "
    "other two, "
    "left and right, to White.",
    "Black begins. In turn each player lays one stone on any empty cell; stones never move and are never "
    "taken.",
    "Who joins the own two sides by an unbroken chain of own stones wins. The corner cells belong to both "
    "sides that "
    "meet there.",
    "There are no draws: a full board always holds exactly one such chain.",
    "To begin is a great advantage, so the game may be played with a swap: after the first stone White may "
    "take it "
    "over. Where the option swap says pieces, it becomes a white stone on the mirrored cell; where it says "
    "sides, the players change colours.",
    NULL,
};

const char cw_hex_notation[] = "a letter for the column and a number for the row";
