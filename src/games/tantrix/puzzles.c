/* Puzzles of Tantrix: the last tiles, when nothing is left to draw (puzzles.tsv). */
#include "core/embed.h"
#include "games/tantrix/tantrix.h"

#ifndef CW_PUZZLES
#define CW_PUZZLES "src/games/tantrix/puzzles.tsv" /* for those who only look at the source */
#endif

CW_EMBED(cw_tantrix_puzzle, CW_PUZZLES)

/* The game ends with the last tile, so tiles in the bag put an end out of reach of any puzzle. */
static int least_turns(const cw_game *game, const cw_state *state, int player) {
    (void)game, (void)player;
    enum { NEVER = 1000 };
    return state->bag != 0 ? NEVER : 1;
}

const cw_puzzle_book cw_tantrix_puzzles = {.text = (const char *)cw_tantrix_puzzle_begin,
                                           .end = (const char *)cw_tantrix_puzzle_end,
                                           .least_turns = least_turns};
