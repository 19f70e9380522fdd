/* What the evaluators measure, for protocols and tests. */
#ifndef CW_GAMES_HEX_CIRCUIT_H
#define CW_GAMES_HEX_CIRCUIT_H

#include "games/hex/board.h"

/* A stone's resistance instead of 0, so that the equations keep their form. */
#define CW_HEX_STONE_RESISTANCE 1e-6

/* What stands for infinity. */
#define CW_HEX_RESISTANCE_MAX 1e6
enum { CW_HEX_DISTANCE_MAX = 1000 };

/* The length of the shortest path between a colour's sides; CW_HEX_DISTANCE_MAX if there is none. */
int cw_hex_distance(const cw_hex_board *board, const cw_state *state, int color);

/* The total resistance between a colour's sides. `potentials` may be NULL; otherwise it gets, by cell, the
 * potential at each cell when the first side is at 1 and the last at 0. */
cw_status cw_hex_resistance(const cw_hex_board *board, const cw_state *state, int color, double *resistance,
                            double *potentials, cw_error *error);

#endif
