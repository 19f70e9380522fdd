/* Flower: the smallest game worth playing, as an example of the game interface. */
#ifndef CW_EXAMPLES_FLOWER_H
#define CW_EXAMPLES_FLOWER_H

#include "causeway/faces.h"

extern const cw_game_type cw_flower_game;

#endif
