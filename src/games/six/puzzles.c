/* Puzzles of Six: wins in a few turns (puzzles.tsv). */
#include "core/embed.h"
#include "games/six/windows.h"

#ifndef CW_PUZZLES
#define CW_PUZZLES "src/games/six/puzzles.tsv" /* for those who only look at the source */
#endif

CW_EMBED(cw_six_puzzle, CW_PUZZLES)

/* In phase one tiles stay where they are: a turn adds one tile to an open window, and no window opens again.
 * Behind it, in phase two, anything may happen. */
static int least_turns(const cw_game *game, const cw_state *state, int player) {
    (void)game;
    int color = six_color_of(player), held = SIX_SHAPE_TILES;
    six_open_windows windows;
    if (state->phase != 1)
        return 1;
    cw_six_count_windows(state, &windows);
    while (held > 0 && windows.count[color][held] == 0)
        held--;
    int missing = SIX_SHAPE_TILES - held, later = state->hand[color] + 1;
    return missing < later ? missing : later;
}

const cw_puzzle_book cw_six_puzzles = {.text = (const char *)cw_six_puzzle_begin,
                                       .end = (const char *)cw_six_puzzle_end,
                                       .least_turns = least_turns};
